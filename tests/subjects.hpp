// Every hasher of the library behind one face, beside the reference that it is compared with.
//
// A subject has: hasher; make(row); begin(h, size), before a message of `size` bytes; feed(h, piece); digest(h, n);
// reader(h), if extendable; expected(message, n) and expected_stream(message, n); and the name and the parameters under
// which an any_hasher is the same.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <simdkeccak/simdkeccak.hpp>
#include <string>
#include <vector>

#include "noise.hpp"
#include "reference.hpp"
#include "support.hpp"

namespace test {

namespace sk = simdkeccak;

inline const octets key = noise(40, 101);
inline const octets customization = noise(21, 102);
inline const octets function_name = noise(5, 103);

// What most subjects share.
template <class Hasher, std::size_t Rate>
struct subject {
  using hasher = Hasher;
  static constexpr std::size_t rate = Rate;
  static constexpr std::size_t output = Rate + 37;  // into the second block
  static constexpr bool extendable = true;
  static constexpr bool announces_size = false;

  static void begin(hasher&, std::size_t) {}
  static void feed(hasher& h, sk::bytes piece) { h.update(piece); }
  static octets digest(const hasher& h, std::size_t n = output) {
    octets out(n);
    h.digest(out);
    return out;
  }
  static auto reader(const hasher& h) { return h.read(); }
};

constexpr std::size_t rate_of(unsigned strength) { return (1600 - 2 * strength) / 8; }
inline std::string with_strength(const char* name, unsigned strength) { return name + std::to_string(strength); }

template <sk::algorithm A>
struct plain : subject<sk::hasher<A>, A.rate> {
  using base = subject<sk::hasher<A>, A.rate>;
  static constexpr bool extendable = A.extendable();
  static constexpr std::size_t output = extendable ? base::output : A.digest;

  static sk::hasher<A> make(sk::backend_ref row = {}) { return sk::hasher<A>(row); }
  static octets digest(const sk::hasher<A>& h, std::size_t n = output) {
    octets out(n);
    if constexpr (extendable) {
      h.digest(out);
    } else {
      h.digest(std::span<std::uint8_t, A.digest>(out));
    }
    return out;
  }
  static octets expected(const octets& m, std::size_t n = output) {
    return reference::sponge(A.rate, A.suffix, A.rounds, m, n);
  }
  static octets expected_stream(const octets& m, std::size_t n) { return expected(m, n); }

  static bool has_own_domain() { return A.rounds == 12 && A.suffix != 0x1F; }
  static std::string name() {
    for (const sk::named_algorithm& a : sk::algorithms())
      if (a.how == sk::detail::construction::sponge && a.sponge.rate == A.rate && a.sponge.rounds == A.rounds &&
          a.sponge.digest == A.digest && (a.sponge.suffix == A.suffix || has_own_domain()))
        return std::string(a.name);
    return {};
  }
  static sk::parameters parameters() {
    sk::parameters p;
    if (has_own_domain()) p.domain = A.suffix;
    return p;
  }
};

template <unsigned Strength, bool Named = true>
struct cshake : subject<sk::cshake<Strength>, rate_of(Strength)> {
  using base = subject<sk::cshake<Strength>, rate_of(Strength)>;
  static sk::bytes n() { return Named ? sk::bytes(function_name) : sk::bytes(); }
  static sk::bytes s() { return Named ? sk::bytes(customization) : sk::bytes(); }

  static sk::cshake<Strength> make(sk::backend_ref row = {}) { return sk::cshake<Strength>(n(), s(), row); }
  static octets expected(const octets& m, std::size_t size = base::output) {
    return Named ? reference::cshake(Strength, m, size, function_name, customization) : reference::shake(Strength, m, size);
  }
  static octets expected_stream(const octets& m, std::size_t size) { return expected(m, size); }
  static std::string name() { return with_strength("cshake", Strength); }
  static sk::parameters parameters() {
    sk::parameters p;
    p.function_name = n();
    p.customization = s();
    return p;
  }
};

template <unsigned Strength>
struct kmac : subject<sk::kmac<Strength>, rate_of(Strength)> {
  using base = subject<sk::kmac<Strength>, rate_of(Strength)>;
  static sk::kmac<Strength> make(sk::backend_ref row = {}) { return sk::kmac<Strength>(key, customization, row); }
  static octets expected(const octets& m, std::size_t n = base::output) {
    return reference::kmac(Strength, key, m, n, customization);
  }
  static octets expected_stream(const octets& m, std::size_t n) {
    return reference::kmac(Strength, key, m, n, customization, true);
  }
  static std::string name() { return with_strength("kmac", Strength); }
  static sk::parameters parameters() {
    sk::parameters p;
    p.key = key;
    p.customization = customization;
    return p;
  }
};

// The message is one element, between two others.
template <unsigned Strength>
struct tuplehash : subject<sk::tuplehash<Strength>, rate_of(Strength)> {
  using base = subject<sk::tuplehash<Strength>, rate_of(Strength)>;
  static constexpr bool announces_size = true;

