// Algorithms by name: every one equals the reference, whole and in pieces; names, parameters and lengths that do not fit are
// refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <simdkeccak/any_hasher.hpp>
#include <string>
#include <string_view>

#include "backends.hpp"
#include "noise.hpp"
#include "reference.hpp"
#include "reference_by_name.hpp"
#include "support.hpp"

namespace {

namespace sk = simdkeccak;
using test::octets;

const octets key = test::noise(33, 61);
const octets customization = test::noise(50, 62);
const octets function_name = test::noise(4, 63);
const octets message = test::noise(20000, 64);

// Every parameter that the algorithm takes.
sk::parameters all_parameters(const sk::named_algorithm& a) {
  sk::parameters p;
  if (a.takes_key()) p.key = key;
  if (a.takes_customization()) p.customization = customization;
  if (a.takes_function_name()) p.function_name = function_name;
  if (a.takes_domain()) p.domain = 0x2A;
  if (a.takes_block_size()) p.block_size = 1000;
  return p;
}

class AnyHasher : public testing::TestWithParam<sk::named_algorithm> {
 protected:
  const sk::named_algorithm& algorithm() const { return *sk::find_algorithm(GetParam().name); }
  std::size_t size() const { return algorithm().any_length() ? 777 : algorithm().default_length(); }
  octets expected(const sk::parameters& p, const octets& m) const {
    return test::expected_by_name(algorithm(), p, m, size());
  }
  octets digest(const sk::any_hasher& h) const {
    octets out(size());
    EXPECT_TRUE(h.digest(out));
    return out;
  }
};

TEST_P(AnyHasher, EqualsTheReference) {
  for (const sk::parameters& p : {sk::parameters(), all_parameters(algorithm())}) {
    auto h = sk::any_hasher::make(algorithm(), p);
    ASSERT_TRUE(h);
    EXPECT_EQ(h->algorithm().name, algorithm().name);
    h->update(message);
    EXPECT_EQ(digest(*h), expected(p, message));
    h->reset();
    h->begin_element(message.size());
    for (std::size_t from = 0; from < message.size(); from += 123)
      h->extend({message.data() + from, std::min<std::size_t>(123, message.size() - from)});
    EXPECT_EQ(digest(*h), expected(p, message)) << "in pieces";
  }
}

TEST_P(AnyHasher, EveryBackendGivesTheSame) {
  const sk::parameters p = all_parameters(algorithm());
  for (const sk::backend* row : test::supported_backends()) {
    auto h = sk::any_hasher::make(algorithm(), p, *row);
    ASSERT_TRUE(h);
    EXPECT_EQ(digest(h->update(message)), expected(p, message)) << row->name;
  }
}

TEST_P(AnyHasher, CopiesDiverge) {
  auto h = sk::any_hasher::make(algorithm(), all_parameters(algorithm()));
  ASSERT_TRUE(h);
  if (!algorithm().takes_tuple()) h->update({message.data(), 700});
  sk::any_hasher other = *h;
  other.update("else");
  h->update({message.data() + 700, 1000});
  const octets begun = algorithm().takes_tuple() ? octets() : octets(message.begin(), message.begin() + 700);
  const octets rest(message.begin() + 700, message.begin() + 1700);
  EXPECT_EQ(digest(*h), expected(all_parameters(algorithm()), reference::joined({begun, rest})));
  EXPECT_EQ(digest(other), expected(all_parameters(algorithm()), reference::joined({begun, reference::text("else")})));
  *h = other;
  EXPECT_EQ(digest(*h), digest(other));
}

TEST_P(AnyHasher, OtherLengthsAreRefusedAndNothingIsWritten) {
  auto h = sk::any_hasher::make(algorithm());
  ASSERT_TRUE(h);
  for (const std::size_t wrong : {std::size_t{0}, std::size_t{1}, size() - 1, size() + 1}) {
    octets out(wrong, 0xEE);
    EXPECT_EQ(h->digest(out), algorithm().any_length()) << wrong;
    EXPECT_EQ(h->digest_stream(wrong).has_value(), algorithm().any_length()) << wrong;
    if (!algorithm().any_length()) {
      EXPECT_EQ(out, octets(wrong, 0xEE)) << wrong;
    }
  }
}

TEST_P(AnyHasher, DigestsAsStreams) {
  const sk::parameters p = all_parameters(algorithm());
  auto h = sk::any_hasher::make(algorithm(), p);
  ASSERT_TRUE(h);
  octets out(size());
  auto stream = h->update(message).digest_stream(size());
  ASSERT_TRUE(stream);
  stream->read(std::span(out).first(7)).read(std::span(out).subspan(7));
  EXPECT_EQ(out, expected(p, message));
}

TEST_P(AnyHasher, IsOneSpongeWhereItIs) {
  for (const sk::parameters& p : {sk::parameters(), all_parameters(algorithm())}) {
    auto h = sk::any_hasher::make(algorithm(), p);
    ASSERT_TRUE(h);
    h->update("what it was updated with does not count");
    const auto one = h->as_one_sponge(size());
    using how = sk::detail::construction;
    ASSERT_EQ(one.has_value(),
              algorithm().how == how::sponge || algorithm().how == how::cshake || algorithm().how == how::kmac);
    if (!one) return;
    reference::lanes start{};
    std::ranges::copy(one->start, start.begin());
    const sk::bytes ending = one->ending;
    const octets whole = reference::joined({message, octets(ending.data(), ending.data() + ending.size())});
    EXPECT_EQ(reference::sponge(one->sponge.rate, one->sponge.suffix, one->sponge.rounds, whole, size(), start),
              expected(p, message));
  }
}

TEST_P(AnyHasher, OnlyStreamsAreRead) {
  const sk::parameters p = all_parameters(algorithm());
  auto h = sk::any_hasher::make(algorithm(), p);
  ASSERT_TRUE(h);
  std::optional<sk::any_reader> r = h->update(message).read();
  EXPECT_EQ(r.has_value(), algorithm().extendable());
  if (!r) return;
  octets out(size());
  r->read(std::span<std::uint8_t>());
  r->read(std::span(out).first(500)).read(std::span(out).subspan(500));
  EXPECT_EQ(out, expected(p, message));
}

TEST_P(AnyHasher, ParametersThatItDoesNotTakeAreRefused) {
  const sk::named_algorithm& a = algorithm();
  const auto refused = [&](const sk::parameters& p, std::string_view why) {
    EXPECT_EQ(sk::refusal(a, p), why);
    EXPECT_EQ(sk::any_hasher::make(a, p).has_value(), why.empty());
  };
  const auto unless = [](bool taken, std::string_view why) { return taken ? std::string_view() : why; };
  sk::parameters p;
  refused(p, "");
  p.key = key;
  refused(p, unless(a.takes_key(), "this algorithm takes no key"));
  p = {};
  p.customization = customization;
  refused(p, unless(a.takes_customization(), "this algorithm takes no customization"));
  p = {};
  p.function_name = function_name;
  refused(p, unless(a.takes_function_name(), "this algorithm takes no function name"));
  p = {};
  p.block_size = 1;
  refused(p, unless(a.takes_block_size(), "this algorithm takes no block size"));
  for (const unsigned domain : {0x01U, 0x1FU, 0x7FU}) {
    p = {};
    p.domain = domain;
    refused(p, unless(a.takes_domain(), "this algorithm takes no domain byte"));
  }
  for (const unsigned domain : {0x80U, 0xFFU, 0x100U, 0x101U}) {
    p = {};
    p.domain = domain;
    refused(p, a.takes_domain() ? "the domain byte must be 0x01 to 0x7F" : "this algorithm takes no domain byte");
  }
}

TEST_P(AnyHasher, IsFoundHoweverItsNameIsWritten) {
  const std::string name(GetParam().name);
  std::string upper, spread = "-", bare;
  for (const char c : name) {
    upper += 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    spread += std::string(1, c) + "_-";
    if (c != '-') bare += c;
  }
  for (const std::string& written : {name, upper, spread, bare}) {
    const sk::named_algorithm* const found = sk::find_algorithm(written);
    ASSERT_NE(found, nullptr) << written;
    EXPECT_EQ(found->name, name);
  }
  for (const std::string& wrong :
       {name + "0", "x" + name, name.substr(0, name.size() - 1), name + " ", " " + name, name + std::string(1, '\0')})
    EXPECT_EQ(sk::find_algorithm(wrong), nullptr) << wrong;
}

INSTANTIATE_TEST_SUITE_P(All, AnyHasher, testing::ValuesIn(sk::algorithms().begin(), sk::algorithms().end()),
                         [](const auto& a) {
                           std::string name(a.param.name);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(AlgorithmNames, AreUniqueLowerCaseAndTheStandards) {
  std::set<std::string_view> names;
  for (const sk::named_algorithm& a : sk::algorithms()) {
    EXPECT_TRUE(names.insert(a.name).second) << a.name;
    EXPECT_TRUE(std::ranges::all_of(a.name, [](char c) {
      return ('a' <= c && c <= 'z') || ('0' <= c && c <= '9') || c == '-';
    })) << a.name;
  }
  EXPECT_EQ(names, (std::set<std::string_view>{"keccak-224",
                                               "keccak-256",
                                               "keccak-384",
                                               "keccak-512",
                                               "sha3-224",
                                               "sha3-256",
                                               "sha3-384",
                                               "sha3-512",
                                               "shake128",
                                               "shake256",
                                               "rawshake128",
                                               "rawshake256",
                                               "cshake128",
                                               "cshake256",
                                               "kmac128",
                                               "kmac256",
                                               "kmacxof128",
                                               "kmacxof256",
                                               "tuplehash128",
                                               "tuplehash256",
                                               "tuplehashxof128",
                                               "tuplehashxof256",
                                               "parallelhash128",
                                               "parallelhash256",
                                               "parallelhashxof128",
                                               "parallelhashxof256",
                                               "turboshake128",
                                               "turboshake256",
                                               "kt128",
                                               "kt256"}));
}

TEST(AlgorithmNames, AliasesMeanKt128) {
  for (const char* const name : {"k12", "K12", "KangarooTwelve", "kangaroo-twelve", "k-12", "KT128"}) {
    ASSERT_NE(sk::find_algorithm(name), nullptr) << name;
    EXPECT_EQ(sk::find_algorithm(name)->name, "kt128");
  }
}

TEST(AlgorithmNames, OthersAreUnknown) {
  for (const char* const name : {"", "-", "_", "--", "sha3", "sha-256", "sha256", "keccak", "keccak256sum", "shake", "kt",
                                 "k1", "k122", "kangaroo", "kmac", "sha3/256", "sha3.256", "SHA3\xC3\xA9-256"})
    EXPECT_EQ(sk::find_algorithm(name), nullptr) << name;
}

TEST(AlgorithmNames, DefaultLengthsGiveTheFullStrength) {
  for (const sk::named_algorithm& a : sk::algorithms()) {
    const std::size_t digits = std::stoul(std::string(a.name.substr(a.name.find_last_not_of("0123456789") + 1)));
    EXPECT_EQ(a.default_length(), a.any_length() ? digits / 4 : digits / 8) << a.name;
    EXPECT_EQ(a.any_length(), a.name.find("keccak-") != 0 && a.name.find("sha3-") != 0) << a.name;
  }
}

// A row of its own shows in that a changed active row is not followed: this one counts.
std::size_t calls_of_own_row = 0;
void counting(std::uint64_t* state, const std::uint8_t* const* in, std::size_t blocks, unsigned lanes, unsigned rounds) {
  ++calls_of_own_row;
  sk::backends().back().one.absorb(state, in, blocks, lanes, rounds);
}

TEST(AnyHasher, KeepsItsRowWhenItIsWiped) {
  static const sk::backend own{"own", 0, {"own_x1", 1, 1, counting}, {}};
  auto hasher = sk::any_hasher::make(*sk::find_algorithm("sha3-256"), {}, own);
  ASSERT_TRUE(hasher.has_value());
  hasher->wipe();
  calls_of_own_row = 0;
  std::array<std::uint8_t, 32> digest{};
  ASSERT_TRUE(hasher->digest(digest));
  EXPECT_EQ(digest, sk::hash<sk::sha3_256>(sk::bytes(nullptr, 0)));
  EXPECT_EQ(calls_of_own_row, 1U);
}

}  // namespace
