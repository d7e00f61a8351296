// One state in WebAssembly's integers, with six lanes kept complemented ("lane complementing", in the Keccak team's
// implementation overview): there is no AND-NOT, and so 25 NOTs a round become 8, which is 9 % less time (V8, Zen 5).
#include "kernel.hpp"

#if defined(__wasm__)

#include "absorb.hpp"

namespace simdkeccak::kernels {
namespace {

struct complementing;
using word = detail::scalar_word<complementing>;  // reads blocks

constexpr int rho[25] = {0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14};
constexpr int origin(int i) { return (i % 5 + 3 * (i / 5)) % 5 + 5 * (i % 5); }  // pi: the lane that moves to i

// Which lanes are complemented between two rounds, and what follows for theta and for the lanes that chi reads.
constexpr bool complemented(int i) { return i == 1 || i == 2 || i == 8 || i == 12 || i == 17 || i == 20; }
constexpr bool parity_complemented(int x) {
  bool sum = false;
  for (int y = 0; y < 5; ++y) sum ^= complemented(x % 5 + 5 * y);
  return sum;
}
constexpr bool moved_complemented(int i) {
  const int from = origin(i);
  return complemented(from) ^ parity_complemented(from + 1) ^ parity_complemented(from + 4);
}

// a ^ (~b & c), complemented if `Wanted`, of values of which each may be complemented.
template <bool A, bool B, bool C, bool Wanted>
SIMDKECCAK_INLINE std::uint64_t chi(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  constexpr bool flipped = A != Wanted;  // whether ~(~b & c) is what a has to be XORed with
  if constexpr (B && !C) return (flipped ? ~a : a) ^ (b & c);
  if constexpr (!B && C) return (flipped ? a : ~a) ^ (b | c);
  if constexpr (B) return a ^ (flipped ? ~b | c : b & ~c);
  return a ^ (flipped ? b | ~c : ~b & c);
}

// The state, and the one that a round makes of it. What engines make of this depends on three things, each 5 to 15 % of the
// time (V8 11 to 14): the arrays have fixed addresses, or two registers are gone; they are volatile, or clang keeps lanes in
// local variables, of which engines before V8 13 spill too many; and all rounds are one loop without a call.
thread_local volatile std::uint64_t working[2][25];

template <int I>
SIMDKECCAK_INLINE std::uint64_t moved(const volatile std::uint64_t* a, const std::uint64_t* d) {
  constexpr int from = origin(I);
  return std::rotl(a[from] ^ d[from % 5], rho[from]);
}
template <int I>
SIMDKECCAK_INLINE std::uint64_t chi_at(const std::uint64_t* b) {
  constexpr int row = I / 5 * 5, x1 = (I + 1) % 5, x2 = (I + 2) % 5;
  return chi<moved_complemented(I), moved_complemented(row + x1), moved_complemented(row + x2), complemented(I)>(
      b[I % 5], b[x1], b[x2]);
}
// What is XORed into the lanes that a round makes: nothing, or the next block.
struct no_block {
  SIMDKECCAK_INLINE std::uint64_t operator()(int, std::uint64_t lane) const { return lane; }
};
// Lanes are stored as soon as they can be, so that few are alive at once.
template <int Row, class Block>
SIMDKECCAK_INLINE void row(const volatile std::uint64_t* a, const std::uint64_t* d, volatile std::uint64_t* e, Block with,
                           std::uint64_t constant = 0) {
  std::uint64_t b[5];
  b[0] = moved<Row>(a, d);
  b[1] = moved<Row + 1>(a, d);
  b[2] = moved<Row + 2>(a, d);
  e[Row] = with(Row, chi_at<Row>(b) ^ constant);
  b[3] = moved<Row + 3>(a, d);
  e[Row + 1] = with(Row + 1, chi_at<Row + 1>(b));
  b[4] = moved<Row + 4>(a, d);
  e[Row + 2] = with(Row + 2, chi_at<Row + 2>(b));
  e[Row + 3] = with(Row + 3, chi_at<Row + 3>(b));
  e[Row + 4] = with(Row + 4, chi_at<Row + 4>(b));
}
template <class Block = no_block>
SIMDKECCAK_INLINE void round(const volatile std::uint64_t* a, volatile std::uint64_t* e, std::uint64_t constant,
                             Block with = {}) {
  std::uint64_t c[5], d[5];
  for (int x = 0; x < 5; ++x) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
  for (int x = 0; x < 5; ++x) d[x] = c[(x + 4) % 5] ^ std::rotl(c[(x + 1) % 5], 1);
  row<0>(a, d, e, with, constant);
  row<5>(a, d, e, with);
  row<10>(a, d, e, with);
  row<15>(a, d, e, with);
  row<20>(a, d, e, with);
}

SIMDKECCAK_INLINE void permute(volatile std::uint64_t* a, volatile std::uint64_t* e, unsigned first, unsigned end) {
  constexpr auto& constants = detail::keccak_p<word>::round_constants;
  for (unsigned r = first; r < end; r += 2) {
    round(a, e, constants[r]);
    round(e, a, constants[r + 1]);
  }
}

}  // namespace

SIMDKECCAK_KERNEL(wasm_x1) {
  if (blocks == 0) return;
  constexpr auto& constants = detail::keccak_p<word>::round_constants;
  volatile std::uint64_t* const a = working[0];
  volatile std::uint64_t* const e = working[1];
  for (int i = 0; i < 25; ++i) a[i] = complemented(i) ? ~state[i] : state[i];  // and so they stay from block to block
  const auto absorb = [&](std::size_t offset, unsigned n) {
    word::read_block(in, offset, n, [&](std::size_t i, word lane) { a[i] = a[i] ^ lane.v; });
  };
  if (lanes == 17) {  // Keccak-256 and SHA3-256: the last round XORs the next block, 1 to 2 % of the time
    absorb(0, 17);
    for (std::size_t offset = 136; --blocks != 0; offset += 136) {
      permute(a, e, 24 - rounds, 22);
      round(a, e, constants[22]);
      round(e, a, constants[23], [next = in[0] + offset](int i, std::uint64_t lane) {
        if (i >= 17) return lane;
        std::uint64_t added;  // WebAssembly has the order of bytes of a lane
        std::memcpy(&added, next + 8 * i, 8);
        return lane ^ added;
      });
    }
    permute(a, e, 24 - rounds, 24);
  } else {
    for (std::size_t offset = 0; blocks != 0; --blocks, offset += std::size_t{8} * lanes) {
      if (lanes != 0) absorb(offset, lanes);
      permute(a, e, 24 - rounds, 24);
    }
  }
  for (int i = 0; i < 25; ++i) state[i] = complemented(i) ? ~a[i] : a[i];
}

}  // namespace simdkeccak::kernels

#endif
