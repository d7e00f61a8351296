#include "records.hpp"

#include <poll.h>

#include <algorithm>

namespace ksum {

record_reader::record_reader(const std::string& name, char end) : file_(open_input(name)), name_(name), end_(end) {}

// Whatever the system has: who writes lines to a pipe may wait for what they bring about.
bool record_reader::fill() {
  begin_ = 0;
  filled_ = read_some(file_, name_, {reinterpret_cast<std::uint8_t*>(piece_.get()), piece_size});
  return filled_ != 0;
}

std::optional<record_reader::record> record_reader::next() {
  joined_.clear();
  bool is_too_long = false, any = false;
  while (begin_ != filled_ || fill()) {
    any = true;
    const std::string_view rest(piece_.get() + begin_, filled_ - begin_);
    const std::size_t length = std::min(rest.find(end_), rest.size());
    const bool ended = length != rest.size();
    begin_ += length + (ended ? 1 : 0);
    if (ended && joined_.empty() && !is_too_long && length <= longest) return record{rest.substr(0, length)};
    const std::size_t room = longest - joined_.size();
    joined_.append(rest.substr(0, std::min(length, room)));
    is_too_long |= length > room;
    if (ended) break;
  }
  if (!any) return std::nullopt;
  return record{joined_, is_too_long};
}

std::optional<int> record_reader::waits_for() const {
  const std::string_view rest(piece_.get() + begin_, filled_ - begin_);
  if (rest.find(end_) != std::string_view::npos) return std::nullopt;
  pollfd now{file_.number(), POLLIN, 0};
  return ::poll(&now, 1, 0) == 0 ? std::optional(now.fd) : std::nullopt;
}

}  // namespace ksum
