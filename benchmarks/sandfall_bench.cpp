// Sand by statistics, its sound only, on two cores: seconds of sound rendered in a second of time. Five million grains
// are to take less than twice the time of what is heard, that is, above 0.5. The board's modes are known before.
#include <benchmark/benchmark.h>

#include <memory>

#include "render/render.h"
#include "scene_file/scene_file.h"

namespace {

using namespace resound;

void sandfall(benchmark::State& state) {
  const Scene scene = load_scene(find_scene("sandfall")).scene;
  RenderSettings settings;
  settings.threads = 2;
  settings.bodies = std::make_shared<PreparedBodies>(scene, settings.preparation);
  for (auto round : state) {
    static_cast<void>(round);
    benchmark::DoNotOptimize(render(scene, settings).channels[0].data());
  }
  state.counters["items_per_second"] =
      benchmark::Counter(scene.duration * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

BENCHMARK(sandfall)->Iterations(3)->UseRealTime()->Unit(benchmark::kSecond);

}  // namespace
