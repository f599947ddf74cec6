#include "propagation/source_carrier.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "propagation/splat.h"

namespace resound {
namespace {

template <class Number>
bool is_silent(std::span<const Number> signal) {
  return std::ranges::all_of(signal, [](Number value) { return value == 0; });
}

// A signal with zeros up to the end of its last vector: as it is, or a copy.
template <class Number>
std::span<const Number> pad(std::span<const Number> signal, int count, std::vector<Number>& copy) {
  assert(signal.empty() || signal.size() == static_cast<std::size_t>(count));
  if (signal.size() == padded(count)) return signal;
  copy.resize(padded(count));
  std::ranges::fill(std::ranges::copy(signal, copy.begin()).out, copy.end(), Number{});
  return copy;
}

// Likewise; nothing if all three are silent.
template <class Number>
std::array<std::span<const Number>, 3> pad(const std::array<std::span<const Number>, 3>& signals, int count,
                                           std::array<std::vector<Number>, 3>& copies) {
  if (std::ranges::all_of(signals, is_silent<Number>)) return {};
  return {pad(signals[0], count, copies[0]), pad(signals[1], count, copies[1]), pad(signals[2], count, copies[2])};
}

void mirror(const Track& track, double height, Track& image) {
  image = track;
  for (double& z : image.z) z = 2 * height - z;
}

}  // namespace

void SourceCarrier::carry(const Source& source, std::span<const Fade> fades, const Surroundings& around,
                          Carried& carried) {
  object_ = source.object;
  if (!source.voices && is_hidden(fades, around)) return;
  load_strength(source, around.block.count);
  begin_voices(source.voices, around.block.count, carried);
  if (!has_strength() && !has_voices()) return;

  const Surroundings when = at_time_of_sending(source, around);
  at_rest_ = source.is_at_rest();
  front_ = source.front;
  const bool is_for_moving_ear =
      std::ranges::any_of(*around.receivers, [](const Receiver& receiver) { return !receiver.path.is_fixed(); });
  follow(knots_, when.block.rate, when.block.count, direct_, is_for_moving_ear || has_voices());
  if (around.ground.reflects) mirror(direct_.position, around.ground.height, mirrored_);
  for (int receiver = 0; receiver < static_cast<int>(around.receivers->size()); ++receiver) {
    for (int route = 0; route < (around.ground.reflects ? kRoutes : 1); ++route) {
      const auto pair = static_cast<std::size_t>(receiver * kRoutes + route);
      carry_route(receiver, route == 1, fades.empty() ? Fade{} : fades[pair], when, carried.windows);
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

void SourceCarrier::load_strength(const Source& source, int count) {
  strength_.monopole = {};
  if (!is_silent(source.monopole)) strength_.monopole = pad(source.monopole, count, padding_.monopole);
  strength_.dipole = pad(source.dipole, count, padding_.dipole);
  strength_.beam = source.beam;
  strength_.beam.pressure = {};
  if (!is_silent(source.beam.pressure)) strength_.beam.pressure = pad(source.beam.pressure, count, padding_.beam);
}

void SourceCarrier::begin_voices(const ModalVoices* voices, int count, Carried& carried) {
  voices_ = nullptr;
  if (!voices) return;
  if (carried.voiced == carried.voices.size()) carried.voices.emplace_back();
  VoiceCarrier& carrier = carried.voices[carried.voiced++];
  carrier.begin(*voices, count);
  if (!carrier.is_silent()) voices_ = &carrier;
}

void SourceCarrier::carry_route(int index, bool is_mirrored, const Fade& fade, const Surroundings& around,
                                ArrivalWindows& windows) {
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
  const ArrivalWindow::Stretch reached = stretch_reached(around.block);
  fill_gain(fade, around);
  weigh_strength(receiver, ear, is_mirrored, around);
  if (has_voices())
    add_voices(static_cast<std::size_t>(index * kRoutes + is_mirrored), ear, is_mirrored, !receiver.path.is_fixed(),
               around);
  shares_.clear();
  const bool is_shared_alike = around.bins->count() == 1 && receiver.basis == DirectionBasis::pressure;
  if (is_shared_alike || (at_rest_ && receiver.path.is_fixed()))
    share_constant(receiver, *around.bins);
  else
    share_moving(receiver, *around.bins, count);
  const std::size_t lanes = values_.size() / padded(count);
  splat_into(windows.room_for({object_, index, is_mirrored}, reached, shares_, lanes), around, lanes);
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
  voices_->fill_pressure(slot, places_seen_, approaches_, knots_, voice_);

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
  const bool is_one = fade.from == 1 && fade.to == 1 && !around.ground.reflects;
  if (is_one && gain_is_one_ && gain_.size() == height.size()) return;
  gain_is_one_ = is_one;
  gain_.resize(height.size());
  const double slope = (fade.to - fade.from) / around.block.count;
  for (std::size_t i = 0; i < gain_.size(); ++i) gain_[i] = fade.from + slope * (static_cast<double>(i) + 1);
  if (!around.ground.reflects) return;
  for (std::size_t i = 0; i < gain_.size(); ++i) gain_[i] *= above_ground(height[i], around.ground.height);
}

// The stretch of time that the block reaches; also the place where a source that is lost in space is noticed.
ArrivalWindow::Stretch SourceCarrier::stretch_reached(const TimeBlock& block) const {
  if (!std::isfinite(flight_.sum_of_distances) || flight_.farthest > kFarthest)
    for (std::size_t i = 0; i < static_cast<std::size_t>(block.count); ++i)
      check_distance(flight_.distance[i], object_, block.time_of(static_cast<double>(i)));
  return {block.first + static_cast<SampleIndex>(std::floor(flight_.earliest)) - (ArrivalKernel::kReach - 1),
          block.first + static_cast<SampleIndex>(std::floor(flight_.latest)) + ArrivalKernel::kReach + 1};
}

void SourceCarrier::share_constant(const Receiver& receiver, const DistanceBins& bins) {
  const DistanceBins::Place place = bins.place(flight_.distance[0]);
  const bool has_far = !far_.empty(), has_near = !near_.empty();
  if (has_far) {
    values_.assign(far_.begin(), far_.end());
    values_.insert(values_.end(), near_.begin(), near_.end());
  } else {
    std::swap(values_, near_);
  }
  for (int farther = 0; farther < 2; ++farther) {
    const double share = farther ? place.share : 1 - place.share;
    if (share == 0) continue;
    for (int channel = 0; channel < channel_count(receiver.basis); ++channel) {
      const double weight = share * direction_weight(channel, flight_.direction.at(0));
      int lane = 0;
      if (has_far) shares_.push_back({lane++, place.bin + farther, channel, Term::far, weight});
      if (has_near) shares_.push_back({lane, place.bin + farther, channel, Term::near, weight});
    }
  }
}

void SourceCarrier::share_moving(const Receiver& receiver, const DistanceBins& bins, int count) {
  // the bins that are passed during the block: mostly two
  const int nearest = bins.place(flight_.nearest).bin;
  const int farthest = bins.place(flight_.farthest, nearest).bin + (bins.count() > 1 ? 1 : 0);

  const int terms = (far_.empty() ? 0 : 1) + (near_.empty() ? 0 : 1);
  const int lanes = (farthest - nearest + 1) * channel_count(receiver.basis) * terms;
  values_.resize(static_cast<std::size_t>(lanes) * padded(count));
  const auto add_lane = [&](int bin, int channel, Term term, const std::vector<double>& strength) {
    const std::size_t begin = shares_.size() * padded(count);
    shares_.push_back({static_cast<int>(shares_.size()), bin, channel, term, 1.0});
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

void SourceCarrier::splat_into(ArrivalWindow& window, const Surroundings& around, std::size_t lanes) {
  const auto count = static_cast<std::size_t>(around.block.count);
  splat(has_beam() ? *around.published_kernel : *around.kernel, std::span(flight_.arrival).first(count),
        {static_cast<int>(lanes), values_.data(), static_cast<std::ptrdiff_t>(padded(around.block.count)),
         window.lanes.data(), static_cast<std::ptrdiff_t>(window.held.length()),
         static_cast<double>(window.held.first - around.block.first)});
}

}  // namespace resound
