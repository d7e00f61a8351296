#include "tree_command.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <memory>
#include <simdkeccak/kangarootwelve.hpp>
#include <simdkeccak/sidecar.hpp>
#include <simdkeccak/thread_pool.hpp>
#include <vector>

#include "digest_text.hpp"
#include "input.hpp"
#include "interrupt.hpp"
#include "messages.hpp"
#include "names.hpp"
#include "new_file.hpp"

namespace ksum {
namespace {

namespace sk = simdkeccak;
using octets = std::vector<std::uint8_t>;

constexpr std::size_t chunk_size = sk::sidecar_view::chunk_size;
constexpr std::size_t piece_size = 512 * chunk_size;

std::int64_t nanoseconds(const timespec& t) { return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec; }

struct stat about(const std::string& name) {
  struct stat result{};
  if (::stat(name.c_str(), &result) != 0) throw system_failure(name);
  return result;
}

[[noreturn]] void refuse(const std::string& name, std::string_view reason) {
  throw failure(fmt::format("{}: {}", printable(name), reason));
}

void require(sk::sidecar_error e, const std::string& name) {
  if (e != sk::sidecar_error::none) refuse(name, sk::message(e));
}

octets contents(const std::string& name) {
  const descriptor file = open_input(name);
  octets result(static_cast<std::size_t>(about(name).st_size) + 1);
  result.resize(read_full(file, name, result));
  return result;
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
        file_(name, {}),
        about_(about(name)) {
    if (!file_.is_regular()) refuse(name, "not a regular file");
    subject_.strength = o.algorithm->name == "kt128" ? 128 : 256;
    subject_.length = static_cast<std::uint64_t>(about_.st_size);
    if (o.parameters.customization) subject_.customization = *o.parameters.customization;
    subject_.stamp = static_cast<std::uint64_t>(nanoseconds(about_.st_mtim));
  }

  octets build() {
    check_place();
    return subject_.strength == 128 ? build_in_pieces<128>() : build_in_pieces<256>();
  }

  octets update() {
    octets old_memory = contents(sidecar_name_);
    sk::sidecar_view old;
    require(sk::sidecar_view::open(old_memory, old, on_), sidecar_name_);
    sk::sidecar_subject before = subject_;
    before.length = old.subject().length;
    before.stamp = 0;
    require(old.check(before), sidecar_name_);
    if (subject_.length < before.length || (subject_.length > before.length && !options_.tree.appended))
      refuse(name_,
             fmt::format("{} than when the sidecar was made{}", subject_.length < before.length ? "shorter" : "longer",
                         subject_.length < before.length ? "; build it anew" : "; --appended reads what is new"));
    // The old leaves are those of the old data: only what the caller says has changed is read.
    octets memory = memory_for();
    sk::sidecar made = empty_sidecar(memory);
    if (old.subject().length == subject_.length) made.set_stamp(old.subject().stamp);
    require(made.take(old), sidecar_name_);
    made.set_stamp(subject_.stamp);
    for (const sk::byte_range& range : ranges()) put(made, sk::sidecar_view::chunks_around(subject_, range));
    while (const auto gap = made.missing()) put(made, sk::sidecar_view::chunks_around(subject_, *gap));
    return seal(made, memory);
  }

  // Returns whether the data are those of the sidecar, and of the digest that is trusted if one was given.
  bool verify() {
    const octets memory = contents(sidecar_name_);
    sk::sidecar_view view;
    require(sk::sidecar_view::open(memory, view, on_), sidecar_name_);
    sk::sidecar_subject expected = subject_;
    expected.stamp = 0;  // a copy of the file has another time
    require(view.check(expected), sidecar_name_);
    auto wanted = ranges();
    if (wanted.empty()) wanted.push_back({0, subject_.length});
    octets digest(options_.tree.digest ? options_.tree.digest->size() : view.digest_size());
    const sk::sidecar_error e = view.digest(first_chunk(), digest);
    if (e == sk::sidecar_error::other_message) return false;
    require(e, sidecar_name_);
    if (options_.tree.digest && !same(digest, *options_.tree.digest)) return false;
    return std::ranges::all_of(wanted, [&](const sk::byte_range& range) {
      return each_piece(sk::sidecar_view::chunks_around(subject_, range),
                        [&](std::uint64_t at, sk::bytes data) { return view.matches(at, data, on_); });
    });
  }

  const std::string& sidecar_name() const noexcept { return sidecar_name_; }

 private:
  octets memory_for() const {
    const auto size = sk::sidecar::size_for(subject_);
    if (!size) refuse(name_, "too long for a sidecar on this machine");
    return octets(*size);
  }

  sk::sidecar empty_sidecar(octets& memory) const {
    const auto made = sk::sidecar::create(memory, subject_);
    if (!made) refuse(name_, "cannot have a sidecar");
    return *made;
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

  // Calls take(offset, data) for pieces of whole chunks; ends, and returns false, when it does.
  template <class Take>
  bool each_piece(sk::byte_range range, Take take) const {
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
    const auto take = [&](std::uint64_t at, sk::bytes data) { return made.put(at, data, on_); };
    // Without bytes of the message there may still be leaves of customization.
    if (range.size == 0 ? !take(range.offset, {}) : !each_piece(range, take)) refuse(name_, "cannot be hashed in pieces");
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
    if (nanoseconds(old.st_mtim) >= nanoseconds(about_.st_mtim))
      refuse(sidecar_name_, "newer than the file; --force replaces it");
  }

  // Of a new sidecar no more is in memory than a piece, however long the file is.
  template <unsigned Strength>
  octets build_in_pieces() const {
    const auto header_size = sk::sidecar::header_size_for(subject_);
    if (!header_size) refuse(name_, "too long for a sidecar");
    new_file to(sidecar_name_);
    std::uint64_t end = *header_size;
    sk::kangarootwelve<Strength> h;
    octets memory;
    const auto take = [&](std::uint64_t at, sk::bytes data) {
      const sk::leaf_range leaves = sk::sidecar_view::leaves_of(subject_, {at, data.size()});
      memory.resize(sk::sidecar::size_for(subject_, leaves).value_or(0));
      auto part = sk::sidecar::create(memory, subject_, leaves);
      if (!part || !part->put(at, data, on_)) return false;
      const sk::bytes values = part->chaining_values();
      to.write_at(end, values);
      end += values.size();
      // What is no whole leaf the hasher takes as it is.
      const std::size_t first = at == 0 ? std::min(chunk_size, data.size()) : 0;
      const std::size_t whole = (data.size() - first) / chunk_size;
      h.update({data.data(), first});
      if (whole != 0 && !h.update_chaining_values({values.data(), whole * h.chaining_value_size})) return false;
      h.update({data.data() + first + whole * chunk_size, data.size() - first - whole * chunk_size});
      return true;
    };
    if (subject_.length == 0 ? !take(0, {}) : !each_piece({0, subject_.length}, take))
      refuse(name_, "cannot be hashed in pieces");
    octets digest(h.chaining_value_size), header(*header_size);
    h.digest(digest, subject_.customization);
    if (!sk::sidecar::write_header(header, subject_, digest)) refuse(name_, "cannot have a sidecar");
    to.write_at(0, header);
    to.write_at(end, check_of(to, end));
    commit(to);
    return digest;
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

  octets seal(sk::sidecar& made, octets& memory) const {
    require(made.seal(first_chunk(), on_), sidecar_name_);
    new_file to(sidecar_name_);
    to.write_at(0, memory);
    commit(to);
    const sk::bytes digest = made.stored_digest();
    return {digest.data(), digest.data() + digest.size()};
  }

  void commit(new_file& to) const {
    // A change while it was read, even one that keeps the length, would make the sidecar one of data that never were.
    const struct stat now = about(name_);
    if (now.st_size != about_.st_size || nanoseconds(now.st_mtim) != nanoseconds(about_.st_mtim))
      refuse(name_, "changed while it was read");
    to.commit();
  }

  const options& options_;
  const std::string& name_;
  const std::string sidecar_name_;
  const sk::executor on_;
  input file_;
  const struct stat about_;
  sk::sidecar_subject subject_{};
};

// What a sidecar says of itself.
void show(const options& o, const std::string& name, standard_output& out) {
  const std::string sidecar_name = o.tree.sidecar.value_or(name);
  const octets memory = contents(sidecar_name);
  sk::sidecar_view view;
  require(sk::sidecar_view::open(memory, view), sidecar_name);
  std::string digest, customization;
  append_hex(digest, {view.stored_digest().data(), view.stored_digest().size()});
  append_hex(customization, {view.subject().customization.data(), view.subject().customization.size()});
  out.append(fmt::format("algorithm      kt{}\nlength         {}\nleaves         {} of {}, from {}\n",
                         view.subject().strength, view.subject().length, view.leaves().count,
                         sk::sidecar_view::leaves_of(view.subject()), view.leaves().first));
  if (!customization.empty()) out.append(fmt::format("customization  {}\n", customization));
  out.append(fmt::format("digest         {}\n", view.is_part() ? "none, being a part" : digest));
}

}  // namespace

bool tree(const options& o, standard_output& out) {
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
        out.append(fmt::format("{}: {}\n", escaped(name).value_or(name), right ? "OK" : "FAILED"));
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
