/* The C interface as C99 sees it: every function is called, and every status comes out at least once. Returns the line of
 * the first check that fails, 0 if none does. c_api_test.cpp compares the results with the reference. */
#include <simdkeccak/ethash.h>
#include <simdkeccak/simdkeccak.h>
#include <string.h>

#define CHECK(condition)               \
  do {                                 \
    if (!(condition)) return __LINE__; \
  } while (0)

int simdkeccak_check_one_shot(void);
int simdkeccak_check_names(void);
int simdkeccak_check_hashers(void);
int simdkeccak_check_readers(void);
int simdkeccak_check_tuples(void);
int simdkeccak_check_saved_states(void);
int simdkeccak_check_backends(void);
int simdkeccak_check_status_texts(void);

static const char message[] = "The quick brown fox jumps over the lazy dog";
static const size_t size = sizeof message - 1;

/* Keccak-256 and SHA3-256 of the empty message. */
static const uint8_t keccak_256_of_nothing[32] = {0xc5, 0xd2, 0x46, 0x01, 0x86, 0xf7, 0x23, 0x3c, 0x92, 0x7e, 0x7d,
                                                  0xb2, 0xdc, 0xc7, 0x03, 0xc0, 0xe5, 0x00, 0xb6, 0x53, 0xca, 0x82,
                                                  0x27, 0x3b, 0x7b, 0xfa, 0xd8, 0x04, 0x5d, 0x85, 0xa4, 0x70};
static const uint8_t sha3_256_of_nothing[32] = {0xa7, 0xff, 0xc6, 0xf8, 0xbf, 0x1e, 0xd7, 0x66, 0x51, 0xc1, 0x47,
                                                0x56, 0xa0, 0x61, 0xd6, 0x62, 0xf5, 0x80, 0xff, 0x4d, 0xe4, 0x3b,
                                                0x49, 0xfa, 0x82, 0xd8, 0x0a, 0x4b, 0x80, 0xf8, 0x43, 0x4a};

