#!/usr/bin/env node
// The package beside what people use: packages/npm/bench/compare.mjs TARBALL [--quick]. Installs all into an empty folder.
//
// Contenders take turns in one process; the least time of many samples counts. Every digest is compared before it is timed.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url)), quick = process.argv.includes("--quick");
if (process.argv[2] !== "--inside") {
  const tarball = resolve(process.argv[2]), folder = mkdtempSync(join(tmpdir(), "simdkeccak-bench-"));
  try {
    copyFileSync(join(here, "package.json"), join(folder, "package.json"));
    copyFileSync(fileURLToPath(import.meta.url), join(folder, "compare.mjs"));
    const npm = (...more) => execFileSync("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error", ...more],
                                          { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    npm();
    npm("--no-save", tarball);
    execFileSync(process.execPath, [join(folder, "compare.mjs"), "--inside", ...process.argv.slice(3)], { stdio: "inherit" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit(0);
}

const ours = await import("simdkeccak");
const noble = await import("@noble/hashes/sha3.js"), addons = await import("@noble/hashes/sha3-addons.js");
const { createKeccak, createSHA3 } = await import("hash-wasm");
const js = (await import("js-sha3")).default;
// hash-wasm's fastest way for many messages: one object made ahead, and synchronous.
const keccak = await createKeccak(256), sha3 = await createSHA3(256);
const rows = {
  "Keccak-256": {
    simdkeccak: (m) => ours.keccak256(m),
    "hash-wasm": (m) => keccak.init().update(m).digest("binary"),
    "@noble/hashes": (m) => noble.keccak_256(m),
    "js-sha3": (m) => new Uint8Array(js.keccak256.arrayBuffer(m)),
  },
  "SHA3-256": {
    simdkeccak: (m) => ours.sha3_256(m),
    "hash-wasm": (m) => sha3.init().update(m).digest("binary"),
    "@noble/hashes": (m) => noble.sha3_256(m),
    "js-sha3": (m) => new Uint8Array(js.sha3_256.arrayBuffer(m)),
  },
  "KT128": { simdkeccak: (m) => ours.kt128(m), "@noble/hashes": (m) => addons.kt128(m) },
};
const batch = 64;
const many = {
  simdkeccak: (ms) => ours.hashMany("keccak-256", ms),
  "one by one": (ms) => ms.map((m) => ours.keccak256(m)),
  "hash-wasm": (ms) => ms.map((m) => keccak.init().update(m).digest("binary")),
};

function measure(contenders, argument, size) {
  const digests = Object.values(contenders).map((f) => Buffer.from([f(argument)].flat().map((d) => ours.toHex(d)).join()).toString());
  if (digests.some((d) => d !== digests[0])) throw new Error(`digests differ at ${size} bytes`);
  const least = {}, calls = {};
  for (const [name, f] of Object.entries(contenders)) {
    const until = performance.now() + 100; // long enough for the engine's optimising compiler
    let n = 0;
    for (; performance.now() < until; ++n) f(argument);
    calls[name] = Math.max(1, Math.round(n / 100));
  }
  for (let sample = 0; sample < (quick ? 30 : 300); ++sample)
    for (const [name, f] of Object.entries(contenders)) {
      const start = performance.now();
      for (let i = 0; i < calls[name]; ++i) f(argument);
      const time = (performance.now() - start) / calls[name];
      least[name] = Math.min(least[name] ?? Infinity, time);
    }
  return least;
}

const text = (ms) => (ms < 1e-3 ? `${(ms * 1e6).toFixed(0)} ns` : ms < 1 ? `${(ms * 1e3).toFixed(2)} µs` : `${ms.toFixed(2)} ms`);
console.log(`Node ${process.version}, V8 ${process.versions.v8}, backend ${ours.backend}\n`);
console.log("| | bytes | simdkeccak | hash-wasm | @noble/hashes | js-sha3 | of the best other |\n|---|---|---|---|---|---|---|");
for (const [algorithm, contenders] of Object.entries(rows))
  for (const size of [32, 1024, 1 << 20]) {
    const least = measure(contenders, Uint8Array.from({ length: size }, (_, i) => i * 7), size);
    const best = Math.min(...Object.entries(least).filter(([name]) => name !== "simdkeccak").map(([, time]) => time));
    const cells = ["simdkeccak", "hash-wasm", "@noble/hashes", "js-sha3"].map((name) => (least[name] ? text(least[name]) : "-"));
    console.log(`| ${algorithm} | ${size} | ${cells.join(" | ")} | ${(least.simdkeccak / best).toFixed(2)} |`);
  }
console.log("\n| Keccak-256 of 64 messages, each of | hashMany | one by one | hash-wasm | of the best other |\n|---|---|---|---|---|");
for (const size of [32, 1024]) {
  const messages = Array.from({ length: batch }, (_, k) => Uint8Array.from({ length: size }, (_, i) => i * 7 + k));
  const least = measure(many, messages, size);
  const cells = Object.values(least).map((time) => text(time / batch));
  console.log(`| ${size} bytes | ${cells.join(" | ")} | ${(least.simdkeccak / Math.min(least["one by one"], least["hash-wasm"])).toFixed(2)} |`);
}
