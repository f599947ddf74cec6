#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "emission/source_signals.h"
#include "numerics/pose.h"
#include "propagation/flight.h"
#include "propagation/receiver.h"

namespace resound {

// How a body is turned at a sample: on the shortest way between its knots (slerp), at rest before and after them.
Rotation rotation_at(std::span<const SourceKnot> knots, std::span<const Rotation> rotations, double sample);

// What one ear gets of the modes of a ringing body, before the flight:
//
//   ear in body axes ─► transfer of each mode at a few samples ─► straight lines between ─► sum of Im(transfer
//   velocity)
//
// Transfers are dear: they are kept for each ear and route, and only computed anew where ear or body moved. Owned by
// one task at a time; what it keeps never changes a bit of what it returns.
class VoiceCarrier {
 public:
  void begin(const ModalVoices& voices, int count);  // finds the modes that sound during this block
  bool is_silent() const { return sounding_.empty(); }

  // Pressure [Pa] of each sample as it is sent, without the 1/(1 - M_r)^2 of a body that moves, into `sum` (count of
  // them). `places`: the ear seen from the map's centre; `approaches`: one a sample, none for a body at rest. World
  // axes, turned back by `knots`; `slot` tells ears and routes apart.
  void fill_pressure(std::size_t slot, const Track& places, std::span<const Approach> approaches,
                     std::span<const SourceKnot> knots, std::span<double> sum);

 private:
  struct Transfers {
    const MultipoleMap* map = nullptr;
    Vec3 place;  // [m]  body axes
    Approach approach;
    std::vector<double> re, im;  // [Pa s / (m sqrt(kg))]  one a mode
  };
  void compute(const Vec3& place, const Approach& approach, Transfers& transfers) const;

  ModalVoices voices_;
  int count_ = 0;
  std::vector<std::uint32_t> sounding_;
  std::vector<Transfers> kept_;  // at the beginning of the block, one a slot
  Transfers from_, to_;
};

// A map is right outside the sphere that holds the body. Throws InputError if an ear comes into it within `duration`
// [s], as the body goes its way (`pose` at a time) and the ear its own.
void check_ears_outside(const std::string& object, const MultipoleMap& map, const std::function<Pose(double)>& pose,
                        std::span<const Receiver> ears, double duration);

}  // namespace resound
