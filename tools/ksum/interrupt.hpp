// Ctrl-C: what is finished is still printed, then the process ends.
#pragma once

namespace ksum {

// From now on SIGINT, SIGTERM and SIGHUP are only noted, and system calls that they interrupt return; the second one ends
// the process at once. A signal that the caller had ignored stays ignored. A file that grows beyond a limit is an error of
// the call that writes to it.
void note_interrupts() noexcept;

// From now on a process that has not ended a second after such a signal is ended: a thread may hold what others need while
// it waits in the system, where no signal reaches it.
void limit_time_to_end() noexcept;

// The signal that came, or 0.
int interrupted() noexcept;

struct interruption {};
inline void check_for_interrupt() {
  if (interrupted() != 0) throw interruption{};
}

// The calling thread, a helper, leaves them to the main thread.
void leave_interrupts_to_main() noexcept;

}  // namespace ksum
