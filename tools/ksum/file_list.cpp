#include "file_list.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

#include "messages.hpp"

namespace ksum {

file_list::file_list(const options& o, const recipe* how) : options_(o), how_(how) {
  if (o.files_from) names_.emplace(*o.files_from, '\0');
}

job file_list::file(std::string name, bool regular_only) const {
  job j;
  j.name = std::move(name);
  j.regular_only = regular_only;
  j.how = how_;
  j.length = options_.digest_length();
  return j;
}

std::optional<std::string> file_list::next_name(std::optional<job>& problem) {
  if (!names_) return next_ < options_.files.size() ? std::optional(options_.files[next_++]) : std::nullopt;
  const auto refused = [&](std::string_view reason) {
    problem = job{job::kind::failure, fmt::format("{}:{}: {}", printable(*options_.files_from), next_, reason)};
    return std::string();
  };
  try {
    const auto record = names_->next();
    if (!record) return std::nullopt;
    ++next_;
    if (record->text.empty()) return refused("the name of a file is empty");
    if (record->is_too_long) return refused("the name of a file is too long");
    if (record->text == "-" && options_.files_from == "-") return refused("standard input is where the names come from");
    return std::string(record->text);
  } catch (const failure& f) {
    names_.reset();
    next_ = options_.files.size();
    problem = job{job::kind::failure, f.what()};
    return std::string();
  }
}

std::optional<job> file_list::next() {
  while (true) {
    if (walking_) {
      if (auto found = walking_->next()) {
        if (found->what == found::kind::file) return file(std::move(found->text), true);
        return job{found->what == found::kind::note ? job::kind::note : job::kind::failure, std::move(found->text)};
      }
      walking_.reset();
    }
    std::optional<job> problem;
    auto name = next_name(problem);
    if (problem) return problem;
    if (!name) return std::nullopt;
    if (!options_.recursive || *name == "-") return file(std::move(*name), false);
    walking_.emplace(std::move(*name), options_.walking);
  }
}

std::optional<int> file_list::waits_for() const { return names_ && !walking_ ? names_->waits_for() : std::nullopt; }

std::optional<std::uint64_t> bytes_in_all(job_source& source, std::uint64_t most_of_each,
                                          const std::function<bool()>& stop) {
  std::uint64_t sum = 0;
  while (const auto j = source.next()) {
    if (stop()) return std::nullopt;
    if (j->what != job::kind::file) continue;
    struct stat about{};
    if (::stat(j->name.c_str(), &about) != 0) continue;
    if (!S_ISREG(about.st_mode) || j->name == "-") return std::nullopt;
    sum += std::min(static_cast<std::uint64_t>(about.st_size), most_of_each);
  }
  return sum;
}

}  // namespace ksum
