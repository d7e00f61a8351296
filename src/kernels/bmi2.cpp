// One state in general registers, with ANDN (BMI1) for chi and RORX (BMI2) for the rotations.
#include "kernel.hpp"

#if defined(__x86_64__) || defined(_M_X64)

SIMDKECCAK_TARGET_BEGIN("bmi,bmi2")
#include "absorb.hpp"

namespace simdkeccak::kernels {
namespace {
struct bmi2;
}

SIMDKECCAK_KERNEL(bmi2_x1) { absorb<detail::scalar_word<bmi2>>(state, in, blocks, lanes, rounds); }

}  // namespace simdkeccak::kernels
SIMDKECCAK_TARGET_END

#endif
