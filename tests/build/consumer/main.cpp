#include <cstdio>
#include <simdkeccak/simdkeccak.hpp>

int main() {
  for (const unsigned octet : simdkeccak::hash<simdkeccak::sha3_256>("abc")) std::printf("%02x", octet);
  std::puts("");
}
