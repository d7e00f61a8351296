// What all tests share: hexadecimal, the pattern of RFC 9861, and hostile ways to cut a message.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <simdkeccak/bytes.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace test {

using octets = std::vector<std::uint8_t>;

constexpr int hex_digit(char c) {
  if ('0' <= c && c <= '9') return c - '0';
  if ('a' <= c && c <= 'f') return c - 'a' + 10;
  throw "not a lower-case hexadecimal digit";
}

// hex("00ff") is the array {0, 255}; anything but pairs of digits does not compile.
template <std::size_t N>
consteval std::array<std::uint8_t, N / 2> hex(const char (&text)[N]) {
  static_assert(N % 2 == 1, "two digits a byte");
  std::array<std::uint8_t, N / 2> out{};
  for (std::size_t i = 0; i < N / 2; ++i)
    out[i] = static_cast<std::uint8_t>(hex_digit(text[2 * i]) * 16 + hex_digit(text[2 * i + 1]));
  return out;
}

octets from_hex(std::string_view text);  // throws if it is not pairs of digits
std::string to_hex(std::span<const std::uint8_t> data);

// n bytes, byte i being i mod 251.
octets pattern(std::size_t n);

// A copy at an odd address that ends where its memory ends, so that AddressSanitizer sees a read past the end.
class odd_copy {
 public:
  explicit odd_copy(std::span<const std::uint8_t> data);
  odd_copy(odd_copy&&) = default;

  std::span<const std::uint8_t> span() const { return std::span(memory_).subspan(1); }
  simdkeccak::bytes view() const { return span(); }
  operator simdkeccak::bytes() const { return view(); }

 private:
  octets memory_;
};

// Sizes of pieces, taken in turn, and over again until nothing is left. Not all are 0.
using cut = std::vector<std::size_t>;
std::string to_text(const cut& c);

// Cuts around the edges of blocks and of the leaves of 8192 bytes. The longer the message, the fewer they are.
std::vector<cut> hostile_cuts(std::size_t size, std::size_t rate);

// The same for output.
std::vector<cut> hostile_reads(std::size_t rate);

// Calls take(offset, n) for each piece; once, for an empty one, if size is 0.
template <class Take>
void in_pieces(std::size_t size, const cut& c, Take take) {
  std::size_t offset = 0;
  for (std::size_t i = 0; i == 0 || offset != size; ++i) {
    const std::size_t n = std::min(c[i % c.size()], size - offset);
    take(offset, n);
    offset += n;
  }
}

// Calls take(bytes) for each piece of a message.
template <class Take>
void in_pieces(simdkeccak::bytes message, const cut& c, Take take) {
  in_pieces(message.size(), c,
            [&](std::size_t offset, std::size_t n) { take(simdkeccak::bytes(message.data() + offset, n)); });
}

// Calls read(std::span<std::uint8_t>) for each piece of `out`, which is zeroed first.
template <class Read>
void out_pieces(octets& out, const cut& c, Read read) {
  std::ranges::fill(out, std::uint8_t{0});
  in_pieces(out.size(), c, [&](std::size_t offset, std::size_t n) { read(std::span(out).subspan(offset, n)); });
}

}  // namespace test
