// Known answers in batches: a file's messages, ragged as they are, and its groups of messages of one length.
#include <simdkeccak/simdkeccak.h>

#include <algorithm>
#include <map>
#include <simdkeccak/simdkeccak.hpp>

#include "vector_file.hpp"

namespace sk = simdkeccak;

namespace test {
namespace {

using messages = std::vector<const inputs*>;

// hash_many() gives all messages outputs of one length: that of the longest, of which the others are beginnings.
std::size_t longest_output(const messages& batch) {
  std::size_t n = 0;
  for (const inputs* in : batch) n = std::max(n, in->output_length);
  return n;
}

void check(const messages& batch, std::span<const std::uint8_t> out, std::size_t stride, std::string_view how) {
  for (std::size_t i = 0; i < batch.size(); ++i)
    ASSERT_TRUE(agrees(batch[i]->expected, out.subspan(i * stride, batch[i]->output_length), how));
}

// The run-time function, with a gap after each digest that must stay as it is.
void check_by_value(sk::algorithm a, const messages& batch) {
  constexpr std::size_t gap = 3;
  constexpr std::uint8_t untouched = 0xA5;
  const std::size_t size = longest_output(batch), stride = size + gap;
  octets out(batch.size() * stride, untouched);
  std::vector<sk::bytes> views;
  for (const inputs* in : batch) views.push_back(in->message);
  sk::detail::hash_many(a, {sk::detail::fetch<std::vector<sk::bytes>>, &views, views.size(), out.data(), size, stride}, {});
  ASSERT_NO_FATAL_FAILURE(check(batch, out, stride, "in a batch of " + std::to_string(batch.size())));
  for (std::size_t i = 0; i < batch.size(); ++i)
    ASSERT_TRUE(std::ranges::all_of(std::span(out).subspan(i * stride + size, gap), [](auto b) { return b == untouched; }))
        << batch[i]->expected.name << ": written past its digest";
}

void check_by_c(std::string_view algorithm, const messages& batch) {
  std::vector<const void*> data;
  std::vector<std::size_t> sizes;
  for (const inputs* in : batch) {
    data.push_back(in->message.span().data());
    sizes.push_back(in->message.span().size());
  }
  const std::size_t size = longest_output(batch);
  octets out(batch.size() * size);
  ASSERT_EQ(simdkeccak_hash_many(algorithm.data(), data.data(), sizes.data(), batch.size(), out.data(), size),
            SIMDKECCAK_OK);
  check(batch, out, size, "by simdkeccak_hash_many() in a batch of " + std::to_string(batch.size()));
}

template <sk::algorithm A>
void check_typed(const messages& batch) {
  constexpr std::size_t N = A.extendable() ? 10032 : A.digest;
  std::vector<sk::bytes> views;
  for (const inputs* in : batch) views.push_back(in->message);
  std::vector<std::array<std::uint8_t, N>> digests(batch.size());
  sk::hash_many<A>(views, digests);
  for (std::size_t i = 0; i < batch.size(); ++i)
    ASSERT_TRUE(agrees(batch[i]->expected, std::span(digests[i]).first(batch[i]->output_length), "by hash_many<A>()"));
}

struct typed {
  std::string_view algorithm;
  unsigned domain;
  void (*check)(const messages&);
};
constexpr typed functions[] = {
    {"keccak-224", 0, check_typed<sk::keccak_224>},
    {"keccak-256", 0, check_typed<sk::keccak_256>},
    {"keccak-384", 0, check_typed<sk::keccak_384>},
    {"keccak-512", 0, check_typed<sk::keccak_512>},
    {"sha3-224", 0, check_typed<sk::sha3_224>},
    {"sha3-256", 0, check_typed<sk::sha3_256>},
    {"sha3-384", 0, check_typed<sk::sha3_384>},
    {"sha3-512", 0, check_typed<sk::sha3_512>},
    {"shake128", 0, check_typed<sk::shake128>},
    {"shake256", 0, check_typed<sk::shake256>},
    {"rawshake128", 0, check_typed<sk::rawshake128>},
    {"rawshake256", 0, check_typed<sk::rawshake256>},
    {"turboshake128", 0x01, check_typed<sk::with_domain(sk::turboshake128, 0x01)>},
    {"turboshake128", 0x1F, check_typed<sk::turboshake128>},
    {"turboshake256", 0x01, check_typed<sk::with_domain(sk::turboshake256, 0x01)>},
    {"turboshake256", 0x1F, check_typed<sk::turboshake256>},
};

bool is_sponge(const vector_file& file) { return file.algorithm().how == sk::detail::construction::sponge; }

std::vector<inputs> all_inputs(const vector_file& file) {
  std::vector<inputs> all;
  for (const record& r : read_records(file)) all.emplace_back(file, r);
  return all;
}

// Splits where `same` no longer holds between neighbours.
template <class Same>
std::vector<messages> split(const std::vector<inputs>& all, Same same) {
  std::vector<messages> groups;
  for (const inputs& in : all) {
    if (groups.empty() || !same(*groups.back().back(), in)) groups.emplace_back();
    groups.back().push_back(&in);
  }
  return groups;
}

// The algorithm of a batch is one: messages with another domain byte are another batch.
std::vector<messages> by_domain(const std::vector<inputs>& all) {
  std::map<std::uint64_t, messages> batches;
  for (const inputs& in : all) batches[in.expected.domain].push_back(&in);
  std::vector<messages> list;
  for (auto& [domain, batch] : batches) list.push_back(std::move(batch));
  return list;
}

sk::algorithm algorithm_of(const messages& batch) {
  sk::algorithm a = batch.front()->algorithm.sponge;
  if (batch.front()->expected.domain != 0) a.suffix = static_cast<std::uint8_t>(batch.front()->expected.domain);
  return a;
}

bool default_domain(const messages& batch) { return algorithm_of(batch) == batch.front()->algorithm.sponge; }

class Batch : public testing::TestWithParam<vector_file> {};

TEST_P(Batch, WholeFile) {
  const std::vector<inputs> all = all_inputs(GetParam());
  std::size_t typed_batches = 0;
  for (messages& batch : by_domain(all)) {
    // Backwards, a long message comes last where it came first.
    for (int turn = 0; turn < 2; ++turn, std::ranges::reverse(batch)) {
      ASSERT_NO_FATAL_FAILURE(check_by_value(algorithm_of(batch), batch));
      if (default_domain(batch)) {
        ASSERT_NO_FATAL_FAILURE(check_by_c(GetParam().algorithm().name, batch));
      }
      for (const typed& f : functions) {
        if (f.algorithm != GetParam().algorithm().name || f.domain != batch.front()->expected.domain) continue;
        ASSERT_NO_FATAL_FAILURE(f.check(batch));
        ++typed_batches;
      }
    }
  }
  EXPECT_NE(typed_batches, 0U) << "no hash_many<A>() ran";
}

std::vector<vector_file> sponge_files() {
  std::vector<vector_file> files = vector_files_of({"", "batch", "ethereum"});
  std::erase_if(files, [](const vector_file& file) { return !is_sponge(file); });
  return files;
}
INSTANTIATE_TEST_SUITE_P(Vectors, Batch, testing::ValuesIn(sponge_files()), test_name);

class Group : public testing::TestWithParam<vector_file> {};

// The first message of a group, the first two, and so on: every number of slots that may be empty.
TEST_P(Group, EverySize) {
  const std::vector<inputs> all = all_inputs(GetParam());
  const auto groups = split(all, [](const inputs& a, const inputs& b) {
    return a.message.span().size() == b.message.span().size() && a.output_length == b.output_length &&
           a.expected.domain == b.expected.domain;
  });
  EXPECT_GE(groups.size(), 6U);
  for (const messages& group : groups) {
    for (std::size_t n = 1; n <= group.size(); ++n) {
      const messages batch(group.begin(), group.begin() + static_cast<std::ptrdiff_t>(n));
      if (is_sponge(GetParam())) {
        ASSERT_NO_FATAL_FAILURE(check_by_value(algorithm_of(batch), batch));
      }
      if (!is_sponge(GetParam()) || default_domain(batch)) {
        ASSERT_NO_FATAL_FAILURE(check_by_c(GetParam().algorithm().name, batch));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Vectors, Group, testing::ValuesIn(vector_files_of({"batch"})), test_name);

}  // namespace
}  // namespace test
