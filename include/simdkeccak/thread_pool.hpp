// A ready-made executor (executor.hpp) over std::thread. It is not part of simdkeccak.hpp: a program that does not include
// it links no threads. Only its constructor allocates, and only it can fail.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

#include "executor.hpp"

namespace simdkeccak {

// Converts to an executor, which is good as long as the pool lives.
class thread_pool {
 public:
  // `threads` work at the same time, of which the calling one is the first; 0 means as many as the machine has. Throws
  // std::system_error if a thread cannot be started.
  explicit thread_pool(unsigned threads = 0) {
    if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
    workers_.all.reserve(threads - 1);
    while (this->threads() < threads) workers_.all.emplace_back([this] { help(); });
  }
  thread_pool(const thread_pool&) = delete;
  thread_pool& operator=(const thread_pool&) = delete;
  ~thread_pool() = default;

  unsigned threads() const noexcept { return static_cast<unsigned>(workers_.all.size() + 1); }

  operator executor() noexcept {
    return {[](void* pool, std::size_t count, executor_task* task, void* context) {
              static_cast<thread_pool*>(pool)->run(count, task, context);
            },
            this, threads()};
  }

  // Calls task(context, i) for each i below count. From several threads at once, or from within a task: who finds the pool
  // busy makes its calls alone.
  void run(std::size_t count, executor_task* task, void* context) noexcept {
    if (workers_.all.empty() || count < 2 || busy_.exchange(true, std::memory_order_acquire)) {
      for (std::size_t i = 0; i < count; ++i) task(context, i);
      return;
    }
    work w{count, task, context};
    offer(&w);
    w.take_part();
    withdraw(w);
    busy_.store(false, std::memory_order_release);
  }

 private:
  struct work {
    std::size_t count;
    executor_task* task;
    void* context;
    std::atomic<std::size_t> next{0};
    std::atomic<unsigned> helpers{0};  // changed under mutex_

    void take_part() noexcept {
      for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;) task(context, i);
    }
  };

  // To be woken takes as long as to hash 300 KiB (Zen 5, a virtual machine), so whoever waits looks around first, for longer
  // than a program needs to read the next piece.
  template <class Condition>
  static bool soon(Condition condition) noexcept {
    using clock = std::chrono::steady_clock;
    for (const auto end = clock::now() + std::chrono::microseconds(200); clock::now() < end;) {
      if (condition()) return true;
      std::this_thread::yield();  // to whom it waits for, perhaps, if they share a core
    }
    return false;
  }

  void offer(work* w) noexcept {
    const std::lock_guard lock(mutex_);
    current_ = w;
    generation_.fetch_add(1, std::memory_order_release);
    if (sleepers_ != 0) offered_.notify_all();
  }

  void withdraw(work& w) noexcept {
    {
      const std::lock_guard lock(mutex_);
      current_ = nullptr;  // a worker that wakes only now has nothing to do
    }
    const auto alone = [&] { return w.helpers.load(std::memory_order_acquire) == 0; };
    if (soon(alone)) return;
    std::unique_lock lock(mutex_);
    left_.wait(lock, alone);
  }

  void dismiss() noexcept {
    const std::lock_guard lock(mutex_);
    dismissed_.store(true, std::memory_order_release);
    offered_.notify_all();
  }

  void help() {
    const auto dismissed = [&] { return dismissed_.load(std::memory_order_acquire); };
    for (unsigned long seen = 0; !dismissed();) {
      const auto news = [&] { return generation_.load(std::memory_order_acquire) != seen || dismissed(); };
      soon(news);
      std::unique_lock lock(mutex_);
      ++sleepers_;
      offered_.wait(lock, news);
      --sleepers_;
      seen = generation_.load(std::memory_order_relaxed);
      if (current_ == nullptr) continue;
      work& w = *current_;
      w.helpers.fetch_add(1, std::memory_order_relaxed);
      lock.unlock();
      w.take_part();
      lock.lock();
      if (w.helpers.fetch_sub(1, std::memory_order_acq_rel) == 1) left_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable offered_, left_;
  work* current_ = nullptr;                   // under mutex_
  unsigned sleepers_ = 0;                     // under mutex_
  std::atomic<unsigned long> generation_{0};  // of current_; changed under mutex_
  std::atomic<bool> dismissed_{false};        // changed under mutex_
  std::atomic<bool> busy_{false};
  // Last: they end before what they use, also if the constructor cannot start them all. Not std::jthread, which libc++ has
  // only behind -fexperimental-library before version 20.
  struct crew {
    thread_pool& pool;
    std::vector<std::thread> all;
    ~crew() {
      pool.dismiss();
      for (std::thread& worker : all) worker.join();
    }
  } workers_{*this, {}};
};

}  // namespace simdkeccak
