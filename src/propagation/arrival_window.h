#pragma once
#include <vector>

#include "base/clock.h"

namespace resound {

enum class Term { far, near };  // differentiated after the flight; not
inline constexpr int kTerms = 2;

// The most by which a source's signal may be late (Source::lag): a decimator's latency is below 60.
inline constexpr int kMostLag = 64;  // [samples]

// The stretch of a receiver's future that one block of one source reaches. Filled by one task, added to the receiver's
// buffers by another in the order of the sources, so that the bits do not depend on the number of threads.
struct ArrivalWindow {
  // A lane of the window adds to one buffer of the receiver. A source at rest has one lane a term, shared out with
  // constant weights; the lanes of a moving one are already weighted, sample by sample.
  struct Share {
    int lane = 0;
    int bin = 0;
    int channel = 0;
    Term term = Term::far;
    double weight = 1;
  };

  int receiver = 0;
  int object = 0;  // that sounds
  SampleIndex first = 0;
  int length = 0;
  std::vector<double> lanes;  // [lane][length]
  std::vector<Share> shares;

  const double* lane(int index) const { return lanes.data() + static_cast<std::ptrdiff_t>(index) * length; }
};

}  // namespace resound
