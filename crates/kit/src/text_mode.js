"use strict";
// Text mode in a browser. `face.rs` writes the HTML. Each button names its key, and each line that you may click
// names its position.

// Windows narrower than this, in pixels, start in text mode.
const NARROW = 600;

// Turns an element into a text mode display. A button calls `press` with its key, and a click calls `click` with
// its column and row. Returns a function that shows a new screen and keeps the focus.
function textFace(face, press, click) {
  face.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) return press(button.dataset.key);
    const line = event.target.closest("[data-at]");
    if (!line || !getSelection().isCollapsed) return;
    const [x, y] = line.dataset.at.split(" ").map(Number);
    const box = line.getBoundingClientRect();
    const letter = box.width / Math.max([...line.textContent].length, 1);
    click([x + Math.floor((event.clientX - box.left) / letter), y]);
  });
  return (html) => {
    const was = document.activeElement?.dataset?.key;
    face.innerHTML = html;
    const again = was && [...face.querySelectorAll("button")].find((one) => one.dataset.key === was);
    if (again) again.focus();
  };
}
