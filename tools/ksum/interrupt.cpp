#include "interrupt.hpp"

#include <pthread.h>
#include <signal.h>

#include <atomic>

namespace ksum {
namespace {

std::atomic<int> noted{0};
static_assert(std::atomic<int>::is_always_lock_free);

constexpr int signals[] = {SIGINT, SIGTERM};

void note(int number) { noted.store(number, std::memory_order_relaxed); }

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
}

int interrupted() noexcept { return noted.load(std::memory_order_relaxed); }

void leave_interrupts_to_main() noexcept {
  sigset_t set;
  sigemptyset(&set);  // these two are macros on macOS, which have no scope
  for (const int number : signals) sigaddset(&set, number);
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

}  // namespace ksum
