"use strict";
// The terminal of a student in a page: keys go to the class, what it shows comes back.

const version = document.querySelector('meta[name="elenchus-version"]').content;
const at = (id) => document.getElementById(id);
const [door, nameField, codeField, said, screen, state, face, bar, turner, typing, typed] =
  ["door", "name", "code", "said", "terminal", "state", "face", "bar", "turner", "typing", "typed"].map(at);
const encoder = new TextEncoder();
// As long as a message to the class may be, in bytes.
const PIECE = 4096;
// Modes of a terminal: clicks and the wheel with places, and pasted text that says where it ends.
const MODES = "\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[?25l";

let terminal = null;
let fit = null;
let socket = null;
let inside = false;
let pause = 1000;

// What lets this window come back is kept with the window. The browser keeps the last name, and the key
// of each name that came in here: a tab that was closed finds its name again.
const keep = (where, name, value) => { try { where.setItem(name, value); } catch { /* not kept */ } };
const kept = (where, name) => { try { return where.getItem(name); } catch { return null; } };

const keys = () => { try { return JSON.parse(kept(localStorage, "elenchus-keys")) ?? {}; } catch { return {}; } };
const keepKey = (name, key) => keep(localStorage, "elenchus-keys", JSON.stringify({ ...keys(), [name]: key }));
const known = () => {
  const key = keys()[nameField.value.trim()];
  codeField.placeholder = key ? "not needed: this browser knows you" : "";
  return key;
};
nameField.addEventListener("input", known);
let asText = (kept(localStorage, "elenchus-face") ?? (innerWidth < NARROW ? "text" : "cells")) === "text";

nameField.value = kept(localStorage, "elenchus-name") || "";
// A code that came with the address is taken out of it: it would stay in the history.
if (location.hash.length > 1) {
  const given = decodeURIComponent(location.hash.slice(1));
  // A key in place of a code is that of a page of the teacher's.
  if (given.startsWith("key=")) {
    nameField.value = "";
    keep(sessionStorage, "elenchus-key", given.slice(4));
  } else codeField.value = given;
  history.replaceState(null, "", location.pathname);
}
known();

function open() {
  if (terminal) return;
  terminal = new Terminal({ scrollback: 0, fontSize: 16, fontFamily: "monospace", cursorBlink: false });
  fit = new FitAddon.FitAddon();
  terminal.loadAddon(fit);
  terminal.open(screen);
  const send = (bytes) => {
    for (let i = 0; i < bytes.length; i += PIECE) {
      if (socket && socket.readyState === WebSocket.OPEN) socket.send(bytes.slice(i, i + PIECE));
    }
  };
  terminal.onData((text) => send(encoder.encode(text)));
  terminal.onBinary((text) => send(Uint8Array.from(text, (c) => c.charCodeAt(0))));
  terminal.onResize(({ cols, rows }) => {
    if (inside) socket.send(JSON.stringify({ size: [cols, rows] }));
  });
  window.addEventListener("resize", adapt);
  // For those who test pages, and for screen readers' extensions.
  window.elenchus = {
    text: () => {
      const buffer = terminal.buffer.active;
      const row = (y) => buffer.getLine(y + buffer.viewportY)?.translateToString(true) ?? "";
      return Array.from({ length: terminal.rows }, (_, y) => row(y)).join("\n");
    },
  };
}

// The letters become smaller until 80 columns and 24 rows have room, but stay legible.
function adapt() {
  for (let size = 18; size >= 8; size -= 1) {
    terminal.options.fontSize = size;
    const room = fit.proposeDimensions();
    if (!room || (room.cols >= 80 && room.rows >= 24)) break;
  }
  fit.fit();
}

function show(inTerminal, words) {
  door.hidden = inTerminal;
  screen.hidden = !inTerminal || asText;
  face.hidden = !inTerminal || !asText;
  bar.hidden = !inTerminal;
  bar.classList.toggle("text", asText);
  document.body.style.background = inTerminal && asText ? "#1d2129" : "";
  typing.hidden = !asText;
  turner.textContent = asText ? "As a terminal" : "As text";
  document.title = inTerminal && nameField.value ? `${nameField.value} – Elenchus` : "Elenchus: the class";
  said.textContent = inTerminal ? "" : words;
  state.textContent = inTerminal ? words : "";
  state.hidden = !inTerminal || words === "";
}

