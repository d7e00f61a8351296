// hash_many over messages of any sizes, with any sponge and any length of output, on every row, against one by one.
#include "model.hpp"

namespace {

using namespace fuzz;

constexpr sk::algorithm named[] = {sk::keccak_256, sk::sha3_224,      sk::sha3_512,      sk::shake128,
                                   sk::shake256,   sk::turboshake128, sk::turboshake256, {192, 0x1F, 2, 0}};

// One of the named, or any.
sk::algorithm algorithm(input& in) {
  const std::size_t choice = in.below(std::size(named) + 1);
  if (choice != std::size(named)) return named[choice];
  const auto lanes = static_cast<std::uint8_t>(1 + in.below(24));
  const auto suffix = static_cast<std::uint8_t>(1 + in.below(0x7F));
  const auto rounds = static_cast<std::uint8_t>(2 + 2 * in.below(12));
  return {static_cast<std::uint8_t>(8 * lanes), suffix, rounds, 0};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  input in(data, size);
  const sk::algorithm a = algorithm(in);
  const std::size_t out_size = a.digest != 0 ? a.digest : in.size(3 * a.rate);
  const std::size_t gap = in.below(9);  // bytes between digests, which stay as they are
  const std::size_t stride = out_size + gap;

  std::vector<unaligned> messages;
  const std::size_t count = in.below(41);
  std::size_t length = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (in.flag()) length = in.size(900);  // else as long as the one before
    messages.emplace_back(length, in.below(8), i);
  }
  std::vector<sk::bytes> views;
  for (const unaligned& m : messages) views.push_back(m.view());

  constexpr std::uint8_t untouched = 0xA5;
  octets expected(count * stride, untouched);
  for (std::size_t i = 0; i < count; ++i) {
    const sk::bytes m = messages[i].view();
    std::ranges::copy(model::sponge(a, {m.data(), m.data() + m.size()}, out_size),
                      expected.begin() + static_cast<std::ptrdiff_t>(i * stride));
  }
  for (const sk::backend* row : supported_rows()) {
    octets out(count * stride, untouched);
    sk::detail::hash_many(a, {sk::detail::fetch<std::vector<sk::bytes>>, &views, count, out.data(), out_size, stride}, *row);
    require(out == expected, "a batch differs from its messages one by one");
  }
  return 0;
}
