#include "propagation/voice_carrier.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/error.h"
#include "propagation/modal_sum.h"

namespace resound {
namespace {

// A transfer is taken as straight while the ear passes less than this part of a lobe of the finest multipole: the error
// of the chord is then below -58 dB of it.
constexpr double kStraight = 0.1;

// How often it is looked whether an ear is inside a body's sphere: as often as a fast film. What passes in between is
// heard as on the sphere.
constexpr double kLookEvery = 1.0 / 120;  // [s]
constexpr double kMostLooks = 1e6;

Rotation slerp(const Rotation& a, Rotation b, double part) {
  double cosine = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
  if (cosine < 0) b = {-b.w, -b.x, -b.y, -b.z}, cosine = -cosine;
  double wa = 1 - part, wb = part;
  if (cosine < 1 - 1e-12) {
    const double angle = std::acos(cosine), sine = std::sin(angle);
    wa = std::sin((1 - part) * angle) / sine, wb = std::sin(part * angle) / sine;
  }
  return {wa * a.w + wb * b.w, wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z};
}

int highest_order(const MultipoleMap& map) {
  int order = 0;
  for (const ModeField& field : map.modes) order = std::max(order, field.order);
  return order;
}

}  // namespace

Rotation rotation_at(std::span<const SourceKnot> knots, std::span<const Rotation> rotations, double sample) {
  if (rotations.empty()) return {};
  assert(rotations.size() == knots.size());
  if (sample <= knots.front().sample) return rotations.front();
  for (std::size_t k = 1; k < knots.size(); ++k) {
    const double begin = knots[k - 1].sample, end = knots[k].sample;
    if (sample < end) return slerp(rotations[k - 1], rotations[k], (sample - begin) / (end - begin));
  }
  return rotations.back();
}

void VoiceCarrier::begin(const ModalVoices& voices, int count) {
  voices_ = voices;
  count_ = count;
  sounding_.clear();
  const auto sounds = [&](std::span<const double> part, std::size_t mode) {
    return std::ranges::any_of(part.subspan(mode * voices.stride, static_cast<std::size_t>(count)),
                               [](double value) { return value != 0; });
  };
  for (std::size_t mode = 0; mode < voices.map->modes.size(); ++mode)
    if (sounds(voices.real, mode) || sounds(voices.imaginary, mode))
      sounding_.push_back(static_cast<std::uint32_t>(mode));
}

void VoiceCarrier::compute(const Vec3& place, const Approach& approach, Transfers& transfers) const {
  transfers.map = voices_.map;
  transfers.place = place;
  transfers.approach = approach;
  transfers.re.resize(voices_.map->modes.size());
  transfers.im.resize(voices_.map->modes.size());
  resound::transfers(*voices_.map, place, approach, transfers.re, transfers.im);
}

void VoiceCarrier::fill_pressure(std::size_t slot, const Track& places, std::span<const Approach> approaches,
                                 std::span<const SourceKnot> knots, std::span<double> sum) {
  const auto place_at = [&](int sample) {
    return rotation_at(knots, voices_.rotations, sample).inverse() * places.at(static_cast<std::size_t>(sample));
  };
  const auto approach_at = [&](int sample) {
    return approaches.empty() ? Approach{} : approaches[static_cast<std::size_t>(sample)];
  };
  const auto stays = [&](int sample) {
    return place_at(sample) == place_at(0) && approach_at(sample) == approach_at(0);
  };
  if (kept_.size() <= slot) kept_.resize(slot + 1);
  Transfers& kept = kept_[slot];
  const Vec3 first = place_at(0), last = place_at(count_ - 1);
  if (kept.map != voices_.map || kept.place != first || kept.approach != approach_at(0))
    compute(first, approach_at(0), kept);
  std::ranges::fill(sum, 0.0);
  const ModalSum modes{sounding_, voices_.real.data(), voices_.imaginary.data(), voices_.stride};
  if (stays(count_ / 2) && stays(count_ - 1))
    return add_modes(modes, kept.re.data(), kept.im.data(), nullptr, nullptr, 0, count_, sum.data());

  // on the move: straight stretches, as many as the finest lobes ask for
  const double way = length(last - first) / std::max(length(first), voices_.map->radius);
  const double wanted = std::ceil(way * (highest_order(*voices_.map) + 1) / kStraight);
  const int stretches = static_cast<int>(std::clamp(wanted, 1.0, std::max(1.0, count_ - 1.0)));
  from_ = kept;
  int begin = 0;
  for (int stretch = 1; stretch <= stretches; ++stretch) {
    const int end = static_cast<int>(static_cast<std::int64_t>(stretch) * (count_ - 1) / stretches);
    compute(place_at(end), approach_at(end), to_);
    for (std::size_t i = 0; i < to_.re.size(); ++i) {
      to_.re[i] = (to_.re[i] - from_.re[i]) / std::max(1, end - begin);
      to_.im[i] = (to_.im[i] - from_.im[i]) / std::max(1, end - begin);
    }
    const int until = stretch == stretches ? count_ : end;
    add_modes(modes, from_.re.data(), from_.im.data(), to_.re.data(), to_.im.data(), begin, until, sum.data());
    for (std::size_t i = 0; i < to_.re.size(); ++i) {
      from_.re[i] += to_.re[i] * (end - begin);
      from_.im[i] += to_.im[i] * (end - begin);
    }
    begin = end;
  }
}

void check_ears_outside(const std::string& object, const MultipoleMap& map, const std::function<Pose(double)>& pose,
                        std::span<const Receiver> ears, double duration) {
  const auto steps = static_cast<std::int64_t>(std::clamp(std::ceil(duration / kLookEvery), 1.0, kMostLooks));
  for (std::int64_t step = 0; step <= steps; ++step) {
    const double time = duration * static_cast<double>(step) / static_cast<double>(steps);
    const Vec3 centre = pose(time).to_world(map.centre);
    for (const Receiver& ear : ears) {
      const double distance = length(ear.path.position(time) - centre);
      if (distance >= map.radius) continue;
      throw InputError(fmt::format(
          "{}: a listener is {:.3g} m from its middle{}, inside the sphere of {:.3g} m that holds it, where "
          "its sound is not known; move the listener {:.2g} m away",
          object, distance, step == 0 ? "" : fmt::format(" at {:.4g} s", time), map.radius, map.radius - distance));
    }
  }
}

}  // namespace resound
