#include "propagation/kick_carrier.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace resound {
namespace {

constexpr std::size_t kChunk = 128;  // kicks at a time: what is known of them stays in the first cache

}  // namespace

KickSheet::KickSheet(const KickFilters& filters, double speed_of_sound, KickRendering rendering)
    : band_(filters.band()), speed_of_sound_(speed_of_sound), rendering_(rendering), shaper_(filters, speed_of_sound) {}

void KickSheet::read(std::span<const SphereKick> kicks) {
  entries_.clear();
  nodes_.clear();
  shapes_.resize(std::max(shapes_.size(), kicks.size() + 1));
  shapes_[0] = KickShaper::delta();
  int shapes = 1;
  const SphereKick* before = nullptr;
  for (const SphereKick& kick : kicks) {
    const bool is_alike = before != nullptr && before->radius == kick.radius && before->width == kick.width;
    before = &kick;
    if (is_alike) {  // both spheres of a collision
      entries_.push_back(Entry(entries_.back()));
    } else if (rendering_ == KickRendering::polynomial && shaper_.can_shape(kick)) {
      entries_.push_back({shapes, 0, 0});
      shaper_.shape(kick, shapes_[static_cast<std::size_t>(shapes++)]);
    } else {
      const std::size_t first = nodes_.size();
      AirPush(kick, speed_of_sound_).add_nodes(band_, nodes_);
      entries_.push_back({0, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(nodes_.size() - first)});
    }
  }
}

void KickCarrier::carry(std::span<const SphereKick> kicks, const KickSheet& sheet, const KickSelection& selection,
                        int index, const Surroundings& around, ArrivalBuffers& to) {
  const Receiver& receiver = (*around.receivers)[static_cast<std::size_t>(index)];
  for (std::size_t begin = 0; begin < kicks.size(); begin += kChunk) {
    for (int route = 0; route < (around.ground.reflects ? kRoutes : 1); ++route) {
      const bool is_mirrored = route == 1;
      choose(kicks, begin, selection, static_cast<std::size_t>(index * kRoutes + route));
      if (chosen_.empty()) continue;
      load(kicks, is_mirrored, around.ground);
      place_ear(kicks, receiver, around);
      fly(centres_.position, ear_.position, 0, count(), flight_);
      check(kicks);
      weigh(receiver, is_mirrored, around.speed_of_sound);
      if (!receiver.path.is_fixed()) slow_down(sheet, around.speed_of_sound);
      share(kicks, sheet, receiver, around, to);
    }
  }
}

void KickCarrier::choose(std::span<const SphereKick> kicks, std::size_t begin, const KickSelection& selection,
                         std::size_t pair) {
  const std::size_t end = std::min(begin + kChunk, kicks.size());
  if (selection.object < 0 && selection.seen.empty()) {
    chosen_.resize(end - begin);
    std::iota(chosen_.begin(), chosen_.end(), begin);
    return;
  }
  chosen_.clear();
  for (std::size_t k = begin; k < end; ++k) {
    if (selection.object >= 0 && selection.object != kicks[k].object) continue;
    if (!selection.seen.empty() && selection.seen[k * selection.pairs + pair] == 0) continue;
    chosen_.push_back(k);
  }
}

void KickCarrier::load(std::span<const SphereKick> kicks, bool is_mirrored, const Ground& ground) {
  centres_.position.resize(count());
  for (auto& axis : impulses_) axis.resize(padded(count()));
  gain_.assign(padded(count()), 1.0);
  auto& [jx, jy, jz] = impulses_;
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const SphereKick& kick = kicks[chosen_[i]];
    centres_.position.set(i, kick.centre);
    jx[i] = kick.impulse.x, jy[i] = kick.impulse.y, jz[i] = kick.impulse.z;
  }
  if (!ground.reflects) return;
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    double& z = centres_.position.z[i];
    gain_[i] = above_ground(z, ground.height);
    if (is_mirrored) z = 2 * ground.height - z;
  }
}

// The ear when the sound is there; below a rigid ground it hears as if it lay on it.
void KickCarrier::place_ear(std::span<const SphereKick> kicks, const Receiver& receiver, const Surroundings& around) {
  const double c = around.speed_of_sound;
  ear_.position.resize(count());
  if (receiver.path.is_fixed()) {
    ear_.position.fill(receiver.path.position(0));
  } else {
    for (Track* track : {&ear_.velocity, &ear_.acceleration, &centres_.velocity}) track->resize(count());
    centres_.velocity.fill({});
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      const double sent = kicks[chosen_[i]].time;
      const Vec3 from = centres_.position.at(i);
      const double guess = length(receiver.path.position(sent) - from) / c;
      const Meeting met = meet(receiver.path, from, sent, c, guess, around.block.rate);
      ear_.position.set(i, met.position);
      ear_.velocity.set(i, met.velocity);
      ear_.acceleration.set(i, acceleration(receiver.path, met, sent, around.block.rate));
    }
  }
  if (around.ground.reflects)
    for (double& z : ear_.position.z) z = std::max(z, around.ground.height);
}

void KickCarrier::check(std::span<const SphereKick> kicks) const {
  for (std::size_t i = 0; i < chosen_.size(); ++i)
    if (!(flight_.distance[i] <= kFarthest))
      check_distance(flight_.distance[i], kicks[chosen_[i]].object, kicks[chosen_[i]].time);
}

