#pragma once
#include <functional>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "body/prepared_body.h"
#include "emission/grain/collision_sieve.h"
#include "emission/source_signals.h"
#include "output/recorder.h"
#include "output/recording.h"
#include "picture/film.h"
#include "scene/scene.h"

// The public face of the library: a scene goes in, sound (and pictures) come out.
namespace resound {

// Wall time spent in each part of a render [s], also before it was interrupted and resumed.
struct StageTimes {
  double motion = 0, emission = 0, propagation = 0, picture = 0, recording = 0;
  double filtering = 0;  // of motion: bringing the skins of solids to the audio rate, in the mean of the threads
};

// What there is to say of a render beside its sound and pictures.
struct RenderSummary {
  StageTimes times;
  LeftOut left_out;                // collisions, where the scene allows it
  std::vector<std::string> notes;  // what had to be assumed or estimated
};

struct Progress {
  double scene_time = 0;  // [s] rendered so far; negative while grains settle before the scene
  double duration = 0;    // [s] to render
};

// What a render may use before it is refused; every limit has a flag of the program that raises it.
struct RenderLimits {
  double duration = 3600;         // [s]  of sound in the file
  double memory = 4e9;            // [bytes] estimate for the stages
  std::int64_t frames = 200'000;  // pictures
};

struct RenderSettings {
  bool picture = false;  // also render frames
  PictureQuality picture_quality = PictureQuality::full;
  bool stems = false;     // also keep what each object alone sounds like
  double crop_begin = 0;  // [s]  of file time; what comes before is computed but not recorded
  double crop_end = std::numeric_limits<double>::infinity();  // [s]
  int threads = 0;                                            // 0 = all cores; the result does not depend on it
  double checkpoint_interval = 30;                            // [s]  of wall time
  RenderLimits limits;
  PreparationSettings preparation;                 // of bodies from meshes and shapes: cache and progress
  std::shared_ptr<const PreparedBodies> bodies{};  // prepared before; null: the render prepares them
  std::stop_token stop;  // a render that is stopped leaves a checkpoint and throws CancelledError
  std::function<void(const Progress&)> progress;
  // Called after each block with what moved and what sounded: for measurements.
  std::function<void(const TimeBlock&, const MotionEvents&, const SourceSignals&)> watch;
};

// What the channels of a render are called: "listener left", "listener right", …
std::vector<std::string> channel_names(const Scene& scene);

// Renders into a recorder, resuming from its checkpoint if it has one.
RenderSummary render(const Scene& scene, const RenderSettings& settings, Recorder& recorder);

// Renders into memory.
Recording render(const Scene& scene, const RenderSettings& settings = {});

}  // namespace resound
