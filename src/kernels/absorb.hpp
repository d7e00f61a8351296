// The body every kernel shares. Included inside a kernel's target region, after its word type's headers.
#pragma once

#include <simdkeccak/detail/portable.hpp>
#include <simdkeccak/detail/round.hpp>

namespace simdkeccak::kernels {

// XORs `blocks` blocks of 8 * lanes bytes into each of Permutation::width states and permutes after each; see kernel.hpp for
// the contract. V::read_block() hands over the lanes of one block of each of V::width states.
template <class V, class Permutation = detail::keccak_p<V>>
SIMDKECCAK_INLINE void absorb(std::uint64_t* state, const std::uint8_t* const* in, std::size_t blocks, unsigned lanes,
                              unsigned rounds) {
  constexpr unsigned width = Permutation::width;
  if (blocks == 0) return;
  if (lanes == 0) {
    for (; blocks != 0; --blocks) Permutation::permute(state, rounds);
    return;
  }
  for (unsigned g = 0; g < width; g += V::width)
    V::read_block(in + g, 0, lanes, [&](std::size_t i, V v) {
      std::uint64_t* const row = state + i * width + g;
      V::store(row, V::xor2(V::load(row), v));
    });
  // A further block is XORed by the last round of the permutation before it. Read ahead into `next`, it is off the path from
  // round to round: 3 % of 24 rounds of one state, 5 % of 12 (Zen 5).
  if (blocks > 1) {
    alignas(64) std::uint64_t next[25 * width];
    for (std::size_t i = std::size_t{lanes} * width; i < std::size_t{25} * width; ++i) next[i] = 0;
    for (std::size_t offset = 0; blocks > 1; --blocks) {
      offset += std::size_t{8} * lanes;
      for (unsigned g = 0; g < width; g += V::width)
        V::read_block(in + g, offset, lanes, [&](std::size_t i, V v) { V::store(next + i * width + g, v); });
      Permutation::permute_and_xor(state, rounds, next);
    }
  }
  Permutation::permute(state, rounds);
}

}  // namespace simdkeccak::kernels
