/** The Keccak family in WebAssembly: SHA-3, SHAKE, Keccak-256, cSHAKE, KMAC, TupleHash, ParallelHash, TurboSHAKE, KT128, KT256.
 *  Importing this module loads it; after that every call is synchronous. Lengths count bytes. */

/** Text is hashed as UTF-8. */
export type Data = string | ArrayBuffer | ArrayBufferView | SharedArrayBuffer;

export type Algorithm =
  | "keccak-224" | "keccak-256" | "keccak-384" | "keccak-512"
  | "sha3-224" | "sha3-256" | "sha3-384" | "sha3-512"
  | "shake128" | "shake256" | "rawshake128" | "rawshake256" | "cshake128" | "cshake256"
  | "turboshake128" | "turboshake256" | "kt128" | "kt256"
  | "kmac128" | "kmac256" | "kmacxof128" | "kmacxof256"
  | "tuplehash128" | "tuplehash256" | "tuplehashxof128" | "tuplehashxof256"
  | "parallelhash128" | "parallelhash256" | "parallelhashxof128" | "parallelhashxof256";

export interface Options {
  /** Of the digest; default: the digest's only length, or the one that gives the full strength. */
  length?: number;
  /** KMAC, which throws TypeError without one. */
  key?: Data;
  /** cSHAKE, KMAC, TupleHash, ParallelHash, KT128 and KT256. */
  customization?: Data;
  /** cSHAKE. */
  functionName?: Data;
  /** ParallelHash; default 8192. */
  blockSize?: number;
  /** TurboSHAKE: 0x01 to 0x7F; default 0x1F. */
  domain?: number;
}

export declare const algorithms: readonly Algorithm[];
export declare const version: string;
/** "wasm128" where the engine has SIMD, else "wasm". */
export declare const backend: "wasm128" | "wasm";

/** The digest of one message; of TupleHash also of an array of elements. Throws RangeError for what the algorithm does not take. */
export declare function hash(algorithm: Algorithm, message: Data | readonly Data[], options?: Options): Uint8Array;

/** Ethereum's hash. */
export declare function keccak256(message: Data): Uint8Array;
export declare function keccak512(message: Data): Uint8Array;
export declare function sha3_224(message: Data): Uint8Array;
export declare function sha3_256(message: Data): Uint8Array;
export declare function sha3_384(message: Data): Uint8Array;
export declare function sha3_512(message: Data): Uint8Array;
export declare function shake128(message: Data, length?: number): Uint8Array;
export declare function shake256(message: Data, length?: number): Uint8Array;
export declare function turboshake128(message: Data, length?: number): Uint8Array;
export declare function turboshake256(message: Data, length?: number): Uint8Array;
export declare function kt128(message: Data, length?: number, customization?: Data): Uint8Array;
export declare function kt256(message: Data, length?: number, customization?: Data): Uint8Array;
export declare function kmac128(key: Data, message: Data, length?: number, customization?: Data): Uint8Array;
export declare function kmac256(key: Data, message: Data, length?: number, customization?: Data): Uint8Array;

/** The digests of many messages, several hashed side by side. Each is copied as it comes, so an iterator may reuse an array. */
export declare function hashMany(algorithm: Algorithm, messages: Iterable<Data>, length?: number): Uint8Array[];

/** A message in pieces. */
export declare class Hasher {
  constructor(algorithm: Algorithm, options?: Options);
  readonly algorithm: Algorithm;
  /** The next piece; for TupleHash one whole element. */
  update(piece: Data): this;
  /** Of the message so far; the hasher can go on. */
  digest(length?: number): Uint8Array;
  /** The output for the message so far as a stream; throws RangeError if the function is not extendable. */
  reader(): Reader;
  /** Back to the empty message, with the same options. */
  reset(): this;
  /** A byte string that resumes the message on any machine, in any language that the library has. */
  save(): Uint8Array;
  /** Takes a state saved by a hasher of the same algorithm. If it is refused with RangeError, nothing has changed. */
  resume(state: Data): this;
  /** Overwrites the state and frees its memory, which else happens some time after the object is forgotten. */
  free(): void;
}

/** Output as a stream; from Hasher.reader(). */
export declare class Reader {
  private constructor();
  read(length: number): Uint8Array;
  free(): void;
}

export declare function toHex(data: Data): string;
