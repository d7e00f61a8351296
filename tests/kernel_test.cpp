// Every kernel against the reference: all lanes and rounds, inputs of every alignment that end or begin at a page that may
// not be read, and states with nothing written around them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <simdkeccak/backend.hpp>
#include <string>
#include <vector>

#include "guarded_memory.hpp"
#include "noise.hpp"
#include "reference.hpp"

namespace {

namespace sk = simdkeccak;

struct kernel_of_row {
  sk::kernel kernel;
  const sk::backend* row;
};

void PrintTo(const kernel_of_row& k, std::ostream* out) { *out << k.row->name << "'s " << k.kernel.name; }

// Each kernel once, though several rows may name it.
std::vector<kernel_of_row> all_kernels() {
  std::vector<kernel_of_row> kernels;
  const auto add = [&](const sk::kernel& k, const sk::backend& row) {
    const auto same = [&](const kernel_of_row& known) { return known.kernel.absorb == k.absorb; };
    const auto known = std::ranges::find_if(kernels, same);
    if (known == kernels.end()) {
      kernels.push_back({k, &row});
    } else if (row.supported()) {
      known->row = &row;
    }
  };
  for (const sk::backend& row : sk::backends()) {
    add(row.one, row);
    for (const sk::kernel& k : row.many)
      if (k.width != 0) add(k, row);
  }
  return kernels;
}

constexpr std::size_t most_blocks = 17;
constexpr std::size_t most_lanes = 25;

enum class edge { first_byte, last_byte };  // which of the memory's ends the data lies at

struct absorption {
  unsigned lanes;
  unsigned rounds;
  std::size_t blocks;
  edge at;
  unsigned shift;     // slot s lies (shift + s) % 8 bytes from the edge
  bool same = false;  // all slots read the same input
};

std::ostream& operator<<(std::ostream& out, const absorption& a) {
  return out << a.lanes << " lanes, " << a.rounds << " rounds, " << a.blocks << " blocks, input " << a.shift
             << " bytes from the " << (a.at == edge::last_byte ? "end" : "start") << (a.same ? ", one for all" : "");
}

class Kernel : public testing::TestWithParam<kernel_of_row> {
 protected:
  void SetUp() override {
    if (!GetParam().row->supported()) GTEST_SKIP() << "not run: this CPU cannot run backend " << GetParam().row->name;
    for (unsigned slot = 0; slot < width(); ++slot) {
      inputs_.push_back(std::make_unique<test::guarded_memory>(8 * most_lanes * most_blocks + 8));
      test::fill_with_noise(inputs_.back()->begin(), inputs_.back()->size(), 1000 + slot);
      inputs_.back()->forbid_writing();
    }
  }

  unsigned width() const { return GetParam().kernel.width; }

  testing::AssertionResult agrees(const absorption& a) {
    const std::size_t input_size = std::size_t{8} * a.lanes * a.blocks;
    std::vector<const std::uint8_t*> in;
    for (unsigned slot = 0; slot < width(); ++slot) {
      const test::guarded_memory& memory = *inputs_[a.same ? 0 : slot];
      const unsigned distance = (a.shift + (a.same ? 0 : slot)) % 8;
      in.push_back(a.at == edge::last_byte ? memory.end() - distance - input_size : memory.begin() + distance);
    }

    // The state touches an edge too; what is left of its memory must stay as it is.
    test::fill_with_noise(state_memory_.begin(), state_memory_.size(), a.shift);
    const std::size_t state_size = std::size_t{8} * 25 * width();
    const std::size_t before = a.at == edge::last_byte ? state_memory_.size() - state_size : std::size_t{8} * (a.shift % 4);
    std::vector<std::uint8_t> expected(state_memory_.begin(), state_memory_.end());
    for (unsigned slot = 0; slot < width(); ++slot) expect(a, in[slot], slot, expected.data() + before);

    GetParam().kernel.absorb(reinterpret_cast<std::uint64_t*>(state_memory_.begin() + before),
                             a.lanes != 0 ? in.data() : nullptr, a.blocks, a.lanes, a.rounds);
    const auto difference = std::ranges::mismatch(expected, std::span(state_memory_.begin(), state_memory_.end()));
    if (difference.in1 == expected.end()) return testing::AssertionSuccess();
    const std::ptrdiff_t at = difference.in1 - expected.begin() - static_cast<std::ptrdiff_t>(before);
    return testing::AssertionFailure() << a << ": byte " << at << " of a state of " << state_size << " bytes differs";
  }

