#include "allocations.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif

// A sanitizer brings a malloc of its own.
#if defined(__GLIBC__) && !defined(SANITIZED)
#define COUNT_MALLOC
#endif

namespace {
constinit std::atomic<std::uint64_t> count{0};
void counted() noexcept { count.fetch_add(1, std::memory_order_relaxed); }
}  // namespace

#if defined(COUNT_MALLOC)

// Memory from these may be given to the C library's own free().
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) {
  counted();
  return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size) {
  counted();
  return __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t size) {
  counted();
  return __libc_realloc(p, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  counted();
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  counted();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
  counted();
  void* const p = __libc_memalign(alignment, size);
  if (p == nullptr) return ENOMEM;
  *out = p;
  return 0;
}
}

namespace {
void* uncounted_malloc(std::size_t size) noexcept { return __libc_malloc(size); }
}  // namespace

#else

namespace {
void* uncounted_malloc(std::size_t size) noexcept { return std::malloc(size); }
}  // namespace

#endif

// The other forms of operator new call this one, or aligned_alloc.
void* operator new(std::size_t size) {
  counted();
  void* const p = uncounted_malloc(size != 0 ? size : 1);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

std::uint64_t bench::allocations() noexcept { return count.load(std::memory_order_relaxed); }

std::string_view bench::counted_allocations() noexcept {
#if defined(COUNT_MALLOC)
  return "malloc and operator new";
#else
  return "operator new alone";
#endif
}
