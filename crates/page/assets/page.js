"use strict";
// The page of the playground. It draws the frames of the program in its worker, stores files, and passes the
// user's input on. No data leaves the page.

const at = (id) => document.getElementById(id);
const [screen, textPane, face, thinking, told, bar, typing, typed, picker, skip, turning] =
  ["screen", "text", "face", "thinking", "told", "keys", "typing", "typed", "file", "skip", "turning"].map(at);
const course = JSON.parse(at("course").textContent);
// The smallest and the largest screen that the program draws.
const LEAST = [80, 24];
const MOST = [200, 60];
// Many programs cut off links that are longer than this.
const LONGEST_LINK = 60000;
if (course) document.title = `${course.title} – Elenchus`;

// ---- storage --------------------------------------------------------------------------------

const named = course ? `elenchus: ${course.title}` : "elenchus";
let store = null;
let unkept = null;

const settled = (request) => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});

// Another window cannot change a debate that is open in this one.
function alone() {
  return new Promise((done) => {
    const asked = navigator.locks?.request(named, { ifAvailable: true }, (lock) => {
      done(lock !== null);
      return lock && new Promise(() => {});
    });
    if (asked) asked.catch(() => done(true));
    else done(true);
  });
}

async function kept() {
  try {
    if (!(await alone())) {
      unkept = "another window has this page open: nothing is kept in this one";
      return {};
    }
    const opening = indexedDB.open(named, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("files");
    store = await settled(opening);
    const files = store.transaction("files").objectStore("files");
    const [names, texts] = await Promise.all([settled(files.getAllKeys()), settled(files.getAll())]);
    return Object.fromEntries(names.map((name, i) => [name, texts[i]]));
  } catch (error) {
    store = null;
    unkept = `the browser keeps nothing here (${error?.name ?? error}): save what you want to have`;
    return {};
  }
}

function keep(files) {
  if (!store) return Promise.resolve();
  return new Promise((done, failed) => {
    const change = store.transaction("files", "readwrite", { durability: "strict" });
    change.oncomplete = done;
    change.onabort = () => failed(change.error);
    for (const [name, text] of files) {
      if (text === null) change.objectStore("files").delete(name);
      else change.objectStore("files").put(text, name);
    }
  }).catch((error) => {
    store = null;
    say(`nothing is kept from here on (${error?.name ?? error}): save what you want to have`);
  });
}

// ---- drawing -------------------------------------------------------------------------------

const sheet = document.head.appendChild(document.createElement("style")).sheet;
const rows = [];
const waiting = new Map();
const styles = [];
const widths = new Map();
const measure = document.createElement("canvas").getContext("2d");
let cell = { width: 8, height: 16, size: 14 };
let size = [80, 24];
let painted = true;

function room() {
  const inner = { width: screen.clientWidth - 8, height: screen.clientHeight - 8 };
  for (let px = 18; px >= 6; px -= 0.5) {
    measure.font = `${px}px Elenchus, monospace`;
    const width = measure.measureText("0".repeat(100)).width / 100;
    const height = Math.round(px * 1.17);
    cell = { width, height, size: px };
    size = [Math.floor(inner.width / width), Math.floor(inner.height / height)];
    if (size[0] >= LEAST[0] && size[1] >= LEAST[1]) break;
  }
  size = size.map((n, i) => Math.min(Math.max(n, LEAST[i]), MOST[i]));
  widths.clear();
  screen.style.fontSize = `${cell.size}px`;
  screen.style.setProperty("--line", `${cell.height}px`);
  return size;
}

// A letter whose width differs from its cells gets a box.
function fits(letter, columns) {
  if (!widths.has(letter)) widths.set(letter, measure.measureText(letter).width);
  return Math.abs(widths.get(letter) - columns * cell.width) < 0.02 * cell.width;
}

function span(text, columns, className) {
  const made = document.createElement("span");
  made.className = className;
  made.style.width = `${columns * cell.width}px`;
  const letters = [...text];
  if (/^[ -~]*$/.test(text) || letters.length !== columns || letters.every((one) => fits(one, 1))) {
    made.textContent = text;
    return made;
  }
  for (const letter of letters) {
    const one = document.createElement("span");
    one.style.width = `${cell.width}px`;
    one.textContent = letter;
    made.append(one);
  }
  return made;
}

function paint() {
  painted = true;
  while (rows.length > size[1]) rows.pop().remove();
  while (rows.length < size[1]) {
    const row = document.createElement("div");
    row.className = "row";
    rows.push(screen.appendChild(row));
  }
  for (const [y, runs] of waiting) {
    rows[y]?.replaceChildren(...runs.map(([text, style, columns]) => span(text, columns, `s${style}`)));
  }
  waiting.clear();
  times.painted();
}

function show(answer) {
  for (const look of answer.styles) {
    const weight = look.bold ? "font-weight:bold;" : "";
    const slant = look.italic ? "font-style:italic;" : "";
    const line = look.underlined ? "text-decoration:underline;" : "";
    const ink = look.dim ? `color-mix(in srgb, ${look.ink} 60%, ${look.paper})` : look.ink;
    sheet.insertRule(`.s${styles.length}{color:${ink};background:${look.paper};${weight}${slant}${line}}`);
    styles.push(look);
  }
  for (const [y, runs] of answer.rows) waiting.set(y, runs);
  if (answer.colours) setColours(answer.colours);
  if (answer.face !== null && answer.face !== undefined && isText()) read(answer.face);
  for (const [name, text] of answer.saved) hand(name, text);
  if (answer.pick) picker.click();
  if (painted && waiting.size) {
    painted = false;
    requestAnimationFrame(paint);
  } else if (painted) {
    times.painted();
  }
}

// ---- the program ---------------------------------------------------------------------------------

let worker = null;
let asked = 0;
let busy = true;
let writing = 0;
let written = Promise.resolve();
let since = 0;
let listening = null;

function send(message) {
  asked += 1;
  since ||= performance.now();
  worker.postMessage(message);
}

// Input from before the program's start waits for it.
const tell = (what) => (worker ? send({ told: what }) : listening?.push(what));

function heard({ data }) {
  if (data.fault !== undefined) return fail(data.fault);
  const answer = JSON.parse(data.answer);
  asked -= data.count;
  busy = answer.busy;
  since = asked || busy ? performance.now() : 0;
  // Files are stored before their moves are shown, in order.
  if (answer.kept.length) {
    writing += 1;
    written = written.then(() => keep(answer.kept)).then(() => { writing -= 1; show(answer); });
  } else if (writing) {
    written = written.then(() => show(answer));
  } else {
    show(answer);
  }
}

function fail(words) {
  worker?.terminate();
  worker = null;
  say(`A fault of the program: ${words}. What was played is kept.`, [["Go on", begin]]);
}

const program = () => Uint8Array.from(atob(at("program").textContent), (c) => c.charCodeAt(0));

async function begin() {
  say("");
  listening = [];
  const found = await kept();
  await Promise.all([document.fonts.load("16px Elenchus"), document.fonts.load("bold 16px Elenchus")]);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const start = { size: room(), theme: preferredTheme(), still, kept: found, course, linked: place() !== "" };
  const source = new Blob([at("worker").textContent], { type: "text/javascript" });
  const address = URL.createObjectURL(source);
  const made = new Worker(address);
  made.onmessage = heard;
  made.onerror = (event) => fail(event.message);
  styles.length = 0;
  while (sheet.cssRules.length) sheet.deleteRule(0);
  asked = 0;
  worker = made;
  const bytes = program();
  send({ program: bytes.buffer, start });
  setMode(chosenFace() === "text");
  if (unkept) say(unkept);
  await follow();
  const early = listening;
  listening = null;
  early.forEach(tell);
}

// Shows that the program is thinking, if it takes long enough to notice.
setInterval(() => {
  const long = worker && since ? (performance.now() - since) / 1000 : 0;
  thinking.hidden = long < 0.4;
  if (long >= 0.4) thinking.textContent = `thinking … ${Math.floor(long)} s`;
}, 200);

// ---- links and files -----------------------------------------------------------------------------

const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

async function link(text) {
  const bytes = await through(text, new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  const code = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.href.split("#")[0]}#${code}`;
}

// Opens the debate or record that the address names after `#`.
const place = () => { try { return decodeURIComponent(location.hash.slice(1)); } catch { return location.hash; } };
async function follow() {
  const name = place();
  if (!name) return;
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return tell({ find: name });
  try {
    const letters = atob(name.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(letters, (c) => c.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream("deflate-raw"));
    tell({ open: { name: "link.yaml", bytes: [...bytes] } });
  } catch {
    tell({ say: "this link is not whole: nothing was opened" });
  }
}
addEventListener("hashchange", follow);

function download(name, text) {
  const anchor = document.createElement("a");
  const kind = name.endsWith(".html") ? "text/html" : "text/plain";
  anchor.href = URL.createObjectURL(new Blob([text], { type: kind }));
  anchor.download = name.split("/").pop();
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60000);
}

// Offers a file to the user. A debate can also be sent as a link.
async function hand(name, text) {
  elenchus.saved.push([name, text]);
  download(name, text);
  const buttons = [["Once more", () => download(name, text)]];
  if (/\.ya?ml$/.test(name)) {
    const address = await link(text);
    elenchus.link = address;
    if (address.length < LONGEST_LINK) {
      buttons.unshift(["Copy a link to it", async () => {
        await navigator.clipboard.writeText(address).then(() => say("the link is copied"), () => say(address));
      }]);
    }
  }
  say(`${name} is among your downloads.`, buttons);
}

function say(words, buttons = []) {
  told.replaceChildren(words);
  told.hidden = !words;
  const close = ["Close", () => say("")];
  for (const [label, act] of words ? [...buttons, close] : []) {
    const button = document.createElement("button");
    button.textContent = label;
    button.onclick = () => { act(); focus(); };
    told.append(" ", button);
  }
}

async function open(file) {
  if (file) tell({ open: { name: file.name, bytes: [...new Uint8Array(await file.arrayBuffer())] } });
}
picker.onchange = () => { open(picker.files[0]); picker.value = ""; focus(); };
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => { event.preventDefault(); open(event.dataTransfer.files[0]); });

