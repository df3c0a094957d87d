"use strict";
for (const debate of document.querySelectorAll(".debate")) {
  const moves = [...debate.querySelectorAll(".move")];
  if (moves.length < 2) continue;
  const covered = "covered" in debate.dataset;
  const bar = document.createElement("div");
  bar.className = "steps";
  const add = (tag, name, set) => {
    const made = Object.assign(document.createElement(tag), { className: name }, set);
    bar.append(made);
    return made;
  };
  const button = (name, text, press) => {
    const made = add("button", name, { type: "button", textContent: text });
    made.addEventListener("click", press);
    return made;
  };
  let at = 0;
  let timer = null;
  const back = button("back", "‹", () => { stop(); show(at - 1); });
  const slider = add("input", "to", { type: "range", min: 0, max: moves.length - 1 });
  slider.setAttribute("aria-label", "move");
  // The slider's length would reveal how many moves are left.
  slider.hidden = covered;
  slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
  const on = button("on", "›", () => { stop(); show(at + 1); });
  const play = button("play", "play", () => { if (timer) stop(); else start(); });
  const speed = add("select", "speed", {});
  speed.setAttribute("aria-label", "seconds for each move");
  for (const seconds of [4, 2, 1, 0.5, 0.25]) {
    speed.append(new Option(`${seconds} s`, seconds, seconds === 1, seconds === 1));
  }
  speed.addEventListener("change", () => { if (timer) { stop(); start(); } });
  const kinds = ["read", "abort", "mistake"];
  const next = (kind) => {
    stop();
    const found = moves.findIndex((move, i) => i > at && move.dataset.is.split(" ").includes(kind));
    if (found > 0) show(found); else note.textContent = `no ${kind} after this move`;
  };
  for (const kind of kinds) {
    const there = moves.some((move) => move.dataset.is.split(" ").includes(kind));
    // While later moves are covered, every button is there. A missing one would reveal that no such move follows.
    if (there || covered) button(`next-${kind}`, kind, () => next(kind)).title = `to the next ${kind}`;
  }
  const note = add("span", "note", { role: "status" });
  const show = (to) => {
    at = Math.max(0, Math.min(moves.length - 1, to));
    moves.forEach((move, i) => { move.hidden = i !== at; });
    slider.value = at;
    back.disabled = at === 0;
    on.disabled = at === moves.length - 1;
    note.textContent = "";
    debate.dataset.at = moves[at].dataset.move;
    if (on.disabled) stop();
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    play.textContent = "play";
  };
  const start = () => {
    if (on.disabled) show(0);
    timer = setInterval(() => show(at + 1), 1000 * Number(speed.value));
    play.textContent = "stop";
  };
  if (document.querySelectorAll(".debate").length === 1) {
    const keys = {
      ArrowLeft: () => back.click(), PageUp: () => back.click(),
      ArrowRight: () => on.click(), PageDown: () => on.click(),
      " ": () => play.click(), r: () => next("read"), a: () => next("abort"), m: () => next("mistake"),
    };
    document.addEventListener("keydown", (event) => {
      const own = ["INPUT", "SELECT"].includes(event.target.tagName);
      const pressed = event.key === " " && event.target.tagName === "BUTTON";
      if (own || pressed || event.ctrlKey || event.altKey || event.metaKey) return;
      if (!(event.key in keys)) return;
      event.preventDefault();
      keys[event.key]();
    });
  }
  debate.append(bar);
  show(0);
}
