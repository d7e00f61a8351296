// Loaded before the C library: answers riscv_hwprobe as Linux 6.5 does on a CPU with Zbb. qemu-user 7.2 does not know that
// system call; all others are passed on.
#include <errno.h>
#include <stdint.h>

struct pair {
  int64_t key;
  uint64_t value;
};

long syscall(long number, long a, long b, long c, long d, long e, long f) {
  if (number == 258) {
    struct pair* pairs = (struct pair*)a;
    for (long i = 0; i < b; ++i) {
      if (pairs[i].key == 4) {
        pairs[i].value = 1 << 4;
      } else {
        pairs[i].key = -1;
        pairs[i].value = 0;
      }
    }
    return 0;
  }
  register long a0 __asm__("a0") = a;
  register long a1 __asm__("a1") = b;
  register long a2 __asm__("a2") = c;
  register long a3 __asm__("a3") = d;
  register long a4 __asm__("a4") = e;
  register long a5 __asm__("a5") = f;
  register long a7 __asm__("a7") = number;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5), "r"(a7) : "memory");
  if (a0 < 0 && a0 > -4096) {
    errno = (int)-a0;
    return -1;
  }
  return a0;
}
