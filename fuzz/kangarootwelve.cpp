// KT128 and KT256 on any walk, with messages and customizations of many chunks, against their composition from TurboSHAKE.
#include "model.hpp"
#include "walk.hpp"

namespace {

using namespace fuzz;

template <unsigned Strength>
void check(input& in) {
  const std::size_t size = in.size(400);
  // With the first chunk, the eight of the widest kernel, those of narrower ones, and a begun one.
  const octets message = in.message(17 * 8192);
  const octets custom = in.flag() ? in.message(3 * 8192) : octets();
  const octets expected = model::kangarootwelve(Strength, message, size, custom);

  const auto make = [](sk::backend_ref place) { return sk::kangarootwelve<Strength>(place); };
  const auto digest = [&](const auto& h, octets& out) { h.digest(out, custom); };
  agree(in, make, message, {expected, expected}, digest, [&](const auto& h) { return h.read(custom); });

  sk::use_backend(in.row());
  octets out(size);
  Strength == 128 ? sk::kt128(message, out, custom) : sk::kt256(message, out, custom);
  require(out == expected, "kt() is wrong");

  if (message.size() > 3 * 8192) return;  // for speed
  sk::parameters p;
  p.customization = custom;
  agree_by_name(in, Strength == 128 ? "kt128" : "kt256", p, message, expected);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  input in(data, size);
  in.flag() ? check<256>(in) : check<128>(in);
  return 0;
}