int simdkeccak_check_one_shot(void) {
  uint8_t digest[64], by_name[64], out[200], other[200];
  union ethash_hash256 short_hash;
  union ethash_hash512 long_hash;
  uint64_t state[25] = {0};

  simdkeccak_keccak_256(NULL, 0, digest);
  CHECK(memcmp(digest, keccak_256_of_nothing, 32) == 0);
  simdkeccak_sha3_256(NULL, 0, digest);
  CHECK(memcmp(digest, sha3_256_of_nothing, 32) == 0);

  simdkeccak_keccak_256(message, size, digest);
  CHECK(simdkeccak_hash("keccak-256", message, size, by_name, 32) == SIMDKECCAK_OK);
  CHECK(memcmp(digest, by_name, 32) == 0);
  simdkeccak_keccak_512(message, size, digest);
  CHECK(simdkeccak_hash("keccak-512", message, size, by_name, 64) == SIMDKECCAK_OK);
  CHECK(memcmp(digest, by_name, 64) == 0);
  simdkeccak_sha3_224(message, size, digest);
  CHECK(simdkeccak_hash("sha3-224", message, size, by_name, 28) == SIMDKECCAK_OK);
  CHECK(memcmp(digest, by_name, 28) == 0);
  simdkeccak_sha3_384(message, size, digest);
  CHECK(simdkeccak_hash("sha3-384", message, size, by_name, 48) == SIMDKECCAK_OK);
  CHECK(memcmp(digest, by_name, 48) == 0);
  simdkeccak_sha3_512(message, size, digest);
  CHECK(simdkeccak_hash("sha3-512", message, size, by_name, 64) == SIMDKECCAK_OK);
  CHECK(memcmp(digest, by_name, 64) == 0);
  simdkeccak_shake128(message, size, out, sizeof out);
  CHECK(simdkeccak_hash("shake128", message, size, other, sizeof other) == SIMDKECCAK_OK);
  CHECK(memcmp(out, other, sizeof out) == 0);
  simdkeccak_shake256(message, size, out, sizeof out);
  CHECK(simdkeccak_hash("shake256", message, size, other, sizeof other) == SIMDKECCAK_OK);
  CHECK(memcmp(out, other, sizeof out) == 0);
  simdkeccak_kt128(message, size, out, sizeof out, NULL, 0);
  CHECK(simdkeccak_hash("kt128", message, size, other, sizeof other) == SIMDKECCAK_OK);
  CHECK(memcmp(out, other, sizeof out) == 0);
  simdkeccak_kt256(message, size, out, sizeof out, NULL, 0);
  CHECK(simdkeccak_hash("kt256", message, size, other, sizeof other) == SIMDKECCAK_OK);
  CHECK(memcmp(out, other, sizeof out) == 0);
  simdkeccak_kmac128(NULL, 0, message, size, out, sizeof out, NULL, 0);
  CHECK(simdkeccak_hash("kmac128", message, size, other, sizeof other) == SIMDKECCAK_OK);
  CHECK(memcmp(out, other, sizeof out) == 0);
  simdkeccak_kmac256(NULL, 0, message, size, out, sizeof out, NULL, 0);
  CHECK(simdkeccak_hash("kmac256", message, size, other, sizeof other) == SIMDKECCAK_OK);
  CHECK(memcmp(out, other, sizeof out) == 0);

  /* No output is no output. */
  simdkeccak_shake128(message, size, NULL, 0);
  simdkeccak_shake256(NULL, 0, NULL, 0);
  simdkeccak_kmac128(NULL, 0, NULL, 0, NULL, 0, NULL, 0);
  simdkeccak_kmac256(NULL, 0, NULL, 0, NULL, 0, NULL, 0);
  simdkeccak_kt128(NULL, 0, NULL, 0, NULL, 0);
  simdkeccak_kt256(NULL, 0, NULL, 0, NULL, 0);
  CHECK(simdkeccak_hash("shake128", NULL, 0, NULL, 0) == SIMDKECCAK_OK);

  CHECK(simdkeccak_hash("sha3-255", message, size, out, 32) == SIMDKECCAK_UNKNOWN_ALGORITHM);
  CHECK(simdkeccak_hash(NULL, message, size, out, 32) == SIMDKECCAK_UNKNOWN_ALGORITHM);
  CHECK(simdkeccak_hash("sha3-256", message, size, out, 31) == SIMDKECCAK_BAD_LENGTH);
  CHECK(simdkeccak_hash_many(NULL, NULL, NULL, 0, NULL, 32) == SIMDKECCAK_UNKNOWN_ALGORITHM);
  CHECK(simdkeccak_hash_many("keccak-256", NULL, NULL, 0, NULL, 33) == SIMDKECCAK_BAD_LENGTH);

  simdkeccak_keccak_256(message, size, digest);
  short_hash = ethash_keccak256((const uint8_t*)message, size);
  CHECK(memcmp(short_hash.bytes, digest, 32) == 0);
  simdkeccak_keccak_256(message, 32, digest);
  short_hash = ethash_keccak256_32((const uint8_t*)message);
  CHECK(memcmp(short_hash.str, digest, 32) == 0);
  simdkeccak_keccak_512(message, size, digest);
  long_hash = ethash_keccak512((const uint8_t*)message, size);
  CHECK(memcmp(long_hash.bytes, digest, 64) == 0);
  simdkeccak_keccak_512(out, 64, digest);
  long_hash = ethash_keccak512_64(out);
  CHECK(memcmp(long_hash.word64s, digest, 64) == 0);

  /* FIPS 202's permutation of zeros: the first lane. */
  CHECK(simdkeccak_keccak_p1600(state, 24) == SIMDKECCAK_OK);
  CHECK(state[0] == UINT64_C(0xF1258F7940E1DDE7));
  CHECK(simdkeccak_keccak_p1600(state, 0) == SIMDKECCAK_BAD_PARAMETER);
  CHECK(simdkeccak_keccak_p1600(state, 11) == SIMDKECCAK_BAD_PARAMETER);
  CHECK(simdkeccak_keccak_p1600(state, 26) == SIMDKECCAK_BAD_PARAMETER);
  CHECK(state[0] == UINT64_C(0xF1258F7940E1DDE7));
  return 0;
}

int simdkeccak_check_names(void) {
  size_t i;
  CHECK(strcmp(simdkeccak_version(), SIMDKECCAK_VERSION) == 0);
  CHECK(simdkeccak_algorithm_count() == 30);
  for (i = 0; i < simdkeccak_algorithm_count(); ++i) {
    CHECK(simdkeccak_algorithm_name(i) != NULL);
    CHECK(simdkeccak_default_length(simdkeccak_algorithm_name(i)) >= 28);
  }
  CHECK(simdkeccak_algorithm_name(i) == NULL);
  CHECK(simdkeccak_algorithm_name((size_t)-1) == NULL);
  CHECK(simdkeccak_default_length("SHA3_384") == 48);
  CHECK(simdkeccak_default_length("md5") == 0);
  CHECK(simdkeccak_default_length("") == 0);
  CHECK(simdkeccak_default_length(NULL) == 0);
  return 0;
}

