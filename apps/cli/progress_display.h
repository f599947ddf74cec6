#pragma once
#include <chrono>
#include <string>

#include "render/render.h"

namespace resound {

enum class ProgressStyle { automatic, bar, json, none };

// Shows how far a long job is, on standard error: a bar with a time to go for people, one JSON object a line for
// scripts.
class ProgressDisplay {
 public:
  explicit ProgressDisplay(ProgressStyle style);  // automatic: a bar on a terminal, else nothing
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  void show(const Progress& progress);
  void show(const std::string& what, double share);  // a step of a preparation, 0 to 1

 private:
  double time_to_go(double share) const;  // [s]
  void draw(double share, const std::string& words);

  ProgressStyle style_;
  bool bar_on_screen_ = false;
  std::string step_;         // the preparation that is shown
  double first_share_ = -1;  // done before we began, when resuming
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

std::string in_words(double seconds);  // "7 s", "2 min 05 s", "1 h 12 min"

}  // namespace resound
