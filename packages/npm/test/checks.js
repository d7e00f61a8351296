// What is checked of the package wherever it runs: the same in Node and in a browser. `vectors` are the files of known answers,
// {name: text}, and `wasm` is what the package's module exports. Returns the number of checks; throws at the first that fails.

function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

// The format is in tests/vectors/README.md.
function octets(text) {
  const pattern = text.match(/^ptn\((\d+)\)$/), repeat = text.match(/^repeat\((\w+),(\d+)\)$/);
  if (pattern) return Uint8Array.from({ length: Number(pattern[1]) }, (_, i) => i % 251);
  if (!repeat) return fromHex(text);
  const unit = fromHex(repeat[1]), all = new Uint8Array(unit.length * Number(repeat[2]));
  for (let i = 0; i < all.length; ++i) all[i] = unit[i % unit.length];
  return all;
}

function* records(text) {
  let record = { elements: [] };
  for (const line of `${text.trimEnd()}\n`.split("\n")) {
    if (line === "") {
      yield record;
      record = { elements: [] };
      continue;
    }
    const [, key, value] = line.match(/^(\w+) = ?(.*)$/);
    if (key === "Elem") record.elements.push(octets(value));
    else record[key] = value;
  }
}

export function run(simdkeccak, vectors, wasm) {
  const { algorithms, hash, hashMany, Hasher, toHex } = simdkeccak;
  let checks = 0;
  const equal = (got, expected, what) => {
    ++checks;
    const text = (value) => (value instanceof Uint8Array ? toHex(value) : String(value));
    if (text(got) !== text(expected)) throw new Error(`${what}: ${text(got).slice(0, 80)}, not ${text(expected).slice(0, 80)}`);
  };
  const throws = (type, act, what) => {
    ++checks;
    try {
      act();
    } catch (error) {
      if (error instanceof type) return;
      throw new Error(`${what}: ${error}`);
    }
    throw new Error(`${what} was accepted`);
  };

  // ---- Known answers: at once, in pieces, as a stream, and many side by side

  for (const [file, text] of Object.entries(vectors)) {
    const algorithm = algorithms.find((name) => file === name || file === `${name}-batch` || file === `${name}-ethereum`);
    if (algorithm === undefined) continue; // the permutation, chains, and messages that are too long
    const messages = [], digests = [];
    for (const record of records(text)) {
      const options = { length: record.OutLen === undefined ? undefined : Number(record.OutLen) };
      if (record.Key !== undefined) options.key = octets(record.Key);
      if (record.Custom !== undefined) options.customization = octets(record.Custom);
      if (record.FunctionName !== undefined) options.functionName = octets(record.FunctionName);
      if (record.BlockSize !== undefined) options.blockSize = Number(record.BlockSize);
      if (record.Domain !== undefined) options.domain = parseInt(record.Domain, 16);
      const tuple = algorithm.startsWith("tuplehash");
      const message = tuple ? record.elements : octets(record.Msg), expected = record.Out ?? record.OutTail;
      const digest = hash(algorithm, message, options), tail = digest.subarray(digest.length - expected.length / 2);
      equal(tail, fromHex(expected), `${file}, at once`);
      if (tuple) continue;
      const hasher = new Hasher(algorithm, options);
      const middle = message.length >> 1;
      hasher.update(message.subarray(0, middle)).update(message.subarray(middle));
      equal(hasher.digest(), digest, `${file}, in pieces`);
      if (/shake|xof|^kt/.test(algorithm)) {
        const reader = hasher.reader(), first = reader.read(digest.length >> 1), rest = reader.read(digest.length - first.length);
        equal(Uint8Array.of(...first.slice(-100), ...rest.slice(0, 100)),
              digest.slice(Math.max(0, first.length - 100), first.length + 100), `${file}, as a stream`);
        reader.free();
      }
      hasher.free();
      if (file.endsWith("-batch") && record.Custom === undefined && record.Domain === undefined) {
        messages.push(message);
        digests.push(digest);
      }
    }
    if (digests.length !== 0 && digests.every((d) => d.length === digests[0].length))
      hashMany(algorithm, messages, digests[0].length).forEach((digest, i) => equal(digest, digests[i], `${file}, side by side`));
  }

  // ---- The interface

  const abc = "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532";
  equal(toHex(simdkeccak.sha3_256("abc")), abc, "a function of its own");
  equal(toHex(hash("sha3-256", Uint8Array.of(97, 98, 99))), abc, "by name");
  equal(toHex(hash("sha3-256", Uint8Array.of(97, 98, 99).buffer)), abc, "an ArrayBuffer");
  equal(toHex(hash("sha3-256", new DataView(Uint8Array.of(0, 97, 98, 99).buffer, 1))), abc, "a view");
  equal(toHex(simdkeccak.keccak256("")), "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470", "Ethereum's hash");
  for (const [name, f] of [["keccak-512", "keccak512"], ["sha3-224", "sha3_224"], ["sha3-384", "sha3_384"], ["sha3-512", "sha3_512"],
                           ["shake128", "shake128"], ["shake256", "shake256"], ["turboshake128", "turboshake128"],
                           ["turboshake256", "turboshake256"], ["kt128", "kt128"], ["kt256", "kt256"]])
    equal(simdkeccak[f]("message"), hash(name, "message"), f);
  equal(simdkeccak.kmac256("key", "message", 20, "c"), hash("kmac256", "message", { key: "key", length: 20, customization: "c" }), "kmac256");
  equal(simdkeccak.kt128("message", 20, "c"), hash("kt128", "message", { length: 20, customization: "c" }), "kt128");
  equal(hash("shake128", "message", { length: 10000 }).length, 10000, "a long output");
  equal(hash("kmac128", "message", { key: "k", length: 0 }).length, 0, "no output");

  const long = Uint8Array.from({ length: 1 << 20 }, (_, i) => i * 7);
  for (const algorithm of ["sha3-256", "kt128", "parallelhash256"]) {
    const hasher = new Hasher(algorithm);
    for (const [from, to] of [[0, 1], [1, 8193], [8193, 300000], [300000, long.length]]) hasher.update(long.subarray(from, to));
    equal(hasher.digest(), hash(algorithm, long), `${algorithm} of a long message`);
    const state = hasher.save(), other = new Hasher(algorithm).resume(state);
    equal(other.update("more").digest(), hasher.update("more").digest(), `${algorithm}, resumed`);
    equal(hasher.reset().digest(), hash(algorithm, ""), `${algorithm}, reset`);
    state[20] ^= 1;
    throws(RangeError, () => other.resume(state), "a damaged state");
    hasher.free();
    throws(TypeError, () => hasher.update("x"), "a freed hasher");
    hasher.free();
    other.free();
  }
  const mixed = ["", "a", long, long.subarray(0, 136), ...Array.from({ length: 300 }, (_, i) => long.subarray(0, 7 * i))];
  hashMany("keccak-256", mixed).forEach((digest, i) => equal(digest, simdkeccak.keccak256(mixed[i]), `message ${i} of many`));
  equal(hashMany("sha3-256", []).length, 0, "none of many");

  throws(RangeError, () => hash("md5", ""), "an unknown algorithm");
  throws(RangeError, () => hash("sha3-256", "", { length: 31 }), "a length that SHA3-256 has not");
  throws(RangeError, () => hash("sha3-256", "", { key: "k" }), "a key for SHA3-256");
  throws(RangeError, () => hash("turboshake128", "", { domain: 0x80 }), "a domain byte out of range");
  throws(RangeError, () => hash("shake128", "", { length: -1 }), "a negative length");
  throws(RangeError, () => hash("shake128", "", { length: 1.5 }), "half a byte");
  throws(TypeError, () => hash("sha3-256", 5), "a number for a message");
  throws(TypeError, () => hash("sha3-256", "", { lenght: 32 }), "a misspelt option");
  throws(RangeError, () => new Hasher("sha3-256").reader(), "a stream of SHA3-256");
  throws(RangeError, () => hashMany("sha3-256", ["x"], 33), "a length of many that SHA3-256 has not");

  // ---- Lengths that 32 bits do not hold

  const many = 2 ** 32 + 32;
  for (const [algorithm, options] of [["sha3-256"], ["shake128"], ["kt128"], ["kmac128", { key: "k" }]]) {
    const hasher = new Hasher(algorithm, options);
    for (const length of [many, 2 ** 31, 2 ** 53 - 1]) throws(RangeError, () => hasher.digest(length), `${algorithm}, ${length} bytes`);
    hasher.free();
    throws(RangeError, () => hash(algorithm, "", { ...options, length: many }), `${algorithm} at once, ${many} bytes`);
    if (options === undefined) throws(RangeError, () => hashMany(algorithm, ["a", "b"], many), `${algorithm} of many, ${many} bytes`);
  }
  throws(RangeError, () => simdkeccak.shake128("", many), "shake128");
  const stream = new Hasher("shake128").reader();
  throws(RangeError, () => stream.read(2 ** 53 - 1), "a stream that no array holds");
  throws(TypeError, () => new simdkeccak.Reader(1024), "a reader of any address");

  // ---- Many messages

  const repeated = function* (n, message) { for (let i = 0; i < n; ++i) yield message; };
  const sameAs = (digests, n, expected, what) => {
    equal(digests.length, n, what);
    equal(digests.filter((d) => toHex(d) !== toHex(expected)).length, 0, what);
  };
  sameAs(hashMany("keccak-256", repeated(5000, "")), 5000, simdkeccak.keccak256(""), "empty messages");
  sameAs(hashMany("shake128", repeated(40, "x"), 100000), 40, simdkeccak.shake128("x", 100000), "long outputs");
  sameAs(hashMany("shake128", repeated(3, "x"), 2 << 20), 3, simdkeccak.shake128("x", 2 << 20), "outputs of two megabytes");
  sameAs(hashMany("shake128", repeated(3, "x"), 0), 3, "", "no outputs");
  const reused = function* (from, to) {
    const array = new Uint8Array(40);
    for (let i = from; i < to; ++i) yield array.fill(i);
  };
  const filled = (i) => simdkeccak.keccak256(new Uint8Array(40).fill(i));
  hashMany("keccak-256", reused(0, 100)).forEach((digest, i) => equal(digest, filled(i), "one array for all messages"));
  const within = function* () {
    for (const message of reused(0, 100)) {
      yield message;
      simdkeccak.keccak256(long.subarray(0, 30000));
      hashMany("sha3-256", reused(100, 110));
    }
  };
  hashMany("keccak-256", within()).forEach((digest, i) => equal(digest, filled(i), "an iterator that hashes"));
  const broken = function* () { yield "a"; throw new SyntaxError(); };
  for (let i = 0; i < 3; ++i) throws(SyntaxError, () => hashMany("shake128", broken(), 1000), "an iterator that throws");
  const pages = wasm.memory.buffer.byteLength;
  for (let i = 0; i < 100; ++i) throws(SyntaxError, () => hashMany("shake128", broken(), 1000), "an iterator that throws");
  equal(wasm.memory.buffer.byteLength, pages, "what is freed if the iterator throws");

  // ---- Keys

  for (const name of ["kmac128", "kmac256"]) {
    throws(TypeError, () => simdkeccak[name](undefined, "m"), `${name} without a key`);
    throws(TypeError, () => hash(name, "m"), `${name} by name without a key`);
    throws(TypeError, () => hash(name, "m", {}), `${name} by name without a key among the options`);
    throws(TypeError, () => hashMany(name, ["m"]), `${name} of many without a key`);
    throws(TypeError, () => new Hasher(`${name.slice(0, 4)}xof${name.slice(4)}`), `${name}'s stream without a key`);
    throws(TypeError, () => simdkeccak[name](null, "m"), `${name} with null for a key`);
    equal(simdkeccak[name]("", "m"), hash(name, "m", { key: "" }), `${name} with the empty key`);
  }
  const holds = (secret) => {
    const all = new Uint8Array(wasm.memory.buffer), first = secret[0];
    for (let at = all.indexOf(first); at !== -1; at = all.indexOf(first, at + 1)) if (secret.every((byte, i) => all[at + i] === byte)) return true;
    return false;
  };
  const secret = (name) => simdkeccak.shake128(name, 24);
  for (const length of [64, 5000]) {
    const key = secret("key"), message = new Uint8Array(50000);
    for (let at = 0; at < message.length; at += 1000) message.set(secret("message"), at);
    const mac = new Hasher("kmacxof256", { key, customization: "c" }).update(message), state = mac.save();
    mac.resume(state);
    const digest = mac.digest(length), reader = mac.reader();
    equal(reader.read(length), digest, "a stream under a key");
    reader.free();
    equal(holds(key), true, "the search for secrets");
    mac.free();
    equal([key, secret("message"), digest.subarray(0, 24), digest.subarray(-24)].map(holds), "false,false,false,false", "what free() leaves");
  }
  if (typeof process === "object") { // browsers may not have so large arrays
    const key = secret("another key");
    throws(RangeError, () => new Hasher("kmac128", { key, customization: new Uint8Array(2 ** 31) }), "a customization of 2 GiB");
    equal(holds(key), false, "the key, after the constructor failed");
  }
  return checks;
}
