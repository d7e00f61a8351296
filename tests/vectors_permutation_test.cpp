// Known answers of the permutation: every kernel of every backend that this CPU runs, and the steps of the round.
#include <simdkeccak/simdkeccak.h>

#include <algorithm>
#include <array>
#include <bit>
#include <simdkeccak/simdkeccak.hpp>

#include "backends.hpp"
#include "vector_file.hpp"

namespace sk = simdkeccak;

namespace test {
namespace {

using lanes = std::array<std::uint64_t, 25>;

lanes to_lanes(const octets& state) {
  lanes a{};
  for (std::size_t i = 0; i < state.size(); ++i) a.at(i / 8) |= std::uint64_t{state[i]} << (8 * (i % 8));
  return a;
}

octets to_octets(const lanes& a) {
  octets state;
  for (std::size_t i = 0; i < 200; ++i) state.push_back(static_cast<std::uint8_t>(a[i / 8] >> (8 * (i % 8))));
  return state;
}

const std::vector<record>& permutations() { return read_records(find_vector_file("keccak-p1600")); }

TEST(Permutation, KnownAnswers) {
  for (const record& r : permutations()) {
    lanes a = to_lanes(r.in);
    ASSERT_TRUE(r.rounds == 24 || r.rounds == 12) << r.name;
    if (r.rounds == 24) {
      sk::keccak_p1600(a);
    } else {
      sk::keccak_p1600<12>(a);
    }
    ASSERT_TRUE(agrees(r, to_octets(a), "by keccak_p1600()"));

    a = to_lanes(r.in);
    ASSERT_EQ(simdkeccak_keccak_p1600(a.data(), static_cast<unsigned>(r.rounds)), SIMDKECCAK_OK);
    ASSERT_TRUE(agrees(r, to_octets(a), "by simdkeccak_keccak_p1600()"));
  }
}

std::vector<sk::kernel> kernels_of(const sk::backend& row) {
  std::vector<sk::kernel> all{row.one};
  for (const sk::kernel& k : row.many)
    if (k.width != 0) all.push_back(k);
  return all;
}

// Each record's state in each slot, beside those of the records that follow it.
void check_in_every_slot(const sk::kernel& k, const std::vector<const record*>& records) {
  for (std::size_t first = 0; first < records.size(); ++first) {
    const auto in_slot = [&](unsigned slot) -> const record& { return *records[(first + slot) % records.size()]; };
    alignas(64) std::uint64_t states[25 * sk::widest_kernel];
    for (unsigned slot = 0; slot < k.width; ++slot) {
      const lanes a = to_lanes(in_slot(slot).in);
      for (unsigned i = 0; i < 25; ++i) states[i * k.width + slot] = a[i];
    }
    k.absorb(states, nullptr, 1, 0, static_cast<unsigned>(in_slot(0).rounds));
    for (unsigned slot = 0; slot < k.width; ++slot) {
      lanes a;
      for (unsigned i = 0; i < 25; ++i) a[i] = states[i * k.width + slot];
      ASSERT_TRUE(agrees(in_slot(slot), to_octets(a), std::string(k.name) + ", slot " + std::to_string(slot)));
    }
  }
}

TEST(Permutation, EveryKernelInEverySlot) {
  for (const sk::backend* row : supported_backends()) {
    for (const sk::kernel& k : kernels_of(*row)) {
      for (const unsigned rounds : {12U, 24U}) {
        std::vector<const record*> records;
        for (const record& r : permutations())
          if (r.rounds == rounds) records.push_back(&r);
        ASSERT_GE(records.size(), 2U);
        ASSERT_NO_FATAL_FAILURE(check_in_every_slot(k, records));
      }
    }
  }
}

const std::vector<record>& steps() { return read_records(find_vector_file("keccak-f1600-steps")); }

// Consecutive records that end with the last round are a permutation of as many rounds.
TEST(Steps, ChainIntoPermutations) {
  std::size_t chains = 0;
  for (std::size_t last = 0; last < steps().size(); ++last) {
    if (steps()[last].round != 23) continue;
    for (std::size_t first = last; first > 0 && steps()[first - 1].iota == steps()[first].in;) {
      const record& start = steps()[--first];
      const auto rounds = static_cast<unsigned>(24 - start.round);
      if (rounds % 2 != 0) continue;
      for (const sk::backend* row : supported_backends()) {
        lanes a = to_lanes(start.in);
        row->one.absorb(a.data(), nullptr, 1, 0, rounds);
        ASSERT_TRUE(agrees(start, steps()[last].iota, to_octets(a), std::string(row->name) + " up to the last round"));
      }
      ++chains;
    }
  }
  EXPECT_EQ(chains, 3U);
}

// The two runs of the file are the permutation of the zero state and, of its result, the next.
TEST(Steps, EndWhereThePermutationEnds) {
  lanes a{};
  std::size_t ends = 0;
  for (const record& r : steps()) {
    if (r.round != 23) continue;
    sk::keccak_p1600(a);
    ASSERT_TRUE(agrees(r, r.iota, to_octets(a), "by keccak_p1600()"));
    ++ends;
  }
  EXPECT_EQ(ends, 2U);
}

// A word for the library's round that writes down what the first of two rounds does to each lane of the state. What it holds
// is the value of a lane and, while it comes from that state, its place there.
struct recording_word {
  static constexpr unsigned width = 1;
  static constexpr unsigned nowhere = 25;
  std::uint64_t v;
  unsigned place = nowhere;

