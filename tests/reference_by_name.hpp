// The reference's answer for an algorithm of the library's table of names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <simdkeccak/any_hasher.hpp>

#include "reference.hpp"
#include "support.hpp"

namespace test {

inline octets octets_of(simdkeccak::bytes x) { return x.empty() ? octets() : octets(x.data(), x.data() + x.size()); }

// The digest of `message`, which for TupleHash is the only element.
inline octets expected_by_name(const simdkeccak::named_algorithm& a, const simdkeccak::parameters& p, const octets& message,
                               std::size_t size) {
  using how = simdkeccak::detail::construction;
  const unsigned strength = a.name.ends_with("128") ? 128 : 256;
  const octets custom = octets_of(p.customization);
  switch (a.how) {
    case how::sponge: {
      const unsigned suffix = p.domain != 0 ? p.domain : a.sponge.suffix;
      return reference::sponge(a.sponge.rate, static_cast<std::uint8_t>(suffix), a.sponge.rounds, message, size);
    }
    case how::cshake:
      return reference::cshake(strength, message, size, octets_of(p.function_name), custom);
    case how::kmac:
      return reference::kmac(strength, octets_of(p.key), message, size, custom, a.xof);
    case how::tuplehash:
      return reference::tuplehash(strength, {message}, size, custom, a.xof);
    case how::parallelhash:
      return reference::parallelhash(strength, message, p.block_size != 0 ? p.block_size : 8192, size, custom, a.xof);
    case how::kangarootwelve:
      return reference::kangarootwelve(strength, message, size, custom);
  }
  return {};
}

}  // namespace test
