// libgcrypt: its one-shot function, and for the extendable ones, which that does not serve, a handle that is reset.
#include <gcrypt.h>

#include "contender.hpp"

int main(int argc, char** argv) {
  const char* const version = gcry_check_version(nullptr);
  gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
  gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);

  const auto fixed = [](const char* name, std::size_t digest, int algorithm) {
    return contender::one_by_one(name, digest, [algorithm](contender::message m, std::uint8_t* out) {
      gcry_md_hash_buffer(algorithm, out, m.data(), m.size());
    });
  };
  const auto extendable = [](const char* name, std::size_t digest, int algorithm) {
    gcry_md_hd_t handle = nullptr;
    gcry_md_open(&handle, algorithm, 0);
    return contender::one_by_one(name, digest, [=](contender::message m, std::uint8_t* out) {
      gcry_md_reset(handle);
      gcry_md_write(handle, m.data(), m.size());
      gcry_md_extract(handle, algorithm, out, digest);
    });
  };
  return contender::serve({argv + 1, argv + argc}, {"libgcrypt", version, "C"},
                          {fixed("sha3-256", 32, GCRY_MD_SHA3_256), fixed("sha3-512", 64, GCRY_MD_SHA3_512),
                           extendable("shake128", 32, GCRY_MD_SHAKE128), extendable("shake256", 64, GCRY_MD_SHAKE256),
                           fixed("sha-256", 32, GCRY_MD_SHA256)});
}
