// What the tests of resampling share.
#pragma once
#include <cmath>
#include <span>
#include <vector>

#include "collision_statistics/resampler.h"

namespace resound {

using List = std::vector<ListedCollision>;

inline const ListedObjects kBeads{{"beads", "cup"}, {false, true}};
inline constexpr double kWindow = 0.02, kCell = 0.01;  // [s], [m]

inline List resampled(const List& source, ResampleSettings settings, const ListedObjects& objects = kBeads) {
  List made;
  Resampler resampler(settings, objects, [&](std::span<const ListedCollision> some) {
    made.insert(made.end(), some.begin(), some.end());
  });
  for (const ListedCollision& c : source) resampler.add(c);
  resampler.finish();
  return made;
}

struct Mean {
  double sum = 0, squares = 0, n = 0;
  void add(double x) { sum += x, squares += x * x, ++n; }
  double value() const { return sum / n; }
  double error() const { return std::sqrt((squares / n - value() * value()) / n); }
};

}  // namespace resound
