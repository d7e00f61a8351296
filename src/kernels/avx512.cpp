// One, four and eight states in 128-, 256- and 512-bit registers: a rotation is one instruction, and so are the XOR of three
// words and chi. All three take nearly the same time, so there is no kernel for two. Dead ends (Zen 5): the lanes in memory
// ("ping-pong"), 3 to 8 % slower; in local variables, left to g++ to keep in registers, 20 % slower; theta's last XOR merged
// into a three-way XOR for all rows rather than two, 18 % slower; all rotations before chi, 4 % slower; rotations by whole
// bytes as shuffles, no change.
#include "kernel.hpp"

#if defined(__x86_64__) && defined(__GNUC__)

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

  SIMDKECCAK_INLINE static void transpose(const std::uint8_t* const* in, std::size_t offset, unsigned lanes,
                                          std::uint64_t* rows) {
    const std::uint8_t* const block = in[0] + offset;
    for (std::size_t i = 0; i < lanes; ++i) std::memcpy(rows + i, block + 8 * i, 8);
  }
};

// Loads of what is behind a block are masked out, which also keeps them from touching the page there.
SIMDKECCAK_INLINE __mmask8 first_of_4(unsigned n) { return static_cast<__mmask8>(n >= 4 ? 0xF : (1U << n) - 1); }

struct four {
  static constexpr unsigned width = 4;
  static constexpr auto absorb_rows = absorb_rows_of_4;

  SIMDKECCAK_INLINE static void transpose(const std::uint8_t* const* in, std::size_t offset, unsigned lanes,
                                          std::uint64_t* rows) {
    for (unsigned i = 0; i < lanes; i += 4, offset += 32, rows += 16) {
      const unsigned n = lanes - i;
      const __mmask8 mask = first_of_4(n);
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

  SIMDKECCAK_INLINE static void transpose(const std::uint8_t* const* in, std::size_t offset, unsigned lanes,
                                          std::uint64_t* rows) {
    for (unsigned i = 0; i < lanes; i += 4, offset += 32, rows += 32) {
      const unsigned n = lanes - i;
      const __mmask8 mask = first_of_4(n);
      const __m512i r02 = pair(in[0] + offset, in[2] + offset, mask);
      const __m512i r13 = pair(in[1] + offset, in[3] + offset, mask);
      const __m512i r46 = pair(in[4] + offset, in[6] + offset, mask);
      const __m512i r57 = pair(in[5] + offset, in[7] + offset, mask);
      const __m512i even0123 = _mm512_unpacklo_epi64(r02, r13);
      const __m512i odd0123 = _mm512_unpackhi_epi64(r02, r13);
      const __m512i even4567 = _mm512_unpacklo_epi64(r46, r57);
      const __m512i odd4567 = _mm512_unpackhi_epi64(r46, r57);
      _mm512_storeu_epi64(rows, _mm512_shuffle_i64x2(even0123, even4567, 0x88));
      if (n > 1) _mm512_storeu_epi64(rows + 8, _mm512_shuffle_i64x2(odd0123, odd4567, 0x88));
      if (n > 2) _mm512_storeu_epi64(rows + 16, _mm512_shuffle_i64x2(even0123, even4567, 0xDD));
      if (n > 3) _mm512_storeu_epi64(rows + 24, _mm512_shuffle_i64x2(odd0123, odd4567, 0xDD));
    }
  }
  SIMDKECCAK_INLINE static __m512i pair(const std::uint8_t* low, const std::uint8_t* high, __mmask8 mask) {
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_maskz_loadu_epi64(mask, low)),
                              _mm256_maskz_loadu_epi64(mask, high), 1);
  }
};

// The blocks are transposed some at a time, so that in between the states stay in registers.
template <class States>
SIMDKECCAK_INLINE void absorb(std::uint64_t* state, const std::uint8_t* const* in, std::size_t blocks, unsigned lanes,
                              unsigned rounds) {
  constexpr std::size_t block_rows = std::size_t{25} * States::width;
  constexpr std::size_t at_once = 4;
  const std::uint64_t* const first = constants.last(rounds);
  if (blocks == 0) return;
  if (lanes == 0) return States::absorb_rows(state, nullptr, blocks, 0, first);
  alignas(64) std::uint64_t rows[at_once * block_rows];
  const unsigned rows_read = lanes <= 17 ? 17 : lanes <= 21 ? 21 : 25;
  for (std::size_t b = 0; b < at_once && b < blocks; ++b)
    for (unsigned i = lanes * States::width; i < rows_read * States::width; ++i) rows[b * block_rows + i] = 0;
  for (std::size_t offset = 0; blocks != 0;) {
    const std::size_t n = blocks < at_once ? blocks : at_once;
    for (std::size_t b = 0; b < n; ++b, offset += std::size_t{8} * lanes)
      States::transpose(in, offset, lanes, rows + b * block_rows);
    States::absorb_rows(state, rows, n, lanes, first);
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
