// Sidecars: chaining values kept beside a message. docs/sidecar.md.
#include <algorithm>
#include <cstring>
#include <limits>
#include <simdkeccak/kangarootwelve.hpp>
#include <simdkeccak/sidecar.hpp>
#include <simdkeccak/sidecar_stream.hpp>

#include "sidecar_format.hpp"

namespace simdkeccak {

using namespace sidecar_format;

namespace {

bool possible(const sidecar_subject& s) noexcept {
  return (s.strength == 128 || s.strength == 256) && s.length <= longest && std::uint64_t{s.customization.size()} <= longest;
}

// The leaves that hold nothing but bytes of the message.
std::uint64_t whole_leaves(const sidecar_subject& s) noexcept { return s.length < chunk ? 0 : s.length / chunk - 1; }

const detail::tree_shape& shape_of(const sidecar_subject& s) noexcept {
  return s.strength == 128 ? detail::kangarootwelve_tree<128>::shape : detail::kangarootwelve_tree<256>::shape;
}

// Calls take(leaf, chaining value) for each leaf that is not whole_leaves(). `tail` is the message behind its last whole
// chunk.
template <class Take>
void hash_last_leaves(const sidecar_subject& s, bytes tail, Take take) noexcept {
  const detail::tree_shape& shape = shape_of(s);
  const detail::encoded length = detail::length_encode(s.customization.size());
  // A message that is shorter than the first chunk is all in it, and so is some of what follows.
  std::size_t skip = s.length < chunk ? static_cast<std::size_t>(chunk) : 0;
  std::uint64_t leaf = whole_leaves(s), in_leaf = 0;
  detail::sponge sponge;
  std::uint8_t value[64];
  const auto close = [&] {
    sponge.pad(shape.leaf);
    sponge.squeeze(shape.leaf, {value, shape.chaining_value});
    take(leaf++, value);
    sponge = {};
    in_leaf = 0;
  };
  for (bytes part : {tail, s.customization, bytes(length)}) {
    std::size_t from = std::min(skip, part.size());
    skip -= from;
    while (from != part.size()) {
      const std::size_t n = std::min(static_cast<std::size_t>(chunk - in_leaf), part.size() - from);
      sponge.absorb(shape.leaf, part, from, from + n);
      from += n;
      in_leaf += n;
      if (in_leaf == chunk) close();
    }
  }
  if (in_leaf != 0) close();
}

void check_of(bytes covered, std::span<std::uint8_t> out, const executor& on) noexcept {
  kt128(covered, out, sidecar_view::check_customization, on);
}

}  // namespace

std::uint64_t sidecar_view::leaves_of(const sidecar_subject& s) noexcept {
  return sidecar_format::leaves_of(s.length, s.customization.size());
}

leaf_range sidecar_view::leaves_of(const sidecar_subject& s, byte_range range) noexcept {
  range = chunks_around(s, range);
  const std::uint64_t end_of_range = range.offset + range.size;
  const std::uint64_t first = range.offset < chunk ? 0 : range.offset / chunk - 1;
  const std::uint64_t end = end_of_range == s.length ? leaves_of(s) : end_of_range < chunk ? 0 : end_of_range / chunk - 1;
  return {std::min(first, end), end - std::min(first, end)};
}

byte_range sidecar_view::chunks_around(const sidecar_subject& s, byte_range range) noexcept {
  const std::uint64_t offset = std::min(range.offset, s.length);
  const std::uint64_t end = offset + std::min(range.size, s.length - offset);
  const std::uint64_t from = offset / chunk * chunk;
  const std::uint64_t whole = end / chunk * chunk;
  const std::uint64_t to = end == whole || s.length - whole < chunk ? end == whole ? end : s.length : whole + chunk;
  return {from, to - from};
}

sidecar_error sidecar_view::open(bytes memory, sidecar_view& view, const executor& on) noexcept {
  sidecar_scan scan(memory.size());
  static_cast<void>(scan.update(memory, on));
  const sidecar_error e = scan.result();
  if (e != sidecar_error::none) return e;
  sidecar_subject s = scan.subject();
  s.customization = {memory.data() + digest_offset + s.strength / 4, static_cast<std::size_t>(scan.customization_size())};
  view = sidecar_view(memory.data(), s, scan.leaves());
  return sidecar_error::none;
}

sidecar_error sidecar_view::check(const sidecar_subject& found, const sidecar_subject& expected) noexcept {
  if (expected.strength != found.strength) return sidecar_error::other_algorithm;
  if (!equal(expected.customization, found.customization)) return sidecar_error::other_customization;
  if (expected.length != found.length || (expected.stamp != 0 && expected.stamp != found.stamp)) return sidecar_error::stale;
  return sidecar_error::none;
}

sidecar_error sidecar_view::compute_digest(bytes first_chunk, std::span<std::uint8_t> out) const noexcept {
  if (is_part()) return sidecar_error::incomplete;
  sidecar_digest digest(subject_, first_chunk);
  digest.update(chaining_values());
  return digest.digest(out);
}

sidecar_error sidecar_view::digest(bytes first_chunk, std::span<std::uint8_t> out) const noexcept {
  std::uint8_t stored[64];
  if (const sidecar_error e = compute_digest(first_chunk, {stored, digest_size()}); e != sidecar_error::none) return e;
  if (!equal({stored, digest_size()}, stored_digest())) return sidecar_error::other_message;
  if (out.size() > digest_size()) return compute_digest(first_chunk, out);
  std::copy_n(stored, out.size(), out.data());  // a shorter output is the beginning of a longer one
  return sidecar_error::none;
}

bool sidecar_view::takes(std::uint64_t offset, std::uint64_t size) const noexcept {
  return offset % chunk == 0 && offset <= subject_.length && size <= subject_.length - offset &&
         (size % chunk == 0 || offset + size == subject_.length);
}

bool sidecar_view::matches(std::uint64_t offset, bytes data, const executor& on) const noexcept {
  if (!takes(offset, data.size())) return false;
  const leaf_range range = leaves_of(subject_, {offset, data.size()});
  if (range.count == 0) return true;
  if (range.first < leaves_.first || range.first + range.count > leaves_.first + leaves_.count) return false;
  const std::size_t value_size = chaining_value_size();
  const auto stored = [&](std::uint64_t leaf) {
    return values() + static_cast<std::size_t>(leaf - leaves_.first) * value_size;
  };
  const std::uint64_t end = std::min(range.first + range.count, whole_leaves(subject_));
  constexpr std::size_t most = 512;
  std::uint8_t computed[most * 64];
  for (std::uint64_t leaf = range.first; leaf < end;) {
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(most, end - leaf));
    detail::hash_leaves(shape_of(subject_), {}, data.data() + static_cast<std::size_t>((leaf + 1) * chunk - offset), n,
                        computed, on);
    if (std::memcmp(computed, stored(leaf), n * value_size) != 0) return false;
    leaf += n;
  }
  bool same = true;
  if (offset + data.size() == subject_.length)
    hash_last_leaves(subject_, {data.data() + data.size() / chunk * chunk, static_cast<std::size_t>(data.size() % chunk)},
                     [&](std::uint64_t leaf, const std::uint8_t* value) {
                       same = same && std::memcmp(value, stored(leaf), value_size) == 0;
                     });
  return same;
}

