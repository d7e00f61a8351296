// One state in plain C++: the kernel of every machine.
#include "absorb.hpp"
#include "kernel.hpp"

namespace simdkeccak::kernels {
namespace {
struct plain;
}

SIMDKECCAK_KERNEL(portable_x1) { absorb<detail::scalar_word<plain>>(state, in, blocks, lanes, rounds); }

}  // namespace simdkeccak::kernels
