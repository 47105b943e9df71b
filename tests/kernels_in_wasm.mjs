// Runs kernels in WebAssembly on arrays that Python wrote: node tests/kernels_in_wasm.mjs FOLDER
// FOLDER/calls.json lists calls: the module's file, the function, its words, and the file of the memory from BASE on.
// The memory afterwards goes to the same file with .after, the results to FOLDER/results.json.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder] = process.argv.slice(2);
const read = (name) => readFileSync(join(folder, name));
const { base, calls } = JSON.parse(read("calls.json"));
const compiled = {};
const results = calls.map(({ module, name, words, image }) => {
  compiled[module] ??= new WebAssembly.Module(read(module));
  const bytes = read(image);
  const memory = new WebAssembly.Memory({ initial: Math.ceil((base + bytes.length) / 65536) });
  new Uint8Array(memory.buffer).set(bytes, base);
  const instance = new WebAssembly.Instance(compiled[module], { env: { memory } });
  const found = instance.exports[name](...words.map(BigInt));
  writeFileSync(join(folder, `${image}.after`), new Uint8Array(memory.buffer, base, bytes.length));
  return String(found);
});
writeFileSync(join(folder, "results.json"), JSON.stringify(results));
