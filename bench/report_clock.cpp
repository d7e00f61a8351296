// Prints how fast the core's clock runs, as a line of JSON for bench/report. Neither the time-stamp counter nor the
// operating system knows that in a virtual machine. A chain of XORs, each of which needs the last one's result, does one a
// cycle.
#include <algorithm>
#include <chrono>
#include <cstdio>

int main() {
#if (defined(__x86_64__) || defined(__aarch64__)) && defined(__GNUC__)
  constexpr int loops = 200, in_loop = 500;
  using clock = std::chrono::steady_clock;
  const auto begin = clock::now();
  double best = 1e9;
  unsigned long chain = 0;  // one chain through all loops
  const unsigned long other = 1;
  while (clock::now() - begin < std::chrono::milliseconds(300)) {
    const auto start = clock::now();
    for (int i = 0; i < loops; ++i) {
#if defined(__x86_64__)
      asm volatile(".rept 500\n xor %1, %0\n .endr" : "+r"(chain) : "r"(other) : "cc");
#else
      asm volatile(".rept 500\n eor %0, %0, %1\n .endr" : "+r"(chain) : "r"(other));
#endif
    }
    best = std::min(best, std::chrono::duration<double, std::micro>(clock::now() - start).count());
  }
  std::printf("{\"core_mhz\": %.0f}\n", loops * in_loop / best);
#endif
}