int simdkeccak_check_hashers(void) {
  simdkeccak_hasher hasher, copy;
  simdkeccak_parameters p = {0};
  uint8_t digest[64], expected[64];

  CHECK(simdkeccak_init(&hasher, "SHA3-256", NULL) == SIMDKECCAK_OK);
  simdkeccak_update(&hasher, NULL, 0);
  simdkeccak_update(&hasher, message, 10);
  simdkeccak_copy(&copy, &hasher);
  simdkeccak_copy(&copy, &copy);
  simdkeccak_update(&hasher, message + 10, size - 10);
  simdkeccak_sha3_256(message, size, expected);
  CHECK(simdkeccak_digest(&hasher, digest, 32) == SIMDKECCAK_OK);
  CHECK(memcmp(digest, expected, 32) == 0);
  CHECK(simdkeccak_digest(&hasher, digest, 31) == SIMDKECCAK_BAD_LENGTH);
  simdkeccak_sha3_256(message, 10, expected);
  CHECK(simdkeccak_digest(&copy, digest, 32) == SIMDKECCAK_OK);
  CHECK(memcmp(digest, expected, 32) == 0);
  simdkeccak_reset(&hasher);
  CHECK(simdkeccak_digest(&hasher, digest, 32) == SIMDKECCAK_OK);
  CHECK(memcmp(digest, sha3_256_of_nothing, 32) == 0);
  simdkeccak_extend(&hasher, message, 10); /* the same as an update, but for TupleHash */
  simdkeccak_begin_element(&hasher, 5);    /* nothing */
  CHECK(simdkeccak_digest(&hasher, digest, 32) == SIMDKECCAK_OK);
  CHECK(memcmp(digest, expected, 32) == 0);
  simdkeccak_clear(&hasher);
  simdkeccak_clear(&copy);

  CHECK(simdkeccak_init(&hasher, "sha4", NULL) == SIMDKECCAK_UNKNOWN_ALGORITHM);
  CHECK(simdkeccak_init(&hasher, NULL, NULL) == SIMDKECCAK_UNKNOWN_ALGORITHM);
  p.key = "key";
  p.key_size = 3;
  CHECK(simdkeccak_init(&hasher, "shake128", &p) == SIMDKECCAK_BAD_PARAMETER);
  CHECK(simdkeccak_init(&hasher, "kmac128", &p) == SIMDKECCAK_OK);
  simdkeccak_update(&hasher, message, size);
  CHECK(simdkeccak_digest(&hasher, digest, 40) == SIMDKECCAK_OK);
  simdkeccak_kmac128("key", 3, message, size, expected, 40, NULL, 0);
  CHECK(memcmp(digest, expected, 40) == 0);
  CHECK(simdkeccak_digest(&hasher, NULL, 0) == SIMDKECCAK_OK);
  p.key_size = 0;
  p.domain = 0x80;
  CHECK(simdkeccak_init(&hasher, "turboshake128", &p) == SIMDKECCAK_BAD_PARAMETER);
  p.domain = 0x0B;
  CHECK(simdkeccak_init(&hasher, "turboshake128", &p) == SIMDKECCAK_OK);
  p.domain = 0;
  p.backend = "impossible";
  CHECK(simdkeccak_init(&hasher, "shake128", &p) == SIMDKECCAK_UNKNOWN_BACKEND);
  p.backend = "portable";
  CHECK(simdkeccak_init(&hasher, "shake128", &p) == SIMDKECCAK_OK);
  return 0;
}

