/* simdkeccak's C interface (C99): the Keccak family, with the fastest kernels the CPU can run.
 *
 * This is the library's only interface whose binary form is stable. The caller provides all memory, nothing is allocated,
 * and no function fails but by the status it returns. Every function may be called from several threads at once on different
 * objects. Pointers to data may be NULL where the size is 0. `size` and `..._size` count bytes.
 */
#ifndef SIMDKECCAK_H
#define SIMDKECCAK_H

#include <stddef.h>
#include <stdint.h>

#define SIMDKECCAK_VERSION "0.1.0"

#if defined(__GNUC__) && !defined(_WIN32)
#define SIMDKECCAK_EXPORT __attribute__((visibility("default")))
#else
#define SIMDKECCAK_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum simdkeccak_status {
  SIMDKECCAK_OK = 0,
  SIMDKECCAK_UNKNOWN_ALGORITHM = 1,
  SIMDKECCAK_BAD_PARAMETER = 2,          /* a parameter that the algorithm does not take, or out of range */
  SIMDKECCAK_BAD_LENGTH = 3,             /* the algorithm's output has another length, or the buffer is too small */
  SIMDKECCAK_NOT_EXTENDABLE = 4,         /* the algorithm's output is not a stream */
  SIMDKECCAK_UNKNOWN_BACKEND = 5,        /* there is no such backend, or this CPU cannot run it */
  SIMDKECCAK_STATE_TRUNCATED = 6,        /* the saved state is refused: its end is missing, */
  SIMDKECCAK_STATE_FOREIGN = 7,          /* it is not a saved state, */
  SIMDKECCAK_STATE_VERSION = 8,          /* it has a version that this library does not know, */
  SIMDKECCAK_STATE_DAMAGED = 9,          /* it is damaged, */
  SIMDKECCAK_STATE_ALGORITHM = 10,       /* it is of another algorithm, */
  SIMDKECCAK_STATE_PHASE = 11,           /* or it is a reader's where a hasher's is wanted, or the other way round */
  SIMDKECCAK_SIDECAR_TRUNCATED = 12,     /* the sidecar is refused: its end is missing, */
  SIMDKECCAK_SIDECAR_FOREIGN = 13,       /* it is not a sidecar, */
  SIMDKECCAK_SIDECAR_VERSION = 14,       /* it has a version that this library does not know, */
  SIMDKECCAK_SIDECAR_DAMAGED = 15,       /* it is damaged, */
  SIMDKECCAK_SIDECAR_IMPOSSIBLE = 16,    /* its fields contradict each other, */
  SIMDKECCAK_SIDECAR_ALGORITHM = 17,     /* it is of another algorithm, */
  SIMDKECCAK_SIDECAR_CUSTOMIZATION = 18, /* or of another customization, */
  SIMDKECCAK_SIDECAR_STALE = 19,         /* the data has another length or another stamp, */
  SIMDKECCAK_SIDECAR_INCOMPLETE = 20,    /* it lacks leaves, */
  SIMDKECCAK_SIDECAR_MESSAGE = 21        /* or it is of other data */
} simdkeccak_status;

/* One line of English, without a full stop. */
SIMDKECCAK_EXPORT const char* simdkeccak_status_text(simdkeccak_status status);

/* The version of the library that is linked: SIMDKECCAK_VERSION when it was built. */
SIMDKECCAK_EXPORT const char* simdkeccak_version(void);

/* ---- One message at once ------------------------------------------------------------------------------------------- */

SIMDKECCAK_EXPORT void simdkeccak_keccak_256(const void* message, size_t size, uint8_t digest[32]); /* Ethereum's hash */
SIMDKECCAK_EXPORT void simdkeccak_keccak_512(const void* message, size_t size, uint8_t digest[64]);
SIMDKECCAK_EXPORT void simdkeccak_sha3_224(const void* message, size_t size, uint8_t digest[28]);
SIMDKECCAK_EXPORT void simdkeccak_sha3_256(const void* message, size_t size, uint8_t digest[32]);
SIMDKECCAK_EXPORT void simdkeccak_sha3_384(const void* message, size_t size, uint8_t digest[48]);
SIMDKECCAK_EXPORT void simdkeccak_sha3_512(const void* message, size_t size, uint8_t digest[64]);
SIMDKECCAK_EXPORT void simdkeccak_shake128(const void* message, size_t size, void* out, size_t out_size);
SIMDKECCAK_EXPORT void simdkeccak_shake256(const void* message, size_t size, void* out, size_t out_size);

