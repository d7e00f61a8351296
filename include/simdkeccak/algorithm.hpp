// Algorithms are values: adding one that is a plain sponge is one line here (docs/adding-an-algorithm.md).
#pragma once

#include <cstddef>
#include <cstdint>

namespace simdkeccak {

// A sponge over Keccak-p[1600, rounds] (FIPS 202, section 4).
struct algorithm {
  std::uint8_t rate;    // bytes a block, a multiple of 8, at most 192
  std::uint8_t suffix;  // domain bits, low bit first, then the first 1 of the padding
  std::uint8_t rounds;  // even, 2 to 24: the last rounds of Keccak-f[1600]
  std::uint8_t digest;  // bytes of output; 0: extendable, as many as asked for

  constexpr bool extendable() const noexcept { return digest == 0; }
  constexpr unsigned lanes() const noexcept { return rate / 8U; }
  friend constexpr bool operator==(const algorithm&, const algorithm&) noexcept = default;
};

// The submission to the SHA-3 competition, before NIST added domain bits. keccak_256 is the hash of Ethereum.
inline constexpr algorithm keccak_224{144, 0x01, 24, 28};
inline constexpr algorithm keccak_256{136, 0x01, 24, 32};
inline constexpr algorithm keccak_384{104, 0x01, 24, 48};
inline constexpr algorithm keccak_512{72, 0x01, 24, 64};

// FIPS 202, sections 6.1 and 6.2.
inline constexpr algorithm sha3_224{144, 0x06, 24, 28};
inline constexpr algorithm sha3_256{136, 0x06, 24, 32};
inline constexpr algorithm sha3_384{104, 0x06, 24, 48};
inline constexpr algorithm sha3_512{72, 0x06, 24, 64};
inline constexpr algorithm shake128{168, 0x1F, 24, 0};
inline constexpr algorithm shake256{136, 0x1F, 24, 0};
inline constexpr algorithm rawshake128{168, 0x07, 24, 0};
inline constexpr algorithm rawshake256{136, 0x07, 24, 0};

// RFC 9861, section 2, with the default domain byte.
inline constexpr algorithm turboshake128{168, 0x1F, 12, 0};
inline constexpr algorithm turboshake256{136, 0x1F, 12, 0};

// TurboSHAKE's domain byte: 0x01 to 0x7F.
constexpr bool valid_domain(unsigned domain) noexcept { return 0x01 <= domain && domain <= 0x7F; }

namespace detail {
void the_domain_byte_must_be_0x01_to_0x7F();  // never defined; not a `throw`, which -fno-exceptions refuses
}

// The same sponge with another domain byte: hasher<with_domain(turboshake128, 0x0B)>. Another byte than 0x01 to 0x7F does
// not compile.
consteval algorithm with_domain(algorithm a, unsigned domain) {
  if (!valid_domain(domain)) detail::the_domain_byte_must_be_0x01_to_0x7F();
  a.suffix = static_cast<std::uint8_t>(domain);
  return a;
}

}  // namespace simdkeccak
