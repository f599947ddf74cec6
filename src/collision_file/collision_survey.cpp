#include "collision_file/collision_survey.h"

#include <algorithm>
#include <cmath>

#include "numerics/pi.h"
#include "numerics/random_stream.h"

namespace resound {

void TimeCounts::add(double time) {
  while (time >= width_ * static_cast<double>(kMost)) {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      const std::int64_t count = std::exchange(counts_[i], 0);
      counts_[i / 2] += count;
    }
    counts_.resize((counts_.size() + 1) / 2);
    width_ *= 2;
  }
  const auto bin = static_cast<std::size_t>(std::max(0.0, time) / width_);
  if (bin >= counts_.size()) counts_.resize(bin + 1);
  ++counts_[bin];
}

void SpeedCounts::add(double speed) {
  const double place = speed > 0 ? (std::log10(speed) - kLowest) * kPerDecade : 0;
  ++counts_[static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(counts_.size() - 1)))];
}

double PairSurvey::rms_speed() const { return count > 0 ? std::sqrt(square_sum / static_cast<double>(count)) : 0; }

std::int32_t CollisionSurvey::object_called(std::int32_t name, const ObjectNames& names) {
  for (std::size_t i = object_of_.size(); i <= static_cast<std::size_t>(name); ++i) {
    const std::string object = names[i].substr(0, names[i].find(':'));
    const auto known = std::ranges::find(objects_, object);
    object_of_.push_back(static_cast<std::int32_t>(known - objects_.begin()));
    if (known == objects_.end()) objects_.push_back(object);
  }
  return object_of_[static_cast<std::size_t>(name)];
}

void CollisionSurvey::add(const ListedCollision& c, const ObjectNames& names) {
  begin_ = count_ == 0 ? c.time : std::min(begin_, c.time);
  end_ = count_ == 0 ? c.time : std::max(end_, c.time);
  ++count_;
  const std::int32_t first = object_called(c.first_object, names), second = object_called(c.second_object, names);
  PairSurvey& pair = pairs_[std::minmax(first, second)];
  ++pair.count;
  pair.fastest = std::max(pair.fastest, c.speed);
  pair.speed_sum += c.speed;
  pair.square_sum += c.speed * c.speed;
  pair.times.add(c.time);
  pair.speeds.add(c.speed);
  ++pair.steepness[std::min<std::size_t>(19, static_cast<std::size_t>(20 * std::abs(c.normal.z)))];
  const double turn = (std::atan2(c.normal.y, c.normal.x) + kPi) / kTurn;  // 0 … 1
  ++pair.azimuths[std::min<std::size_t>(35, static_cast<std::size_t>(36 * turn))];
  // Vitter's reservoir
  if (pair.spots.size() < PairSurvey::kMostSpots) {
    pair.spots.push_back({c.place, c.speed});
    return;
  }
  const double chance = RandomStream(0, 0, static_cast<std::uint64_t>(count_)).uniform();
  const auto at = static_cast<std::size_t>(chance * static_cast<double>(pair.count));
  if (at < pair.spots.size()) pair.spots[at] = {c.place, c.speed};
}

}  // namespace resound
