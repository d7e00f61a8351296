// The Keccak family written from the text of the standards, for obviousness and not for speed. It shares nothing with the
// library: round constants come from the shift register, rotations from the walk, every message is padded as a whole.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace reference {

using octets = std::vector<std::uint8_t>;
using lanes = std::array<std::uint64_t, 25>;  // lane (x, y) is index x + 5 y

inline octets text(std::string_view s) { return {s.begin(), s.end()}; }

inline octets joined(std::initializer_list<octets> parts) {
  octets all;
  for (const octets& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// ---- FIPS 202, section 3 ---------------------------------------------------------------------------------------------

// Algorithm 5. Bit i of `r` is R[i].
inline bool shift_register_bit(unsigned t) {
  unsigned r = 1;
  for (unsigned i = 0; i < t % 255; ++i) {
    r <<= 1;
    if ((r & 0x100) != 0) r ^= 0x171;  // R[0], R[4], R[5], R[6] ^= R[8], which is then cut off
  }
  return (r & 1) != 0;
}

// Algorithm 6.
inline std::array<std::uint64_t, 24> make_round_constants() {
  std::array<std::uint64_t, 24> constants{};
  for (unsigned i = 0; i < 24; ++i)
    for (unsigned j = 0; j <= 6; ++j)
      if (shift_register_bit(j + 7 * i)) constants[i] |= std::uint64_t{1} << ((1U << j) - 1);
  return constants;
}

// Algorithm 2.
inline std::array<unsigned, 25> make_rotations() {
  std::array<unsigned, 25> offsets{};
  unsigned x = 1, y = 0;
  for (unsigned t = 0; t <= 23; ++t) {
    offsets[x + 5 * y] = (t + 1) * (t + 2) / 2 % 64;
    const unsigned next_y = (2 * x + 3 * y) % 5;
    x = y;
    y = next_y;
  }
  return offsets;
}

inline std::uint64_t rotated(std::uint64_t lane, unsigned n) { return n == 0 ? lane : lane << n | lane >> (64 - n); }

inline void one_round(lanes& a, std::uint64_t constant) {
  static const std::array<unsigned, 25> rotations = make_rotations();
  std::array<std::uint64_t, 5> c{};
  for (unsigned x = 0; x < 5; ++x)
    for (unsigned y = 0; y < 5; ++y) c[x] ^= a[x + 5 * y];
  for (unsigned x = 0; x < 5; ++x)
    for (unsigned y = 0; y < 5; ++y) a[x + 5 * y] ^= c[(x + 4) % 5] ^ rotated(c[(x + 1) % 5], 1);
  for (unsigned i = 0; i < 25; ++i) a[i] = rotated(a[i], rotations[i]);
  lanes b{};
  for (unsigned x = 0; x < 5; ++x)
    for (unsigned y = 0; y < 5; ++y) b[x + 5 * y] = a[(x + 3 * y) % 5 + 5 * x];
  for (unsigned x = 0; x < 5; ++x)
    for (unsigned y = 0; y < 5; ++y) a[x + 5 * y] = b[x + 5 * y] ^ (~b[(x + 1) % 5 + 5 * y] & b[(x + 2) % 5 + 5 * y]);
  a[0] ^= constant;
}

// Algorithm 7: the last `rounds` rounds of the 24.
inline void keccak_p(lanes& a, unsigned rounds) {
  static const std::array<std::uint64_t, 24> constants = make_round_constants();
  for (unsigned i = 24 - rounds; i < 24; ++i) one_round(a, constants[i]);
}

// Byte i of the state, section 3.1.2: the low byte of a lane comes first.
inline void xor_byte(lanes& a, std::size_t i, std::uint8_t byte) { a[i / 8] ^= std::uint64_t{byte} << (8 * (i % 8)); }
inline std::uint8_t byte_of(const lanes& a, std::size_t i) { return static_cast<std::uint8_t>(a[i / 8] >> (8 * (i % 8))); }

// ---- FIPS 202, section 4 ---------------------------------------------------------------------------------------------

// `suffix` holds the domain bits and the first 1 of the padding; `a` is the state before the message.
inline octets sponge(std::size_t rate, std::uint8_t suffix, unsigned rounds, octets message, std::size_t out_size,
                     lanes a = {}) {
  message.push_back(suffix);
  while (message.size() % rate != 0) message.push_back(0);
  message.back() ^= 0x80;
  for (std::size_t from = 0; from < message.size(); from += rate) {
    for (std::size_t i = 0; i < rate; ++i) xor_byte(a, i, message[from + i]);
    keccak_p(a, rounds);
  }
  octets out;
  while (out.size() < out_size) {
    if (!out.empty() && out.size() % rate == 0) keccak_p(a, rounds);
    out.push_back(byte_of(a, out.size() % rate));
  }
  return out;
}

inline std::size_t rate_of(unsigned strength) { return (1600 - 2 * strength) / 8; }
inline octets shake(unsigned strength, const octets& message, std::size_t out_size) {
  return sponge(rate_of(strength), 0x1F, 24, message, out_size);
}
inline octets turboshake(unsigned strength, std::uint8_t domain, const octets& message, std::size_t out_size) {
  return sponge(rate_of(strength), domain, 12, message, out_size);
}

// ---- SP 800-185 ------------------------------------------------------------------------------------------------------

// n * factor, high byte first, without leading zeros. Schoolbook multiplication, so that 2^64 is no limit.
inline octets digits(std::uint64_t n, unsigned factor = 1) {
  octets low_first;
  for (unsigned carry = 0; n != 0 || carry != 0; n >>= 8, carry >>= 8) {
    carry += static_cast<unsigned>(n & 0xFF) * factor;
    low_first.push_back(static_cast<std::uint8_t>(carry & 0xFF));
  }
  return {low_first.rbegin(), low_first.rend()};
}

inline octets digits_with_zero(std::uint64_t n, unsigned factor) { return n == 0 ? octets{0} : digits(n, factor); }
inline octets size_of(const octets& x) { return {static_cast<std::uint8_t>(x.size())}; }

inline octets left_encode(std::uint64_t n, unsigned factor = 1) {
  const octets d = digits_with_zero(n, factor);
  return joined({size_of(d), d});
}
inline octets right_encode(std::uint64_t n, unsigned factor = 1) {
  const octets d = digits_with_zero(n, factor);
  return joined({d, size_of(d)});
}
inline octets encode_string(const octets& x) { return joined({left_encode(x.size(), 8), x}); }
inline octets bytepad(const octets& x, std::size_t w) {
  octets padded = joined({left_encode(w), x});
  while (padded.size() % w != 0) padded.push_back(0);
  return padded;
}

inline octets cshake(unsigned strength, const octets& x, std::size_t out_size, const octets& name, const octets& custom) {
  if (name.empty() && custom.empty()) return shake(strength, x, out_size);
  const octets prefix = bytepad(joined({encode_string(name), encode_string(custom)}), rate_of(strength));
  return sponge(rate_of(strength), 0x04, 24, joined({prefix, x}), out_size);
}

// right_encode(L) of the functions, right_encode(0) of their XOFs.
inline octets output_length(std::size_t out_size, bool xof) { return xof ? right_encode(0) : right_encode(out_size, 8); }

inline octets kmac(unsigned strength, const octets& key, const octets& x, std::size_t out_size, const octets& custom,
                   bool xof = false) {
  const octets all = joined({bytepad(encode_string(key), rate_of(strength)), x, output_length(out_size, xof)});
  return cshake(strength, all, out_size, text("KMAC"), custom);
}

inline octets tuplehash(unsigned strength, const std::vector<octets>& tuple, std::size_t out_size, const octets& custom,
                        bool xof = false) {
  octets all;
  for (const octets& element : tuple) all = joined({all, encode_string(element)});
  return cshake(strength, joined({all, output_length(out_size, xof)}), out_size, text("TupleHash"), custom);
}

inline octets parallelhash(unsigned strength, const octets& x, std::uint64_t block_size, std::size_t out_size,
                           const octets& custom, bool xof = false) {
  octets all = left_encode(block_size);
  std::uint64_t count = 0;
  for (std::size_t from = 0; from < x.size(); ++count) {
    const std::size_t n = x.size() - from < block_size ? x.size() - from : static_cast<std::size_t>(block_size);
    const auto begin = x.begin() + static_cast<std::ptrdiff_t>(from);
    const octets digest = shake(strength, {begin, begin + static_cast<std::ptrdiff_t>(n)}, strength / 4);
    all.insert(all.end(), digest.begin(), digest.end());
    from += n;
  }
  all = joined({all, right_encode(count), output_length(out_size, xof)});
  return cshake(strength, all, out_size, text("ParallelHash"), custom);
}

// ---- RFC 9861, section 3 ---------------------------------------------------------------------------------------------

inline octets length_encode(std::uint64_t n) {
  const octets d = digits(n);
  return joined({d, size_of(d)});
}

inline octets kangarootwelve(unsigned strength, const octets& message, std::size_t out_size, const octets& custom) {
  const octets s = joined({message, custom, length_encode(custom.size())});
  constexpr std::size_t chunk = 8192;
  if (s.size() <= chunk) return turboshake(strength, 0x07, s, out_size);
  octets node(s.begin(), s.begin() + chunk);
  node = joined({node, {3, 0, 0, 0, 0, 0, 0, 0}});
  std::uint64_t count = 0;
  for (std::size_t from = chunk; from < s.size(); from += chunk, ++count) {
    const auto begin = s.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = s.size() - from < chunk ? s.end() : begin + chunk;
    const octets chaining_value = turboshake(strength, 0x0B, {begin, end}, strength / 4);
    node.insert(node.end(), chaining_value.begin(), chaining_value.end());
  }
  return turboshake(strength, 0x06, joined({node, length_encode(count), {0xFF, 0xFF}}), out_size);
}

}  // namespace reference
