#include "motion/splash/splash_list_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/near_word.h"
#include "motion/splash/splash_watch.h"
#include "numerics/pi.h"

namespace resound {
namespace {

int body_called(const std::string& name, const Scene& scene, const std::string& who) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    if (!can_be_struck(scene.objects[i].kind)) continue;
    if (scene.objects[i].name == name) return static_cast<int>(i);
    names.push_back(scene.objects[i].name);
  }
  throw InputError(
      fmt::format("{} speaks of \"{}\"; no body, solid or bar has that name{}", who, name, did_you_mean(name, names)));
}

}  // namespace

Basin basin_of(const Vessel& vessel) {
  Basin basin;
  if (!vessel.is_there()) return basin;
  const bool is_round = vessel.radius > 0;
  const double area = is_round ? kPi * vessel.radius * vessel.radius : vessel.length_x * vessel.length_y;
  basin.bottom = vessel.position;
  basin.reach = is_round ? vessel.radius : 0.5 * std::hypot(vessel.length_x, vessel.length_y);
  basin.height = vessel.height;
  basin.mouth_radius = std::sqrt(area / kPi);
  basin.areas = {area};
  return basin;
}

int body_of(const Vessel& vessel, const Scene& scene) {
  return vessel.body.empty() ? -1 : body_called(vessel.body, scene, "vessel.body");
}

SplashListMotion::SplashListMotion(const SplashList& list, int object, const Scene& scene)
    : matter_(list.matter), object_(object), basins_{basin_of(list.vessel)} {
  if (list.name.empty()) throw InputError("[[splashes]] names no file; say file = \"list.csv\"");
  auto rows = std::make_shared<std::vector<Row>>();
  for (ListedSplash& listed : read_splash_list(list.file)) {
    std::visit([&](auto& kind) { kind.time += list.offset; }, listed.splash);
    rows->push_back({listed.splash, listed.on.empty() ? -1 : body_called(listed.on, scene, list.name)});
  }
  rows_ = std::move(rows);
}

void SplashListMotion::advance(const TimeBlock& block, const Obstacles&, MotionEvents& events) {
  for (; next_ < rows_->size() && time_of((*rows_)[next_].splash) < block.end(); ++next_) {
    const Row& row = (*rows_)[next_];
    if (time_of(row.splash) >= block.begin()) leave_splash(row.splash, object_, row.struck, matter_, basins_, events);
  }
}

}  // namespace resound
