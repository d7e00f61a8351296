#!/usr/bin/env node
// Builds the package: packages/npm/build.mjs [FOLDER], default build/npm. Needs clang and lld for wasm32, wasi-libc and libc++.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url)), root = resolve(here, "../..");
const folder = resolve(process.argv[2] ?? join(root, "build/npm")), work = join(folder, "objects");
const packaged = join(folder, "package");

const compiler = ["clang++-22", "clang++-19", "clang++"].find((name) => {
  try {
    execFileSync(name, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});
if (compiler === undefined) throw new Error("no clang++ on the path");

const header = readFileSync(join(root, "include/simdkeccak/simdkeccak.h"), "utf8");
// The part of the C interface that the package uses.
const exported = ["malloc", "free", ...readFileSync(join(here, "src/index.js"), "utf8").match(/(?<=wasm\.)simdkeccak_\w+/g)];
const rest = ["any_hasher", "batch", "c_api", "cpu", "dispatch", "executor", "tree"].map((name) => join(root, `src/${name}.cpp`));
const kernels = ["wasm", "wasm128"].map((name) => join(root, `src/kernels/${name}.cpp`));
const common = ["--target=wasm32-wasip1", "-std=c++20", "-fno-exceptions", "-fno-rtti", "-mbulk-memory", "-DNDEBUG",
                "-fvisibility=hidden", "-isystem", "/usr/include/wasm32-wasi/c++/v1", "-isystem", "/usr/include/wasm32-wasi",
                "-I", join(root, "include"), "-Wno-pragma-system-header-outside-header"];

// Kernels for speed, each as the compiler makes it alone; the rest as said, and small by optimising it when it is linked.
function build(name, flags, optimise) {
  const objects = [...kernels, ...rest, join(here, "src/module.cpp")].map((source, i) => {
    const object = join(work, `${name}-${i}.o`);
    const how = kernels.includes(source) ? ["-O3"] : [optimise(source), "-flto"];
    execFileSync(compiler, [...common, ...flags, ...how, "-c", source, "-o", object]);
    return object;
  });
  const module = join(work, `${name}.wasm`);
  execFileSync(compiler, ["--target=wasm32-wasip1", "-nostdlib", "-L/usr/lib/wasm32-wasi", "-Wl,--no-entry", "-Wl,--strip-all",
                          "-Wl,-z,stack-size=524288", "-Wl,--compress-relocations",
                          ...[...new Set(exported)].map((f) => `-Wl,--export=${f}`), ...objects, "-lc", "-o", module]);
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(module)));
  if (imports.length !== 0) throw new Error(`the module imports ${imports.map((i) => i.name)}`);
  // Chrome before 96 takes the index of a call's table only as one byte; --compress-relocations makes it one.
  if (/\x11[\x80-\xff]{0,4}[\x00-\x7f]\x80\x80\x80\x80\x00/.test(readFileSync(module, "latin1"))) throw new Error("call_indirect is overlong");
  return readFileSync(module);
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
mkdirSync(packaged, { recursive: true });
const packed = (module) => deflateSync(module, { level: 9 }).toString("base64");
// The one-shot functions are in c_api.cpp.
const simd128 = packed(build("simd128", ["-msimd128"], (source) => (source.endsWith("c_api.cpp") ? "-O2" : "-Os")));
const scalar = packed(build("scalar", [], () => "-Oz"));
writeFileSync(join(packaged, "wasm.js"), `export const simd128 = "${simd128}";\nexport const scalar = "${scalar}";\n`);
for (const file of ["index.js", "index.d.ts", "module.js"]) copyFileSync(join(here, "src", file), join(packaged, file));
for (const file of ["package.json", "README.md"]) copyFileSync(join(here, file), join(packaged, file));
for (const file of ["LICENSE", "LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(root, file), join(packaged, file));
const version = header.match(/SIMDKECCAK_VERSION "([^"]+)"/)[1];
if (JSON.parse(readFileSync(join(packaged, "package.json"))).version !== version) throw new Error(`package.json should say ${version}`);
execFileSync("npm", ["pack", "--pack-destination", folder, "--loglevel=error"], { cwd: packaged, stdio: ["ignore", "ignore", "inherit"] });
const tarball = join(folder, `simdkeccak-${version}.tgz`);
const size = readFileSync(tarball).length;
if (!existsSync(tarball) || size > 60 * 1024) throw new Error(`${tarball} has ${size} bytes; it should stay below 60 KiB`);
console.log(`${tarball}: ${size} bytes`);
