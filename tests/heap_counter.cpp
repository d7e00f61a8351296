#include "heap_counter.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(_WIN32)
#include <malloc.h>
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEST_UNDER_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define TEST_UNDER_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) && !defined(TEST_UNDER_SANITIZER)
#define TEST_COUNTS_MALLOC 1
#else
#define TEST_COUNTS_MALLOC 0
#endif

namespace {

std::atomic<bool> counting = false;
std::atomic<int> allocations = 0;

void count() {
  if (counting) ++allocations;
}

}  // namespace

namespace test {

bool counts_malloc() { return TEST_COUNTS_MALLOC != 0; }

void start_counting_allocations() {
  allocations = 0;
  counting = true;
}

int stop_counting_allocations() {
  counting = false;
  return allocations;
}

}  // namespace test

#if TEST_COUNTS_MALLOC
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) noexcept {
  count();
  return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size) noexcept {
  count();
  return __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t size) noexcept {
  count();
  return __libc_realloc(p, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  count();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** out, std::size_t alignment, std::size_t size) noexcept {
  count();
  *out = __libc_memalign(alignment, size);
  return *out != nullptr ? 0 : ENOMEM;
}
}
#endif

void* operator new(std::size_t size) {
  count();
  if (void* const p = std::malloc(size != 0 ? size : 1)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

void* operator new(std::size_t size, std::align_val_t alignment) {
  count();
  const auto to = static_cast<std::size_t>(alignment);
#if defined(_WIN32)
  void* const p = _aligned_malloc(size, to);
#else
  void* const p = std::aligned_alloc(to, (size + to - 1) / to * to);
#endif
  if (p != nullptr) return p;
  throw std::bad_alloc();
}
void operator delete(void* p, std::align_val_t) noexcept {
#if defined(_WIN32)
  _aligned_free(p);
#else
  std::free(p);
#endif
}
void operator delete(void* p, std::size_t, std::align_val_t alignment) noexcept { operator delete(p, alignment); }
