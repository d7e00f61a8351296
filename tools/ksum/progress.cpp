#include "progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>

#include "interrupt.hpp"
#include "messages.hpp"

namespace ksum {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds first_after(1000), then_every(100);

std::atomic<std::uint64_t> bytes_done{0};
std::atomic<bool> is_wanted{false};
std::atomic<bool> is_shown{false};
std::mutex shared;         // of the terminal, and of
std::string current_name;  // the file begun last

void write_to_terminal(std::string_view text) noexcept {
  static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));  // nobody can be told
}

std::size_t terminal_columns() noexcept {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string quantity(double bytes) {
  constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < std::size(units); ++unit) bytes /= 1024;
  return fmt::format("{:.{}f} {}", bytes, unit == 0 || bytes >= 100 ? 0 : 1, units[unit]);
}

std::string clock_time(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

bool continues_a_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

std::string progress_line(std::uint64_t done, std::optional<std::uint64_t> total, double seconds, std::string_view name,
                          std::size_t columns) {
  const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  std::string line = quantity(static_cast<double>(done));
  if (total && *total >= done) {
    const double part = *total != 0 ? static_cast<double>(done) / static_cast<double>(*total) : 1;
    line += fmt::format(" of {} ({:.0f} %)", quantity(static_cast<double>(*total)), 100 * part);
  }
  line += fmt::format(", {}/s", quantity(rate));
  if (total && *total >= done && rate > 0)
    line += fmt::format(", {} left", clock_time(static_cast<double>(*total - done) / rate));
  line += "  ";
  std::string shown = printable(name);
  const std::size_t room = columns > line.size() + 1 ? columns - line.size() - 1 : 0;
  if (shown.size() > room) {  // the end of a long name tells more than its beginning
    constexpr std::string_view cut_mark = "...";
    std::size_t cut = shown.size() - (room > cut_mark.size() ? room - cut_mark.size() : 0);
    while (cut < shown.size() && continues_a_character(shown[cut])) ++cut;
    shown.erase(0, cut);
    if (!shown.empty()) line += cut_mark;
  }
  line += shown;
  return line.substr(0, columns);
}

bool progress::is_possible() noexcept {
  const char* const kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

progress::progress(total all) : all_(std::move(all)) {
  is_wanted = true;
  thread_ = std::thread([this] { show_until_stopped(); });
}

progress::~progress() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
  is_wanted = false;
  hide();
}

void progress::show_until_stopped() {
  leave_interrupts_to_main();
  const auto start = steady_clock::now();
  std::unique_lock lock(mutex_);
  if (changed_.wait_for(lock, first_after, [&] { return stop_; })) return;
  lock.unlock();
  const auto is_stopped = [&] {
    const std::lock_guard check(mutex_);
    return stop_;
  };
  std::optional<std::uint64_t> total_bytes;
  std::thread counting([&] {
    leave_interrupts_to_main();
    const auto counted = all_(is_stopped);
    const std::lock_guard store(shared);
    total_bytes = counted;
  });
  while (true) {
    {
      const std::lock_guard draw(shared);
      const std::chrono::duration<double> passed = steady_clock::now() - start;
      write_to_terminal(fmt::format(
          "\r{}\x1b[K", progress_line(bytes_done, total_bytes, passed.count(), current_name, terminal_columns())));
      is_shown = true;
    }
    lock.lock();
    if (changed_.wait_for(lock, then_every, [&] { return stop_; })) break;
    lock.unlock();
  }
  lock.unlock();
  counting.join();
}

void progress::note_file(std::string_view name) {
  if (!is_wanted.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(shared);
  current_name = name;
}

void progress::note_bytes(std::size_t count) noexcept { bytes_done.fetch_add(count, std::memory_order_relaxed); }

void progress::hide() noexcept {
  if (!is_shown.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(shared);
  if (is_shown.exchange(false)) write_to_terminal("\r\x1b[K");
}

}  // namespace ksum
