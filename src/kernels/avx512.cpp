// One, four and eight states in 128-, 256- and 512-bit registers: a rotation is one instruction, and so are the XOR of three
// words and chi. All three take nearly the same time, so there is no kernel for two. Dead ends (Zen 5): the lanes in memory
// ("ping-pong"), 3 to 8 % slower; in local variables, left to g++ to keep in registers, 20 % slower; theta's last XOR merged
// into a three-way XOR for all rows rather than two, 18 % slower; all rotations before chi, 4 % slower; rotations by whole
// bytes as shuffles, no change.
#include "kernel.hpp"

#if defined(__x86_64__) && !defined(__ILP32__) && defined(__GNUC__)

#include <immintrin.h>

// g++ 12's intrinsics read a variable of their own before they set it.
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

SIMDKECCAK_TARGET_BEGIN("avx512f,avx512vl,avx2")
#include "assembly.hpp"

namespace simdkeccak::kernels {
namespace {

#define ROUNDS "avx512_rounds.inc"
#define ABSORB_ROWS absorb_rows_of_1
#define REGISTER "xmm"
#define ROW "8"
#define BROADCAST "%{1to2%}"
#define GET(row, r) LINE("vmovq " row ", " R(r))
#define PUT(r, row) LINE("vmovq " R(r) ", " row)
#define ADD(row, r) LINE("vmovq " row ", " R(31)) LINE("vpxorq " R(31) ", " R(r) ", " R(r))
#include "avx512_registers.hpp"

#define ROUNDS "avx512_rounds.inc"
#define ABSORB_ROWS absorb_rows_of_4
#define REGISTER "ymm"
#define ROW "32"
#define BROADCAST "%{1to4%}"
#include "avx512_registers.hpp"

#define ROUNDS "avx512_rounds.inc"
#define ABSORB_ROWS absorb_rows_of_8
#define REGISTER "zmm"
#define ROW "64"
#define BROADCAST "%{1to8%}"
#include "avx512_registers.hpp"

struct one {
  static constexpr unsigned width = 1;
  static constexpr auto absorb_rows = absorb_rows_of_1;

  SIMDKECCAK_INLINE static void transpose(const std::uint8_t* const* in, std::size_t offset, std::size_t lanes,
                                          std::uint64_t* rows) {
    const std::uint8_t* const block = in[0] + offset;
    for (std::size_t i = 0; i < lanes; ++i) std::memcpy(rows + i, block + 8 * i, 8);
  }
};

// Loads of what is behind a block are masked out, which also keeps them from touching the page there.
SIMDKECCAK_INLINE __mmask8 first(std::size_t n) { return static_cast<__mmask8>((1U << n) - 1); }

struct four {
  static constexpr unsigned width = 4;
  static constexpr auto absorb_rows = absorb_rows_of_4;

  SIMDKECCAK_INLINE static void transpose(const std::uint8_t* const* in, std::size_t offset, std::size_t lanes,
                                          std::uint64_t* rows) {
    for (std::size_t i = 0; i < lanes; i += 4, offset += 32, rows += 16) {
      const std::size_t n = lanes - i < 4 ? lanes - i : 4;
      const __mmask8 mask = first(n);
      const __m256i r0 = _mm256_maskz_loadu_epi64(mask, in[0] + offset);
      const __m256i r1 = _mm256_maskz_loadu_epi64(mask, in[1] + offset);
      const __m256i r2 = _mm256_maskz_loadu_epi64(mask, in[2] + offset);
      const __m256i r3 = _mm256_maskz_loadu_epi64(mask, in[3] + offset);
      const __m256i even01 = _mm256_unpacklo_epi64(r0, r1);
      const __m256i odd01 = _mm256_unpackhi_epi64(r0, r1);
      const __m256i even23 = _mm256_unpacklo_epi64(r2, r3);
      const __m256i odd23 = _mm256_unpackhi_epi64(r2, r3);
      _mm256_storeu_epi64(rows, _mm256_permute2x128_si256(even01, even23, 0x20));
      if (n > 1) _mm256_storeu_epi64(rows + 4, _mm256_permute2x128_si256(odd01, odd23, 0x20));
      if (n > 2) _mm256_storeu_epi64(rows + 8, _mm256_permute2x128_si256(even01, even23, 0x31));
      if (n > 3) _mm256_storeu_epi64(rows + 12, _mm256_permute2x128_si256(odd01, odd23, 0x31));
    }
  }
};

struct eight {
  static constexpr unsigned width = 8;
  static constexpr auto absorb_rows = absorb_rows_of_8;

