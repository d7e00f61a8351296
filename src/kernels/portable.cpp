// One state in plain C++: the kernel of every machine.
#include "absorb.hpp"
#include "kernel.hpp"

namespace simdkeccak::kernels {
namespace {
struct plain;
using word = detail::scalar_word<plain>;
}  // namespace

SIMDKECCAK_KERNEL(portable_x1) { absorb<word>(state, in, blocks, lanes, rounds); }
SIMDKECCAK_DIGEST(portable_x1) { detail::keccak_p<word>::permute_to_digest(state, rounds); }

}  // namespace simdkeccak::kernels
