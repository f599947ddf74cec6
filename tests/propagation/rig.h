#pragma once
#include <functional>
#include <vector>

#include "audio/spectrum.h"
#include "propagation/propagation.h"

// A small outdoor laboratory: sources as functions of time, and what the receivers get.
namespace resound::test {

using Signal = std::function<double(double)>;  // of time [s]
using Motion3 = std::function<Vec3(double)>;

struct TestSource {
  Motion3 position;
  Motion3 velocity;  // none: at rest
  Signal monopole;
  Motion3 dipole;
  int object = 0;
  std::int64_t id = 0;
};

inline Air still_air_at_343() {
  Air air;
  air.temperature = 293.15 * (343.0 / 343.2) * (343.0 / 343.2) - 273.15;
  air.absorption = false;
  return air;
}

inline Scene open_air(double rate = 44100) {
  Scene scene;
  scene.sample_rate = rate;
  scene.air = still_air_at_343();
  scene.objects.resize(3);
  return scene;
}

// Keeps the arrays that a block of SourceSignals points into.
class Stage {
 public:
  explicit Stage(std::vector<TestSource> sources) : sources_(std::move(sources)), held_(sources_.size()) {}

  const SourceSignals& radiate(const TimeBlock& block) {
    signals_.sources.clear();
    for (std::size_t s = 0; s < sources_.size(); ++s) signals_.sources.push_back(fill(sources_[s], held_[s], block));
    return signals_;
  }
  SourceSignals& signals() { return signals_; }

 private:
  struct Held {
    std::vector<SourceKnot> knots;
    std::vector<double> monopole;
    std::array<std::vector<double>, 3> dipole;
  };

  static Source fill(const TestSource& source, Held& held, const TimeBlock& block) {
    held = {};
    const auto knot = [&](double sample) {
      const double t = block.time_of(sample);
      return SourceKnot{sample, source.position(t), source.velocity ? source.velocity(t) : Vec3{}};
    };
    held.knots.push_back(knot(0));
    if (source.velocity) held.knots.push_back(knot(block.count));
    for (int i = 0; i < block.count; ++i) {
      const double t = block.time_of(i);
      if (source.monopole) held.monopole.push_back(source.monopole(t));
      if (!source.dipole) continue;
      const Vec3 force = source.dipole(t);
      held.dipole[0].push_back(force.x), held.dipole[1].push_back(force.y), held.dipole[2].push_back(force.z);
    }
    Source out;
    out.object = source.object;
    out.id = source.id;
    out.path = held.knots;
    out.monopole = held.monopole;
    for (std::size_t axis = 0; axis < 3; ++axis) out.dipole[axis] = held.dipole[axis];
    return out;
  }

  std::vector<TestSource> sources_;
  std::vector<Held> held_;
  SourceSignals signals_;
};

// [receiver][channel][sample]; sample 0 is time zero of the scene, the latency is already taken off.
using Gathered = std::vector<std::vector<std::vector<double>>>;

inline void gather(Gathered& all, const std::vector<ReceiverArrivals>& receivers, SampleIndex first) {
  all.resize(receivers.size());
  for (std::size_t r = 0; r < receivers.size(); ++r) {
    all[r].resize(receivers[r].channels.size());
    for (std::size_t c = 0; c < all[r].size(); ++c) {
      const auto samples = receivers[r].channels[c];
      for (std::size_t i = 0; i < samples.size(); ++i)
        if (first + static_cast<SampleIndex>(i) >= 0) all[r][c].push_back(samples[i]);
    }
  }
}

inline Gathered carry(const Scene& scene, const std::vector<Receiver>& receivers, std::vector<TestSource> sources,
                      int samples, int block_size = 32) {
  Propagation propagation(scene, receivers, false);
  Stage stage(std::move(sources));
  Gathered all;
  for (SampleIndex first = 0; first < samples; first += block_size) {
    const TimeBlock block{first, block_size, scene.simulation_rate(), {}};
    const Arrivals& arrivals = propagation.carry(stage.radiate(block), block);
    gather(all, arrivals.receivers, arrivals.first);
  }
  return all;
}

inline Receiver ear_at(const Vec3& position, DirectionBasis basis = DirectionBasis::pressure) {
  return {Path(position), basis};
}

inline Signal sine(double frequency, double amplitude = 1) {
  return [=](double t) { return amplitude * std::sin(2 * std::numbers::pi * frequency * t); };
}

inline TestSource monopole_at(const Vec3& position, Signal signal) {
  return {[=](double) { return position; }, {}, std::move(signal), {}};
}

inline TestSource dipole_at(const Vec3& position, const Vec3& axis, Signal signal) {
  return {[=](double) { return position; }, {}, {}, [=](double t) { return signal(t) * axis; }};
}

// Everything that a stage has to bear at once: air that absorbs, a ground that reflects, ears that move and sort by
// direction.
inline Scene busy_scene() {
  Scene scene = open_air(48000);
  scene.air = Air{};
  scene.ground = {0, true};
  return scene;
}

inline std::vector<Receiver> three_ears() {
  return {ear_at({0, 0, 1}),
          ear_at({0.2, 0, 1}, DirectionBasis::first_order),
          {Path({{0, {1, 0, 1}}, {1, {9, 2, 1}}}), DirectionBasis::first_order}};
}

}  // namespace resound::test
