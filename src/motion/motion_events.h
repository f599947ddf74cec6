#pragma once
#include <span>
#include <variant>
#include <vector>

#include "base/clock.h"
#include "base/health.h"
#include "geometry/shape.h"
#include "grain/collision.h"
#include "numerics/pose.h"

// What happened in one block of motion: all that emission and picture get to know.
namespace resound {

// The force of a drop that lands: F = F0 sqrt(tau) exp(-tau / 0.33), tau = t / time_scale (docs/rain.md).
struct DropPulse {
  double impulse = 0;     // [N s]
  double time_scale = 0;  // [s]  diameter / speed
};
// A ringing bubble used as a force, as published by Hansen.
struct BubblePulse {
  double radius = 0;  // [m]
  double rise = 0;    // [1]
  double force = 0;   // [N] peak
};
// A blow by something hard or soft: a half-sine of this impulse and length.
struct StrikePulse {
  double impulse = 0;   // [N s]
  double duration = 0;  // [s]
};
using ContactPulse = std::variant<DropPulse, BubblePulse, StrikePulse>;

// Something struck a solid.
struct Contact {
  double time = 0;  // [s]  of first touch, anywhere inside a sample
  int object = 0;   // the one that was struck
  Vec3 position;    // [m]  world
  Vec3 direction;   // unit, of the force on the struck object
  ContactPulse pulse;
};

// A gas bubble was closed off in a liquid and begins to ring.
struct BubbleBirth {
  double time = 0;    // [s]
  int object = 0;     // whose water it is in
  Vec3 position;      // [m]
  double radius = 0;  // [m]
  double rise = 0;    // [1]  xi
  double depth = 0;   // [m]  under the surface: of a liquid's bubbles
  double swing = 0;   // [1]  first excursion of the radius, as a share of it; 0: as rain leaves them
  double gain = 1;    // [1]  of the amplitude
};

// Liquid came down on something: particles that fell together make one.
struct LiquidImpact {
  double time = 0;           // [s]
  int object = 0;            // the liquid
  int struck = -1;           // the object that was hit, if it can be; -1: liquid, or something that does not sound
  Vec3 position;             // [m]
  Vec3 direction{0, 0, -1};  // unit, in which it came
  double radius = 0;         // [m]    of a ball of as much liquid
  double speed = 0;          // [m/s]  against what it met
  double gain = 1;           // [1]    of the amplitude
  int particles = 1;
  bool on_liquid = false;
};

// How high liquid stands in a vessel, told now and then.
struct LiquidLevel {
  double time = 0;          // [s]
  int object = 0;           // the liquid
  int vessel = 0;           // of those that it is in
  double level = 0;         // [m]  above the bottom
  double fill = 0;          // [1]  of the vessel's height
  double air_length = 0;    // [m]  of the column of air above, its end corrected; 0: none is heard
  double mouth_radius = 0;  // [m]
  Vec3 mouth;               // [m]  where that column opens
};

// Where an object is and how it moves at one instant of the block; between knots the motion is a cubic.
struct PoseKnot {
  double sample = 0;  // offset from the block's first sample
  Pose pose;
  Vec3 velocity;          // [m/s]
  Vec3 angular_velocity;  // [rad/s]
};

// Everything visible at the instant a picture frame begins.
struct Snapshot {
  SampleIndex sample = 0;
  std::vector<Shape> shapes;
};

// The skin of a deforming body during the block, at the audio rate and free of what lies beyond it. What it does within
// a block of a millisecond is small, and floats are enough for it: a facet in flight seems to shake by a few 1e-7 of
// its speed: measured, -15 dB SPL from a falling lid (docs/solids.md).
struct SkinMotion {
  int object = 0;
  int lag = 0;                      // [samples]  by which all of it is late
  std::size_t stride = 0;           // [samples]
  std::span<const double> begin;    // [m]    world, a sample before the first: [vertex][x y z]
  std::span<const double> mean;     // [m]    likewise, over the samples
  std::span<const float> travel;    // [m]    since then: [vertex][x y z][stride]
  std::span<const float> velocity;  // [m/s]  likewise

  std::size_t vertices() const { return begin.size() / 3; }
  Vec3 position(std::size_t vertex, std::size_t sample) const {  // [m]
    const double* from = begin.data() + 3 * vertex;
    const float* way = travel.data() + 3 * vertex * stride + sample;
    return {from[0] + way[0], from[1] + way[stride], from[2] + way[2 * stride]};
  }
};

// What a rod does to the air during the block, piece by piece: acceleration times the air that it takes along, at the
// audio rate and free of what lies beyond it.
struct RodSound {
  int object = 0;
  int lag = 0;             // [samples]  by which all of it is late
  std::size_t stride = 0;  // [samples]
  std::size_t pieces = 0;
  std::span<const double> pull;   // [m^4/s^2]  world: [piece][x y z][stride]
  std::span<const Vec3> centres;  // [m]  [sample][piece], from the sample before the block to its last
};

// A rod has begun to touch something.
struct RodContact {
  double time = 0;     // [s]
  int object = 0;      // the rod
  int part = 0;        // its edge; against anything but a ball or another rod, its vertex
  int other = -1;      // what it touches: -1 the ground
  int other_part = 0;  // edge of the other rod
  Vec3 place;          // [m]
  Vec3 normal;         // unit, from the rod to the other
  double speed = 0;    // [m/s]  approach along the normal
};

// How far a body's skin has moved from rest at the instant a picture frame begins.
struct Vibration {
  SampleIndex sample = 0;
  int object = 0;
  std::vector<Vec3> displacement;  // [m]    one a vertex of the object's meshes in the order of the snapshot, body axes
  std::vector<double> speed;       // [m/s]  signed, one a vertex: for the colour map
};

// A grain that rests on an object, with its share of all those that rest on each other above it.
struct WallLoad {
  int object = 0;
  Vec3 place;              // [m]  world
  Vec3 normal;             // unit, of the wall
  double mass = 0;         // [kg]  of the grain itself
  double layers = 1;       // [1]   itself and its share, in grains like itself
  double omega = 0;        // [rad/s]  at which it would swing on its contact with the wall, under its own weight
  double inner_omega = 0;  // [rad/s]  likewise on a contact with another grain
};

// How grains met each other and walls, by the numbers of motion/grain/grain_sorts.h. Spans stay valid until the next
// block.
struct GrainEvents {
  std::span<const Collision> collisions;  // in the order of time
  std::span<const int> kind_of;           // one a grain
  std::int64_t slow = 0;                  // collisions left out under the scene's limit of speed
  std::span<const WallLoad> loads = {};   // of the objects that grains rest on, in the order of objects
  std::int64_t loads_change = 0;          // counts up when the loads change
};

struct MotionEvents {
  std::vector<Contact> contacts;  // in order of object, then of happening
  std::vector<BubbleBirth> bubbles;
  std::vector<LiquidImpact> impacts;  // of liquids, in order of object, then of time
  std::vector<LiquidLevel> levels;    // likewise
  std::vector<std::vector<PoseKnot>>
      poses;                             // one list an object; a single one for what does not move through the block
  std::vector<SkinMotion> skins;         // of deforming bodies; spans stay valid until the next block
  std::vector<Vibration> vibrations;     // of the same, for the picture
  std::vector<RodSound> rods;            // spans stay valid until the next block
  std::vector<RodContact> rod_contacts;  // in order of time
  GrainEvents grains;
  std::vector<Snapshot> snapshots;  // one for each of TimeBlock::frames
  std::vector<Shape> occluders;     // at the block's start; only filled when the scene asks for visibility
  HealthReports health;
  double filtering = 0;  // [s]  that it took to bring skins to the audio rate, in the mean of the threads
};

}  // namespace resound
