// The library allocates nothing: every path runs while allocations are counted.
#include <gtest/gtest.h>
#include <simdkeccak/ethash.h>

#include <array>
#include <cstdlib>
#include <simdkeccak/simdkeccak.hpp>
#include <string_view>
#include <vector>

#include "backends.hpp"
#include "emulated_rows.hpp"
#include "heap_counter.hpp"
#include "noise.hpp"
#include "support.hpp"

namespace {

namespace sk = simdkeccak;
using test::octets;

using test::allocations_of;

// Memory for all paths, made before anything is counted.
class Allocation : public testing::Test {
 protected:
  const octets message_ = test::noise(10 * 8192 + 5, 131);
  const sk::bytes whole_ = message_;
  const sk::bytes few_{message_.data(), 100};
  octets out_ = octets(1000);
};

TEST_F(Allocation, TheCounterCounts) {
  EXPECT_EQ(allocations_of([] {}), 0);
  EXPECT_GE(allocations_of([] {
              char* volatile p = new char;
              delete p;
            }),
            1);
  struct alignas(64) aligned {
    char c[64];
  };
  EXPECT_GE(allocations_of([] {
              aligned* volatile p = new aligned;
              delete p;
            }),
            1);
  if (!test::counts_malloc()) return;
  EXPECT_EQ(allocations_of([] {
              void* volatile p = std::malloc(10);
              std::free(p);
              p = std::calloc(10, 10);
              p = std::realloc(p, 20);
              std::free(p);
            }),
            3);
}

TEST_F(Allocation, NoneByOneShot) {
  EXPECT_EQ(allocations_of([&] {
              sk::hash<sk::keccak_256>(whole_);
              sk::hash<sk::sha3_512>(few_);
              sk::hash<sk::shake128>(whole_, std::span(out_));
              sk::cshake128(whole_, out_, "name", "custom");
              sk::kmac256("key", whole_, out_, "custom");
              sk::kmacxof128("key", few_, out_);
              sk::tuplehash128(std::array<std::string_view, 3>{"a", "", "b"}, out_);
              sk::parallelhash256(whole_, 300, out_);
              sk::kt128(whole_, out_, "custom");
              sk::kt256(few_, out_);
              std::array<std::uint64_t, 25> state{};
              sk::keccak_p1600<12>(state);
            }),
            0);
}

template <class Hasher>
void use(Hasher h, sk::bytes piece, std::span<std::uint8_t> out) {
  h.update(piece).update(piece);
  Hasher copy = h;
  if constexpr (requires { h.digest(out); }) h.digest(out);
  if constexpr (requires { h.digest(); }) h.digest();
  if constexpr (requires { h.read(); }) {
    auto r = h.read();
    r.read(out).read(out);
    auto other = h.read();
    if (other.resume(r.save()) != sk::state_error::none) std::abort();
    other.wipe();
  }
  const auto saved = h.save();
  if (copy.resume(saved) != sk::state_error::none) std::abort();
  if (copy.resume(sk::bytes(saved.data(), 40)) == sk::state_error::none) std::abort();
  h.reset();
  copy.wipe();
}

TEST_F(Allocation, NoneByHashersReadersAndSavedStates) {
  for (const sk::backend* row : test::rows_of_every_width())
    EXPECT_EQ(allocations_of([&] {
                use(sk::hasher<sk::sha3_256>(*row), whole_, out_);
                use(sk::hasher<sk::turboshake256>(*row), whole_, out_);
                use(sk::cshake<128>("name", "custom", *row), whole_, out_);
                use(sk::kmac<256>("key", "custom", *row), whole_, out_);
                use(sk::tuplehash<128>("custom", *row), whole_, out_);
                use(sk::parallelhash<256>(500, "custom", *row), whole_, out_);
                use(sk::kangarootwelve<128>(*row), whole_, out_);
              }),
              0)
        << row->name;
}

TEST_F(Allocation, NoneByName) {
  EXPECT_EQ(allocations_of([&] {
              for (const sk::named_algorithm& a : sk::algorithms()) {
                const auto* const found = sk::find_algorithm(a.name);
                auto h = sk::any_hasher::make(*found);
                h->update(whole_).begin_element(few_.size()).extend(few_);
                h->digest(std::span(out_).first(a.default_length()));
                if (auto r = h->read()) r->read(out_);
                if (h->resume(h->save()) != sk::state_error::none) std::abort();
                h->reset();
                h->wipe();
              }
            }),
            0);
}

TEST_F(Allocation, NoneByBatches) {
  std::vector<sk::bytes> messages;
  for (std::size_t i = 0; i < 100; ++i) messages.emplace_back(message_.data(), i * i);
  std::vector<std::array<std::uint8_t, 32>> digests(messages.size());
  for (const sk::backend* row : test::rows_of_every_width())
    EXPECT_EQ(allocations_of([&] {
                sk::hash_many<sk::sha3_256>(messages, digests, *row);
                sk::hash_many<sk::sha3_256>(sk::strided_messages{message_.data(), 100, 50, 50}, digests, *row);
                sk::hash_many(sk::kmac<128>("key"), messages, digests, *row);
              }),
              0)
        << row->name;
}

// An executor that makes every call at once.
constexpr sk::executor inline_executor{[](void*, std::size_t count, sk::executor_task* task, void* context) {
                                         for (std::size_t i = 0; i < count; ++i) task(context, i);
                                       },
                                       nullptr, 4};

TEST_F(Allocation, NoneByTreesOnThreadsAndSidecars) {
  const octets long_message = test::noise(150 * 8192 + 5, 132);
  const sk::sidecar_subject subject{128, long_message.size()};
  octets memory(*sk::sidecar::size_for(subject));
  const std::vector<sk::bytes> messages(3000, few_);
  std::vector<std::array<std::uint8_t, 32>> digests(messages.size());
  EXPECT_EQ(allocations_of([&] {
              sk::kt128(long_message, out_, "custom", inline_executor);
              sk::parallelhash256(long_message, 1000, out_, {}, inline_executor);
              sk::hash_many<sk::sha3_256>(messages, digests, {}, inline_executor);
              auto car = *sk::sidecar::create(memory, subject);
              if (!car.put(0, long_message, inline_executor)) std::abort();
              if (car.seal({long_message.data(), 8192}) != sk::sidecar_error::none) std::abort();
              if (sk::sidecar::open(memory, car) != sk::sidecar_error::none) std::abort();
              if (!car.matches(0, long_message, inline_executor) || car.missing()) std::abort();
            }),
            0);
}

TEST_F(Allocation, NoneByTheChoiceOfABackend) {
  const test::backend_guard guard;
  EXPECT_EQ(allocations_of([&] {
              sk::detail::active_row.store(nullptr);
              sk::active();
              for (const sk::backend& row : sk::backends()) {
                sk::find_backend(row.name);
                sk::use_backend(row);
              }
            }),
            0);
}

TEST_F(Allocation, NoneInC) {
  const std::array<const void*, 3> messages{message_.data(), message_.data(), nullptr};
  const std::array<std::size_t, 3> sizes{message_.size(), 10, 0};
  EXPECT_EQ(allocations_of([&] {
              for (std::size_t i = 0; i < simdkeccak_algorithm_count(); ++i) {
                const char* const name = simdkeccak_algorithm_name(i);
                const std::size_t size = simdkeccak_default_length(name);
                simdkeccak_hasher h, copy;
                simdkeccak_reader r;
                std::array<std::uint8_t, SIMDKECCAK_SAVED_SIZE_MAX> saved;
                std::size_t saved_size;
                simdkeccak_hash(name, message_.data(), message_.size(), out_.data(), size);
                simdkeccak_hash_many(name, messages.data(), sizes.data(), messages.size(), out_.data(), size);
                simdkeccak_init(&h, name, nullptr);
                simdkeccak_update(&h, message_.data(), message_.size());
                simdkeccak_copy(&copy, &h);
                simdkeccak_digest(&h, out_.data(), size);
                simdkeccak_save(&h, saved.data(), saved.size(), &saved_size);
                simdkeccak_resume(&copy, saved.data(), saved_size);
                if (simdkeccak_read(&h, &r) == SIMDKECCAK_OK) {
                  simdkeccak_squeeze(&r, out_.data(), out_.size());
                  simdkeccak_reader_clear(&r);
                }
                simdkeccak_reset(&h);
                simdkeccak_clear(&h);
                simdkeccak_clear(&copy);
              }
              ethash_keccak256(message_.data(), message_.size());
              ethash_keccak512(message_.data(), message_.size());
            }),
            0);
}

}  // namespace
