#pragma once
#include <string>
#include <vector>

#include "base/error.h"

namespace resound {

// Where something stands: in a file, or in a flag of the command line (then line is 0).
struct Place {
  std::string source;  // "rain.toml", or "--set bar.length_m"
  int line = 0;        // from 1
  int column = 0;      // from 1

  std::string text() const;  // "rain.toml:14:9"
};

// One thing that is wrong with a scene: "rain.toml:14:9: drop.radius_m is -0.002; a drop needs a positive radius".
struct Problem {
  Place place;
  std::string message;

  std::string text() const { return place.text() + ": " + message; }
};

// Everything that is wrong with a scene, in the order of the file; what() has one line a problem.
class SceneError : public InputError {
 public:
  explicit SceneError(std::vector<Problem> problems);
  SceneError(const Place& place, const std::string& message) : SceneError({Problem{place, message}}) {}
  const std::vector<Problem>& problems() const noexcept { return problems_; }

 private:
  std::vector<Problem> problems_;
};

// Gathers problems while a scene is read, so that a user sees all of them at once.
class Problems {
 public:
  explicit Problems(std::string source) : source_(std::move(source)) {}  // the scene file
  void add(const Place& place, const std::string& message);
  bool empty() const { return problems_.empty(); }
  bool is_full() const;  // no more are kept: a user mends some and tries again
  void throw_if_any();   // as a SceneError, sorted by place

 private:
  std::string source_;
  std::vector<Problem> problems_;
  std::size_t not_shown_ = 0;
};

}  // namespace resound
