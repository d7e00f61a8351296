#include "input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/sysmacros.h>
#endif
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "interrupt.hpp"
#include "messages.hpp"
#include "progress.hpp"

namespace ksum {
namespace {

constexpr std::uint64_t worth_reading_ahead = std::uint64_t{128} << 10;

struct stat about(const descriptor& file, const std::string& name) {
  struct stat result{};
  if (::fstat(file.number(), &result) != 0) throw system_failure(name);
  return result;
}

}  // namespace

input::input(std::string name, const rules& r)
    : name_(std::move(name)), file_((progress::note_file(name_), open_input(name_, r.regular_only))), most_(r.most) {
  const struct stat now = about(file_, name_);
  regular_ = S_ISREG(now.st_mode);
  if (!regular_) {
    if (r.regular_only) throw failure(printable(name_) + ": skipped: no regular file any more");
    return;
  }
  if (file_.number() == STDIN_FILENO) {
    const off_t here = ::lseek(file_.number(), 0, SEEK_CUR);
    start_ = here > 0 ? static_cast<std::uint64_t>(here) : 0;
  }
  whole_ = static_cast<std::uint64_t>(now.st_size);
  if (start_ < whole_) size_ = std::min(whole_ - start_, most_);
#ifdef POSIX_FADV_SEQUENTIAL
  if (size_ && *size_ > worth_reading_ahead) ::posix_fadvise(file_.number(), 0, 0, POSIX_FADV_SEQUENTIAL);
#endif
}

std::size_t input::read(std::span<std::uint8_t> buffer) {
  const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), most_ - read_));
  const std::size_t n = read_full(file_, name_, buffer.first(wanted));
  read_ += n;
  progress::note_bytes(n);
  if (n < wanted) check_end();
  return n;
}

void input::read_at(std::uint64_t at, std::span<std::uint8_t> buffer) const {
  while (!buffer.empty()) {
    check_for_interrupt();
    const ssize_t n = ::pread(file_.number(), buffer.data(), buffer.size(), static_cast<off_t>(start_ + at));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw system_failure(name_);
    if (n == 0) changed(start_ + at);
    progress::note_bytes(static_cast<std::size_t>(n));
    buffer = buffer.subspan(static_cast<std::size_t>(n));
    at += static_cast<std::uint64_t>(n);
  }
}

void input::finish_reading_at() const {
  const auto size = static_cast<std::uint64_t>(about(file_, name_).st_size);
  const std::uint64_t end = start_ + size_.value_or(0);
  if (end == whole_ ? size != whole_ : size < end) changed(size);
  if (file_.number() == STDIN_FILENO) ::lseek(STDIN_FILENO, static_cast<off_t>(end), SEEK_SET);
}

bool input::is_on_rotating_disk() const {
#ifdef __linux__
  const dev_t device = about(file_, name_).st_dev;
  for (const char* folder : {"", "../"}) {  // of a disk, or of one of its partitions
    const std::string path = fmt::format("/sys/dev/block/{}:{}/{}queue/rotational", major(device), minor(device), folder);
    const int number = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (number < 0) continue;
    const descriptor closing(number);
    char answer = '0';
    return ::read(number, &answer, 1) == 1 && answer == '1';
  }
#endif
  return false;
}

void input::changed(std::uint64_t now) const {
  throw failure(fmt::format("{}: {} than the {} bytes it had when it was opened", printable(name_),
                            now < whole_ ? "shorter" : "longer", whole_));
}

void input::check_end() const {
  if (!regular_) return;
  const struct stat now = about(file_, name_);
  const auto size = static_cast<std::uint64_t>(now.st_size);
  if (size != whole_) changed(size);
  // Files of /proc and /sys say 0 or 4096 whatever they hold, and occupy nothing.
  if (size_ && read_ != *size_ && now.st_blocks != 0) changed(start_ + read_);
}

}  // namespace ksum
