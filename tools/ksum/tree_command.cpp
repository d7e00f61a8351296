#include "tree_command.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <simdkeccak/sidecar_stream.hpp>
#include <simdkeccak/thread_pool.hpp>
#include <vector>

#include "digest_text.hpp"
#include "input.hpp"
#include "interrupt.hpp"
#include "messages.hpp"
#include "names.hpp"
#include "new_file.hpp"
#include "progress.hpp"
#include "sidecar_file.hpp"

namespace ksum {
namespace {

namespace sk = simdkeccak;
using octets = std::vector<std::uint8_t>;

constexpr std::size_t chunk_size = sk::sidecar_view::chunk_size;
constexpr std::size_t piece_size = 512 * chunk_size;
constexpr std::uint64_t leaves_in_window =
    std::uint64_t{8} * 512;  // 32 MiB of the message, whose chaining values are in memory at a time

// When it was last changed, in nanoseconds.
std::int64_t time_of(const struct stat& file) {
#if defined(__APPLE__)
  const timespec& t = file.st_mtimespec;
#else
  const timespec& t = file.st_mtim;
#endif
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

[[noreturn]] void refuse(const std::string& name, std::string_view reason) {
  throw failure(fmt::format("{}: {}", printable(name), reason));
}

bool begins_like_a_sidecar(const std::string& name) {
  std::array<std::uint8_t, 5> start{};
  const std::size_t n = read_full(open_input(name), name, start);
  sk::sidecar_view view;
  return sk::sidecar_view::open({start.data(), n}, view) == sk::sidecar_error::truncated;
}

// One file and its sidecar.
class pair {
 public:
  pair(const options& o, const std::string& name, const sk::executor& on)
      : options_(o),
        name_(name),
        sidecar_name_(o.tree.sidecar.value_or(name + ".kt")),
        on_(on),
        about_(about_regular(name)),
        file_(open_regular(name)) {
    subject_.strength = o.algorithm->name == "kt128" ? 128 : 256;
    subject_.length = static_cast<std::uint64_t>(about_.st_size);
    if (o.parameters.customization) subject_.customization = *o.parameters.customization;
    subject_.stamp = static_cast<std::uint64_t>(time_of(about_));
  }

  octets build() {
    check_place();
    return make(nullptr);
  }

  octets update() {
    sidecar_file old(sidecar_name_, on_);
    sk::sidecar_subject before = subject_;
    before.length = old.subject().length;
    before.stamp = 0;
    old.require_subject(before);
    if (subject_.length < before.length || (subject_.length > before.length && !options_.tree.appended))
      refuse(name_,
             fmt::format("{} than when the sidecar was made{}", subject_.length < before.length ? "shorter" : "longer",
                         subject_.length < before.length ? "; build it anew" : "; --appended reads what is new"));
    return make(&old);
  }

  // Returns whether the data are those of the sidecar, and of the digest that is trusted if one was given.
  bool verify() {
    sidecar_file of(sidecar_name_, on_);
    sk::sidecar_subject expected = subject_;
    expected.stamp = 0;  // a copy of the file has another time
    of.require_subject(expected);
    auto wanted = ranges();
    if (wanted.empty()) wanted.push_back({0, subject_.length});
    if (of.is_part()) require(sk::sidecar_error::incomplete, sidecar_name_);
    sk::sidecar_digest node(subject_, first_chunk());
    bool same_data = true;
    each_window([&](sk::leaf_range leaves, sk::byte_range window) {
      octets memory;
      sk::sidecar part = part_of(subject_, leaves, memory);
      const octets values = of.next_values(leaves.count);
      static_cast<void>(part.put_values(leaves.first, values));
      node.update(values);
      for (const sk::byte_range& range : wanted)
        if (const auto shared = overlap(sk::sidecar_view::chunks_around(subject_, range), window); same_data && shared)
          same_data = each_piece(*shared, [&](std::uint64_t at, sk::bytes data) { return part.matches(at, data, on_); });
    });
    of.require_unchanged();
    // Values that do not give the sidecar's own digest, or the one that is trusted, prove nothing.
    octets digest(std::max(of.digest().size(), options_.tree.digest ? options_.tree.digest->size() : 0));
    require(node.digest(digest), sidecar_name_);
    const auto begins = [&](const octets& with) {
      return same(octets(digest.begin(), digest.begin() + std::ssize(with)), with);
    };
    return begins(of.digest()) && (!options_.tree.digest || begins(*options_.tree.digest)) && same_data;
  }

  const std::string& sidecar_name() const noexcept { return sidecar_name_; }

 private:
  // A sidecar of some leaves, all missing.
  sk::sidecar part_of(const sk::sidecar_subject& subject, sk::leaf_range leaves, octets& memory) const {
    memory.resize(sk::sidecar::size_for(subject, leaves).value_or(0));
    const auto made = sk::sidecar::create(memory, subject, leaves);
    if (!made) refuse(name_, "cannot have a sidecar");
    return *made;
  }

  // Calls use(leaves, bytes of the message) for windows of leaves, in order. The leaves that hold customization are all in
  // the last one, beside one of the message at least if there is one; the first chunk belongs to the first.
  template <class Use>
  void each_window(Use use) const {
    const std::uint64_t all = sk::sidecar_view::leaves_of(subject_);
    const std::uint64_t whole = subject_.length < chunk_size ? 0 : subject_.length / chunk_size - 1;
    for (std::uint64_t first = 0; first != all;) {
      const std::uint64_t count =
          all - first <= leaves_in_window || first + leaves_in_window >= whole ? all - first : leaves_in_window;
      const std::uint64_t from = first == 0 ? 0 : (first + 1) * chunk_size;
      const std::uint64_t to = first + count == all ? subject_.length : (first + count + 1) * chunk_size;
      use(sk::leaf_range{first, count}, sk::byte_range{from, to - from});
      first += count;
    }
  }

  static std::optional<sk::byte_range> overlap(sk::byte_range a, sk::byte_range b) {
    const std::uint64_t from = std::max(a.offset, b.offset), to = std::min(a.offset + a.size, b.offset + b.size);
    if (from < to || (a.size == 0 && from == to)) return sk::byte_range{from, to - from};
    return std::nullopt;
  }

  std::vector<sk::byte_range> ranges() const {
    std::vector<sk::byte_range> result;
    for (const auto& [first, last] : options_.tree.ranges) {
      if (first >= subject_.length) refuse(name_, fmt::format("has {} bytes, none at {}", subject_.length, first));
      result.push_back({first, std::min(last, subject_.length - 1) - first + 1});
    }
    return result;
  }

  octets first_chunk() const {
    octets chunk(static_cast<std::size_t>(std::min<std::uint64_t>(chunk_size, subject_.length)));
    file_.read_at(0, chunk);
    return chunk;
  }

  // Calls take(offset, data) for pieces of whole chunks, once if there is not one byte; ends, and returns false, when it
  // does.
  template <class Take>
  bool each_piece(sk::byte_range range, Take take) const {
    if (range.size == 0) return take(range.offset, sk::bytes());
    const auto buffer = std::make_unique_for_overwrite<std::uint8_t[]>(piece_size);
    for (std::uint64_t done = 0; done != range.size;) {
      const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(piece_size, range.size - done));
      file_.read_at(range.offset + done, {buffer.get(), n});
      if (!take(range.offset + done, sk::bytes(buffer.get(), n))) return false;
      done += n;
    }
    return true;
  }

  void put(sk::sidecar& made, sk::byte_range range) const {
    if (!each_piece(range, [&](std::uint64_t at, sk::bytes data) { return made.put(at, data, on_); }))
      refuse(name_, "cannot be hashed in pieces");
  }

  // Refuses to replace what is no sidecar, or is newer than the file, unless that is asked for.
  void check_place() const {
    struct stat old{};
    if (::stat(sidecar_name_.c_str(), &old) != 0) return;
    if (old.st_dev == about_.st_dev && old.st_ino == about_.st_ino) refuse(sidecar_name_, "the file itself");
    if (S_ISDIR(old.st_mode)) refuse(sidecar_name_, "Is a directory");
    if (!S_ISREG(old.st_mode)) refuse(sidecar_name_, "not a regular file");
    if (options_.tree.force) return;
    if (!begins_like_a_sidecar(sidecar_name_)) refuse(sidecar_name_, "not a sidecar; --force replaces it");
    if (time_of(old) >= time_of(about_)) refuse(sidecar_name_, "newer than the file; --force replaces it");
  }

  // A new sidecar with the leaves of an old one, but for those that the caller says have changed: only these and those that
  // are missing are read.
  octets make(sidecar_file* old) const {
    const auto changed = ranges();
    const auto header_size = sk::sidecar::header_size_for(subject_);
    if (!header_size) refuse(name_, "too long for a sidecar");
    new_file to(sidecar_name_, about_.st_mode & 0666);  // no more readable than the file
    std::uint64_t end = *header_size;
    sk::sidecar_digest node(subject_, first_chunk());
    each_window([&](sk::leaf_range leaves, sk::byte_range window) {
      octets memory;
      sk::sidecar part = part_of(subject_, leaves, memory);
      if (old != nullptr) {
        keep(part, *old);
        for (const sk::byte_range& range : changed)
          if (const auto shared = overlap(sk::sidecar_view::chunks_around(subject_, range), window)) put(part, *shared);
      }
      while (const auto gap = part.missing()) put(part, *gap);
      to.write_at(end, part.chaining_values());
      end += part.chaining_values().size();
      node.update(part.chaining_values());
    });
    if (old != nullptr) old->require_unchanged();
    octets digest(subject_.strength / 4), header(*header_size);
    require(node.digest(digest), sidecar_name_);
    if (!sk::sidecar::write_header(header, subject_, digest)) refuse(name_, "cannot have a sidecar");
    to.write_at(0, header);
    to.write_at(end, check_of(to, end));
    commit(to);
    return digest;
  }

  // The leaves of the old sidecar that are still those of the message, but for its changes.
  void keep(sk::sidecar& part, sidecar_file& old) const {
    const std::uint64_t first = std::max(part.leaves().first, old.leaves().first);
    const std::uint64_t end = std::min(part.leaves().first + part.leaves().count, old.leaves().first + old.leaves().count);
    if (first >= end) return;
    sk::sidecar_subject subject = subject_;
    subject.length = old.subject().length;
    octets memory;
    sk::sidecar theirs = part_of(subject, {first, end - first}, memory);
    static_cast<void>(theirs.put_values(first, old.next_values(theirs.leaves().count)));
    require(part.take(theirs), sidecar_name_);
  }

  octets check_of(const new_file& file, std::uint64_t size) const {
    octets check(sk::sidecar_view::check_size), buffer(piece_size);
    sk::kangarootwelve<128> h;
    for (std::uint64_t at = 0; at != size;) {
      const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), size - at));
      file.read_at(at, {buffer.data(), n});
      h.update({buffer.data(), n}, on_);
      at += n;
    }
    h.digest(check, sk::sidecar_view::check_customization);
    return check;
  }

  void commit(new_file& to) const {
    // A change while it was read, even one that keeps the length, would make the sidecar one of data that never were.
    const struct stat now = about_regular(name_);
    if (now.st_size != about_.st_size || time_of(now) != time_of(about_)) refuse(name_, "changed while it was read");
    to.commit();
  }

  const options& options_;
  const std::string& name_;
  const std::string sidecar_name_;
  const sk::executor on_;
  const struct stat about_;
  input file_;
  sk::sidecar_subject subject_{};
};

