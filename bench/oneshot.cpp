// oneshot/<algorithm>/<backend>/<size>: one call, on the active backend, which is the case's while it runs.
#include "algorithms.hpp"
#include "cases.hpp"
#include "message.hpp"
#include "rows.hpp"

namespace bench {
namespace {

class while_active {
 public:
  explicit while_active(const sk::backend& row) { sk::use_backend(row); }
  while_active(const while_active&) = delete;
  while_active& operator=(const while_active&) = delete;
  ~while_active() { sk::use_backend(before_); }

 private:
  const sk::backend& before_ = sk::active();
};

}  // namespace

void add_oneshot(case_list& cases) {
  for_each_algorithm([&]<class Algorithm>(Algorithm a) {
    for (const sk::backend* row : rows()) {
      for (const std::size_t size : message_sizes) {
        const std::string name =
            "oneshot/" + std::string(a.name) + "/" + std::string(row->name) + "/" + std::to_string(size);
        const auto run = [row, c = message_case(name, a.name, size)](benchmark::State& state) mutable {
          const while_active active(*row);
          c.run<typename Algorithm::digest>(
              state, [](sk::bytes message, typename Algorithm::digest& digest) { Algorithm::hash(message, digest); });
        };
        cases.push_back({name, {row->name}, std::string(a.name), std::to_string(size), size == 32, run});
      }
    }
  });
}

}  // namespace bench
