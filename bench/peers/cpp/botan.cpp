// Botan: one object an algorithm, which final() resets.
#include <botan/hash.h>
#include <botan/version.h>

#include "contender.hpp"

int main(int argc, char** argv) {
  std::vector<contender::algorithm> algorithms;
  const auto add = [&](const char* name, const char* botan) {
    const std::shared_ptr<Botan::HashFunction> hash = Botan::HashFunction::create(botan);
    if (!hash) return;
    algorithms.push_back(contender::one_by_one(name, hash->output_length(), [hash](contender::message m, std::uint8_t* out) {
      hash->update(m.data(), m.size());
      hash->final(out);
    }));
  };
  add("keccak-256", "Keccak-1600(256)");
  add("sha3-256", "SHA-3(256)");
  add("sha3-512", "SHA-3(512)");
  add("shake128", "SHAKE-128(256)");
  add("shake256", "SHAKE-256(512)");
  add("sha-256", "SHA-256");
  return contender::serve({argv + 1, argv + argc}, {"botan", Botan::short_version_string(), "C++"}, algorithms);
}
