// KT128 and KT256: the message, the customization and its length form one string, whose chunks may be cut anywhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <simdkeccak/kangarootwelve.hpp>
#include <vector>

#include "emulated_rows.hpp"
#include "noise.hpp"
#include "reference.hpp"
#include "support.hpp"

namespace {

namespace sk = simdkeccak;
using test::octets;

constexpr std::size_t chunk = 8192;
const octets material = test::noise(30 * chunk, 51);
const octets custom_material = test::noise(4 * chunk, 52);

octets head(const octets& x, std::size_t size) { return {x.begin(), x.begin() + static_cast<std::ptrdiff_t>(size)}; }

template <unsigned Strength>
void expect_reference(std::size_t message_size, std::size_t custom_size) {
  const octets message = head(material, message_size), custom = head(custom_material, custom_size);
  const octets expected = reference::kangarootwelve(Strength, message, 64, custom);
  octets out(64);
  sk::kangarootwelve<Strength>().update(message).digest(out, custom);
  ASSERT_EQ(out, expected) << message_size << " bytes, customization of " << custom_size;
  sk::kangarootwelve<Strength> h;
  for (std::size_t from = 0; from < message_size; from += 5000)
    h.update({message.data() + from, std::min<std::size_t>(5000, message_size - from)});
  h.read(custom).read(out);
  ASSERT_EQ(out, expected) << message_size << " bytes in pieces, customization of " << custom_size;
}

TEST(KangarooTwelve, CustomizationCrossesTheEndOfAChunk) {
  for (const std::size_t custom : {std::size_t{0}, std::size_t{1}, std::size_t{100}, std::size_t{255}, std::size_t{256},
                                   chunk - 3, chunk, chunk + 1, 3 * chunk + 7})
    for (const std::size_t chunks : {1U, 2U, 3U, 5U})
      for (std::size_t around = 0; around <= 6; ++around) {
        // The string ends up to three bytes before or after the end of the chunk, its length's two to three bytes included.
        if (chunks * chunk + around < custom + 6) continue;
        expect_reference<128>(chunks * chunk + around - custom - 6, custom);
        expect_reference<256>(chunks * chunk + around - custom - 6, custom);
      }
}

TEST(KangarooTwelve, CustomizationBeginsAtTheEndOfAChunk) {
  for (const std::size_t custom : {std::size_t{1}, std::size_t{50}, 2 * chunk})
    for (const std::size_t size : {chunk - 1, chunk, chunk + 1, 4 * chunk - 1, 4 * chunk, 4 * chunk + 1}) {
      expect_reference<128>(size, custom);
      expect_reference<256>(size, custom);
    }
}

TEST(KangarooTwelve, SeveralLeavesAtOnceAndOneByOne) {
  for (std::size_t leaves = 0; leaves <= 2 * sk::widest_kernel + 1; ++leaves)
    for (const std::size_t first : {std::size_t{0}, std::size_t{1}, chunk - 1, chunk, chunk + 1})
      for (const std::size_t tail : {0U, 1U, 8191U}) {
        const octets m = head(material, first + leaves * chunk + tail);
        const octets expected = reference::kangarootwelve(128, m, 32, {});
        for (const sk::backend* row : test::rows_of_every_width()) {
          sk::kangarootwelve<128> h(*row);
          h.update({m.data(), first}).update({m.data() + first, m.size() - first});
          octets out(32);
          h.digest(out);
          ASSERT_EQ(out, expected) << leaves << ", " << first << ", " << tail << " on " << row->name;
        }
      }
}

// Chunks and leaves that were begun, whole ones and the start of the next side by side, wherever the pieces are cut.
TEST(KangarooTwelve, PiecesOfAnySizeOnEveryRow) {
  test::dice dice(53);
  for (int i = 0; i < 60; ++i) {
    const octets m = head(material, i % 3 == 0 ? dice.below(26) * chunk + dice.below(3) : dice.below(26 * chunk));
    const octets custom = head(custom_material, i % 4 == 0 ? dice.below(3 * chunk) : 0);
    const std::size_t longest = 1 + dice.below(i % 2 == 0 ? m.size() + 1 : 3 * chunk);
    std::vector<std::size_t> sizes;
    for (std::size_t left = m.size(); left != 0; left -= sizes.back())
      sizes.push_back(std::min(left, 1 + dice.below(longest)));
    const octets by_128 = reference::kangarootwelve(128, m, 40, custom),
                 by_256 = reference::kangarootwelve(256, m, 40, custom);
    for (const sk::backend* row : test::rows_of_every_width()) {
      sk::kangarootwelve<128> a(*row);
      sk::kangarootwelve<256> b(*row);
      const std::uint8_t* from = m.data();
      for (const std::size_t n : sizes) {
        a.update({from, n});
        b.update({from, n});
        from += n;
      }
      octets out(40);
      a.digest(out, custom);
      ASSERT_EQ(out, by_128) << m.size() << " bytes on " << row->name;
      b.digest(out, custom);
      ASSERT_EQ(out, by_256) << m.size() << " bytes on " << row->name;
    }
  }
}

// The digest would also be right with the first chunk in a kernel for one state; what makes 8 to 64 KiB fast is that it is
// not.
TEST(KangarooTwelve, TheFirstChunkRidesBesideTheLeaves) {
  const auto calls = [](std::size_t size) {
    test::emulated_calls = {};
    sk::kangarootwelve<128> h(test::emulated_x842);
    h.update(head(material, size));
    return test::emulated_calls;
  };
  using table = decltype(test::emulated_calls);
  // The whole blocks of eight chunks, the last blocks of seven leaves, and the node's two for the chaining values.
  EXPECT_EQ(calls(8 * chunk), (table{0, 2, 0, 0, 0, 0, 0, 0, 2}));
  EXPECT_EQ(calls(2 * chunk), (table{0, 2, 1, 0, 0, 0, 0, 0, 0}));
  // The leaf that begins rides for the 12 blocks that it has.
  EXPECT_EQ(calls(chunk + 2048), (table{0, 1, 1, 0, 0, 0, 0, 0, 0}));
}

TEST(KangarooTwelve, DigestsWithSeveralCustomizationsOfOneHasher) {
  sk::kangarootwelve<256> h;
  h.update(head(material, 3 * chunk));
  for (const std::size_t custom : {std::size_t{0}, std::size_t{3}, 2 * chunk}) {
    octets out(32);
    h.digest(out, head(custom_material, custom));
    EXPECT_EQ(out, reference::kangarootwelve(256, head(material, 3 * chunk), 32, head(custom_material, custom)));
  }
}

TEST(KangarooTwelve, OneShot) {
  const octets message = head(material, 5 * chunk + 9), custom = head(custom_material, 33);
  octets out(100);
  sk::kt128(message, out, custom);
  EXPECT_EQ(out, reference::kangarootwelve(128, message, 100, custom));
  sk::kt256(message, out);
  EXPECT_EQ(out, reference::kangarootwelve(256, message, 100, {}));
  sk::kt128({}, out);
  EXPECT_EQ(out, reference::kangarootwelve(128, {}, 100, {}));
  const sk::bytes null(static_cast<const void*>(nullptr), 0);
  sk::kt256(null, std::span<std::uint8_t>(), null);
}

}  // namespace
