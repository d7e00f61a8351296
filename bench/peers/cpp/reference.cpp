// What every contender's digests are compared with: the Keccak family from the tests' reference, which shares nothing with
// the library, and BLAKE3 written from its paper. Slow on purpose; its times mean nothing.
#include "reference.hpp"

#include <algorithm>
#include <bit>

#include "contender.hpp"

namespace {

using reference::octets;

// ---- BLAKE3, sections 2.2 to 2.6 ---------------------------------------------------------------------------------------

using words8 = std::array<std::uint32_t, 8>;
using words16 = std::array<std::uint32_t, 16>;

constexpr words8 iv{0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
enum : std::uint32_t { chunk_start = 1, chunk_end = 2, parent = 4, root = 8 };

struct node {
  words8 chaining_value;
  words16 block;
  std::uint64_t counter;
  std::uint32_t length, flags;

  words8 output(std::uint32_t more_flags = 0) const {
    words16 m = block;
    words16 v{};
    std::ranges::copy(chaining_value, v.begin());
    std::copy_n(iv.begin(), 4, v.begin() + 8);
    v[12] = static_cast<std::uint32_t>(counter);
    v[13] = static_cast<std::uint32_t>(counter >> 32);
    v[14] = length;
    v[15] = flags | more_flags;
    const auto mix = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t d, std::size_t i) {
      for (const auto [word, first, second] : {std::array{m[2 * i], 16U, 12U}, std::array{m[2 * i + 1], 8U, 7U}}) {
        v[a] += v[b] + word;
        v[d] = std::rotr(v[d] ^ v[a], static_cast<int>(first));
        v[c] += v[d];
        v[b] = std::rotr(v[b] ^ v[c], static_cast<int>(second));
      }
    };
    for (unsigned round = 0; round < 7; ++round) {
      for (std::size_t i = 0; i < 4; ++i) mix(i, 4 + i, 8 + i, 12 + i, i);
      for (std::size_t i = 0; i < 4; ++i) mix(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, 4 + i);
      const words16 old = m;
      constexpr std::size_t permutation[16] = {2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8};
      for (std::size_t i = 0; i < 16; ++i) m[i] = old[permutation[i]];
    }
    words8 out{};
    for (std::size_t i = 0; i < 8; ++i) out[i] = v[i] ^ v[i + 8];
    return out;
  }
};

node chunk(contender::message part, std::uint64_t counter) {
  node n{iv, {}, counter, 0, chunk_start};
  for (;;) {
    const contender::message block = part.first(std::min<std::size_t>(64, part.size()));
    n.block = {};
    for (std::size_t i = 0; i < block.size(); ++i) n.block[i / 4] |= std::uint32_t{block[i]} << (8 * (i % 4));
    n.length = static_cast<std::uint32_t>(block.size());
    part = part.subspan(block.size());
    if (part.empty()) break;
    n.chaining_value = n.output();
    n.flags = 0;
  }
  n.flags |= chunk_end;
  return n;
}

node tree(contender::message part, std::uint64_t first_chunk) {
  if (part.size() <= 1024) return chunk(part, first_chunk);
  const std::size_t left_chunks = std::bit_floor((part.size() - 1) / 1024);
  const words8 left = tree(part.first(1024 * left_chunks), first_chunk).output();
  const words8 right = tree(part.subspan(1024 * left_chunks), first_chunk + left_chunks).output();
  node n{iv, {}, 0, 64, parent};
  std::ranges::copy(left, n.block.begin());
  std::ranges::copy(right, n.block.begin() + 8);
  return n;
}

octets blake3(const octets& message) {
  octets digest;
  for (const std::uint32_t word : tree(message, 0).output(root))
    for (unsigned i = 0; i < 4; ++i) digest.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
  return digest;
}

// ------------------------------------------------------------------------------------------------------------------------

template <class F>
contender::algorithm of(const char* name, std::size_t digest, F one) {
  return {name, digest, [one](std::span<const octets> messages, std::uint8_t* out) {
            for (const octets& m : messages) out = std::ranges::copy(one(m), out).out;
          }};
}

}  // namespace

int main(int argc, char** argv) {
  using namespace reference;
  return contender::serve(
      {argv + 1, argv + argc}, {"reference", "1", "C++"},
      {of("keccak-256", 32, [](const octets& m) { return sponge(136, 0x01, 24, m, 32); }),
       of("sha3-256", 32, [](const octets& m) { return sponge(136, 0x06, 24, m, 32); }),
       of("sha3-512", 64, [](const octets& m) { return sponge(72, 0x06, 24, m, 64); }),
       of("shake128", 32, [](const octets& m) { return shake(128, m, 32); }),
       of("shake256", 64, [](const octets& m) { return shake(256, m, 64); }),
       of("turboshake128", 32, [](const octets& m) { return turboshake(128, 0x1F, m, 32); }),
       of("turboshake256", 64, [](const octets& m) { return turboshake(256, 0x1F, m, 64); }),
       of("kt128", 32, [](const octets& m) { return kangarootwelve(128, m, 32, {}); }),
       of("kt256", 64, [](const octets& m) { return kangarootwelve(256, m, 64, {}); }), of("blake3", 32, blake3)});
}
