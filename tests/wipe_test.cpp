// Secrets are overwritten: by the end of KMAC's objects, and by every wipe() and clear, even where the compiler sees that
// nobody looks at the memory again.
#include <gtest/gtest.h>
#include <simdkeccak/simdkeccak.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <new>
#include <simdkeccak/simdkeccak.hpp>
#include <type_traits>
#include <vector>

#include "emulated_rows.hpp"
#include "noise.hpp"
#include "private_stack.hpp"
#include "reference.hpp"
#include "reference_by_name.hpp"
#include "support.hpp"

namespace {

namespace sk = simdkeccak;
using test::octets;

static_assert(std::is_trivially_copyable_v<sk::hasher<sk::sha3_256>>);
static_assert(std::is_trivially_copyable_v<sk::hasher<sk::shake128>>);
static_assert(std::is_trivially_copyable_v<sk::cshake<128>>);
static_assert(std::is_trivially_copyable_v<sk::tuplehash<256>>);
static_assert(std::is_trivially_copyable_v<sk::parallelhash<128>>);
static_assert(std::is_trivially_copyable_v<sk::kangarootwelve<128>>);
static_assert(std::is_trivially_copyable_v<sk::reader<sk::shake128>>);
static_assert(!std::is_trivially_copyable_v<sk::kmac<128>>);
static_assert(!std::is_trivially_copyable_v<decltype(sk::kmac<256>("").read())>);
static_assert(!std::is_trivially_copyable_v<sk::any_hasher>);
static_assert(!std::is_trivially_copyable_v<sk::any_reader>);

const octets key = test::noise(32, 141);
const octets message = test::noise(200, 142);  // ends in the second block

using words = std::vector<std::uint64_t>;

words words_of(const void* memory, std::size_t size) {
  words all(size / 8);
  std::memcpy(all.data(), memory, all.size() * 8);
  return all;
}

// The lanes: what a saved state holds too, which addresses, padding and the like are not. Counts are below 2^48.
words secrets_of(const void* memory, std::size_t size, sk::bytes saved) {
  const octets state = test::octets_of(saved);
  words all = words_of(memory, size);
  std::erase_if(all, [&](std::uint64_t word) {
    octets little_endian;
    for (int i = 0; i < 8; ++i) little_endian.push_back(static_cast<std::uint8_t>(word >> (8 * i) & 0xFF));
    return word < std::uint64_t{1} << 48 || std::ranges::search(state, little_endian).empty();
  });
  return all;
}

// The same, and those that begin four bytes on: on i386 that is how objects on the stack are aligned.
words words_of(const test::private_stack& stack) {
  words all = words_of(stack.begin(), stack.size());
  std::ranges::copy(words_of(static_cast<const std::byte*>(stack.begin()) + 4, stack.size() - 8), std::back_inserter(all));
  return all;
}
std::ptrdiff_t remaining(const words& secrets, const words& memory) {
  return std::ranges::count_if(memory,
                               [&](std::uint64_t word) { return std::ranges::find(secrets, word) != secrets.end(); });
}

// An object in memory that outlives it, of which the compiler knows nothing: it may not drop the zeros that were there
// before the object, nor the last writes to the object, by reasoning about when it lived.
template <class T>
class in_memory {
 public:
  explicit in_memory(const T& object) {
    std::byte* volatile unknown = memory_.get();
    object_ = ::new (static_cast<void*>(unknown)) T(object);
    secrets_ = secrets_of(memory_.get(), sizeof(T), object.save());
    EXPECT_GE(secrets_.size(), 20U) << "this object has no secrets to begin with";
  }

  T& object() { return *object_; }
  void expect_no_secrets() const { EXPECT_EQ(remaining(secrets_, words_of(memory_.get(), sizeof(T))), 0); }

