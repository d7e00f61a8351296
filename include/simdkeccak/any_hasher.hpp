// An algorithm chosen at run time: the names users type, and one hasher that holds any of them by value.
//
//   if (const auto* a = simdkeccak::find_algorithm("SHA3-256")) {
//     auto h = simdkeccak::any_hasher::make(*a);      // an optional: empty if the parameters do not fit the algorithm
//     h->update(data).digest(out);
//   }
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "kangarootwelve.hpp"
#include "sp800_185.hpp"

namespace simdkeccak {

// What some algorithms take beside the message. What is left at its default was not given.
struct parameters {
  bytes key{};                   // KMAC
  bytes customization{};         // cSHAKE, KMAC, TupleHash, ParallelHash, KangarooTwelve
  bytes function_name{};         // cSHAKE
  unsigned domain = 0;           // TurboSHAKE: 0x01 to 0x7F; 0: 0x1F
  std::uint64_t block_size = 0;  // ParallelHash: bytes; 0: parallelhash<>::default_block_size
};

// A row of the table of names (src/any_hasher.cpp).
struct named_algorithm {
  std::string_view name;  // lower case, with the hyphens of the standard
  algorithm sponge;       // the only sponge, or the one of the outermost node
  detail::construction how = detail::construction::sponge;
  bool xof = false;  // KMACXOF, TupleHashXOF, ParallelHashXOF, against the function of the same class

  constexpr bool takes_key() const noexcept { return how == detail::construction::kmac; }
  constexpr bool takes_customization() const noexcept { return how != detail::construction::sponge; }
  constexpr bool takes_function_name() const noexcept { return how == detail::construction::cshake; }
  constexpr bool takes_domain() const noexcept { return how == detail::construction::sponge && sponge.rounds == 12; }
  constexpr bool takes_block_size() const noexcept { return how == detail::construction::parallelhash; }
  constexpr bool takes_tuple() const noexcept { return how == detail::construction::tuplehash; }

  // Whether the length of the output is the caller's choice.
  constexpr bool any_length() const noexcept { return sponge.extendable(); }
  // Whether the output is a stream, of which a shorter digest is a prefix: read() exists.
  constexpr bool extendable() const noexcept {
    return any_length() && (xof || how == detail::construction::sponge || how == detail::construction::cshake ||
                            how == detail::construction::kangarootwelve);
  }
  // The only length, or else the one that gives the full strength: 32 bytes at 128 bits, 64 at 256.
  constexpr std::size_t default_length() const noexcept { return sponge.digest != 0 ? sponge.digest : (200U - sponge.rate); }
};

// Every algorithm, each once.
SIMDKECCAK_API std::span<const named_algorithm> algorithms() noexcept;

// By name; upper and lower case are the same, hyphens and underscores do not count, and "k12" and "kangarootwelve" mean
// "kt128". Null if there is none.
SIMDKECCAK_API const named_algorithm* find_algorithm(std::string_view name) noexcept;

// Why an algorithm cannot have these parameters; empty if it can.
SIMDKECCAK_API std::string_view refusal(const named_algorithm& a, const parameters& p) noexcept;

// The output of any extendable algorithm, as a stream. Wipes itself.
class any_reader : public detail::resumable<any_reader> {
 public:
  any_reader(algorithm a, const detail::sponge& padded) noexcept : a_(a), sponge_(padded) {}
  template <algorithm A, bool Keyed>
  any_reader(const reader<A, Keyed>& r) noexcept : a_(A), sponge_(r.sponge_) {}

  any_reader& read(std::span<std::uint8_t> out) noexcept {
    sponge_.squeeze(a_, out);
    return *this;
  }
  void wipe() noexcept { detail::wipe(&sponge_, sizeof sponge_); }

  static constexpr std::size_t saved_fields = detail::sponge::saved_size;
  static constexpr std::size_t saved_size = detail::framed(saved_fields);

 private:
  friend detail::resumable<any_reader>;
  detail::state_header header() const noexcept { return {detail::construction::sponge, detail::phase::squeezing, a_}; }
  template <class Archive, class Self>
  static void visit(Archive& archive, Self& self) noexcept {
    detail::sponge::visit(archive, self.sponge_, self.a_.rate);
  }

  algorithm a_;
  detail::secret<detail::sponge> sponge_;
};

namespace detail {

// hasher<A> with A known at run time.
class plain_hasher : public resumable<plain_hasher> {
 public:
  plain_hasher(algorithm a, backend_ref row) noexcept : a_(a), sponge_(row) {}

