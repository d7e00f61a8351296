#include "hash_files.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "interrupt.hpp"
#include "messages.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "tree_input.hpp"

namespace ksum {
namespace {

// Below this much work a thread costs more than it brings.
constexpr std::uint64_t worth_a_thread = std::uint64_t{512} << 10;
// What takes longer than one likes to wait for lines that could be there already.
constexpr std::uint64_t worth_emptying_lanes = std::uint64_t{64} << 20;
constexpr int longest_wait_ms = 50;  // a signal wakes nobody
// What opening and closing a file costs, in bytes that could be hashed meanwhile.
constexpr std::uint64_t cost_of_a_file = std::uint64_t{8} << 10;

bool fits_lanes(const recipe::in_one_sponge& how, const job& j, const input& file) {
  if (j.length > lanes::longest_digest || !file.is_regular()) return false;
  return how.most == UINT64_MAX || file.size().value_or(UINT64_MAX) <= how.most;
}

bool may_keep_waiting(const job& j) {
  struct stat about{};
  return !j.regular_only && (j.name == "-" || (::stat(j.name.c_str(), &about) == 0 && !S_ISREG(about.st_mode)));
}

}  // namespace

void hash_files::run() {
  limit_time_to_end();
  work(true);
  std::unique_lock lock(mutex_);
  while (helpers_at_work_ != 0 && !error_ && interrupted() == 0) wait_for_change(lock);
  if (error_ || interrupted() != 0) end_process();
  lock.unlock();
  for (std::thread& helper : helpers_) helper.join();
}

void hash_files::work(bool is_main) {
  lanes group;
  input_hasher alone;
  try {
    while (true) {
      check_for_interrupt();
      claim last = claim::got;
      claimed c;
      int pipe = -1;
      while (!group.full() && (last = next(c, pipe)) == claim::got) {
        if (may_keep_waiting(c.what)) {
          while (!group.empty()) run(group);
          flush();
        }
        start(std::move(c), group, alone);
        if (is_main) call_helpers();
      }
      if (!group.empty()) {
        run(group);
      } else if (last == claim::ended) {
        return;
      } else if (last == claim::source_waits) {
        flush();
        pollfd readable{pipe, POLLIN, 0};
        ::poll(&readable, 1, longest_wait_ms);
      } else {
        std::unique_lock lock(mutex_);
        wait_for_change(lock);
      }
    }
  } catch (const interruption&) {
    return;  // run() sees it too
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::current_exception();
  }
}

void hash_files::run(lanes& group) {
  std::vector<lanes::result> results;
  group.run(results);
  if (results.empty()) flush();
  for (lanes::result& r : results) finish(r.ticket, std::move(r.digest), std::move(r.error));
}

// What is done is seen before something is waited for.
void hash_files::flush() {
  const std::lock_guard lock(mutex_);
  sink_.flush();
}

void hash_files::wait_for_change(std::unique_lock<std::mutex>& lock) {
  changed_.wait_for(lock, std::chrono::milliseconds(longest_wait_ms));
}

hash_files::claim hash_files::next(claimed& c, int& pipe) {
  const std::lock_guard lock(mutex_);
  if (error_) throw interruption{};
  while (true) {
    if (!waiting_ && !ended_) {
      // Nobody waits in the system with the lock: lines that others finish would not be printed.
      if (const auto descriptor = source_.waits_for()) {
        pipe = *descriptor;
        return claim::source_waits;
      }
      waiting_ = source_.next();
      ended_ = !waiting_;
    }
    if (!waiting_) return claim::ended;
    job& now = *waiting_;
    const std::size_t ahead = std::clamp<std::size_t>(memory_for_digests / (now.length + 64), 16, farthest_ahead);
    if (window_.size() >= ahead) return claim::not_now;
    const bool is_file = now.what == job::kind::file;
    if (is_file && now.name == "-" && std::exchange(stdin_is_taken_, true)) return claim::not_now;
    c.ticket = first_ + window_.size();
    c.what = std::move(now);
    waiting_.reset();
    window_.push_back({c.what});
    if (is_file) return claim::got;
    window_.back().done = outcome{std::move(c.what)};
    hand_over_finished();
  }
}

// The files in the lanes are open; where the system allows no more, they are done first.
input hash_files::open(const job& j, lanes& group) {
  while (true) {
    try {
      return {j.name, {j.regular_only, settings_.most_bytes}};
    } catch (const failure& f) {
      if (f.code != EMFILE || group.empty()) throw;
    }
    run(group);
  }
}

void hash_files::start(claimed&& c, lanes& group, input_hasher& alone) {
  try {
    if (c.what.how == nullptr) throw failure(fmt::format("{}: {}", printable(c.what.name), c.what.obstacle));
    input file = open(c.what, group);
    begun_bytes_ += cost_of_a_file + file.size().value_or(0);
    if (const auto one = c.what.how->one_sponge(c.what.length); one && fits_lanes(*one, c.what, file)) {
      group.add(c.ticket, std::move(file), *one, c.what.length);
      return;
    }
    if (file.size().value_or(0) >= worth_emptying_lanes) {
      while (!group.empty()) run(group);
      flush();
    }
    simdkeccak::any_hasher h = c.what.how->fresh;
    if (h.algorithm().takes_tuple()) {
      alone.hash_element(file, h);
    } else if (settings_.threads > 1 && suits_threads(h.algorithm(), file) && !threads_are_taken_.exchange(true)) {
      // One such file at a time has all threads; another thread that comes to one meanwhile hashes it alone.
      try {
        hash_on_threads(file, h, settings_.threads);
      } catch (...) {
        threads_are_taken_ = false;
        throw;
      }
      threads_are_taken_ = false;
    } else {
      alone.hash(file, h);
    }
    std::vector<std::uint8_t> digest(static_cast<std::size_t>(c.what.length));
    h.digest(digest);
    finish(c.ticket, std::move(digest), {});
  } catch (const output_failure&) {
    throw;  // of lines that were handed over, and not of this file
  } catch (const failure& f) {
    finish(c.ticket, {}, f.what(), f.code == ENOENT);
  }
}

void hash_files::finish(std::size_t ticket, std::vector<std::uint8_t>&& digest, std::string&& error, bool is_missing) {
  const std::lock_guard lock(mutex_);
  slot& s = window_[ticket - first_];
  if (s.what.name == "-") stdin_is_taken_ = false;
  s.done = outcome{std::move(s.what), std::move(digest), std::move(error), is_missing};
  hand_over_finished();
}

void hash_files::hand_over_finished() {
  bool any = false;
  for (; !window_.empty(); any = true) {
    std::optional<outcome>& done = window_.front().done;
    if (!done) break;
    outcome o = std::move(*done);
    window_.pop_front();
    ++first_;
    sink_.take(std::move(o));
  }
  if (any && settings_.threads > 1) changed_.notify_all();
}

void hash_files::call_helpers() {
  if (settings_.threads <= 1 || !helpers_.empty() || begun_bytes_ < worth_a_thread) return;
  const std::lock_guard lock(mutex_);
  if (ended_) return;
  constexpr std::size_t others = 32;  // lists, folders of a walk, standard streams, the key
  allow_open_files(settings_.threads * (lanes::width + 1) + others);
  for (unsigned i = 1; i < settings_.threads; ++i) {
    ++helpers_at_work_;
    helpers_.emplace_back([this] {
      leave_interrupts_to_main();
      work(false);
      const std::lock_guard end(mutex_);
      --helpers_at_work_;
      changed_.notify_all();
    });
  }
}

void hash_files::end_process() {
  int status = 1;
  progress::hide();
  try {
    if (error_) std::rethrow_exception(error_);
    for (slot& s : window_)
      if (s.done) sink_.take(std::move(*s.done));
    sink_.flush();
    status = 128 + interrupted();
  } catch (const failure& f) {
    complain(f);
  } catch (const std::exception& e) {
    complain(e.what());
  }
  std::_Exit(status);
}

}  // namespace ksum
