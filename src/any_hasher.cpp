// The table of names, and the hasher that holds any algorithm.
#include <algorithm>
#include <simdkeccak/any_hasher.hpp>
#include <type_traits>

namespace simdkeccak {
namespace {

using how = detail::construction;
using detail::cshake_sponge;

constexpr bool xof = true;

constexpr named_algorithm names[] = {
    {"keccak-224", keccak_224},
    {"keccak-256", keccak_256},
    {"keccak-384", keccak_384},
    {"keccak-512", keccak_512},
    {"sha3-224", sha3_224},
    {"sha3-256", sha3_256},
    {"sha3-384", sha3_384},
    {"sha3-512", sha3_512},
    {"shake128", shake128},
    {"shake256", shake256},
    {"rawshake128", rawshake128},
    {"rawshake256", rawshake256},
    {"cshake128", cshake_sponge<128>, how::cshake},
    {"cshake256", cshake_sponge<256>, how::cshake},
    {"kmac128", cshake_sponge<128>, how::kmac},
    {"kmac256", cshake_sponge<256>, how::kmac},
    {"kmacxof128", cshake_sponge<128>, how::kmac, xof},
    {"kmacxof256", cshake_sponge<256>, how::kmac, xof},
    {"tuplehash128", cshake_sponge<128>, how::tuplehash},
    {"tuplehash256", cshake_sponge<256>, how::tuplehash},
    {"tuplehashxof128", cshake_sponge<128>, how::tuplehash, xof},
    {"tuplehashxof256", cshake_sponge<256>, how::tuplehash, xof},
    {"parallelhash128", cshake_sponge<128>, how::parallelhash},
    {"parallelhash256", cshake_sponge<256>, how::parallelhash},
    {"parallelhashxof128", cshake_sponge<128>, how::parallelhash, xof},
    {"parallelhashxof256", cshake_sponge<256>, how::parallelhash, xof},
    {"turboshake128", turboshake128},
    {"turboshake256", turboshake256},
    {"kt128", turboshake128, how::kangarootwelve},
    {"kt256", turboshake256, how::kangarootwelve},
};

struct alias {
  std::string_view name, means;
};
constexpr alias aliases[] = {{"k12", "kt128"}, {"kangarootwelve", "kt128"}};

constexpr bool counts(char c) noexcept { return c != '-' && c != '_'; }
constexpr char lower(char c) noexcept { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr bool same_name(std::string_view a, std::string_view b) noexcept {
  auto i = a.begin();
  auto j = b.begin();
  while (true) {
    i = std::find_if(i, a.end(), counts);
    j = std::find_if(j, b.end(), counts);
    if (i == a.end() || j == b.end()) return i == a.end() && j == b.end();
    if (lower(*i++) != lower(*j++)) return false;
  }
}

template <class H>
inline constexpr bool is_tuplehash = std::is_same_v<H, tuplehash<128>> || std::is_same_v<H, tuplehash<256>>;
template <class H>
inline constexpr bool is_cshake = std::is_same_v<H, cshake<128>> || std::is_same_v<H, cshake<256>>;
template <class H>
inline constexpr bool is_kmac = std::is_same_v<H, kmac<128>> || std::is_same_v<H, kmac<256>>;
template <class H>
inline constexpr bool is_kangarootwelve = std::is_same_v<H, kangarootwelve<128>> || std::is_same_v<H, kangarootwelve<256>>;

}  // namespace

std::span<const named_algorithm> algorithms() noexcept { return names; }

const named_algorithm* find_algorithm(std::string_view name) noexcept {
  // As it is in the table first: three times as fast, and who hashes short messages by name pays for it each time.
  if (const auto row = std::ranges::find(names, name, &named_algorithm::name); row != std::end(names)) return row;
  for (const alias& a : aliases)
    if (same_name(a.name, name)) name = a.means;
  const auto row = std::ranges::find_if(names, [&](const named_algorithm& a) { return same_name(a.name, name); });
  return row != std::end(names) ? row : nullptr;
}

std::string_view refusal(const named_algorithm& a, const parameters& p) noexcept {
  if (!p.key.empty() && !a.takes_key()) return "this algorithm takes no key";
  if (!p.customization.empty() && !a.takes_customization()) return "this algorithm takes no customization";
  if (!p.function_name.empty() && !a.takes_function_name()) return "this algorithm takes no function name";
  if (p.block_size != 0 && !a.takes_block_size()) return "this algorithm takes no block size";
  if (p.domain != 0 && !a.takes_domain()) return "this algorithm takes no domain byte";
  if (p.domain != 0 && !valid_domain(p.domain)) return "the domain byte must be 0x01 to 0x7F";
  return {};
}

std::optional<any_hasher> any_hasher::make(const named_algorithm& a, const parameters& p, backend_ref row) noexcept {
  if (!refusal(a, p).empty()) return std::nullopt;
  const auto holding = [&](const state& s) { return any_hasher(a, p.customization, s); };
  const bool at_128 = a.sponge.rate == shake128.rate;
  switch (a.how) {
    case how::sponge: {
      simdkeccak::algorithm chosen = a.sponge;
      if (p.domain != 0) chosen.suffix = static_cast<std::uint8_t>(p.domain);
      return holding(detail::plain_hasher(chosen, row));
    }
    case how::cshake:
      if (at_128) return holding(cshake<128>(p.function_name, p.customization, row));
      return holding(cshake<256>(p.function_name, p.customization, row));
    case how::kmac:
      if (at_128) return holding(kmac<128>(p.key, p.customization, row));
      return holding(kmac<256>(p.key, p.customization, row));
    case how::tuplehash:
      if (at_128) return holding(tuplehash<128>(p.customization, row));
      return holding(tuplehash<256>(p.customization, row));
    case how::parallelhash:
      if (at_128) return holding(parallelhash<128>(p.block_size, p.customization, row));
      return holding(parallelhash<256>(p.block_size, p.customization, row));
    case how::kangarootwelve:
      if (at_128) return holding(kangarootwelve<128>(row));
      return holding(kangarootwelve<256>(row));
  }
  return std::nullopt;
}

any_hasher& any_hasher::update(bytes message, const executor& on) noexcept {
  std::visit(
      [&](auto& h) {
        if constexpr (requires { h.update(message, on); }) {
          h.update(message, on);
        } else {
          h.update(message);
        }
      },
      state_);
  return *this;
}

bool any_hasher::update_chaining_values(bytes values) noexcept {
  return std::visit(
      [&]<class H>(H& h) {
        if constexpr (is_kangarootwelve<H>) {
          return h.update_chaining_values(values);
        } else {
          return false;
        }
      },
      state_);
}

any_hasher& any_hasher::begin_element(std::uint64_t size) noexcept {
  std::visit(
      [&]<class H>(H& h) {
        if constexpr (is_tuplehash<H>) h.begin_element(size);
      },
      state_);
  return *this;
}

any_hasher& any_hasher::extend(bytes piece) noexcept {
  std::visit(
      [&]<class H>(H& h) {
        if constexpr (is_tuplehash<H>) {
          h.extend(piece);
        } else {
          h.update(piece);
        }
      },
      state_);
  return *this;
}

bool any_hasher::digest(std::span<std::uint8_t> out) const noexcept {
  if (!algorithm_->any_length() && out.size() != algorithm_->default_length()) return false;
  if (algorithm_->xof) {
    if (auto stream = read()) stream->read(out);
    return true;
  }
  // Not by digest_stream(): a reader, kept and wiped, costs a short KT128 in WebAssembly half its time.
  std::visit(
      [&]<class H>(const H& h) {
        if constexpr (is_kangarootwelve<H>) {
          h.digest(out, customization_);
        } else {
          h.digest(out);
        }
      },
      state_);
  return true;
}

std::optional<any_reader> any_hasher::digest_stream(std::uint64_t length) const noexcept {
  if (!algorithm_->any_length() && length != algorithm_->default_length()) return std::nullopt;
  if (algorithm_->xof) return read();
  return std::visit(
      [&]<class H>(const H& h) {
        if constexpr (is_kangarootwelve<H>) {
          return any_reader(h.read(customization_));
        } else if constexpr (requires { h.digest_stream(length); }) {
          return any_reader(h.digest_stream(length));
        } else {
          return any_reader(h.read());
        }
      },
      state_);
}

std::optional<any_reader> any_hasher::read() const noexcept {
  if (!algorithm_->extendable()) return std::nullopt;
  return std::visit(
      [&]<class H>(const H& h) {
        if constexpr (is_kangarootwelve<H>) {
          return any_reader(h.read(customization_));
        } else {
          return any_reader(h.read());
        }
      },
      state_);
}

std::optional<one_sponge> any_hasher::as_one_sponge(std::uint64_t length) const noexcept {
  static constexpr std::uint64_t zeros[25]{};
  return std::visit(
      [&]<class H>(const H& h) -> std::optional<one_sponge> {
        if constexpr (std::is_same_v<H, detail::plain_hasher>) {
          return one_sponge{h.how(), zeros};
        } else if constexpr (is_cshake<H> || is_kmac<H>) {
          const detail::sponge& start = detail::prefix::of(h);
          one_sponge result{algorithm_->sponge, std::span<const std::uint64_t, 25>(start.lanes(), 25)};
          if (is_cshake<H> && start.untouched()) result.sponge.suffix = shake128.suffix;
          if (is_kmac<H>) result.ending = algorithm_->xof ? detail::right_encode(0) : detail::right_encode_bits(length);
          return result;
        } else {
          return std::nullopt;
        }
      },
      state_);
}

void any_hasher::reset() noexcept {
  std::visit([](auto& h) { h.reset(); }, state_);
}

void any_hasher::wipe() noexcept {
  std::visit([](auto& h) { h.wipe(); }, state_);
}

saved_bytes any_hasher::save() const noexcept {
  return std::visit(
      [](const auto& h) -> saved_bytes {
        auto saved = h.save();
        saved_bytes result = saved;
        detail::wipe(saved.data(), saved.size());
        return result;
      },
      state_);
}

state_error any_hasher::resume(bytes saved) noexcept {
  return std::visit([&](auto& h) { return h.resume(saved); }, state_);
}

}  // namespace simdkeccak
