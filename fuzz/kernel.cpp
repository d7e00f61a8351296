// Every kernel that this CPU runs, by its pointer, against the portable one a state at a time.
#include <cstring>

#include "input.hpp"

namespace {

using namespace fuzz;

void check(input& in, const sk::kernel& k) {
  const auto lanes = static_cast<unsigned>(in.below(26));
  const auto rounds = static_cast<unsigned>(2 + 2 * in.below(12));
  const std::size_t blocks = in.below(7);
  const std::size_t size = std::size_t{8} * lanes * blocks;

  // A slot has an input of its own, or that of a slot before it, or one that overlaps it.
  std::vector<unaligned> inputs;
  std::vector<const std::uint8_t*> slots;
  for (unsigned s = 0; s < k.width; ++s) {
    const std::size_t choice = in.below(4);
    if (choice < 2 || s == 0) {
      const std::size_t spare = in.below(16);
      inputs.emplace_back(size + spare, in.below(8), in.byte());
      slots.push_back(inputs.back().view().data() + spare);
    } else if (choice == 2) {
      slots.push_back(slots[in.below(s)]);
    } else {
      const sk::bytes all = inputs[in.below(inputs.size())].view();
      slots.push_back(all.data() + in.below(all.size() - size + 1));
    }
  }

  // Lanes before the states shift them to any alignment of 8 bytes and, like those behind, stay as they are.
  const std::size_t before = in.below(8), behind = in.below(8);
  octets random = noise(8 * (before + 25 * k.width + behind), in.byte());
  std::vector<std::uint64_t> state(random.size() / 8);
  std::memcpy(state.data(), random.data(), random.size());

  std::vector<std::uint64_t> expected = state;
  for (unsigned s = 0; s < k.width; ++s) {
    std::uint64_t one[25];
    for (unsigned i = 0; i < 25; ++i) one[i] = expected[before + i * k.width + s];
    portable().one.absorb(one, &slots[s], blocks, lanes, rounds);
    for (unsigned i = 0; i < 25; ++i) expected[before + i * k.width + s] = one[i];
  }
  k.absorb(state.data() + before, lanes != 0 || in.flag() ? slots.data() : nullptr, blocks, lanes, rounds);
  require(state == expected, "a kernel differs from the portable one");
}

void check_digest(input& in, const sk::kernel& k) {
  const auto rounds = static_cast<unsigned>(2 + 2 * in.below(12));
  const octets random = noise(8 * 17 * std::size_t{k.width}, in.byte());
  std::vector<std::uint64_t> state(std::size_t{25} * k.width);
  std::memcpy(state.data(), random.data(), random.size());
  std::vector<std::uint64_t> expected = state;
  k.absorb(expected.data(), nullptr, 1, 0, rounds);
  k.digest(state.data(), rounds);
  require(std::memcmp(state.data(), expected.data(), std::size_t{32} * k.width) == 0, "a digest is not the permutation's");
}

void check_all(const std::uint8_t* data, std::size_t size, const sk::kernel& k) {
  input in(data, size);
  check(in, k);
  if (k.digest != nullptr) check_digest(in, k);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const sk::backend* row : supported_rows()) {
    check_all(data, size, row->one);
    for (const sk::kernel& k : row->many)
      if (k.width != 0) check_all(data, size, k);
  }
  return 0;
}
