#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "numerics/pose.h"
#include "radiation/multipole_map.h"

// Everything that sounds is a compact monopole or dipole (or both), fixed or moving, with a signal at the audio rate.
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

// Each signal that there is has a number for each sample of the block.
//
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

}  // namespace resound
