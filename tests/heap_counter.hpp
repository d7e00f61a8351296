// Counts how often the program asks for memory: by operator new, and by malloc and its kin where the C library lets a
// program replace them (not under a sanitizer, which replaces them itself).
#pragma once

namespace test {

bool counts_malloc();

void start_counting_allocations();
int stop_counting_allocations();

int allocations_of(const auto& action) {
  start_counting_allocations();
  action();
  return stop_counting_allocations();
}

}  // namespace test
