// hash_many: many messages at once, each hashed as if alone, several side by side.
//
// The slots of a wide kernel are refilled as messages end, so lengths may differ and need no sorting. The result does not
// depend on the backend. Nothing is allocated.
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

namespace simdkeccak {
namespace detail {

struct batch {
  bytes (*message)(const void* messages, std::size_t i);
  const void* messages;
  std::size_t count;
  std::uint8_t* out;     // digest i goes to out + i * stride
  std::size_t out_size;  // bytes of each digest
  std::size_t stride;
};

SIMDKECCAK_API void hash_many(algorithm a, const batch& b, backend_ref row, const executor& on = {}) noexcept;

}  // namespace detail

// A random-access range of messages. Its elements outlive the access to them, since the scheduler keeps a view of each: they
// are objects in the range, or views of something else. A range that makes a std::string at each access is none.
template <class R>
concept message_range =
    std::ranges::random_access_range<const R> && std::ranges::sized_range<const R> &&
    std::convertible_to<std::ranges::range_reference_t<const R>, bytes> &&
    (std::is_lvalue_reference_v<std::ranges::range_reference_t<const R>> ||
     std::ranges::borrowed_range<std::ranges::range_value_t<const R>> ||
     std::is_pointer_v<std::ranges::range_value_t<const R>> || std::same_as<std::ranges::range_value_t<const R>, bytes>);

// Hashes message i into digest i. `digests` is an equally long span of arrays: of A.digest bytes, or of any size for an
// extendable function. If one is longer than the other, the rest of it is left alone. Digests may not overlap messages.
// Large batches are spread over the threads of `on`, to which then `messages` is read from several threads at once.
template <algorithm A, message_range Messages, std::size_t N>
  requires(A.extendable() || N == A.digest)
void hash_many(const Messages& messages, std::span<std::array<std::uint8_t, N>> digests, backend_ref row = {},
               const executor& on = {}) noexcept {
  const auto at = [](const void* all, std::size_t i) -> bytes {
    const auto& range = *static_cast<const Messages*>(all);
    return std::ranges::begin(range)[static_cast<std::ranges::range_difference_t<const Messages>>(i)];
  };
  const std::size_t count = std::min<std::size_t>(std::ranges::size(messages), digests.size());
  if (count == 0) return;
  detail::hash_many(A, {at, &messages, count, digests.data()->data(), N, sizeof digests[0]}, row, on);
}

// The same for a container of digests, such as std::vector<std::array<std::uint8_t, 32>>.
template <algorithm A, message_range Messages, std::ranges::contiguous_range Digests>
void hash_many(const Messages& messages, Digests& digests, backend_ref row = {}, const executor& on = {}) noexcept {
  hash_many<A>(messages, std::span<std::ranges::range_value_t<Digests>>(digests), row, on);
}

}  // namespace simdkeccak
