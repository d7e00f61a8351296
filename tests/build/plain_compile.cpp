// Uses each part of the library once; prints the backend.
#include <cstdio>
#include <simdkeccak/simdkeccak.hpp>

namespace sk = simdkeccak;

int main() {
  const auto d = sk::hash<sk::keccak_256>("");
  std::array<std::array<std::uint8_t, 32>, 5> many{};
  const std::array<std::string_view, 5> messages{};
  sk::hash_many<sk::keccak_256>(messages, std::span<std::array<std::uint8_t, 32>>(many));
  for (const auto& each : many)
    if (each != d) return 1;
  std::array<std::uint8_t, 32> tree{};
  sk::kt128("", tree);
  if (d[0] != 0xC5 || d[31] != 0x70 || tree[0] != 0x1A || tree[31] != 0xE5) return 2;
  std::printf("backend: %s\n", sk::active().name.data());
  return 0;
}
