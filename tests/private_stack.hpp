// A stack that can be looked at after what ran on it has returned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define TEST_WATCHES_THE_STACK 1
#endif
#endif
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(TEST_WATCHES_THE_STACK)
#include <pthread.h>
#define TEST_HAS_PRIVATE_STACK 1
#else
#define TEST_HAS_PRIVATE_STACK 0
#endif

namespace test {

class private_stack {
 public:
  static constexpr bool available() { return TEST_HAS_PRIVATE_STACK != 0; }

  // Runs `action` to its end, on a stack of zeros.
  void run(const std::function<void()>& action) {
#if TEST_HAS_PRIVATE_STACK
    std::fill_n(memory_.get(), words_, 0);
    pthread_attr_t attributes;
    pthread_t thread;
    const auto call = [](void* p) -> void* {
      // So far above the action that what ends the thread does not overwrite what the action left.
      volatile std::uint64_t above[512];
      above[0] = 0;
      (*static_cast<const std::function<void()>*>(p))();
      above[511] = above[0];
      return nullptr;
    };
    if (pthread_attr_init(&attributes) != 0 || pthread_attr_setstack(&attributes, memory_.get(), size()) != 0 ||
        pthread_create(&thread, &attributes, call, const_cast<std::function<void()>*>(&action)) != 0 ||
        pthread_join(thread, nullptr) != 0)
      std::abort();
    pthread_attr_destroy(&attributes);
#else
    action();
#endif
  }

  const void* begin() const { return memory_.get(); }
  std::size_t size() const { return words_ * 8; }

 private:
  struct free_memory {
    void operator()(std::uint64_t* p) const { std::free(p); }
  };
  static constexpr std::size_t words_ = std::size_t{1} << 17;
#if TEST_HAS_PRIVATE_STACK
  static void* allocate() { return std::aligned_alloc(4096, words_ * 8); }
#else
  static void* allocate() { return std::calloc(words_, 8); }
#endif
  std::unique_ptr<std::uint64_t[], free_memory> memory_{static_cast<std::uint64_t*>(allocate())};
};

}  // namespace test
