// The Monte Carlo tests of NIST: chains of 1000 calls, each hashing the output of the one before.
#include <simdkeccak/simdkeccak.h>

#include <algorithm>
#include <simdkeccak/simdkeccak.hpp>

#include "vector_file.hpp"

namespace sk = simdkeccak;

namespace test {
namespace {

using hash_function = void (*)(std::string_view algorithm, sk::bytes message, octets& out);

template <sk::algorithm A>
void typed(std::string_view, sk::bytes message, octets& out) {
  if constexpr (A.extendable()) {
    sk::hash<A>(message, out);
  } else {
    std::ranges::copy(sk::hash<A>(message), out.begin());
  }
}

void by_name(std::string_view algorithm, sk::bytes message, octets& out) {
  sk::any_hasher::make(*sk::find_algorithm(algorithm))->update(message).digest(out);
}

void by_c(std::string_view algorithm, sk::bytes message, octets& out) {
  simdkeccak_hash(algorithm.data(), message.data(), message.size(), out.data(), out.size());
}

octets fixed_length_chain(const record& r, const sk::named_algorithm& a, hash_function hash) {
  octets message = r.start, out(a.default_length());
  for (int call = 0; call < 1000; ++call) {
    hash(a.name, message, out);
    message = out;
  }
  return out;
}

// Each output is also the length of the next: its last two bytes, high byte first, choose it within bounds.
octets extendable_chain(const record& r, const sk::named_algorithm& a, hash_function hash) {
  octets message = r.start, out;
  std::uint64_t length = r.start_output_length;
  for (int call = 0; call < 1000; ++call) {
    message.resize(16);
    out.assign(static_cast<std::size_t>(length), 0);
    hash(a.name, message, out);
    const std::uint64_t last_two = out.at(out.size() - 2) * 256U + out.back();
    length = r.least_output_length + last_two % (r.most_output_length - r.least_output_length + 1);
    message = out;
  }
  return out;
}

class MonteCarlo : public testing::TestWithParam<vector_file> {
 protected:
  void check(hash_function hash, std::string_view how) {
    const sk::named_algorithm& a = GetParam().algorithm();
    const auto chain = a.extendable() ? extendable_chain : fixed_length_chain;
    for (const record& r : read_records(GetParam())) ASSERT_TRUE(agrees(r, chain(r, a, hash), how));
  }
};

TEST_P(MonteCarlo, Typed) {
  constexpr std::pair<std::string_view, hash_function> functions[] = {
      {"sha3-224", typed<sk::sha3_224>}, {"sha3-256", typed<sk::sha3_256>}, {"sha3-384", typed<sk::sha3_384>},
      {"sha3-512", typed<sk::sha3_512>}, {"shake128", typed<sk::shake128>}, {"shake256", typed<sk::shake256>},
  };
  const auto f = std::ranges::find(functions, GetParam().algorithm().name, [](const auto& row) { return row.first; });
  ASSERT_NE(f, std::end(functions));
  check(f->second, "typed");
}
TEST_P(MonteCarlo, ByName) { check(by_name, "by name"); }
TEST_P(MonteCarlo, ByC) { check(by_c, "by simdkeccak_hash()"); }

INSTANTIATE_TEST_SUITE_P(Vectors, MonteCarlo, testing::ValuesIn(vector_files_of({"mct"})), test_name);

}  // namespace
}  // namespace test