void KickCarrier::weigh(const Receiver& receiver, bool is_mirrored, double c) {
  const Strength strength{{}, {impulses_[0], impulses_[1], impulses_[2]}, {}};
  if (receiver.path.is_fixed())
    resound::weigh(strength, flight_, gain_, c, is_mirrored, count(), far_, near_);
  else
    weigh_for_moving_ear(strength, flight_, centres_, ear_, gain_, c, is_mirrored, count(), far_, near_);
}

// The k-th derivative of a delta that an ear passes with 1/E of its pace is E^(k+1) times as high. In the far and the
// near impulse this is done already, and beside E times the near field the latter holds what the ear's own way adds.
void KickCarrier::slow_down(const KickSheet& sheet, double c) {
  shapes_.assign(1, KickShaper::delta());
  for (auto* numbers : {&stretch_, &rest_}) numbers->resize(chosen_.size());
  shape_.resize(chosen_.size());
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const double toward = dot(ear_.velocity.at(i), flight_.direction.at(i)) / c, stretch = 1 / (1 - toward);
    const double plain = far_[i] / (stretch * stretch) * c / std::max(flight_.distance[i], kSmallestDistance);
    stretch_[i] = stretch;
    rest_[i] = near_[i] - stretch * plain;
    near_[i] = stretch * plain;
    shape_[i] = static_cast<int>(shapes_.size());
    KickShape& shape = shapes_.emplace_back(sheet.shapes()[static_cast<std::size_t>(sheet.entry(chosen_[i]).shape)]);
    double power = 1;
    for (std::size_t k = 1; k <= KickFilters::kTerms; ++k, power *= stretch)
      shape.padded[k] = static_cast<float>(static_cast<double>(shape.padded[k]) * power);
  }
}

// One dot a kick, whole: an ear at rest that hears from all sides alike, and air that takes nothing.
void KickCarrier::fill_plain_dots(const KickSheet& sheet, std::size_t begin, std::size_t end) {
  dots_.resize(end - begin);
  const double band = sheet.band();
  for (std::size_t i = begin; i < end; ++i)
    dots_[i - begin] = {at_[i], static_cast<float>(near_[i]), static_cast<float>(band * far_[i]),
                        sheet.entry(chosen_[i]).shape};
}

template <class Weight>
void KickCarrier::fill_dots(const KickSheet& sheet, bool moving_ear, std::size_t begin, std::size_t end,
                            SampleRate rate, const Weight& weight) {
  dots_.clear();
  const auto add = [&](double at, double near, double far, int shape) {
    dots_.push_back({at, static_cast<float>(near), static_cast<float>(far), shape});
  };
  for (std::size_t i = begin; i < end; ++i) {
    const double share = weight(i);
    if (share == 0) continue;
    const double near = share * near_[i], far = share * sheet.band() * far_[i];
    const KickSheet::Entry& entry = sheet.entry(chosen_[i]);
    if (entry.nodes == 0) add(at_[i], near, far, moving_ear ? shape_[i] : entry.shape);
    const double rows = KickFilters::kRowsPerSample * rate.hz * (moving_ear ? stretch_[i] : 1);
    for (const PushNode& node : sheet.nodes(entry))
      add(at_[i] + rows * node.time, near * node.share, far * node.share, 0);
    if (moving_ear && rest_[i] != 0) add(at_[i], share * rest_[i], 0, 0);
  }
}

// Neighbours in the list mostly lie between the same two distances, and go there together.
void KickCarrier::share(std::span<const SphereKick> kicks, const KickSheet& sheet, const Receiver& receiver,
                        const Surroundings& around, ArrivalBuffers& to) {
  const SampleRate rate = around.block.rate;
  const double slowness = 1 / around.speed_of_sound, rows_a_second = KickFilters::kRowsPerSample * rate.hz;
  at_.resize(chosen_.size());
  for (std::size_t i = 0; i < chosen_.size(); ++i)
    at_[i] = (kicks[chosen_[i]].time + flight_.distance[i] * slowness) * rows_a_second;
  const bool moving_ear = !receiver.path.is_fixed();
  const KickShape* shapes = moving_ear ? shapes_.data() : sheet.shapes().data();
  if (!moving_ear && around.bins->count() == 1 && channel_count(receiver.basis) == 1 && sheet.has_instants_only()) {
    fill_plain_dots(sheet, 0, chosen_.size());
    return to.add_kicks(0, 0, dots_, shapes, around.block.first);
  }
  places_.resize(chosen_.size());
  for (std::size_t i = 0; i < chosen_.size(); ++i)
    places_[i] = around.bins->place(flight_.distance[i], i > 0 ? places_[i - 1].bin : 0);
  for (std::size_t begin = 0, end = 0; begin < chosen_.size(); begin = end) {
    const int bin = places_[begin].bin;
    while (end < chosen_.size() && places_[end].bin == bin) ++end;
    for (int farther = 0; farther < std::min(2, around.bins->count()); ++farther)
      for (int channel = 0; channel < channel_count(receiver.basis); ++channel) {
        fill_dots(sheet, moving_ear, begin, end, rate, [&](std::size_t i) {
          const double share = farther ? places_[i].share : 1 - places_[i].share;
          return share * direction_weight(channel, flight_.direction.at(i));
        });
        to.add_kicks(bin + farther, channel, dots_, shapes, around.block.first);
      }
  }
}

}  // namespace resound
