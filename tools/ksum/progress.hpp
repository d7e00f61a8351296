// A line on the terminal that tells how far the work is. The libraries for this write to an iostream, whose start alone
// costs more than hashing a small file, and do not take their line away for others that are printed meanwhile.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace ksum {

class progress {
 public:
  // How many bytes there are to be read in all; empty if that cannot be told. Runs on the thread of the line, once the line
  // is needed, and may ask `stop` whether it has become useless.
  using total = std::function<std::optional<std::uint64_t>(const std::function<bool()>& stop)>;

  // Whether standard error is a terminal that can take lines away.
  static bool is_possible() noexcept;

  explicit progress(total all);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  // What the work tells. They cost next to nothing, with a line or without.
  static void note_file(std::string_view name);
  static void note_bytes(std::size_t count) noexcept;

  // Before something else is written to the terminal. The line comes back by itself.
  static void hide() noexcept;

 private:
  void show_until_stopped();

  total all_;
  std::mutex mutex_{};
  std::condition_variable changed_{};
  bool stop_ = false;
  std::thread thread_{};
};

// The text of the line, at most `columns` wide.
std::string progress_line(std::uint64_t done, std::optional<std::uint64_t> total, double seconds, std::string_view name,
                          std::size_t columns);

}  // namespace ksum
