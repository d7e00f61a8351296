// hasher<A>, reader<A> and hash<A>() for the algorithms that are plain sponges: Keccak, SHA-3, SHAKE, RawSHAKE, TurboSHAKE.
//
// Every hasher of the library has one shape, the concept `hashing` below. Hashing cannot fail and allocates nothing.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "algorithm.hpp"
#include "backend.hpp"
#include "bytes.hpp"
#include "detail/sponge.hpp"
#include "saved_state.hpp"

namespace simdkeccak {

class any_reader;

// The output of an extendable function, as a stream. A Keyed one wipes itself when it ends.
template <algorithm A, bool Keyed = false>
class reader : public detail::resumable<reader<A, Keyed>> {
 public:
  // Takes a sponge after its padding. Made by the read() of a hasher.
  constexpr explicit reader(const detail::sponge& padded) noexcept : sponge_(padded) {}

  // Fills `out` with the next bytes of the output.
  constexpr reader& read(std::span<std::uint8_t> out) noexcept {
    sponge_.squeeze(A, out);
    return *this;
  }
  template <std::size_t N>
  constexpr std::array<std::uint8_t, N> read() noexcept {
    std::array<std::uint8_t, N> out{};
    sponge_.squeeze(A, out);
    return out;
  }

  void wipe() noexcept { detail::wipe(this, sizeof *this); }

  static constexpr std::size_t saved_fields = detail::sponge::saved_size;
  static constexpr std::size_t saved_size = detail::framed(saved_fields);

 private:
  friend any_reader;
  friend detail::resumable<reader>;
  static constexpr detail::state_header header() noexcept {
    return {detail::construction::sponge, detail::phase::squeezing, A};
  }
  template <class Archive, class Self>
  static void visit(Archive& archive, Self& self) noexcept {
    detail::sponge::visit(archive, self.sponge_, A.rate);
  }

  std::conditional_t<Keyed, detail::secret<detail::sponge>, detail::sponge> sponge_;
};

// A message in any number of pieces. Default-constructed it is ready, on the active backend. Trivially copyable.
template <algorithm A>
class hasher : public detail::resumable<hasher<A>> {
 public:
  constexpr hasher() noexcept = default;

  // Runs on `row` whatever is active; on the active one if this CPU cannot run `row`.
  constexpr explicit hasher(backend_ref row) noexcept : sponge_(row) {}

  constexpr hasher& update(bytes message) noexcept {
    sponge_.absorb(A, message);
    return *this;
  }

  // The digest of the message so far. The hasher can be continued.
  constexpr std::array<std::uint8_t, A.digest> digest() const noexcept
    requires(!A.extendable())
  {
    std::array<std::uint8_t, A.digest> out{};
    finished().squeeze(A, out);
    return out;
  }
  constexpr void digest(std::span<std::uint8_t, A.digest> out) const noexcept
    requires(!A.extendable())
  {
    finished().squeeze(A, out);
  }

  // The first out.size() bytes of the output; read() gives more of it later.
  constexpr void digest(std::span<std::uint8_t> out) const noexcept
    requires(A.extendable())
  {
    finished().squeeze(A, out);
  }
  constexpr reader<A> read() const noexcept
    requires(A.extendable())
  {
    return reader<A>(finished());
  }

  constexpr void reset() noexcept { sponge_ = detail::sponge(sponge_.row()); }

  // Back to the empty message, the old state overwritten in a way that the compiler may not leave out.
  void wipe() noexcept {
    const backend_ref row = sponge_.row();
    detail::wipe(&sponge_, sizeof sponge_);
    sponge_ = detail::sponge(row);
  }

  static constexpr std::size_t saved_fields = detail::sponge::saved_size;
  static constexpr std::size_t saved_size = detail::framed(saved_fields);

 private:
  friend detail::resumable<hasher>;
  static constexpr detail::state_header header() noexcept {
    return {detail::construction::sponge, detail::phase::absorbing, A};
  }
  template <class Archive, class Self>
  static void visit(Archive& archive, Self& self) noexcept {
    detail::sponge::visit(archive, self.sponge_, A.rate - 1U);
  }

  constexpr detail::sponge finished() const noexcept {
    detail::sponge s = sponge_;
    s.pad(A);
    return s;
  }

  detail::sponge sponge_;
};

// One message at once, at run time or in a constant expression. `out` has the algorithm's one length, or, for an extendable
// function, any.
template <algorithm A>
constexpr void hash(bytes message, std::span<std::uint8_t, A.extendable() ? std::dynamic_extent : A.digest> out) noexcept {
  if (message.size() < A.rate && out.size() <= A.rate) return detail::hash_block(A, message, out);
  detail::sponge s;
  s.absorb(A, message);
  s.pad(A);
  s.squeeze(A, out);
}
template <algorithm A, std::size_t N = A.digest>
  requires(A.extendable() ? N != 0 : N == A.digest)
constexpr std::array<std::uint8_t, N> hash(bytes message) noexcept {
  std::array<std::uint8_t, N> out{};
  hash<A>(message, std::span(out));
  return out;
}

// Keccak-p[1600, Rounds] itself: the 25 lanes in the order of FIPS 202 (lane (x, y) is index x + 5 y), permuted in place.
template <unsigned Rounds = 24>
  requires(Rounds % 2 == 0 && 2 <= Rounds && Rounds <= 24)
constexpr void keccak_p1600(std::span<std::uint64_t, 25> state) noexcept {
  detail::permute(state.data(), Rounds);
}

// The shape that every hasher shares: hasher<A>, cshake, kmac, tuplehash, parallelhash, kangarootwelve and any_hasher.
template <class H>
concept hashing = std::copyable<H> && requires(H h, const H c, bytes message, std::span<std::uint8_t> out) {
  { h.update(message) } -> std::same_as<H&>;
  h.reset();
  h.wipe();
  { h.resume(message) } -> std::same_as<state_error>;
  c.save();
  requires requires { c.digest(out); } || requires { c.digest(); };
};

}  // namespace simdkeccak
