#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "base/clock.h"

namespace resound {

enum class Term { far, near };  // differentiated after the flight; not
inline constexpr int kTerms = 2;

// The most by which a source's signal may be late (Source::lag): a decimator's latency is below 60.
inline constexpr int kMostLag = 64;  // [samples]

// The stretch of a receiver's future that one block of a source reaches, or of several that arrive together. Filled by
// one task, added to the receiver's buffers by another in the order in which they were begun, so that the bits do not
// depend on the number of threads.
struct ArrivalWindow {
  // A lane of the window adds to one buffer of the receiver. What is shared out alike all the time (by a source at
  // rest, or without absorption to an ear that hears all directions alike) has one lane a term with constant weights;
  // other lanes are already weighted, sample by sample.
  struct Share {
    int lane = 0;
    int bin = 0;
    int channel = 0;
    Term term = Term::far;
    double weight = 1;
    friend bool operator==(const Share&, const Share&) = default;
  };
  // Samples of the receiver's time.
  struct Stretch {
    SampleIndex first = 0, end = 0;
    bool holds(const Stretch& other) const { return first <= other.first && other.end <= end; }
    std::size_t length() const { return static_cast<std::size_t>(end - first); }
  };

  int receiver = 0;
  int object = 0;             // that sounds
  Stretch held;               // by each lane
  Stretch reached;            // of it: the rest is silent
  std::vector<double> lanes;  // [lane][held]
  std::vector<Share> shares;

  // What a lane brings to the stretch that is reached.
  std::span<const double> lane(int index) const {
    const auto begin = static_cast<std::size_t>(index) * held.length() + Stretch{held.first, reached.first}.length();
    return std::span(lanes).subspan(begin, reached.length());
  }
};

// The windows of a few sources. Neighbours on a skin reach the same ear at much the same time: as long as they are
// shared out alike, one window serves them all. Facets at rest in absorbing air are not: their weights tell how far
// they are.
class ArrivalWindows {
 public:
  struct Way {
    int object = 0, receiver = 0;
    bool is_mirrored = false;  // in the ground
  };
  void clear();
  // A window of which `lanes` lanes can be added to within the stretch. Valid until the next call.
  ArrivalWindow& room_for(const Way& way, const ArrivalWindow::Stretch& stretch,
                          std::span<const ArrivalWindow::Share> shares, std::size_t lanes);
  std::span<const ArrivalWindow> all() const { return {windows_.data(), used_}; }

 private:
  std::vector<ArrivalWindow> windows_;  // with what was allocated for blocks before
  std::size_t used_ = 0;
  std::vector<std::size_t> newest_;  // two a receiver: direct and mirrored; counted from 1, 0: none yet
};

}  // namespace resound
