// Bytes into lanes and back, the integer encodings of SP 800-185 and RFC 9861, and wiping.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "../bytes.hpp"

namespace simdkeccak::detail {

// A lane holds its bytes low byte first (FIPS 202, section 3.1.2), whatever the byte order of the machine.
constexpr std::uint64_t little_endian(std::uint64_t v) noexcept {
  if constexpr (std::endian::native == std::endian::little) return v;
  std::uint64_t swapped = 0;
  for (int i = 0; i < 8; ++i) swapped |= (v >> (8 * i) & 0xFF) << (56 - 8 * i);
  return swapped;
}

// g++ 12, having inlined all of this for a message of two bytes, warns of the eight-byte read that n >= 8 guards.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif

// The n < 8 bytes at p, by loads that overlap: a copy of a length that is not known is a call.
inline std::uint64_t load_few(const std::uint8_t* p, std::size_t n) noexcept {
  if (n >= 4) {
    const auto load = [](const std::uint8_t* from) {
      std::uint32_t v = 0;
      std::memcpy(&v, from, 4);
      return little_endian(v) >> (std::endian::native == std::endian::little ? 0 : 32);
    };
    return load(p) | load(p + n - 4) << (8 * (n - 4));
  }
  if (n == 0) return 0;
  return p[0] | std::uint64_t{p[n / 2]} << (8 * (n / 2)) | std::uint64_t{p[n - 1]} << (8 * (n - 1));
}

// The same value, of which the compiler knows nothing, so that the lane is moved or changed by instructions for all of it
// and nothing else: not for the bytes that a constant changes, not for several lanes at once. What is read in other units
// than it was written has to reach the cache first.
constexpr std::uint64_t whole_lane(std::uint64_t v) noexcept {
#if defined(__GNUC__)
  if (!std::is_constant_evaluated()) __asm__("" : "+r"(v));
#endif
  return v;
}

// Sets lanes to 0, by stores of vectors: where the compiler knows the value, g++ takes "rep stos", whose start alone costs a
// short message 4 %.
template <std::size_t N>
constexpr void clear(std::uint64_t (&lanes)[N]) noexcept {
  std::uint64_t zero = 0;
#if defined(__GNUC__) && !defined(__clang__)
  zero = whole_lane(zero);
#endif
  for (std::uint64_t& lane : lanes) lane = zero;
}

// The n <= 8 bytes of m from index `from`, as the low bytes of a lane.
constexpr std::uint64_t load_lane(bytes m, std::size_t from, std::size_t n = 8) noexcept {
  std::uint64_t v = 0;
  if (std::is_constant_evaluated()) {
    for (std::size_t i = 0; i < n; ++i) v |= std::uint64_t{m[from + i]} << (8 * i);
    return v;
  }
  if (n < 8) return load_few(m.data() + from, n);
  std::memcpy(&v, m.data() + from, 8);
  return little_endian(v);
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

// The n <= 8 low bytes of a lane.
constexpr void store_lane(std::uint8_t* out, std::uint64_t v, std::size_t n = 8) noexcept {
  if (std::is_constant_evaluated()) {
    for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<std::uint8_t>(v >> (8 * i));
    return;
  }
  v = little_endian(v);
  if (n != 0) std::memcpy(out, &v, n);
}

// XORs n bytes of m, from index `from`, into the state's bytes at `position`.
constexpr void xor_bytes(std::uint64_t* lanes, std::size_t position, bytes m, std::size_t from, std::size_t n) noexcept {
  if (const std::size_t skip = position % 8; skip != 0 && n != 0) {
    const std::size_t head = std::min(n, 8 - skip);
    lanes[position / 8] ^= load_lane(m, from, head) << (8 * skip);
    position += head, from += head, n -= head;
  }
  std::uint64_t* lane = lanes + position / 8;
  for (; n >= 8; ++lane, from += 8, n -= 8) *lane ^= load_lane(m, from);
  if (n != 0) *lane ^= load_lane(m, from, n);
}

// Copies n of the state's bytes, from `position`, to `out`. `stride` is the distance between the lanes of one state. Lanes
// that a kernel for one state has just stored are loaded as such: a vector's load would wait for them (3 % of a short
// KT128).
constexpr void copy_bytes(const std::uint64_t* lanes, std::size_t position, std::uint8_t* out, std::size_t n,
                          std::size_t stride = 1) noexcept {
  if (const std::size_t skip = position % 8; skip != 0 && n != 0) {
    const std::size_t head = std::min(n, 8 - skip);
    store_lane(out, lanes[position / 8 * stride] >> (8 * skip), head);
    position += head, out += head, n -= head;
  }
  const std::uint64_t* lane = lanes + position / 8 * stride;
  for (; n >= 8; lane += stride, out += 8, n -= 8) store_lane(out, whole_lane(*lane));
  if (n != 0) store_lane(out, *lane, n);
}

// A short encoded integer.
struct encoded {
  std::array<std::uint8_t, 10> octets{};
  std::size_t size = 0;

  constexpr operator bytes() const noexcept { return {octets.data(), size}; }
  constexpr void push(std::uint8_t octet) noexcept { octets[size++] = octet; }

  // `high` * 2^64 + `low`, high byte first, in as few bytes as it takes but at least `least`.
  constexpr std::size_t push_integer(std::uint8_t high, std::uint64_t low, std::size_t least) noexcept {
    std::size_t n = high != 0 ? 9 : (static_cast<std::size_t>(std::bit_width(low)) + 7) / 8;
    n = std::max(n, least);
    if (n == 9) push(high);
    for (std::size_t i = std::min<std::size_t>(n, 8); i-- > 0;) push(static_cast<std::uint8_t>(low >> (8 * i)));
    return n;
  }
};

// SP 800-185, section 2.3.1. The bit forms encode 8 * n, which need not fit in 64 bits.
constexpr encoded left_encode_integer(std::uint8_t high, std::uint64_t low) noexcept {
  encoded e;
  e.size = 1;
  e.octets[0] = static_cast<std::uint8_t>(e.push_integer(high, low, 1));
  return e;
}
constexpr encoded right_encode_integer(std::uint8_t high, std::uint64_t low) noexcept {
  encoded e;
  e.push(static_cast<std::uint8_t>(e.push_integer(high, low, 1)));
  return e;
}
constexpr encoded left_encode(std::uint64_t n) noexcept { return left_encode_integer(0, n); }
constexpr encoded right_encode(std::uint64_t n) noexcept { return right_encode_integer(0, n); }
constexpr encoded left_encode_bits(std::uint64_t n) noexcept {
  return left_encode_integer(static_cast<std::uint8_t>(n >> 61), n << 3);
}
constexpr encoded right_encode_bits(std::uint64_t n) noexcept {
  return right_encode_integer(static_cast<std::uint8_t>(n >> 61), n << 3);
}

// RFC 9861, section 3.3: like right_encode, but zero takes no byte of its own.
constexpr encoded length_encode(std::uint64_t n) noexcept {
  encoded e;
  e.push(static_cast<std::uint8_t>(e.push_integer(0, n, 0)));
  return e;
}

// Overwrites with zeros in a way that the compiler may not leave out.
inline void wipe(void* p, std::size_t n) noexcept {
#if defined(__GNUC__)
  std::memset(p, 0, n);
  __asm__ __volatile__("" : : "r"(p) : "memory");
#else
  for (volatile auto* q = static_cast<volatile unsigned char*>(p); n != 0; --n) *q++ = 0;
#endif
}

// A T, all of it trivially copyable, that is wiped when it ends.
template <class T>
struct secret : T {
  static_assert(std::is_trivially_copyable_v<T>);
  using T::T;
  constexpr secret() noexcept = default;
  constexpr secret(const T& value) noexcept : T(value) {}
  constexpr secret(const secret&) noexcept = default;
  constexpr secret& operator=(const secret&) noexcept = default;
  constexpr ~secret() {
    if (!std::is_constant_evaluated()) wipe(this, sizeof *this);
  }
};

}  // namespace simdkeccak::detail
