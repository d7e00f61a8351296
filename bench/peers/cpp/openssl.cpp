// OpenSSL's libcrypto as its documents advise for speed: the algorithm fetched once, the context reused.
#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "contender.hpp"

int main(int argc, char** argv) {
  struct row {
    const char *name, *openssl;
    std::size_t digest;
    bool extendable;
  };
  std::vector<contender::algorithm> algorithms;
  for (const row& r : {row{"keccak-256", "KECCAK-256", 32, false}, row{"sha3-256", "SHA3-256", 32, false},
                       row{"sha3-512", "SHA3-512", 64, false}, row{"shake128", "SHAKE128", 32, true},
                       row{"shake256", "SHAKE256", 64, true}, row{"sha-256", "SHA2-256", 32, false}}) {
    EVP_MD* const md = EVP_MD_fetch(nullptr, r.openssl, nullptr);
    if (md == nullptr) continue;
    EVP_MD_CTX* const context = EVP_MD_CTX_new();
    algorithms.push_back(contender::one_by_one(r.name, r.digest, [=](contender::message m, std::uint8_t* out) {
      EVP_DigestInit_ex2(context, md, nullptr);
      EVP_DigestUpdate(context, m.data(), m.size());
      if (r.extendable) {
        EVP_DigestFinalXOF(context, out, r.digest);
      } else {
        EVP_DigestFinal_ex(context, out, nullptr);
      }
    }));
  }
  return contender::serve({argv + 1, argv + argc}, {"openssl", OpenSSL_version(OPENSSL_VERSION_STRING), "C"}, algorithms);
}
