// The format of sidecars (docs/sidecar.md), and the arithmetic of leaves, for the files that know them.
#pragma once

#include <algorithm>
#include <cstring>
#include <simdkeccak/kangarootwelve.hpp>
#include <simdkeccak/sidecar.hpp>

namespace simdkeccak::sidecar_format {

inline constexpr std::uint64_t chunk = sidecar_view::chunk_size;
inline constexpr std::uint8_t magic[4] = {'s', 'k', 'k', 't'};
inline constexpr std::uint8_t version = 1;

// Where the fields of 8 bytes are, and the digest behind them.
inline constexpr std::size_t length_at = 8, customization_size_at = 16, first_leaf_at = 24, leaf_count_at = 32,
                             stamp_at = 40, digest_at = 48;

inline std::uint64_t field(const std::uint8_t* memory, std::size_t at) noexcept {
  return detail::load_lane({memory + at, 8}, 0);
}

// What follows the message in the string that is hashed.
inline std::uint64_t appendix(std::uint64_t customization_size) noexcept {
  return customization_size + detail::length_encode(customization_size).size;
}
inline std::uint64_t leaves_of(std::uint64_t length, std::uint64_t customization_size) noexcept {
  return (length + appendix(customization_size) - 1) / chunk;
}

// Lengths from which the arithmetic cannot overflow; a petabyte is 2^50.
inline constexpr std::uint64_t longest = std::uint64_t{1} << 62;

inline bool all_zeros(const std::uint8_t* p, std::size_t n) noexcept {
  return std::all_of(p, p + n, [](std::uint8_t b) { return b == 0; });
}

inline bool equal(bytes a, bytes b) noexcept {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

}  // namespace simdkeccak::sidecar_format