// ---- keys, mouse and touch -----------------------------------------------------------------------

const NAMES = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Enter: "enter", Escape: "esc",
  Tab: "tab", Backspace: "backspace", Delete: "delete", Insert: "insert", Home: "home", End: "end",
  PageUp: "pageup", PageDown: "pagedown", " ": "space",
};
const clock = (event) => Date.now() - (performance.now() - event.timeStamp);
const press = (key, when = Date.now()) => {
  times.pressed();
  tell({ key: { key, at: when } });
};

addEventListener("keydown", (event) => {
  if (event.isComposing || event.metaKey || event.altKey || event.target === typed) return;
  if (!document.body.classList.contains("keyboard")) {
    document.body.classList.add("keyboard");
    dispatchEvent(new Event("resize"));
  }
  if (event.target.closest("button") && ["Enter", " ", "Tab"].includes(event.key)) return;
  // In text mode, Tab moves between the buttons and a page key scrolls.
  if (isText() && ["Tab", "PageUp", "PageDown"].includes(event.key)) return;
  if (event.ctrlKey && event.key !== "l") return;
  let key = NAMES[event.key];
  if (!key && /^F([1-9]|10)$/.test(event.key)) key = event.key.toLowerCase();
  if (!key && [...event.key].length === 1) key = event.key;
  if (!key) return;
  if (event.ctrlKey) key = `ctrl-${key}`;
  if (event.shiftKey && key === "tab") key = "shift-tab";
  event.preventDefault();
  press(key, clock(event));
});
addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text");
  if (text) tell({ paste: text });
});
screen.addEventListener("click", (event) => {
  if (!getSelection().isCollapsed) return;
  const box = rows[0]?.getBoundingClientRect();
  if (!box) return;
  const column = Math.floor((event.clientX - box.left) / cell.width);
  const row = Math.floor((event.clientY - box.top) / cell.height);
  if (column >= 0 && row >= 0 && column < size[0] && row < size[1]) tell({ click: [column, row] });
});
let turned = 0;
function turn(by) {
  turned += by;
  for (; Math.abs(turned) >= 40; turned -= 40 * Math.sign(turned)) tell({ wheel: { up: turned < 0 } });
}
screen.addEventListener("wheel", (event) => {
  if (event.ctrlKey) return;
  event.preventDefault();
  turn(event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY);
}, { passive: false });
let finger = null;
screen.addEventListener("touchstart", (event) => { finger = event.touches[0].clientY; }, { passive: true });
screen.addEventListener("touchmove", (event) => {
  const y = event.touches[0].clientY;
  turn(finger - y);
  finger = y;
}, { passive: true });

