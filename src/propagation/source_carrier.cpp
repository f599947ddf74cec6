#include "propagation/source_carrier.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "propagation/splat.h"

namespace resound {
namespace {

bool is_silent(std::span<const double> signal) {
  return std::ranges::all_of(signal, [](double value) { return value == 0; });
}

void copy_padded(std::span<const double> signal, int count, std::vector<double>& copy) {
  copy.resize(padded(count));
  std::fill(std::copy_n(signal.begin(), count, copy.begin()), copy.end(), 0.0);
}

void copy_vectors(const std::array<std::span<const double>, 3>& signals, int count,
                  std::array<std::vector<double>, 3>& copies) {
  for (auto& axis : copies) axis.clear();
  if (std::ranges::all_of(signals, is_silent)) return;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (signals[axis].empty())
      copies[axis].assign(padded(count), 0.0);
    else
      copy_padded(signals[axis], count, copies[axis]);
  }
}

void mirror(const Track& track, double height, Track& image) {
  image = track;
  for (double& z : image.z) z = 2 * height - z;
}

}  // namespace

void SourceCarrier::carry(const Source& source, std::span<const Fade> fades, const Surroundings& around) {
  if (++carried_ > voices_.size()) voices_.emplace_back();
  object_ = source.object;
  if (!source.voices.map && is_hidden(fades, around)) return;
  copy_strength(source, around.block.count);
  voices().begin(source.voices, around.block.count);
  if (!has_strength() && voices().is_silent()) return;

  const Surroundings when = at_time_of_sending(source, around);
  at_rest_ = source.path.size() == 1;
  front_ = source.front;
  const bool is_for_moving_ear =
      std::ranges::any_of(*around.receivers, [](const Receiver& receiver) { return !receiver.path.is_fixed(); });
  follow(knots_, when.block.rate, when.block.count, direct_, is_for_moving_ear || !voices().is_silent());
  if (around.ground.reflects) mirror(direct_.position, around.ground.height, mirrored_);
  for (int receiver = 0; receiver < static_cast<int>(around.receivers->size()); ++receiver) {
    for (int route = 0; route < (around.ground.reflects ? kRoutes : 1); ++route) {
      const auto pair = static_cast<std::size_t>(receiver * kRoutes + route);
      carry_route(receiver, route == 1, fades.empty() ? Fade{} : fades[pair], when);
    }
  }
}

// From all ears, all the time.
bool SourceCarrier::is_hidden(std::span<const Fade> fades, const Surroundings& around) {
  if (fades.empty()) return false;
  const std::size_t routes = around.ground.reflects ? kRoutes : 1;
  for (std::size_t pair = 0; pair < fades.size(); ++pair)
    if (pair % kRoutes < routes && (fades[pair].from != 0 || fades[pair].to != 0)) return false;
  return true;
}

// A signal that comes late belongs to a block that began earlier, and so do the places it was sent from.
Surroundings SourceCarrier::at_time_of_sending(const Source& source, const Surroundings& around) {
  if (source.lag < 0 || source.lag > kMostLag)
    throw Error(ExitCode::our_fault,
                fmt::format("object {}: a signal is {} samples late; propagation makes up for at most {}",
                            source.object + 1, source.lag, kMostLag));
  knots_.assign(source.path.begin(), source.path.end());
  for (SourceKnot& knot : knots_) knot.sample += source.lag;
  Surroundings when = around;
  when.block.first -= source.lag;
  return when;
}

void SourceCarrier::copy_strength(const Source& source, int count) {
  strength_.monopole.clear();
  if (!is_silent(source.monopole)) copy_padded(source.monopole, count, strength_.monopole);
  copy_vectors(source.dipole, count, strength_.dipole);
  copy_vectors(source.beam, count, strength_.beam);
}

