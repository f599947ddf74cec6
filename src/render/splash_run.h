#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "body/prepared_body.h"
#include "output/splash_figure.h"
#include "render/render.h"
#include "scene/scene.h"
#include "splash/splash_list.h"

namespace resound {

// What the liquids of a scene have done so far, counted.
class SplashSurvey {
 public:
  explicit SplashSurvey(double frame = 1.0 / 30) { counts_.frame = frame; }  // [s]
  void add(const Splash& splash);

  const SplashCounts& counts() const { return counts_; }
  std::int64_t impacts() const { return impacts_; }
  std::int64_t particles() const { return particles_; }
  std::int64_t bubbles() const { return bubbles_; }
  std::optional<double> first_impact() const { return first_impact_; }                                          // [s]
  std::optional<double> first_bubble() const { return first_bubble_; }                                          // [s]
  double mean_bubble_radius() const { return bubbles_ > 0 ? radius_sum_ / static_cast<double>(bubbles_) : 0; }  // [m]
  double fastest() const { return fastest_; }                                                                   // [m/s]
  double last_level() const { return last_level_; }                                                             // [m]

 private:
  SplashCounts counts_;
  std::int64_t impacts_ = 0, particles_ = 0, bubbles_ = 0;
  std::optional<double> first_impact_, first_bubble_;
  double radius_sum_ = 0, fastest_ = 0, last_level_ = 0;
};

struct SplashRun {
  int threads = 0;  // 0 = all cores
  std::stop_token stop;
  std::function<void(const Progress&)> progress;
  std::function<void(const Splash&, const std::string& on)> sink;  // in the order of blocks
};

bool has_liquid(const Scene& scene);

// The splashes among the events of a block, as a list holds them.
void for_each_splash(const MotionEvents& events, const Scene& scene,
                     const std::function<void(const Splash&, const std::string& on)>& sink);

// Moves a scene without listening, and hands over every splash of its liquids. Throws InputError if it has none.
void run_splashes(const Scene& scene, const PreparedBodies& bodies, const SplashRun& run);

// Renders it too: what the first channel hears [Pa].
Recording render_splashes(const Scene& scene, std::shared_ptr<const PreparedBodies> bodies, const SplashRun& run);

}  // namespace resound
