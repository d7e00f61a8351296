// The algorithms that are timed, each with its streaming type and its one-shot function.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <simdkeccak/simdkeccak.hpp>
#include <string_view>

namespace bench {

namespace sk = simdkeccak;

template <sk::algorithm A, std::size_t Size>
struct plain {
  using hasher = sk::hasher<A>;
  using digest = std::array<std::uint8_t, Size>;
  static constexpr sk::algorithm sponge = A;
  static void hash(sk::bytes message, digest& out) noexcept { sk::hash<A>(message, out); }

  std::string_view name;
};

template <unsigned Strength>
struct tree {
  using hasher = sk::kangarootwelve<Strength>;
  using digest = std::array<std::uint8_t, Strength / 4>;
  static void hash(sk::bytes message, digest& out) noexcept {
    if constexpr (Strength == 128)
      sk::kt128(message, out);
    else
      sk::kt256(message, out);
  }

  std::string_view name;
};

// Calls f with each algorithm. Those without a length of their own give 32 bytes at 128 bits of strength, 64 at 256.
template <class F>
void for_each_plain(F f) {
  f(plain<sk::keccak_256, 32>{"keccak-256"});
  f(plain<sk::sha3_256, 32>{"sha3-256"});
  f(plain<sk::sha3_512, 64>{"sha3-512"});
  f(plain<sk::shake128, 32>{"shake128"});
  f(plain<sk::shake256, 64>{"shake256"});
  f(plain<sk::turboshake128, 32>{"turboshake128"});
  f(plain<sk::turboshake256, 64>{"turboshake256"});
}
template <class F>
void for_each_tree(F f) {
  f(tree<128>{"kt128"});
  f(tree<256>{"kt256"});
}
template <class F>
void for_each_algorithm(F f) {
  for_each_plain(f);
  for_each_tree(f);
}

}  // namespace bench
