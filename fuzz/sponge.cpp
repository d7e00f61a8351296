// The plain sponges: any cut of the message and of the output, on any row, against one call on the portable row and OpenSSL.
#include "model.hpp"
#include "openssl.hpp"
#include "walk.hpp"

namespace {

using namespace fuzz;

template <sk::algorithm A>
void check(input& in, const char* name) {
  const std::size_t size = A.extendable() ? in.size(700) : A.digest;
  const octets message = in.message(5000);
  const octets expected = model::sponge(A, message, size);
  if (size != 0) openssl::check_digest(name, message, expected);

  const auto make = [](sk::backend_ref place) { return sk::hasher<A>(place); };
  octets out(size);
  sk::use_backend(in.row());
  if constexpr (A.extendable()) {
    sk::hash<A>(message, out);
    agree(in, make, message, {expected, expected}, ask_digest, ask_reader);
  } else {
    sk::hash<A>(message, std::span<std::uint8_t, A.digest>(out));
    const auto digest = [](const sk::hasher<A>& h, octets& d) { h.digest(std::span<std::uint8_t, A.digest>(d)); };
    agree(in, make, message, {expected, {}}, digest, no_reader);
  }
  require(out == expected, "hash() is wrong");
  agree_by_name(in, name, {}, message, expected);
}

struct row {
  void (*check)(input&, const char*);
  const char* name;
};
constexpr row rows[] = {
    {check<sk::keccak_224>, "keccak-224"},       {check<sk::keccak_256>, "keccak-256"},
    {check<sk::keccak_384>, "keccak-384"},       {check<sk::keccak_512>, "keccak-512"},
    {check<sk::sha3_224>, "sha3-224"},           {check<sk::sha3_256>, "sha3-256"},
    {check<sk::sha3_384>, "sha3-384"},           {check<sk::sha3_512>, "sha3-512"},
    {check<sk::shake128>, "shake128"},           {check<sk::shake256>, "shake256"},
    {check<sk::rawshake128>, "rawshake128"},     {check<sk::rawshake256>, "rawshake256"},
    {check<sk::turboshake128>, "turboshake128"}, {check<sk::turboshake256>, "turboshake256"},
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  input in(data, size);
  const row& r = rows[in.below(std::size(rows))];
  r.check(in, r.name);
  return 0;
}
