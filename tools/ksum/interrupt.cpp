#include "interrupt.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>

namespace ksum {
namespace {

std::atomic<int> noted{0};
static_assert(std::atomic<int>::is_always_lock_free);

std::atomic<bool> is_limited{false};
static_assert(std::atomic<bool>::is_always_lock_free);

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};
constexpr unsigned seconds_to_end = 1;

void note(int number) {
  noted.store(number, std::memory_order_relaxed);
  if (is_limited.load(std::memory_order_relaxed)) ::alarm(seconds_to_end);
}

void end(int) { ::_exit(128 + noted.load(std::memory_order_relaxed)); }

}  // namespace

void note_interrupts() noexcept {
  for (const int number : signals) {
    struct sigaction action{};
    if (::sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = note;
    action.sa_flags = static_cast<int>(SA_RESETHAND);  // and no SA_RESTART
    ::sigaction(number, &action, nullptr);
  }
  static_cast<void>(::signal(SIGXFSZ, SIG_IGN));
}

void limit_time_to_end() noexcept {
  struct sigaction action{};
  action.sa_handler = end;
  ::sigaction(SIGALRM, &action, nullptr);
  is_limited = true;
}

int interrupted() noexcept { return noted.load(std::memory_order_relaxed); }

void leave_interrupts_to_main() noexcept {
  sigset_t set;
  sigemptyset(&set);  // these two are macros on macOS, which have no scope
  for (const int number : signals) sigaddset(&set, number);
  sigaddset(&set, SIGALRM);
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

}  // namespace ksum
