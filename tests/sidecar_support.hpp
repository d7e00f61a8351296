// What the tests of chaining values and sidecars share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <simdkeccak/simdkeccak.hpp>
#include <vector>

#include "noise.hpp"
#include "reference.hpp"
#include "support.hpp"

namespace test::sidecars {

using test::octets;

namespace sk = simdkeccak;
using sk::sidecar_error;

inline constexpr std::size_t chunk = 8192;

inline octets head(const octets& x, std::size_t size) { return {x.begin(), x.begin() + static_cast<std::ptrdiff_t>(size)}; }
inline sk::bytes part(const octets& x, std::uint64_t from, std::uint64_t size) {
  return {x.data() + from, static_cast<std::size_t>(size)};
}
inline sk::bytes part(const octets& x, sk::byte_range range) { return part(x, range.offset, range.size); }
inline sk::bytes first_chunk(const octets& x) { return part(x, 0, std::min(x.size(), chunk)); }

inline const octets material = test::noise(40 * chunk, 161);
inline const octets custom_material = test::noise(3 * chunk, 162);

inline octets digest_of(unsigned strength, const octets& message, const octets& custom) {
  return reference::kangarootwelve(strength, message, strength / 4, custom);
}

struct made {
  octets memory;
  sk::sidecar car;
};

inline made begin(const sk::sidecar_subject& subject) {
  made m{octets(sk::sidecar::size_for(subject).value()), {}};
  m.car = sk::sidecar::create(m.memory, subject).value();
  return m;
}

inline sk::sidecar_subject subject_of(unsigned strength, const octets& message, const octets& custom,
                                      std::uint64_t stamp = 7) {
  return {strength, message.size(), custom, stamp};
}

inline made make(unsigned strength, const octets& message, const octets& custom, std::size_t piece = 5 * chunk) {
  made m = begin(subject_of(strength, message, custom));
  std::size_t at = 0;
  do {
    const std::size_t n = std::min(piece, message.size() - at);
    EXPECT_TRUE(m.car.put(at, part(message, at, n)));
    at += n;
  } while (at < message.size());
  if (message.size() % piece == 0) {
    EXPECT_TRUE(m.car.put(at, {}));
  }
  EXPECT_EQ(m.car.seal(first_chunk(message)), sidecar_error::none);
  return m;
}

inline void expect_good(const made& m, unsigned strength, const octets& message, const octets& custom) {
  sk::sidecar_view view;
  ASSERT_EQ(sk::sidecar_view::open(m.memory, view), sidecar_error::none);
  EXPECT_EQ(view.check(subject_of(strength, message, custom)), sidecar_error::none);
  EXPECT_EQ(view.subject().length, message.size());
  octets out(strength / 4);
  EXPECT_EQ(view.digest(first_chunk(message), out), sidecar_error::none);
  EXPECT_EQ(out, digest_of(strength, message, custom)) << message.size() << " bytes, customization of " << custom.size();
  EXPECT_TRUE(std::ranges::equal(out, std::span(view.stored_digest().data(), view.stored_digest().size())));
  EXPECT_TRUE(view.matches(0, message));
  EXPECT_FALSE(view.missing());
}

}  // namespace test::sidecars
