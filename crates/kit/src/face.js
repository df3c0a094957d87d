"use strict";
// A screen as text in a browser, as `face.rs` writes it: buttons name their key, and lines that a click may
// choose name the place where they begin.

// A window that is narrower than this shows text, until its reader chooses.
const NARROW = 600;

// Makes an element one: what is pressed goes to `press` as a key, what is clicked to `click` as a place. The
// answer is a function that shows a screen and leaves the focus where it was.
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
