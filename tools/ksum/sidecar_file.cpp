#include "sidecar_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "messages.hpp"
#include "names.hpp"

namespace ksum {

namespace sk = simdkeccak;

void require(sk::sidecar_error e, const std::string& name) {
  if (e != sk::sidecar_error::none) throw failure(fmt::format("{}: {}", printable(name), sk::message(e)));
}

struct stat about_regular(const std::string& name) {
  struct stat result{};
  if (::stat(name.c_str(), &result) != 0) throw system_failure(name);
  if (!S_ISREG(result.st_mode))
    throw failure(fmt::format("{}: {}", printable(name), S_ISDIR(result.st_mode) ? "Is a directory" : "not a regular file"));
  return result;
}

input open_regular(const std::string& name) {
  static_cast<void>(about_regular(name));
  return input(name, {.regular_only = true});
}

sidecar_file::sidecar_file(const std::string& name, const sk::executor& on)
    : file_(open_regular(name)), again_(file_.size().value_or(0)) {
  const std::uint64_t size = file_.size().value_or(0);
  constexpr std::size_t piece = std::size_t{1} << 22;
  const auto buffer = make_page_buffer(static_cast<std::size_t>(std::clamp<std::uint64_t>(size, 1, piece)));
  sk::sidecar_scan scan(size);
  bool more = true;
  for (std::uint64_t at = 0; more && at != size;) {
    // What tells that it is none at all comes first.
    const std::uint64_t wanted = at == 0 ? 4096 : piece;
    const std::span<std::uint8_t> bytes(buffer.get(), static_cast<std::size_t>(std::min(wanted, size - at)));
    file_.read_at(at, bytes);
    more = scan.update(bytes, on);
    at += bytes.size();
  }
  require(scan.result(), name);
  subject_ = scan.subject();
  leaves_ = scan.leaves();
  customization_size_ = scan.customization_size();
  header_size_ = scan.header_size();
  digest_.assign(scan.stored_digest().data(), scan.stored_digest().data() + scan.stored_digest().size());
  all_leaves_ = scan.all_leaves();
}

void sidecar_file::require_subject(const sk::sidecar_subject& expected) const {
  sk::sidecar_subject found = subject_;
  std::vector<std::uint8_t> own;
  // A longer one is another, and need not be in memory to tell.
  if (customization_size_ == expected.customization.size()) {
    own = customization();
    found.customization = own;
  } else if (found.strength == expected.strength) {
    require(sk::sidecar_error::other_customization, file_.name());
  }
  require(sk::sidecar_view::check(found, expected), file_.name());
}

std::vector<std::uint8_t> sidecar_file::customization() const {
  std::vector<std::uint8_t> result(static_cast<std::size_t>(customization_size_));
  file_.read_at(header_size_ - customization_size_, result);
  return result;
}

std::vector<std::uint8_t> sidecar_file::next_values(std::uint64_t count) {
  if (next_ == 0) {
    std::vector<std::uint8_t> header(static_cast<std::size_t>(header_size_));
    file_.read_at(0, header);
    static_cast<void>(again_.update(header));
    next_ = header_size_;
  }
  std::vector<std::uint8_t> result(static_cast<std::size_t>(count) * digest_.size());
  file_.read_at(next_, result);
  static_cast<void>(again_.update(result));
  next_ += result.size();
  return result;
}

void sidecar_file::require_unchanged() {
  static_cast<void>(next_values(0));
  std::array<std::uint8_t, sk::sidecar_view::check_size> check;
  file_.read_at(next_, check);
  static_cast<void>(again_.update(check));
  const bool same_fields =
      again_.subject().length == subject_.length && again_.subject().stamp == subject_.stamp &&
      again_.leaves().first == leaves_.first && again_.leaves().count == leaves_.count &&
      std::ranges::equal(digest_, std::span(again_.stored_digest().data(), again_.stored_digest().size()));
  if (again_.result() != sk::sidecar_error::none || !same_fields)
    throw failure(fmt::format("{}: changed while it was read", printable(file_.name())));
}

}  // namespace ksum