int simdkeccak_check_readers(void) {
  simdkeccak_hasher hasher;
  simdkeccak_reader reader, copy;
  uint8_t out[400], expected[400];
  size_t i;

  simdkeccak_shake256(message, size, expected, sizeof expected);
  CHECK(simdkeccak_init(&hasher, "shake256", NULL) == SIMDKECCAK_OK);
  simdkeccak_update(&hasher, message, size);
  CHECK(simdkeccak_read(&hasher, &reader) == SIMDKECCAK_OK);
  for (i = 0; i < 200; i += 8) simdkeccak_squeeze(&reader, out + i, 8);
  simdkeccak_reader_copy(&copy, &reader);
  simdkeccak_reader_copy(&copy, &copy);
  simdkeccak_squeeze(&reader, NULL, 0);
  simdkeccak_squeeze(&reader, out + 200, 200);
  CHECK(memcmp(out, expected, sizeof out) == 0);
  memset(out + 200, 0, 200);
  simdkeccak_squeeze(&copy, out + 200, 200);
  CHECK(memcmp(out, expected, sizeof out) == 0);
  simdkeccak_reader_clear(&reader);
  simdkeccak_reader_clear(&copy);

  CHECK(simdkeccak_init(&hasher, "keccak-256", NULL) == SIMDKECCAK_OK);
  CHECK(simdkeccak_read(&hasher, &reader) == SIMDKECCAK_NOT_EXTENDABLE);
  CHECK(simdkeccak_init(&hasher, "kmac256", NULL) == SIMDKECCAK_OK);
  CHECK(simdkeccak_read(&hasher, &reader) == SIMDKECCAK_NOT_EXTENDABLE);
  return 0;
}

int simdkeccak_check_tuples(void) {
  simdkeccak_hasher whole, pieces;
  uint8_t a[32], b[32];
  CHECK(simdkeccak_init(&whole, "tuplehash128", NULL) == SIMDKECCAK_OK);
  CHECK(simdkeccak_init(&pieces, "tuplehash128", NULL) == SIMDKECCAK_OK);
  simdkeccak_update(&whole, "one", 3);
  simdkeccak_update(&whole, NULL, 0);
  simdkeccak_begin_element(&pieces, 3);
  simdkeccak_extend(&pieces, "o", 1);
  simdkeccak_extend(&pieces, "ne", 2);
  CHECK(simdkeccak_digest(&whole, a, 32) == SIMDKECCAK_OK);
  CHECK(simdkeccak_digest(&pieces, b, 32) == SIMDKECCAK_OK);
  CHECK(memcmp(a, b, 32) != 0);
  simdkeccak_begin_element(&pieces, 0);
  CHECK(simdkeccak_digest(&pieces, b, 32) == SIMDKECCAK_OK);
  CHECK(memcmp(a, b, 32) == 0);
  return 0;
}

int simdkeccak_check_saved_states(void) {
  simdkeccak_hasher hasher, other;
  simdkeccak_reader reader, other_reader;
  uint8_t saved[SIMDKECCAK_SAVED_SIZE_MAX], reader_saved[SIMDKECCAK_SAVED_SIZE_MAX], a[64], b[64];
  size_t saved_size = 77, reader_size = 77;

  CHECK(simdkeccak_init(&hasher, "shake128", NULL) == SIMDKECCAK_OK);
  simdkeccak_update(&hasher, message, size);
  CHECK(simdkeccak_save(&hasher, saved, 10, &saved_size) == SIMDKECCAK_BAD_LENGTH);
  CHECK(saved_size == 77);
  CHECK(simdkeccak_save(&hasher, saved, sizeof saved, &saved_size) == SIMDKECCAK_OK);
  CHECK(simdkeccak_save(&hasher, saved, saved_size, &saved_size) == SIMDKECCAK_OK);
  CHECK(saved_size == 12 + 201 + 16);
  CHECK(simdkeccak_init(&other, "shake128", NULL) == SIMDKECCAK_OK);
  CHECK(simdkeccak_resume(&other, saved, saved_size) == SIMDKECCAK_OK);
  CHECK(simdkeccak_digest(&hasher, a, sizeof a) == SIMDKECCAK_OK);
  CHECK(simdkeccak_digest(&other, b, sizeof b) == SIMDKECCAK_OK);
  CHECK(memcmp(a, b, sizeof a) == 0);

  CHECK(simdkeccak_read(&hasher, &reader) == SIMDKECCAK_OK);
  CHECK(simdkeccak_read(&hasher, &other_reader) == SIMDKECCAK_OK);
  simdkeccak_squeeze(&reader, a, 7);
  CHECK(simdkeccak_reader_save(&reader, reader_saved, 10, &reader_size) == SIMDKECCAK_BAD_LENGTH);
  CHECK(simdkeccak_reader_save(&reader, reader_saved, sizeof reader_saved, &reader_size) == SIMDKECCAK_OK);
  CHECK(simdkeccak_reader_resume(&other_reader, reader_saved, reader_size) == SIMDKECCAK_OK);
  simdkeccak_squeeze(&reader, a, sizeof a);
  simdkeccak_squeeze(&other_reader, b, sizeof b);
  CHECK(memcmp(a, b, sizeof a) == 0);

  CHECK(simdkeccak_resume(&other, saved, saved_size - 1) == SIMDKECCAK_STATE_TRUNCATED);
  CHECK(simdkeccak_resume(&other, NULL, 0) == SIMDKECCAK_STATE_TRUNCATED);
  CHECK(simdkeccak_resume(&other, reader_saved, reader_size) == SIMDKECCAK_STATE_PHASE);
  CHECK(simdkeccak_reader_resume(&other_reader, saved, saved_size) == SIMDKECCAK_STATE_PHASE);
  CHECK(simdkeccak_reader_resume(&other_reader, reader_saved, reader_size - 1) == SIMDKECCAK_STATE_TRUNCATED);
  saved[100] ^= 1;
  CHECK(simdkeccak_resume(&other, saved, saved_size) == SIMDKECCAK_STATE_DAMAGED);
  saved[100] ^= 1;
  saved[4] ^= 1;
  CHECK(simdkeccak_resume(&other, saved, saved_size) == SIMDKECCAK_STATE_VERSION);
  saved[4] ^= 1;
  saved[0] ^= 1;
  CHECK(simdkeccak_resume(&other, saved, saved_size) == SIMDKECCAK_STATE_FOREIGN);
  saved[0] ^= 1;
  CHECK(simdkeccak_init(&other, "shake256", NULL) == SIMDKECCAK_OK);
  CHECK(simdkeccak_resume(&other, saved, saved_size) == SIMDKECCAK_STATE_ALGORITHM);
  return 0;
}

