// Crypto++: one object an algorithm, which CalculateDigest() resets.
#include <cryptopp/config.h>
#include <cryptopp/keccak.h>
#include <cryptopp/sha.h>
#include <cryptopp/sha3.h>
#include <cryptopp/shake.h>

#include <memory>

#include "contender.hpp"

namespace {

template <class Hash>
contender::algorithm of(const char* name, const std::shared_ptr<Hash>& hash) {
  return contender::one_by_one(name, hash->DigestSize(), [hash](contender::message m, std::uint8_t* out) {
    hash->CalculateDigest(out, m.data(), m.size());
  });
}

}  // namespace

int main(int argc, char** argv) {
  using namespace CryptoPP;
  const std::string version =
      std::to_string(CRYPTOPP_MAJOR) + '.' + std::to_string(CRYPTOPP_MINOR) + '.' + std::to_string(CRYPTOPP_REVISION);
  return contender::serve({argv + 1, argv + argc}, {"cryptopp", version, "C++"},
                          {of("keccak-256", std::make_shared<Keccak_256>()), of("sha3-256", std::make_shared<SHA3_256>()),
                           of("sha3-512", std::make_shared<SHA3_512>()), of("shake128", std::make_shared<SHAKE128>(32U)),
                           of("shake256", std::make_shared<SHAKE256>(64U)), of("sha-256", std::make_shared<SHA256>())});
}
