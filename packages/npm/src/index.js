// simdkeccak for JavaScript: the library's C interface in WebAssembly, and what makes it pleasant.
import { wasm } from "./module.js";

// ---- Memory of the module -------------------------------------------------------------------------------------------

let bytes = new Uint8Array(wasm.memory.buffer);
let view = new DataView(wasm.memory.buffer);
function refresh() {
  bytes = new Uint8Array(wasm.memory.buffer);
  view = new DataView(wasm.memory.buffer);
}
// Addresses and sizes are 32 bits in the module, which would take a larger number without its upper bits.
function allocate(size) {
  const at = size <= 0x7FFFFFFF ? wasm.malloc(size) >>> 0 : 0;
  if (at === 0) throw new RangeError("simdkeccak: out of memory");
  if (bytes.buffer !== wasm.memory.buffer) refresh(); // it grew
  return at;
}

const encoder = new TextEncoder();
const bufferSize = 1 << 15; // a message passes through it: four leaves of KangarooTwelve, and it stays in the fastest cache
const buffer = allocate(bufferSize);
const outSize = 1 << 12;
const out = allocate(outSize);
const saved = allocate(655 + 4);
const parameters = allocate(40);

// Text is hashed as UTF-8.
function toBytes(data, what = "the message") {
  if (data instanceof Uint8Array) return data;
  if (typeof data === "string") return encoder.encode(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  try {
    return new Uint8Array(new DataView(data).buffer); // takes buffers alone, shared ones and other realms' too
  } catch {
    throw new TypeError(`simdkeccak: ${what} must be a string, an ArrayBuffer or a view of one`);
  }
}

function cString(at) {
  let end = at;
  while (bytes[end] !== 0) ++end;
  return String.fromCharCode(...bytes.subarray(at, end));
}

function put(data) {
  const at = allocate(Math.max(1, data.length));
  bytes.set(data, at);
  return at;
}

function check(status) {
  if (status !== 0) throw new RangeError(`simdkeccak: ${cString(wasm.simdkeccak_status_text(status))}`);
}

// Calls act(size) with each piece of `data`, of at most `most` bytes, in the buffer.
function inPieces(data, most, act) {
  for (let from = 0; from < data.length; from += most) {
    const piece = data.subarray(from, from + most);
    bytes.set(piece, buffer);
    act(piece.length);
  }
}

// What was at `at`, and is there no more.
function take(at, size) {
  const taken = bytes.slice(at, at + size);
  bytes.fill(0, at, at + size);
  return taken;
}

// A new array of `length` bytes that produce(at, n) fills, up to outSize bytes at a time.
function collect(length, produce) {
  if (length <= outSize) {
    produce(out, length);
    return take(out, length);
  }
  const all = new Uint8Array(length);
  for (let from = 0; from < length; from += outSize) {
    const n = Math.min(outSize, length - from);
    produce(out, n);
    all.set(bytes.subarray(out, out + n), from);
  }
  bytes.fill(0, out, out + outSize);
  return all;
}

// ---- Algorithms -----------------------------------------------------------------------------------------------------

// name -> {at: its name in the module's memory, length: of the digest by default, keyed, tuple, piece: of a long message}
const table = new Map();
for (let i = 0; i < wasm.simdkeccak_algorithm_count(); ++i) {
  const at = wasm.simdkeccak_algorithm_name(i), name = cString(at);
  const tree = /^(kt|parallelhash)/.test(name), block = 200 - name.match(/\d+$/)[0] / 4;
  table.set(name, { at, length: wasm.simdkeccak_default_length(at), keyed: name.startsWith("kmac"),
                    tuple: name.startsWith("tuplehash"), piece: tree ? bufferSize : bufferSize - bufferSize % block });
}
export const algorithms = Object.freeze([...table.keys()]);
export const version = cString(wasm.simdkeccak_version());
export const backend = cString(wasm.simdkeccak_active_backend());

function find(algorithm) {
  const found = table.get(algorithm);
  if (found === undefined) throw new RangeError(`simdkeccak: no algorithm ${JSON.stringify(algorithm)}`);
  return found;
}

function checkLength(length) {
  if (!Number.isSafeInteger(length) || length < 0) throw new RangeError("simdkeccak: length must be a number of bytes");
  return length;
}

// Without this it would be a MAC that everyone can make: that under the empty key.
function checkKey(algorithm, key) {
  if (key === undefined) throw new TypeError(`simdkeccak: ${algorithm} needs a key`);
}

const optionNames = new Set(["length", "key", "customization", "functionName", "blockSize", "domain"]);

// ---- Messages in pieces ---------------------------------------------------------------------------------------------

const hasherSize = 1024, readerSize = 320;
const owners = new FinalizationRegistry((free) => free());
const inside = Symbol(); // who has it may pass addresses

export class Hasher {
  #at = 0;
  #length;
  #algorithm;
  #found;
  #kept = [];

  constructor(algorithm, options = {}) {
    const found = find(algorithm);
    for (const name of Object.keys(options))
      if (!optionNames.has(name)) throw new TypeError(`simdkeccak: unknown option ${JSON.stringify(name)}`);
    this.#algorithm = algorithm;
    this.#found = found;
    this.#length = options.length === undefined ? found.length : checkLength(options.length);
    if (found.keyed) checkKey(algorithm, options.key);
    const fields = [[options.key, 0, "key"], [options.customization, 8, "customization"],
                    [options.functionName, 16, "functionName"]].filter(([value]) => value !== undefined)
                    .map(([value, field, name]) => [toBytes(value, name), field]);
    const blockSize = options.blockSize ?? 0, domain = options.domain ?? 0;
    if (!Number.isSafeInteger(blockSize) || blockSize < 0) throw new RangeError("simdkeccak: blockSize must be a number of bytes");
    if (!Number.isSafeInteger(domain) || domain < 0 || domain > 0xFFFFFFFF) throw new RangeError("simdkeccak: no such domain byte");
    bytes.fill(0, parameters, parameters + 40);
    try {
      for (const [data, field] of fields) {
        const kept = put(data);
        this.#kept.push([kept, data.length]);
        view.setUint32(parameters + field, kept, true);
        view.setUint32(parameters + field + 4, data.length, true);
      }
      view.setBigUint64(parameters + 24, BigInt(blockSize), true);
      view.setUint32(parameters + 32, domain, true);
      this.#at = allocate(hasherSize);
      check(wasm.simdkeccak_init(this.#at, found.at, parameters));
    } catch (error) {
      release(this.#at, this.#kept);
      throw error;
    }
    own(this, this.#at, this.#kept, wasm.simdkeccak_clear);
  }

  get algorithm() {
    return this.#algorithm;
  }

  // The next piece of the message; for TupleHash one whole element.
  update(piece) {
    const at = this.#here(), data = toBytes(piece), { keyed, tuple, piece: most } = this.#found;
    if (tuple) {
      wasm.simdkeccak_begin_element(at, BigInt(data.length));
      inPieces(data, most, (n) => wasm.simdkeccak_extend(at, buffer, n));
    } else {
      inPieces(data, most, (n) => wasm.simdkeccak_update(at, buffer, n));
    }
    if (keyed) bytes.fill(0, buffer, buffer + Math.min(data.length, most));
    return this;
  }

  // Of the message so far; the hasher can go on.
  digest(length = this.#length) {
    const at = this.#here();
    checkLength(length);
    if (length <= outSize) {
      check(wasm.simdkeccak_digest(at, out, length));
      return take(out, length);
    }
    const whole = allocate(length); // the output's length may be part of the function
    try {
      check(wasm.simdkeccak_digest(at, whole, length));
      return take(whole, length);
    } finally {
      wasm.free(whole);
    }
  }

  // The output for the message so far as a stream; only of an extendable function.
  reader() {
    return new Reader(inside, this.#here());
  }

  reset() {
    wasm.simdkeccak_reset(this.#here());
    return this;
  }

  // A byte string that resumes the message on any machine, in any language.
  save() {
    check(wasm.simdkeccak_save(this.#here(), saved, 655, saved + 656));
    return take(saved, view.getUint32(saved + 656, true));
  }
  resume(state) {
    const data = toBytes(state, "the saved state");
    if (data.length > 655) throw new RangeError("simdkeccak: no saved state is that long");
    const at = this.#here();
    bytes.set(data, saved);
    const status = wasm.simdkeccak_resume(at, saved, data.length);
    bytes.fill(0, saved, saved + data.length);
    check(status);
    return this;
  }

  // Overwrites the hasher's memory and gives it back. Without this it happens some time after the object was last used.
  free() {
    if (this.#at !== 0) disown(this, this.#at, this.#kept, wasm.simdkeccak_clear);
    this.#at = 0;
  }

  #here() {
    if (this.#at === 0) throw new TypeError("simdkeccak: this hasher was freed");
    return this.#at;
  }
}

export class Reader {
  #at;

  constructor(caller, hasher) {
    if (caller !== inside) throw new TypeError("simdkeccak: readers come from Hasher.reader()");
    const at = allocate(readerSize), status = wasm.simdkeccak_read(hasher, at);
    if (status !== 0) {
      wasm.free(at);
      check(status);
    }
    this.#at = at;
    own(this, at, [], wasm.simdkeccak_reader_clear);
  }

  // The next `length` bytes of the output.
  read(length) {
    if (this.#at === 0) throw new TypeError("simdkeccak: this reader was freed");
    return collect(checkLength(length), (to, n) => wasm.simdkeccak_squeeze(this.#at, to, n));
  }

  free() {
    if (this.#at !== 0) disown(this, this.#at, [], wasm.simdkeccak_reader_clear);
    this.#at = 0;
  }
}

function release(at, kept) {
  for (const [p, size] of kept) {
    bytes.fill(0, p, p + size); // it may have been a key
    wasm.free(p);
  }
  wasm.free(at);
}
function own(object, at, kept, clear) {
  owners.register(object, () => { clear(at); release(at, kept); }, object);
}
function disown(object, at, kept, clear) {
  owners.unregister(object);
  clear(at);
  release(at, kept);
}

// ---- One message at once --------------------------------------------------------------------------------------------

export function hash(algorithm, message, options) {
  if (options === undefined) return plain(find(algorithm), algorithm, message);
  const hasher = new Hasher(algorithm, options);
  try {
    if (table.get(algorithm).tuple && Array.isArray(message)) {
      for (const element of message) hasher.update(element);
    } else {
      hasher.update(message);
    }
    return hasher.digest();
  } finally {
    hasher.free();
  }
}

function plain({ at, length, keyed, tuple }, algorithm, message) {
  if (Array.isArray(message)) return hash(algorithm, message, {});
  const data = toBytes(message);
  if (data.length > bufferSize || keyed || tuple) return hash(algorithm, data, {});
  bytes.set(data, buffer);
  check(wasm.simdkeccak_hash(at, buffer, data.length, out, length));
  return bytes.slice(out, out + length);
}

// A function of its own in the module, and no name to look up.
const fixed = (algorithm, function_, length) => (message) => {
  const data = message instanceof Uint8Array ? message : toBytes(message);
  if (data.length > bufferSize) return hash(algorithm, data, {});
  bytes.set(data, buffer);
  function_(buffer, data.length, out);
  return bytes.slice(out, out + length);
};
export const keccak256 = fixed("keccak-256", wasm.simdkeccak_keccak_256, 32); // Ethereum's hash
export const keccak512 = fixed("keccak-512", wasm.simdkeccak_keccak_512, 64);
export const sha3_224 = fixed("sha3-224", wasm.simdkeccak_sha3_224, 28);
export const sha3_256 = fixed("sha3-256", wasm.simdkeccak_sha3_256, 32);
export const sha3_384 = fixed("sha3-384", wasm.simdkeccak_sha3_384, 48);
export const sha3_512 = fixed("sha3-512", wasm.simdkeccak_sha3_512, 64);

const extendable = (algorithm) => (message, length) => hash(algorithm, message, length === undefined ? undefined : { length });
export const shake128 = extendable("shake128");
export const shake256 = extendable("shake256");
export const turboshake128 = extendable("turboshake128");
export const turboshake256 = extendable("turboshake256");
const customizable = (algorithm) => (message, length, customization) =>
  hash(algorithm, message, length === undefined && customization === undefined ? undefined : { length, customization });
export const kt128 = customizable("kt128");
export const kt256 = customizable("kt256");
const keyed = (algorithm) => (key, message, length, customization) => hash(algorithm, message, { key, length, customization });
export const kmac128 = keyed("kmac128");
export const kmac256 = keyed("kmac256");

// ---- Many messages at once ------------------------------------------------------------------------------------------

const mostMessages = 1 << 10, mostOutput = 1 << 20; // of a group

// The digests of all messages, several side by side.
export function hashMany(algorithm, messages, length) {
  const found = find(algorithm), size = length === undefined ? found.length : checkLength(length);
  if (found.keyed) checkKey(algorithm);
  const most = Math.min(mostMessages, Math.floor(mostOutput / Math.max(1, size))); // 0: each message alone
  // A group is copied as it comes, since the next message may be in the same array, and into memory of this call, since the
  // iterator may hash. Its pointers, sizes and digests are behind it.
  const group = allocate(bufferSize + most * (8 + size)), pointers = group + bufferSize, sizes = pointers + 4 * most, to = sizes + 4 * most;
  const digests = [];
  let count = 0, used = 0;
  const flush = () => {
    if (count !== 0) check(wasm.simdkeccak_hash_many(found.at, pointers, sizes, count, to, size));
    for (let i = 0; i < count; ++i) digests.push(bytes.slice(to + size * i, to + size * (i + 1)));
    count = used = 0;
  };
  try {
    for (const message of messages) {
      const data = toBytes(message);
      if (count === most || used + data.length > bufferSize) flush();
      if (most === 0 || data.length > bufferSize) {
        digests.push(hash(algorithm, data, { length: size }));
        continue;
      }
      bytes.set(data, group + used);
      view.setUint32(pointers + 4 * count, group + used, true);
      view.setUint32(sizes + 4 * count, data.length, true);
      used += data.length;
      ++count;
    }
    flush();
    return digests;
  } finally {
    wasm.free(group);
  }
}

const digits = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));
export function toHex(data) {
  let text = "";
  for (const byte of toBytes(data, "the data")) text += digits[byte];
  return text;
}
