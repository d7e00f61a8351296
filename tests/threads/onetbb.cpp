#include <tbb/parallel_for.h>

#include "lenders.hpp"

simdkeccak::executor test::onetbb(unsigned threads) {
  const auto run = [](void*, std::size_t count, simdkeccak::executor_task* task, void* context) {
    tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { task(context, i); });
  };
  return {run, nullptr, threads};
}

simdkeccak::executor test::cancelled_onetbb(unsigned threads) {
  const auto run = [](void*, std::size_t count, simdkeccak::executor_task* task, void* context) {
    tbb::task_group_context group;
    tbb::parallel_for(
        std::size_t{0}, count,
        [&](std::size_t i) {
          task(context, i);
          if (i % 3 == 0) group.cancel_group_execution();
        },
        group);
  };
  return {run, nullptr, threads};
}
