// The backends that are timed.
#pragma once

#include <simdkeccak/backend.hpp>
#include <string>
#include <vector>

namespace bench {

// The rows of the table that this CPU can run, best first. simdkeccak_bench_corrupted adds two, to prove that a wrong result
// is never timed: "corrupted", whose results are wrong, and "corrupted_late", whose results are wrong only in a timed loop,
// and only after a while.
const std::vector<const simdkeccak::backend*>& rows();

// "bmi2_x1, avx2_x4".
std::string kernels_of(const simdkeccak::backend& row);

// The features that a row needs and this CPU lacks: "AVX2, BMI2".
std::string lacking(const simdkeccak::backend& row);

}  // namespace bench
