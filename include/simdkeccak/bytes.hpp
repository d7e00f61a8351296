// A borrowed view of bytes: what every function of the library takes as input.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <string_view>
#include <type_traits>

namespace simdkeccak {

template <class T>
concept byte_like = std::same_as<std::remove_cv_t<T>, unsigned char> || std::same_as<std::remove_cv_t<T>, char> ||
                    std::same_as<std::remove_cv_t<T>, char8_t> || std::same_as<std::remove_cv_t<T>, std::byte>;

// An array of characters is text that ends with a NUL, not a range that includes it.
template <class T>
concept text_literal = std::is_array_v<T> && (std::same_as<std::remove_cv_t<std::remove_extent_t<T>>, char> ||
                                              std::same_as<std::remove_cv_t<std::remove_extent_t<T>>, char8_t>);

// Converts from text (a string literal without its closing NUL, std::string, std::string_view) and from any contiguous range
// of a byte type (std::vector, std::array, std::span). A null pointer with size 0 is the empty message. The view owns
// nothing: what it was made from must outlive it.
class bytes {
 public:
  constexpr bytes() noexcept = default;
  constexpr bytes(const char* text) noexcept : bytes(std::string_view(text)) {}
  constexpr bytes(std::string_view text) noexcept : bytes(text.data(), text.size()) {}
  constexpr bytes(const char8_t* text) noexcept : bytes(text, std::u8string_view(text).size()) {}

  template <std::ranges::contiguous_range R>
    requires std::ranges::sized_range<R> && byte_like<std::ranges::range_value_t<R>> && (!std::same_as<R, bytes>) &&
             (!text_literal<R>)
  constexpr bytes(const R& range) noexcept : bytes(std::ranges::data(range), std::ranges::size(range)) {}

  // `size` bytes at `data`.
  constexpr bytes(const unsigned char* data, std::size_t size) noexcept : octets_(data), size_(size & largest) {}
  constexpr bytes(const char* data, std::size_t size) noexcept : size_(size & largest) {
    if (std::is_constant_evaluated()) {
      chars_ = data;
      kind_ = kind::chars;
    } else {
      octets_ = reinterpret_cast<const std::uint8_t*>(data);
    }
  }
  constexpr bytes(const char8_t* data, std::size_t size) noexcept : size_(size & largest) {
    if (std::is_constant_evaluated()) {
      utf8_ = data;
      kind_ = kind::utf8;
    } else {
      octets_ = reinterpret_cast<const std::uint8_t*>(data);
    }
  }
  constexpr bytes(const std::byte* data, std::size_t size) noexcept : size_(size & largest) {
    if (std::is_constant_evaluated()) {
      std_bytes_ = data;
      kind_ = kind::std_bytes;
    } else {
      octets_ = reinterpret_cast<const std::uint8_t*>(data);
    }
  }
  constexpr bytes(std::nullptr_t, std::size_t) noexcept {}  // the size can only be 0
  bytes(const void* data, std::size_t size) noexcept
      : octets_(static_cast<const std::uint8_t*>(data)), size_(size & largest) {}

  constexpr std::size_t size() const noexcept { return static_cast<std::size_t>(size_); }
  constexpr bool empty() const noexcept { return size_ == 0; }

  // Not in constant evaluation, where a pointer to char cannot become one to std::uint8_t.
  const std::uint8_t* data() const noexcept { return octets_; }

  // Precondition: i < size().
  constexpr std::uint8_t operator[](std::size_t i) const noexcept {
    switch (kind_) {
      case kind::chars:
        return static_cast<std::uint8_t>(chars_[i]);
      case kind::utf8:
        return static_cast<std::uint8_t>(utf8_[i]);
      case kind::std_bytes:
        return static_cast<std::uint8_t>(std_bytes_[i]);
      default:
        return octets_[i];
    }
  }

 private:
  static constexpr std::uint64_t largest = (std::uint64_t{1} << 62) - 1;

  // A pointer to char becomes one to std::uint8_t at run time; in constant evaluation, where it cannot, it stays itself.
  enum class kind : std::uint64_t { octets, chars, utf8, std_bytes };

  union {
    const std::uint8_t* octets_ = nullptr;
    const char* chars_;
    const char8_t* utf8_;
    const std::byte* std_bytes_;
  };
  // In one word, so that a view is passed in two registers: in memory, written by the word and read at once by the vector,
  // it costs a short message 5 % of its time.
  std::uint64_t size_ : 62 = 0;
  kind kind_ : 2 = kind::octets;
};

}  // namespace simdkeccak