// Keys that a phone does not have. The keyboard of the phone types into an invisible field.
const BAR = [["Esc", "esc"], ["←", "left"], ["↑", "up"], ["↓", "down"], ["→", "right"], ["Tab", "tab"],
  ["Enter", "enter"], ["?", "?"]];
for (const [label, key] of BAR) {
  const button = document.createElement("button");
  button.textContent = label;
  button.setAttribute("aria-label", key);
  button.onclick = () => press(key);
  bar.append(button);
}
const keyboard = document.createElement("button");
keyboard.textContent = "abc";
keyboard.onclick = () => typed.focus();
bar.append(keyboard);
typed.addEventListener("input", () => {
  for (const letter of typed.value) press(letter === " " ? "space" : letter);
  typed.value = "";
});
typed.addEventListener("keydown", (event) => {
  const key = NAMES[event.key];
  if (!key || key === "space") return;
  event.preventDefault();
  press(key, clock(event));
});
const focus = () => (isText() ? face.querySelector("h1") : screen)?.focus({ preventScroll: true });
// A device with a mouse has a keyboard. Any other shows it by its first key.
if (matchMedia("(pointer: fine)").matches) document.body.classList.add("keyboard");

let resizing = 0;
addEventListener("resize", () => {
  clearTimeout(resizing);
  resizing = setTimeout(() => {
    const text = chosenFace() === "text";
    if (text !== isText()) return setMode(text);
    if (text) return;
    tell({ size: room() });
    waiting.clear();
  }, 60);
});