  plain_hasher& update(bytes message) noexcept {
    sponge_.absorb(a_, message);
    return *this;
  }
  any_reader read() const noexcept {
    secret<sponge> s = sponge_;
    s.pad(a_);
    return {a_, s};
  }
  void digest(std::span<std::uint8_t> out) const noexcept { read().read(out); }
  algorithm how() const noexcept { return a_; }
  void reset() noexcept { sponge_ = sponge(sponge_.row()); }
  void wipe() noexcept {
    const backend_ref row = sponge_.row();
    detail::wipe(&sponge_, sizeof sponge_);
    sponge_ = sponge(row);
  }

  static constexpr std::size_t saved_fields = sponge::saved_size;

 private:
  friend resumable<plain_hasher>;
  state_header header() const noexcept { return {construction::sponge, phase::absorbing, a_}; }
  template <class Archive, class Self>
  static void visit(Archive& archive, Self& self) noexcept {
    sponge::visit(archive, self.sponge_, self.a_.rate - 1U);
  }

  algorithm a_;
  sponge sponge_;
};

}  // namespace detail

// How a message is hashed by one sponge: from the state `start`, which belongs to the hasher that gave it, the message, the
// bytes `ending`, and the padding of `sponge`. For who runs many sponges side by side.
struct one_sponge {
  algorithm sponge;
  std::span<const std::uint64_t, 25> start;
  detail::encoded ending{};
};

// A saved state whose size depends on the algorithm; converts to bytes.
class saved_bytes {
 public:
  template <std::size_t N>
  saved_bytes(const std::array<std::uint8_t, N>& saved) noexcept : size_(N) {
    static_assert(N <= capacity);
    std::ranges::copy(saved, data_.begin());
  }
  const std::uint8_t* data() const noexcept { return data_.data(); }
  std::size_t size() const noexcept { return size_; }
  operator bytes() const noexcept { return {data(), size()}; }

  static constexpr std::size_t capacity = parallelhash<128>::saved_size;

 private:
  std::array<std::uint8_t, capacity> data_{};
  std::size_t size_;
};

// Has the shape of every hasher, but no default constructor. For KangarooTwelve the customization enters at the end: what
// parameters::customization refers to must live until the last digest() or read(). Everything else is copied at once.
class any_hasher {
 public:
  // Empty if refusal(a, p) is not. `a` is a row of algorithms().
  SIMDKECCAK_API static std::optional<any_hasher> make(const named_algorithm& a, const parameters& p = {},
                                                       backend_ref row = {}) noexcept;

  const named_algorithm& algorithm() const noexcept { return *algorithm_; }

  // For TupleHash each update is one element. KangarooTwelve and ParallelHash spread large pieces over the threads of `on`;
  // the others have one thread of work.
  SIMDKECCAK_API any_hasher& update(bytes message, const executor& on = {}) noexcept;

  // kangarootwelve<>::update_chaining_values(). False for other algorithms.
  [[nodiscard]] SIMDKECCAK_API bool update_chaining_values(bytes values) noexcept;

  // TupleHash only, else nothing happens: an element in pieces, its size first, then exactly that many bytes by extend().
  SIMDKECCAK_API any_hasher& begin_element(std::uint64_t size) noexcept;
  // For TupleHash the next piece of the element that was begun; for all others the same as update().
  SIMDKECCAK_API any_hasher& extend(bytes piece) noexcept;

  // Returns false, and writes nothing, if the algorithm's output has another length than `out`.
  SIMDKECCAK_API bool digest(std::span<std::uint8_t> out) const noexcept;

  // The digest of that length as a stream, of which exactly `length` bytes are to be read. Empty if the algorithm's output
  // has another length.
  SIMDKECCAK_API std::optional<any_reader> digest_stream(std::uint64_t length) const noexcept;

  // Empty if the algorithm is not extendable.
  SIMDKECCAK_API std::optional<any_reader> read() const noexcept;

  // How digests of `length` bytes come of whole messages, whatever this one was updated with. Empty for TupleHash,
  // ParallelHash and KangarooTwelve.
  SIMDKECCAK_API std::optional<one_sponge> as_one_sponge(std::uint64_t length) const noexcept;

  SIMDKECCAK_API void reset() noexcept;
  SIMDKECCAK_API void wipe() noexcept;

  // Interchangeable with the saved states of hasher<A>, kmac<>, kangarootwelve<> and so on.
  SIMDKECCAK_API saved_bytes save() const noexcept;
  [[nodiscard]] SIMDKECCAK_API state_error resume(bytes saved) noexcept;

 private:
  using state = std::variant<detail::plain_hasher, cshake<128>, cshake<256>, kmac<128>, kmac<256>, tuplehash<128>,
                             tuplehash<256>, parallelhash<128>, parallelhash<256>, kangarootwelve<128>, kangarootwelve<256>>;

  any_hasher(const named_algorithm& a, bytes customization, const state& s) noexcept
      : algorithm_(&a), customization_(customization), state_(s) {}

  const named_algorithm* algorithm_;
  bytes customization_;  // KangarooTwelve
  state state_;
};

}  // namespace simdkeccak
