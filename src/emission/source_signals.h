#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/clock.h"
#include "base/health.h"
#include "geometry/shape.h"
#include "motion/motion_events.h"
#include "radiation/multipole_map.h"
#include "radiation/sphere_kick.h"

// What sounds during one block. Everything that sounds is a compact monopole or dipole (or both), fixed or moving, with
// a signal at the audio rate; or, where there are millions, a dipole that is over at once: a kick.
namespace resound {

// Position of a source at one instant of the block; between knots it moves along a cubic (Hermite).
struct SourceKnot {
  double sample = 0;    // offset from the block's first sample
  Vec3 position;        // [m]
  Vec3 velocity;        // [m/s]
  Rotation rotation{};  // of the body whose map of directions turns with it
};

// A ringing body heard from outside: one voice a mode, and the directions into which each of them sounds. The pressure
// is the sum over modes of  Im( transfer(mode, place of the ear) * velocity at the time of sending ).
struct ModalVoices {
  const MultipoleMap* map = nullptr;    // null if there are none; its centre travels along the path
  std::span<const double> real{};       // [m sqrt(kg) / s]  modal velocity phasors: those of mode i begin at i * stride
  std::span<const double> imaginary{};  // likewise
  std::size_t stride = 0;               // [samples]
};

// p = d/dt [ q/(4 pi r) ]  +  1/(4 pi) ( d/dt [ F.n/(c r) ] + F.n/r^2 ),  n toward the ear, all at emission time.
//
// A facet of a skin "as published" in 2001 is neither: what it sends, pressure times area along its normal, arrives as
//   p = B.n / r                                       (of the wrong dimension; docs/solids.md)
struct Source {
  int object = 0;                                   // stems are made per object
  bool hidden_by_own_object = false;                // visibility: does the object's own skin hide this source?
  std::span<const SourceKnot> path{};               // at least one knot; exactly one means at rest
  std::span<const double> monopole{};               // [kg/s]  mass flow q, one a sample; empty if there is none
  std::array<std::span<const double>, 3> dipole{};  // [N]     force F on the air, world axes; empty if there is none
  std::array<std::span<const float>, 3> beam{};     // [N]     B, alone or not at all
  std::optional<Vec3> front{};                      // heard only on this side: baffled, or as published
  ModalVoices voices{};                             // of a ringing body; may stand beside monopole and dipole
  std::int64_t id = 0;                              // stays with the source from block to block, within its object
  int lag = 0;                                      // [samples]  the signals are this late: the air makes up for it
};

// A list that keeps its memory as it is from block to block: thousands of facets describe themselves anew in each, on
// several threads, and nobody has to wipe it before.
class SourceList {
 public:
  void clear() { used_ = 0; }
  void push_back(const Source& source) { extend(1).front() = source; }
  // Room for more, which holds what happens to be there: all of it must be written. Valid until the list grows again.
  std::span<Source> extend(std::size_t count) {
    if (kept_.size() < used_ + count) kept_.resize(std::max(used_ + count, 2 * kept_.size()));
    used_ += count;
    return std::span(kept_).subspan(used_ - count, count);
  }

  std::size_t size() const { return used_; }
  bool empty() const { return used_ == 0; }
  Source& operator[](std::size_t index) { return kept_[index]; }
  const Source& operator[](std::size_t index) const { return kept_[index]; }
  const Source& back() const { return kept_[used_ - 1]; }
  const Source* begin() const { return kept_.data(); }
  const Source* end() const { return kept_.data() + used_; }

 private:
  std::vector<Source> kept_;
  std::size_t used_ = 0;
};

struct SourceSignals {
  SourceList sources;                 // spans stay valid until the next call of radiate()
  std::vector<SphereKick> kicks;      // of this block, those of an object in the order of time
  std::vector<Vibration> vibrations;  // for the picture
  std::span<const Shape> occluders;   // handed on from motion, for visibility
  HealthReports health;
};

}  // namespace resound
