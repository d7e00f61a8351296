// Runs every kernel of a row, whether or not this CPU can: where it cannot, the program must die of an illegal instruction.
#include <cstdio>
#include <cstring>
#include <simdkeccak/backend.hpp>

namespace sk = simdkeccak;

int main(int argc, char** argv) {
  alignas(64) std::uint64_t states[25 * sk::widest_kernel] = {};
  int kernels = 0;
  for (const sk::backend& row : sk::backends()) {
    if (argc != 2 || row.name != argv[1]) continue;
    row.one.absorb(states, nullptr, 1, 0, 24);
    ++kernels;
    for (const sk::kernel& k : row.many)
      if (k.width != 0) {
        k.absorb(states, nullptr, 1, 0, 24);
        ++kernels;
      }
  }
  std::printf("%d kernels ran\n", kernels);
  return kernels != 0 ? 0 : 1;
}
