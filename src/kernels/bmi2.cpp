// One state in general registers, with ANDN (BMI1) for chi and RORX (BMI2) for the rotations.
#include "kernel.hpp"

#if (defined(__x86_64__) && !defined(__ILP32__)) || defined(_M_X64)

SIMDKECCAK_TARGET_BEGIN("bmi,bmi2")
#include "absorb.hpp"
#include "assembly.hpp"

namespace simdkeccak::kernels {
namespace {

struct isa;
using word = detail::scalar_word<isa>;

#if defined(__GNUC__)
#define PERMUTE permute_rounds
#define ROUNDS "bmi2_rounds.inc"
#include "bmi2_registers.hpp"
using permutation = permutation_in_assembly<word, permute_rounds>;
#else
using permutation = detail::keccak_p<word>;
#endif

}  // namespace

SIMDKECCAK_KERNEL(bmi2_x1) { absorb<word, permutation>(state, in, blocks, lanes, rounds); }
SIMDKECCAK_DIGEST(bmi2_x1) { permutation::permute_to_digest(state, rounds); }

}  // namespace simdkeccak::kernels
SIMDKECCAK_TARGET_END

#endif
