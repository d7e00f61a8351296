// Threads that a caller lends. The library starts none: it hands over tasks, and works alone where nothing was lent.
//
//   simdkeccak::thread_pool pool;                         // thread_pool.hpp; or OpenMP, oneTBB, a pool of yours
//   simdkeccak::kt128(message, out, {}, pool);
//
// Results do not depend on the executor. Whatever is too small to gain by a second thread stays on the calling one.
#pragma once

#include <cstddef>

#include "detail/config.hpp"

namespace simdkeccak {

using executor_task = void(void* context, std::size_t i) noexcept;

// What is lent: `run` calls task(context, i) for the i from 0 to count - 1, on any threads and in any order, the calling one
// included, and returns when every call it began has ended. No task waits for another.
//
// `run` may leave calls out (because it was cancelled, say) or throw, as long as no call is under way or still to come when
// it does: the calling thread then makes the missing calls itself, and the exception goes no further. A call made twice does
// nothing the second time.
//
// Loans may be used from several threads at once, and by tasks of others, as far as `run` allows it.
struct executor {
  void (*run)(void* pool, std::size_t count, executor_task* task, void* context) = nullptr;  // null: nothing is lent
  void* pool = nullptr;
  unsigned threads = 1;  // how many calls `run` makes at the same time; work is cut into pieces to suit
};

namespace detail {

inline constexpr std::size_t most_tasks = 256;

// Makes each of `count` calls, at most most_tasks, exactly once, on what was lent.
SIMDKECCAK_API void run_all(const executor& on, std::size_t count, executor_task* task, void* context) noexcept;

}  // namespace detail
}  // namespace simdkeccak
