// Rows with kernels of every width, each made of the portable kernel, so that what spreads work over the slots of a kernel
// is tested whatever this CPU has. They count their calls.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <simdkeccak/backend.hpp>
#include <vector>

namespace test {

// How often the kernel of a width was called.
inline std::array<std::size_t, simdkeccak::widest_kernel + 1> emulated_calls{};

template <unsigned Width>
void emulated(std::uint64_t* state, const std::uint8_t* const* in, std::size_t blocks, unsigned lanes, unsigned rounds) {
  ++emulated_calls[Width];
  for (unsigned slot = 0; slot < Width; ++slot) {
    std::uint64_t one[25];
    for (unsigned i = 0; i < 25; ++i) one[i] = state[i * Width + slot];
    simdkeccak::backends().back().one.absorb(one, in != nullptr ? in + slot : nullptr, blocks, lanes, rounds);
    for (unsigned i = 0; i < 25; ++i) state[i * Width + slot] = one[i];
  }
}

inline constexpr simdkeccak::kernel emulated_x1{"emulated_x1", 1, 1, emulated<1>};

inline constexpr simdkeccak::backend emulated_x1_only{"emulated_x1_only", 0, emulated_x1};
inline constexpr simdkeccak::backend emulated_x2{"emulated_x2", 0, emulated_x1, {{{"emulated_x2", 2, 2, emulated<2>}}}};
inline constexpr simdkeccak::backend emulated_x3{"emulated_x3", 0, emulated_x1, {{{"emulated_x3", 3, 1, emulated<3>}}}};
inline constexpr simdkeccak::backend emulated_x8{"emulated_x8", 0, emulated_x1, {{{"emulated_x8", 8, 2, emulated<8>}}}};
inline constexpr simdkeccak::backend emulated_full_x8{
    "emulated_full_x8", 0, emulated_x1, {{{"emulated_x8", 8, 8, emulated<8>}}}};
inline constexpr simdkeccak::backend emulated_x842{
    "emulated_x842",
    0,
    emulated_x1,
    {{{"emulated_x8", 8, 6, emulated<8>}, {"emulated_x4", 4, 3, emulated<4>}, {"emulated_x2", 2, 2, emulated<2>}}}};

// These, and all that this CPU can run.
inline std::vector<const simdkeccak::backend*> rows_of_every_width() {
  std::vector<const simdkeccak::backend*> rows{&emulated_x2, &emulated_x3, &emulated_x8, &emulated_full_x8, &emulated_x842};
  for (const simdkeccak::backend& row : simdkeccak::backends())
    if (row.supported()) rows.push_back(&row);
  return rows;
}

}  // namespace test
