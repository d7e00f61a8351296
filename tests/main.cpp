// Runs the suite on the backend that SIMDKECCAK_BACKEND names; exits with 77, "skipped", if this CPU cannot run it.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <simdkeccak/backend.hpp>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (const char* wanted = std::getenv("SIMDKECCAK_BACKEND"); wanted != nullptr) {
    const simdkeccak::backend* const row = simdkeccak::find_backend(wanted);
    if (row == nullptr) {
      std::printf("not run: backend %s is not compiled in or not supported by this CPU\n", wanted);
      return 77;
    }
    if (&simdkeccak::active() != row) {
      std::printf("SIMDKECCAK_BACKEND=%s was not obeyed\n", wanted);
      return 1;
    }
  }
  std::printf("backend: %s\n", simdkeccak::active().name.data());
  return RUN_ALL_TESTS();
}
