#include "recipe.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>

namespace ksum {
namespace {

constexpr std::uint64_t zeros[25]{};

// RFC 9861, section 3.2: a message that fits with the customization and its length in one chunk is hashed by TurboSHAKE.
std::optional<recipe::in_one_sponge> one_chunk(simdkeccak::algorithm sponge, simdkeccak::bytes customization) {
  constexpr std::size_t chunk_size = simdkeccak::kangarootwelve<128>::chunk_size;
  constexpr std::size_t longest = 255;  // its length is one byte, and one byte says so
  if (customization.size() > longest) return std::nullopt;
  sponge.suffix = 0x07;
  recipe::in_one_sponge result{sponge, zeros, std::string(customization.data(), customization.data() + customization.size()),
                               chunk_size - customization.size() - 2};
  if (customization.size() != 0) result.trailer += static_cast<char>(customization.size());
  result.trailer += customization.size() != 0 ? '\1' : '\0';
  return result;
}

}  // namespace

std::optional<recipe::in_one_sponge> recipe::one_sponge(std::uint64_t length) const {
  if (const auto one = fresh.as_one_sponge(length)) {
    const simdkeccak::bytes ending = one->ending;
    return in_one_sponge{one->sponge, one->start, std::string(ending.data(), ending.data() + ending.size())};
  }
  const simdkeccak::named_algorithm& a = algorithm();
  const bool is_kangarootwelve = !a.takes_function_name() && !a.takes_key() && !a.takes_tuple() && !a.takes_block_size();
  return is_kangarootwelve ? one_chunk(a.sponge, customization) : std::nullopt;
}

recipe_book::recipe_book(const given_parameters& given) : given_(given) {
  if (given.key_descriptor && ::fcntl(*given.key_descriptor, F_GETFD) == -1)
    throw system_failure(fmt::format("descriptor {}", *given.key_descriptor));
}

const recipe* recipe_book::of(const simdkeccak::named_algorithm& a) {
  const auto known = std::ranges::find_if(made_, [&](const recipe& r) { return &r.algorithm() == &a; });
  if (known != made_.end()) return &*known;
  simdkeccak::parameters p;
  if (a.takes_key()) {
    if (!given_.has_key()) return nullptr;
    if (no_key_) throw failure(*no_key_);
    try {
      if (!key_) key_.emplace(given_.key_name, given_.key_descriptor);
    } catch (const failure& f) {
      no_key_ = f;
      throw;
    }
    p.key = *key_;
  }
  if (a.takes_customization() && given_.customization) p.customization = *given_.customization;
  if (a.takes_function_name() && given_.function_name) p.function_name = *given_.function_name;
  if (a.takes_domain()) p.domain = static_cast<unsigned>(given_.domain.value_or(0));
  if (a.takes_block_size()) p.block_size = given_.block_size.value_or(0);
  const auto hasher = simdkeccak::any_hasher::make(a, p);
  if (!hasher) return nullptr;
  return &made_.emplace_back(recipe{*hasher, p.customization});
}

}  // namespace ksum
