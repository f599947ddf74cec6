#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/atomic_file.h"
#include "commands.h"
#include "motion/rod/rod_step.h"
#include "table_timing.h"

namespace resound {
namespace {

// A row of table 4.1 of Bognat 2018, which has no times, and the systems of ours that it lacks (no vertices).
struct PublishedSystem {
  const char* scene;
  int vertices;
  double young;    // [Pa]
  double poisson;  // [1]
  double density;  // [kg/m]
  double step;     // [s]
};
constexpr std::array<PublishedSystem, 4> kSystems{{{"slinky-round", 200, 2.05e9, 0.29, 1.14e-3, 1e-6},
                                                   {"slinky-flat", 200, 2.05e11, 0.29, 1.14e-3, 1e-7},
                                                   {"rubber-band", 50, 3e5, 0.49, 1.95e-3, 5e-6},
                                                   {"metal-string", 100, 1.88e9, 0.5, 1.14e-3, 1e-6}}};
constexpr std::array<const char*, 4> kOurs{"steel-string", "guitar", "slinky-step", "rod-heap"};

struct TimedRods {
  std::size_t rods = 0, vertices = 0;
  double step = 0, bound = 0;    // [s]  taken, and at which the first of them becomes unstable
  double motion = 0, sound = 0;  // [s]  of wall time a second of the scene
  double total() const { return motion + sound; }
};

// With a step of at most this; 0: as the scene says.
TimedRods time_rods(const std::string& name, double step, const Table41Command& command) {
  Scene scene = load({.scene = name, .set = command.set, .seed = {}}).scene;
  scene.duration = command.seconds;
  std::vector<StartedRod> started;
  std::vector<SteppedRod> rods;
  for (Object& object : scene.objects)
    if (auto* rod = std::get_if<Rod>(&object.kind)) {
      if (step > 0) rod->step = step;
      started.push_back(start_rod(*rod));
      rods.push_back({called(object), rod, nullptr});
    }
  TimedRods timed{.rods = rods.size()};
  for (std::size_t i = 0; i < rods.size(); ++i) {
    rods[i].started = &started[i];
    timed.vertices += started[i].rod.vertices();
  }
  const RodStep chosen = rod_step(rods, scene.simulation_rate());
  timed.step = chosen.step, timed.bound = chosen.stable;
  const auto bodies = prepare_bodies(scene, ProgressStyle::none);
  const StageTimes times = times_a_second(scene, bodies, command.threads);
  timed.motion = times.motion;
  timed.sound = times.emission + times.propagation + times.recording;
  return timed;
}

std::string csv_row(const std::string& name, const TimedRods& timed) {
  return fmt::format("{},{},{},{:.4g},{:.4g},{:.4g},{:.4g},{:.4g}\n", name, timed.rods, timed.vertices, timed.step,
                     timed.bound, timed.motion, timed.sound, timed.total());
}

void print_row(const char* name, const TimedRods& timed) {
  fmt::print("{:<28}{:>6}{:>10}{:>12.3g} s{:>12.3g} s{:>9.2f} s{:>9.2f} s{:>9.2f} s\n", name, timed.rods,
             timed.vertices, timed.step, timed.bound, timed.motion, timed.sound, timed.total());
}

}  // namespace

void run(const Table41Command& command) {
  if (!command.csv.empty()) require_new_file(command.csv, command.force);
  const auto is_asked = [&](const char* name) {
    return command.examples.empty() || std::ranges::find(command.examples, name) != command.examples.end();
  };
  std::string csv = "system,rods,vertices,step_s,stable_step_s,motion_s_per_s,sound_s_per_s,total_s_per_s\n";
  fmt::print(
      "Table 4.1 of Bognat 2018, made anew: {:g} s of each scene, seconds of work for a second of it. The thesis has "
      "no\n"
      "times. Each system at its published step, and at ours.\n\n{:<28}{:>6}{:>10}{:>14}{:>14}{:>11}{:>11}{:>11}\n",
      command.seconds, "", "rods", "vertices", "step", "stable below", "motion", "sound", "total");
  const auto add = [&](const char* name, const std::string& label, double step) {
    const TimedRods timed = time_rods(name, step, command);
    print_row(label.c_str(), timed);
    csv += csv_row(label, timed);
  };
  for (const PublishedSystem& system : kSystems) {
    if (!is_asked(system.scene)) continue;
    fmt::print("{}, published with {} vertices, E {:.3g} Pa, nu {:g}, {:.3g} kg/m, {:.0g} s\n", system.scene,
               system.vertices, system.young, system.poisson, system.density, system.step);
    add(system.scene, "  at the published step", system.step);
    add(system.scene, "  at ours", 0);
  }
  for (const char* name : kOurs)
    if (is_asked(name)) add(name, name, 0);
  if (!command.csv.empty()) write_atomically(command.csv, command.force, csv);
}

}  // namespace resound
