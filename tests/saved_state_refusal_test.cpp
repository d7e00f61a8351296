// What is not exactly a saved state of this very function is refused, with its own error, and changes nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <simdkeccak/simdkeccak.hpp>
#include <string_view>
#include <vector>

#include "noise.hpp"
#include "reference.hpp"
#include "reference_by_name.hpp"
#include "subjects.hpp"
#include "support.hpp"

namespace {

namespace sk = simdkeccak;
using sk::state_error;
using test::octets;
using test::octets_of;

const octets message = test::noise(20000, 81);

template <class Object>
octets saved(const Object& object) {
  const auto bytes = object.save();
  return octets_of(bytes);
}

// The state with a check that fits it again.
octets resealed(octets state) {
  state.resize(state.size() - 16);
  return reference::joined({state, reference::turboshake(128, 0x53, state, 16)});
}

template <class Object>
testing::AssertionResult refuses(Object& object, const octets& state, state_error expected) {
  const octets before = saved(object);
  // At the end of its memory, so that a look past it is seen.
  const std::vector<std::uint8_t> exact(state.begin(), state.end());
  const state_error got = object.resume(exact);
  if (got != expected) return testing::AssertionFailure() << "said: " << sk::message(got);
  if (saved(object) != before) return testing::AssertionFailure() << "the object changed";
  return testing::AssertionSuccess();
}

template <class Subject>
class RefusedState : public testing::Test {
 protected:
  typename Subject::hasher object_ = test::after<Subject>(octets(message.begin(), message.begin() + 300));
  octets state_ = saved(test::after<Subject>(message));
};
TYPED_TEST_SUITE(RefusedState, test::subjects, test::subject_names);

TYPED_TEST(RefusedState, EveryFlippedBit) {
  for (std::size_t bit = 0; bit < 8 * this->state_.size(); ++bit) {
    octets flipped = this->state_;
    flipped[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    const state_error expected = bit / 8 < 4    ? state_error::not_a_state
                                 : bit / 8 == 4 ? state_error::other_version
                                                : state_error::damaged;
    ASSERT_TRUE(refuses(this->object_, flipped, expected)) << "bit " << bit;
  }
}

TYPED_TEST(RefusedState, EveryTruncation) {
  for (std::size_t size = 0; size < this->state_.size(); ++size)
    ASSERT_TRUE(refuses(this->object_, {this->state_.begin(), this->state_.begin() + static_cast<std::ptrdiff_t>(size)},
                        state_error::truncated))
        << size;
  EXPECT_EQ(this->object_.resume(sk::bytes(static_cast<const void*>(nullptr), 0)), state_error::truncated);
}

TYPED_TEST(RefusedState, Longer) {
  for (const std::size_t more : {1U, 8U, 16U, 201U}) {
    octets longer = this->state_;
    longer.resize(longer.size() + more);
    EXPECT_TRUE(refuses(this->object_, longer, state_error::damaged)) << more;
    EXPECT_TRUE(refuses(this->object_, resealed(longer), state_error::damaged)) << more;
  }
}

TYPED_TEST(RefusedState, ShorterWithACheckThatFits) {
  octets shorter = this->state_;
  shorter.erase(shorter.begin() + 20);
  EXPECT_TRUE(refuses(this->object_, resealed(shorter), state_error::damaged));
}

TYPED_TEST(RefusedState, OtherHeaderWithACheckThatFits) {
  const auto with = [&](std::size_t at, unsigned value) {
    octets changed = this->state_;
    changed[at] = static_cast<std::uint8_t>(value);
    return resealed(changed);
  };
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_TRUE(refuses(this->object_, with(i, this->state_[i] ^ 0x20U), state_error::not_a_state));
  for (const unsigned version : {0U, 2U, 255U})
    EXPECT_TRUE(refuses(this->object_, with(4, version), state_error::other_version));
  for (const unsigned construction : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 255U})
    if (construction != this->state_[5]) {
      EXPECT_TRUE(refuses(this->object_, with(5, construction), state_error::other_algorithm)) << construction;
    }
  for (const unsigned phase : {1U, 2U, 255U}) EXPECT_TRUE(refuses(this->object_, with(6, phase), state_error::other_phase));
  EXPECT_TRUE(refuses(this->object_, with(7, 1), state_error::damaged));
  for (std::size_t i = 8; i < 12; ++i)
    EXPECT_TRUE(refuses(this->object_, with(i, this->state_[i] ^ 1U), state_error::other_algorithm)) << i;
}

TYPED_TEST(RefusedState, OfAnotherAlgorithm) {
  for (const sk::named_algorithm& a : sk::algorithms()) {
    const octets other = saved(sk::any_hasher::make(a)->update(message));
    const bool same = std::equal(other.begin() + 5, other.begin() + 12, this->state_.begin() + 5);
    EXPECT_TRUE(same || refuses(this->object_, other, state_error::other_algorithm)) << a.name;
  }
}

template <class Subject>
class RefusedReaderState : public testing::Test {};
TYPED_TEST_SUITE(RefusedReaderState, test::extendable_subjects, test::subject_names);

TYPED_TEST(RefusedReaderState, FlippedTruncatedLongerOtherPhase) {
  auto object = TypeParam::reader(TypeParam::make());
  octets some(33);
  object.read(some);
  auto source = TypeParam::reader(test::after<TypeParam>(message));
  source.read(some);
  const octets state = saved(source);
  for (std::size_t bit = 8 * 5; bit < 8 * state.size(); ++bit) {
    octets flipped = state;
    flipped[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    ASSERT_TRUE(refuses(object, flipped, state_error::damaged)) << "bit " << bit;
  }
  for (std::size_t size = 0; size < state.size(); ++size)
    ASSERT_TRUE(refuses(object, {state.begin(), state.begin() + static_cast<std::ptrdiff_t>(size)}, state_error::truncated));
  EXPECT_TRUE(refuses(object, reference::joined({state, {0}}), state_error::damaged));
  octets hashers = state;
  hashers[6] = 0;
  EXPECT_TRUE(refuses(object, resealed(hashers), state_error::other_phase));

  octets position = state;
  position[12 + 200] = TypeParam::rate;  // all of the block was taken
  EXPECT_EQ(object.resume(resealed(position)), state_error::none);
  position[12 + 200] = TypeParam::rate + 1;
  EXPECT_TRUE(refuses(object, resealed(position), state_error::damaged));
}

TEST(RefusedState, AReadersForAHasherAndAHashersForAReader) {
  sk::hasher<sk::shake128> h;
  auto r = h.read();
  EXPECT_TRUE(refuses(h, saved(r), state_error::other_phase));
  EXPECT_TRUE(refuses(r, saved(h), state_error::other_phase));
  sk::any_reader any = r;
  EXPECT_TRUE(refuses(any, saved(h), state_error::other_phase));
  EXPECT_TRUE(refuses(any, saved(sk::hasher<sk::shake256>().read()), state_error::other_algorithm));
}

// Numbers that no object can have, under a check that fits. `field` is an offset behind the header.
template <class Object>
void expect_impossible(Object object, std::size_t field, std::size_t width, std::initializer_list<std::uint64_t> values) {
  for (const std::uint64_t value : values) {
    octets state = saved(object);
    for (std::size_t i = 0; i < width; ++i) state[12 + field + i] = static_cast<std::uint8_t>(value >> (8 * i) & 0xFF);
    EXPECT_TRUE(refuses(object, resealed(state), state_error::damaged)) << value << " at " << field;
  }
}

constexpr std::size_t sponge_size = 201, position_at = 200;

TYPED_TEST(RefusedState, PositionAtOrBeyondTheRate) {
  // Every object but ParallelHash begins with a sponge.
  const std::size_t first = this->state_[5] == 4 ? 8 + position_at : position_at;
  expect_impossible(this->object_, first, 1, {TypeParam::rate, TypeParam::rate + 1, 200, 255});
}

TEST(ImpossibleState, SecondSpongesPosition) {
  expect_impossible(sk::cshake<128>("n"), sponge_size + position_at, 1, {168, 255});
  expect_impossible(sk::kmac<256>("key"), sponge_size + position_at, 1, {136, 255});
  expect_impossible(sk::tuplehash<128>(), sponge_size + position_at, 1, {168, 255});
  expect_impossible(sk::parallelhash<256>(), 8 + sponge_size + position_at, 1, {136, 255});
  expect_impossible(sk::parallelhash<256>(), 8 + 2 * sponge_size + position_at, 1, {136, 255});
  expect_impossible(sk::kangarootwelve<128>(), sponge_size + 8 + position_at, 1, {168, 255});
}

TEST(ImpossibleState, Cshake) { expect_impossible(sk::cshake<128>("n"), 2 * sponge_size, 1, {2, 255}); }

TEST(ImpossibleState, KangarooTwelve) {
  constexpr std::size_t first = sponge_size, in_leaf = first + 8 + sponge_size, finished = in_leaf + 8;
  sk::kangarootwelve<128> begun, leaves;
  begun.update({message.data(), 100});
  leaves.update({message.data(), 10000});
  for (const auto& h : {begun, leaves}) {
    expect_impossible(h, first, 8, {8193, std::uint64_t{1} << 32, UINT64_MAX});
    expect_impossible(h, in_leaf, 8, {8192, 8193, std::uint64_t{1} << 40, UINT64_MAX});
  }
  expect_impossible(begun, in_leaf, 8, {1, 8191});  // a leaf before the first chunk ends
  expect_impossible(begun, finished, 8, {1, UINT64_MAX});
  expect_impossible(leaves, first, 8, {0, 1, 8191});
}

// Wide kernels start a leaf from nothing and would skip what such a sponge holds.
TEST(ImpossibleState, ALeafThatIsNotBegunButHoldsSomething) {
  const std::size_t of_tree = sponge_size + 8, of_parallelhash = 8 + 2 * sponge_size;
  for (const std::size_t lane : {0U, 12U, 24U}) {
    expect_impossible(sk::kangarootwelve<256>().update({message.data(), 8192}), of_tree + 8 * lane, 8, {1, UINT64_MAX});
    expect_impossible(sk::parallelhash<128>(500), of_parallelhash + 8 * lane, 8, {1, UINT64_MAX});
  }
  expect_impossible(sk::kangarootwelve<256>(), of_tree + position_at, 1, {1, 135});
  expect_impossible(sk::parallelhash<128>(500), of_parallelhash + position_at, 1, {1, 167});
}

TEST(ImpossibleState, ParallelHash) {
  constexpr std::size_t in_leaf = 8 + 3 * sponge_size;
  expect_impossible(sk::parallelhash<128>(500).update("message"), 0, 8, {0, 1, 7});  // no bigger than what is in the leaf
  expect_impossible(sk::parallelhash<128>(500), in_leaf, 8, {500, 501, UINT64_MAX});
}

TEST(StateError, HasATextOfItsOwn) {
  std::set<std::string_view> texts;
  for (const state_error e :
       {state_error::none, state_error::truncated, state_error::not_a_state, state_error::other_version,
        state_error::damaged, state_error::other_algorithm, state_error::other_phase})
    EXPECT_TRUE(texts.insert(sk::message(e)).second);
  EXPECT_EQ(texts.count("unknown error"), 0U);
  EXPECT_EQ(sk::message(static_cast<state_error>(99)), "unknown error");
}

}  // namespace
