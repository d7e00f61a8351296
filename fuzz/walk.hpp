// A walk: a message goes into a hasher, or output out of a reader, in pieces, and between them happens what may not matter.
#pragma once

#include "input.hpp"

namespace fuzz {

template <class H>
octets saved(const H& h) {
  const auto state = h.save();
  return {state.data(), state.data() + state.size()};
}

template <class H>
void lead_astray(H& h, std::size_t n) {
  if constexpr (requires { h.update(sk::bytes()); }) {
    h.update(noise(n, n));
  } else {
    octets out(n);
    h.read(out);
  }
}

// Leaves `h` in the state that it had. make(place) gives another object of its kind.
template <class H, class Make>
void disturb(input& in, H& h, const Make& make) {
  switch (in.below(6)) {
    case 1:  // another kernel from here on
      sk::use_backend(in.row());
      break;
    case 2: {  // a copy is as good
      H kept = h;
      lead_astray(h, in.byte());
      h = kept;
      break;
    }
    case 3: {  // what was saved here is resumed there
      H other = make(in.place());
      lead_astray(other, in.byte());
      require(other.resume(h.save()) == sk::state_error::none, "a saved state is not resumed");
      require(saved(other) == saved(h), "a resumed object saves another state");
      h = other;
      break;
    }
    case 4: {  // damage is noticed and changes nothing
      octets state = saved(h);
      const octets intact = state;
      state[in.two_bytes() % state.size()] ^= static_cast<std::uint8_t>(1U << in.below(8));
      require(h.resume(state) != sk::state_error::none, "a damaged state is resumed");
      require(saved(h) == intact, "a state that was refused left a trace");
      break;
    }
    case 5: {  // a copy goes its own way
      H other = h;
      lead_astray(other, in.byte());
      other.wipe();
      break;
    }
    default:
      break;
  }
}

// Calls take(offset, n) for pieces of `size` bytes, and disturb() after each.
template <class H, class Make, class Take>
void in_pieces(input& in, std::size_t size, H& h, const Make& make, const Take& take) {
  std::size_t offset = 0;
  disturb(in, h, make);
  while (!in.empty() && offset != size) {
    const std::size_t n = in.size(size - offset);
    take(offset, n);
    offset += n;
    disturb(in, h, make);
  }
  take(offset, size - offset);
}

// A new hasher, or one that has seen another message and was reset.
template <class Make>
auto fresh(input& in, const Make& make) {
  auto h = make(in.place());
  if (in.flag()) {
    lead_astray(h, in.size(9000));
    h.reset();
  }
  return h;
}

template <class H, class Make>
void feed(input& in, H& h, const Make& make, const octets& message) {
  in_pieces(in, message.size(), h, make,
            [&](std::size_t offset, std::size_t n) { h.update(sk::bytes(message.data() + offset, n)); });
}

// Output in pieces. make(place) gives another reader.
template <class Reader, class Make>
octets read(input& in, Reader reader, const Make& make, std::size_t size) {
  octets out(size);
  in_pieces(in, size, reader, make,
            [&](std::size_t offset, std::size_t n) { reader.read(std::span(out).subspan(offset, n)); });
  return out;
}

// Compares a kind of hasher, of which make(place) gives one, with what it should give for a message: at once on every row,
// then on a walk. digest(h, out) asks for the digest, read(h) for the reader; what is empty in `expected` is not asked for.
struct expectation {
  octets digest, stream;
};
template <class Make, class Digest, class Read>
void agree(input& in, const Make& make, const octets& message, const expectation& expected, const Digest& digest,
           const Read& reader) {
  const auto check = [&](const auto& h) {
    octets out(expected.digest.size());
    digest(h, out);
    require(out == expected.digest, "a digest is wrong");
  };
  for (const sk::backend* row : supported_rows()) {
    auto h = make(*row);
    h.update(message);
    check(h);
    if (expected.stream.empty()) continue;
    octets out(expected.stream.size());
    reader(h).read(out);
    require(out == expected.stream, "a stream is wrong");
  }
  auto h = fresh(in, make);
  feed(in, h, make, message);
  check(h);
  if (expected.stream.empty()) return;
  const auto another = [&](sk::backend_ref place) { return reader(make(place)); };
  require(read(in, reader(h), another, expected.stream.size()) == expected.stream, "a stream in pieces is wrong");
}

// The usual way to ask.
inline constexpr auto ask_digest = [](const auto& h, octets& out) { h.digest(out); };
inline constexpr auto ask_reader = [](const auto& h) { return h.read(); };
inline constexpr auto no_reader = [](const auto&) { return sk::any_reader(sk::shake128, {}); };

// The same for the any_hasher of that name.
inline void agree_by_name(input& in, const char* name, const sk::parameters& parameters, const octets& message,
                          const octets& expected) {
  const sk::named_algorithm& a = *sk::find_algorithm(name);
  const auto make = [&](sk::backend_ref place) { return *sk::any_hasher::make(a, parameters, place); };
  const auto digest = [](const sk::any_hasher& h, octets& out) { require(h.digest(out), "an any_hasher gives no digest"); };
  const auto reader = [](const sk::any_hasher& h) { return *h.read(); };
  agree(in, make, message, {expected, a.extendable() ? expected : octets()}, digest, reader);
}

}  // namespace fuzz
