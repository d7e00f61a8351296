// What the library needs of a C and C++ library where there is no system: no environment, and an end without words. And a
// smaller `portable`: each module holds a better row, so the plain kernel would be five kilobytes that nothing calls.
#include <cstdlib>

#include "../../../src/kernels/kernel.hpp"

extern "C" char* getenv(const char*) { return nullptr; }

_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD

namespace simdkeccak::kernels {
SIMDKECCAK_KERNEL(wasm_x1);
SIMDKECCAK_KERNEL(portable_x1) { wasm_x1(state, in, blocks, lanes, rounds); }
SIMDKECCAK_DIGEST(portable_x1) { wasm_x1(state, nullptr, 1, 0, rounds); }
}  // namespace simdkeccak::kernels
