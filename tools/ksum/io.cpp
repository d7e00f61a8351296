#include "io.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <new>

#include "interrupt.hpp"
#include "messages.hpp"

namespace ksum {

descriptor::~descriptor() {
  if (number_ > STDERR_FILENO) ::close(number_);
}

page_buffer make_page_buffer(std::size_t size) {
  void* const memory = std::aligned_alloc(page_size, (size + page_size - 1) / page_size * page_size);
  if (memory == nullptr) throw std::bad_alloc();
  return page_buffer(static_cast<std::uint8_t*>(memory));
}

descriptor open_input(const std::string& name, bool at_once) {
  if (name == "-") return descriptor(STDIN_FILENO);
  int number;
  do {
    check_for_interrupt();
    number = ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | (at_once ? O_NONBLOCK : 0));
  } while (number < 0 && errno == EINTR);
  if (number < 0) throw system_failure(name);
  return descriptor(number);
}

descriptor open_temporary() {
  const char* const wanted = std::getenv("TMPDIR");
  const std::string folder = wanted != nullptr && *wanted != '\0' ? wanted : "/tmp";
  std::string name = folder + "/ksum.XXXXXX";
  const int number = ::mkostemp(name.data(), O_CLOEXEC);
  if (number < 0) throw system_failure(folder);
  ::unlink(name.c_str());
  return descriptor(number);
}

std::size_t read_some(const descriptor& file, std::string_view name, std::span<std::uint8_t> buffer) {
  while (true) {
    check_for_interrupt();
    const ssize_t n = ::read(file.number(), buffer.data(), buffer.size());
    if (n >= 0) return static_cast<std::size_t>(n);
    if (errno != EINTR) throw system_failure(name);
  }
}

std::size_t read_full(const descriptor& file, std::string_view name, std::span<std::uint8_t> buffer) {
  std::size_t filled = 0;
  while (filled != buffer.size()) {
    const std::size_t n = read_some(file, name, buffer.subspan(filled));
    if (n == 0) break;
    filled += n;
  }
  return filled;
}

void write_full(const descriptor& file, std::string_view name, std::span<const std::uint8_t> data) {
  while (true) {
    const ssize_t n = ::write(file.number(), data.data(), data.size());
    if (n < 0 && errno != EINTR) throw system_failure(name);
    if (n > 0) data = data.subspan(static_cast<std::size_t>(n));
    if (data.empty()) return;
    check_for_interrupt();
  }
}

void occupy_standard_descriptors() noexcept {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(number, F_GETFD) != -1) continue;
    // Opened the wrong way round, so that using it fails as a closed one would.
    if (::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

void allow_open_files(std::size_t count) noexcept {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= count) return;
  limit.rlim_cur = std::min<rlim_t>(count, limit.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace ksum
