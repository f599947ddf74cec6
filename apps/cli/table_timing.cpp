#include "table_timing.h"

#include "output/recording.h"

namespace resound {

StageTimes times_a_second(const Scene& scene, const std::shared_ptr<const PreparedBodies>& bodies, int threads) {
  RenderSettings settings;
  settings.bodies = bodies;
  settings.threads = threads;
  MemoryRecorder recorder(SampleRate{scene.sample_rate});
  StageTimes times = render(scene, settings, recorder).times;
  for (double* time :
       {&times.motion, &times.emission, &times.propagation, &times.picture, &times.recording, &times.filtering})
    *time /= scene.duration;
  return times;
}

}  // namespace resound
