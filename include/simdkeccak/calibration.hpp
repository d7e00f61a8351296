// Which kernels are fastest on this machine, measured: the features of a CPU do not say it.
//
//   static simdkeccak::backend measured = simdkeccak::calibrate();   // once, some 20 ms; keep it as long as it is in use
//   simdkeccak::use_backend(measured);
//
// The result can be kept as text and loaded at the next start. explain() tells what is in use, and why.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "backend.hpp"

namespace simdkeccak {

// Times every kernel that this CPU can run, in less than 50 ms, and returns a row, "calibrated", of the best: one for one
// state, and for each number of live states what takes the least time. Run it when the machine is otherwise idle.
SIMDKECCAK_API backend calibrate() noexcept;

// Writes a row's kernels as one line of text, without a newline: "simdkeccak-kernels 1 bmi2_x1 avx2_x8:6 avx2_x4:2", the
// number being kernel::pays_from. Returns its length, at most calibration_text_size; more than out.size() means that it did
// not fit.
inline constexpr std::size_t calibration_text_size = 160;
SIMDKECCAK_API std::size_t to_text(const backend& row, std::span<char> out) noexcept;

// The row that such a line describes, "calibrated" by name. Empty if the line is damaged, of another version, or names a
// kernel that this library lacks or this CPU cannot run.
SIMDKECCAK_API std::optional<backend> from_text(std::string_view text) noexcept;

// Writes, as lines of text, the row in use, who chose it, its kernels and from how many states each is used, and every other
// row with what this CPU lacks for it. Returns the length of the whole; what does not fit in `out` is cut off.
SIMDKECCAK_API std::size_t explain(std::span<char> out) noexcept;

}  // namespace simdkeccak
