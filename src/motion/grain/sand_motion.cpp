#include "motion/grain/sand_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "motion/grain/grain_strikes.h"
#include "motion/grain/wall_motions.h"

namespace resound {
namespace {

constexpr double kLook = 0.005;       // [s]  between two looks, at most
constexpr double kSandSpeed = 0.1;    // [m/s]  of collisions in a flow, for their restitution
constexpr double kCellParticles = 3;  // [diameters]  of a cell, at the least
constexpr double kSlowest = 1e-3;     // [m/s]  of collisions

// "cache/frame_0012.npz" -> "cache/frame_*.npz"
std::filesystem::path series_of(const std::filesystem::path& file) {
  std::string name = file.filename().string();
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::size_t dot = name.rfind('.');
  std::size_t last = dot == std::string::npos ? name.size() : dot;
  while (last > 0 && !is_digit(name[last - 1])) --last;
  std::size_t first = last;
  while (first > 0 && is_digit(name[first - 1])) --first;
  if (first == last) return file;
  name.replace(first, last - first, 1, '*');
  return file.parent_path() / name;
}

}  // namespace

SandMotion::SandMotion(const Sand& sand, int object, const Scene& scene, const PreparedBodies& bodies)
    : sand_(sand), object_(object), scene_(std::make_shared<Scene>(scene)), sorts_(grain_sorts(scene)) {
  if (sand.name.empty()) throw InputError("[[sand]] names no file; say file = \"frames/0001.csv\"");
  for (int other = 0; other < static_cast<int>(scene.objects.size()); ++other) {
    const ObjectKind& kind = scene.objects[static_cast<std::size_t>(other)].kind;
    const auto* grains = std::get_if<Grains>(&kind);
    if ((other != object && std::holds_alternative<Sand>(kind)) || (grains && grains->count > 0))
      throw InputError(
          "a scene with [[sand]] has no other sand and no [[grains]]: sand from files gives way to nobody; render them "
          "apart and add the two recordings");
  }
  ParticleSeriesSettings settings;
  settings.pattern = series_of(sand.file);
  settings.rate = sand.frame_rate;
  settings.unit = sand.unit;
  settings.begin = sand.begin;
  settings.checks_fall = false;
  series_ = std::make_unique<ParticleSeries>(settings);
  if (series_->frames() < 2)
    throw InputError(fmt::format("{} is the only frame of its sand; collisions need two or more", sand.name));
  const double volume = std::pow(sand.particle_radius / sand.radius, 3);
  per_particle_ = std::max(1.0, sand.per_particle.value_or(volume));
  const auto kind = std::ranges::find(sorts_.object_of_kind, object) - sorts_.object_of_kind.begin();
  restitution_ = sorts_.kinds[static_cast<std::size_t>(kind)].surface.restitution.at(kSandSpeed);
  kind_of_.push_back(static_cast<int>(kind));
  std::vector<Wall> walls = walls_of(scene, bodies, sorts_);
  flow_ = std::make_unique<FlowCollisions>(
      FlowSettings{.cell = std::max(sand.cell, kCellParticles * 2 * sand.particle_radius),
                   .grains_per_particle = per_particle_,
                   .restitution = restitution_,
                   .slowest = std::max(kSlowest, scene.unheard.slower),
                   .most_per_second = sand.most_per_second,
                   .seed = scene.seed + static_cast<std::uint64_t>(object)},
      sorts_, walls);
  states_.push_back(series_->read(0));
  states_.push_back(series_->read(1));
  if (series_->frames() > 2) states_.push_back(series_->read(2));
  path_.span(nullptr, states_[0], states_[1], states_.size() > 2 ? &states_[2] : nullptr);
}

int SandMotion::looks_per_frame() const { return static_cast<int>(std::ceil(1 / (sand_.frame_rate.hz() * kLook))); }
double SandMotion::interval() const { return 1 / (sand_.frame_rate.hz() * looks_per_frame()); }

// On to the next two frames, with one before and one after them.
void SandMotion::next_span() {
  const std::size_t before = frame_ > 0 ? 1 : 0;  // states ahead of the span's first
  if (before == 1) states_.erase(states_.begin());
  ++frame_;
  if (frame_ + 2 < series_->frames()) states_.push_back(series_->read(frame_ + 2));
  path_.span(&states_[0], states_[1], states_[2], states_.size() > 3 ? &states_[3] : nullptr);
}

void SandMotion::go_on(double time) {
  while (flow_->known_until() < time) {
    const double now = sand_.begin + static_cast<double>(looks_) * interval();
    if (now >= series_->end()) return;
    while (now >= path_.end() && frame_ + 2 < series_->frames()) next_span();
    look(now);
    ++looks_;
  }
}

void SandMotion::look(double now) {
  path_.at(std::clamp(now, path_.begin(), path_.end()), positions_, velocities_);
  const std::vector<double>& radii = states_[frame_ > 0 ? 1 : 0].radii;
  diameters_.resize(positions_.size());
  for (std::size_t i = 0; i < diameters_.size(); ++i)
    diameters_[i] = 2 * (i < radii.size() && radii[i] > 0 ? radii[i] : sand_.particle_radius);
  const FlowFrame frame{now, positions_, velocities_, diameters_};
  // how a flow loses energy is known from frame to frame only: between them particles go as they must have gone
  if (looks_ % looks_per_frame() == 0) flow_->add(frame);
  path_.ways(frame.time, ways_);
  flow_->look_at_walls(frame, interval(), wall_motions(*scene_, sorts_, now, now + interval()), ways_);
  seen_.push_back({now, positions_});
}

void SandMotion::advance(const TimeBlock& block, const Obstacles&, MotionEvents& events) {
  go_on(block.end());
  const auto is_over = [&](const Look& look) { return look.time < block.begin() - 2 * interval(); };
  while (seen_.size() > 1 && is_over(seen_.front())) seen_.erase(seen_.begin());
  flow_->take(block.begin(), block.end(), collisions_);
  for (Collision& collision : collisions_) {  // all grains of it are of one kind
    collision.first = 0;
    if (collision.second >= 0) collision.second = 0;
  }
  strike_walls(collisions_, kind_of_, sorts_, events.contacts);
  events.grains = {collisions_, kind_of_, 0};
}

void SandMotion::depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const {
  if (seen_.empty()) return;
  const double time = rate.seconds(static_cast<double>(sample));
  const auto after = std::ranges::upper_bound(seen_, time, {}, &Look::time);
  const Look& from = after == seen_.begin() ? *after : *(after - 1);
  const Look& to = after == seen_.end() ? from : *after;
  const double part = to.time > from.time ? (time - from.time) / (to.time - from.time) : 0;
  SphereForm form;
  for (std::size_t i = 0; i < std::min(from.positions.size(), to.positions.size()); ++i) {
    const Vec3 place = from.positions[i] + part * (to.positions[i] - from.positions[i]);
    if (is_finite(place)) form.spheres.push_back({place, sand_.particle_radius});
  }
  shapes.push_back({object_, std::move(form), {}, sand_.material.look});
}

// The frames before are read again: they are files.
void SandMotion::archive(StateArchive& state) {
  std::uint64_t frame = frame_;
  state.fields(*flow_, looks_, frame, seen_);
  if (state.is_loading())
    while (frame_ < frame) next_span();
}

std::vector<std::string> SandMotion::notes() const {
  std::vector<std::string> notes = series_->notes();
  std::erase_if(notes, [](const std::string& note) { return note.find("m/s^2") != std::string::npos; });  // not asked
  const FlowReport& found = flow_->report();
  if (!(found.grain_seconds > 0)) return notes;
  const auto mean = [&](double sum) { return sum / found.grain_seconds; };
  const auto percent = [&](double part) { return 100 * part / found.grain_seconds; };
  notes.push_back(fmt::format("each particle stands for {:.0f} grains of {:g} mm", per_particle_, 2000 * sand_.radius));
  notes.push_back(fmt::format("means over grains: solid fraction {:.2f}, shear {:.3g} 1/s, unrest {:.3g} m/s",
                              mean(found.fraction_sum), mean(found.shear_sum), std::sqrt(mean(found.temperature_sum))));
  notes.push_back(fmt::format(
      "unrest is known from what the flow loses for {:.0f} % of grains, from the particles' own for "
      "{:.0f} %, from the shear for the rest; {:.0f} % are in cells with too few particles to see "
      "a shear; {:.0f} % lie denser than theory goes and are looked up",
      percent(found.by_loss), percent(found.by_variance), percent(found.thin_cells), percent(found.looked_up)));
  // of n particles, the number is sure to 1/sqrt(n), the root of the mean of 3 n squares to 1/sqrt(6 n)
  const double members = std::max(1.0, mean(found.particles));
  notes.push_back(fmt::format(
      "how sure: a cell has {:.0f} particles, which tell its solid fraction within {:.0f} % and its unrest within "
      "{:.0f} %; if friction and not collisions took what the flow loses, grains would be {:.1f} dB softer",
      members, 100 / std::sqrt(members), 100 / std::sqrt(6 * members),
      found.energy > 0 ? 10 * std::log10(found.energy / std::max(found.least_energy, 1e-6 * found.energy)) : 0.0));
  notes.push_back(fmt::format("about {:.3g} collisions between grains, heard as {:.3g}", found.collisions, found.made));
  if (!series_->has_velocities()) notes.emplace_back("the files have no velocities: they are those between frames");
  return notes;
}

}  // namespace resound
