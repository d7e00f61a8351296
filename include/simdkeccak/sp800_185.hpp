// The functions of NIST SP 800-185 over byte strings: cSHAKE, KMAC and KMACXOF, TupleHash and TupleHashXOF, ParallelHash and
// ParallelHashXOF. Strength is 128 or 256.
//
// One class serves a function and its XOF: digest(out) is the function, whose output length, out.size(), enters the result
// (a shorter digest is no prefix of a longer one); read() is the XOF. For cSHAKE, which is itself a XOF, the two agree.
// digest_stream(length) is the function too, for output too long for memory: exactly `length` bytes are to be read of it.
//
// wipe() overwrites the whole object, prefix and key included; after it, an object can only be assigned to or end.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <type_traits>

#include "detail/tree.hpp"
#include "hasher.hpp"

namespace simdkeccak {
namespace detail {

// SP 800-185, section 3.3.
template <unsigned Strength>
  requires(Strength == 128 || Strength == 256)
inline constexpr algorithm cshake_sponge{(1600 - 2 * Strength) / 8, 0x04, 24, 0};

// encode_string, section 2.3.2.
constexpr void absorb_string(sponge& s, algorithm a, bytes x) noexcept {
  s.absorb(a, left_encode_bits(x.size()));
  s.absorb(a, x);
}

// bytepad(encode_string(function_name) || encode_string(customization), rate), sections 2.3.3 and 3.3.
constexpr sponge cshake_start(algorithm a, bytes function_name, bytes customization, backend_ref row) noexcept {
  sponge s(row);
  s.absorb(a, left_encode(a.rate));
  absorb_string(s, a, function_name);
  absorb_string(s, a, customization);
  s.fill_block(a);
  return s;
}

// The prefix, whole blocks of it, for batches that start from it.
struct prefix {
  template <class Prefixed>
  static constexpr const sponge& of(const Prefixed& p) noexcept {
    return p.start_;
  }
};

// What cSHAKE, KMAC and TupleHash share: a sponge that starts from a prefix.
template <unsigned Strength, bool Keyed = false>
class prefixed {
 public:
  constexpr void reset() noexcept { sponge_ = start_; }
  void wipe() noexcept { detail::wipe(this, sizeof *this); }

 protected:
  friend prefix;
  static constexpr algorithm A = cshake_sponge<Strength>;
  using output = reader<A, Keyed>;

  constexpr explicit prefixed(const sponge& start) noexcept : start_(start), sponge_(start) {}

  constexpr output finished(bytes output_length, std::uint8_t suffix = A.suffix) const noexcept {
    std::conditional_t<Keyed, secret<sponge>, sponge> s = sponge_;
    s.absorb(A, output_length);
    s.pad({A.rate, suffix, A.rounds, A.digest});
    return output(s);
  }

  static constexpr std::size_t sponge_fields = 2 * sponge::saved_size;
  template <class Archive, class Self>
  static void visit_sponges(Archive& archive, Self& self) noexcept {
    sponge::visit(archive, self.start_, A.rate - 1U);
    sponge::visit(archive, self.sponge_, A.rate - 1U);
  }

  std::conditional_t<Keyed, secret<sponge>, sponge> start_, sponge_;
};

}  // namespace detail

// Section 3. Without a function name and a customization this is SHAKE, as the standard says.
template <unsigned Strength>
class cshake : public detail::prefixed<Strength>, public detail::resumable<cshake<Strength>> {
  using base = detail::prefixed<Strength>;
  using base::A;

 public:
  constexpr cshake() noexcept : cshake(bytes(), bytes()) {}
  constexpr explicit cshake(bytes function_name, bytes customization = {}, backend_ref row = {}) noexcept
      : base(function_name.empty() && customization.empty() ? detail::sponge(row)
                                                            : detail::cshake_start(A, function_name, customization, row)),
        is_shake_(function_name.empty() && customization.empty()) {}

  constexpr cshake& update(bytes message) noexcept {
    this->sponge_.absorb(A, message);
    return *this;
  }
  constexpr void digest(std::span<std::uint8_t> out) const noexcept { read().read(out); }
  constexpr reader<A> read() const noexcept { return this->finished({}, is_shake_ ? shake128.suffix : A.suffix); }

  static constexpr std::size_t saved_fields = base::sponge_fields + 1;
  static constexpr std::size_t saved_size = detail::framed(saved_fields);

 private:
  friend detail::resumable<cshake>;
  static constexpr detail::state_header header() noexcept {
    return {detail::construction::cshake, detail::phase::absorbing, A};
  }
  template <class Archive, class Self>
  static void visit(Archive& archive, Self& self) noexcept {
    base::visit_sponges(archive, self);
    archive.small(self.is_shake_, 1);
  }

