#include "motion/strike/strike_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace resound {
namespace {

constexpr double kSeenBefore = 0.12;  // [s]  of film: a mallet appears so long before its blow, and leaves after it
constexpr double kSeenWay = 0.08;     // [m]  it comes from so far away in the picture, whatever its speed

const char* name_of(MalletHead tip) {
  switch (tip) {
    case MalletHead::steel:
      return "steel";
    case MalletHead::wood:
      return "wood";
    case MalletHead::rubber:
      return "rubber";
    case MalletHead::felt:
      return "felt";
  }
  return "";
}

Look look_of(const StrikerTip& tip) {
  if (const Material* material = std::get_if<Material>(&tip)) return material->look;
  switch (std::get<MalletHead>(tip)) {
    case MalletHead::steel:
      return {Finish::steel, {0.6, 0.6, 0.62}};
    case MalletHead::wood:
      return {Finish::wood, {0.55, 0.36, 0.18}};
    case MalletHead::rubber:
      return {Finish::rubber, {0.10, 0.10, 0.12}};
    case MalletHead::felt:
      return {Finish::plaster, {0.75, 0.15, 0.12}};
  }
  return {};
}

}  // namespace

TipMaterial tip_of(const Material& material) {
  return {material.name, material.young_modulus, material.poisson_ratio, material.restitution, 0, ""};
}

Mallet mallet_of(const StrikerTip& tip, double mass, double radius) {
  const Material* material = std::get_if<Material>(&tip);
  return {material ? tip_of(*material) : *find_tip(name_of(std::get<MalletHead>(tip))), mass, radius};
}

StrikeMotion::StrikeMotion(const Strike& strike, int object, const Scene& scene, const PreparedBodies& bodies)
    : strike_(strike),
      object_(object),
      target_(scene, bodies, strike.target),
      spot_(target_.nearest(strike.place)),
      direction_(strike.direction ? normalized(*strike.direction) : -spot_.normal),
      film_speed_(scene.slow_motion) {
  const std::string& name = scene.objects[static_cast<std::size_t>(object)].name;
  if (!target_.is_near(spot_))
    throw InputError(fmt::format(
        "{}: place_m is {:.4g} m away from the skin of \"{}\"; the nearest point of it is [{:.4g}, {:.4g}, {:.4g}]",
        name, spot_.distance, strike.target, spot_.position.x, spot_.position.y, spot_.position.z));
  if (dot(direction_, spot_.normal) >= 0)
    throw InputError(
        fmt::format("{}: direction leads away from the skin of \"{}\", whose outward normal there is [{:.3g}, {:.3g}, "
                    "{:.3g}]; turn "
                    "it around",
                    name, strike.target, spot_.normal.x, spot_.normal.y, spot_.normal.z));
  pulse_ = target_.answer(mallet_of(strike.tip, strike.mass, strike.radius), spot_, strike.speed * direction_);
}

void StrikeMotion::advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events) {
  const auto seen = std::ranges::find(obstacles, target_.object(), &Obstacle::object);
  if (seen != obstacles.end()) seen_ = seen->pose;
  for (; done_ < strike_.count && time_of(done_) < block.end(); ++done_) {
    const double time = time_of(done_);
    const Pose pose = target_pose(time);
    events.contacts.push_back(
        {time, target_.object(), pose.to_world(spot_.position), pose.rotation * -spot_.normal, pulse_});
  }
}

// A ball on the line of the blow. In life it would be gone between two frames; in the film it takes a moment.
void StrikeMotion::depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const {
  const double now = rate.seconds(static_cast<double>(sample));
  for (int blow = std::max(0, done_ - 1); blow < std::min(strike_.count, done_ + 2); ++blow) {
    const double since = (now - time_of(blow)) * film_speed_;  // [s]  of film
    if (std::abs(since) > kSeenBefore) continue;
    const double away = kSeenWay * std::abs(since) / kSeenBefore + strike_.radius;
    const Vec3 centre = target_pose(now).to_world(spot_.position - away * direction_);
    shapes.push_back({object_, SphereForm{{{centre, strike_.radius}}}, {}, look_of(strike_.tip)});
  }
}

}  // namespace resound