  // Eight lanes at a time, so that each line of the cache is read once: leaves of a tree are 8192 bytes apart, and so are
  // lines that exclude each other from the first cache of many CPUs (Zen 5: a fifth of the time of twelve rounds).
  SIMDKECCAK_INLINE static void transpose(const std::uint8_t* const* in, std::size_t offset, std::size_t lanes,
                                          std::uint64_t* rows) {
    for (std::size_t i = 0; i < lanes; i += 8, offset += 64, rows += 64) {
      const std::size_t n = lanes - i < 8 ? lanes - i : 8;
      const __mmask8 mask = first(n);
      __m512i r[8], pairs[8], fours[8];
      for (unsigned s = 0; s < 8; ++s) r[s] = _mm512_maskz_loadu_epi64(mask, in[s] + offset);
      for (unsigned s = 0; s < 8; s += 2) {
        pairs[s] = _mm512_unpacklo_epi64(r[s], r[s + 1]);
        pairs[s + 1] = _mm512_unpackhi_epi64(r[s], r[s + 1]);
      }
      for (unsigned s = 0; s < 8; s += 4)
        for (unsigned odd = 0; odd < 2; ++odd) {
          fours[s + odd] = _mm512_shuffle_i64x2(pairs[s + odd], pairs[s + 2 + odd], 0x88);
          fours[s + 2 + odd] = _mm512_shuffle_i64x2(pairs[s + odd], pairs[s + 2 + odd], 0xDD);
        }
      for (std::size_t row = 0; row < 4; ++row) {
        if (row < n) _mm512_storeu_epi64(rows + 8 * row, _mm512_shuffle_i64x2(fours[row], fours[row + 4], 0x88));
        if (row + 4 < n) _mm512_storeu_epi64(rows + 8 * row + 32, _mm512_shuffle_i64x2(fours[row], fours[row + 4], 0xDD));
      }
    }
  }
};

// The blocks are transposed some at a time, so that in between the states stay in registers.
template <class States>
SIMDKECCAK_INLINE void absorb(std::uint64_t* state, const std::uint8_t* const* in, std::size_t blocks, unsigned lanes,
                              unsigned rounds) {
  constexpr std::size_t at_once = 8;
  const std::uint64_t* const constant = constants.last(rounds);
  if (blocks == 0) return;
  if (lanes == 0) return States::absorb_rows(state, nullptr, blocks, 0, constant);
  alignas(64) std::uint64_t rows[at_once * 25 * States::width];
  // Blocks lie one behind the other, and so do their rows if there are as many as are read.
  const std::size_t rows_read = lanes <= 17 ? 17 : lanes <= 21 ? 21 : 25;
  const std::size_t piece = lanes == rows_read ? at_once : 1;
  for (std::size_t b = 0; b < at_once && b < blocks; ++b)
    for (std::size_t i = lanes * States::width; i < rows_read * States::width; ++i)
      rows[b * rows_read * States::width + i] = 0;
  for (std::size_t offset = 0; blocks != 0;) {
    const std::size_t n = blocks < at_once ? blocks : at_once;
    for (std::size_t b = 0; b < n; b += piece) {
      const std::size_t read = (piece < n ? piece : n) * lanes;
      States::transpose(in, offset, read, rows + b * rows_read * States::width);
      offset += 8 * read;
    }
    States::absorb_rows(state, rows, n, rows_read, constant);
    blocks -= n;
  }
}

}  // namespace

SIMDKECCAK_KERNEL(avx512_x8) { absorb<eight>(state, in, blocks, lanes, rounds); }
SIMDKECCAK_KERNEL(avx512_x4) { absorb<four>(state, in, blocks, lanes, rounds); }
SIMDKECCAK_KERNEL(avx512_x1) { absorb<one>(state, in, blocks, lanes, rounds); }

}  // namespace simdkeccak::kernels
SIMDKECCAK_TARGET_END

#endif
