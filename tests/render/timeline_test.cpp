#include "render/timeline.h"

#include <doctest/doctest.h>

using namespace resound;

namespace {

Scene two_seconds() {
  Scene scene;
  scene.duration = 2;
  scene.picture.frame_rate = {30000, 1001};
  return scene;
}

std::vector<SampleIndex> all_frames(const Scene& scene, const RenderSettings& settings) {
  std::vector<SampleIndex> frames;
  for (Timeline timeline(scene, settings, 40); !timeline.is_over(); timeline.next())
    frames.insert(frames.end(), timeline.block().frames.begin(), timeline.block().frames.end());
  return frames;
}

}  // namespace

TEST_CASE("every frame belongs to exactly one block and begins at its sample") {
  RenderSettings settings;
  settings.picture = true;
  const std::vector<SampleIndex> frames = all_frames(two_seconds(), settings);
  REQUIRE(frames.size() == 60);  // 59.94 frames begin within two seconds, counting frame 0
  for (std::size_t n = 0; n < frames.size(); ++n)
    CHECK(frames[n] == frame_start(static_cast<std::int64_t>(n), 48000, {30000, 1001}));
}

TEST_CASE("a crop moves frame zero to its start and keeps the block grid") {
  RenderSettings settings;
  settings.picture = true;
  settings.crop_begin = 0.5001;
  settings.crop_end = 1.0;
  const std::vector<SampleIndex> frames = all_frames(two_seconds(), settings);
  CHECK(frames.front() == 24005);
  CHECK(frames.back() < 48000);
  Timeline timeline(two_seconds(), settings, 40);
  CHECK(timeline.frame_count() == static_cast<std::int64_t>(frames.size()));
  CHECK(timeline.sample_count() == 48000 - 24005);
  CHECK(timeline.block().first == 0);
}

TEST_CASE("the wanted parts of all blocks are the crop, whole and without a gap") {
  RenderSettings settings;
  settings.crop_begin = 0.25;
  settings.crop_end = 0.75;
  const int latency = 40;
  SampleIndex next = 0;
  std::vector<double> samples(static_cast<std::size_t>(block_length({48000})));
  for (Timeline timeline(two_seconds(), settings, latency); !timeline.is_over(); timeline.next()) {
    Heard heard;
    heard.first = timeline.block().first - latency;
    heard.count = timeline.block().count;
    for (int i = 0; i < heard.count; ++i) samples[static_cast<std::size_t>(i)] = static_cast<double>(heard.first + i);
    heard.channels = {samples};
    const Heard wanted = timeline.wanted(heard);
    if (wanted.count == 0) continue;
    CHECK(wanted.first == next);
    CHECK(wanted.channels[0].front() == 12000.0 + static_cast<double>(next));
    next += wanted.count;
  }
  CHECK(next == 24000);
}

TEST_CASE("slow motion makes the file longer, not the scene") {
  Scene scene = two_seconds();
  scene.slow_motion = 8;
  const Timeline timeline(scene, {}, 0);
  CHECK(timeline.sample_count() == 16 * 48000);
  CHECK(timeline.block().rate.hz == 384000);
}
