"use strict";
// Text mode in a browser. The program writes the HTML. Each button names its key or its position, and each line
// that you may click names its position.

// The smallest letters of a drawn screen, in pixels. A window in which 80×24 of them do not fit shows text mode.
const LEGIBLE = 11;
const narrow = () => innerWidth < 80 * LEGIBLE * 0.602 + 8 || innerHeight < 24 * LEGIBLE * 1.17 + 8;

// The choice between text and cells. Narrow windows have a choice of their own.
const chosenFace = (value) => {
  const name = narrow() ? "elenchus-face-narrow" : "elenchus-face";
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name) ?? (narrow() ? "text" : "cells");
  } catch { return value ?? (narrow() ? "text" : "cells"); }
};

// The theme that a person's system asks for.
const preferredTheme = () => {
  if (matchMedia("(prefers-contrast: more)").matches) return "high-contrast";
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
};

// Gives the page the colours of the theme.
const setColours = (colours) => { document.documentElement.style.cssText = colours; };

// Turns an element into a text mode display. A button calls `press` with its key, and a click calls `click` with
// its column and row. `typing` is the element with the field for text, which is hidden if nothing can be typed.
// Returns a function that shows a new screen, keeps the focus and says what changed.
function textFace(face, press, click, typing) {
  const spoken = document.createElement("p");
  spoken.className = "unseen";
  spoken.setAttribute("role", "status");
  face.after(spoken);
  let said = null;
  let turnedAt = 0;
  face.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.key) return press(button.dataset.key);
    if (button?.dataset.keys) return button.dataset.keys.split(" ").forEach((key) => press(key));
    const line = event.target.closest("[data-at]");
    if (!line || !getSelection().isCollapsed) return;
    const [x, y] = line.dataset.at.split(" ").map(Number);
    if (line === button) return click([x, y]);
    const box = line.getBoundingClientRect();
    const letter = box.width / Math.max([...line.textContent].length, 1);
    click([x + Math.floor((event.clientX - box.left) / letter), y]);
  });
  const named = (button) => button.dataset.key ?? button.textContent;
  // What a line says, and whether the cursor or the choice is there.
  const lines = () => [...face.querySelectorAll("h1, h2, p, .row, .choices button")]
    .filter((line) => line.getAttribute("aria-hidden") !== "true")
    .map((line) => {
      const words = line.textContent.replace(/[▸●]/g, " ").replace(/\s+/g, " ").trim();
      const mark = line.querySelector("mark")?.textContent.trim() ?? "";
      const here = line.getAttribute("aria-pressed") === "true" || /[▸●]/.test(line.textContent);
      return { words, mark, is: `${words}|${mark}|${here}`, here: here || mark !== "" };
    });
  // Lines that are new, and the line at which the cursor arrived.
  const changes = (now) => {
    const old = new Set(said.map((line) => line.words));
    const same = new Set(said.map((line) => line.is));
    const fresh = now.filter((line) => line.words && (!old.has(line.words) || (line.here && !same.has(line.is))));
    return fresh.map((line) => (old.has(line.words) && line.mark ? line.mark : line.words));
  };
  return (html) => {
    const active = document.activeElement;
    const inside = face.contains(active);
    const was = inside && active.matches("button") ? named(active) : null;
    const onTitle = inside && active.matches("h1");
    const title = face.querySelector("h1")?.textContent;
    face.innerHTML = html;
    setColours(face.querySelector("[data-colours]")?.dataset.colours ?? "");
    const typed = face.querySelector("[data-typing]")?.dataset.typing;
    typing.hidden = typed === undefined;
    if (typed) typing.querySelector("input").inputMode = typed;
    const top = face.querySelector("h1");
    const turned = top?.textContent !== title;
    if (turned) face.parentElement.scrollTop = 0;
    const again = was && [...face.querySelectorAll("button")].find((one) => named(one) === was);
    // A button that has gone leaves the focus at the question, or at the top of a new screen.
    if (again) again.focus({ preventScroll: true });
    else if (inside) (turned || onTitle ? top : face.querySelector(".asks button, .bar button") ?? top)?.focus();
    const now = lines();
    if (said) {
      const fresh = turned ? now.slice(0, 4).map((line) => line.words) : changes(now);
      // What follows soon after a new screen is read with it.
      const before = !turned && performance.now() - turnedAt < 1000 ? spoken.textContent : "";
      if (turned) turnedAt = performance.now();
      if (fresh.length) spoken.textContent = [before, ...fresh.slice(0, 6)].filter(Boolean).join(" \u00b7 ");
    }
    said = now;
  };
}
