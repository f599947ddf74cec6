#include "scene_file/scene_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace resound {
namespace {

constexpr std::size_t kMostProblems = 50;  // more would scroll the first ones away

std::string one_line_each(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty()) text += '\n';
    text += problem.text();
  }
  return text;
}

}  // namespace

std::string Place::text() const { return line > 0 ? fmt::format("{}:{}:{}", source, line, column) : source; }

SceneError::SceneError(std::vector<Problem> problems)
    : InputError(one_line_each(problems)), problems_(std::move(problems)) {}

bool Problems::is_full() const { return problems_.size() >= kMostProblems; }

void Problems::add(const Place& place, const std::string& message) {
  if (is_full()) {
    ++not_shown_;
  } else {
    problems_.push_back({place, message});
  }
}

void Problems::throw_if_any() {
  if (empty()) return;
  // the scene first, from top to bottom, then files that it names, then flags
  std::ranges::stable_sort(problems_, {}, [this](const Problem& problem) {
    const Place& place = problem.place;
    const int rank = place.source == source_ ? 0 : place.line > 0 ? 1 : 2;
    return std::tuple(rank, place.line, place.column);
  });
  if (not_shown_ > 0) {
    Problem& rest = problems_.emplace_back();
    rest.place.source = source_;
    rest.message = fmt::format("and {} more problems", not_shown_);
  }
  throw SceneError(std::exchange(problems_, {}));
}

}  // namespace resound
