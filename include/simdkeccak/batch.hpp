// hash_many: many messages at once, each hashed as if alone, several side by side.
//
// The slots of a wide kernel are refilled as messages end, so lengths may differ and need no sorting. The result does not
// depend on the backend or on threads. Nothing is allocated.
//
//   hash_many<A>(messages, digests)        plain sponges, extendable ones with output of any length
//   hash_many(keyed, messages, digests)    KMAC of every message under one key
//
// Messages are a range of anything that converts to bytes, or strided_messages, or offset_messages. They may overlap, be
// empty and be null where the size is 0. Digests may overlap neither messages nor each other: if they do, digests are wrong,
// but nothing else happens. If there are more messages than digests or fewer, what is over is left alone.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <span>
#include <type_traits>

#include "algorithm.hpp"
#include "backend.hpp"
#include "bytes.hpp"
#include "executor.hpp"
#include "sp800_185.hpp"

namespace simdkeccak {

// `count` messages of `length` bytes; message i begins at data + i * stride.
struct strided_messages {
  const void* data = nullptr;
  std::size_t count = 0;
  std::size_t length = 0;
  std::size_t stride = 0;

  constexpr std::size_t size() const noexcept { return count; }
  bytes operator[](std::size_t i) const noexcept { return {static_cast<const std::uint8_t*>(data) + i * stride, length}; }
};

template <class Offset>
concept message_offset = std::same_as<Offset, std::int32_t> || std::same_as<Offset, std::int64_t> ||
                         std::same_as<Offset, std::uint32_t> || std::same_as<Offset, std::uint64_t>;

// Messages in one buffer: message i is its bytes from offsets[i] up to offsets[i + 1], of which there are count + 1, as in
// binary arrays of Apache Arrow. Bit first_bit + i of `validity`, low bits first, tells whether message i is there: if it is
// not, it is not looked at, and its digest is zeros. Null: all are there.
//
// Precondition: no offset is less than the one before, or behind the end of the buffer; well_formed() checks it.
template <message_offset Offset>
struct offset_messages {
  const void* data = nullptr;
  const Offset* offsets = nullptr;
  std::size_t count = 0;
  const std::uint8_t* validity = nullptr;
  std::size_t first_bit = 0;