/* KMAC (SP 800-185, section 4). The output's length enters the result; for the XOF use simdkeccak_init("kmacxof128"). */
SIMDKECCAK_EXPORT void simdkeccak_kmac128(const void* key, size_t key_size, const void* message, size_t size, void* out,
                                          size_t out_size, const void* customization, size_t customization_size);
SIMDKECCAK_EXPORT void simdkeccak_kmac256(const void* key, size_t key_size, const void* message, size_t size, void* out,
                                          size_t out_size, const void* customization, size_t customization_size);

/* KT128 and KT256 (RFC 9861, section 3). */
SIMDKECCAK_EXPORT void simdkeccak_kt128(const void* message, size_t size, void* out, size_t out_size,
                                        const void* customization, size_t customization_size);
SIMDKECCAK_EXPORT void simdkeccak_kt256(const void* message, size_t size, void* out, size_t out_size,
                                        const void* customization, size_t customization_size);

/* Any algorithm without parameters, by name. An algorithm of one length has out_size equal to it. */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_hash(const char* algorithm, const void* message, size_t size, void* out,
                                                    size_t out_size);

/* `count` messages, several side by side: the digest of messages[i], out_size bytes of it, goes to out + i * out_size. */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_hash_many(const char* algorithm, const void* const* messages,
                                                         const size_t* sizes, size_t count, void* out, size_t out_size);

/* Keccak-p[1600, rounds] on 25 lanes, lane (x, y) at index x + 5 y; rounds is even, 2 to 24, else SIMDKECCAK_BAD_PARAMETER.
 */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_keccak_p1600(uint64_t state[25], unsigned rounds);

/* ---- Algorithms ---------------------------------------------------------------------------------------------------- */

SIMDKECCAK_EXPORT size_t simdkeccak_algorithm_count(void);
SIMDKECCAK_EXPORT const char* simdkeccak_algorithm_name(size_t i); /* NULL from simdkeccak_algorithm_count() on */

/* The digest's only length, or the one that gives the full strength; 0 if the algorithm is unknown. */
SIMDKECCAK_EXPORT size_t simdkeccak_default_length(const char* algorithm);

/* ---- Messages in pieces -------------------------------------------------------------------------------------------- */

/* What some algorithms take beside the message. All zero: the defaults. */
typedef struct simdkeccak_parameters {
  const void* key; /* KMAC */
  size_t key_size;
  const void* customization; /* cSHAKE, KMAC, TupleHash, ParallelHash; KT128 and KT256, for which it must live until the */
  size_t customization_size; /* last digest or read */
  const void* function_name; /* cSHAKE */
  size_t function_name_size;
  uint64_t block_size; /* ParallelHash; 0: 8192 */
  unsigned domain;     /* TurboSHAKE: 0x01 to 0x7F; 0: 0x1F */
  const char* backend; /* the backend of this object; NULL: the active one */
} simdkeccak_parameters;

/* A hasher lives in memory of the caller. It may not be copied with memcpy or assignment, but with simdkeccak_copy(). */
typedef struct simdkeccak_hasher {
  uint64_t opaque[128];
} simdkeccak_hasher;

/* The output of an extendable function as a stream. */
typedef struct simdkeccak_reader {
  uint64_t opaque[40];
} simdkeccak_reader;

/* Makes a hasher of a name that simdkeccak_algorithm_name() lists (case and hyphens do not count). parameters may be NULL.
 */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_init(simdkeccak_hasher* hasher, const char* algorithm,
                                                    const simdkeccak_parameters* parameters);

