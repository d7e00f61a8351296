// The C library of BLAKE3.
#include <blake3.h>

#include "contender.hpp"

int main(int argc, char** argv) {
  const auto hash = [](contender::message m, std::uint8_t* out) {
    blake3_hasher hasher;
    blake3_hasher_init(&hasher);
    blake3_hasher_update(&hasher, m.data(), m.size());
    blake3_hasher_finalize(&hasher, out, BLAKE3_OUT_LEN);
  };
  return contender::serve({argv + 1, argv + argc}, {"blake3-c", blake3_version(), "C"},
                          {contender::one_by_one("blake3", BLAKE3_OUT_LEN, hash)});
}
