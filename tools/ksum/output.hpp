// Standard output.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "io.hpp"
#include "messages.hpp"

namespace ksum {

// Standard output cannot be written: there is no use in going on. what() is "standard output: reason".
struct output_failure : failure {
  explicit output_failure(const failure& f) : failure(f) {}
};

class standard_output {
 public:
  standard_output();

  void append(std::string_view text);
  void flush();  // hands what was appended to the system

  // The end of a line: what was appended is handed over if somebody may be waiting for it.
  void end_line();

  // On standard error, behind what was appended: where both streams end up in one place, the lines are in order.
  void complain(std::string_view text);

  // The last errors of some file systems come only here.
  void close();

  bool is_terminal() const noexcept { return is_terminal_; }

 private:
  descriptor file_{1};
  bool is_terminal_;
  std::string pending_{};
  bool given_up_ = false;  // a signal came while nobody was reading
  std::chrono::steady_clock::time_point flushed_{};
};

}  // namespace ksum
