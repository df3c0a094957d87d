"use strict";
// The page of a student: it sends keys to the class and shows the screens that come back.

const version = document.querySelector('meta[name="elenchus-version"]').content;
const at = (id) => document.getElementById(id);
const [door, nameField, codeField, said, screen, state, text, face, bar, turning, turner, typing, typed] =
  ["door", "name", "code", "said", "terminal", "state", "text", "face", "bar", "turning", "turner", "typing", "typed"].map(at);
const encoder = new TextEncoder();
// The largest message to the class, in bytes.
const PIECE = 4096;
// Terminal modes: mouse events with positions, and bracketed paste. The cursor is hidden.
const MODES = "\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[?25l";

let terminal = null;
let fit = null;
let socket = null;
let inside = false;
let pause = 1000;

// The window stores the key with which its student comes back. The browser stores the last name and a key for each
// name, so that a student can come back after closing the tab.
const keep = (where, name, value) => { try { where.setItem(name, value); } catch { /* not kept */ } };
const kept = (where, name) => { try { return where.getItem(name); } catch { return null; } };

const keys = () => { try { return JSON.parse(kept(localStorage, "elenchus-keys")) ?? {}; } catch { return {}; } };
const keepKey = (name, key) => keep(localStorage, "elenchus-keys", JSON.stringify({ ...keys(), [name]: key }));
const known = () => {
  const key = keys()[nameField.value.trim()];
  codeField.placeholder = key ? "not needed in this browser" : "";
  return key;
};
nameField.addEventListener("input", known);
let asText = chosenFace() === "text";

nameField.value = kept(localStorage, "elenchus-name") || "";
// Take the code out of the address, so that it does not stay in the history.
if (location.hash.length > 1) {
  const given = decodeURIComponent(location.hash.slice(1));
  // A key in place of the code opens a page of the teacher.
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
  window.addEventListener("resize", () => {
    const wanted = chosenFace() === "text";
    if (!door.hidden) asText = wanted;
    else if (wanted !== asText) turn(wanted);
    else if (!asText) adapt();
  });
  // For tests of the page, and for the extensions of screen readers.
  window.elenchus = {
    text: () => {
      const buffer = terminal.buffer.active;
      const row = (y) => buffer.getLine(y + buffer.viewportY)?.translateToString(true) ?? "";
      return Array.from({ length: terminal.rows }, (_, y) => row(y)).join("\n");
    },
  };
}

// Makes the letters smaller until 80 columns and 24 rows fit, but keeps them legible.
function adapt() {
  for (let size = 18; size >= 6; size -= 1) {
    terminal.options.fontSize = size;
    const room = fit.proposeDimensions();
    if (!room || (room.cols >= 80 && room.rows >= 24)) break;
  }
  fit.fit();
}

function show(inTerminal, words) {
  door.hidden = inTerminal;
  const reads = inTerminal && asText;
  screen.hidden = !inTerminal || asText;
  text.hidden = !reads;
  bar.hidden = !inTerminal || asText;
  document.body.classList.toggle("text", reads);
  if (!reads) typing.hidden = true;
  (reads ? turning : bar).append(turner);
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
    const looks = { theme: preferredTheme() };
    mine.send(JSON.stringify({ version, name, code, key, size: [terminal.cols, terminal.rows], face: asText, looks }));
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
      show(false, "The class does not answer. Ask the teacher for its address.");
      return;
    }
    show(true, "The connection is lost. Your moves are saved. Connecting again …");
    setTimeout(() => { if (mine === socket) connect(name, ""); }, pause);
    pause = Math.min(pause * 2, 15000);
  };
}

door.addEventListener("submit", (event) => {
  event.preventDefault();
  // A key belongs to one name. Another name means another student.
  if (nameField.value !== kept(localStorage, "elenchus-name")) {
    try { sessionStorage.removeItem("elenchus-key"); } catch { /* nothing is kept */ }
  }
  if (known()) keep(sessionStorage, "elenchus-key", known());
  connect(nameField.value, codeField.value);
});

// ---- the screens as text --------------------------------------------------------------------------

const tell = (what) => { if (inside && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(what)); };
function turn(wanted) {
  asText = wanted;
  show(true, "");
  tell({ face: asText });
  if (asText) return face.querySelector("h1")?.focus();
  adapt();
  terminal.focus();
}
turner.addEventListener("click", () => {
  chosenFace(asText ? "cells" : "text");
  turn(!asText);
});

const read = textFace(face, (key) => tell({ key }), (place) => tell({ click: place }), typing);

const NAMES = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Enter: "enter", Escape: "esc",
  Tab: "tab", Backspace: "backspace", Delete: "delete", Home: "home", End: "end", PageUp: "pageup",
  PageDown: "pagedown", " ": "space",
};
addEventListener("keydown", (event) => {
  if (!asText || !inside || event.isComposing || event.metaKey || event.altKey || event.ctrlKey) return;
  // Tab moves between buttons here, a page key scrolls, and a button handles Enter and space itself.
  if (["Tab", "PageUp", "PageDown"].includes(event.key)) return;
  if (["Enter", " "].includes(event.key) && event.target.closest("button")) return;
  const key = NAMES[event.key] ?? ([...event.key].length === 1 ? event.key : undefined);
  if (!key || event.target === typed && !["Enter", "Escape", "Backspace"].includes(event.key)) return;
  event.preventDefault();
  tell({ key });
});
typed.addEventListener("input", () => {
  for (const letter of typed.value) tell({ key: letter === " " ? "space" : letter });
  typed.value = "";
});

// After a reload, the page joins again by itself.
if (kept(sessionStorage, "elenchus-key")) connect(nameField.value, "");
