#!/usr/bin/env node
// Installs a packed tarball in an empty folder and checks it there, in Node and in Chromium: test/run.mjs TARBALL [node|chromium]
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url)), vectorFolder = resolve(here, "../../../tests/vectors");
const tarball = resolve(process.argv[2]), where = process.argv[3] ?? "node";
const folder = mkdtempSync(join(tmpdir(), "simdkeccak-"));
// Again while a browser that was told to end still writes into its profile.
process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

writeFileSync(join(folder, "package.json"), '{ "name": "empty", "private": true, "type": "module" }');
execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", tarball], { cwd: folder, stdio: "inherit" });
const installed = join(folder, "node_modules/simdkeccak");
for (const text of ["LICENSE", "LICENSE-MIT", "LICENSE-APACHE"])
  if (!existsSync(join(installed, text))) throw new Error(`${text} is not in the package`);
const vectors = () => Object.fromEntries(readdirSync(vectorFolder).filter((name) => name.endsWith(".txt"))
  .map((name) => [name.slice(0, -4), readFileSync(join(vectorFolder, name), "utf8")]));

async function inNode(backend) {
  writeFileSync(join(folder, "main.js"), `
    ${backend === "wasm" ? "WebAssembly.validate = () => false;" : ""}
    const simdkeccak = await import("simdkeccak");
    const { run } = await import(${JSON.stringify(pathToFileURL(join(here, "checks.js")).href)});
    const vectors = JSON.parse((await import("node:fs")).readFileSync("vectors.json", "utf8"));
    const { wasm } = await import(${JSON.stringify(pathToFileURL(join(realpathSync(installed), "module.js")).href)});
    const { runInNewContext } = await import("node:vm");
    const foreign = runInNewContext("Uint8Array.of(97, 98, 99).buffer");
    if (simdkeccak.toHex(simdkeccak.sha3_256(foreign)) !== simdkeccak.toHex(simdkeccak.sha3_256("abc"))) throw new Error("another realm's ArrayBuffer");
    console.log(JSON.stringify({ checks: run(simdkeccak, vectors, wasm), backend: simdkeccak.backend }));`);
  writeFileSync(join(folder, "vectors.json"), JSON.stringify(vectors()));
  return JSON.parse(execFileSync(process.execPath, ["main.js"], { cwd: folder, encoding: "utf8" }));
}

async function inChromium() {
  const page = `<!doctype html><title>simdkeccak</title><script type="importmap">{"imports": {"simdkeccak": "/package/index.js"}}</script>
    <script type="module">
      const say = (result) => fetch("/result", { method: "POST", body: JSON.stringify(result) });
      try {
        const [simdkeccak, { run }, vectors, { wasm }] = await Promise.all([
          import("simdkeccak"), import("/checks.js"), fetch("/vectors").then((r) => r.json()),
          import("/package/module.js")]);
        await say({ checks: run(simdkeccak, vectors, wasm), backend: simdkeccak.backend, engine: navigator.userAgent });
      } catch (error) { await say({ error: String(error.stack) }); }
    </script>`;
  const files = { "/checks.js": join(here, "checks.js") };
  for (const name of readdirSync(installed)) files[`/package/${name}`] = join(installed, name);
  let told;
  const result = new Promise((done) => (told = done));
  const server = createServer((request, response) => {
    const send = (type, body) => response.writeHead(200, { "content-type": type }).end(body);
    if (request.url === "/") return send("text/html", page);
    if (request.url === "/vectors") return send("application/json", JSON.stringify(vectors()));
    if (request.url in files) return send("text/javascript", readFileSync(files[request.url]));
    if (request.url !== "/result") return response.writeHead(404).end();
    let body = "";
    request.on("data", (piece) => (body += piece)).on("end", () => { send("text/plain", ""); told(JSON.parse(body)); });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const browser = spawn("chromium", ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    `--user-data-dir=${join(folder, "profile")}`, `http://127.0.0.1:${server.address().port}/`], { stdio: "ignore" });
  const failed = new Promise((_, fail) => {
    browser.on("error", fail);
    browser.on("exit", () => fail(new Error("Chromium ended without a result")));
    setTimeout(() => fail(new Error("no result from Chromium in two minutes")), 120000).unref();
  });
  try {
    return await Promise.race([result, failed]);
  } finally {
    browser.removeAllListeners("exit");
    browser.kill("SIGKILL");
    await new Promise((done) => (browser.exitCode !== null || browser.signalCode !== null ? done() : browser.once("exit", done)));
    server.close();
    server.closeAllConnections();
  }
}

const result = where === "chromium" ? await inChromium() : await inNode(where);
if (result.error) throw new Error(result.error);
if (!(result.checks > 5000)) throw new Error(`only ${result.checks} checks`);
console.log(JSON.stringify(result));
