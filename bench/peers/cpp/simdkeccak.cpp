// The library itself, on one backend: simdkeccak --backend NAME [--batch]. With --batch it hands all messages of a case to
// hash_many(), else one after the other to the one-shot functions. simdkeccak --backends lists the names, best first.
#include <simdkeccak/simdkeccak.h>

#include <algorithm>
#include <simdkeccak/simdkeccak.hpp>

#include "contender.hpp"

namespace sk = simdkeccak;

namespace {

template <sk::algorithm A, std::size_t N>
contender::algorithm one_shot(std::string name) {
  return contender::one_by_one(std::move(name), N, [](contender::message m, std::uint8_t* out) {
    if constexpr (A.extendable()) {
      sk::hash<A>(m, std::span<std::uint8_t>(out, N));
    } else {
      sk::hash<A>(m, std::span<std::uint8_t, N>(out, N));
    }
  });
}

template <sk::algorithm A, std::size_t N>
contender::algorithm batch(std::string name) {
  return {std::move(name), N, [](std::span<const contender::octets> messages, std::uint8_t* out) {
            using digest = std::array<std::uint8_t, N>;
            sk::hash_many<A>(messages, std::span<digest>(reinterpret_cast<digest*>(out), messages.size()));
          }};
}

template <bool Batch, sk::algorithm A, std::size_t N>
contender::algorithm plain(std::string name) {
  if constexpr (Batch) {
    return batch<A, N>(std::move(name));
  } else {
    return one_shot<A, N>(std::move(name));
  }
}

template <bool Batch>
std::vector<contender::algorithm> algorithms() {
  std::vector<contender::algorithm> all{
      plain<Batch, sk::keccak_256, 32>("keccak-256"),       plain<Batch, sk::sha3_256, 32>("sha3-256"),
      plain<Batch, sk::sha3_512, 64>("sha3-512"),           plain<Batch, sk::shake128, 32>("shake128"),
      plain<Batch, sk::shake256, 64>("shake256"),           plain<Batch, sk::turboshake128, 32>("turboshake128"),
      plain<Batch, sk::turboshake256, 64>("turboshake256"),
  };
  if constexpr (!Batch) {
    using contender::message;
    all.push_back(contender::one_by_one("kt128", 32, [](message m, std::uint8_t* out) { sk::kt128(m, {out, 32}); }));
    all.push_back(contender::one_by_one("kt256", 64, [](message m, std::uint8_t* out) { sk::kt256(m, {out, 64}); }));
  }
  return all;
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "g++ " __VERSION__;
#else
  return "unknown compiler";
#endif
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> arguments(argv + 1, static_cast<std::size_t>(argc - 1));
  const auto has = [&](std::string_view name) { return std::ranges::find(arguments, name) != arguments.end(); };
  if (has("--backends")) {
    for (const sk::backend& row : sk::backends())
      if (row.supported()) std::cout << row.name << '\n';
    return 0;
  }
  const auto option = std::ranges::find(arguments, std::string_view("--backend"));
  if (option == arguments.end() || option + 1 == arguments.end() || !sk::use_backend(*(option + 1))) {
    std::cerr << "usage: simdkeccak --backend NAME [--batch] [--describe] | --backends\n";
    return 2;
  }
  const std::string name = "simdkeccak-" + std::string(*(option + 1)) + (has("--batch") ? "-batch" : "");
  const contender::identity who{name, std::string(SIMDKECCAK_VERSION) + " (" + compiler() + ")", "C++"};
  return contender::serve(arguments, who, has("--batch") ? algorithms<true>() : algorithms<false>());
}
