// Saved states of every hasher and reader: resumed anywhere in the message or the output, by a typed object or by name, they
// continue as if nothing had happened; and every backend saves the same bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <simdkeccak/simdkeccak.hpp>
#include <vector>

#include "backends.hpp"
#include "noise.hpp"
#include "reference.hpp"
#include "reference_by_name.hpp"
#include "subjects.hpp"
#include "support.hpp"

namespace {

namespace sk = simdkeccak;
using test::octets;
using test::octets_of;

constexpr std::size_t total = 3 * 8192 + 500;
const octets message = test::noise(total, 71);

std::vector<std::size_t> positions(std::size_t rate) {
  return {0,    1,    7,    8,        rate - 1, rate,     rate + 1,     500,  2 * rate,
          8191, 8192, 8193, 8192 + 1, 10000,    2 * 8192, 2 * 8192 + 1, total};
}

template <class Subject>
auto halfway(std::size_t position, sk::backend_ref row = {}) {
  auto h = Subject::make(row);
  Subject::begin(h, total);
  Subject::feed(h, {message.data(), position});
  return h;
}
template <class Subject, class Hasher>
octets finished(Hasher& h, std::size_t position) {
  Subject::feed(h, {message.data() + position, total - position});
  return Subject::digest(h);
}

// Names the same function by an any_hasher.
template <class Subject>
sk::any_hasher by_name() {
  return *sk::any_hasher::make(*sk::find_algorithm(Subject::name()), Subject::parameters());
}

template <class Subject>
class SavedHasher : public testing::Test {};
TYPED_TEST_SUITE(SavedHasher, test::subjects, test::subject_names);

TYPED_TEST(SavedHasher, ContinuesWhereItWasSaved) {
  const octets expected = TypeParam::expected(message);
  for (const std::size_t position : positions(TypeParam::rate)) {
    auto h = halfway<TypeParam>(position);
    const auto saved = h.save();
    static_assert(saved.size() == TypeParam::hasher::saved_size);
    auto fresh = TypeParam::make();
    auto used = test::after<TypeParam>(octets(9000, 3));
    ASSERT_EQ(fresh.resume(saved), sk::state_error::none) << position;
    ASSERT_EQ(used.resume(saved), sk::state_error::none) << position;
    ASSERT_EQ(fresh.save(), saved) << position;
    ASSERT_EQ(finished<TypeParam>(fresh, position), expected) << position;
    ASSERT_EQ(finished<TypeParam>(used, position), expected) << position;
    ASSERT_EQ(finished<TypeParam>(h, position), expected) << "the object that was saved, at " << position;
    used.reset();
    TypeParam::begin(used, total);
    ASSERT_EQ(finished<TypeParam>(used, 0), expected) << "reset after it was resumed at " << position;
  }
}

TYPED_TEST(SavedHasher, IsTheSameFromEveryBackend) {
  for (const std::size_t position : positions(TypeParam::rate)) {
    const auto saved = halfway<TypeParam>(position, sk::backends().back()).save();
    for (const sk::backend* row : test::supported_backends()) {
      ASSERT_EQ(halfway<TypeParam>(position, *row).save(), saved) << row->name << " at " << position;
      auto h = TypeParam::make(*row);
      ASSERT_EQ(h.resume(saved), sk::state_error::none);
      ASSERT_EQ(finished<TypeParam>(h, position), TypeParam::expected(message)) << row->name << " at " << position;
    }
  }
}

TYPED_TEST(SavedHasher, IsInterchangeableWithTheAlgorithmByName) {
  for (const std::size_t position : positions(TypeParam::rate)) {
    const auto saved = halfway<TypeParam>(position).save();
    auto named = by_name<TypeParam>();
    ASSERT_EQ(named.resume(saved), sk::state_error::none) << position;
    const sk::saved_bytes again = named.save();
    ASSERT_EQ(octets_of(again), octets(saved.begin(), saved.end())) << position;

    octets out(TypeParam::output);
    named.extend({message.data() + position, total - position});
    ASSERT_TRUE(named.digest(out));
    ASSERT_EQ(out, TypeParam::expected(message)) << position;

    auto typed = TypeParam::make();
    ASSERT_EQ(typed.resume(again), sk::state_error::none);
    ASSERT_EQ(finished<TypeParam>(typed, position), TypeParam::expected(message)) << position;
  }
}

// The key, or whatever the prefix is, comes with the state.
TEST(SavedHasher, BringsItsPrefix) {
  const octets m = reference::text("message");
  octets out(32);
  sk::kmac<128> a("one key", "one customization"), b("another");
  ASSERT_EQ(b.resume(a.save()), sk::state_error::none);
  b.update(m).digest(out);
  EXPECT_EQ(out, reference::kmac(128, reference::text("one key"), m, 32, reference::text("one customization")));
  b.reset();
  b.digest(out);
  EXPECT_EQ(out, reference::kmac(128, reference::text("one key"), {}, 32, reference::text("one customization")));

  sk::cshake<256> c("name"), shake;
  ASSERT_EQ(c.resume(shake.save()), sk::state_error::none);
  c.update(m).digest(out);
  EXPECT_EQ(out, reference::shake(256, m, 32));

  sk::parallelhash<128> p(7, "custom"), q;
  ASSERT_EQ(q.resume(p.update(m).save()), sk::state_error::none);
  q.update(m).digest(out);
  EXPECT_EQ(out, reference::parallelhash(128, reference::joined({m, m}), 7, 32, reference::text("custom")));
}

template <class Subject>
class SavedReader : public testing::Test {};
TYPED_TEST_SUITE(SavedReader, test::extendable_subjects, test::subject_names);

TYPED_TEST(SavedReader, ContinuesWhereItWasSaved) {
  constexpr std::size_t rate = TypeParam::rate, all = 5 * rate;
  const octets expected = TypeParam::expected_stream(message, all);
  for (const std::size_t position :
       {std::size_t{0}, std::size_t{1}, std::size_t{8}, rate - 1, rate, rate + 1, 2 * rate, all}) {
    const octets rest(expected.begin() + static_cast<std::ptrdiff_t>(position), expected.end());
    octets skipped(position), out(rest.size());
    auto r = TypeParam::reader(test::after<TypeParam>(message));
    r.read(skipped);
    const auto saved = r.save();
    static_assert(saved.size() == decltype(r)::saved_size && saved.size() == sk::any_reader::saved_size);

    auto other = TypeParam::reader(TypeParam::make());
    ASSERT_EQ(other.resume(saved), sk::state_error::none) << position;
    ASSERT_EQ(other.save(), saved);
    other.read(out);
    ASSERT_EQ(out, rest) << position;

    sk::any_reader any = TypeParam::reader(TypeParam::make());
    ASSERT_EQ(any.resume(saved), sk::state_error::none) << position;
    ASSERT_EQ(any.save(), saved);
    any.read(out);
    ASSERT_EQ(out, rest) << position;

    r.read(out);
    ASSERT_EQ(out, rest) << "the reader that was saved, at " << position;
    ASSERT_EQ(other.save(), r.save()) << position;
  }
}

TYPED_TEST(SavedReader, IsTheSameFromEveryBackend) {
  octets head(TypeParam::rate + 9);
  auto first = TypeParam::reader(test::after<TypeParam>(message, sk::backends().back()));
  first.read(head);
  for (const sk::backend* row : test::supported_backends()) {
    auto r = TypeParam::reader(test::after<TypeParam>(message, *row));
    r.read(head);
    EXPECT_EQ(r.save(), first.save()) << row->name;
  }
}

}  // namespace
