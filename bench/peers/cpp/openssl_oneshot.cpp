// OpenSSL's libcrypto in one call a digest, EVP_Q_digest(), which looks the algorithm up by name and makes a context.
#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "contender.hpp"

int main(int argc, char** argv) {
  struct row {
    const char *name, *openssl;
    std::size_t digest;
  };
  std::vector<contender::algorithm> algorithms;
  for (const row& r : {row{"keccak-256", "KECCAK-256", 32}, row{"sha3-256", "SHA3-256", 32}, row{"sha3-512", "SHA3-512", 64},
                       row{"sha-256", "SHA2-256", 32}}) {
    EVP_MD* const md = EVP_MD_fetch(nullptr, r.openssl, nullptr);
    if (md == nullptr) continue;
    EVP_MD_free(md);
    algorithms.push_back(contender::one_by_one(r.name, r.digest, [=](contender::message m, std::uint8_t* out) {
      EVP_Q_digest(nullptr, r.openssl, nullptr, m.data(), m.size(), out, nullptr);
    }));
  }
  return contender::serve({argv + 1, argv + argc}, {"openssl-oneshot", OpenSSL_version(OPENSSL_VERSION_STRING), "C"},
                          algorithms);
}
