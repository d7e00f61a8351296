#include <simdkeccak/simdkeccak.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  uint8_t digest[32];
  size_t i;
  if (strcmp(simdkeccak_version(), SIMDKECCAK_VERSION) != 0) return 1;
  if (simdkeccak_hash("sha3-256", "abc", 3, digest, sizeof digest) != SIMDKECCAK_OK) return 1;
  for (i = 0; i < sizeof digest; ++i) printf("%02x", digest[i]);
  puts("");
  return 0;
}