/* The next piece of the message; for TupleHash one whole element. */
SIMDKECCAK_EXPORT void simdkeccak_update(simdkeccak_hasher* hasher, const void* piece, size_t size);

/* Threads that the caller lends; executor.hpp has the whole contract. `run` calls task(context, i) for the i from 0 to
 * count - 1, on any threads and in any order, at most `threads` at the same time, and returns when every call it began has
 * ended. Calls that it leaves out are made by the calling thread. */
typedef struct simdkeccak_executor {
  void (*run)(void* pool, size_t count, void (*task)(void* context, size_t i), void* context); /* NULL: nothing is lent */
  void* pool;
  unsigned threads;
} simdkeccak_executor;

/* The same; KT128, KT256 and ParallelHash spread large pieces over the threads that are lent. */
SIMDKECCAK_EXPORT void simdkeccak_update_on(simdkeccak_hasher* hasher, const void* piece, size_t size,
                                            const simdkeccak_executor* executor);

/* KT128 and KT256: the chaining values, 32 or 64 bytes each, of whole leaves of 8192 bytes that lie one behind the other.
 * Leaf i of a message is its bytes from 8192 * (i + 1) on. executor may be NULL. SIMDKECCAK_BAD_LENGTH if the sizes do not
 * belong together, SIMDKECCAK_BAD_PARAMETER for another algorithm. */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_chaining_values(const char* algorithm, const void* leaves, size_t size,
                                                               void* out, size_t out_size,
                                                               const simdkeccak_executor* executor);

/* In place of an update with the next leaves: their chaining values, computed apart. SIMDKECCAK_BAD_LENGTH, and nothing
 * happens, if the message so far is not whole chunks of 8192 bytes, at least one; SIMDKECCAK_BAD_PARAMETER for another
 * algorithm. */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_update_chaining_values(simdkeccak_hasher* hasher, const void* values,
                                                                      size_t size);

/* TupleHash: an element in pieces, its size first, then exactly that many bytes by simdkeccak_extend(). */
SIMDKECCAK_EXPORT void simdkeccak_begin_element(simdkeccak_hasher* hasher, uint64_t size);
SIMDKECCAK_EXPORT void simdkeccak_extend(simdkeccak_hasher* hasher, const void* piece, size_t size);

/* The digest of the message so far; the hasher can be continued. */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_digest(const simdkeccak_hasher* hasher, void* out, size_t out_size);

/* Makes a reader of the output for the message so far; the hasher can be continued. */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_read(const simdkeccak_hasher* hasher, simdkeccak_reader* reader);

/* The next out_size bytes of the output. */
SIMDKECCAK_EXPORT void simdkeccak_squeeze(simdkeccak_reader* reader, void* out, size_t out_size);

/* Back to the empty message, with the same parameters. */
SIMDKECCAK_EXPORT void simdkeccak_reset(simdkeccak_hasher* hasher);

/* Makes `to` a second hasher, or reader, in the same state. */
SIMDKECCAK_EXPORT void simdkeccak_copy(simdkeccak_hasher* to, const simdkeccak_hasher* from);
SIMDKECCAK_EXPORT void simdkeccak_reader_copy(simdkeccak_reader* to, const simdkeccak_reader* from);

/* Overwrites a hasher, or a reader, that is not needed any more. */
SIMDKECCAK_EXPORT void simdkeccak_clear(simdkeccak_hasher* hasher);
SIMDKECCAK_EXPORT void simdkeccak_reader_clear(simdkeccak_reader* reader);

/* ---- Many messages -------------------------------------------------------------------------------------------------- */

/* `count` messages in one of four forms. All that is not said is zero.
 *   pointers, sizes           each anywhere
 *   data, offsets32           in one buffer: message i is its bytes from offsets[i] up to offsets[i + 1]; the offsets, of
 *   data, offsets64           which there are count + 1, never decrease
 *   data, size, stride        each of `size` bytes, message i at data + i * stride
 * With offsets there may be a validity bitmap as Apache Arrow has it: bit first_bit + i, low bits first, tells whether
 * message i is there. If it is not, it is not looked at, and its digest is zeros. */
