#include <simdkeccak/sidecar_stream.hpp>

#include "sidecar_format.hpp"

namespace simdkeccak {

using namespace sidecar_format;

namespace {

// Bytes of a sidecar of this start but for the customization and the chaining values.
std::uint64_t fixed_size(const std::uint8_t* start) noexcept { return digest_at + start[5] + sidecar_view::check_size; }

sidecar_error judge_start(const std::uint8_t* start, std::size_t known, std::uint64_t size) noexcept {
  if (!std::equal(start, start + std::min<std::size_t>(known, sizeof magic), magic)) return sidecar_error::not_a_sidecar;
  if (known > 4 && start[4] != version) return sidecar_error::other_version;
  if (known < std::min<std::uint64_t>(size, 5)) return sidecar_error::none;  // what it is comes before how long it is
  if (size < digest_at + 32 + sidecar_view::check_size) return sidecar_error::truncated;
  if (known > 5 && start[5] != 32 && start[5] != 64) return sidecar_error::damaged;
  return sidecar_error::none;
}

// One that lacks its end would be longer.
bool lacks_its_end(const std::uint8_t* start, std::uint64_t size) noexcept {
  const std::uint64_t room = size - digest_at, customization = field(start, customization_size_at);
  const std::uint64_t leaves = field(start, leaf_count_at);
  return customization > room || leaves > room / start[5] ||
         customization + leaves * start[5] + start[5] + sidecar_view::check_size > room;
}

bool possible_fields(const std::uint8_t* start, std::uint64_t size) noexcept {
  const std::uint64_t fixed = fixed_size(start), customization = field(start, customization_size_at);
  const std::uint64_t length = field(start, length_at);
  if (start[6] != 0 || start[7] != 0 || size < fixed || customization > size - fixed) return false;
  if (length > longest || customization > longest) return false;
  const leaf_range leaves{field(start, first_leaf_at), field(start, leaf_count_at)};
  const std::uint64_t all = leaves_of(length, customization), values = size - fixed - customization;
  return leaves.count <= all && leaves.first <= all - leaves.count && leaves.count == values / start[5] &&
         values % start[5] == 0;
}

}  // namespace

bool sidecar_scan::update(bytes piece, const executor& on) noexcept {
  const std::uint64_t covered = size_ - std::min<std::uint64_t>(size_, sidecar_view::check_size);
  const std::uint8_t* const p = piece.data();
  std::size_t from = 0;
  if (seen_ < start_size) {
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), start_size - seen_));
    std::copy_n(p, n, start_.begin() + static_cast<std::ptrdiff_t>(seen_));
  }
  if (seen_ < covered) {
    from = static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), covered - seen_));
    hasher_.update({p, from}, on);
  }
  seen_ += from;
  for (; from != piece.size(); ++from, ++seen_)
    if (seen_ < size_) check_[static_cast<std::size_t>(seen_ - covered)] = p[from];
  const auto known = static_cast<std::size_t>(std::min<std::uint64_t>(seen_, start_size));
  return seen_ <= size_ && judge_start(start_.data(), known, size_) == sidecar_error::none;
}

sidecar_error sidecar_scan::result() const noexcept {
  const auto known = static_cast<std::size_t>(std::min<std::uint64_t>(seen_, start_size));
  if (const sidecar_error e = judge_start(start_.data(), known, size_); e != sidecar_error::none) return e;
  if (seen_ < size_) return sidecar_error::truncated;
  std::array<std::uint8_t, sidecar_view::check_size> computed;
  hasher_.digest(computed, sidecar_view::check_customization);
  if (seen_ != size_ || computed != check_)
    return lacks_its_end(start_.data(), size_) ? sidecar_error::truncated : sidecar_error::damaged;
  return possible_fields(start_.data(), size_) ? sidecar_error::none : sidecar_error::impossible;
}

sidecar_subject sidecar_scan::subject() const noexcept {
  return {start_[5] * 4U, field(start_.data(), length_at), {}, field(start_.data(), stamp_at)};
}
leaf_range sidecar_scan::leaves() const noexcept {
  return {field(start_.data(), first_leaf_at), field(start_.data(), leaf_count_at)};
}
std::uint64_t sidecar_scan::all_leaves() const noexcept {
  return leaves_of(field(start_.data(), length_at), customization_size());
}
std::uint64_t sidecar_scan::customization_size() const noexcept { return field(start_.data(), customization_size_at); }
std::uint64_t sidecar_scan::header_size() const noexcept { return digest_at + start_[5] + customization_size(); }
bytes sidecar_scan::stored_digest() const noexcept { return {start_.data() + digest_at, start_[5]}; }

namespace {

template <class Use>
void with_tree(unsigned strength, Use use) noexcept {
  if (strength == 128) {
    use(detail::kangarootwelve_tree<128>());
  } else {
    use(detail::kangarootwelve_tree<256>());
  }
}

}  // namespace

// RFC 9861, section 3.2: the node begins with the first chunk, which what follows the message may fill.
sidecar_digest::sidecar_digest(const sidecar_subject& subject, bytes first_chunk) noexcept
    : subject_(subject), fits_(first_chunk.size() == std::min(subject.length, chunk)) {
  with_tree(subject_.strength, [&](auto tree) {
    node_.absorb(tree.node, first_chunk);
    const detail::encoded length = detail::length_encode(subject_.customization.size());
    std::size_t left = sidecar_view::chunk_size - std::min(sidecar_view::chunk_size, first_chunk.size());
    for (const bytes part : {subject_.customization, bytes(length)}) {
      const std::size_t n = std::min(left, part.size());
      node_.absorb(tree.node, part, 0, n);
      left -= n;
    }
    if (sidecar_view::leaves_of(subject_) != 0) node_.absorb(tree.node, tree.shape.after_first);
  });
}

void sidecar_digest::update(bytes values) noexcept {
  const std::size_t size = subject_.strength / 4;
  for (std::size_t at = 0; at + size <= values.size(); at += size) complete_ &= !all_zeros(values.data() + at, size);
  complete_ &= values.size() % size == 0;
  leaves_ += values.size() / size;
  with_tree(subject_.strength, [&](auto tree) { node_.absorb(tree.node, values); });
}

sidecar_error sidecar_digest::digest(std::span<std::uint8_t> out) const noexcept {
  if (!complete_ || leaves_ != sidecar_view::leaves_of(subject_)) return sidecar_error::incomplete;
  if (!fits_) return sidecar_error::other_message;
  detail::sponge s = node_;
  with_tree(subject_.strength, [&](auto tree) {
    if (leaves_ == 0) {
      s.pad(tree.single);
    } else {
      tree.end(s, leaves_);
    }
    s.squeeze(tree.node, out);
  });
  return sidecar_error::none;
}

}  // namespace simdkeccak
