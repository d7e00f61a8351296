// OpenSSL as a referee. Where it is not installed, or lacks an algorithm, nothing is compared with it.
#pragma once

#include "input.hpp"

#ifdef SIMDKECCAK_FUZZ_OPENSSL
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <map>
#include <memory>
#include <string>

namespace fuzz::openssl {

// Checks `digest`, which is not empty, if there is a digest of that name.
inline void check_digest(const char* name, const octets& message, const octets& digest) {
  static auto& known = *new std::map<std::string, EVP_MD*>;  // never freed, and so no leak to a sanitizer
  const auto [entry, is_new] = known.try_emplace(name);
  if (is_new) entry->second = EVP_MD_fetch(nullptr, name, nullptr);
  EVP_MD* const md = entry->second;
  if (md == nullptr) return;
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  octets out(digest.size());
  bool done = EVP_DigestInit_ex2(context.get(), md, nullptr) == 1 &&
              EVP_DigestUpdate(context.get(), message.data(), message.size()) == 1;
  done =
      done && ((EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF) != 0 ? EVP_DigestFinalXOF(context.get(), out.data(), out.size())
                                                             : EVP_DigestFinal_ex(context.get(), out.data(), nullptr)) == 1;
  require(done, "OpenSSL fails to compute a digest");
  require(out == digest, "OpenSSL computes another digest");
}

// The same for KMAC; OpenSSL wants a key of at least 4 bytes, and neither key nor customization much longer than 500.
inline void check_kmac(unsigned strength, const octets& key, const octets& message, const octets& customization, bool xof,
                       const octets& digest) {
  if (key.size() < 4 || key.size() > 500 || customization.size() > 500) return;
  static EVP_MAC* const macs[] = {EVP_MAC_fetch(nullptr, "KMAC-128", nullptr), EVP_MAC_fetch(nullptr, "KMAC-256", nullptr)};
  EVP_MAC* const mac = macs[strength == 128 ? 0 : 1];
  if (mac == nullptr) return;
  const std::unique_ptr<EVP_MAC_CTX, decltype(&EVP_MAC_CTX_free)> context(EVP_MAC_CTX_new(mac), EVP_MAC_CTX_free);
  octets custom = customization;  // which may not be null, even if it is empty
  std::size_t size = digest.size();
  int as_xof = xof ? 1 : 0;
  const OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_CUSTOM, custom.empty() ? &custom : static_cast<void*>(custom.data()),
                                        custom.size()),
      OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size), OSSL_PARAM_construct_int(OSSL_MAC_PARAM_XOF, &as_xof),
      OSSL_PARAM_construct_end()};
  octets out(size);
  std::size_t written = 0;
  require(EVP_MAC_init(context.get(), key.data(), key.size(), parameters) == 1 &&
              EVP_MAC_update(context.get(), message.data(), message.size()) == 1 &&
              EVP_MAC_final(context.get(), out.data(), &written, out.size()) == 1 && written == size,
          "OpenSSL fails to compute a KMAC");
  require(out == digest, "OpenSSL computes another KMAC");
}

}  // namespace fuzz::openssl

#else

namespace fuzz::openssl {

inline void check_digest(const char*, const octets&, const octets&) {}
inline void check_kmac(unsigned, const octets&, const octets&, const octets&, bool, const octets&) {}

}  // namespace fuzz::openssl

#endif
