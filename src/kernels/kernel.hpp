// What a kernel is, and how a kernel file opens and closes its instruction set.
//
// A kernel is one function, named <instruction set>_x<width> in namespace simdkeccak::kernels, with this contract:
//
//   void NAME(std::uint64_t* state, const std::uint8_t* const* in, std::size_t blocks, unsigned lanes, unsigned rounds)
//  ;
//
//   state   [25][width] lanes in the order of FIPS 202 (lane (x, y) is row x + 5 y; column s is state s), host byte order,
//           8-byte aligned; updated in place
//   in      `width` pointers of any alignment; block b of state s is the 8 * lanes bytes at in[s] + 8 * lanes * b; not
//           read, and may be null, when lanes is 0
//   blocks  how many times to XOR a block in and permute; 0 does nothing
//   lanes   lanes in a block, 0 to 25; 0 is the bare permutation
//   rounds  even, 2 to 24: the last rounds of Keccak-f[1600]
//
// It allocates nothing, throws nothing, touches nothing else (but for `wasm_x1`, which works in memory of its thread), and
// takes no branch and no address from the data. (Declared noexcept it would drag g++'s exception tables into every kernel
// object.)
#pragma once

// Everything that the shared bodies include is included here first, outside any target region.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#define SIMDKECCAK_KERNEL(name) \
  void name(std::uint64_t* state, const std::uint8_t* const* in, std::size_t blocks, unsigned lanes, unsigned rounds)

// Beside it, a kernel may have a function for the only permutation of digests: see backend.hpp.
#define SIMDKECCAK_DIGEST(name) void name##_digest(std::uint64_t* state, unsigned rounds)

// The instruction set is opened and closed inside the file. With a -m flag for the whole file instead, a shared inline
// function compiled for the newer machine could be the copy that the linker keeps for all.
#define SIMDKECCAK_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define SIMDKECCAK_TARGET_BEGIN(features) \
  SIMDKECCAK_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define SIMDKECCAK_TARGET_END _Pragma("clang attribute pop")
#elif defined(__GNUC__)
// g++'s second scheduling pass costs 2 % of a state in general registers and 5 % of eight in 512-bit ones.
#define SIMDKECCAK_TARGET_BEGIN(features) \
  _Pragma("GCC push_options") SIMDKECCAK_PRAGMA(GCC target(features)) _Pragma("GCC optimize(\"no-schedule-insns2\")")
#define SIMDKECCAK_TARGET_END _Pragma("GCC pop_options")
#else
#define SIMDKECCAK_TARGET_BEGIN(features)
#define SIMDKECCAK_TARGET_END
#endif