void SourceCarrier::carry_route(int index, bool is_mirrored, const Fade& fade, const Surroundings& around) {
  if (fade.from == 0 && fade.to == 0) return;
  const Receiver& receiver = (*around.receivers)[static_cast<std::size_t>(index)];
  const int count = around.block.count;
  const Track& track = is_mirrored ? mirrored_ : direct_.position;

  if (ears_.size() < around.receivers->size()) ears_.resize(around.receivers->size());
  Ear& placed = ears_[static_cast<std::size_t>(index)];
  place_ear(receiver, track, around, placed);
  const Course& ear = placed.course;
  fly(track, ear.position, around.block.rate.hz / around.speed_of_sound, count, flight_);
  if (is_behind(is_mirrored)) return;
  fill_gain(fade, around);
  weigh_strength(receiver, ear, is_mirrored, around);

  if (used_ == windows_.size()) windows_.emplace_back();
  ArrivalWindow& window = windows_[used_++];
  window.receiver = index;
  window.object = object_;
  place_window(window, around.block);
  if (!voices().is_silent())
    add_voices(static_cast<std::size_t>(index * kRoutes + is_mirrored), ear, is_mirrored, !receiver.path.is_fixed(),
               around);
  window.shares.clear();
  if (at_rest_ && receiver.path.is_fixed())
    share_constant(window, receiver, *around.bins);
  else
    share_moving(window, receiver, *around.bins, count);
  splat_lanes(window, around, static_cast<int>(values_.size() / padded(count)));
}

// Is the ear of this route on the side that hears nothing? A mirror image faces down where its source faces up.
bool SourceCarrier::is_behind(bool is_mirrored) const {
  if (!front_) return false;
  const Vec3 front{front_->x, front_->y, is_mirrored ? -front_->z : front_->z};
  return dot(front, flight_.direction.at(0)) <= 0;
}

void SourceCarrier::weigh_strength(const Receiver& receiver, const Course& ear, bool is_mirrored,
                                   const Surroundings& around) {
  const int count = around.block.count;
  const double c = around.speed_of_sound;
  far_.clear(), near_.clear();
  if (has_beam())
    weigh_as_published(strength_, flight_, gain_, is_mirrored, count, near_);
  else if (has_strength() && receiver.path.is_fixed())
    weigh(strength_, flight_, gain_, c, is_mirrored, count, far_, near_);
  else if (has_strength())
    weigh_for_moving_ear(strength_, flight_, direct_, ear, gain_, c, is_mirrored, count, far_, near_);
}

// Adds the pressure of the modes to the near strength, which is carried as it is. The splat keeps the sum of what it
// carries, not its height, so that a value is multiplied by how much time stretches on the way [radiation.md, section
// 4]: dt_r/dt_e = (1 - M_s) / (1 - M_u). A body that moves is louder ahead of it by 1/(1 - M_s)^2. The image in the
// ground is the body itself, heard by the mirrored ear.
void SourceCarrier::add_voices(std::size_t slot, const Course& ear, bool is_mirrored, bool moving_ear,
                               const Surroundings& around) {
  const int count = around.block.count;
  const double vertical = is_mirrored ? -1 : 1, c = around.speed_of_sound;
  const Track& track = is_mirrored ? mirrored_ : direct_.position;
  places_seen_.resize(count);
  for (std::size_t i = 0; i < places_seen_.x.size(); ++i) {
    const Vec3 way = ear.position.at(i) - track.at(i);
    places_seen_.set(i, {way.x, way.y, vertical * way.z});
  }
  approaches_.clear();
  for (std::size_t i = 0; !at_rest_ && i < static_cast<std::size_t>(count); ++i) {
    Vec3 v = direct_.velocity.at(i) / c;
    v.z *= vertical;
    approaches_.push_back({dot(v, flight_.direction.at(i)), dot(v, v)});
  }
  voice_.resize(static_cast<std::size_t>(count));
  voices().fill_pressure(slot, places_seen_, approaches_, knots_, voice_);

  if (near_.empty()) near_.assign(padded(count), 0.0);
  for (std::size_t i = 0; i < voice_.size(); ++i) {
    const double sending = at_rest_ ? 1 : 1 - approaches_[i].toward;
    const double hearing = moving_ear ? 1 - dot(ear.velocity.at(i), flight_.direction.at(i)) / c : 1;
    near_[i] += gain_[i] * voice_[i] / (sending * hearing);
  }
}

void SourceCarrier::place_ear(const Receiver& receiver, const Track& source, const Surroundings& around,
                              Ear& ear) const {
  const auto lie_on_ground = [&](double z) {  // an ear below a rigid ground hears as if it lay on it
    return around.ground.reflects ? std::max(z, around.ground.height) : z;
  };
  if (receiver.path.is_fixed()) {
    Vec3 place = receiver.path.position(0);
    place.z = lie_on_ground(place.z);
    const bool is_there = ear.fixed == place && ear.course.position.x.size() == padded(around.block.count);
    if (is_there) return;
    ear.course.position.resize(around.block.count);
    ear.course.position.fill(place);
    ear.fixed = place;
  } else {
    meet(receiver.path, source, around.block, around.speed_of_sound, ear.course);
    for (double& z : ear.course.position.z) z = lie_on_ground(z);
    ear.fixed.reset();
  }
}

