// One state in general registers, with lazy rotations: EOR and BIC rotate their second operand for nothing, so no rotation
// of rho or theta is an instruction. A round is 101 of them; written plainly it is 125.
#include "kernel.hpp"

#if (defined(__aarch64__) && !defined(__AARCH64EB__)) || defined(_M_ARM64)

// g++ would sum a parity in an order of its own, for which it has to rotate, and then spill more.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-reassoc,no-schedule-insns")
#endif

#include "absorb.hpp"

namespace simdkeccak {
namespace kernels {
namespace {

struct lazy;
struct plain;
using word = detail::scalar_word<lazy>;  // detail::keccak_p<word> below is this file's, not the shared one
using constants = detail::keccak_p<detail::scalar_word<plain>>;

// A lane is kept rotated to the right by its `lag`: its value is rol(register, lag). With a^b of two registers one is
// rotated by the difference, and the result has the other's lag. Each round ends with the lags that it began with:
//
//   theta   the parity of column x takes the lag of the lane in row pivot[x]; what column x is XORed with, D[x], takes that
//           of the rotated parity beside it, parity[x + 1] + 1
//   rho     adds its number to the lag of D, which the lane took
//   chi     keeps the lag of its first operand
//
// So five lags determine all: 117 choices of pivots and of the lag of D have a solution, and this is one whose pivots are
// not in row 4, which the round before wrote last.
constexpr int theta_lag[5] = {0, 45, 57, 19, 48};
constexpr int pivot[5] = {1, 2, 2, 2, 2};
constexpr int rho[25] = {0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14};

constexpr int origin(int i) { return (i % 5 + 3 * (i / 5)) % 5 + 5 * (i % 5); }  // pi: the lane that moves to i
constexpr int lag(int i) { return (theta_lag[origin(i) % 5] + rho[origin(i)]) % 64; }
constexpr int parity_lag(int x) { return lag(x % 5 + 5 * pivot[x % 5]); }
constexpr bool lags_return() {
  for (int x = 0; x < 5; ++x)
    if (theta_lag[x] != (parity_lag(x + 1) + 1) % 64) return false;
  return true;
}
static_assert(lags_return() && lag(0) == 0);  // iota's constants need no rotation

template <int N>
SIMDKECCAK_INLINE std::uint64_t ror(std::uint64_t a) {
  return std::rotr(a, (N % 64 + 64) % 64);
}

template <int X, int Y>
SIMDKECCAK_INLINE std::uint64_t in_parity(const std::uint64_t* a) {
  constexpr int i = X + 5 * Y;
  return ror<parity_lag(X) - lag(i)>(a[i]);
}
template <int X>
SIMDKECCAK_INLINE std::uint64_t parity(const std::uint64_t* a) {
  return in_parity<X, pivot[X]>(a) ^ in_parity<X, (pivot[X] + 1) % 5>(a) ^ in_parity<X, (pivot[X] + 4) % 5>(a) ^
         in_parity<X, (pivot[X] + 3) % 5>(a) ^ in_parity<X, (pivot[X] + 2) % 5>(a);
}
template <int X>
SIMDKECCAK_INLINE std::uint64_t theta(const std::uint64_t* c) {
  return c[(X + 1) % 5] ^ ror<theta_lag[X] - parity_lag(X + 4)>(c[(X + 4) % 5]);
}

// The lane that pi moves to I, with theta's XOR; its lag is now lag(I).
template <int I>
SIMDKECCAK_INLINE std::uint64_t moved(const std::uint64_t* a, const std::uint64_t* d) {
  constexpr int from = origin(I);
  return d[from % 5] ^ ror<theta_lag[from % 5] - lag(from)>(a[from]);
}
template <int Row, int X>
SIMDKECCAK_INLINE std::uint64_t chi(const std::uint64_t* b) {
  constexpr int x1 = (X + 1) % 5, x2 = (X + 2) % 5;
  constexpr int lag0 = lag(X + Row), lag1 = lag(x1 + Row), lag2 = lag(x2 + Row);
  return b[X] ^ ror<lag0 - lag2>(b[x2] & ~ror<lag2 - lag1>(b[x1]));
}
template <int Row>
SIMDKECCAK_INLINE void row(const std::uint64_t* a, const std::uint64_t* d, std::uint64_t* e) {
  const std::uint64_t b[5] = {moved<Row>(a, d), moved<Row + 1>(a, d), moved<Row + 2>(a, d), moved<Row + 3>(a, d),
                              moved<Row + 4>(a, d)};
  e[Row] = chi<Row, 0>(b);
  e[Row + 1] = chi<Row, 1>(b);
  e[Row + 2] = chi<Row, 2>(b);
  e[Row + 3] = chi<Row, 3>(b);
  e[Row + 4] = chi<Row, 4>(b);
}

SIMDKECCAK_INLINE void round(const std::uint64_t* a, std::uint64_t* e, std::uint64_t constant) {
  const std::uint64_t c[5] = {parity<0>(a), parity<1>(a), parity<2>(a), parity<3>(a), parity<4>(a)};
  const std::uint64_t d[5] = {theta<0>(c), theta<1>(c), theta<2>(c), theta<3>(c), theta<4>(c)};
  row<0>(a, d, e);
  row<5>(a, d, e);
  row<10>(a, d, e);
  row<15>(a, d, e);
  row<20>(a, d, e);
  e[0] ^= constant;
}

}  // namespace
}  // namespace kernels

namespace detail {

// The lanes are in local variables from the first round to the last: there are registers for all 25.
template <>
struct keccak_p<kernels::word, 1> {
  static constexpr unsigned width = 1;

  SIMDKECCAK_INLINE static void permute(std::uint64_t* state, unsigned rounds) {
    permute_to(state, rounds, [](std::size_t, std::uint64_t lane) { return lane; });
  }
  SIMDKECCAK_INLINE static void permute_and_xor(std::uint64_t* state, unsigned rounds, const std::uint64_t* next) {
    permute_to(state, rounds, [next](std::size_t i, std::uint64_t lane) { return lane ^ next[i]; });
  }

 private:
  template <class Finish>
  SIMDKECCAK_INLINE static void permute_to(std::uint64_t* state, unsigned rounds, Finish finish) {
    std::uint64_t a[25], e[25];
    for_each_lane<0>([&](auto i) { a[i] = std::rotr(state[i], kernels::lag(i)); });
    for (unsigned r = 24 - rounds; r < 24; r += 2) {
      kernels::round(a, e, kernels::constants::round_constants[r]);
      kernels::round(e, a, kernels::constants::round_constants[r + 1]);
    }
    for_each_lane<0>([&](auto i) { state[i] = finish(i, std::rotl(a[i], kernels::lag(i))); });
  }

  template <int I>
  struct index {
    constexpr operator int() const { return I; }
  };
  template <int I, class Action>
  SIMDKECCAK_INLINE static void for_each_lane(Action action) {
    action(index<I>{});
    if constexpr (I < 24) for_each_lane<I + 1>(action);
  }
};

}  // namespace detail

namespace kernels {

SIMDKECCAK_KERNEL(aarch64_x1) { absorb<word>(state, in, blocks, lanes, rounds); }

}  // namespace kernels
}  // namespace simdkeccak

#endif
