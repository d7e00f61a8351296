#include "evidence.hpp"

#include <cstdio>
#include <cstdlib>
#include <set>

#include "../tests/reference.hpp"

#if defined(SIMDKECCAK_BENCH_OPENSSL)
#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <memory>
#endif

namespace bench {
namespace {

using reference::octets;

struct referee {
  std::string_view algorithm;
  const char* openssl;  // its name there; null: OpenSSL has none
  bool extendable;
  octets (*model)(const octets& message, std::size_t size);
};

// The model from the parameters in the standards, not from the library's.
constexpr referee table[] = {
    {"keccak-256", "KECCAK-256", false,
     [](const octets& m, std::size_t n) { return reference::sponge(136, 0x01, 24, m, n); }},
    {"sha3-256", "SHA3-256", false, [](const octets& m, std::size_t n) { return reference::sponge(136, 0x06, 24, m, n); }},
    {"sha3-512", "SHA3-512", false, [](const octets& m, std::size_t n) { return reference::sponge(72, 0x06, 24, m, n); }},
    {"shake128", "SHAKE128", true, [](const octets& m, std::size_t n) { return reference::shake(128, m, n); }},
    {"shake256", "SHAKE256", true, [](const octets& m, std::size_t n) { return reference::shake(256, m, n); }},
    {"turboshake128", nullptr, true, [](const octets& m, std::size_t n) { return reference::turboshake(128, 0x1F, m, n); }},
    {"turboshake256", nullptr, true, [](const octets& m, std::size_t n) { return reference::turboshake(256, 0x1F, m, n); }},
    {"kt128", nullptr, true, [](const octets& m, std::size_t n) { return reference::kangarootwelve(128, m, n, {}); }},
    {"kt256", nullptr, true, [](const octets& m, std::size_t n) { return reference::kangarootwelve(256, m, n, {}); }},
};

const referee& referee_of(std::string_view algorithm) {
  for (const referee& r : table)
    if (r.algorithm == algorithm) return r;
  std::fprintf(stderr, "simdkeccak_bench: no reference for %.*s\n", static_cast<int>(algorithm.size()), algorithm.data());
  std::abort();
}

#if defined(SIMDKECCAK_BENCH_OPENSSL)

struct freeing {
  void operator()(EVP_MD* p) const { EVP_MD_free(p); }
  void operator()(EVP_MD_CTX* p) const { EVP_MD_CTX_free(p); }
};

std::unique_ptr<EVP_MD, freeing> fetched(const referee& r) {
  return std::unique_ptr<EVP_MD, freeing>(r.openssl != nullptr ? EVP_MD_fetch(nullptr, r.openssl, nullptr) : nullptr);
}

bool openssl_has(const referee& r) { return fetched(r) != nullptr; }

// Empty if OpenSSL does not have the algorithm.
octets openssl_digest(const referee& r, simdkeccak::bytes message, std::size_t size) {
  const auto type = fetched(r);
  if (type == nullptr) return {};
  const std::unique_ptr<EVP_MD_CTX, freeing> context(EVP_MD_CTX_new());
  octets out(size);
  const bool done = context != nullptr && EVP_DigestInit_ex2(context.get(), type.get(), nullptr) == 1 &&
                    EVP_DigestUpdate(context.get(), message.data(), message.size()) == 1 &&
                    (r.extendable ? EVP_DigestFinalXOF(context.get(), out.data(), size)
                                  : EVP_DigestFinal_ex(context.get(), out.data(), nullptr)) == 1;
  if (!done) {
    std::fprintf(stderr, "simdkeccak_bench: OpenSSL failed at %s\n", r.openssl);
    std::abort();
  }
  return out;
}

#else

bool openssl_has(const referee&) { return false; }
octets openssl_digest(const referee&, simdkeccak::bytes, std::size_t) { return {}; }

#endif

std::set<std::string, std::less<>>& failures() {
  static std::set<std::string, std::less<>> names;
  return names;
}

}  // namespace

std::vector<std::uint8_t> referee_digest(std::string_view algorithm, simdkeccak::bytes message, std::size_t size) {
  const referee& r = referee_of(algorithm);
  octets out = openssl_digest(r, message, size);
  if (out.empty()) out = r.model(octets(message.data(), message.data() + message.size()), size);
  return out;
}

std::string_view referee_name(std::string_view algorithm) {
  return openssl_has(referee_of(algorithm)) ? "OpenSSL" : "the model";
}

std::string referees() {
  std::string by_openssl, by_model;
  for (const referee& r : table) {
    std::string& names = openssl_has(r) ? by_openssl : by_model;
    names.append(names.empty() ? "" : ", ").append(r.algorithm);
  }
#if defined(SIMDKECCAK_BENCH_OPENSSL)
  by_openssl = std::string("OpenSSL ") + OpenSSL_version(OPENSSL_VERSION_STRING) + " for " + by_openssl;
#else
  by_openssl = "OpenSSL not built in";
#endif
  return by_openssl + "; the model of the standards for " + by_model + " and the permutation";
}

void fail(benchmark::State& state, std::string_view case_name, const std::string& reason) {
  if (failures().emplace(case_name).second)
    std::fprintf(stderr, "simdkeccak_bench: FAILED %.*s: %s\n", static_cast<int>(case_name.size()), case_name.data(),
                 reason.c_str());
  state.SkipWithError(reason.c_str());
  // The framework compares the counts of iterations of all repetitions, and would end the program if they differed, as they
  // do unless its loop was entered.
  if (state.iterations() == 0)
    for (auto _ : state) {
    }
}

bool failed(std::string_view case_name) { return failures().contains(case_name); }
bool any_failed() { return !failures().empty(); }

}  // namespace bench
