// What it costs the steps of a solid to be heard: its velocities are written down and brought to the audio rate. The
// bowl of the 2001 paper in size and step, one thread, all nodes on its skin, against the steps alone.
#include <benchmark/benchmark.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "geometry/linear_tets.h"
#include "geometry/shape_bricks.h"
#include "motion/solid/skin_recorder.h"
#include "solid/solid_stepper.h"

namespace resound::bench {
namespace {

constexpr SampleRate kAudio{48000};
constexpr int kPerSample = 21, kSamples = 48;  // a round is a block
constexpr SampleRate kSteps{kPerSample * kAudio.hz};

enum class Recorded { nothing, written, filtered };

void steps(benchmark::State& state, Recorded what, bool in_pairs) {
  const ElasticSolid solid(in_halved_order(linear_tets(brick_mesh(BowlShape{0.11, 0.085, 0.0115}, 0.0232))),
                           {.young_modulus = 1e10, .strain_damping = 1e-9});
  const ThreadLimit limit(1);
  SolidStepper stepper({&solid}, kSteps.step());
  std::vector<Vec3> begin, velocity;
  std::vector<std::vector<int>> groups;
  for (std::size_t node = 0; node < stepper.nodes(); ++node) {
    if (node % SkinRecorder::kVertices == 0) groups.emplace_back();
    groups.back().push_back(static_cast<int>(node));
    begin.push_back(vector_at(stepper.position(), node));
    velocity.push_back({0, 0, 0.01 * std::sin(40 * begin.back().x)});
    set_vector(stepper.velocity_to_set(), node, velocity.back());
  }
  const std::optional<PairFilter> pairs = in_pairs ? pair_filter(kSteps, kAudio) : std::optional<PairFilter>();
  SkinRecorder recorder(begin, velocity, kSteps, kAudio, pairs);
  std::vector<float> row(kPerSample * 3 * SkinRecorder::kVertices);
  if (what != Recorded::nothing) stepper.record(groups, pairs);
  bool is_last = false;
  if (what == Recorded::filtered)
    stepper.after_steps([&](std::size_t group) { is_last ? recorder.finish(group) : recorder.filter(group); });
  for (auto round : state) {
    static_cast<void>(round);
    if (what == Recorded::filtered) recorder.begin_block(kSamples);
    for (int sample = 0; sample < kSamples; ++sample) {
      is_last = sample + 1 == kSamples;
      for (std::size_t group = 0; group < groups.size() && what != Recorded::nothing; ++group)
        stepper.write_to(
            group, what == Recorded::filtered ? recorder.make_room(group, stepper.frames_in(kPerSample)) : row.data());
      stepper.advance(kPerSample);
    }
  }
  state.SetItemsProcessed(state.iterations() * kSamples * kPerSample);
}

const bool registered = [] {
  const auto add = [](const char* side, Recorded what, bool in_pairs) {
    benchmark::RegisterBenchmark((std::string("steps of a bowl/") + side).c_str(), steps, what, in_pairs);
  };
  add("silent", Recorded::nothing, false);
  add("written down in pairs", Recorded::written, true);
  add("written down one by one", Recorded::written, false);
  add("brought to the audio rate, in pairs", Recorded::filtered, true);
  add("brought to the audio rate, one by one", Recorded::filtered, false);
  return true;
}();

}  // namespace
}  // namespace resound::bench