std::optional<byte_range> sidecar_view::missing(std::uint64_t from) const noexcept {
  const std::size_t value_size = chaining_value_size();
  const auto lacks = [&](std::uint64_t leaf) {
    return all_zeros(values() + static_cast<std::size_t>(leaf - leaves_.first) * value_size, value_size);
  };
  const std::uint64_t end = leaves_.first + leaves_.count;
  std::uint64_t leaf = std::max(from, leaves_.first);
  while (leaf < end && !lacks(leaf)) ++leaf;
  if (leaf >= end) return std::nullopt;
  std::uint64_t last = leaf;
  while (last < end && lacks(last)) ++last;
  // The last leaves belong to the last piece of the message, of which there may be nothing left.
  const std::uint64_t whole = whole_leaves(subject_);
  const std::uint64_t offset = subject_.length < chunk ? 0 : (std::min(leaf, whole) + 1) * chunk;
  return byte_range{offset, (last > whole ? subject_.length : (last + 1) * chunk) - offset};
}

std::optional<std::size_t> sidecar::size_for(const sidecar_subject& s) noexcept {
  return possible(s) ? size_for(s, {0, leaves_of(s)}) : std::nullopt;
}

std::optional<std::size_t> sidecar::size_for(const sidecar_subject& s, leaf_range leaves) noexcept {
  if (!possible(s) || leaves.count > leaves_of(s) || leaves.first > leaves_of(s) - leaves.count) return std::nullopt;
  const std::uint64_t value = s.strength / 4;
  const std::uint64_t rest = digest_offset + value + s.customization.size() + check_size;
  if (leaves.count > (std::numeric_limits<std::size_t>::max() - rest) / value) return std::nullopt;
  return static_cast<std::size_t>(rest + leaves.count * value);
}

