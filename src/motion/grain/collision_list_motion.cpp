#include "motion/grain/collision_list_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/near_word.h"
#include "motion/grain/grain_names.h"
#include "motion/grain/grain_strikes.h"

namespace resound {

CollisionListMotion::CollisionListMotion(const CollisionList& list, const Scene& scene)
    : list_(list),
      scene_(std::make_shared<Scene>(scene)),
      sorts_(grain_sorts(scene)),
      kind_of_(sorts_.kinds.size()),
      heard_(scene.unheard.slower) {
  const auto is_list = [](const Object& object) { return std::holds_alternative<CollisionList>(object.kind); };
  if (std::ranges::count_if(scene.objects, is_list) > 1)
    throw InputError("the scene has several [[collisions]]; it takes one: join their files");
  if (list.name.empty()) throw InputError("[[collisions]] names no file; say file = \"list.csv\"");
  std::iota(kind_of_.begin(), kind_of_.end(), 0);
  rewind(0);
}

void CollisionListMotion::rewind(std::int64_t played) {
  reader_ = std::make_unique<CollisionReader>(list_.file);
  bodies_.clear();
  for (played_ = 0; played_ < played; ++played_) reader_->next();
  next_ = reader_->next();
}

int CollisionListMotion::body_called(std::int32_t object) {
  while (bodies_.size() <= static_cast<std::size_t>(object)) {
    const std::string& name = reader_->names()[bodies_.size()];
    const auto body = find_grain_body(name, *scene_, sorts_);
    if (!body)
      throw InputError(fmt::format("{} speaks of \"{}\"; no grains, body, bar or fixture of the scene has that name{}",
                                   list_.name, name, did_you_mean(name, grain_names(*scene_, sorts_))));
    bodies_.push_back(*body);
  }
  return bodies_[static_cast<std::size_t>(object)];
}

Collision CollisionListMotion::resolve(const ListedCollision& row) {
  const int first = body_called(row.first_object), second = body_called(row.second_object);
  const double time = row.time + list_.offset;
  if (first >= 0) return {time, row.place, row.normal, row.speed, first, second};
  if (second < 0)
    throw InputError(fmt::format("{}: a collision at {} s is between \"{}\" and \"{}\"; one of them must be grains",
                                 list_.name, row.time, reader_->names()[static_cast<std::size_t>(row.first_object)],
                                 reader_->names()[static_cast<std::size_t>(row.second_object)]));
  return {time, row.place, -row.normal, row.speed, second, first};
}

void CollisionListMotion::advance(const TimeBlock& block, const Obstacles&, MotionEvents& events) {
  heard_.begin_block();
  for (; next_ && next_->time + list_.offset < block.end(); next_ = reader_->next(), ++played_)
    if (next_->time + list_.offset >= block.begin() && heard_.hears(next_->speed)) heard_.add_heard(resolve(*next_));
  strike_walls(heard_.all(), kind_of_, sorts_, events.contacts);
  events.grains = {heard_.all(), kind_of_, heard_.slow()};
}

void CollisionListMotion::archive(StateArchive& state) {
  std::int64_t played = played_;
  state.fields(played);
  if (state.is_loading()) rewind(played);
}

}  // namespace resound
