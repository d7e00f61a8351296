#include "lenders.hpp"

simdkeccak::executor test::openmp(unsigned threads) {
  const auto run = [](void*, std::size_t count, simdkeccak::executor_task* task, void* context) {
#pragma omp parallel for schedule(dynamic)
    for (std::size_t i = 0; i < count; ++i) task(context, i);
  };
  return {run, nullptr, threads};
}
