#pragma once
#include <memory>
#include <vector>

#include "base/clock.h"
#include "emission/source_signals.h"
#include "motion/motion_events.h"
#include "picture/image.h"
#include "scene/scene.h"

namespace resound {

enum class PictureQuality {
  draft,  // a quarter of the rays, enlarged
  full,
};

// The other road to the output: what a camera sees at the instants at which frames begin. Each image depends on its own
// snapshot and vibrations alone, so a film has no state to archive.
class Film {
 public:
  Film(const Scene& scene, PictureQuality quality);
  ~Film();
  Film(Film&&) noexcept;
  Film& operator=(Film&&) noexcept;

  // One image for each of the block's snapshots; valid until the next call.
  const std::vector<Image>& expose(const MotionEvents& events, const SourceSignals& sources, const TimeBlock& block);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace resound
