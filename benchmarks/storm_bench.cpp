// A whole scene, its sound only, on one core: seconds of sound rendered in a second of time. Above 1 is faster than
// life.
#include <benchmark/benchmark.h>

#include <string>

#include "motion/motion.h"
#include "render/render.h"
#include "scene_file/scene_file.h"

namespace {

using namespace resound;

std::int64_t drops_on_the_bar(const Scene& scene) {
  Motion motion(scene);
  std::int64_t drops = 0;
  TimeBlock block{0, block_length(scene.simulation_rate()), scene.simulation_rate(), {}};
  for (; block.begin() < scene.duration; block.first = block.last())
    drops += static_cast<std::int64_t>(motion.advance(block).contacts.size());
  return drops;
}

void storm(benchmark::State& state) {
  const Scene scene = load_scene(find_scene("storm")).scene;
  RenderSettings settings;
  settings.threads = 1;
  for (auto round : state) {
    static_cast<void>(round);
    benchmark::DoNotOptimize(render(scene, settings).channels[0].data());
  }
  state.counters["drops on the bar"] = static_cast<double>(drops_on_the_bar(scene));
  state.counters["items_per_second"] =
      benchmark::Counter(scene.duration * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

BENCHMARK(storm)->Iterations(1)->UseRealTime()->Unit(benchmark::kSecond);

}  // namespace
