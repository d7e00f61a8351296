// The backends that this CPU can run, and a guard for tests that change the active one.
#pragma once

#include <simdkeccak/backend.hpp>
#include <vector>

namespace test {

inline std::vector<const simdkeccak::backend*> supported_backends() {
  std::vector<const simdkeccak::backend*> rows;
  for (const simdkeccak::backend& row : simdkeccak::backends())
    if (row.supported()) rows.push_back(&row);
  return rows;
}

// Puts the active backend back when it ends.
class backend_guard {
 public:
  backend_guard() = default;
  backend_guard(const backend_guard&) = delete;
  backend_guard& operator=(const backend_guard&) = delete;
  ~backend_guard() { simdkeccak::use_backend(before_); }

 private:
  const simdkeccak::backend& before_ = simdkeccak::active();
};

// A row that no CPU can run.
inline const simdkeccak::backend impossible_backend{"impossible", 1U << 30, simdkeccak::backends().back().one, {}};

}  // namespace test