typedef struct simdkeccak_messages {
  size_t count;
  const void* const* pointers;
  const size_t* sizes;
  const void* data;
  const int32_t* offsets32;
  const int64_t* offsets64;
  const uint8_t* validity;
  size_t first_bit;
  size_t size;
  size_t stride;
} simdkeccak_messages;

/* The digest of message i, out_size bytes of it, goes to out + i * out_size. Several messages are hashed side by side, but
 * those of TupleHash, ParallelHash, KT128 and KT256. A key is absorbed once for all. parameters and executor may be NULL;
 * large batches are spread over the threads that are lent. Digests may overlap neither messages nor each other. */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_hash_batch(const char* algorithm, const simdkeccak_parameters* parameters,
                                                          const simdkeccak_messages* messages, void* out, size_t out_size,
                                                          const simdkeccak_executor* executor);

/* ---- Four messages of one size, output by blocks -------------------------------------------------------------------- */

/* Four SHAKE side by side, as code of lattice-based cryptography uses them: the messages are absorbed once, then blocks of
 * 168 (SHAKE256: 136) bytes are taken of each output. All sizes are public. May be copied with memcpy; holds no pointer. */
typedef struct simdkeccak_x4 {
  uint64_t opaque[100];
} simdkeccak_x4;

SIMDKECCAK_EXPORT void simdkeccak_shake128x4_absorb_once(simdkeccak_x4* state, const void* in0, const void* in1,
                                                         const void* in2, const void* in3, size_t size);
SIMDKECCAK_EXPORT void simdkeccak_shake128x4_squeezeblocks(void* out0, void* out1, void* out2, void* out3, size_t blocks,
                                                           simdkeccak_x4* state);
SIMDKECCAK_EXPORT void simdkeccak_shake256x4_absorb_once(simdkeccak_x4* state, const void* in0, const void* in1,
                                                         const void* in2, const void* in3, size_t size);
SIMDKECCAK_EXPORT void simdkeccak_shake256x4_squeezeblocks(void* out0, void* out1, void* out2, void* out3, size_t blocks,
                                                           simdkeccak_x4* state);

/* Overwrites the states. */
SIMDKECCAK_EXPORT void simdkeccak_x4_clear(simdkeccak_x4* state);

/* ---- Sidecars: the chaining values of a long message kept beside it (sidecar.hpp, docs/sidecar.md) ------------------- */

/* What a sidecar is of. */
typedef struct simdkeccak_sidecar_subject {
  unsigned strength;         /* 128: KT128, 256: KT256 */
  uint64_t length;           /* bytes of the message */
  const void* customization; /* must live as long as the subject is used */
  size_t customization_size;
  uint64_t stamp; /* the caller's: when the data changed last, say. 0: none */
} simdkeccak_sidecar_subject;

/* A sidecar in memory of the caller, which must live as long. */
typedef struct simdkeccak_sidecar {
  uint64_t opaque[16];
} simdkeccak_sidecar;

/* The leaves that hold the chunks of a range of the message; size UINT64_MAX: up to its end. */
SIMDKECCAK_EXPORT void simdkeccak_sidecar_leaves(const simdkeccak_sidecar_subject* subject, uint64_t offset, uint64_t size,
                                                 uint64_t* first_leaf, uint64_t* leaf_count);

/* Makes *offset and *size the whole chunks of 8192 bytes around that range, as far as the message goes. */
SIMDKECCAK_EXPORT void simdkeccak_sidecar_chunks(const simdkeccak_sidecar_subject* subject, uint64_t* offset,
                                                 uint64_t* size);

/* Bytes of a sidecar with these leaves; leaf_count UINT64_MAX: with all. 0: there can be none. */
SIMDKECCAK_EXPORT size_t simdkeccak_sidecar_size(const simdkeccak_sidecar_subject* subject, uint64_t first_leaf,
                                                 uint64_t leaf_count);

