// What is to be done, in order, and what came of it, in the same order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "recipe.hpp"

namespace ksum {

struct job {
  enum class kind : std::uint8_t {
    file,
    note,      // only to be shown on standard error, where its turn comes
    failure,   // the same, and the exit status is 1
    list_end,  // of a file of digests that is checked; `length` is how many of its lines were none
  } what = kind::file;
  std::string name{};         // of the file, or the text to be shown
  bool regular_only = false;  // found by a walk: anything else is skipped

  const recipe* how = nullptr;
  std::uint64_t length = 0;              // bytes of digest
  std::vector<std::uint8_t> expected{};  // when checking
  std::string obstacle{};                // why there is no recipe
};

class job_source {
 public:
  virtual ~job_source() = default;
  virtual std::optional<job> next() = 0;
  // The descriptor of a pipe or terminal on which next() would have to wait; empty if it can answer now.
  virtual std::optional<int> waits_for() const { return std::nullopt; }
};

struct outcome {
  job of;
  std::vector<std::uint8_t> digest{};
  std::string error{};      // "NAME: reason"; empty if there is a digest
  bool is_missing = false;  // the error is that there is no such file
};

class outcome_sink {
 public:
  virtual ~outcome_sink() = default;
  virtual void take(outcome&& o) = 0;
  // What was taken is to be seen now.
  virtual void flush() = 0;
};

}  // namespace ksum
