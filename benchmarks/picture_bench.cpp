#include <benchmark/benchmark.h>

#include "picture/film.h"
#include "picture/scenes_to_see.h"

// Frames per second of 1280 x 720 pixels on all cores, by wall time. The film is made once, as in a render; every frame
// rebuilds what moves.
namespace {

using namespace resound;

void expose_frames(benchmark::State& state, const to_see::Set& set, PictureQuality quality) {
  Film film(set.scene, quality);
  film.expose(set.events, set.sources, {});  // warm
  for (auto _ : state) benchmark::DoNotOptimize(film.expose(set.events, set.sources, {}).front().rgb.data());
  state.SetItemsProcessed(state.iterations());
}

void rain_full(benchmark::State& state) { expose_frames(state, to_see::rain(), PictureQuality::full); }
void rain_draft(benchmark::State& state) { expose_frames(state, to_see::rain(), PictureQuality::draft); }
void ten_thousand_balls_full(benchmark::State& state) {
  expose_frames(state, to_see::balls(10000), PictureQuality::full);
}
void ten_thousand_balls_draft(benchmark::State& state) {
  expose_frames(state, to_see::balls(10000), PictureQuality::draft);
}
void finishes_full(benchmark::State& state) { expose_frames(state, to_see::finishes(), PictureQuality::full); }

BENCHMARK(rain_full)->MeasureProcessCPUTime()->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(rain_draft)->MeasureProcessCPUTime()->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(ten_thousand_balls_full)->MeasureProcessCPUTime()->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(ten_thousand_balls_draft)->MeasureProcessCPUTime()->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(finishes_full)->MeasureProcessCPUTime()->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