// What a sidecar says of itself.
void show(const options& o, const std::string& name, standard_output& out) {
  const sidecar_file of(o.tree.sidecar.value_or(name), {});
  std::string digest, customization;
  append_hex(digest, of.digest());
  append_hex(customization, of.customization());
  out.append(fmt::format("algorithm      kt{}\nlength         {}\nleaves         {} of {}, from {}\n", of.subject().strength,
                         of.subject().length, of.leaves().count, of.all_leaves(), of.leaves().first));
  if (!customization.empty()) out.append(fmt::format("customization  {}\n", customization));
  out.append(fmt::format("digest         {}\n", of.is_part() ? "none, being a part" : digest));
}

// As check_command has it: a backslash alone stays as it is.
std::string verdict(const std::string& name, bool right) {
  const auto changed = name.find('\n') != std::string::npos ? escaped(name) : std::nullopt;
  return fmt::format("{}{}: {}\n", changed ? "\\" : "", changed.value_or(name), right ? "OK" : "FAILED");
}

// How much will be read, where that can be told beforehand: parts are not added up.
std::optional<std::uint64_t> bytes_of_all(const options& o) {
  const bool verifying = o.tree.what == tree_request::action::verify;
  if (!o.tree.ranges.empty() || o.tree.what == tree_request::action::update) return std::nullopt;
  std::uint64_t total = 0;
  struct stat of{};
  for (const std::string& name : o.files) {
    if (::stat(name.c_str(), &of) != 0) continue;
    total += static_cast<std::uint64_t>(of.st_size);
    // Of a sidecar everything is read twice. The first chunk is read for the digest, and again to be compared.
    if (verifying && ::stat(o.tree.sidecar.value_or(name + ".kt").c_str(), &of) == 0)
      total += 2 * static_cast<std::uint64_t>(of.st_size) + chunk_size;
  }
  return total;
}

}  // namespace

bool tree(const options& o, standard_output& out) {
  std::optional<progress> shown;
  if (o.tree.what != tree_request::action::show && o.progress.value_or(progress::is_possible()))
    shown.emplace([&](const auto&) { return bytes_of_all(o); });
  sk::thread_pool pool(o.threads);
  bool good = true;
  for (const std::string& name : o.files) {
    try {
      if (o.tree.what == tree_request::action::show) {
        show(o, name, out);
        continue;
      }
      pair p(o, name, pool);
      if (o.tree.what == tree_request::action::verify) {
        const bool right = p.verify();
        out.append(verdict(name, right));
        good &= right;
      } else {
        const octets digest = o.tree.what == tree_request::action::build ? p.build() : p.update();
        const line_frame around = frame(o.format, *o.algorithm, digest.size(), {&name, 1});
        std::string line = around.before;
        append_digest(line, o.format, digest);
        out.append(line += around.after);
      }
      out.end_line();
    } catch (const output_failure&) {
      throw;
    } catch (const failure& f) {
      complain(f);
      good = false;
    }
  }
  return good;
}

}  // namespace ksum
