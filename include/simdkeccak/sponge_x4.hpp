// Four sponges side by side, for code that hashes four short strings of one size at once and takes the output by blocks, as
// lattice-based cryptography does when it expands a matrix or samples noise:
//
//   simdkeccak::shake128_x4 x;
//   x.absorb_once({seed0, seed1, seed2, seed3}, 34);
//   x.squeeze_blocks({buffer0, buffer1, buffer2, buffer3}, 3);     // 3 * 168 bytes to each
//
// All sizes are public; nothing else is looked at. wipe() overwrites the states.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "algorithm.hpp"
#include "backend.hpp"
#include "detail/bytes.hpp"

namespace simdkeccak {
namespace detail {

// [25][4] lanes, like those of a kernel for four states. The state after absorbing is not permuted yet.
SIMDKECCAK_API void absorb_once_x4(algorithm a, std::uint64_t* lanes, const std::uint8_t* const* in, std::size_t size,
                                   backend_ref row) noexcept;
SIMDKECCAK_API void squeeze_blocks_x4(algorithm a, std::uint64_t* lanes, std::uint8_t* const* out, std::size_t blocks,
                                      backend_ref row) noexcept;

}  // namespace detail

// Trivially copyable; a copy gives the same output again.
template <algorithm A>
  requires(A.extendable())
class sponge_x4 {
 public:
  static constexpr std::size_t rate = A.rate;  // bytes of a block

  sponge_x4() noexcept = default;
  explicit sponge_x4(backend_ref row) noexcept : row_(row) {}

  // Begins anew with four messages of `size` bytes.
  void absorb_once(const std::array<const std::uint8_t*, 4>& in, std::size_t size) noexcept {
    detail::absorb_once_x4(A, lanes_, in.data(), size, row_);
  }

  // The next `blocks` blocks of each output.
  void squeeze_blocks(const std::array<std::uint8_t*, 4>& out, std::size_t blocks) noexcept {
    detail::squeeze_blocks_x4(A, lanes_, out.data(), blocks, row_);
  }

  void wipe() noexcept { detail::wipe(lanes_, sizeof lanes_); }

 private:
  alignas(32) std::uint64_t lanes_[100] = {};
  backend_ref row_;
};

using shake128_x4 = sponge_x4<shake128>;
using shake256_x4 = sponge_x4<shake256>;
using turboshake128_x4 = sponge_x4<turboshake128>;
using turboshake256_x4 = sponge_x4<turboshake256>;

}  // namespace simdkeccak