  static sk::tuplehash<Strength> make(sk::backend_ref row = {}) { return sk::tuplehash<Strength>(customization, row); }
  static void begin(sk::tuplehash<Strength>& h, std::size_t size) { h.update(function_name).begin_element(size); }
  static void feed(sk::tuplehash<Strength>& h, sk::bytes piece) { h.extend(piece); }
  static octets expected(const octets& m, std::size_t n = base::output) {
    return reference::tuplehash(Strength, {function_name, m}, n, customization);
  }
  static octets expected_stream(const octets& m, std::size_t n) {
    return reference::tuplehash(Strength, {function_name, m}, n, customization, true);
  }
  static std::string name() { return with_strength("tuplehash", Strength); }
  static sk::parameters parameters() {
    sk::parameters p;
    p.customization = customization;
    return p;
  }
};

template <unsigned Strength, std::uint64_t BlockSize>
struct parallelhash : subject<sk::parallelhash<Strength>, rate_of(Strength)> {
  using base = subject<sk::parallelhash<Strength>, rate_of(Strength)>;
  static sk::parallelhash<Strength> make(sk::backend_ref row = {}) {
    return sk::parallelhash<Strength>(BlockSize, customization, row);
  }
  static octets expected(const octets& m, std::size_t n = base::output) {
    return reference::parallelhash(Strength, m, BlockSize, n, customization);
  }
  static octets expected_stream(const octets& m, std::size_t n) {
    return reference::parallelhash(Strength, m, BlockSize, n, customization, true);
  }
  static std::string name() { return with_strength("parallelhash", Strength); }
  static sk::parameters parameters() {
    sk::parameters p;
    p.block_size = BlockSize;
    p.customization = customization;
    return p;
  }
};

template <unsigned Strength>
struct kangarootwelve : subject<sk::kangarootwelve<Strength>, rate_of(Strength)> {
  using hasher = sk::kangarootwelve<Strength>;
  using base = subject<hasher, rate_of(Strength)>;
  static hasher make(sk::backend_ref row = {}) { return hasher(row); }
  static octets digest(const hasher& h, std::size_t n = base::output) {
    octets out(n);
    h.digest(out, customization);
    return out;
  }
  static auto reader(const hasher& h) { return h.read(customization); }
  static octets expected(const octets& m, std::size_t n = base::output) {
    return reference::kangarootwelve(Strength, m, n, customization);
  }
  static octets expected_stream(const octets& m, std::size_t n) { return expected(m, n); }
  static std::string name() { return with_strength("kt", Strength); }
  static sk::parameters parameters() {
    sk::parameters p;
    p.customization = customization;
    return p;
  }
};

template <class... Others>
using extendable_and =
    testing::Types<plain<sk::shake128>, plain<sk::shake256>, plain<sk::rawshake128>, plain<sk::rawshake256>,
                   plain<sk::turboshake128>, plain<sk::turboshake256>, plain<sk::with_domain(sk::turboshake128, 0x07)>,
                   cshake<128>, cshake<256>, cshake<256, false>, kmac<128>, kmac<256>, tuplehash<128>, tuplehash<256>,
                   parallelhash<128, 500>, parallelhash<256, 8192>, kangarootwelve<128>, kangarootwelve<256>, Others...>;
using extendable_subjects = extendable_and<>;
using subjects = extendable_and<plain<sk::keccak_224>, plain<sk::keccak_256>, plain<sk::keccak_384>, plain<sk::keccak_512>,
                                plain<sk::sha3_224>, plain<sk::sha3_256>, plain<sk::sha3_384>, plain<sk::sha3_512>>;

struct subject_names {
  template <class Subject>
  static std::string GetName(int index) {
    return Subject::name() + "_" + std::to_string(index);
  }
};

// A message that the subject has taken, in one piece.
template <class Subject>
typename Subject::hasher after(const octets& message, sk::backend_ref row = {}) {
  auto h = Subject::make(row);
  Subject::begin(h, message.size());
  Subject::feed(h, message);
  return h;
}

}  // namespace test