// ---- for tests and measurements ---------------------------------------------------------------

const times = {
  from: 0,
  list: [],
  pressed() { this.from ||= performance.now(); },
  painted() {
    if (!this.first) this.first = performance.now();
    if (this.from) this.list.push(performance.now() - this.from);
    this.from = 0;
  },
};
window.elenchus = {
  saved: [],
  link: null,
  times,
  press,
  tell,
  size: () => size,
  text: () => rows.map((row) => row.textContent.trimEnd()).join("\n"),
  idle: () => worker !== null && !asked && !busy && !writing && painted,
};

// ---- the screen as HTML -----------------------------------------------------------------------------

// The same screen as HTML, for screen readers and narrow windows.
const FACE = [80, 40];
const isText = () => !textPane.hidden;
const turner = document.createElement("button");
turner.id = "turner";
turner.onclick = () => { chosenFace(isText() ? "cells" : "text"); setMode(!isText()); };
skip.onclick = () => turner.onclick();

function setMode(text) {
  textPane.hidden = !text;
  screen.hidden = skip.hidden = text;
  document.body.className = `${text ? "text" : "cells"} ${document.body.classList.contains("keyboard") ? "keyboard" : ""}`;
  turner.textContent = text ? "As a terminal" : "As text";
  if (text) turning.append(turner);
  else bar.prepend(turner);
  typing.hidden = text;
  tell({ face: text });
  if (text) size = FACE;
  tell({ size: text ? FACE : room() });
  focus();
}

const read = textFace(face, press, (place) => tell({ click: place }), typing);

focus();
begin();
