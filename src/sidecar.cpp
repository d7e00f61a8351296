// Sidecars: chaining values kept beside a message. docs/sidecar.md.
#include <algorithm>
#include <cstring>
#include <limits>
#include <simdkeccak/kangarootwelve.hpp>
#include <simdkeccak/sidecar.hpp>

namespace simdkeccak {
namespace {

constexpr std::uint64_t chunk = sidecar_view::chunk_size;
constexpr std::uint8_t magic[4] = {'s', 'k', 'k', 't'};
constexpr std::uint8_t version = 1;

// Where the fields of 8 bytes are.
constexpr std::size_t length_at = 8, customization_size_at = 16, first_leaf_at = 24, leaf_count_at = 32, stamp_at = 40;

std::uint64_t field(const std::uint8_t* memory, std::size_t at) noexcept { return detail::load_lane({memory + at, 8}, 0); }

// What follows the message in the string that is hashed.
std::uint64_t appendix(const sidecar_subject& s) noexcept {
  return s.customization.size() + detail::length_encode(s.customization.size()).size;
}

// Lengths from which the arithmetic below cannot overflow; a petabyte is 2^50.
constexpr std::uint64_t longest = std::uint64_t{1} << 62;

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

bool all_zeros(const std::uint8_t* p, std::size_t n) noexcept {
  return std::all_of(p, p + n, [](std::uint8_t b) { return b == 0; });
}

bool equal(bytes a, bytes b) noexcept {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

void check_of(bytes covered, std::span<std::uint8_t> out, const executor& on) noexcept {
  kt128(covered, out, sidecar_view::check_customization, on);
}

// Digest of the first chunk of the message, what of the appendix is beside it, and the chaining values.
template <unsigned Strength>
void hash_node(const sidecar_subject& s, bytes first_chunk, bytes values, std::span<std::uint8_t> out) noexcept {
  using tree = detail::kangarootwelve_tree<Strength>;
  kangarootwelve<Strength> h;
  h.update(first_chunk);
  if (values.empty()) return h.digest(out, s.customization);
  detail::sponge node;
  node.absorb(tree::node, first_chunk);
  const detail::encoded length = detail::length_encode(s.customization.size());
  std::size_t left = static_cast<std::size_t>(chunk) - first_chunk.size();
  for (const bytes part : {s.customization, bytes(length)}) {
    const std::size_t n = std::min(left, part.size());
    node.absorb(tree::node, part, 0, n);
    left -= n;
  }
  node.absorb(tree::node, tree::shape.after_first);
  node.absorb(tree::node, values);
  tree::end(node, values.size() / tree::chaining_value_size);
  node.squeeze(tree::node, out);
}

}  // namespace

std::uint64_t sidecar_view::leaves_of(const sidecar_subject& s) noexcept {
  const std::uint64_t size = s.length + appendix(s);
  return (size - 1) / chunk;
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
  const std::uint8_t* const p = memory.data();
  const std::size_t size = memory.size();
  if (size != 0 && !std::equal(p, p + std::min<std::size_t>(size, 4), magic)) return sidecar_error::not_a_sidecar;
  if (size > 4 && p[4] != version) return sidecar_error::other_version;
  if (size < digest_offset + 32 + check_size) return sidecar_error::truncated;
  if (p[5] != 32 && p[5] != 64) return sidecar_error::damaged;
  sidecar_subject s{p[5] * 4U, field(p, length_at), {}, field(p, stamp_at)};
  const leaf_range leaves{field(p, first_leaf_at), field(p, leaf_count_at)};
  const std::uint64_t customization = field(p, customization_size_at);

  std::uint8_t check[check_size];
  check_of({p, size - check_size}, check, on);
  if (!std::equal(check, check + check_size, p + size - check_size)) {
    // One that lacks its end would be longer; all else is damage.
    const std::uint64_t room = size - digest_offset;
    const bool lacks =
        customization > room || leaves.count > room / p[5] || customization + leaves.count * p[5] + p[5] + check_size > room;
    return lacks ? sidecar_error::truncated : sidecar_error::damaged;
  }
  const std::uint64_t fixed = digest_offset + std::size_t{p[5]} + check_size;
  if (p[6] != 0 || p[7] != 0 || size < fixed || customization > size - fixed) return sidecar_error::impossible;
  s.customization = {p + digest_offset + p[5], static_cast<std::size_t>(customization)};
  if (!possible(s) || leaves.count > leaves_of(s) || leaves.first > leaves_of(s) - leaves.count ||
      leaves.count != (size - fixed - customization) / p[5] || (size - fixed - customization) % p[5] != 0)
    return sidecar_error::impossible;
  view = sidecar_view(p, s, leaves);
  return sidecar_error::none;
}

sidecar_error sidecar_view::check(const sidecar_subject& s) const noexcept {
  if (s.strength != subject_.strength) return sidecar_error::other_algorithm;
  if (!equal(s.customization, subject_.customization)) return sidecar_error::other_customization;
  if (s.length != subject_.length || (s.stamp != 0 && s.stamp != subject_.stamp)) return sidecar_error::stale;
  return sidecar_error::none;
}

sidecar_error sidecar_view::compute_digest(bytes first_chunk, std::span<std::uint8_t> out) const noexcept {
  if (is_part() || missing()) return sidecar_error::incomplete;
  if (first_chunk.size() != std::min(subject_.length, chunk)) return sidecar_error::other_message;
  if (subject_.strength == 128) {
    hash_node<128>(subject_, first_chunk, chaining_values(), out);
  } else {
    hash_node<256>(subject_, first_chunk, chaining_values(), out);
  }
  return sidecar_error::none;
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
