#include "recipe.hpp"

#include <algorithm>
#include <string_view>

namespace ksum {
namespace {

// RFC 9861, section 3.2: a message that fits with the customization and its length in one chunk is hashed by TurboSHAKE.
std::optional<recipe::plain> short_message(const simdkeccak::named_algorithm& a, std::string_view customization) {
  constexpr std::size_t chunk_size = simdkeccak::kangarootwelve<128>::chunk_size;
  constexpr std::size_t longest = 255;  // its length is one byte, and one byte says so
  if (customization.size() > longest) return std::nullopt;
  recipe::plain result{a.sponge, std::string(customization), chunk_size - customization.size() - 2};
  result.sponge.suffix = 0x07;
  if (!customization.empty()) result.trailer += static_cast<char>(customization.size());
  result.trailer += customization.empty() ? '\0' : '\1';
  return result;
}

std::optional<recipe::plain> plain_form(const simdkeccak::named_algorithm& a, const simdkeccak::parameters& p) {
  if (a.takes_customization()) {
    const std::string_view customization(reinterpret_cast<const char*>(p.customization.data()), p.customization.size());
    const bool is_tree = !a.takes_function_name() && !a.takes_key() && !a.takes_tuple() && !a.takes_block_size();
    return is_tree ? short_message(a, customization) : std::nullopt;
  }
  recipe::plain result{a.sponge};
  if (p.domain != 0) result.sponge.suffix = static_cast<std::uint8_t>(p.domain);
  return result;
}

}  // namespace

const recipe* recipe_book::of(const simdkeccak::named_algorithm& a) {
  const auto known = std::ranges::find_if(made_, [&](const recipe& r) { return &r.algorithm() == &a; });
  if (known != made_.end()) return &*known;
  simdkeccak::parameters p;
  if (a.takes_key()) {
    if (!given_.has_key()) return nullptr;
    if (!key_) key_.emplace(given_.key_name, given_.key_descriptor);
    p.key = *key_;
  }
  if (a.takes_customization() && given_.customization) p.customization = *given_.customization;
  if (a.takes_function_name() && given_.function_name) p.function_name = *given_.function_name;
  if (a.takes_domain()) p.domain = static_cast<unsigned>(given_.domain.value_or(0));
  if (a.takes_block_size()) p.block_size = given_.block_size.value_or(0);
  const auto hasher = simdkeccak::any_hasher::make(a, p);
  if (!hasher) return nullptr;
  return &made_.emplace_back(recipe{*hasher, plain_form(a, p)});
}

}  // namespace ksum
