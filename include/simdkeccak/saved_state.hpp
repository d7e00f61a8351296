// Saved states: a hasher or a reader as a byte string that any backend, on a machine of any byte order, can resume.
//
//   offset  size
//        0     4  "skst"
//        4     1  version, 1
//        5     1  construction: 0 sponge, 1 cSHAKE, 2 KMAC, 3 TupleHash, 4 ParallelHash, 5 KangarooTwelve
//        6     1  phase: 0 absorbing (a hasher), 1 squeezing (a reader)
//        7     1  0
//        8     4  rate, suffix, rounds and digest of the algorithm
//       12     n  the object's fields in order; a sponge is its 25 lanes and one byte for its position;
//                 integers are 8 bytes, low byte first
//   12 + n    16  TurboSHAKE128 of all before, domain byte 0x53
//
// A saved state of a keyed object is as secret as its key. The check finds damage, not forgery: whoever can write the state
// can write its check.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "bytes.hpp"
#include "detail/sponge.hpp"

namespace simdkeccak {

enum class state_error : std::uint8_t { none, truncated, not_a_state, other_version, damaged, other_algorithm, other_phase };

constexpr std::string_view message(state_error e) noexcept {
  switch (e) {
    case state_error::none:
      return "no error";
    case state_error::truncated:
      return "the saved state is truncated";
    case state_error::not_a_state:
      return "not a saved state";
    case state_error::other_version:
      return "the saved state has a version that this library does not know";
    case state_error::damaged:
      return "the saved state is damaged";
    case state_error::other_algorithm:
      return "the saved state is of another algorithm";
    case state_error::other_phase:
      return "the saved state is of a reader where a hasher is wanted, or the other way round";
  }
  return "unknown error";
}

namespace detail {

enum class construction : std::uint8_t { sponge, cshake, kmac, tuplehash, parallelhash, kangarootwelve };
enum class phase : std::uint8_t { absorbing, squeezing };

struct state_header {
  construction how;
  phase when;
  algorithm what;

  static constexpr std::size_t size = 12;
  static constexpr std::array<std::uint8_t, 5> magic_and_version{'s', 'k', 's', 't', 1};
};
inline constexpr std::size_t state_check_size = 16;

// The size of a saved state whose fields take n bytes.
constexpr std::size_t framed(std::size_t n) noexcept { return state_header::size + n + state_check_size; }

class state_writer {
 public:
  explicit state_writer(std::uint8_t* out) noexcept : out_(out) {}
  void integer(std::uint64_t v) noexcept { store_lane(std::exchange(out_, out_ + 8), v); }
  void small(std::size_t v, std::size_t) noexcept { *out_++ = static_cast<std::uint8_t>(v); }
  void require(bool) noexcept {}

 private:
  std::uint8_t* out_;
};

class state_loader {
 public:
  explicit state_loader(const std::uint8_t* in) noexcept : in_(in) {}
  void integer(std::uint64_t& v) noexcept { v = load_lane({std::exchange(in_, in_ + 8), 8}, 0); }
  void small(std::size_t& v, std::size_t highest) noexcept {
    v = *in_++;
    require(v <= highest);
  }
  void require(bool condition) noexcept { valid_ = valid_ && condition; }
  bool valid() const noexcept { return valid_; }

 private:
  const std::uint8_t* in_;
  bool valid_ = true;
};

inline void check_state(bytes framed_fields, std::uint8_t* check) noexcept {
  constexpr algorithm a = with_domain(turboshake128, 0x53);
  secret<sponge> s;
  s.absorb(a, framed_fields);
  s.pad(a);
  s.squeeze(a, {check, state_check_size});
}

inline void frame_state(const state_header& header, std::span<std::uint8_t> out) noexcept {
  std::uint8_t* p = std::copy(header.magic_and_version.begin(), header.magic_and_version.end(), out.data());
  for (const std::uint8_t b :
       {static_cast<std::uint8_t>(header.how), static_cast<std::uint8_t>(header.when), std::uint8_t{0}, header.what.rate,
        header.what.suffix, header.what.rounds, header.what.digest})
    *p++ = b;
  const std::size_t checked = out.size() - state_check_size;
  check_state({out.data(), checked}, out.data() + checked);
}

// Whether `saved` is an undamaged state with this header and this size.
inline state_error examine_state(const state_header& header, bytes saved, std::size_t size) noexcept {
  if (saved.size() < framed(0)) return state_error::truncated;
  const std::uint8_t* const p = saved.data();
  if (!std::equal(p, p + 4, header.magic_and_version.begin())) return state_error::not_a_state;
  if (p[4] != header.magic_and_version[4]) return state_error::other_version;
  const std::size_t checked = saved.size() - state_check_size;
  std::uint8_t check[state_check_size];
  check_state({p, checked}, check);
  if (!std::equal(check, check + state_check_size, p + checked))
    return saved.size() < size ? state_error::truncated : state_error::damaged;
  const algorithm what{p[8], p[9], p[10], p[11]};
  if (p[5] != static_cast<std::uint8_t>(header.how) || what != header.what) return state_error::other_algorithm;
  if (p[6] != static_cast<std::uint8_t>(header.when)) return state_error::other_phase;
  return saved.size() == size && p[7] == 0 ? state_error::none : state_error::damaged;
}

// Gives T save() and resume(). T has saved_fields, their size in bytes; header(); and visit(archive, self), which names the
// fields in order to a state_writer or a state_loader.
template <class T>
struct resumable {
  // The object as a byte string of T::saved_size bytes; see the top of saved_state.hpp.
  auto save() const noexcept { return saved<framed(T::saved_fields)>(static_cast<const T&>(*this)); }

  // Becomes the object that was saved. On an error the object stays as it was. The backend is not part of a saved state.
  [[nodiscard]] state_error resume(bytes saved) noexcept {
    T& self = static_cast<T&>(*this);
    const state_error error = examine_state(self.header(), saved, framed(T::saved_fields));
    if (error != state_error::none) return error;
    T resumed = self;
    state_loader loader(saved.data() + state_header::size);
    T::visit(loader, resumed);
    if (!loader.valid()) return state_error::damaged;
    self = resumed;
    return state_error::none;
  }

 private:
  // With a return type that is spelled out: in a template that returns `auto`, clang makes a variable of `out` and copies
  // it, and the copy that stays behind is as secret as the object.
  template <std::size_t Size>
  static std::array<std::uint8_t, Size> saved(const T& self) noexcept {
    std::array<std::uint8_t, Size> out;
    state_writer writer(out.data() + state_header::size);
    T::visit(writer, self);
    frame_state(self.header(), out);
    return out;
  }
};

}  // namespace detail
}  // namespace simdkeccak