// Into zeros. Returns the subject with its customization there.
sidecar_subject sidecar::store_header(std::uint8_t* p, const sidecar_subject& s, leaf_range leaves) noexcept {
  std::copy_n(magic, sizeof magic, p);
  p[4] = version;
  p[5] = static_cast<std::uint8_t>(s.strength / 4);
  detail::store_lane(p + length_at, s.length);
  detail::store_lane(p + customization_size_at, s.customization.size());
  detail::store_lane(p + first_leaf_at, leaves.first);
  detail::store_lane(p + leaf_count_at, leaves.count);
  detail::store_lane(p + stamp_at, s.stamp);
  sidecar_subject own = s;
  own.customization = {p + digest_offset + p[5], s.customization.size()};
  if (!s.customization.empty()) std::memcpy(p + digest_offset + p[5], s.customization.data(), s.customization.size());
  return own;
}

std::optional<sidecar> sidecar::create(std::span<std::uint8_t> memory, const sidecar_subject& s) noexcept {
  return possible(s) ? create(memory, s, {0, leaves_of(s)}) : std::nullopt;
}

std::optional<sidecar> sidecar::create(std::span<std::uint8_t> memory, const sidecar_subject& s,
                                       leaf_range leaves) noexcept {
  if (size_for(s, leaves) != memory.size()) return std::nullopt;
  std::memset(memory.data(), 0, memory.size());
  return sidecar(memory, store_header(memory.data(), s, leaves), leaves);
}

std::optional<std::size_t> sidecar::header_size_for(const sidecar_subject& s) noexcept {
  const auto empty = size_for(s, {});
  return empty ? std::optional(*empty - check_size) : std::nullopt;
}

bool sidecar::write_header(std::span<std::uint8_t> out, const sidecar_subject& s, bytes digest) noexcept {
  if (header_size_for(s) != out.size() || digest.size() != s.strength / 4) return false;
  std::memset(out.data(), 0, out.size());
  static_cast<void>(store_header(out.data(), s, {0, leaves_of(s)}));
  std::copy_n(digest.data(), digest.size(), out.data() + digest_offset);
  return true;
}

sidecar_error sidecar::open(std::span<std::uint8_t> memory, sidecar& opened, const executor& on) noexcept {
  sidecar_view view;
  const sidecar_error e = sidecar_view::open(memory, view, on);
  if (e == sidecar_error::none) opened = sidecar(memory, view.subject(), view.leaves());
  return e;
}

