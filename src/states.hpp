// The states of a wide kernel, and the last blocks of messages, which go straight into them: a padded block in memory,
// written in bytes and read at once by the kernel in vectors, costs 12 ns more (Zen 5).
#pragma once

#include <algorithm>
#include <simdkeccak/algorithm.hpp>
#include <simdkeccak/backend.hpp>
#include <simdkeccak/detail/bytes.hpp>

namespace simdkeccak::detail {

// The states of a kernel, [25][width].
struct states {
  alignas(64) std::uint64_t lanes[25 * widest_kernel];
  unsigned width;

  // What a slot absorbs whose block went straight into its state.
  static constexpr std::uint8_t zeros[200] = {};

  std::uint64_t& lane(std::size_t slot, std::size_t i) noexcept { return lanes[i * width + slot]; }

  // Null: zeros.
  void set(std::size_t slot, const std::uint64_t* state) noexcept {
    for (unsigned i = 0; i < 25; ++i) lane(slot, i) = state != nullptr ? state[i] : 0;
  }
  void get(std::size_t slot, std::uint64_t* state) noexcept {
    for (unsigned i = 0; i < 25; ++i) state[i] = lane(slot, i);
  }
  // Null: zeros.
  void set_all(const std::uint64_t* state) noexcept {
    std::fill_n(lanes, 25 * width, std::uint64_t{0});
    if (state != nullptr)
      for (unsigned slot = 0; slot < width; ++slot) set(slot, state);
  }
  // The last n bytes of a message of `size`, into a block that is empty so far.
  void xor_tail(std::size_t slot, const std::uint8_t* p, std::size_t n, std::size_t size) noexcept {
    std::uint64_t* to = lanes + slot;
    for (; n >= 8; n -= 8, p += 8, to += width) *to ^= load_lane({p, 8}, 0);
    // The last eight bytes, shifted, take no branch that depends on n.
    *to ^= size >= 8 ? load_lane({p + n - 8, 8}, 0) >> 1 >> (63 - 8 * n) : load_few(p, n);
  }
  void xor_byte(std::size_t slot, std::size_t at, std::uint8_t byte) noexcept {
    lane(slot, at / 8) ^= std::uint64_t{byte} << (8 * (at % 8));
  }
  void xor_padding(std::size_t slot, algorithm a, std::size_t at) noexcept {
    xor_byte(slot, at, a.suffix);
    xor_byte(slot, a.rate - 1U, 0x80);
  }
};

}  // namespace simdkeccak::detail
