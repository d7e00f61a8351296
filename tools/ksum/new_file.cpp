#include "new_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "interrupt.hpp"
#include "messages.hpp"

namespace ksum {
namespace {

constexpr std::size_t piece_size = std::size_t{4} << 20;  // between two looks at Ctrl-C

int make_beside(const std::string& name, std::string& temporary) {
  temporary = name + ".XXXXXX";
  const int number = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (number < 0) throw system_failure(name);
  return number;
}

}  // namespace

new_file::new_file(const std::string& name) : name_(name), file_(make_beside(name, temporary_)) {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  if (::fchmod(file_.number(), 0666 & ~mask) == 0) return;
  const int reason = errno;
  ::unlink(temporary_.c_str());
  errno = reason;
  throw system_failure(name);
}

new_file::~new_file() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void new_file::write_at(std::uint64_t at, simdkeccak::bytes data) {
  for (std::span<const std::uint8_t> left(data.data(), data.size()); !left.empty();) {
    check_for_interrupt();
    const ssize_t n = ::pwrite(file_.number(), left.data(), std::min(left.size(), piece_size), static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw system_failure(name_);
    left = left.subspan(static_cast<std::size_t>(n));
    at += static_cast<std::uint64_t>(n);
  }
}

void new_file::read_at(std::uint64_t at, std::span<std::uint8_t> buffer) const {
  while (!buffer.empty()) {
    check_for_interrupt();
    const ssize_t n = ::pread(file_.number(), buffer.data(), buffer.size(), static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw system_failure(name_);
    if (n == 0) throw failure(printable(name_) + ": shorter than what was written to it");
    buffer = buffer.subspan(static_cast<std::size_t>(n));
    at += static_cast<std::uint64_t>(n);
  }
}

void new_file::commit() {
  if (::fsync(file_.number()) != 0 || std::rename(temporary_.c_str(), name_.c_str()) != 0) throw system_failure(name_);
  temporary_.clear();
  // The rename itself; some file systems cannot synchronise a folder, and then nothing more can be done.
  const std::size_t slash = name_.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : name_.substr(0, slash + 1);
  if (const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); opened >= 0) {
    const descriptor closing(opened);
    ::fsync(opened);
  }
}

}  // namespace ksum