  constexpr std::size_t size() const noexcept { return count; }
  bytes operator[](std::size_t i) const noexcept {
    return {static_cast<const std::uint8_t*>(data) + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
  }
  constexpr bool valid(std::size_t i) const noexcept {
    return validity == nullptr || (validity[(first_bit + i) / 8] >> ((first_bit + i) % 8) & 1) != 0;
  }

  constexpr bool well_formed(std::uint64_t data_size) const noexcept {
    if (count == 0) return true;
    if (offsets[0] < Offset{0} || static_cast<std::uint64_t>(offsets[count]) > data_size) return false;
    return std::is_sorted(offsets, offsets + count + 1);
  }
};

// A random-access range of messages. Its elements outlive the access to them, since the scheduler keeps a view of each: they
// are objects in the range, or views of something else. A range that makes a std::string at each access is none.
template <class R>
concept message_range =
    std::ranges::random_access_range<const R> && std::ranges::sized_range<const R> &&
    std::convertible_to<std::ranges::range_reference_t<const R>, bytes> &&
    (std::is_lvalue_reference_v<std::ranges::range_reference_t<const R>> ||
     std::ranges::borrowed_range<std::ranges::range_value_t<const R>> ||
     std::is_pointer_v<std::ranges::range_value_t<const R>> || std::same_as<std::ranges::range_value_t<const R>, bytes>);

template <class M>
concept message_list = message_range<M> || requires(const M& m, std::size_t i) {
  { m.size() } -> std::same_as<std::size_t>;
  { m[i] } -> std::same_as<bytes>;
};

namespace detail {

struct message_view {
  const std::uint8_t* data;
  std::size_t size;
  std::size_t index;
};

struct batch {
  // Writes the messages from index `from` on, below `to` and at most `most`, to `out`, moves `from` behind them and behind
  // those that are not there, and returns how many they were: 0 only at the end.
  std::size_t (*fetch)(const void* messages, std::size_t& from, std::size_t to, message_view* out, std::size_t most);
  const void* messages;
  std::size_t count;
  std::uint8_t* out;     // digest i goes to out + i * stride
  std::size_t out_size;  // bytes of each digest
  std::size_t stride;
  const std::uint64_t* start = nullptr;  // the 25 lanes that every message begins with, which are secret; null: zeros
  bytes ending{};                        // what follows every message, at most 10 bytes
};

SIMDKECCAK_API void hash_many(algorithm a, const batch& b, backend_ref row, const executor& on = {}) noexcept;

template <message_list Messages>
std::size_t fetch(const void* messages, std::size_t& from, std::size_t to, message_view* out, std::size_t most) {
  const auto& all = *static_cast<const Messages*>(messages);
  std::size_t n = 0;
  for (; from != to && n != most; ++from) {
    if constexpr (requires { all.valid(from); }) {
      if (!all.valid(from)) continue;
    }
    bytes message;
    if constexpr (message_range<Messages>) {
      message = std::ranges::begin(all)[static_cast<std::ranges::range_difference_t<const Messages>>(from)];
    } else {
      message = all[from];
    }
    out[n++] = {message.data(), message.size(), from};
  }
  return n;
}

// The messages that are not there get digests of zeros; the rest is hash_many's.
template <message_list Messages, std::size_t N>
batch make_batch(const Messages& messages, std::span<std::array<std::uint8_t, N>> digests) noexcept {
  std::size_t count = digests.size();
  if constexpr (message_range<Messages>) {
    count = std::min<std::size_t>(count, std::ranges::size(messages));
  } else {
    count = std::min(count, messages.size());
  }
  if constexpr (requires { messages.valid(count); }) {
    for (std::size_t i = 0; i < count; ++i)
      if (!messages.valid(i)) digests[i] = {};
  }
  return {fetch<Messages>,
          &messages,
          count,
          reinterpret_cast<std::uint8_t*>(digests.data()),
          N,
          sizeof(std::array<std::uint8_t, N>)};
}

}  // namespace detail

// Hashes message i into digest i. `digests` is a span of arrays: of A.digest bytes, or of any size for an extendable
// function. Large batches are spread over the threads of `on`; `messages` is then read from several threads at once.
template <algorithm A, message_list Messages, std::size_t N>
  requires(A.extendable() || N == A.digest)
void hash_many(const Messages& messages, std::span<std::array<std::uint8_t, N>> digests, backend_ref row = {},
               const executor& on = {}) noexcept {
  detail::hash_many(A, detail::make_batch(messages, digests), row, on);
}

// The same for a container of digests, such as std::vector<std::array<std::uint8_t, 32>>.
template <algorithm A, message_list Messages, std::ranges::contiguous_range Digests>
void hash_many(const Messages& messages, Digests& digests, backend_ref row = {}, const executor& on = {}) noexcept {
  hash_many<A>(messages, std::span<std::ranges::range_value_t<Digests>>(digests), row, on);
}

// KMAC of every message, with the key and the customization of `keyed`, which are absorbed once for all. What `keyed` was
// updated with does not count.
template <unsigned Strength, message_list Messages, std::size_t N>
void hash_many(const kmac<Strength>& keyed, const Messages& messages, std::span<std::array<std::uint8_t, N>> digests,
               backend_ref row = {}, const executor& on = {}) noexcept {
  const detail::encoded length = detail::right_encode_bits(N);
  detail::batch b = detail::make_batch(messages, digests);
  b.start = detail::prefix::of(keyed).lanes();
  b.ending = length;
  detail::hash_many(detail::cshake_sponge<Strength>, b, row, on);
}
template <unsigned Strength, message_list Messages, std::ranges::contiguous_range Digests>
void hash_many(const kmac<Strength>& keyed, const Messages& messages, Digests& digests, backend_ref row = {},
               const executor& on = {}) noexcept {
  hash_many(keyed, messages, std::span<std::ranges::range_value_t<Digests>>(digests), row, on);
}

}  // namespace simdkeccak
