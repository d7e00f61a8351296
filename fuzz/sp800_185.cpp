// cSHAKE, KMAC, TupleHash and ParallelHash, and their XOFs, on any walk, against their composition from plain sponges, and
// KMAC against OpenSSL too.
#include <string>

#include "model.hpp"
#include "openssl.hpp"
#include "walk.hpp"

namespace {

using namespace fuzz;
using model::output;

constexpr std::size_t longest_message = 3000, longest_string = 600, longest_output = 700;

std::string named(const char* name, unsigned strength) { return name + std::to_string(strength); }

// The function and the XOF under their two names.
void by_name(input& in, const char* name, unsigned strength, const sk::parameters& p, const octets& message,
             const expectation& expected) {
  if (in.flag()) {
    agree_by_name(in, named(name, strength).c_str(), p, message, expected.digest);
  } else {
    agree_by_name(in, (std::string(name) + "xof" + std::to_string(strength)).c_str(), p, message, expected.stream);
  }
}

template <unsigned Strength>
void check_cshake(input& in) {
  const std::size_t size = in.size(longest_output);
  const octets name = in.message(longest_string), custom = in.message(longest_string), message = in.message(longest_message);
  const octets expected = model::cshake(Strength, message, size, name, custom);
  const auto make = [&](sk::backend_ref place) { return sk::cshake<Strength>(name, custom, place); };
  agree(in, make, message, {expected, expected}, ask_digest, ask_reader);

  sk::parameters p;
  p.function_name = name;
  p.customization = custom;
  agree_by_name(in, named("cshake", Strength).c_str(), p, message, expected);
}

template <unsigned Strength>
void check_kmac(input& in) {
  const std::size_t size = in.size(longest_output);
  const octets key = in.message(longest_string), custom = in.message(longest_string), message = in.message(longest_message);
  const expectation expected{model::kmac(Strength, key, message, size, custom, output::fixed),
                             model::kmac(Strength, key, message, size, custom, output::xof)};
  if (size != 0) {
    openssl::check_kmac(Strength, key, message, custom, false, expected.digest);
    openssl::check_kmac(Strength, key, message, custom, true, expected.stream);
  }
  const auto make = [&](sk::backend_ref place) { return sk::kmac<Strength>(key, custom, place); };
  agree(in, make, message, expected, ask_digest, ask_reader);

  sk::parameters p;
  p.key = key;
  p.customization = custom;
  by_name(in, "kmac", Strength, p, message, expected);
}

// Elements at once on every row; then each at once or in pieces.
template <unsigned Strength>
void check_tuplehash(input& in) {
  const std::size_t size = in.size(longest_output);
  const octets custom = in.message(longest_string);
  std::vector<octets> tuple(in.below(6));
  for (octets& element : tuple) element = in.message(longest_message / 4);
  const octets expected = model::tuplehash(Strength, tuple, size, custom, output::fixed);
  const octets stream = model::tuplehash(Strength, tuple, size, custom, output::xof);

  octets out(size);
  for (const sk::backend* row : supported_rows()) {
    sk::use_backend(*row);
    Strength == 128 ? sk::tuplehash128(tuple, out, custom) : sk::tuplehash256(tuple, out, custom);
    require(out == expected, "tuplehash() is wrong");
  }

  sk::parameters p;
  p.customization = custom;
  const bool xof = in.flag();
  const sk::named_algorithm& a = *sk::find_algorithm(named(xof ? "tuplehashxof" : "tuplehash", Strength));
  const auto enter_tuple = [&](auto make) {
    auto h = fresh(in, make);
    for (const octets& element : tuple) {
      if (in.flag()) {
        h.update(element);
        disturb(in, h, make);
        continue;
      }
      h.begin_element(element.size());
      in_pieces(in, element.size(), h, make,
                [&](std::size_t offset, std::size_t n) { h.extend(sk::bytes(element.data() + offset, n)); });
    }
    return h;
  };
  const auto make = [&](sk::backend_ref place) { return sk::tuplehash<Strength>(custom, place); };
  const auto h = enter_tuple(make);
  h.digest(out);
  require(out == expected, "a TupleHash of pieces is wrong");
  const auto another = [&](sk::backend_ref place) { return make(place).read(); };
  require(read(in, h.read(), another, size) == stream, "a TupleHash stream is wrong");

  const auto any = enter_tuple([&](sk::backend_ref place) { return *sk::any_hasher::make(a, p, place); });
  require(any.digest(out), "an any_hasher gives no TupleHash");
  require(out == (xof ? stream : expected), "an any_hasher's TupleHash is wrong");
}

template <unsigned Strength>
void check_parallelhash(input& in) {
  const std::size_t size = in.size(longest_output);
  const octets custom = in.message(longest_string), message = in.message(longest_message);
  // A hundred blocks at most, unless the message is short.
  const std::size_t block_size = std::max(1 + in.size(longest_message + 10), message.size() / 100);
  const expectation expected{model::parallelhash(Strength, message, block_size, size, custom, output::fixed),
                             model::parallelhash(Strength, message, block_size, size, custom, output::xof)};
  const auto make = [&](sk::backend_ref place) { return sk::parallelhash<Strength>(block_size, custom, place); };
  agree(in, make, message, expected, ask_digest, ask_reader);

  sk::parameters p;
  p.block_size = block_size;
  p.customization = custom;
  by_name(in, "parallelhash", Strength, p, message, expected);
}

constexpr void (*checks[])(input&) = {
    check_cshake<128>,    check_cshake<256>,    check_kmac<128>,         check_kmac<256>,
    check_tuplehash<128>, check_tuplehash<256>, check_parallelhash<128>, check_parallelhash<256>,
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  input in(data, size);
  checks[in.below(std::size(checks))](in);
  return 0;
}
