// Many files: side by side in the lanes of a kernel, and on threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "hash_input.hpp"
#include "job.hpp"
#include "lanes.hpp"

namespace ksum {

struct work_settings {
  unsigned threads = 1;
  std::uint64_t most_bytes = UINT64_MAX;  // of each file
};

// Hashes all that the source gives, and hands the outcomes to the sink in the source's order. How far the threads run ahead
// of a file that takes long is limited, so memory is. Both source and sink are called by one thread at a time.
//
// On an interrupt, and when the sink throws, the process ends here, since a thread may wait in the system for input that
// never comes: finished outcomes are handed over first, in order.
class hash_files {
 public:
  hash_files(job_source& source, outcome_sink& sink, const work_settings& settings)
      : source_(source), sink_(sink), settings_(settings) {}

  void run();

 private:
  struct claimed {
    std::size_t ticket = 0;
    job what{};
  };
  enum class claim : std::uint8_t { got, not_now, source_waits, ended };

  void work(bool is_main);
  void run(lanes& group);
  void flush();
  claim next(claimed& c, int& pipe);  // that the source waits for
  void start(claimed&& c, lanes& group, input_hasher& alone);
  input open(const job& j, lanes& group);
  void finish(std::size_t ticket, outcome&& o);
  void finish(std::size_t ticket, std::vector<std::uint8_t>&& digest, std::string&& error, bool is_missing = false);
  void hand_over_finished();
  void wait_for_change(std::unique_lock<std::mutex>& lock);
  void call_helpers();
  [[noreturn]] void end_process();

  static constexpr std::size_t farthest_ahead = 4096;
  static constexpr std::size_t memory_for_digests = std::size_t{8} << 20;

  job_source& source_;
  outcome_sink& sink_;
  const work_settings settings_;

  std::mutex mutex_{};
  std::condition_variable changed_{};
  struct slot {
    job what{};
    std::optional<outcome> done{};
  };
  std::deque<slot> window_{};     // begun, and not handed over yet
  std::size_t first_ = 0;         // the ticket of window_[0]
  std::optional<job> waiting_{};  // given by the source, not claimed yet
  bool ended_ = false;            // the source has no more
  bool stdin_is_taken_ = false;   // who names it twice gets the rest of it the second time
  std::atomic<bool> threads_are_taken_{false};
  std::atomic<std::uint64_t> begun_bytes_{0};
  unsigned helpers_at_work_ = 0;
  std::vector<std::thread> helpers_{};
  std::exception_ptr error_{};
};

}  // namespace ksum
