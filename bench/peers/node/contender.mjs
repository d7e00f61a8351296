// What a contender in JavaScript is made of: its table of algorithms, and the loop that answers requests (../README.md,
// Protocol).
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

// The version of a package that package.json asks for; each is pinned.
export function version(name) {
  const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url)));
  return `${name} ${dependencies[name]}, Node ${process.versions.node}`;
}

function answer({ algorithm, size = 0, messages: count = 1, min_ns: minimum = 0, iterations = 1 }, algorithms) {
  const hash = algorithms[algorithm];
  if (hash === undefined) throw new Error(`no algorithm of that name: ${algorithm}`);
  const messages = Array.from({ length: count }, (_, j) => {
    const message = new Uint8Array(size);
    for (let i = 0; i < size; ++i) message[i] = (i + j) % 251;
    return message;
  });
  const digests = messages.map((message) => hash(message));
  for (;;) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < iterations; ++i) {
      for (let j = 0; j < count; ++j) digests[j] = hash(messages[j]);
    }
    const elapsed = Number(process.hrtime.bigint() - start);
    if (elapsed >= minimum) {
      return { ns: elapsed / iterations / count, iterations, digest: Buffer.concat(digests).toString("hex") };
    }
    iterations *= 2;
  }
}

// Describes itself, then answers requests until the input ends; with --describe, only the first.
export async function serve(contender, version, algorithms) {
  const say = (line) => process.stdout.write(JSON.stringify(line) + "\n");
  say({ contender, version, language: "JavaScript", algorithms: Object.keys(algorithms) });
  if (process.argv.includes("--describe")) return;
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      say(answer(JSON.parse(line), algorithms));
    } catch (error) {
      say({ error: String(error) });
    }
  }
}
