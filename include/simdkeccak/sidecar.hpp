// Sidecars: the chaining values of a long message kept beside it, conventionally in a file NAME.kt, for KT128 and KT256.
//
// With one, a change costs the changed chunks instead of the whole, any range can be verified against a digest that is
// trusted, without reading the rest, a message can grow, and parts of it can be hashed apart. docs/sidecar.md has the
// format, and what a sidecar can be believed.
//
// The caller does all reading and writing: a sidecar is `size` bytes of its memory (or of a mapped file), and pieces of the
// message are handed over as they are asked for. Offsets count bytes of the message; a chunk is 8192 bytes.
//
//   make       create(), put() every chunk, seal() with the first chunk
//   change     open(), put() the chunks that changed, seal()
//   verify     open(), digest() with the first chunk equals the one that is trusted, then matches() for the chunks
//   grow       create() with the new length, take() what was, put() what missing() names, seal()
//   split      create() a part with some of the leaves, put(); somewhere else take() all parts, seal()
//   stream     one that memory shall not hold is read and written in order: sidecar_stream.hpp
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "bytes.hpp"
#include "executor.hpp"

namespace simdkeccak {

enum class sidecar_error : std::uint8_t {
  none,
  truncated,
  not_a_sidecar,
  other_version,
  damaged,
  impossible,  // its fields contradict each other
  other_algorithm,
  other_customization,
  stale,          // the message has another length or another stamp
  incomplete,     // leaves are missing
  other_message,  // its digest is not that of its leaves and of this first chunk
};

constexpr std::string_view message(sidecar_error e) noexcept {
  switch (e) {
    case sidecar_error::none:
      return "no error";
    case sidecar_error::truncated:
      return "the sidecar is truncated";
    case sidecar_error::not_a_sidecar:
      return "not a sidecar";
    case sidecar_error::other_version:
      return "the sidecar has a version that this library does not know";
    case sidecar_error::damaged:
      return "the sidecar is damaged";
    case sidecar_error::impossible:
      return "the sidecar contradicts itself";
    case sidecar_error::other_algorithm:
      return "the sidecar is of another algorithm";
    case sidecar_error::other_customization:
      return "the sidecar is of another customization";
    case sidecar_error::stale:
      return "the sidecar is stale: the data changed since it was made";
    case sidecar_error::incomplete:
      return "the sidecar lacks leaves";
    case sidecar_error::other_message:
      return "the sidecar is of other data";
  }
  return "unknown error";
}

// What a sidecar is of.
struct sidecar_subject {
  unsigned strength = 128;   // 128: KT128, 256: KT256
  std::uint64_t length = 0;  // bytes of the message
  bytes customization{};
  std::uint64_t stamp = 0;  // the caller's: when the data changed last, say. 0: none
};

// The leaves `first` to `first` + `count` - 1 of a message.
struct leaf_range {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

// Bytes of a message.
struct byte_range {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

// A sidecar that is only read. It refers to memory of the caller.
class sidecar_view {
 public:
  static constexpr std::size_t chunk_size = 8192;
  static constexpr std::size_t check_size = 32;
  // The check at the end is KT128 of all before it, with this customization.
  static constexpr std::string_view check_customization = "simdkeccak sidecar";

  sidecar_view() noexcept = default;  // of nothing: to be opened

  // How many leaves a message has beside the first chunk: customization and its encoded length count like bytes of it.
  SIMDKECCAK_API static std::uint64_t leaves_of(const sidecar_subject& subject) noexcept;

  // The leaves that hold the chunks of a range of the message. A range that reaches the end has the last leaves too, those
  // that hold nothing but customization; the first chunk is no leaf.
  SIMDKECCAK_API static leaf_range leaves_of(const sidecar_subject& subject, byte_range range) noexcept;

  // The whole chunks around a range, as far as the message goes: what put() and matches() take.
  SIMDKECCAK_API static byte_range chunks_around(const sidecar_subject& subject, byte_range range) noexcept;

  // Refuses memory that is not a whole and undamaged sidecar; `view` then stays as it was.
  [[nodiscard]] SIMDKECCAK_API static sidecar_error open(bytes memory, sidecar_view& view, const executor& on = {}) noexcept;

  // Whether it is of this subject: strength, customization, length and, if the subject has one, stamp.
  [[nodiscard]] sidecar_error check(const sidecar_subject& subject) const noexcept { return check(subject_, subject); }
  [[nodiscard]] SIMDKECCAK_API static sidecar_error check(const sidecar_subject& found,
                                                          const sidecar_subject& expected) noexcept;

  const sidecar_subject& subject() const noexcept { return subject_; }
  leaf_range leaves() const noexcept { return leaves_; }
  bool is_part() const noexcept { return leaves_.count != leaves_of(subject_); }
  std::size_t chaining_value_size() const noexcept { return 2 * subject_.strength / 8; }

  // The digest's size that a sidecar holds: 32 bytes for KT128, 64 for KT256.
  std::size_t digest_size() const noexcept { return chaining_value_size(); }
  // What seal() stored; zeros in a part.
  bytes stored_digest() const noexcept { return {memory_ + digest_offset, digest_size()}; }

  bytes chaining_values() const noexcept {
    return {values(), static_cast<std::size_t>(leaves_.count) * chaining_value_size()};
  }

