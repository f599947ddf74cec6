#include "listener/listener.h"

#include <doctest/doctest.h>

#include "propagation/rig.h"

using namespace resound;
using namespace resound::test;

namespace {

ListenerSetup microphone(MicrophonePattern pattern, const Vec3& facing = {0, 1, 0}) {
  ListenerSetup setup;
  setup.name = "mic";
  setup.kind = ListenerKind::microphone;
  setup.pattern = pattern;
  setup.path = Path(Vec3{});
  setup.facing = facing;
  return setup;
}

// rms at each channel of a tone from a given place
std::vector<double> levels(const std::vector<ListenerSetup>& setups, const Vec3& source) {
  const Scene scene = open_air();
  Listener listener(setups);
  Propagation propagation(scene, listener.receivers(), false);
  Stage stage({monopole_at(source, sine(441))});
  std::vector<std::vector<double>> all(listener.channel_names().size());
  for (SampleIndex first = 0; first < 3200; first += 32) {
    const TimeBlock block{first, 32, scene.simulation_rate(), {}};
    const Heard& heard = listener.hear(propagation.carry(stage.radiate(block), block));
    for (std::size_t c = 0; c < all.size(); ++c)
      all[c].insert(all[c].end(), heard.channels[c].begin(), heard.channels[c].end());
  }
  std::vector<double> result;
  for (const auto& channel : all) result.push_back(rms(std::span(channel).last(1000)));
  return result;
}

}  // namespace

TEST_CASE("a cardioid hears the front fully, the side by half and the back not at all") {
  for (const Vec3& facing : {Vec3{0, 1, 0}, Vec3{3, -4, 2}}) {
    const std::vector<ListenerSetup> setups{microphone(MicrophonePattern::omni, facing),
                                            microphone(MicrophonePattern::cardioid, facing)};
    const Vec3 front = normalized(facing), side = normalized(cross(facing, Vec3{1, 1, 5}));
    const auto ahead = levels(setups, 3.0 * front), beside = levels(setups, 3.0 * side),
               behind = levels(setups, -3.0 * front);
    CHECK(ahead[1] == doctest::Approx(ahead[0]).epsilon(1e-9));
    CHECK(beside[1] == doctest::Approx(0.5 * beside[0]).epsilon(1e-9));
    CHECK(behind[1] < 1e-12 * behind[0]);
  }
}

TEST_CASE("a figure-eight hears front and back alike and is deaf to the side") {
  const std::vector<ListenerSetup> setups{microphone(MicrophonePattern::omni),
                                          microphone(MicrophonePattern::figure_eight)};
  CHECK(levels(setups, {0, 2, 0})[1] == doctest::Approx(levels(setups, {0, 2, 0})[0]));
  CHECK(levels(setups, {0, -2, 0})[1] == doctest::Approx(levels(setups, {0, 2, 0})[0]));
  CHECK(levels(setups, {2, 0, 0})[1] < 1e-12 * levels(setups, {2, 0, 0})[0]);
}

TEST_CASE("the left ear of a pair is on the left of the way it faces, and is named so") {
  ListenerSetup pair;
  pair.name = "head";
  pair.path = Path({{0, {1, 2, 1.7}}, {2, {3, 2, 1.7}}});
  pair.facing = {0, 5, 0};
  const Listener listener({pair, microphone(MicrophonePattern::omni)});
  CHECK(listener.channel_names() == std::vector<std::string>{"head left", "head right", "mic"});
  REQUIRE(listener.receivers().size() == 3);
  CHECK(length(listener.receivers()[0].path.position(1) - Vec3{1.9, 2, 1.7}) < 1e-12);
  CHECK(length(listener.receivers()[1].path.position(1) - Vec3{2.1, 2, 1.7}) < 1e-12);
  CHECK(listener.receivers()[0].basis == DirectionBasis::pressure);
}

TEST_CASE("a pair that looks straight down still has two ears") {
  ListenerSetup pair;
  pair.facing = {0, 0, -1};
  pair.path = Path(Vec3{});
  const Listener listener({pair});
  CHECK(length(listener.receivers()[1].path.position(0) - listener.receivers()[0].path.position(0)) ==
        doctest::Approx(0.2));
}

TEST_CASE("each object has a stem on each channel") {
  Scene scene = open_air();
  Listener listener({microphone(MicrophonePattern::omni), microphone(MicrophonePattern::cardioid)});
  Propagation propagation(scene, listener.receivers(), true);
  Stage stage({monopole_at({0, 1, 0}, sine(500))});
  const TimeBlock block{0, 512, scene.simulation_rate(), {}};
  const Heard& heard = listener.hear(propagation.carry(stage.radiate(block), block));
  CHECK(heard.first == -propagation.latency());
  CHECK(heard.count == 512);
  REQUIRE(heard.stems.size() == scene.objects.size());
  for (std::size_t c = 0; c < 2; ++c) {
    CHECK(std::ranges::equal(heard.stems[0][c], heard.channels[c]));
    CHECK(rms(heard.stems[0][c]) > 0);
    CHECK(rms(heard.stems[1][c]) == 0);
  }
}