 private:
  // Replaces slot `slot` of the states at `states` by what it must become.
  void expect(const absorption& a, const std::uint8_t* input, unsigned slot, std::uint8_t* states) const {
    const auto column = [&](unsigned i) { return states + std::size_t{8} * (i * width() + slot); };
    reference::lanes lanes;
    for (unsigned i = 0; i < 25; ++i) std::memcpy(&lanes[i], column(i), 8);
    for (std::size_t block = 0; block < a.blocks; ++block) {
      for (std::size_t i = 0; i < 8 * a.lanes; ++i) reference::xor_byte(lanes, i, input[block * 8 * a.lanes + i]);
      reference::keccak_p(lanes, a.rounds);
    }
    for (unsigned i = 0; i < 25; ++i) std::memcpy(column(i), &lanes[i], 8);
  }

  std::vector<std::unique_ptr<test::guarded_memory>> inputs_;
  test::guarded_memory state_memory_{8 * 25 * sk::widest_kernel};
};

TEST_P(Kernel, EveryCase) {
  for (unsigned lanes = 0; lanes <= most_lanes; ++lanes)
    for (unsigned rounds = 2; rounds <= 24; rounds += 2)
      for (const std::size_t blocks : {0U, 1U, 2U, 3U, 17U})
        for (unsigned shift = 0; shift < 8; ++shift)
          for (const edge at : {edge::first_byte, edge::last_byte}) ASSERT_TRUE(agrees({lanes, rounds, blocks, at, shift}));
}

// What emulators have the time for.
TEST_P(Kernel, BlocksOfEveryLength) {
  for (unsigned lanes = 0; lanes <= most_lanes; ++lanes)
    for (const unsigned rounds : {12U, 24U})
      for (const std::size_t blocks : {1U, 2U})
        ASSERT_TRUE(agrees({lanes, rounds, blocks, lanes % 2 == 0 ? edge::first_byte : edge::last_byte, lanes % 8}));
}

TEST_P(Kernel, SlotsMayShareAnInput) {
  for (unsigned lanes = 1; lanes <= most_lanes; ++lanes)
    for (const edge at : {edge::first_byte, edge::last_byte}) ASSERT_TRUE(agrees({lanes, 24, 3, at, lanes % 8, true}));
}

// The function for digests, where a kernel has one: the first four lanes of each state; nothing around the states changes.
TEST_P(Kernel, Digest) {
  if (GetParam().kernel.digest == nullptr) return;
  const std::size_t row = std::size_t{8} * width(), size = 25 * row;
  test::guarded_memory memory(size);
  for (unsigned rounds = 2; rounds <= 24; rounds += 2)
    for (std::uint64_t seed = 0; seed < 64; ++seed)
      for (const edge at : {edge::first_byte, edge::last_byte}) {
        test::fill_with_noise(memory.begin(), memory.size(), seed);
        std::uint8_t* const states = at == edge::first_byte ? memory.begin() : memory.end() - size;
        std::memset(states + 17 * row, 0, 8 * row);
        std::vector<std::uint8_t> expected(memory.begin(), memory.end());
        std::uint8_t* const expected_states = expected.data() + (states - memory.begin());
        for (unsigned slot = 0; slot < width(); ++slot) {
          reference::lanes lanes;
          for (unsigned i = 0; i < 25; ++i) std::memcpy(&lanes[i], states + i * row + std::size_t{8} * slot, 8);
          reference::keccak_p(lanes, rounds);
          for (unsigned i = 0; i < 4; ++i) std::memcpy(expected_states + i * row + std::size_t{8} * slot, &lanes[i], 8);
        }
        GetParam().kernel.digest(reinterpret_cast<std::uint64_t*>(states), rounds);
        std::copy_n(states + 4 * row, 21 * row, expected_states + 4 * row);
        ASSERT_TRUE(std::ranges::equal(expected, std::span(memory.begin(), memory.end())))
            << rounds << " rounds, states " << seed << " at the " << (at == edge::last_byte ? "end" : "start");
      }
}

INSTANTIATE_TEST_SUITE_P(All, Kernel, testing::ValuesIn(all_kernels()),
                         [](const auto& kernel) { return std::string(kernel.param.kernel.name); });

}  // namespace
