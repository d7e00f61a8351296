// What the library needs of a C and C++ library where there is no system: no environment, and an end without words.
#include <cstdlib>

extern "C" char* getenv(const char*) { return nullptr; }

_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD
