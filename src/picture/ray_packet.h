#pragma once
#include <array>

#include "picture/floor.h"
#include "picture/frame_scene.h"
#include "picture/openness.h"
#include "picture/studio.h"
#include "picture/view.h"

namespace resound {

inline constexpr int kPacket = 8;  // rays that travel together

template <class T>
using Packet = std::array<T, kPacket>;

// Asks a frame with eight rays at a time, which costs much less than eight rays.
class PacketRays {
 public:
  PacketRays(const FrameScene& frame, const Studio& studio, const Floor& floor, const View& view);

  // What the eye sees along unit vectors. Lanes that are not `valid` are left alone.
  void look(const Packet<Vec3f>& direction, const Packet<bool>& valid, Packet<Seen>& seen) const;

  // Which way lies open from seen points; `cell` picks the directions tried (sampling.h).
  void openness(const Packet<Vec3f>& direction, const Packet<Seen>& seen, const Packet<int>& cell,
                const Packet<bool>& valid, Packet<Openness>& open) const;

 private:
  struct Lane;
  void add_sun(const Packet<Lane>& lanes, const Packet<int>& cell, Packet<Openness>& open) const;
  void add_sky(const Packet<Lane>& lanes, const Packet<int>& cell, Packet<Openness>& open) const;

  const FrameScene& frame_;
  const Studio& studio_;
  const Floor& floor_;
  const View& view_;
  // The part of the floor, seen from above, that anything can darken. Elsewhere no ray need be asked.
  struct Rectangle {
    float left = 0, right = 0, front = 0, back = 0;  // [m] x and y
    bool holds(Vec3f p) const { return p.x >= left && p.x <= right && p.y >= front && p.y <= back; }
  };
  Rectangle darkened_floor() const;

  std::array<Vec3f, 16> sun_directions_;  // one a cell
  float reach_;                           // [m] how far away a wall still darkens a corner
  Rectangle darkened_floor_;
};

}  // namespace resound