  std::size_t is_shake_;
};

// Section 4. Wipes itself when it ends, as do the readers it makes.
template <unsigned Strength>
class kmac : public detail::prefixed<Strength, true>, public detail::resumable<kmac<Strength>> {
  using base = detail::prefixed<Strength, true>;
  using base::A;

 public:
  constexpr explicit kmac(bytes key, bytes customization = {}, backend_ref row = {}) noexcept
      : base(start(key, customization, row)) {}

  constexpr kmac& update(bytes message) noexcept {
    this->sponge_.absorb(A, message);
    return *this;
  }
  constexpr void digest(std::span<std::uint8_t> out) const noexcept { digest_stream(out.size()).read(out); }
  constexpr reader<A, true> digest_stream(std::uint64_t length) const noexcept {
    return this->finished(detail::right_encode_bits(length));
  }
  constexpr reader<A, true> read() const noexcept { return this->finished(detail::right_encode(0)); }

  static constexpr std::size_t saved_fields = base::sponge_fields;
  static constexpr std::size_t saved_size = detail::framed(saved_fields);

 private:
  friend detail::resumable<kmac>;
  static constexpr detail::state_header header() noexcept {
    return {detail::construction::kmac, detail::phase::absorbing, A};
  }
  template <class Archive, class Self>
  static void visit(Archive& archive, Self& self) noexcept {
    base::visit_sponges(archive, self);
  }

  static constexpr detail::secret<detail::sponge> start(bytes key, bytes customization, backend_ref row) noexcept {
    detail::secret<detail::sponge> s = detail::cshake_start(A, "KMAC", customization, row);
    s.absorb(A, detail::left_encode(A.rate));
    detail::absorb_string(s, A, key);
    s.fill_block(A);
    return s;
  }
};

// Section 5: a hash of a sequence of byte strings, in which where one ends and the next begins counts.
template <unsigned Strength>
class tuplehash : public detail::prefixed<Strength>, public detail::resumable<tuplehash<Strength>> {
  using base = detail::prefixed<Strength>;
  using base::A;

 public:
  constexpr tuplehash() noexcept : tuplehash(bytes()) {}
  constexpr explicit tuplehash(bytes customization, backend_ref row = {}) noexcept
      : base(detail::cshake_start(A, "TupleHash", customization, row)) {}

  // Each update is one element of the tuple, an empty one too.
  constexpr tuplehash& update(bytes element) noexcept { return begin_element(element.size()).extend(element); }

  // An element in pieces: its size first, then exactly that many bytes.
  constexpr tuplehash& begin_element(std::uint64_t size) noexcept {
    this->sponge_.absorb(A, detail::left_encode_bits(size));
    return *this;
  }
  constexpr tuplehash& extend(bytes piece) noexcept {
    this->sponge_.absorb(A, piece);
    return *this;
  }

  constexpr void digest(std::span<std::uint8_t> out) const noexcept { digest_stream(out.size()).read(out); }
  constexpr reader<A> digest_stream(std::uint64_t length) const noexcept {
    return this->finished(detail::right_encode_bits(length));
  }
  constexpr reader<A> read() const noexcept { return this->finished(detail::right_encode(0)); }

  static constexpr std::size_t saved_fields = base::sponge_fields;
  static constexpr std::size_t saved_size = detail::framed(saved_fields);

 private:
  friend detail::resumable<tuplehash>;
  static constexpr detail::state_header header() noexcept {
    return {detail::construction::tuplehash, detail::phase::absorbing, A};
  }
  template <class Archive, class Self>
  static void visit(Archive& archive, Self& self) noexcept {
    base::visit_sponges(archive, self);
  }
};

// Section 6: the message is hashed in blocks of block_size bytes, several side by side. The block size, of which the
// standard names no default, is part of the function.
template <unsigned Strength>
class parallelhash : public detail::resumable<parallelhash<Strength>> {
  static constexpr algorithm A = detail::cshake_sponge<Strength>;

 public:
  static constexpr std::uint64_t default_block_size = 8192;

  constexpr parallelhash() noexcept : parallelhash(default_block_size) {}

  // A block size of 0 means the default.
  constexpr explicit parallelhash(std::uint64_t block_size, bytes customization = {}, backend_ref row = {}) noexcept
      : block_size_(block_size != 0 ? block_size : default_block_size),
        start_(detail::cshake_start(A, "ParallelHash", customization, row)),
        leaves_(row) {
    start_.absorb(A, detail::left_encode(block_size_));
    node_ = start_;
  }