function connect(name, code) {
  show(true, "");
  open();
  if (!asText) adapt();
  const scheme = location.protocol === "https:" ? "wss://" : "ws://";
  const mine = (socket = new WebSocket(scheme + location.host + "/sit"));
  mine.binaryType = "arraybuffer";
  let over = false;
  mine.onopen = () => {
    const key = kept(sessionStorage, "elenchus-key");
    mine.send(JSON.stringify({ version, name, code, key, size: [terminal.cols, terminal.rows], face: asText }));
  };
  mine.onmessage = ({ data }) => {
    if (mine !== socket) return;
    if (typeof data !== "string") return terminal.write(new Uint8Array(data));
    const message = JSON.parse(data);
    if (message.face !== undefined) return read(message.face);
    if (message.joined) {
      inside = true;
      pause = 1000;
      nameField.value = message.joined.name;
      codeField.value = "";
      keep(sessionStorage, "elenchus-key", message.joined.key);
      if (message.joined.name) {
        keep(localStorage, "elenchus-name", message.joined.name);
        keepKey(message.joined.name, message.joined.key);
      }
      show(true, "");
      terminal.write("\x1b[0m\x1b[2J" + MODES);
      if (!asText) terminal.focus();
    } else if (message.refused) {
      over = true;
      if (message.refused.what === "key") {
        sessionStorage.removeItem("elenchus-key");
        keepKey(name, undefined);
        known();
      }
      show(false, message.refused.words);
    } else if (message.ended) {
      over = true;
      show(false, message.ended.words);
    }
  };
  mine.onclose = () => {
    if (mine !== socket) return;
    const wasInside = inside;
    inside = false;
    if (over) return;
    if (!wasInside && !kept(sessionStorage, "elenchus-key")) {
      show(false, "The class does not answer: ask the teacher for its address.");
      return;
    }
    show(true, "The connection is lost; what was played is kept. Trying again …");
    setTimeout(() => { if (mine === socket) connect(name, ""); }, pause);
    pause = Math.min(pause * 2, 15000);
  };
}

door.addEventListener("submit", (event) => {
  event.preventDefault();
  // A key is its owner's: whoever gives another name is somebody else.
  if (nameField.value !== kept(localStorage, "elenchus-name")) {
    try { sessionStorage.removeItem("elenchus-key"); } catch { /* nothing is kept */ }
  }
  if (known()) keep(sessionStorage, "elenchus-key", known());
  connect(nameField.value, codeField.value);
});

// ---- the screens as text --------------------------------------------------------------------------

const tell = (what) => { if (inside && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(what)); };
turner.addEventListener("click", () => {
  asText = !asText;
  keep(localStorage, "elenchus-face", asText ? "text" : "cells");
  show(true, "");
  tell({ face: asText });
  if (!asText) { adapt(); terminal.focus(); }
});

const read = textFace(face, (key) => tell({ key }), (place) => tell({ click: place }));

const NAMES = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Enter: "enter", Escape: "esc",
  Tab: "tab", Backspace: "backspace", Delete: "delete", Home: "home", End: "end", PageUp: "pageup",
  PageDown: "pagedown", " ": "space",
};
addEventListener("keydown", (event) => {
  if (!asText || !inside || event.isComposing || event.metaKey || event.altKey || event.ctrlKey) return;
  // Tab goes from button to button here, and a button has its own Enter and space.
  if (event.key === "Tab" || event.target.closest("button")) return;
  const key = NAMES[event.key] ?? ([...event.key].length === 1 ? event.key : undefined);
  if (!key || event.target === typed && !["Enter", "Escape", "Backspace"].includes(event.key)) return;
  event.preventDefault();
  tell({ key });
});
typed.addEventListener("input", () => {
  for (const letter of typed.value) tell({ key: letter === " " ? "space" : letter });
  typed.value = "";
});

// A page that was loaded again comes back by itself.
if (kept(sessionStorage, "elenchus-key")) connect(nameField.value, "");
