// The body every kernel shares. Included inside a kernel's target region, after its word type's headers.
#pragma once

#include <simdkeccak/detail/portable.hpp>
#include <simdkeccak/detail/round.hpp>

namespace simdkeccak::kernels {

// XORs `blocks` blocks of 8 * lanes bytes into each of Groups * V::width states and permutes after each; see kernel.hpp for
// the contract.
template <class V, unsigned Groups = 1>
SIMDKECCAK_INLINE void absorb(std::uint64_t* state, const std::uint8_t* const* in, std::size_t blocks, unsigned lanes,
                              unsigned rounds) {
  using permutation = detail::keccak_p<V, Groups>;
  constexpr unsigned width = permutation::width;
  for (std::size_t offset = 0; blocks != 0; --blocks, offset += std::size_t{8} * lanes) {
    if (lanes != 0)
      for (unsigned g = 0; g < width; g += V::width) V::template xor_block<width>(state + g, in + g, offset, lanes);
    permutation::permute(state, rounds);
  }
}

}  // namespace simdkeccak::kernels
