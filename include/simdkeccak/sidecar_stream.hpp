// Sidecars that memory shall not hold: read and written in order, in pieces of any size.
//
//   read    sidecar_scan over all bytes says what sidecar_view::open() would. Then, once more, the chaining values in order:
//           into a sidecar_digest, and into parts (sidecar::create() of some leaves, put_values()), which match pieces of
//           the message.
//   write   parts; their chaining_values() go into the file and into a sidecar_digest; then sidecar::write_header(), and the
//           check.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "detail/sponge.hpp"
#include "kangarootwelve.hpp"
#include "sidecar.hpp"

namespace simdkeccak {

// What open() looks at, of a sidecar of `size` bytes that come in order. It allocates nothing.
class sidecar_scan {
 public:
  explicit sidecar_scan(std::uint64_t size) noexcept : size_(size) {}

  // The next bytes. Returns false as soon as it is known to be no sidecar: result() says why, and no more need come.
  [[nodiscard]] SIMDKECCAK_API bool update(bytes piece, const executor& on = {}) noexcept;

  // After all bytes. Only with a result of `none` does the rest mean anything.
  [[nodiscard]] SIMDKECCAK_API sidecar_error result() const noexcept;

  // Without its customization, which is the last customization_size() of the header_size() bytes before the chaining values.
  SIMDKECCAK_API sidecar_subject subject() const noexcept;
  SIMDKECCAK_API leaf_range leaves() const noexcept;
  SIMDKECCAK_API std::uint64_t all_leaves() const noexcept;  // of the message: in a part there are fewer
  SIMDKECCAK_API std::uint64_t customization_size() const noexcept;
  SIMDKECCAK_API std::uint64_t header_size() const noexcept;
  SIMDKECCAK_API bytes stored_digest() const noexcept;

 private:
  static constexpr std::size_t start_size = 112;  // all that is before the customization, whatever the strength

  std::uint64_t size_;
  std::uint64_t seen_ = 0;
  std::array<std::uint8_t, start_size> start_{};
  std::array<std::uint8_t, sidecar_view::check_size> check_{};
  kangarootwelve<128> hasher_;
};

// The digest of a message from its first chunk and its chaining values.
class sidecar_digest {
 public:
  // `first_chunk` is the first min(length, 8192) bytes of the message. The subject's customization must live as long as
  // this.
  SIMDKECCAK_API sidecar_digest(const sidecar_subject& subject, bytes first_chunk) noexcept;

  // The next chaining values; a piece is of whole ones.
  SIMDKECCAK_API void update(bytes values) noexcept;

  // Output of any size. `incomplete` if not all leaves came, or one that is missing (zeros) was among them; `other_message`
  // if the first chunk has another size.
  [[nodiscard]] SIMDKECCAK_API sidecar_error digest(std::span<std::uint8_t> out) const noexcept;

 private:
  sidecar_subject subject_;
  detail::sponge node_;
  std::uint64_t leaves_ = 0;
  bool complete_ = true;
  bool fits_;
};

}  // namespace simdkeccak
