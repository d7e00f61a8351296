#include "hash_command.hpp"

#include "file_list.hpp"
#include "hash_files.hpp"
#include "hash_input.hpp"
#include "interrupt.hpp"
#include "messages.hpp"
#include "progress.hpp"

namespace ksum {
namespace {

// Longer digests are written as they come, one file at a time.
constexpr std::uint64_t longest_kept = std::uint64_t{64} << 10;

class printer : public outcome_sink {
 public:
  printer(const options& o, standard_output& out) : options_(o), out_(out) {}

  void take(outcome&& o) override {
    if (o.of.what != job::kind::file) {
      good_ &= o.of.what == job::kind::note;
      out_.complain(o.of.name);
    } else if (!o.error.empty()) {
      good_ = false;
      out_.complain(o.error);
    } else {
      const line_frame around = frame(options_.format, o.of.how->algorithm(), o.of.length, {&o.of.name, 1});
      std::string line = around.before;
      append_digest(line, options_.format, o.digest);
      out_.append(line += around.after);
      out_.end_line();
    }
  }
  void flush() override { out_.flush(); }
  bool good() const noexcept { return good_; }

 private:
  const options& options_;
  standard_output& out_;
  bool good_ = true;
};

bool hash_one_by_one(const options& o, const recipe& how, standard_output& out) {
  file_list files(o, &how);
  printer others(o, out);
  input_hasher reader;
  bool good = true;
  while (auto j = files.next()) {
    if (j->what != job::kind::file) {
      others.take({std::move(*j)});
      continue;
    }
    try {
      out.flush();  // before a FIFO or a terminal is waited for
      input file(j->name, {j->regular_only, o.most_bytes});
      simdkeccak::any_hasher h = how.fresh;
      reader.hash(file, h);
      write_line(out, o.format, h, j->length, {&j->name, 1});
    } catch (const output_failure&) {
      throw;
    } catch (const failure& f) {
      complain(f.what());
      good = false;
    }
  }
  return good && others.good();
}

// One tuple of all files, which is worth nothing if one is missing.
bool hash_tuple(const options& o, const recipe& how, standard_output& out) {
  file_list files(o, &how);
  input_hasher reader;
  simdkeccak::any_hasher h = how.fresh;
  std::vector<std::string> names;
  while (auto j = files.next()) {
    if (j->what == job::kind::failure) throw failure(j->name);
    if (j->what == job::kind::note) {
      complain(j->name);
      continue;
    }
    input file(j->name, {j->regular_only, o.most_bytes});
    reader.hash_element(file, h);
    names.push_back(std::move(j->name));
  }
  write_line(out, o.format, h, o.digest_length(), names);
  return true;
}

}  // namespace

bool hash_and_print(const options& o, standard_output& out) {
  recipe_book book(o.parameters);
  const recipe& how = *book.of(*o.algorithm);
  book.forget_key();

  std::optional<progress> line;
  if (o.progress.value_or(progress::is_possible()))
    line.emplace([&](const auto& stop) -> std::optional<std::uint64_t> {
      if (o.files_from) return std::nullopt;
      file_list again(o, &how);
      return bytes_in_all(again, o.most_bytes, stop);
    });

  if (o.algorithm->takes_tuple()) return hash_tuple(o, how, out);
  if (o.digest_length() > longest_kept) return hash_one_by_one(o, how, out);
  file_list files(o, &how);
  printer lines(o, out);
  hash_files(files, lines, {o.threads, o.most_bytes}).run();
  return lines.good();
}

}  // namespace ksum
