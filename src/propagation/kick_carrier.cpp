#include "propagation/kick_carrier.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace resound {
namespace {

constexpr std::size_t kChunk = 128;  // kicks at a time: what is known of them stays in the first cache

Vec3 turned_over(Vec3 v) { return {v.x, v.y, -v.z}; }

}  // namespace

KickSheet::KickSheet(const KickFilters& filters, double speed_of_sound, KickRendering rendering)
    : band_(filters.band()), speed_of_sound_(speed_of_sound), rendering_(rendering), shaper_(filters, speed_of_sound) {}

void KickSheet::read(std::span<const SphereKick> kicks) {
  entries_.clear();
  nodes_.clear();
  shapes_.assign(1, KickShaper::delta());
  const SphereKick* before = nullptr;
  for (const SphereKick& kick : kicks) {
    const bool is_alike = before != nullptr && before->radius == kick.radius && before->width == kick.width;
    before = &kick;
    if (is_alike) {  // both spheres of a collision
      entries_.push_back(entries_.back());
    } else if (rendering_ == KickRendering::polynomial && shaper_.can_shape(kick)) {
      entries_.push_back({static_cast<int>(shapes_.size()), 0, 0});
      shaper_.shape(kick, shapes_.emplace_back());
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
    const std::size_t end = std::min(begin + kChunk, kicks.size());
    for (int route = 0; route < (around.ground.reflects ? kRoutes : 1); ++route) {
      const auto pair = static_cast<std::size_t>(index * kRoutes + route);
      hits_.clear();
      for (std::size_t k = begin; k < end; ++k) {
        if (selection.object >= 0 && selection.object != kicks[k].object) continue;
        if (!selection.seen.empty() && selection.seen[k * selection.pairs + pair] == 0) continue;
        meet_kick(kicks[k], k, route == 1, receiver, around);
      }
      spread(sheet, receiver, around, to);
    }
  }
}

void KickCarrier::meet_kick(const SphereKick& kick, std::size_t index, bool is_mirrored, const Receiver& receiver,
                            const Surroundings& around) {
  const double c = around.speed_of_sound, ground = around.ground.height;
  Vec3 centre = kick.centre, impulse = kick.impulse;
  if (around.ground.reflects) impulse *= above_ground(centre.z, ground);
  if (is_mirrored) centre.z = 2 * ground - centre.z, impulse = turned_over(impulse);

  // the ear when the sound is there; below a rigid ground it hears as if it lay on it
  const bool is_fixed = receiver.path.is_fixed();
  Meeting met;
  if (is_fixed)
    met.position = receiver.path.position(0);
  else
    met = meet(receiver.path, centre, kick.time, c, length(receiver.path.position(kick.time) - centre) / c,
               around.block.rate);
  if (around.ground.reflects) met.position.z = std::max(met.position.z, ground);

  const Vec3 way = met.position - centre;
  const double r = length(way), inverse = 1 / std::max(r, kSmallestDistance);
  if (!(r < kFarthest)) check_distance(r, kick.object, kick.time);
  Hit& hit = hits_.emplace_back();
  hit.kick = index;
  hit.at = around.block.rate.samples(kick.time + r / c);
  hit.direction = inverse * way;
  const double scale = 0.25 * std::numbers::inv_pi * inverse, along = dot(impulse, hit.direction);
  hit.near = scale * inverse * along;
  hit.far = scale / c * along;
  hit.place = around.bins->place(r, hits_.size() > 1 ? hits_[hits_.size() - 2].place.bin : 0);
  if (is_fixed) return;

  // the k-th derivative of a delta that an ear passes with E times its pace is E^(k+1) times as high
  const MovingEar ear{met.velocity, acceleration(receiver.path, met, kick.time, around.block.rate)};
  const EarWeights weights = weigh_for_moving_ear(0, impulse, {}, hit.direction, r, ear, c);
  hit.stretch = 1 / (1 - dot(met.velocity, hit.direction) / c);
  hit.near *= hit.stretch;
  hit.far = scale * weights.far;
  hit.rest = scale * weights.near - hit.near;
}

int KickCarrier::stretched_shape(const KickShape& shape, double stretch) {
  KickShape& stretched = shapes_.emplace_back(shape);
  double power = 1;
  for (std::size_t k = 1; k <= KickFilters::kTerms; ++k, power *= stretch)
    stretched.padded[k] = static_cast<float>(static_cast<double>(stretched.padded[k]) * power);
  return static_cast<int>(shapes_.size()) - 1;
}

void KickCarrier::add_dots(const Hit& hit, int shape, const KickSheet& sheet, double weight, double band) {
  const auto add = [&](double at, double near, double far, int which) {
    dots_.push_back({at, static_cast<float>(near), static_cast<float>(far), which});
  };
  const double near = weight * hit.near, far = weight * band * hit.far;
  const KickSheet::Entry& entry = sheet.entry(hit.kick);
  if (entry.nodes == 0) add(hit.at * KickFilters::kRowsPerSample, near, far, shape);
  for (const PushNode& node : sheet.nodes(entry))
    add((hit.at + hit.stretch * rate_.samples(node.time)) * KickFilters::kRowsPerSample, near * node.share,
        far * node.share, 0);
  if (hit.rest != 0) add(hit.at * KickFilters::kRowsPerSample, weight * hit.rest, 0, 0);
}

// Neighbours in the list mostly lie between the same two distances, and go there together.
void KickCarrier::spread(const KickSheet& sheet, const Receiver& receiver, const Surroundings& around,
                         ArrivalBuffers& to) {
  rate_ = around.block.rate;
  const bool is_fixed = receiver.path.is_fixed();
  if (!is_fixed) {
    shapes_.assign(1, KickShaper::delta());
    for (Hit& hit : hits_)
      if (sheet.entry(hit.kick).nodes == 0)
        hit.shape = stretched_shape(sheet.shapes()[static_cast<std::size_t>(sheet.entry(hit.kick).shape)], hit.stretch);
  }
  const KickShape* shapes = is_fixed ? sheet.shapes().data() : shapes_.data();
  const double band = to.filters().kicks().band();
  for (std::size_t begin = 0, end = 0; begin < hits_.size(); begin = end) {
    const int bin = hits_[begin].place.bin;
    while (end < hits_.size() && hits_[end].place.bin == bin) ++end;
    const auto run = std::span(hits_).subspan(begin, end - begin);
    for (int farther = 0; farther < 2; ++farther)
      for (int channel = 0; channel < channel_count(receiver.basis); ++channel) {
        dots_.clear();
        for (const Hit& hit : run) {
          const double share = farther ? hit.place.share : 1 - hit.place.share;
          const int shape = is_fixed ? sheet.entry(hit.kick).shape : hit.shape;
          if (share != 0) add_dots(hit, shape, sheet, share * direction_weight(channel, hit.direction), band);
        }
        to.add_kicks(bin + farther, channel, dots_, shapes, around.block.first);
      }
  }
}

}  // namespace resound
