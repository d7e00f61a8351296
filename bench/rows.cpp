#include "rows.hpp"

#include <cstddef>
#include <cstdint>

#include "measure.hpp"

namespace bench {
namespace {

namespace sk = simdkeccak;

#if defined(SIMDKECCAK_BENCH_CORRUPTED)

const sk::kernel& real_narrow() { return sk::backends().back().one; }

const sk::kernel& real_wide() {
  for (const sk::backend& row : sk::backends())
    if (row.supported() && row.many[0].width != 0) return row.many[0];
  return real_narrow();
}

// A real kernel with one bit of the result flipped: of a wide kernel only in the last state, and there in the last byte of
// a digest of 32, so that a comparison which stops early would miss it.
template <const sk::kernel& (*Real)()>
void corrupted(std::uint64_t* state, const std::uint8_t* const* in, std::size_t blocks, unsigned lanes, unsigned rounds) {
  const sk::kernel& real = Real();
  real.absorb(state, in, blocks, lanes, rounds);
  if (blocks != 0) state[std::size_t{3} * real.width + real.width - 1] ^= std::uint64_t{1} << 63;
}

void corrupted_late(std::uint64_t* state, const std::uint8_t* const* in, std::size_t blocks, unsigned lanes,
                    unsigned rounds) {
  static std::uint64_t calls = 0;
  (!clock_runs || ++calls < 50000 ? real_narrow().absorb : corrupted<real_narrow>)(state, in, blocks, lanes, rounds);
}

const sk::backend corrupted_late_row{"corrupted_late", 0, {"corrupted_late_x1", 1, 1, corrupted_late}, {}};

const sk::backend& corrupted_row() {
  static const sk::backend row = [] {
    sk::backend r{"corrupted", 0, {"corrupted_x1", 1, 1, corrupted<real_narrow>}, {}};
    const unsigned width = real_wide().width;
    // Only with all its states in use, so that the wrong one is somebody's digest.
    if (width != 1) r.many[0] = {"corrupted_wide", width, width, corrupted<real_wide>};
    return r;
  }();
  return row;
}

#endif

}  // namespace

const std::vector<const sk::backend*>& rows() {
  static const std::vector<const sk::backend*> all = [] {
    std::vector<const sk::backend*> found;
    for (const sk::backend& row : sk::backends())
      if (row.supported()) found.push_back(&row);
#if defined(SIMDKECCAK_BENCH_CORRUPTED)
    found.push_back(&corrupted_row());
    found.push_back(&corrupted_late_row);
#endif
    return found;
  }();
  return all;
}

std::string kernels_of(const sk::backend& row) {
  std::string names(row.one.name);
  for (const sk::kernel& k : row.many)
    if (k.width != 0) names.append(", ").append(k.name);
  return names;
}

std::string lacking(const sk::backend& row) {
  std::string names;
  for (unsigned bit = 0; bit < 32; ++bit) {
    const std::uint32_t feature = std::uint32_t{1} << bit;
    if ((row.needs & ~sk::cpu_features() & feature) == 0) continue;
    if (!names.empty()) names += ", ";
    names += sk::name(static_cast<sk::cpu_feature>(feature));
  }
  return names;
}

}  // namespace bench
