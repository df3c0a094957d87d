"use strict";
// The program, away from what is drawn: however long it thinks, the page does not wait.
const encoder = new TextEncoder();
const decoder = new TextDecoder();
let doors = null;
let timer = 0;

function call(door, message) {
  const bytes = encoder.encode(JSON.stringify(message));
  const at = doors.room(bytes.length);
  new Uint8Array(doors.memory.buffer, at, bytes.length).set(bytes);
  const length = doors[door]();
  return decoder.decode(new Uint8Array(doors.memory.buffer, doors.answer(), length));
}

function reply(door, message, count) {
  clearTimeout(timer);
  const text = call(door, message);
  const { busy, due } = JSON.parse(text);
  postMessage({ answer: text, count });
  if (busy) timer = setTimeout(reply, 0, "take", "step", 0);
  else if (due !== null) timer = setTimeout(reply, due, "take", "step", 0);
}

async function begin(data) {
  const plain = new Blob([data.program]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(plain).arrayBuffer();
  const page = {
    // The page says by the same clock when a key was pressed.
    now: () => Date.now(),
    fault: (at, length) => {
      const text = decoder.decode(new Uint8Array(doors.memory.buffer, at, length));
      postMessage({ fault: text });
    },
  };
  doors = (await WebAssembly.instantiate(bytes, { page })).instance.exports;
  reply("start", data.start, 1);
}

// What is told before the program is there waits for it.
let ready = null;
onmessage = ({ data }) => {
  if (data.program) ready = begin(data);
  else ready.then(() => reply("take", data.told, 1));
};
