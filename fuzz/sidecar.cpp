// Any bytes as a sidecar, most with a right check, without which hardly any would be taken for one; and sidecars of messages
// that are cut, changed and grown, against the message hashed as a whole.
#include "input.hpp"

namespace {

using namespace fuzz;

constexpr std::size_t chunk = sk::sidecar_view::chunk_size;

void append_check(octets& memory) {
  memory.resize(memory.size() + 32);
  sk::kt128({memory.data(), memory.size() - 32}, std::span(memory).last(32), "simdkeccak sidecar");
}

// A true sidecar, of which some bytes are replaced, or the input itself.
octets forged(input& in) {
  if (in.flag()) {
    octets memory = in.rest();
    append_check(memory);
    return memory;
  }
  const unsigned strength = in.flag() ? 128 : 256;
  const octets message = noise(in.below(4) * chunk + in.below(3), 1), custom = noise(in.below(20), 2);
  const sk::sidecar_subject subject{strength, message.size(), custom, 3};
  octets memory(*sk::sidecar::size_for(subject));
  sk::sidecar car = *sk::sidecar::create(memory, subject);
  require(car.put(0, message), "a whole message is not taken");
  require(car.seal({message.data(), std::min(message.size(), chunk)}) == sk::sidecar_error::none,
          "a whole sidecar has no seal");
  memory.resize(memory.size() - 32);
  while (!in.empty()) {
    const std::size_t i = in.two_bytes() % memory.size();
    memory[i] = static_cast<std::uint8_t>(in.byte());
  }
  append_check(memory);
  return memory;
}

// Read in order, it is the same.
void check_scan(const octets& memory, sk::sidecar_error expected, std::size_t piece) {
  sk::sidecar_scan scan(memory.size());
  bool more = true;
  for (std::size_t at = 0; more && at < memory.size(); at += piece)
    more = scan.update({memory.data() + at, std::min(piece, memory.size() - at)});
  require(scan.result() == expected, "a sidecar in pieces is refused for another reason");
  if (expected != sk::sidecar_error::none) return;
  sk::sidecar_view view;
  require(sk::sidecar_view::open(memory, view) == sk::sidecar_error::none, "a sidecar is opened only once");
  require(scan.header_size() + view.chaining_values().size() + 32 == memory.size() &&
              scan.leaves().count == view.leaves().count && (scan.leaves().count != scan.all_leaves()) == view.is_part(),
          "a sidecar in pieces has other fields");
  const octets first = noise(static_cast<std::size_t>(std::min<std::uint64_t>(view.subject().length, chunk)), 1);
  sk::sidecar_digest node(view.subject(), first);
  const std::size_t size = view.chaining_value_size(), values = view.chaining_values().size();
  for (std::size_t at = 0; at < values; at += piece * size)
    node.update({view.chaining_values().data() + at, std::min(piece * size, values - at)});
  octets out(view.digest_size()), at_once(view.digest_size());
  const sk::sidecar_error whole = view.digest(first, at_once);
  const sk::sidecar_error in_pieces = node.digest(out);
  require(whole == in_pieces || (whole == sk::sidecar_error::other_message && in_pieces == sk::sidecar_error::none),
          "a digest in pieces is refused for another reason");
  require(whole != sk::sidecar_error::none || out == at_once, "a digest in pieces is another");
}

void check_forged(input& in) {
  octets memory = forged(in);
  sk::sidecar car;
  const sk::sidecar_error refused = sk::sidecar::open(memory, car);
  check_scan(memory, refused, 1 + in.below(300));
  if (refused != sk::sidecar_error::none) return;
  const sk::sidecar_subject subject = car.subject();
  require(sk::sidecar::size_for(subject, car.leaves()) == memory.size(), "an opened sidecar has another size");
  require(car.check(subject) == sk::sidecar_error::none, "a sidecar is not of its own subject");
  const octets first = noise(static_cast<std::size_t>(std::min<std::uint64_t>(subject.length, chunk)), 1);
  octets out(100);
  static_cast<void>(car.digest(first, out));
  static_cast<void>(car.missing());
  static_cast<void>(car.matches(0, first));
  require(car.take(car) == sk::sidecar_error::none, "a sidecar does not take its own leaves");
  if (subject.length > 100 * chunk) return;
  const octets message = noise(static_cast<std::size_t>(subject.length), 1);
  require(car.put(0, message), "a whole message is not taken");
  if (car.is_part() || car.seal({message.data(), first.size()}) != sk::sidecar_error::none) return;
  octets expected(subject.strength / 4);
  if (subject.strength == 128) sk::kt128(message, expected, subject.customization);
  if (subject.strength == 256) sk::kt256(message, expected, subject.customization);
  require(std::ranges::equal(expected, std::span(car.stored_digest().data(), car.digest_size())),
          "a sealed sidecar has another digest than the message");
}

void check_used(input& in) {
  octets message = noise(in.size(6 * chunk), 1);
  const octets custom = noise(in.flag() ? in.size(2 * chunk) : 0, 2);
  const unsigned strength = in.flag() ? 128 : 256;
  octets memory;
  sk::sidecar car;
  for (std::size_t step = 0; step <= in.below(5); ++step) {
    const octets before = memory;
    if (step != 0 && in.flag()) {  // grows or is cut
      message.resize(in.size(6 * chunk), 0x77);
    }
    const sk::sidecar_subject subject{strength, message.size(), custom, 3};
    memory.assign(*sk::sidecar::size_for(subject), 0xCC);
    car = *sk::sidecar::create(memory, subject);
    sk::sidecar_view old;
    if (sk::sidecar_view::open(before, old) == sk::sidecar_error::none)
      require(car.take(old) == sk::sidecar_error::none, "the leaves of the same message are not taken");
    if (!message.empty() && in.flag()) {  // changes
      sk::byte_range changed{in.size(message.size() - 1), in.size(message.size())};
      changed.size = std::min<std::uint64_t>(changed.size, message.size() - changed.offset);
      for (std::uint64_t i = 0; i < changed.size; ++i) message[static_cast<std::size_t>(changed.offset + i)] ^= 0x11;
      const sk::byte_range chunks = sk::sidecar::chunks_around(subject, changed);
      require(car.put(chunks.offset, {message.data() + chunks.offset, static_cast<std::size_t>(chunks.size)}),
              "chunks around a range are not taken");
    }
    while (const auto range = car.missing())
      require(car.put(range->offset, {message.data() + range->offset, static_cast<std::size_t>(range->size)}),
              "what is missing is not taken");
    require(car.seal({message.data(), std::min(message.size(), chunk)}) == sk::sidecar_error::none, "no seal");
    octets expected(strength / 4), out(expected.size());
    if (strength == 128) sk::kt128(message, expected, custom);
    if (strength == 256) sk::kt256(message, expected, custom);
    require(car.digest({message.data(), std::min(message.size(), chunk)}, out) == sk::sidecar_error::none && out == expected,
            "a sidecar has another digest than the message");
    require(car.matches(0, message), "a message does not match its sidecar");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  input in(data, size);
  if (in.flag()) {
    check_forged(in);
  } else {
    check_used(in);
  }
  return 0;
}
