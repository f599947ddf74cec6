#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "body/prepared_body.h"
#include "render/collision_run.h"
#include "scene/scene.h"

// What of a list of collisions matters to the ear [Marko 2013, section 5.4]: a part of it is left to chance, and what
// is then heard of the grains is compared with what was heard (docs/collisions.md).
namespace resound {

// What is left to chance.
struct Scramble {
  std::string name;
  double cell = 0;             // [m]    each place lies anywhere in its cube of a grid of this; 0: where it was
  double slower_than = 0;      // [m/s]  normals of collisions slower than this point anywhere
  bool is_facing_ear = false;  // all normals point at the ear instead: as loud as can be
};

// Places in cubes of 1 and 2 cm; all normals; those slower than each limit [m/s]; and all normals at the ear.
std::vector<Scramble> usual_scrambles(const std::vector<double>& speed_limits);

constexpr std::array<double, 3> kCoherenceFrequencies{1000, 5000, 10000};  // [Hz]
using Coherence = std::array<double, 3>;                                   // [1]  at each of them

// How a scramble changes what is heard. Expected: for equal balls much smaller than a wave, each collision by itself.
struct ScrambleEffect {
  Scramble scramble;
  std::int64_t changed = 0;                     // collisions
  double changed_energy = 0;                    // [1]  of all, as the square of the speed: what the audible band gets
  double expected_level = 0;                    // [dB]  of the whole sound, above what was heard before
  double level = 0, level_spread = 0;           // [dB]  of the mean power over the draws, and from draw to draw
  Coherence expected_coherence{}, coherence{};  // how much of the old sound is in the new: 1, it is the same
  std::vector<float> sound;                     // [Pa]  of the first draw
};

struct Importance {
  SampleRate rate;
  std::int64_t collisions = 0;  // between grains
  std::vector<float> sound;     // [Pa]  as it was
  std::vector<ScrambleEffect> effects;
};

struct ImportanceSettings {
  std::vector<Scramble> scrambles;
  int draws = 8;     // of chance, for each scramble
  CollisionRun run;  // threads, stop, progress; its sink is not used
};

// Moves the scene once (or reads its list) and listens to its grains alone, at the place of its first listener and
// without reflections. Throws InputError if no two grains collide.
Importance measure_importance(const Scene& scene, const PreparedBodies& bodies, const ImportanceSettings& settings);

}  // namespace resound
