// The C interface: what c_api_test.c checks, and its results against the reference. Its headers are for C++ as well.
#include <gtest/gtest.h>
#include <simdkeccak/ethash.h>

#include <cstring>
#include <simdkeccak/simdkeccak.hpp>
#include <string>

#include "backends.hpp"
#include "emulated_rows.hpp"
#include "noise.hpp"
#include "reference.hpp"
#include "reference_by_name.hpp"
#include "support.hpp"

extern "C" {
int simdkeccak_check_one_shot(void);
int simdkeccak_check_names(void);
int simdkeccak_check_hashers(void);
int simdkeccak_check_readers(void);
int simdkeccak_check_tuples(void);
int simdkeccak_check_saved_states(void);
int simdkeccak_check_backends(void);
int simdkeccak_check_status_texts(void);
}

namespace {

namespace sk = simdkeccak;
using test::octets;

const octets message = test::noise(20000, 151);
const octets key = test::noise(32, 152);
const octets custom = test::noise(20, 153);
const octets name = test::noise(6, 154);

TEST(CInterface, OneShot) { EXPECT_EQ(simdkeccak_check_one_shot(), 0) << "the line of c_api_test.c"; }
TEST(CInterface, Names) { EXPECT_EQ(simdkeccak_check_names(), 0) << "the line of c_api_test.c"; }
TEST(CInterface, Hashers) { EXPECT_EQ(simdkeccak_check_hashers(), 0) << "the line of c_api_test.c"; }
TEST(CInterface, Readers) { EXPECT_EQ(simdkeccak_check_readers(), 0) << "the line of c_api_test.c"; }
TEST(CInterface, Tuples) { EXPECT_EQ(simdkeccak_check_tuples(), 0) << "the line of c_api_test.c"; }
TEST(CInterface, SavedStates) { EXPECT_EQ(simdkeccak_check_saved_states(), 0) << "the line of c_api_test.c"; }
TEST(CInterface, Backends) { EXPECT_EQ(simdkeccak_check_backends(), 0) << "the line of c_api_test.c"; }
TEST(CInterface, StatusTexts) { EXPECT_EQ(simdkeccak_check_status_texts(), 0) << "the line of c_api_test.c"; }

octets digest_of(void (*hash)(const void*, std::size_t, std::uint8_t*), std::size_t size) {
  octets out(size);
  hash(message.data(), message.size(), out.data());
  return out;
}

TEST(CInterface, FixedLengthsEqualTheReference) {
  EXPECT_EQ(digest_of(simdkeccak_keccak_256, 32), reference::sponge(136, 0x01, 24, message, 32));
  EXPECT_EQ(digest_of(simdkeccak_keccak_512, 64), reference::sponge(72, 0x01, 24, message, 64));
  EXPECT_EQ(digest_of(simdkeccak_sha3_224, 28), reference::sponge(144, 0x06, 24, message, 28));
  EXPECT_EQ(digest_of(simdkeccak_sha3_256, 32), reference::sponge(136, 0x06, 24, message, 32));
  EXPECT_EQ(digest_of(simdkeccak_sha3_384, 48), reference::sponge(104, 0x06, 24, message, 48));
  EXPECT_EQ(digest_of(simdkeccak_sha3_512, 64), reference::sponge(72, 0x06, 24, message, 64));
}

TEST(CInterface, AnyLengthsEqualTheReference) {
  const void* const m = message.data();
  const std::size_t size = message.size();
  for (const std::size_t n : {1U, 31U, 32U, 168U, 1000U}) {
    octets out(n);
    simdkeccak_shake128(m, size, out.data(), n);
    EXPECT_EQ(out, reference::shake(128, message, n));
    simdkeccak_shake256(m, size, out.data(), n);
    EXPECT_EQ(out, reference::shake(256, message, n));
    simdkeccak_kmac128(key.data(), key.size(), m, size, out.data(), n, custom.data(), custom.size());
    EXPECT_EQ(out, reference::kmac(128, key, message, n, custom));
    simdkeccak_kmac256(key.data(), key.size(), m, size, out.data(), n, custom.data(), custom.size());
    EXPECT_EQ(out, reference::kmac(256, key, message, n, custom));
    simdkeccak_kt128(m, size, out.data(), n, custom.data(), custom.size());
    EXPECT_EQ(out, reference::kangarootwelve(128, message, n, custom));
    simdkeccak_kt256(m, size, out.data(), n, custom.data(), custom.size());
    EXPECT_EQ(out, reference::kangarootwelve(256, message, n, custom));
  }
}

TEST(CInterface, ParametersReachTheAlgorithm) {
  for (const sk::named_algorithm& a : sk::algorithms()) {
    sk::parameters p;
    simdkeccak_parameters c{};
    if (a.takes_key()) {
      p.key = key;
      c.key = key.data();
      c.key_size = key.size();
    }
    if (a.takes_customization()) {
      p.customization = custom;
      c.customization = custom.data();
      c.customization_size = custom.size();
    }
    if (a.takes_function_name()) {
      p.function_name = name;
      c.function_name = name.data();
      c.function_name_size = name.size();
    }
    if (a.takes_domain()) c.domain = p.domain = 0x55;
    if (a.takes_block_size()) c.block_size = p.block_size = 777;
    const std::size_t size = a.any_length() ? 300 : a.default_length();
    simdkeccak_hasher h;
    octets out(size);
    ASSERT_EQ(simdkeccak_init(&h, a.name.data(), &c), SIMDKECCAK_OK) << a.name;
    simdkeccak_update(&h, message.data(), message.size());
    ASSERT_EQ(simdkeccak_digest(&h, out.data(), size), SIMDKECCAK_OK);
    EXPECT_EQ(out, test::expected_by_name(a, p, message, size)) << a.name;
    simdkeccak_reset(&h);
    simdkeccak_update(&h, nullptr, 0);
    ASSERT_EQ(simdkeccak_digest(&h, out.data(), size), SIMDKECCAK_OK);
    EXPECT_EQ(out, test::expected_by_name(a, p, {}, size)) << a.name << " after reset";
    EXPECT_EQ(simdkeccak_default_length(a.name.data()), a.default_length());
  }
}

// The active row counts its calls, so that it shows when an object runs on another.
TEST(CInterface, AnObjectRunsOnItsBackend) {
  const test::backend_guard guard;
  ASSERT_TRUE(sk::use_backend(test::emulated_x2));
  const auto calls_with = [&](const char* backend) {
    simdkeccak_parameters p{};
    p.backend = backend;
    simdkeccak_hasher h;
    EXPECT_EQ(simdkeccak_init(&h, "sha3-256", &p), SIMDKECCAK_OK);
    test::emulated_calls = {};
    simdkeccak_update(&h, message.data(), message.size());
    return test::emulated_calls[1];
  };
  EXPECT_EQ(calls_with("portable"), 0U);
  EXPECT_NE(calls_with(nullptr), 0U);
}

TEST(CInterface, EthashsUnionsHoldTheReference) {
  const octets expected = reference::sponge(136, 0x01, 24, message, 32);
  const ethash_hash256 hash = ethash_keccak256(message.data(), message.size());
  EXPECT_EQ(std::memcmp(&hash, expected.data(), 32), 0);
  const octets of_nothing = reference::sponge(72, 0x01, 24, {}, 64);
  const ethash_hash512 nothing = ethash_keccak512(nullptr, 0);
  EXPECT_EQ(std::memcmp(&nothing, of_nothing.data(), 64), 0);
}

TEST(CInterface, PermutationEqualsTheReference) {
  for (unsigned rounds = 2; rounds <= 24; rounds += 2) {
    reference::lanes expected{}, state{};
    std::uint64_t seed = rounds;
    for (std::size_t i = 0; i < 25; ++i) expected[i] = state[i] = test::next_noise(seed);
    reference::keccak_p(expected, rounds);
    ASSERT_EQ(simdkeccak_keccak_p1600(state.data(), rounds), SIMDKECCAK_OK);
    EXPECT_EQ(state, expected) << rounds;
  }
}

TEST(CInterface, StatesAreInterchangeableWithTheClasses) {
  const auto saved = sk::kangarootwelve<256>().update(message).save();
  simdkeccak_hasher h;
  ASSERT_EQ(simdkeccak_init(&h, "kt256", nullptr), SIMDKECCAK_OK);
  ASSERT_EQ(simdkeccak_resume(&h, saved.data(), saved.size()), SIMDKECCAK_OK);
  octets again(SIMDKECCAK_SAVED_SIZE_MAX);
  std::size_t size = 0;
  ASSERT_EQ(simdkeccak_save(&h, again.data(), again.size(), &size), SIMDKECCAK_OK);
  again.resize(size);
  EXPECT_EQ(again, octets(saved.begin(), saved.end()));
}

}  // namespace
