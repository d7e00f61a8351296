// What is checked of the package wherever it runs: the same in Node and in a browser. `vectors` are the files of known answers,
// {name: text}. Returns the number of checks; throws at the first that fails.

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

export function run(simdkeccak, vectors) {
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
  return checks;
}
