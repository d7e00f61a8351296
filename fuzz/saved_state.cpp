// Any bytes into resume() of every kind of object: refused, or else the object is one that was saved so. Most inputs get the
// right check at their end, without which hardly any would be taken for a state.
#include "walk.hpp"

namespace {

using namespace fuzz;

octets key() { return {'k', 'e', 'y'}; }

// saved_state.hpp.
void append_check(octets& state) {
  state.resize(state.size() + 16);
  sk::hash<sk::with_domain(sk::turboshake128, 0x53)>(sk::bytes(state.data(), state.size() - 16), std::span(state).last(16));
}

// The bytes that an object of this kind could not tell from its own: the input itself; with a check; behind the header of a
// true state; or a true state with some bytes replaced.
template <class H>
octets bytes_for(input in, const H& h) {
  const std::size_t how = in.below(4);
  if (how == 0) return in.rest();
  octets state = saved(h);
  state.resize(state.size() - 16);
  if (how == 1) state = in.rest();
  if (how == 2) {
    const octets fields = in.rest();
    for (std::size_t i = 0; i < std::min(fields.size(), state.size() - 12); ++i) state[12 + i] = fields[i];
  }
  if (how == 3)
    while (!in.empty()) {
      const std::size_t i = in.two_bytes() % state.size();
      state[i] = static_cast<std::uint8_t>(in.byte());
    }
  append_check(state);
  return state;
}

// What an object gives on a row for a message in pieces of `n` bytes.
template <class H>
octets result(H h, std::size_t n) {
  octets out(500);
  if constexpr (requires { h.update(sk::bytes()); }) {
    const octets message = noise(700, 1);
    for (std::size_t i = 0; i < message.size(); i += n)
      h.update(sk::bytes(message.data() + i, std::min(n, message.size() - i)));
    if constexpr (std::is_same_v<H, sk::any_hasher>) {
      out.resize(h.algorithm().any_length() ? out.size() : h.algorithm().default_length());
      require(h.digest(out), "a resumed object gives no digest");
    } else if constexpr (requires { h.digest().size(); }) {
      const auto digest = h.digest();
      out.assign(digest.begin(), digest.end());
    } else {
      h.digest(out);
    }
  } else {
    for (std::size_t i = 0; i < out.size(); i += n) h.read(std::span(out).subspan(i, std::min(n, out.size() - i)));
  }
  return out;
}

// make(place) gives an object. Cuts count for a TupleHash, and for a tree whose state was forged to hold a leaf that is
// absorbed in part and yet not begun.
enum class cuts { do_not_count, count };
template <class Make>
void check(const input& in, const Make& make, cuts c = cuts::do_not_count) {
  auto h = make(portable());
  lead_astray(h, 100);
  const octets before = saved(h);
  const octets state = bytes_for(in, h);
  if (h.resume(state) != sk::state_error::none) {
    require(saved(h) == before, "a state that was refused left a trace");
    return;
  }
  require(saved(h) == state, "a resumed object saves another state");
  const octets at_once = result(h, 1000), in_pieces = result(h, 5);
  if (c == cuts::do_not_count) require(at_once == in_pieces, "pieces count in a resumed object");
  for (const sk::backend* row : supported_rows()) {
    auto other = make(*row);
    require(other.resume(state) == sk::state_error::none, "one row refuses what another takes");
    require(result(other, 1000) == at_once && result(other, 5) == in_pieces, "rows differ in a resumed object");
  }
}

template <sk::algorithm A>
void check_plain(const input& in) {
  check(in, [](sk::backend_ref place) { return sk::hasher<A>(place); });
  if constexpr (A.extendable()) check(in, [](sk::backend_ref place) { return sk::hasher<A>(place).read(); });
}

template <unsigned Strength>
void check_constructions(const input& in) {
  check(in, [](sk::backend_ref place) { return sk::cshake<Strength>("N", "S", place); });
  check(in, [](sk::backend_ref place) { return sk::kmac<Strength>(key(), "S", place); });
  check(in, [](sk::backend_ref place) { return sk::kmac<Strength>(key(), "S", place).read(); });
  check(in, [](sk::backend_ref place) { return sk::tuplehash<Strength>("S", place); }, cuts::count);
  check(in, [](sk::backend_ref place) { return sk::parallelhash<Strength>(8, "S", place); }, cuts::count);
  check(in, [](sk::backend_ref place) { return sk::kangarootwelve<Strength>(place); }, cuts::count);
}

void check_by_name(const input& in) {
  using how = sk::detail::construction;
  for (const sk::named_algorithm& a : sk::algorithms()) {
    const auto make = [&](sk::backend_ref place) { return *sk::any_hasher::make(a, {}, place); };
    const bool piecewise = a.how != how::tuplehash && a.how != how::parallelhash && a.how != how::kangarootwelve;
    check(in, make, piecewise ? cuts::do_not_count : cuts::count);
    if (a.extendable()) check(in, [&](sk::backend_ref place) { return *make(place).read(); });
  }
}

constexpr void (*checks[])(const input&) = {
    check_plain<sk::sha3_256>,      check_plain<sk::keccak_512>, check_plain<sk::shake128>, check_plain<sk::shake256>,
    check_plain<sk::turboshake128>, check_constructions<128>,    check_constructions<256>,  check_by_name,
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  input in(data, size);
  checks[in.below(std::size(checks))](in);
  return 0;
}
