#include "output.hpp"

#include <unistd.h>

#include <cerrno>

#include "interrupt.hpp"
#include "progress.hpp"

namespace ksum {
namespace {

constexpr std::string_view output_name = "standard output";
constexpr std::size_t flush_at = std::size_t{32} << 10;
constexpr std::chrono::milliseconds longest_wait(50);

}  // namespace

standard_output::standard_output() : is_terminal_(::isatty(STDOUT_FILENO) == 1) {}

void standard_output::append(std::string_view text) {
  pending_ += text;
  if (pending_.size() >= flush_at) flush();
}

void standard_output::end_line() {
  if (is_terminal_ || std::chrono::steady_clock::now() - flushed_ >= longest_wait) flush();
}

void standard_output::flush() {
  if (given_up_) pending_.clear();
  if (pending_.empty()) return;
  if (is_terminal_) progress::hide();
  try {
    write_full(file_, output_name, {reinterpret_cast<const std::uint8_t*>(pending_.data()), pending_.size()});
  } catch (const failure& f) {
    throw output_failure(f);
  } catch (const interruption&) {
    given_up_ = true;
    throw;
  }
  pending_.clear();
  flushed_ = std::chrono::steady_clock::now();
}

void standard_output::complain(std::string_view text) {
  flush();
  ksum::complain(text);
}

void standard_output::close() {
  flush();
  if (::close(file_.number()) != 0 && errno != EINTR) throw output_failure(system_failure(output_name));
}

}  // namespace ksum
