#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "numerics/pose.h"
#include "radiation/multipole_map.h"

// Everything that sounds is a compact monopole or dipole (or both), fixed or moving, with a signal at the audio rate.
namespace resound {

// Position of a source at one instant of the block. Between knots it moves along a cubic (Hermite), before the first
// and after the last straight on.
struct SourceKnot {
  double sample = 0;  // offset from the block's first sample
  Vec3 position;      // [m]
  Vec3 velocity;      // [m/s]
};

// A ringing body heard from outside: one voice a mode, and the directions into which each of them sounds. The pressure
// is the sum over modes of  Im( transfer(mode, place of the ear) * velocity at the time of sending ).
struct ModalVoices {
  const MultipoleMap* map = nullptr;    // its centre travels along the path
  std::span<const double> real{};       // [m sqrt(kg) / s]  modal velocity phasors: those of mode i begin at i * stride
  std::span<const double> imaginary{};  // likewise
  std::size_t stride = 0;               // [samples]
  std::span<const Rotation> rotations{};  // of the body, one a knot of the path: its map turns with it; none: never
};

// What a facet of a skin "as published" in 2001 sends: its pressure times its area, which arrives as
//   p = P A.n / r                                     (of the wrong dimension; docs/solids.md)
// A facet's area goes straight from one to the other.
struct Beam {
  std::span<const float> pressure{};  // [Pa]   P, one a sample; empty if there is none
  Vec3 begin, end;                    // [m^2]  A, outward, at the first sample and the last
};

// Each signal that there is has a number for each sample of the block.
//
// p = d/dt [ q/(4 pi r) ]  +  1/(4 pi) ( d/dt [ F.n/(c r) ] + F.n/r^2 ),  n toward the ear, all at emission time.
//
// Small, since there are thousands of facets that pass through the cache in each block.
struct Source {
  int object = 0;                                   // stems are made per object
  int lag = 0;                                      // [samples]  the signals are this late: the air makes up for it
  std::int64_t id = 0;                              // stays with the source from block to block, within its object
  std::span<const SourceKnot> path{};               // at least one knot
  std::span<const double> monopole{};               // [kg/s]  mass flow q, one a sample; empty if there is none
  std::array<std::span<const double>, 3> dipole{};  // [N]     force F on the air, world axes; empty if there is none
  Beam beam{};                                      //         alone or not at all
  std::optional<Vec3> front{};                      // heard only on this side: baffled, or as published
  const ModalVoices* voices = nullptr;              // of a ringing body; may stand beside monopole and dipole
  bool hidden_by_own_object = false;                // visibility: does the object's own skin hide this source?

  bool is_at_rest() const { return path.size() == 1 && path.front().velocity == Vec3{}; }
};

}  // namespace resound
