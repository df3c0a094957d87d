"use strict";
// The program in a worker, so that its work never blocks the page.
const encoder = new TextEncoder();
const decoder = new TextDecoder();
let exports = null;
let timer = 0;

function call(door, message) {
  const bytes = encoder.encode(JSON.stringify(message));
  const at = exports.reserve(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const length = exports[door]();
  return decoder.decode(new Uint8Array(exports.memory.buffer, exports.answer(), length));
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
    // The page uses the same clock for the times of keys.
    now: () => Date.now(),
    fault: (at, length) => {
      const text = decoder.decode(new Uint8Array(exports.memory.buffer, at, length));
      postMessage({ fault: text });
    },
  };
  exports = (await WebAssembly.instantiate(bytes, { page })).instance.exports;
  reply("start", data.start, 1);
}

// Messages from before the program's start wait for it.
let ready = null;
onmessage = ({ data }) => {
  if (data.program) ready = begin(data);
  else ready.then(() => reply("take", data.told, 1));
};