 private:
  std::unique_ptr<std::byte[]> memory_ = std::make_unique<std::byte[]>(sizeof(T));
  T* object_;
  words secrets_;
};

template <class T>
void expect_wiped_at_its_end(const T& object) {
  in_memory<T> kept(object);
  std::destroy_at(&kept.object());
  kept.expect_no_secrets();
}

template <class T>
void expect_wiped(const T& object) {
  in_memory<T> kept(object);
  kept.object().wipe();
  kept.expect_no_secrets();
}

sk::any_hasher empty_by_name(const char* name) {
  sk::parameters p;
  const sk::named_algorithm& a = *sk::find_algorithm(name);
  if (a.takes_key()) p.key = key;
  if (a.takes_customization()) p.customization = "custom";
  return *sk::any_hasher::make(a, p);
}
sk::any_hasher by_name(const char* name) { return empty_by_name(name).update(message); }

TEST(Wipe, AtTheEndOfKeyedObjects) {
  expect_wiped_at_its_end(sk::kmac<128>(key).update(message));
  expect_wiped_at_its_end(sk::kmac<256>(key, "custom").update(message));
  expect_wiped_at_its_end(sk::kmac<128>(key).update(message).read());
  expect_wiped_at_its_end(by_name("kmac128"));
  expect_wiped_at_its_end(by_name("kmacxof256"));
  expect_wiped_at_its_end(*by_name("kmacxof256").read());
}

TEST(Wipe, ByWipe) {
  expect_wiped(sk::kmac<128>(key).update(message));
  expect_wiped(sk::kmac<256>(key).update(message).read());
  expect_wiped(sk::hasher<sk::sha3_256>().update(message));
  expect_wiped(sk::hasher<sk::shake128>().update(message).read());
  expect_wiped(sk::cshake<128>("name").update(message));
  expect_wiped(sk::tuplehash<256>("custom").update(message));
  expect_wiped(sk::parallelhash<128>(64, "custom").update(message));
  expect_wiped(sk::kangarootwelve<128>().update(message));
  expect_wiped(*by_name("kmacxof128").read());
  for (const sk::named_algorithm& a : sk::algorithms()) {
    SCOPED_TRACE(a.name);
    expect_wiped(by_name(a.name.data()));
  }
}

TEST(Wipe, InC) {
  simdkeccak_parameters p{};
  p.key = key.data();
  p.key_size = key.size();
  simdkeccak_hasher h;
  simdkeccak_reader r;
  ASSERT_EQ(simdkeccak_init(&h, "kmacxof128", &p), SIMDKECCAK_OK);
  simdkeccak_update(&h, message.data(), message.size());
  ASSERT_EQ(simdkeccak_read(&h, &r), SIMDKECCAK_OK);
  octets saved(SIMDKECCAK_SAVED_SIZE_MAX), reader_saved(SIMDKECCAK_SAVED_SIZE_MAX);
  std::size_t size = 0;
  ASSERT_EQ(simdkeccak_save(&h, saved.data(), saved.size(), &size), SIMDKECCAK_OK);
  ASSERT_EQ(simdkeccak_reader_save(&r, reader_saved.data(), reader_saved.size(), &size), SIMDKECCAK_OK);
  const words of_hasher = secrets_of(&h, sizeof h, saved), of_reader = secrets_of(&r, sizeof r, reader_saved);
  EXPECT_GE(of_hasher.size(), 50U);
  EXPECT_GE(of_reader.size(), 25U);
  simdkeccak_clear(&h);
  simdkeccak_reader_clear(&r);
  EXPECT_EQ(remaining(of_hasher, words_of(&h, sizeof h)), 0);
  EXPECT_EQ(remaining(of_reader, words_of(&r, sizeof r)), 0);
}

TEST(Wipe, LeavesAHasherThatCanBeUsedAgain) {
  sk::hasher<sk::sha3_256> plain;
  plain.update(message).wipe();
  EXPECT_EQ(plain.update("next").digest(), sk::hash<sk::sha3_256>("next"));
  sk::kangarootwelve<128> tree;
  tree.update(message).wipe();
  octets out(32);
  tree.update("next").digest(out);
  EXPECT_EQ(out, reference::kangarootwelve(128, reference::text("next"), 32, {}));
  sk::kmac<128> mac(key);
  mac.wipe();
  mac = sk::kmac<128>("other key");
  mac.update("next").digest(out);
  EXPECT_EQ(out, reference::kmac(128, reference::text("other key"), reference::text("next"), 32, {}));
}

// ---- Objects on the stack, whose last write the compiler would gladly leave out ---------------------------------------

// Words that were nowhere but in the object: those that `message`, less than a block, changed after a first block.
std::array<std::uint64_t, 400> before, after;

template <class T, class End>
void hash_secretly(T object, End end) {
  std::memset(before.data(), 0, sizeof before);
  std::memset(after.data(), 0, sizeof after);
  static_assert(sizeof(T) <= sizeof before);
  object.update({message.data(), 168});
  std::memcpy(before.data(), &object, sizeof object);
  object.update({message.data(), 100});
  std::memcpy(after.data(), &object, sizeof object);
  end(object);
}

template <class Make, class End>
void expect_wiped_from_the_stack(Make make, End end) {
  if (!test::private_stack::available()) GTEST_SKIP() << "not run: no stack of its own for a thread here";
  test::private_stack stack;
  const auto count = [&] {
    words secrets;
    for (std::size_t i = 0; i < after.size(); ++i)
      if (after[i] != before[i] && after[i] >= std::uint64_t{1} << 48) secrets.push_back(after[i]);
    EXPECT_GE(secrets.size(), 8U);
    return remaining(secrets, words_of(stack));
  };
  stack.run([&] { hash_secretly(make(), [](auto&) {}); });
  const std::ptrdiff_t kept = count();
  stack.run([&] { hash_secretly(make(), end); });
  EXPECT_EQ(count(), 0);
  EXPECT_TRUE(kept >= 8 || !std::is_trivially_destructible_v<decltype(make())>) << "nothing was there in the first place";
}

const auto ends = [](auto&) {};
const auto wipes = [](auto& object) { object.wipe(); };

TEST(WipeOfTheStack, Hasher) {
  expect_wiped_from_the_stack([] { return sk::hasher<sk::shake128>(); }, wipes);
}
TEST(WipeOfTheStack, Cshake) {
  expect_wiped_from_the_stack([] { return sk::cshake<128>("name"); }, wipes);
}
TEST(WipeOfTheStack, Kmac) {
  expect_wiped_from_the_stack([] { return sk::kmac<128>(key); }, wipes);
}
TEST(WipeOfTheStack, KmacAtItsEnd) {
  expect_wiped_from_the_stack([] { return sk::kmac<128>(key); }, ends);
}
TEST(WipeOfTheStack, Tuplehash) {
  expect_wiped_from_the_stack([] { return sk::tuplehash<128>("custom"); }, wipes);
}
TEST(WipeOfTheStack, Parallelhash) {
  expect_wiped_from_the_stack([] { return sk::parallelhash<128>(500); }, wipes);
}
TEST(WipeOfTheStack, KangarooTwelve) {
  expect_wiped_from_the_stack([] { return sk::kangarootwelve<128>(); }, wipes);
}
TEST(WipeOfTheStack, KmacByNameAtItsEnd) {
  expect_wiped_from_the_stack([] { return empty_by_name("kmac128"); }, ends);
}
TEST(WipeOfTheStack, ParallelhashByName) {
  expect_wiped_from_the_stack([] { return empty_by_name("parallelhash128"); }, wipes);
}

// Kernels that leave nothing in their own frames, which nobody else can wipe. (Inlined, the one that works would be part of
// the frame that is left.)
template <unsigned Width>
[[gnu::noinline]] void work(std::uint64_t* state, const std::uint8_t* const* in, std::size_t blocks, unsigned lanes,
                            unsigned rounds) {
  test::emulated<Width>(state, in, blocks, lanes, rounds);
}
[[gnu::noinline]] void scrub() {
  volatile std::uint8_t below[16384];
  for (volatile std::uint8_t& octet : below) octet = 0;
}
template <unsigned Width>
void tidy(std::uint64_t* state, const std::uint8_t* const* in, std::size_t blocks, unsigned lanes, unsigned rounds) {
  work<Width>(state, in, blocks, lanes, rounds);
  scrub();
}
constexpr sk::backend tidy_row{"tidy", 0, {"tidy_x1", 1, 1, tidy<1>}, {{{"tidy_x8", 8, 2, tidy<8>}}}};

// The states that a batch under one key begins and ends with; whoever has one of the last can compute back to the key's.
TEST(WipeOfTheStack, BatchUnderOneKey) {
  if (!test::private_stack::available()) GTEST_SKIP() << "not run: no stack of its own for a thread here";
  constexpr sk::algorithm a = sk::detail::cshake_sponge<128>;
  const sk::kmac<128> keyed(key);
  const sk::detail::sponge& start = sk::detail::prefix::of(keyed);
  for (const std::size_t size : {std::size_t{20}, std::size_t{200}, std::size_t{2000}})
    for (const std::size_t count : {std::size_t{1}, std::size_t{9}}) {
      const std::vector<octets> messages(count, test::noise(size, 143));
      std::vector<std::array<std::uint8_t, 32>> digests(count);
      words secrets = words_of(start.lanes(), 200);
      sk::detail::sponge end = start;
      end.absorb(a, messages[0]);
      end.absorb(a, sk::detail::right_encode_bits(32));
      end.pad(a);
      const words last = words_of(end.lanes() + 4, 168);  // what is before is the digest
      secrets.insert(secrets.end(), last.begin(), last.end());
      test::private_stack stack;
      stack.run([&] { sk::hash_many(keyed, messages, digests, tidy_row); });
      EXPECT_EQ(remaining(secrets, words_of(stack)), 0) << count << " of " << size;
    }
}

// What saving and resuming leave behind, wherever it lies: nothing is aligned in a saved state.
std::size_t left_at_any_offset(const test::private_stack& stack, sk::bytes saved) {
  words secrets;
  const auto add = [&](std::uint64_t word) {
    if (word >= std::uint64_t{1} << 48) secrets.push_back(word);
  };
  const auto word_at = [](const std::uint8_t* p) {
    std::uint64_t word = 0;
    std::memcpy(&word, p, 8);
    return word;
  };
  // The lanes; between the two sponges of a KMAC is one byte.
  const std::size_t fields = saved.size() - sk::detail::framed(0);
  for (std::size_t first = 0; first < fields; first += sk::detail::sponge::saved_size)
    for (std::size_t i = 0; i < 25; ++i) add(word_at(saved.data() + sk::detail::state_header::size + first + 8 * i));
  // And the state that the check is taken from, from which its last block can be computed.
  constexpr sk::algorithm a = sk::with_domain(sk::turboshake128, 0x53);
  sk::detail::sponge check;
  check.absorb(a, {saved.data(), saved.size() - sk::detail::state_check_size});
  check.pad(a);
  for (std::size_t i = 2; i < 25; ++i) add(check.lanes()[i]);
  EXPECT_GE(secrets.size(), 40U);
  std::ranges::sort(secrets);
  const auto* const memory = static_cast<const std::uint8_t*>(stack.begin());
  std::size_t found = 0;
  for (std::size_t i = 0; i + 8 <= stack.size(); ++i) found += std::ranges::binary_search(secrets, word_at(memory + i));
  return found;
}

template <class Action>
void expect_nothing_left(const char* what, sk::bytes saved, Action action) {
  const sk::backend& before_this = sk::active();
  ASSERT_TRUE(sk::use_backend(tidy_row));
  test::private_stack stack;
  stack.run(action);
  EXPECT_EQ(left_at_any_offset(stack, saved), 0U) << what;
  sk::use_backend(before_this);
}

template <class T>
void expect_saved_and_resumed_without_a_trace(const char* what, const T& object) {
  auto saved = object.save();
  T copy = object;
  expect_nothing_left(what, saved, [&] { ::new (static_cast<void*>(&saved)) auto(object.save()); });
  expect_nothing_left(what, saved, [&] { EXPECT_EQ(copy.resume(saved), sk::state_error::none); });
}

TEST(WipeOfTheStack, SavedStatesOfKeyedObjects) {
  if (!test::private_stack::available()) GTEST_SKIP() << "not run: no stack of its own for a thread here";
  expect_saved_and_resumed_without_a_trace("kmac", sk::kmac<128>(key).update(message));
  expect_saved_and_resumed_without_a_trace("its reader", sk::kmac<256>(key).update(message).read());
  expect_saved_and_resumed_without_a_trace("by name", by_name("kmac256"));
  expect_saved_and_resumed_without_a_trace("its reader by name", *by_name("kmacxof128").read());

  simdkeccak_parameters p{};
  p.key = key.data();
  p.key_size = key.size();
  simdkeccak_hasher h;
  simdkeccak_reader r;
  ASSERT_EQ(simdkeccak_init(&h, "kmacxof128", &p), SIMDKECCAK_OK);
  simdkeccak_update(&h, message.data(), message.size());
  ASSERT_EQ(simdkeccak_read(&h, &r), SIMDKECCAK_OK);
  octets saved(SIMDKECCAK_SAVED_SIZE_MAX), reader_saved(SIMDKECCAK_SAVED_SIZE_MAX);
  std::size_t size = 0;
  ASSERT_EQ(simdkeccak_save(&h, saved.data(), saved.size(), &size), SIMDKECCAK_OK);
  saved.resize(size);
  ASSERT_EQ(simdkeccak_reader_save(&r, reader_saved.data(), reader_saved.size(), &size), SIMDKECCAK_OK);
  reader_saved.resize(size);
  expect_nothing_left("in C", saved, [&] { simdkeccak_save(&h, saved.data(), saved.size(), &size); });
  expect_nothing_left("in C, no room", saved, [&] { simdkeccak_save(&h, saved.data(), 9, &size); });
  expect_nothing_left("in C", saved, [&] { simdkeccak_resume(&h, saved.data(), saved.size()); });
  expect_nothing_left("reader in C", reader_saved,
                      [&] { simdkeccak_reader_save(&r, reader_saved.data(), reader_saved.size(), &size); });
  expect_nothing_left("reader in C", reader_saved,
                      [&] { simdkeccak_reader_resume(&r, reader_saved.data(), reader_saved.size()); });
}

}  // namespace
