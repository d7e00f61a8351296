// Tasks on borrowed threads: each is done once, whatever the executor does.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <simdkeccak/executor.hpp>

namespace simdkeccak::detail {
namespace {

struct task_list {
  executor_task* task;
  void* context;
  std::size_t count;
  std::atomic<std::uint32_t> begun[most_tasks / 32] = {};  // 64 bits may be a call to libatomic

  static void once(void* self, std::size_t i) noexcept {
    auto& list = *static_cast<task_list*>(self);
    const std::uint32_t bit = std::uint32_t{1} << (i % 32);
    if (i < list.count && (list.begun[i / 32].fetch_or(bit, std::memory_order_relaxed) & bit) == 0)
      list.task(list.context, i);
  }
};

// What the executor left out.
void finish(task_list& list) noexcept {
  for (std::size_t i = 0; i < list.count; ++i) task_list::once(&list, i);
}

}  // namespace

void run_all(const executor& on, std::size_t count, executor_task* task, void* context) noexcept {
  task_list list{task, context, count};
  if (on.run != nullptr && count > 1) {
#if defined(__cpp_exceptions)
    try {
      on.run(on.pool, count, task_list::once, &list);
    } catch (...) {
      return finish(list);
    }
#else
    on.run(on.pool, count, task_list::once, &list);
#endif
  }
  finish(list);
}

}  // namespace simdkeccak::detail
