/* Drop-in for the Keccak functions of the ethash library (C99 and C++): a program compiled against that library's
 * <ethash/keccak.h> links with this one unchanged. Include one of the two headers, not both.
 */
#ifndef SIMDKECCAK_ETHASH_H
#define SIMDKECCAK_ETHASH_H

#include "simdkeccak.h"

#ifdef __cplusplus
#define SIMDKECCAK_NOEXCEPT noexcept
extern "C" {
#else
#define SIMDKECCAK_NOEXCEPT
#endif

union ethash_hash256 {
  uint64_t word64s[4];
  uint32_t word32s[8];
  uint8_t bytes[32];
  char str[32];
};

union ethash_hash512 {
  uint64_t word64s[8];
  uint32_t word32s[16];
  uint8_t bytes[64];
  char str[64];
};

SIMDKECCAK_EXPORT union ethash_hash256 ethash_keccak256(const uint8_t* data, size_t size) SIMDKECCAK_NOEXCEPT;
SIMDKECCAK_EXPORT union ethash_hash256 ethash_keccak256_32(const uint8_t data[32]) SIMDKECCAK_NOEXCEPT;
SIMDKECCAK_EXPORT union ethash_hash512 ethash_keccak512(const uint8_t* data, size_t size) SIMDKECCAK_NOEXCEPT;
SIMDKECCAK_EXPORT union ethash_hash512 ethash_keccak512_64(const uint8_t data[64]) SIMDKECCAK_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
