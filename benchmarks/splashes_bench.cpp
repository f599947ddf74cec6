// A hundred thousand bubbles of a liquid, born 2000 a second, from a list to what a microphone hears; beside them the
// plain way to ring one: a sine, an exponential and a product for every sample.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "numerics/random_stream.h"
#include "render/render.h"
#include "scene/bubble.h"
#include "scene/bubble_wave.h"
#include "splash/entrainment.h"
#include "splash/splash_list.h"

namespace {

using namespace resound;

constexpr int kBubbles = 100'000;
constexpr double kPerSecond = 2000;  // [1/s]

std::vector<SplashBubble> many_bubbles() {
  std::vector<SplashBubble> bubbles(kBubbles);
  for (int i = 0; i < kBubbles; ++i) {
    RandomStream random(1, 0, static_cast<std::uint64_t>(i));
    SplashBubble& bubble = bubbles[static_cast<std::size_t>(i)];
    bubble.time = (i + random.uniform()) / kPerSecond;
    bubble.radius = bubble_radius(kSmallestBubble, 3e-3, random);
    bubble.rise = 0.1;
    bubble.swing = 0.03;
    bubble.depth = random.uniform(bubble.radius, 0.02);
    bubble.place = {random.uniform(-0.03, 0.03), random.uniform(-0.03, 0.03), 0.05 - bubble.depth};
  }
  return bubbles;
}

Scene scene_of_list(const std::filesystem::path& file) {
  Scene scene;
  scene.duration = kBubbles / kPerSecond;
  SplashList list;
  list.name = file.filename().string();
  list.file = file;
  scene.objects = {{"bubbles", list}};
  scene.listeners = {ListenerSetup{}};
  return scene;
}

void hundred_thousand_bubbles(benchmark::State& state) {
  const auto file = std::filesystem::temp_directory_path() / ("resound-bubbles-" + std::to_string(::getpid()) + ".csv");
  SplashListWriter writer(file, true);
  for (const SplashBubble& bubble : many_bubbles()) writer.add(bubble, "");
  writer.commit();
  const Scene scene = scene_of_list(file);
  RenderSettings settings;
  settings.threads = static_cast<int>(state.range(0));
  for (auto round : state) {
    static_cast<void>(round);
    benchmark::DoNotOptimize(render(scene, settings).channels[0].data());
  }
  std::filesystem::remove(file);
  state.counters["items_per_second"] =
      benchmark::Counter(kBubbles * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void plain_bubbles(benchmark::State& state) {
  const std::vector<SplashBubble> bubbles = many_bubbles();
  std::vector<double> sound(static_cast<std::size_t>(48000 * (kBubbles / kPerSecond + 1)));
  for (auto round : state) {
    static_cast<void>(round);
    for (const SplashBubble& bubble : bubbles) {
      const BubbleWave wave = bubble_wave(bubble.radius, bubble.rise, 1, LiquidMatter{});
      const auto first = static_cast<std::size_t>(std::ceil(bubble.time * 48000));
      const auto count = static_cast<std::size_t>(11.5 / wave.decay * 48000);
      for (std::size_t i = first; i < std::min(first + count, sound.size()); ++i)
        sound[i] += wave.value(static_cast<double>(i) / 48000 - bubble.time);
    }
    benchmark::DoNotOptimize(sound.data());
  }
  state.counters["items_per_second"] =
      benchmark::Counter(kBubbles * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

BENCHMARK(plain_bubbles)->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK(hundred_thousand_bubbles)->Arg(1)->Arg(2)->Iterations(1)->UseRealTime()->Unit(benchmark::kSecond);

}  // namespace
