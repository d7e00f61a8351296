// Ctrl-C: what is finished is still printed, then the process ends.
#pragma once

namespace ksum {

// From now on SIGINT and SIGTERM are only noted, and system calls that they interrupt return; the second one ends the
// process at once. A signal that the caller had ignored stays ignored.
void note_interrupts() noexcept;

// The signal that came, or 0.
int interrupted() noexcept;

struct interruption {};
inline void check_for_interrupt() {
  if (interrupted() != 0) throw interruption{};
}

// The calling thread, a helper, leaves them to the main thread.
void leave_interrupts_to_main() noexcept;

}  // namespace ksum