/* Begins a sidecar in memory of that size, all leaves missing; SIMDKECCAK_BAD_LENGTH if the size is another. */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_sidecar_create(simdkeccak_sidecar* sidecar, void* memory, size_t size,
                                                              const simdkeccak_sidecar_subject* subject, uint64_t first_leaf,
                                                              uint64_t leaf_count);

/* Refuses memory that is not a whole and undamaged sidecar, and one that is not of this subject, which may be NULL. */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_sidecar_open(simdkeccak_sidecar* sidecar, void* memory, size_t size,
                                                            const simdkeccak_sidecar_subject* subject);

/* Hashes the leaves among whole chunks. SIMDKECCAK_BAD_LENGTH, and nothing happens, if they are not: offset and size are
 * multiples of 8192, but for a last chunk that ends with the message. executor may be NULL. */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_sidecar_put(simdkeccak_sidecar* sidecar, uint64_t offset, const void* data,
                                                           size_t size, const simdkeccak_executor* executor);

/* Takes over the leaves of another sidecar that this one has too. */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_sidecar_take(simdkeccak_sidecar* sidecar, const simdkeccak_sidecar* other);

/* 1, and the chunks to put next; 0 if no leaf is missing. */
SIMDKECCAK_EXPORT int simdkeccak_sidecar_missing(const simdkeccak_sidecar* sidecar, uint64_t* offset, uint64_t* size);

SIMDKECCAK_EXPORT void simdkeccak_sidecar_set_stamp(simdkeccak_sidecar* sidecar, uint64_t stamp);

/* Ends the work on a sidecar with all leaves, given the first min(length, 8192) bytes of the message, or on a part of one.
 */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_sidecar_seal(simdkeccak_sidecar* sidecar, const void* first_chunk,
                                                            size_t size);
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_sidecar_seal_part(simdkeccak_sidecar* sidecar);

/* The digest of the message with these leaves and this first chunk; SIMDKECCAK_SIDECAR_MESSAGE if it is not the stored one.
 */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_sidecar_digest(const simdkeccak_sidecar* sidecar, const void* first_chunk,
                                                              size_t size, void* out, size_t out_size);

/* 1 if whole chunks, as for simdkeccak_sidecar_put(), have these leaves. Of the first chunk only the digest tells. */
SIMDKECCAK_EXPORT int simdkeccak_sidecar_matches(const simdkeccak_sidecar* sidecar, uint64_t offset, const void* data,
                                                 size_t size, const simdkeccak_executor* executor);

/* ---- Saved states: the same bytes from every backend, on machines of every byte order ------------------------------ */

/* No saved state is larger. */
#define SIMDKECCAK_SAVED_SIZE_MAX 655

/* Writes the state to `out` and its size to *saved_size; SIMDKECCAK_BAD_LENGTH if capacity is less. */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_save(const simdkeccak_hasher* hasher, void* out, size_t capacity,
                                                    size_t* saved_size);
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_reader_save(const simdkeccak_reader* reader, void* out, size_t capacity,
                                                           size_t* saved_size);

/* Gives a hasher, made by simdkeccak_init() for the same algorithm, or a reader, made by simdkeccak_read(), the saved state.
 * If it is refused, the object stays as it was. */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_resume(simdkeccak_hasher* hasher, const void* saved, size_t saved_size);
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_reader_resume(simdkeccak_reader* reader, const void* saved,
                                                             size_t saved_size);

/* ---- Backends ------------------------------------------------------------------------------------------------------ */

/* Every backend that was compiled in, best first. */
SIMDKECCAK_EXPORT size_t simdkeccak_backend_count(void);
SIMDKECCAK_EXPORT const char* simdkeccak_backend_name(size_t i);      /* NULL from simdkeccak_backend_count() on */
SIMDKECCAK_EXPORT int simdkeccak_backend_supported(const char* name); /* 1: this CPU can run it; 0: not, or unknown */

SIMDKECCAK_EXPORT const char* simdkeccak_active_backend(void);

/* Makes a backend the active one for the whole process; safe at any time. */
SIMDKECCAK_EXPORT simdkeccak_status simdkeccak_use_backend(const char* name);

#ifdef __cplusplus
}
#endif

#endif
