// hash-wasm: C compiled to WebAssembly; one hasher an algorithm, reused.
import { createBLAKE3, createKeccak, createSHA256, createSHA3 } from "hash-wasm";

import { serve, version } from "./contender.mjs";

const reused = (hasher) => (message) => hasher.init().update(message).digest("binary");

await serve("js-hash-wasm", version("hash-wasm"), {
  "keccak-256": reused(await createKeccak(256)),
  "sha3-256": reused(await createSHA3(256)),
  "sha3-512": reused(await createSHA3(512)),
  "blake3": reused(await createBLAKE3()),
  "sha-256": reused(await createSHA256()),
});
