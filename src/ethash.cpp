#include <simdkeccak/ethash.h>

#include <simdkeccak/hasher.hpp>

namespace sk = simdkeccak;

union ethash_hash256 ethash_keccak256(const uint8_t* data, size_t size) noexcept {
  ethash_hash256 digest;
  sk::hash<sk::keccak_256>({data, size}, digest.bytes);
  return digest;
}

union ethash_hash256 ethash_keccak256_32(const uint8_t data[32]) noexcept { return ethash_keccak256(data, 32); }

union ethash_hash512 ethash_keccak512(const uint8_t* data, size_t size) noexcept {
  ethash_hash512 digest;
  sk::hash<sk::keccak_512>({data, size}, digest.bytes);
  return digest;
}

union ethash_hash512 ethash_keccak512_64(const uint8_t data[64]) noexcept { return ethash_keccak512(data, 64); }