  // The digest, of any size, of the message with these leaves and this first chunk: its first min(length, 8192) bytes.
  // `incomplete` if leaves are missing, `other_message` if the stored digest is another or the first chunk has another size.
  [[nodiscard]] SIMDKECCAK_API sidecar_error digest(bytes first_chunk, std::span<std::uint8_t> out) const noexcept;

  // Whether the chunks at `offset` have these leaves. Offset and size as for sidecar::put(), else false. Of the first chunk,
  // which is no leaf, digest() tells. False too if a part lacks one of the leaves.
  [[nodiscard]] SIMDKECCAK_API bool matches(std::uint64_t offset, bytes data, const executor& on = {}) const noexcept;

  // The message's bytes of the first run of leaves that are missing, from leaf `from` on; empty optional if none is.
  SIMDKECCAK_API std::optional<byte_range> missing(std::uint64_t from = 0) const noexcept;

 protected:
  static constexpr std::size_t digest_offset = 48;

  sidecar_view(const std::uint8_t* memory, const sidecar_subject& subject, leaf_range leaves) noexcept
      : memory_(memory), subject_(subject), leaves_(leaves) {}

  std::size_t header_size() const noexcept { return digest_offset + digest_size() + subject_.customization.size(); }
  const std::uint8_t* values() const noexcept { return memory_ + header_size(); }
  std::size_t size() const noexcept { return header_size() + chaining_values().size() + check_size; }
  bool takes(std::uint64_t offset, std::uint64_t size) const noexcept;
  sidecar_error compute_digest(bytes first_chunk, std::span<std::uint8_t> out) const noexcept;

  const std::uint8_t* memory_ = nullptr;
  sidecar_subject subject_{};  // its customization is the copy in memory
  leaf_range leaves_{};
};

// A sidecar that is written. Until it is sealed its check is not right, so that one left half done is refused.
class sidecar : public sidecar_view {
 public:
  sidecar() noexcept = default;

  // Bytes of a sidecar with all leaves, or with some; empty if that is more than an address can count.
  SIMDKECCAK_API static std::optional<std::size_t> size_for(const sidecar_subject& subject) noexcept;
  SIMDKECCAK_API static std::optional<std::size_t> size_for(const sidecar_subject& subject, leaf_range leaves) noexcept;

  // Begins a sidecar in memory of exactly that size, all leaves missing. Empty if the size is another, the leaves are not
  // within the message's, or the strength is neither 128 nor 256.
  SIMDKECCAK_API static std::optional<sidecar> create(std::span<std::uint8_t> memory,
                                                      const sidecar_subject& subject) noexcept;
  SIMDKECCAK_API static std::optional<sidecar> create(std::span<std::uint8_t> memory, const sidecar_subject& subject,
                                                      leaf_range leaves) noexcept;

  // What is before the chaining values of a sidecar with all leaves. `digest` is the message's with the customization, as a
  // kangarootwelve<> gives it. Returns false, and does nothing, if either has another size or there is no such sidecar.
  SIMDKECCAK_API static std::optional<std::size_t> header_size_for(const sidecar_subject& subject) noexcept;
  [[nodiscard]] SIMDKECCAK_API static bool write_header(std::span<std::uint8_t> out, const sidecar_subject& subject,
                                                        bytes digest) noexcept;

  [[nodiscard]] SIMDKECCAK_API static sidecar_error open(std::span<std::uint8_t> memory, sidecar& opened,
                                                         const executor& on = {}) noexcept;

  // Hashes the leaves among the chunks at `offset`. Both it and the size are multiples of 8192, but for a last chunk that
  // ends with the message. Leaves that a part does not have are left out. Returns false, and does nothing, for another
  // range.
  [[nodiscard]] SIMDKECCAK_API bool put(std::uint64_t offset, bytes data, const executor& on = {}) noexcept;

  // Chaining values that are known, of the leaves from `first_leaf` on. Returns false, and does nothing, if they are not
  // whole ones of leaves that this has.
  [[nodiscard]] SIMDKECCAK_API bool put_values(std::uint64_t first_leaf, bytes values) noexcept;

  // Takes over the leaves of another sidecar that this one has too: a part, or a message of another length, of which only
  // leaves count that lie in both. `other_algorithm`, `other_customization` (at the same length) or `stale` (a stamp of the
  // same length that is another), and nothing happens, if it does not fit.
  [[nodiscard]] SIMDKECCAK_API sidecar_error take(const sidecar_view& other) noexcept;

  // The data changed meanwhile, and the leaves are about to follow.
  SIMDKECCAK_API void set_stamp(std::uint64_t stamp) noexcept;

  // Ends the work: stores the digest and the check. `incomplete` if leaves are missing, `other_message` if the first chunk
  // has another size.
  [[nodiscard]] SIMDKECCAK_API sidecar_error seal(bytes first_chunk, const executor& on = {}) noexcept;
  // The same for a part, which has no digest.
  [[nodiscard]] SIMDKECCAK_API sidecar_error seal_part(const executor& on = {}) noexcept;

 private:
  sidecar(std::span<std::uint8_t> memory, const sidecar_subject& subject, leaf_range leaves) noexcept
      : sidecar_view(memory.data(), subject, leaves), writable_(memory.data()) {}
  static sidecar_subject store_header(std::uint8_t* p, const sidecar_subject& subject, leaf_range leaves) noexcept;
  void store_check(const executor& on) noexcept;
  std::uint8_t* writable_values() noexcept { return writable_ + header_size(); }

  std::uint8_t* writable_ = nullptr;
};

}  // namespace simdkeccak