  // Large pieces are spread over the threads of `on`.
  constexpr parallelhash& update(bytes message, const executor& on = {}) noexcept {
    leaves_.absorb(shape(), node_, message, 0, on);
    return *this;
  }
  constexpr void digest(std::span<std::uint8_t> out) const noexcept { digest_stream(out.size()).read(out); }
  constexpr reader<A> digest_stream(std::uint64_t length) const noexcept {
    return finished(detail::right_encode_bits(length));
  }
  constexpr reader<A> read() const noexcept { return finished(detail::right_encode(0)); }

  constexpr void reset() noexcept {
    node_ = start_;
    leaves_ = detail::leaves(start_.row());
  }
  void wipe() noexcept {
    detail::wipe(this, sizeof *this);
    *this = parallelhash();
  }

  static constexpr std::size_t saved_fields = 8 + 2 * detail::sponge::saved_size + detail::leaves::saved_size;
  static constexpr std::size_t saved_size = detail::framed(saved_fields);

 private:
  friend detail::resumable<parallelhash>;
  static constexpr detail::state_header header() noexcept {
    return {detail::construction::parallelhash, detail::phase::absorbing, A};
  }
  template <class Archive, class Self>
  static void visit(Archive& archive, Self& self) noexcept {
    archive.integer(self.block_size_);
    detail::sponge::visit(archive, self.start_, A.rate - 1U);
    detail::sponge::visit(archive, self.node_, A.rate - 1U);
    detail::leaves::visit(archive, self.leaves_, self.shape());
  }

  // Blocks are hashed with SHAKE, which is cSHAKE without a name, to twice the strength.
  constexpr detail::tree_shape shape() const noexcept {
    return {Strength == 128 ? shake128 : shake256, A, 2 * Strength / 8, block_size_};
  }

  constexpr reader<A> finished(bytes output_length) const noexcept {
    detail::sponge node = node_;
    detail::leaves last = leaves_;
    last.close(shape(), node);
    node.absorb(A, detail::right_encode(last.finished()));
    node.absorb(A, output_length);
    node.pad(A);
    return reader<A>(node);
  }

  std::uint64_t block_size_;
  detail::sponge start_, node_;
  detail::leaves leaves_;
};

// One message at once. The names are the standard's; `out` may have any size.
constexpr void cshake128(bytes message, std::span<std::uint8_t> out, bytes function_name, bytes customization) noexcept {
  cshake<128>(function_name, customization).update(message).digest(out);
}
constexpr void cshake256(bytes message, std::span<std::uint8_t> out, bytes function_name, bytes customization) noexcept {
  cshake<256>(function_name, customization).update(message).digest(out);
}
constexpr void kmac128(bytes key, bytes message, std::span<std::uint8_t> out, bytes customization = {}) noexcept {
  kmac<128>(key, customization).update(message).digest(out);
}
constexpr void kmac256(bytes key, bytes message, std::span<std::uint8_t> out, bytes customization = {}) noexcept {
  kmac<256>(key, customization).update(message).digest(out);
}
constexpr void kmacxof128(bytes key, bytes message, std::span<std::uint8_t> out, bytes customization = {}) noexcept {
  kmac<128>(key, customization).update(message).read().read(out);
}
constexpr void kmacxof256(bytes key, bytes message, std::span<std::uint8_t> out, bytes customization = {}) noexcept {
  kmac<256>(key, customization).update(message).read().read(out);
}
constexpr void parallelhash128(bytes message, std::uint64_t block_size, std::span<std::uint8_t> out,
                               bytes customization = {}, const executor& on = {}) noexcept {
  parallelhash<128>(block_size, customization).update(message, on).digest(out);
}
constexpr void parallelhash256(bytes message, std::uint64_t block_size, std::span<std::uint8_t> out,
                               bytes customization = {}, const executor& on = {}) noexcept {
  parallelhash<256>(block_size, customization).update(message, on).digest(out);
}

// One tuple at once: any range whose elements convert to bytes.
template <std::ranges::input_range Elements>
constexpr void tuplehash128(const Elements& elements, std::span<std::uint8_t> out, bytes customization = {}) noexcept {
  tuplehash<128> h(customization);
  for (const auto& element : elements) h.update(element);
  h.digest(out);
}
template <std::ranges::input_range Elements>
constexpr void tuplehash256(const Elements& elements, std::span<std::uint8_t> out, bytes customization = {}) noexcept {
  tuplehash<256> h(customization);
  for (const auto& element : elements) h.update(element);
  h.digest(out);
}

}  // namespace simdkeccak