int simdkeccak_check_backends(void) {
  const char* const before = simdkeccak_active_backend();
  uint8_t digest[32];
  size_t i;
  CHECK(before != NULL);
  CHECK(simdkeccak_backend_count() >= 1);
  for (i = 0; i < simdkeccak_backend_count(); ++i) {
    const char* const name = simdkeccak_backend_name(i);
    CHECK(name != NULL);
    if (simdkeccak_backend_supported(name) != 0) {
      CHECK(simdkeccak_use_backend(name) == SIMDKECCAK_OK);
      CHECK(strcmp(simdkeccak_active_backend(), name) == 0);
      simdkeccak_keccak_256(NULL, 0, digest);
      CHECK(memcmp(digest, keccak_256_of_nothing, 32) == 0);
    } else {
      CHECK(simdkeccak_use_backend(name) == SIMDKECCAK_UNKNOWN_BACKEND);
    }
  }
  CHECK(simdkeccak_backend_name(i) == NULL);
  CHECK(simdkeccak_backend_supported("portable") == 1);
  CHECK(simdkeccak_backend_supported("impossible") == 0);
  CHECK(simdkeccak_backend_supported(NULL) == 0);
  CHECK(simdkeccak_use_backend("impossible") == SIMDKECCAK_UNKNOWN_BACKEND);
  CHECK(simdkeccak_use_backend(NULL) == SIMDKECCAK_UNKNOWN_BACKEND);
  CHECK(simdkeccak_use_backend(before) == SIMDKECCAK_OK);
  CHECK(strcmp(simdkeccak_active_backend(), before) == 0);
  return 0;
}

int simdkeccak_check_status_texts(void) {
  int status, other;
  for (status = SIMDKECCAK_OK; status <= SIMDKECCAK_SIDECAR_MESSAGE; ++status) {
    const char* const text = simdkeccak_status_text((simdkeccak_status)status);
    CHECK(text != NULL && text[0] != '\0' && text[strlen(text) - 1] != '.');
    CHECK(strcmp(text, "unknown status") != 0);
    for (other = SIMDKECCAK_OK; other < status; ++other)
      CHECK(strcmp(text, simdkeccak_status_text((simdkeccak_status)other)) != 0);
  }
  CHECK(strcmp(simdkeccak_status_text((simdkeccak_status)(SIMDKECCAK_SIDECAR_MESSAGE + 1)), "unknown status") == 0);
  return 0;
}
