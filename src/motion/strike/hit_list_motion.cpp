#include "motion/strike/hit_list_motion.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/near_word.h"
#include "motion/strike/strike_motion.h"
#include "scene/materials.h"

namespace resound {
namespace {

std::vector<std::string> strikable(const Scene& scene) {
  std::vector<std::string> names;
  for (const Object& object : scene.objects)
    if (can_be_struck(object.kind)) names.push_back(object.name);
  return names;
}

}  // namespace

HitResolver::HitResolver(const HitList& list, const Scene& scene, const PreparedBodies& bodies)
    : list_(list), scene_(&scene), bodies_(&bodies) {
  if (list.file.empty()) throw InputError("a list of hits names no file; add file = \"hits.csv\" to [[hits]]");
}

void HitResolver::refuse(const HitRow& row, const std::string& fact) const {
  throw InputError(fmt::format("{}:{}: {}", list_.name, row.line, fact));
}

const Target& HitResolver::target(const std::string& name, const HitRow& row) {
  if (const auto known = targets_.find(name); known != targets_.end()) return known->second;
  const std::vector<std::string> names = strikable(*scene_);
  if (std::ranges::find(names, name) == names.end())
    refuse(row,
           fmt::format("object is \"{}\"; no body, solid or bar has that name{}", name, did_you_mean(name, names)));
  return targets_.try_emplace(name, *scene_, *bodies_, name).first->second;
}

Mallet HitResolver::striker_of(const HitRow& row) const {
  Mallet mallet = mallet_of(list_.tip, row.other_mass.value_or(list_.mass), row.other_radius.value_or(list_.radius));
  if (const TipMaterial* tip = find_tip(row.other_material)) {
    mallet.tip = *tip;
  } else if (const Material* material = find_material(scene_->materials, row.other_material)) {
    mallet.tip = tip_of(*material);
  }
  return mallet;
}

ResolvedHit HitResolver::resolve(const HitRow& row) {
  const Target& struck = target(row.object, row);
  const double time = row.time + list_.offset;
  const Pose pose = row.pose.value_or(struck.pose(time));
  const Target::Spot spot = struck.nearest(pose.to_local(row.position));
  if (!struck.is_near(spot))
    refuse(row, fmt::format("the hit is {:.4g} m away from the skin of \"{}\", which is {:.4g} m large; is it in "
                            "metres, in the axes of the scene?",
                            spot.distance, row.object, struck.size()));

  const Mallet striker = striker_of(row);
  const auto answer = [&](double speed) { return struck.answer(striker, spot, -speed * spot.normal); };
  ResolvedHit hit{time, struck.object(), spot.position, -spot.normal, {}};
  if (row.normal) hit.direction = pose.rotation.inverse() * *row.normal;
  if (row.impulse) {  // the speed that would have brought it tells how long the touch is
    const double impulse_per_speed = answer(1).impulse;
    const double speed = impulse_per_speed > 0 ? *row.impulse / impulse_per_speed : 1;
    hit.pulse = {*row.impulse, answer(speed).duration};
  } else {
    hit.pulse = answer(row.speed.value_or(0));
  }
  return hit;
}

HitListMotion::HitListMotion(const HitList& list, int, const Scene& scene, const PreparedBodies& bodies)
    : list_(list),
      scene_(std::make_shared<Scene>(scene)),
      bodies_(std::make_shared<PreparedBodies>(bodies)),
      resolver_(std::make_unique<HitResolver>(list, *scene_, *bodies_)) {
  rewind(0);
}

void HitListMotion::rewind(std::int64_t played) {
  reader_ = std::make_unique<HitReader>(list_.file, [](const HitNote&) {});  // doubts were told by the survey
  next_ = reader_->next();
  for (played_ = 0; played_ < played && next_; ++played_) next_ = reader_->next();
}

void HitListMotion::archive(StateArchive& state) {
  std::int64_t played = played_;
  state.fields(played);
  if (state.is_loading()) rewind(played);
}

void HitListMotion::advance(const TimeBlock& block, const Obstacles&, MotionEvents& events) {
  for (; next_ && next_->time + list_.offset < block.end(); next_ = reader_->next(), ++played_) {
    const ResolvedHit hit = resolver_->resolve(*next_);
    if (hit.time < block.begin() || hit.pulse.impulse <= 0) continue;  // before the scene begins, or a mere touch
    const Pose pose = resolver_->target(next_->object, *next_).pose(hit.time);
    events.contacts.push_back(
        {hit.time, hit.object, pose.to_world(hit.position), pose.rotation * hit.direction, hit.pulse});
  }
}

}  // namespace resound
