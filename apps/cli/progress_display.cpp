#include "progress_display.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace resound {

std::string in_words(double seconds) {
  const auto whole = static_cast<long>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

ProgressDisplay::ProgressDisplay(ProgressStyle style) : style_(style) {
  if (style == ProgressStyle::automatic) style_ = isatty(STDERR_FILENO) ? ProgressStyle::bar : ProgressStyle::none;
}

ProgressDisplay::~ProgressDisplay() {
  if (bar_on_screen_) fmt::print(stderr, "\n");
}

double ProgressDisplay::time_to_go(double share) const {
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  return elapsed * (1 - share) / std::max(1e-9, share - first_share_);
}

void ProgressDisplay::show(const Progress& progress) {
  if (style_ == ProgressStyle::none) return;
  const bool settles = progress.scene_time < 0;
  const double share = progress.duration > 0 ? std::max(0.0, progress.scene_time / progress.duration) : 1.0;
  if (first_share_ < 0 && !settles) first_share_ = share;
  const bool known = !settles && share > first_share_;
  if (style_ == ProgressStyle::json) {
    fmt::print(
        stderr, "{{\"scene_time_s\": {:.6f}, \"duration_s\": {:.6f}, \"share\": {:.6f}, \"time_to_go_s\": {}}}\n",
        progress.scene_time, progress.duration, share, known ? fmt::format("{:.1f}", time_to_go(share)) : "null");
    return;
  }
  if (settles) return draw(0, fmt::format("settling, {:.3f} s before the scene  ", -progress.scene_time));
  draw(share, fmt::format("{:.2f} of {:.2f} s  {:<18}", progress.scene_time, progress.duration,
                          known && share < 1 ? in_words(time_to_go(share)) + " to go" : ""));
}

void ProgressDisplay::show(const std::string& what, double share) {
  if (style_ == ProgressStyle::none) return;
  if (style_ == ProgressStyle::json) {
    fmt::print(stderr, "{{\"preparing\": \"{}\", \"share\": {:.6f}}}\n", what, share);
    return;
  }
  if (bar_on_screen_ && what != step_) fmt::print(stderr, "\n");
  step_ = what;
  draw(std::clamp(share, 0.0, 1.0), what);
}

void ProgressDisplay::draw(double share, const std::string& words) {
  constexpr int kWidth = 30;
  const auto filled = static_cast<std::size_t>(std::lround(kWidth * share));
  fmt::print(stderr, "\r  {}{}  {:3.0f} %  {}", std::string(filled, '#'), std::string(kWidth - filled, '.'),
             100 * share, words);
  std::fflush(stderr);
  bar_on_screen_ = true;
}

}  // namespace resound