  struct steps {
    lanes theta, rho, pi, chi;
  };
  static inline lanes state;
  static inline steps seen;

  static recording_word load(const std::uint64_t* p) {
    for (unsigned i = 0; i < 25; ++i)
      if (p == &state[i]) return {*p, i};
    return {*p};
  }
  static void store(std::uint64_t* p, recording_word a) { *p = a.v; }
  static recording_word set1(std::uint64_t c) { return {c}; }
  static recording_word xor2(recording_word a, recording_word b) { return {a.v ^ b.v}; }
  static recording_word xor5(recording_word a, recording_word b, recording_word c, recording_word d, recording_word e) {
    return {a.v ^ b.v ^ c.v ^ d.v ^ e.v};
  }
  static recording_word theta_d(recording_word prev, recording_word next) { return {prev.v ^ std::rotl(next.v, 1)}; }
  template <int N>
  static recording_word xor_rol(recording_word a, recording_word d) {
    const std::uint64_t before = a.v ^ d.v, after = std::rotl(before, N);
    if (a.place == nowhere) return {after};
    seen.theta[a.place] = before;
    seen.rho[a.place] = after;
    const unsigned x = a.place % 5, y = a.place / 5;
    return {after, y + 5 * ((2 * x + 3 * y) % 5)};  // pi, FIPS 202, section 3.2.3
  }
  static recording_word chi(recording_word a, recording_word b, recording_word c) {
    const std::uint64_t after = a.v ^ (~b.v & c.v);
    if (a.place == nowhere) return {after};
    seen.pi[a.place] = a.v;
    seen.chi[a.place] = after;
    return {after};
  }
};

TEST(Steps, OfTheOnlyRound) {
  using round = sk::detail::keccak_p<recording_word>;
  for (const record& r : steps()) {
    recording_word::state = to_lanes(r.in);
    recording_word::seen = {};
    round::permute(recording_word::state.data(), 2);
    const recording_word::steps& seen = recording_word::seen;
    ASSERT_TRUE(agrees(r, r.theta, to_octets(seen.theta), "theta"));
    ASSERT_TRUE(agrees(r, r.rho, to_octets(seen.rho), "rho"));
    ASSERT_TRUE(agrees(r, r.pi, to_octets(seen.pi), "pi"));
    ASSERT_TRUE(agrees(r, r.chi, to_octets(seen.chi), "chi"));
    lanes iota = seen.chi;
    iota[0] ^= round::round_constants[r.round];
    ASSERT_TRUE(agrees(r, r.iota, to_octets(iota), "iota"));
  }
}

}  // namespace
}  // namespace test
