// States saved on machines of another kind: tests/saved_states holds what this very test wrote on each. Every machine
// resumes them all, and itself saves the same bytes. SIMDKECCAK_WRITE_STATES=FILE writes this machine's.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <simdkeccak/any_hasher.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "noise.hpp"
#include "support.hpp"

namespace {

namespace sk = simdkeccak;
using test::octets;

constexpr std::size_t total = 3 * 8192 + 77;

struct sample {
  std::string_view algorithm;
  std::size_t position;
  sk::parameters parameters{};
};

const std::vector<sample>& samples() {
  static const std::vector<sample> all{
      {"sha3-256", 300},
      {"keccak-256", 136},
      {"shake128", 20000},
      {"turboshake256", 1},
      {"kt128", 8192 + 100},
      {"kt256", 2 * 8192},
      {"kmac128", 500, {.key = "key", .customization = "custom"}},
      {"parallelhash128", 10000, {.block_size = 1000}},
  };
  return all;
}

// A line of a file: the algorithm, the state in hexadecimal, and the digest of the whole message.
struct line {
  std::string algorithm, state, digest;
  bool operator==(const line&) const = default;
};
void PrintTo(const line& l, std::ostream* out) { *out << l.algorithm << " " << l.state << " " << l.digest; }

const octets& message() {
  static const octets m = test::noise(total, 74);
  return m;
}

sk::any_hasher made(const sample& s) { return *sk::any_hasher::make(*sk::find_algorithm(s.algorithm), s.parameters); }

std::string digest_from(sk::any_hasher hasher, std::size_t position) {
  hasher.update({message().data() + position, total - position});
  octets out(32);
  EXPECT_TRUE(hasher.digest(out));
  return test::to_hex(out);
}

std::vector<line> lines_of_this_machine() {
  std::vector<line> lines;
  for (const sample& s : samples()) {
    sk::any_hasher h = made(s);
    h.update({message().data(), s.position});
    const sk::saved_bytes state = h.save();
    lines.push_back({std::string(s.algorithm), test::to_hex({state.data(), state.size()}), digest_from(made(s), 0)});
  }
  return lines;
}

class SavedElsewhere : public testing::TestWithParam<std::string_view> {
 protected:
  static std::vector<line> lines() {
    std::ifstream file(std::string(SIMDKECCAK_VECTORS "/../saved_states/") + std::string(GetParam()) + ".txt");
    std::vector<line> all;
    for (line l; file >> l.algorithm >> l.state >> l.digest;) all.push_back(l);
    return all;
  }
};

TEST_P(SavedElsewhere, IsResumedHere) {
  const std::vector<line> all = lines();
  ASSERT_EQ(all.size(), samples().size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const sample& s = samples()[i];
    ASSERT_EQ(all[i].algorithm, s.algorithm);
    sk::any_hasher h = *sk::any_hasher::make(*sk::find_algorithm(s.algorithm), s.parameters);
    ASSERT_EQ(h.resume(test::from_hex(all[i].state)), sk::state_error::none) << s.algorithm;
    EXPECT_EQ(digest_from(h, s.position), all[i].digest) << s.algorithm;
  }
}

TEST_P(SavedElsewhere, IsWhatThisMachineSaves) { EXPECT_EQ(lines(), lines_of_this_machine()); }

INSTANTIATE_TEST_SUITE_P(Machine, SavedElsewhere, testing::Values("x86_64", "aarch64", "s390x", "armhf"),
                         [](const auto& machine) { return std::string(machine.param); });

TEST(SavedStates, AreWrittenOnRequest) {
  const char* const file = std::getenv("SIMDKECCAK_WRITE_STATES");
  if (file == nullptr) GTEST_SKIP() << "only with SIMDKECCAK_WRITE_STATES=FILE";
  std::ofstream out(file);
  for (const line& l : lines_of_this_machine()) out << l.algorithm << " " << l.state << " " << l.digest << "\n";
}

}  // namespace
