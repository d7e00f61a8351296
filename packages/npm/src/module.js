// Loads the WebAssembly module: with SIMD where the engine has it. After this, everything is synchronous.
import { scalar, simd128 } from "./wasm.js";

// A module that uses i8x16.popcnt.
const simd128Probe = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

// Without SIMD are engines before 2021, and newer ones on CPUs before SSE4.1.
const module = await unpacked(WebAssembly.validate(simd128Probe) ? simd128 : scalar);
const { instance } = await WebAssembly.instantiate(module, {});
export const wasm = instance.exports;
wasm._initialize?.();
