// Nettle: one context an algorithm, which the digest functions reset.
#include <nettle/sha2.h>
#include <nettle/sha3.h>
#include <nettle/version.h>

#include "contender.hpp"

namespace {

template <class Context, auto Init, auto Update, auto Digest>
contender::algorithm of(const char* name, std::size_t digest) {
  Context context;
  Init(&context);
  return contender::one_by_one(name, digest, [=](contender::message m, std::uint8_t* out) mutable {
    Update(&context, m.size(), m.data());
    Digest(&context, digest, out);
  });
}

}  // namespace

int main(int argc, char** argv) {
  const std::string version = std::to_string(nettle_version_major()) + '.' + std::to_string(nettle_version_minor());
  return contender::serve({argv + 1, argv + argc}, {"nettle", version, "C"},
                          {of<sha3_256_ctx, sha3_256_init, sha3_256_update, sha3_256_digest>("sha3-256", 32),
                           of<sha3_512_ctx, sha3_512_init, sha3_512_update, sha3_512_digest>("sha3-512", 64),
                           of<sha3_256_ctx, sha3_256_init, sha3_256_update, sha3_256_shake>("shake256", 64),
                           of<sha256_ctx, sha256_init, sha256_update, sha256_digest>("sha-256", 32)});
}
