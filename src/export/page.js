"use strict";
for (const debate of document.querySelectorAll(".debate")) {
  const moves = [...debate.querySelectorAll(".move")];
  if (moves.length < 2) continue;
  const bar = document.createElement("div");
  bar.className = "steps";
  const button = (name, text) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = name;
    made.textContent = text;
    bar.append(made);
    return made;
  };
  const back = button("back", "‹");
  const slider = document.createElement("input");
  slider.type = "range";
  slider.min = 0;
  slider.max = moves.length - 1;
  slider.setAttribute("aria-label", "move");
  bar.append(slider);
  const on = button("on", "›");
  let at = 0;
  const show = (to) => {
    at = Math.max(0, Math.min(moves.length - 1, to));
    moves.forEach((move, i) => { move.hidden = i !== at; });
    slider.value = at;
    back.disabled = at === 0;
    on.disabled = at === moves.length - 1;
    debate.dataset.at = moves[at].dataset.move;
  };
  back.addEventListener("click", () => show(at - 1));
  on.addEventListener("click", () => show(at + 1));
  slider.addEventListener("input", () => show(Number(slider.value)));
  if (document.querySelectorAll(".debate").length === 1) {
    document.addEventListener("keydown", (event) => {
      if (event.target === slider) return;
      if (event.key === "ArrowLeft") show(at - 1);
      if (event.key === "ArrowRight") show(at + 1);
    });
  }
  debate.append(bar);
  show(0);
}
