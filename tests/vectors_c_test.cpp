// Every known answer, through the C interface.
#include <simdkeccak/ethash.h>

#include <algorithm>
#include <utility>

#include "vector_file.hpp"

namespace test {
namespace {

struct buffer {
  const std::uint8_t* data;
  std::size_t size;
  explicit buffer(const odd_copy& from) : data(from.span().data()), size(from.span().size()) {}
};

simdkeccak_parameters parameters_of(const inputs& in) {
  const buffer key(in.key), customization(in.customization), function_name(in.function_name);
  simdkeccak_parameters p{};
  p.key = key.data;
  p.key_size = key.size;
  p.customization = customization.data;
  p.customization_size = customization.size;
  p.function_name = function_name.data;
  p.function_name_size = function_name.size;
  p.block_size = in.expected.block_size;
  p.domain = static_cast<unsigned>(in.expected.domain);
  return p;
}

bool has_parameters(const inputs& in) {
  return in.algorithm.takes_key() || in.algorithm.takes_block_size() || in.algorithm.takes_tuple() ||
         in.customization.span().size() + in.function_name.span().size() != 0 ||
         (in.algorithm.takes_domain() && in.expected.domain != 0x1F);
}

// The functions with the algorithm in their name. False if there is none.
bool named_one_shot(const inputs& in, std::uint8_t* out, std::size_t out_size) {
  const std::string_view name = in.algorithm.name;
  const buffer m(in.message), k(in.key), c(in.customization);
  using digest = void(const void*, std::size_t, std::uint8_t*);
  constexpr std::pair<std::string_view, digest*> digests[] = {
      {"keccak-256", simdkeccak_keccak_256}, {"keccak-512", simdkeccak_keccak_512}, {"sha3-224", simdkeccak_sha3_224},
      {"sha3-256", simdkeccak_sha3_256},     {"sha3-384", simdkeccak_sha3_384},     {"sha3-512", simdkeccak_sha3_512},
  };
  if (const auto f = std::ranges::find(digests, name, &std::pair<std::string_view, digest*>::first);
      f != std::end(digests)) {
    f->second(m.data, m.size, out);
    return true;
  }
  if (name == "shake128" || name == "shake256") {
    (name == "shake128" ? simdkeccak_shake128 : simdkeccak_shake256)(m.data, m.size, out, out_size);
    return true;
  }
  if (name == "kmac128" || name == "kmac256") {
    const auto f = name == "kmac128" ? simdkeccak_kmac128 : simdkeccak_kmac256;
    f(k.data, k.size, m.data, m.size, out, out_size, c.data, c.size);
    return true;
  }
  if (name == "kt128" || name == "kt256") {
    const auto f = name == "kt128" ? simdkeccak_kt128 : simdkeccak_kt256;
    f(m.data, m.size, out, out_size, c.data, c.size);
    return true;
  }
  return false;
}

// Adds to `calls` how many functions there are that take the whole message of this record.
void check_at_once(const inputs& in, std::size_t& calls) {
  octets out(in.output_length);
  const buffer m(in.message);
  if (named_one_shot(in, out.data(), out.size())) {
    ASSERT_TRUE(agrees(in.expected, out, "by its own C function"));
    std::ranges::fill(out, std::uint8_t{0});
    ++calls;
  }
  if (has_parameters(in)) return;
  ASSERT_EQ(simdkeccak_hash(in.algorithm.name.data(), m.data, m.size, out.data(), out.size()), SIMDKECCAK_OK);
  ASSERT_TRUE(agrees(in.expected, out, "by simdkeccak_hash()"));
  ++calls;
}

void feed(simdkeccak_hasher* hasher, const inputs& in, const cut& c) {
  if (!in.algorithm.takes_tuple()) {
    in_pieces(in.message.view(), c, [&](auto piece) { simdkeccak_update(hasher, piece.data(), piece.size()); });
    return;
  }
  for (std::size_t i = 0; i < in.elements.size(); ++i) {
    const buffer element(in.elements[i]);
    if (i % 3 == 0) {
      simdkeccak_update(hasher, element.data, element.size);
      continue;
    }
    simdkeccak_begin_element(hasher, element.size);
    in_pieces(in.elements[i].view(), c, [&](auto piece) { simdkeccak_extend(hasher, piece.data(), piece.size()); });
  }
}

void check_in_pieces(const inputs& in) {
  const std::size_t rate = in.algorithm.sponge.rate;
  const simdkeccak_parameters p = parameters_of(in);
  simdkeccak_hasher hasher;
  ASSERT_EQ(simdkeccak_init(&hasher, in.algorithm.name.data(), &p), SIMDKECCAK_OK) << in.expected.name;
  octets out(in.output_length);
  for (const cut& c : hostile_cuts(in.longest(), rate)) {
    simdkeccak_reset(&hasher);
    feed(&hasher, in, c);
    std::ranges::fill(out, std::uint8_t{0});
    ASSERT_EQ(simdkeccak_digest(&hasher, out.data(), out.size()), SIMDKECCAK_OK) << in.expected.name;
    ASSERT_TRUE(agrees(in.expected, out, "by simdkeccak_digest() in pieces of " + to_text(c)));
  }

  simdkeccak_reader reader;
  if (!in.algorithm.extendable()) {
    ASSERT_EQ(simdkeccak_read(&hasher, &reader), SIMDKECCAK_NOT_EXTENDABLE);
    return;
  }
  for (const cut& c : hostile_reads(rate)) {
    ASSERT_EQ(simdkeccak_read(&hasher, &reader), SIMDKECCAK_OK) << in.expected.name;
    out_pieces(out, c, [&](std::span<std::uint8_t> piece) { simdkeccak_squeeze(&reader, piece.data(), piece.size()); });
    ASSERT_TRUE(agrees(in.expected, out, "by simdkeccak_squeeze() in pieces of " + to_text(c)));
  }
}

class CAtOnce : public testing::TestWithParam<vector_file> {};

TEST_P(CAtOnce, KnownAnswers) {
  std::size_t calls = 0;
  for (const record& r : read_records(GetParam())) ASSERT_NO_FATAL_FAILURE(check_at_once({GetParam(), r}, calls));
  EXPECT_GE(calls, 1U) << "no function was called";
}

// The XOFs of SP 800-185, TupleHash and ParallelHash have no function that takes the whole message.
std::vector<vector_file> files_with_one_shot() {
  std::vector<vector_file> files = vector_files_of({"", "batch", "ethereum"});
  std::erase_if(files, [](const vector_file& file) {
    return file.algorithm().xof || file.algorithm().takes_tuple() || file.algorithm().takes_block_size();
  });
  return files;
}
INSTANTIATE_TEST_SUITE_P(Vectors, CAtOnce, testing::ValuesIn(files_with_one_shot()), test_name);

class CInPieces : public testing::TestWithParam<vector_file> {};

TEST_P(CInPieces, KnownAnswers) {
  for (const record& r : read_records(GetParam())) ASSERT_NO_FATAL_FAILURE(check_in_pieces({GetParam(), r}));
}

INSTANTIATE_TEST_SUITE_P(Vectors, CInPieces, testing::ValuesIn(vector_files_of({"", "batch", "ethereum"})), test_name);

template <class Digest>
std::span<const std::uint8_t> octets_of(const Digest& digest) {
  return digest.bytes;
}

TEST(Ethash, Keccak256) {
  std::size_t of_32 = 0;
  for (const char* const name : {"keccak-256", "keccak-256-batch", "keccak-256-ethereum"}) {
    for (const record& r : read_records(find_vector_file(name))) {
      const inputs in(find_vector_file(name), r);
      const buffer m(in.message);
      ASSERT_TRUE(agrees(r, octets_of(ethash_keccak256(m.data, m.size)), "by ethash_keccak256()"));
      if (m.size != 32) continue;
      ASSERT_TRUE(agrees(r, octets_of(ethash_keccak256_32(m.data)), "by ethash_keccak256_32()"));
      ++of_32;
    }
  }
  EXPECT_GE(of_32, 10U);
}

TEST(Ethash, Keccak512) {
  std::size_t of_64 = 0;
  const vector_file& file = find_vector_file("keccak-512");
  for (const record& r : read_records(file)) {
    const inputs in(file, r);
    const buffer m(in.message);
    ASSERT_TRUE(agrees(r, octets_of(ethash_keccak512(m.data, m.size)), "by ethash_keccak512()"));
    if (m.size != 64) continue;
    ASSERT_TRUE(agrees(r, octets_of(ethash_keccak512_64(m.data)), "by ethash_keccak512_64()"));
    ++of_64;
  }
  EXPECT_GE(of_64, 1U);
}

}  // namespace
}  // namespace test