bool sidecar::put(std::uint64_t offset, bytes data, const executor& on) noexcept {
  if (!takes(offset, data.size())) return false;
  const std::size_t value_size = chaining_value_size();
  const leaf_range range = leaves_of(subject_, {offset, data.size()});
  const std::uint64_t begin = std::max(range.first, leaves_.first);
  const std::uint64_t end_of_own = leaves_.first + leaves_.count;
  const std::uint64_t end = std::min({range.first + range.count, whole_leaves(subject_), end_of_own});
  if (begin < end) {
    const std::uint8_t* const from = data.data() + static_cast<std::size_t>((begin + 1) * chunk - offset);
    detail::hash_leaves(shape_of(subject_), {}, from, static_cast<std::size_t>(end - begin),
                        writable_values() + static_cast<std::size_t>(begin - leaves_.first) * value_size, on);
  }
  if (offset + data.size() == subject_.length)
    hash_last_leaves(subject_, {data.data() + data.size() / chunk * chunk, static_cast<std::size_t>(data.size() % chunk)},
                     [&](std::uint64_t leaf, const std::uint8_t* value) {
                       if (leaves_.first <= leaf && leaf < end_of_own)
                         std::copy_n(value, value_size,
                                     writable_values() + static_cast<std::size_t>(leaf - leaves_.first) * value_size);
                     });
  return true;
}

bool sidecar::put_values(std::uint64_t first_leaf, bytes values) noexcept {
  const std::size_t value_size = chaining_value_size();
  const std::uint64_t count = values.size() / value_size;
  if (values.size() % value_size != 0 || first_leaf < leaves_.first || count > leaves_.count ||
      first_leaf - leaves_.first > leaves_.count - count)
    return false;
  if (count != 0)
    std::memcpy(writable_values() + static_cast<std::size_t>(first_leaf - leaves_.first) * value_size, values.data(),
                values.size());
  return true;
}

sidecar_error sidecar::take(const sidecar_view& other) noexcept {
  const sidecar_subject& theirs = other.subject();
  if (theirs.strength != subject_.strength) return sidecar_error::other_algorithm;
  std::uint64_t shared = std::min(whole_leaves(subject_), whole_leaves(theirs));
  if (theirs.length == subject_.length) {
    if (const sidecar_error e = other.check(subject_); e != sidecar_error::none) return e;
    shared = leaves_of(subject_);
  }
  const std::size_t value_size = chaining_value_size();
  const std::uint64_t begin = std::max(leaves_.first, other.leaves().first);
  const std::uint64_t end = std::min({leaves_.first + leaves_.count, other.leaves().first + other.leaves().count, shared});
  for (std::uint64_t leaf = begin; leaf < end; ++leaf) {
    const std::uint8_t* const value =
        other.chaining_values().data() + static_cast<std::size_t>(leaf - other.leaves().first) * value_size;
    if (!all_zeros(value, value_size))
      std::copy_n(value, value_size, writable_values() + static_cast<std::size_t>(leaf - leaves_.first) * value_size);
  }
  return sidecar_error::none;
}

void sidecar::set_stamp(std::uint64_t stamp) noexcept {
  subject_.stamp = stamp;
  detail::store_lane(writable_ + stamp_at, stamp);
}

sidecar_error sidecar::seal(bytes first_chunk, const executor& on) noexcept {
  std::uint8_t digest[64];
  if (const sidecar_error e = compute_digest(first_chunk, {digest, digest_size()}); e != sidecar_error::none) return e;
  std::copy_n(digest, digest_size(), writable_ + digest_offset);
  store_check(on);
  return sidecar_error::none;
}

sidecar_error sidecar::seal_part(const executor& on) noexcept {
  if (missing()) return sidecar_error::incomplete;
  std::memset(writable_ + digest_offset, 0, digest_size());
  store_check(on);
  return sidecar_error::none;
}

void sidecar::store_check(const executor& on) noexcept {
  const std::size_t covered = size() - check_size;
  check_of({writable_, covered}, {writable_ + covered, check_size}, on);
}

}  // namespace simdkeccak
