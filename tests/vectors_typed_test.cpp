// Every known answer, through the types and functions of the library that have the algorithm in their name.
#include <algorithm>
#include <simdkeccak/simdkeccak.hpp>
#include <utility>

#include "vector_file.hpp"

namespace sk = simdkeccak;

namespace test {
namespace {

using span = std::span<std::uint8_t>;

// One function of the library: one_shot() fills `out`; with() calls `use` with a hasher that the record's parameters made.
// digest() and read() are how this function, of those that share a class, is got from the hasher.
template <sk::algorithm A>
struct plain {
  static void one_shot(const inputs& in, span out) {
    if constexpr (A.extendable()) {
      sk::hash<A>(in.message, out);
    } else {
      sk::hash<A>(in.message, out.first<A.digest>());
    }
  }
  static void with(const inputs&, auto use) { use(sk::hasher<A>()); }
  static void digest(const auto& hasher, const inputs&, span out) {
    if constexpr (A.extendable()) {
      hasher.digest(out);
    } else {
      std::ranges::copy(hasher.digest(), out.begin());
    }
  }
  static auto read(const auto& hasher, const inputs&)
    requires(A.extendable())
  {
    return hasher.read();
  }
};

// The domain byte is part of the type. These are all that the records have.
template <sk::algorithm A>
struct turboshake {
  static void with_domain(const inputs& in, auto use) {
    const auto known =
        [&]<unsigned... Domains>(std::integer_sequence<unsigned, Domains...>) {
          return ((in.expected.domain == Domains && (use(plain<sk::with_domain(A, Domains)>()), true)) || ...);
        }(std::integer_sequence<unsigned, 0x01, 0x02, 0x03, 0x06, 0x07, 0x0B, 0x0C, 0x1F, 0x23, 0x30, 0x3A, 0x42, 0x51, 0x68,
                                0x7F>());
    ASSERT_TRUE(known) << in.expected.name << ": domain byte " << in.expected.domain << " is not among those instantiated";
  }
  static void one_shot(const inputs& in, span out) {
    with_domain(in, [&](auto p) { p.one_shot(in, out); });
  }
  static void with(const inputs& in, auto use) {
    with_domain(in, [&](auto p) { p.with(in, use); });
  }
  static void digest(const auto& hasher, const inputs&, span out) { hasher.digest(out); }
  static auto read(const auto& hasher, const inputs&) { return hasher.read(); }
};

template <unsigned Strength>
struct cshake {
  static void one_shot(const inputs& in, span out) {
    const auto f = Strength == 128 ? sk::cshake128 : sk::cshake256;
    f(in.message, out, in.function_name, in.customization);
  }
  static void with(const inputs& in, auto use) { use(sk::cshake<Strength>(in.function_name, in.customization)); }
  static void digest(const auto& hasher, const inputs&, span out) { hasher.digest(out); }
  static auto read(const auto& hasher, const inputs&) { return hasher.read(); }
};

template <unsigned Strength>
struct kmac {
  static void one_shot(const inputs& in, span out) {
    const auto f = Strength == 128 ? sk::kmac128 : sk::kmac256;
    f(in.key, in.message, out, in.customization);
  }
  static void with(const inputs& in, auto use) { use(sk::kmac<Strength>(in.key, in.customization)); }
  static void digest(const auto& hasher, const inputs&, span out) { hasher.digest(out); }
};

template <unsigned Strength>
struct kmacxof : kmac<Strength> {
  static void one_shot(const inputs& in, span out) {
    const auto f = Strength == 128 ? sk::kmacxof128 : sk::kmacxof256;
    f(in.key, in.message, out, in.customization);
  }
  static void digest(const auto& hasher, const inputs&, span out) { hasher.read().read(out); }
  static auto read(const auto& hasher, const inputs&) { return hasher.read(); }
};

template <unsigned Strength>
struct tuplehash {
  static void one_shot(const inputs& in, span out) {
    if constexpr (Strength == 128) {
      sk::tuplehash128(in.elements, out, in.customization);
    } else {
      sk::tuplehash256(in.elements, out, in.customization);
    }
  }
  static void with(const inputs& in, auto use) { use(sk::tuplehash<Strength>(in.customization)); }
  static void digest(const auto& hasher, const inputs&, span out) { hasher.digest(out); }
};

template <unsigned Strength>
struct tuplehashxof : tuplehash<Strength> {
  static void one_shot(const inputs& in, span out) {
    sk::tuplehash<Strength> h(in.customization);
    for (const sk::bytes element : in.elements) h.update(element);
    h.read().read(out);
  }
  static void digest(const auto& hasher, const inputs&, span out) { hasher.read().read(out); }
  static auto read(const auto& hasher, const inputs&) { return hasher.read(); }
};

template <unsigned Strength>
struct parallelhash {
  static void one_shot(const inputs& in, span out) {
    const auto f = Strength == 128 ? sk::parallelhash128 : sk::parallelhash256;
    f(in.message, in.expected.block_size, out, in.customization, {});
  }
  static void with(const inputs& in, auto use) { use(sk::parallelhash<Strength>(in.expected.block_size, in.customization)); }
  static void digest(const auto& hasher, const inputs&, span out) { hasher.digest(out); }
};

template <unsigned Strength>
struct parallelhashxof : parallelhash<Strength> {
  static void one_shot(const inputs& in, span out) {
    sk::parallelhash<Strength>(in.expected.block_size, in.customization).update(in.message).read().read(out);
  }
  static void digest(const auto& hasher, const inputs&, span out) { hasher.read().read(out); }
  static auto read(const auto& hasher, const inputs&) { return hasher.read(); }
};

template <unsigned Strength>
struct kangarootwelve {
  static void one_shot(const inputs& in, span out) {
    const auto f = Strength == 128 ? sk::kt128 : sk::kt256;
    f(in.message, out, in.customization, {});
  }
  static void with(const inputs&, auto use) { use(sk::kangarootwelve<Strength>()); }
  static void digest(const auto& hasher, const inputs& in, span out) { hasher.digest(out, in.customization); }
  static auto read(const auto& hasher, const inputs& in) { return hasher.read(in.customization); }
};

template <class Hasher>
void feed(Hasher& hasher, const inputs& in, const cut& c) {
  if constexpr (requires { hasher.begin_element(0); }) {
    for (const sk::bytes element : in.elements) {
      hasher.begin_element(element.size());
      in_pieces(element, c, [&](sk::bytes piece) { hasher.extend(piece); });
    }
  } else {
    in_pieces(in.message.view(), c, [&](sk::bytes piece) { hasher.update(piece); });
  }
}

template <class Function>
void one_shot(const inputs& in) {
  octets out(in.output_length);
  Function::one_shot(in, out);
  ASSERT_TRUE(agrees(in.expected, out, "at once"));
}

template <class Function>
void pieces(const inputs& in) {
  std::size_t ran = 0;
  Function::with(in, [&](auto hasher) {
    const std::size_t rate = in.algorithm.sponge.rate;
    octets out(in.output_length);
    for (const cut& c : hostile_cuts(in.longest(), rate)) {
      hasher.reset();
      feed(hasher, in, c);
      std::ranges::fill(out, std::uint8_t{0});
      Function::digest(hasher, in, out);
      ASSERT_TRUE(agrees(in.expected, out, "in pieces of " + to_text(c)));
      ++ran;
    }
    if constexpr (requires { Function::read(hasher, in); }) {
      for (const cut& c : hostile_reads(rate)) {
        auto reader = Function::read(hasher, in);
        out_pieces(out, c, [&](span piece) { reader.read(piece); });
        ASSERT_TRUE(agrees(in.expected, out, "read in pieces of " + to_text(c)));
      }
    }
  });
  ASSERT_NE(ran, 0U) << in.expected.name;
}

struct typed {
  std::string_view name;
  void (*one_shot)(const inputs&);
  void (*in_pieces)(const inputs&);
};
template <class Function>
constexpr typed row(std::string_view name) {
  return {name, one_shot<Function>, pieces<Function>};
}
constexpr typed functions[] = {
    row<plain<sk::keccak_224>>("keccak-224"),
    row<plain<sk::keccak_256>>("keccak-256"),
    row<plain<sk::keccak_384>>("keccak-384"),
    row<plain<sk::keccak_512>>("keccak-512"),
    row<plain<sk::sha3_224>>("sha3-224"),
    row<plain<sk::sha3_256>>("sha3-256"),
    row<plain<sk::sha3_384>>("sha3-384"),
    row<plain<sk::sha3_512>>("sha3-512"),
    row<plain<sk::shake128>>("shake128"),
    row<plain<sk::shake256>>("shake256"),
    row<plain<sk::rawshake128>>("rawshake128"),
    row<plain<sk::rawshake256>>("rawshake256"),
    row<turboshake<sk::turboshake128>>("turboshake128"),
    row<turboshake<sk::turboshake256>>("turboshake256"),
    row<cshake<128>>("cshake128"),
    row<cshake<256>>("cshake256"),
    row<kmac<128>>("kmac128"),
    row<kmac<256>>("kmac256"),
    row<kmacxof<128>>("kmacxof128"),
    row<kmacxof<256>>("kmacxof256"),
    row<tuplehash<128>>("tuplehash128"),
    row<tuplehash<256>>("tuplehash256"),
    row<tuplehashxof<128>>("tuplehashxof128"),
    row<tuplehashxof<256>>("tuplehashxof256"),
    row<parallelhash<128>>("parallelhash128"),
    row<parallelhash<256>>("parallelhash256"),
    row<parallelhashxof<128>>("parallelhashxof128"),
    row<parallelhashxof<256>>("parallelhashxof256"),
    row<kangarootwelve<128>>("kt128"),
    row<kangarootwelve<256>>("kt256"),
};

class Typed : public testing::TestWithParam<vector_file> {
 protected:
  void each_record(void (*typed::*check)(const inputs&)) {
    const auto f = std::ranges::find(functions, GetParam().algorithm().name, &typed::name);
    ASSERT_NE(f, std::end(functions));
    for (const record& r : read_records(GetParam())) ASSERT_NO_FATAL_FAILURE((f->*check)({GetParam(), r}));
  }
};

TEST_P(Typed, AtOnce) { each_record(&typed::one_shot); }
TEST_P(Typed, InPieces) { each_record(&typed::in_pieces); }

INSTANTIATE_TEST_SUITE_P(Vectors, Typed, testing::ValuesIn(vector_files_of({"", "batch", "ethereum"})), test_name);

}  // namespace
}  // namespace test
