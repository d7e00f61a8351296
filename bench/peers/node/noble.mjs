// @noble/hashes: plain JavaScript.
import { blake3 } from "@noble/hashes/blake3.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256, sha3_256, sha3_512, shake128, shake256 } from "@noble/hashes/sha3.js";
import { kt128, kt256, turboshake128, turboshake256 } from "@noble/hashes/sha3-addons.js";

import { serve, version } from "./contender.mjs";

await serve("js-noble", version("@noble/hashes"), {
  "keccak-256": keccak_256,
  "sha3-256": sha3_256,
  "sha3-512": sha3_512,
  "shake128": (message) => shake128(message, { dkLen: 32 }),
  "shake256": (message) => shake256(message, { dkLen: 64 }),
  "turboshake128": (message) => turboshake128(message, { dkLen: 32 }),
  "turboshake256": (message) => turboshake256(message, { dkLen: 64 }),
  "kt128": (message) => kt128(message, { dkLen: 32 }),
  "kt256": (message) => kt256(message, { dkLen: 64 }),
  "blake3": blake3,
  "sha-256": sha256,
});
