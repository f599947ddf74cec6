#include "emission/grain/collision_sieve.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "numerics/pi.h"

namespace resound {
namespace {

constexpr double kMemory = 0.05;     // [s]
constexpr double kAudible = 20'000;  // [Hz]

std::optional<double> blow_energy(const Contact& contact) {  // [(N s)^2]
  const auto* strike = std::get_if<StrikePulse>(&contact.pulse);
  return strike ? std::optional(strike->impulse * strike->impulse) : std::nullopt;
}

}  // namespace

std::vector<bool> EnergyPurse::spend(std::span<const double> energies, double share, double seconds,
                                     SieveCount& count) {
  const double total = std::reduce(energies.begin(), energies.end());
  saved_ = saved_ * std::exp(-seconds / kMemory) + share * total;
  count.all += static_cast<std::int64_t>(energies.size());
  count.energy += total;
  std::vector<std::size_t> order(energies.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(energies[i], i); });
  std::vector<bool> is_kept(energies.size(), true);
  for (const std::size_t i : order) {
    if (energies[i] > saved_) break;
    saved_ -= energies[i];
    is_kept[i] = false;
    ++count.left_out;
    count.lost += energies[i];
  }
  return is_kept;
}

CollisionSieve::CollisionSieve(const Scene& scene)
    : share_(scene.unheard.energy), speed_of_sound_(speed_of_sound(scene.air)), blows_(scene.objects.size()) {
  if (share_ > 0) pairs_.emplace(scene);
}

void CollisionSieve::sift_clicks(const MotionEvents& events, double seconds) {
  energies_.clear();
  for (const Collision& collision : events.grains.collisions) {
    const auto [sound, encounter] = pairs_->meeting(collision, events.grains.kind_of);
    energies_.push_back(sound.audible_energy(encounter, kAudible, speed_of_sound_));
  }
  const std::vector<bool> is_kept = clicks_.spend(energies_, share_, seconds, left_out_.clicks);
  kept_.clear();
  for (std::size_t i = 0; i < is_kept.size(); ++i)
    if (is_kept[i]) kept_.push_back(events.grains.collisions[i]);
  sifted_.grains.collisions = kept_;
}

// Contacts come in the order of their objects.
void CollisionSieve::sift_blows(const MotionEvents& events, double seconds) {
  sifted_.contacts.clear();
  for (auto first = events.contacts.begin(); first != events.contacts.end();) {
    const int object = first->object;
    const auto last = std::find_if(first, events.contacts.end(), [&](const Contact& c) { return c.object != object; });
    energies_.clear();
    for (auto contact = first; contact != last; ++contact)
      if (const auto energy = blow_energy(*contact)) energies_.push_back(*energy);
    const std::vector<bool> is_kept =
        blows_[static_cast<std::size_t>(object)].spend(energies_, share_, seconds, left_out_.blows);
    std::size_t blow = 0;
    for (; first != last; ++first)
      if (!blow_energy(*first) || is_kept[blow++]) sifted_.contacts.push_back(*first);
  }
}

const MotionEvents& CollisionSieve::sift(const MotionEvents& events, const TimeBlock& block) {
  left_out_.slow += events.grains.slow;
  if (!(share_ > 0)) return events;
  sifted_ = events;
  const double seconds = block.end() - block.begin();
  sift_clicks(events, seconds);
  sift_blows(events, seconds);
  return sifted_;
}

}  // namespace resound
