// SP 800-185 and RFC 9861 composed of whole strings and of nothing but a plain sponge on the portable backend: a second
// opinion on encodings, trees and prefixes. The sponge itself is compared with OpenSSL's by the target `sponge`.
#pragma once

#include <initializer_list>
#include <string_view>

#include "input.hpp"

namespace fuzz::model {

inline octets text(std::string_view s) { return {s.begin(), s.end()}; }
inline octets joined(std::initializer_list<octets> parts) {
  octets all;
  for (const octets& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}
inline octets part(const octets& all, std::size_t from, std::size_t most) {
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(from);
  return {begin, begin + static_cast<std::ptrdiff_t>(std::min(most, all.size() - from))};
}

inline octets sponge(sk::algorithm a, const octets& message, std::size_t size) {
  octets out(size);
  sk::detail::plain_hasher(a, portable()).update(message).digest(out);
  return out;
}
inline std::uint8_t rate(unsigned strength) { return static_cast<std::uint8_t>((1600 - 2 * strength) / 8); }
inline octets keccak(unsigned strength, std::uint8_t suffix, const octets& message, std::size_t size) {
  return sponge({rate(strength), suffix, 24, 0}, message, size);
}
inline octets turboshake(unsigned strength, std::uint8_t domain, const octets& message, std::size_t size) {
  return sponge({rate(strength), domain, 12, 0}, message, size);
}

// n in base 256, without leading zeros; none at all for 0.
inline octets digits(std::uint64_t n) {
  octets low_first;
  for (; n != 0; n /= 256) low_first.push_back(static_cast<std::uint8_t>(n % 256));
  return {low_first.rbegin(), low_first.rend()};
}
inline octets counted_digits(std::uint64_t n) { return n == 0 ? octets{0} : digits(n); }
inline octets count(const octets& x) { return {static_cast<std::uint8_t>(x.size())}; }
inline octets left_encode(std::uint64_t n) { return joined({count(counted_digits(n)), counted_digits(n)}); }
inline octets right_encode(std::uint64_t n) { return joined({counted_digits(n), count(counted_digits(n))}); }
inline octets length_encode(std::uint64_t n) { return joined({digits(n), count(digits(n))}); }
inline octets encode_string(const octets& x) { return joined({left_encode(8 * x.size()), x}); }
inline octets bytepad(const octets& x, unsigned w) {
  octets padded = joined({left_encode(w), x});
  padded.resize((padded.size() + w - 1) / w * w);
  return padded;
}

enum class output { fixed, xof };
inline octets output_length(std::size_t size, output o) { return right_encode(o == output::xof ? 0 : 8 * size); }

inline octets cshake(unsigned strength, const octets& message, std::size_t size, const octets& name, const octets& custom) {
  if (name.empty() && custom.empty()) return keccak(strength, 0x1F, message, size);
  const octets prefix = bytepad(joined({encode_string(name), encode_string(custom)}), rate(strength));
  return keccak(strength, 0x04, joined({prefix, message}), size);
}

inline octets kmac(unsigned strength, const octets& key, const octets& message, std::size_t size, const octets& custom,
                   output o) {
  const octets all = joined({bytepad(encode_string(key), rate(strength)), message, output_length(size, o)});
  return cshake(strength, all, size, text("KMAC"), custom);
}

inline octets tuplehash(unsigned strength, const std::vector<octets>& tuple, std::size_t size, const octets& custom,
                        output o) {
  octets all;
  for (const octets& element : tuple) all = joined({all, encode_string(element)});
  return cshake(strength, joined({all, output_length(size, o)}), size, text("TupleHash"), custom);
}

inline octets parallelhash(unsigned strength, const octets& message, std::size_t block_size, std::size_t size,
                           const octets& custom, output o) {
  octets all = left_encode(block_size);
  std::uint64_t n = 0;
  for (std::size_t from = 0; from < message.size(); from += block_size, ++n)
    all = joined({all, keccak(strength, 0x1F, part(message, from, block_size), strength / 4)});
  return cshake(strength, joined({all, right_encode(n), output_length(size, o)}), size, text("ParallelHash"), custom);
}

inline octets kangarootwelve(unsigned strength, const octets& message, std::size_t size, const octets& custom) {
  constexpr std::size_t chunk = 8192;
  const octets s = joined({message, custom, length_encode(custom.size())});
  if (s.size() <= chunk) return turboshake(strength, 0x07, s, size);
  octets node = joined({part(s, 0, chunk), {3, 0, 0, 0, 0, 0, 0, 0}});
  std::uint64_t n = 0;
  for (std::size_t from = chunk; from < s.size(); from += chunk, ++n)
    node = joined({node, turboshake(strength, 0x0B, part(s, from, chunk), strength / 4)});
  return turboshake(strength, 0x06, joined({node, length_encode(n), {0xFF, 0xFF}}), size);
}

}  // namespace fuzz::model
