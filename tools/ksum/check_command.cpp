#include "check_command.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>

#include "check_line.hpp"
#include "digest_text.hpp"
#include "file_list.hpp"
#include "hash_files.hpp"
#include "messages.hpp"
#include "names.hpp"
#include "progress.hpp"
#include "records.hpp"

namespace ksum {
namespace {

std::string shown(const std::string& list) { return list == "-" ? "standard input" : printable(list); }

// Whether reading a list leaves it as it was: lines that are counted in a pipe would not be checked.
bool can_be_read_twice(const std::string& list) {
  struct stat about{};
  return list != "-" && !list.starts_with("/dev/") && ::stat(list.c_str(), &about) == 0 && S_ISREG(about.st_mode);
}

// The files that the lists name.
class checked_files : public job_source {
 public:
  // Without a book the files can only be counted.
  checked_files(const options& o, recipe_book* book) : options_(o), book_(book), parser_(expected()) {}

  std::optional<job> next() override {
    while (lines_ || next_list_ < options_.files.size()) {
      try {
        record_reader& lines = lines_ ? *lines_ : open(options_.files[next_list_++]);
        while (const auto line = lines.next())
          if (auto j = understood(*line)) return j;
        lines_.reset();
        job end{job::kind::list_end, shown(list_)};
        end.length = bad_lines_;
        return end;
      } catch (const failure& f) {
        lines_.reset();
        return job{job::kind::failure, f.what()};
      }
    }
    return std::nullopt;
  }
  std::optional<int> waits_for() const override { return lines_ ? lines_->waits_for() : std::nullopt; }

 private:
  expected_lines expected() const { return {options_.algorithm, options_.algorithm_is_given, options_.length}; }

  record_reader& open(const std::string& list) {
    list_ = list;
    parser_ = check_line_parser(expected());
    line_number_ = bad_lines_ = 0;
    return lines_.emplace(list, '\n');
  }

  std::optional<job> understood(const record_reader::record& line) {
    ++line_number_;
    if (line.text.starts_with('#') || line.text.empty() || line.text == "\r") return std::nullopt;
    auto parsed = line.is_too_long ? std::nullopt : parser_.parse(line.text);
    if (!parsed || (parsed->name == "-" && list_ == "-")) {
      ++bad_lines_;
      if (!options_.warn || options_.status_only) return std::nullopt;
      return job{job::kind::note, fmt::format("{}: {}: improperly formatted checksum line", shown(list_), line_number_)};
    }
    job j;
    j.name = std::move(parsed->name);
    if (book_ != nullptr) {
      try {
        j.how = book_->of(*parsed->algorithm);
        if (j.how == nullptr) j.obstacle = "this line needs a key: --key-file FILE";
      } catch (const failure& f) {
        j.obstacle = fmt::format("this line needs a key: {}", f.what());
      }
    }
    j.length = parsed->digest.size();
    j.expected = std::move(parsed->digest);
    return j;
  }

  const options& options_;
  recipe_book* book_;
  std::size_t next_list_ = 0;
  std::string list_{};
  std::optional<record_reader> lines_{};
  check_line_parser parser_;
  std::uint64_t line_number_ = 0, bad_lines_ = 0;
};

// What is printed about them, as coreutils does.
class verdicts : public outcome_sink {
 public:
  verdicts(const options& o, standard_output& out)
      : options_(o), out_(out), in_colour_(out.is_terminal() && !set("NO_COLOR") && !is_dumb()) {}

  void take(outcome&& o) override {
    switch (o.of.what) {
      case job::kind::note:
        out_.complain(o.of.name);
        break;
      case job::kind::failure:
        good_ = false;
        out_.complain(o.of.name);
        break;
      case job::kind::list_end:
        end_list(o.of);
        break;
      case job::kind::file:
        ++files_;
        judge(o);
    }
  }
  void flush() override { out_.flush(); }
  bool good() const noexcept { return good_; }

 private:
  static bool set(const char* variable) {
    const char* const value = std::getenv(variable);
    return value != nullptr && *value != '\0';
  }
  static bool is_dumb() {
    const char* const terminal = std::getenv("TERM");
    return terminal == nullptr || std::string_view(terminal) == "dumb";
  }

  // Spaces separate the names of a tuple, and may be part of a name.
  static bool may_be_several(const outcome& o) {
    return o.is_missing && o.of.how->algorithm().takes_tuple() && o.of.name.find(' ') != std::string::npos;
  }

  void judge(const outcome& o) {
    if (!o.error.empty()) {
      if (o.is_missing && options_.ignore_missing) return;
      ++unread_;
      out_.complain(o.error + (may_be_several(o) ? "; a tuple of several files cannot be checked" : ""));
      say(o.of.name, "FAILED open or read", true);
    } else if (same(o.digest, o.of.expected)) {
      ++matched_;
      if (!options_.quiet) say(o.of.name, "OK", false);
    } else {
      ++mismatched_;
      say(o.of.name, "FAILED", true);
    }
  }

  void say(const std::string& name, std::string_view verdict, bool is_bad) {
    if (options_.status_only) return;
    // Coreutils leaves a backslash as it is here unless there is a newline too.
    const auto changed = name.find('\n') != std::string::npos ? escaped(name) : std::nullopt;
    const bool red = is_bad && in_colour_;
    out_.append(fmt::format("{}{}: {}{}{}\n", changed ? "\\" : "", changed.value_or(name), red ? "\x1b[31m" : "", verdict,
                            red ? "\x1b[0m" : ""));
    out_.end_line();
  }

  void end_list(const job& list) {
    const std::uint64_t bad_lines = list.length;
    const auto warn = [&](std::uint64_t count, std::string_view one, std::string_view several) {
      if (count != 0) out_.complain(fmt::format("WARNING: {} {}", count, count == 1 ? one : several));
    };
    if (files_ == 0) {
      out_.complain(list.name + ": no properly formatted checksum lines found");
    } else if (!options_.status_only) {
      warn(bad_lines, "line is improperly formatted", "lines are improperly formatted");
      warn(unread_, "listed file could not be read", "listed files could not be read");
      warn(mismatched_, "computed checksum did NOT match", "computed checksums did NOT match");
      if (options_.ignore_missing && matched_ == 0) out_.complain(list.name + ": no file was verified");
    }
    good_ &= files_ != 0 && unread_ == 0 && mismatched_ == 0 && (!options_.strict || bad_lines == 0) &&
             (!options_.ignore_missing || matched_ != 0);
    files_ = matched_ = mismatched_ = unread_ = 0;
  }

  const options& options_;
  standard_output& out_;
  const bool in_colour_;
  bool good_ = true;
  std::uint64_t files_ = 0, matched_ = 0, mismatched_ = 0, unread_ = 0;  // of this list
};

}  // namespace

bool check(const options& o, standard_output& out) {
  recipe_book book(o.parameters);
  if (o.algorithm_is_given) static_cast<void>(book.of(*o.algorithm));  // a key that cannot be read ends it here
  std::optional<progress> line;
  if (o.progress.value_or(progress::is_possible()))
    line.emplace([&](const auto& stop) -> std::optional<std::uint64_t> {
      if (!std::ranges::all_of(o.files, can_be_read_twice)) return std::nullopt;
      checked_files again(o, nullptr);
      return bytes_in_all(again, o.most_bytes, stop);
    });
  checked_files files(o, &book);
  verdicts lines(o, out);
  hash_files(files, lines, {o.threads, o.most_bytes}).run();
  return lines.good();
}

}  // namespace ksum
