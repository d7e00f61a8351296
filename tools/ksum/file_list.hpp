// The files that the command line asks for, one after the other.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "job.hpp"
#include "options.hpp"
#include "records.hpp"
#include "walk.hpp"

namespace ksum {

// Directories are read and lists of names parsed as the work goes on.
class file_list : public job_source {
 public:
  // Both must outlive this. Throws a failure if the list of names cannot be opened.
  file_list(const options& o, const recipe* how);

  std::optional<job> next() override;
  std::optional<int> waits_for() const override;

 private:
  std::optional<std::string> next_name(std::optional<job>& problem);
  job file(std::string name, bool regular_only) const;

  const options& options_;
  const recipe* how_;
  std::optional<record_reader> names_{};
  std::size_t next_ = 0;  // how many names came from the command line or the list
  std::optional<walk> walking_{};
};

// The sizes of all files of a source, which is used up; empty if one is no regular file, or when `stop` says so.
std::optional<std::uint64_t> bytes_in_all(job_source& source, std::uint64_t most_of_each, const std::function<bool()>& stop);

}  // namespace ksum