void SourceCarrier::fill_gain(const Fade& fade, const Surroundings& around) {
  const std::vector<double>& height = direct_.position.z;
  gain_.resize(height.size());
  const double slope = (fade.to - fade.from) / around.block.count;
  for (std::size_t i = 0; i < gain_.size(); ++i) gain_[i] = fade.from + slope * (static_cast<double>(i) + 1);
  if (!around.ground.reflects) return;
  for (std::size_t i = 0; i < gain_.size(); ++i) gain_[i] *= above_ground(height[i], around.ground.height);
}

// Finds the stretch of time that the block reaches; also the place where a source that is lost in space is noticed.
void SourceCarrier::place_window(ArrivalWindow& window, const TimeBlock& block) {
  if (!std::isfinite(flight_.sum_of_distances) || flight_.farthest > kFarthest)
    for (std::size_t i = 0; i < static_cast<std::size_t>(block.count); ++i)
      check_distance(flight_.distance[i], object_, block.time_of(static_cast<double>(i)));
  const double first = std::floor(flight_.earliest) - (ArrivalKernel::kReach - 1);
  window.first = block.first + static_cast<SampleIndex>(first);
  window.length = static_cast<int>(std::floor(flight_.latest) - first) + ArrivalKernel::kReach + 1;
  positions_.resize(static_cast<std::size_t>(block.count));
  for (std::size_t i = 0; i < positions_.size(); ++i) positions_[i] = flight_.arrival[i] - first;
}

void SourceCarrier::share_constant(ArrivalWindow& window, const Receiver& receiver, const DistanceBins& bins) {
  const DistanceBins::Place place = bins.place(flight_.distance[0]);
  values_.assign(far_.begin(), far_.end());
  values_.insert(values_.end(), near_.begin(), near_.end());
  for (int farther = 0; farther < 2; ++farther) {
    const double share = farther ? place.share : 1 - place.share;
    if (share == 0) continue;
    for (int channel = 0; channel < channel_count(receiver.basis); ++channel) {
      const double weight = share * direction_weight(channel, flight_.direction.at(0));
      int lane = 0;
      if (!far_.empty()) window.shares.push_back({lane++, place.bin + farther, channel, Term::far, weight});
      if (!near_.empty()) window.shares.push_back({lane, place.bin + farther, channel, Term::near, weight});
    }
  }
}

void SourceCarrier::share_moving(ArrivalWindow& window, const Receiver& receiver, const DistanceBins& bins, int count) {
  // the bins that are passed during the block: mostly two
  const int nearest = bins.place(flight_.nearest).bin;
  const int farthest = bins.place(flight_.farthest, nearest).bin + (bins.count() > 1 ? 1 : 0);

  const int terms = (far_.empty() ? 0 : 1) + (near_.empty() ? 0 : 1);
  const int lanes = (farthest - nearest + 1) * channel_count(receiver.basis) * terms;
  values_.resize(static_cast<std::size_t>(lanes) * padded(count));
  const auto add_lane = [&](int bin, int channel, Term term, const std::vector<double>& strength) {
    const std::size_t begin = window.shares.size() * padded(count);
    window.shares.push_back({static_cast<int>(window.shares.size()), bin, channel, term, 1.0});
    const std::span<double> values = std::span(values_).subspan(begin, static_cast<std::size_t>(count));
    bins.fill_shares(bin, flight_.distance, values);
    if (channel > 0)
      for (std::size_t i = 0; i < values.size(); ++i) values[i] *= direction_weight(channel, flight_.direction.at(i));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] *= strength[i];
  };
  for (int bin = nearest; bin <= farthest; ++bin) {
    for (int channel = 0; channel < channel_count(receiver.basis); ++channel) {
      if (!far_.empty()) add_lane(bin, channel, Term::far, far_);
      if (!near_.empty()) add_lane(bin, channel, Term::near, near_);
    }
  }
}

void SourceCarrier::splat_lanes(ArrivalWindow& window, const Surroundings& around, int lanes) {
  window.lanes.assign(static_cast<std::size_t>(lanes) * static_cast<std::size_t>(window.length), 0.0);
  splat(has_beam() ? *around.published_kernel : *around.kernel, positions_,
        {lanes, values_.data(), static_cast<std::ptrdiff_t>(padded(around.block.count)), window.lanes.data(),
         window.length});
}

}  // namespace resound
