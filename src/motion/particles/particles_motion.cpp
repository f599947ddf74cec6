#include "motion/particles/particles_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "motion/splash/splash_list_motion.h"

namespace resound {
namespace {

constexpr double kWatchStep = 1e-3;       // [s]  from one look at the particles to the next
constexpr std::size_t kFewest = 100;      // particles in a frame that tells their spacing
constexpr std::size_t kMostAsked = 2000;  // particles that are asked for their distance to the next

ParticleSeriesSettings series_of(const Particles& particles) {
  if (particles.name.empty()) throw InputError("[[particles]] names no files; say file = \"frame_####.vtp\"");
  return {.pattern = particles.file,
          .rate = particles.frame_rate,
          .unit = metres_in(particles.unit),
          .up = static_cast<UpAxis>(particles.up),
          .begin = particles.offset,
          .checks_fall = particles.checks_fall};
}

// The distance at which most have their nearest neighbour: of particles in a liquid, about their spacing.
double measured_spacing(const std::vector<Vec3>& places) {
  std::vector<Vec3> there;
  for (const Vec3& place : places)
    if (is_finite(place)) there.push_back(place);
  if (there.size() < 2) return 0;
  std::vector<double> nearest;
  const std::size_t step = std::max<std::size_t>(1, there.size() / kMostAsked);
  for (std::size_t i = 0; i < there.size(); i += step) {
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < there.size(); ++j)
      if (j != i) best = std::min(best, dot(there[j] - there[i], there[j] - there[i]));
    nearest.push_back(std::sqrt(best));
  }
  const auto middle = nearest.begin() + static_cast<std::ptrdiff_t>(nearest.size() / 2);
  std::ranges::nth_element(nearest, middle);
  return *middle;
}

SplashSite site_of(const Particles& particles, int object, const Scene& scene) {
  SplashSite site;
  site.object = object;
  if (particles.vessel.is_there()) site.basins = {basin_of(particles.vessel)};
  site.wall_object = {body_of(particles.vessel, scene)};
  site.lookahead = 1;  // files are there from the beginning: as far as the watch asks for
  return site;
}

}  // namespace

ParticlesMotion::ParticlesMotion(const Particles& particles, int object, const Scene& scene)
    : particles_(particles),
      object_(object),
      has_vessel_(particles.vessel.is_there()),
      spacing_(particles.spacing),
      series_(std::make_shared<ParticleSeries>(series_of(particles))),
      watch_(particles.sound, particles.matter, scene.seed, site_of(particles, object, scene)),
      frames_(series_->frames()) {
  const ParticleState* measured = frame(0);
  if (measured->present() < kFewest) measured = frame(static_cast<std::ptrdiff_t>(series_->frames() / 2));
  if (spacing_ <= 0) {
    spacing_ = measured_spacing(measured->positions);
    if (spacing_ <= 0)
      throw InputError(
          fmt::format("{}: the spacing of the particles cannot be measured; set spacing_m", particles.name));
    own_notes_.push_back(fmt::format("the spacing of the particles is measured: {:.3g} mm", 1000 * spacing_));
  }
  if (!series_->has_velocities())
    own_notes_.emplace_back("the files have no velocities: they are derived from the places");
  own_notes_.push_back(fmt::format("{} frames at {:.6g} a second; motion between them is reconstructed every {:g} ms",
                                   series_->frames(), particles.frame_rate.hz(), 1000 * kWatchStep));
  if (!has_vessel_)
    own_notes_.emplace_back("no vessel is said: the level is measured by the area that resting liquid covers");
  frames_.assign(series_->frames(), std::nullopt);
}

std::vector<std::string> ParticlesMotion::notes() const {
  std::vector<std::string> all = own_notes_;
  for (const std::string& note : series_->notes()) all.push_back(note);
  return all;
}

const ParticleState* ParticlesMotion::frame(std::ptrdiff_t index) {
  if (index < 0 || static_cast<std::size_t>(index) >= frames_.size()) return nullptr;
  auto& held = frames_[static_cast<std::size_t>(index)];
  if (!held) held = series_->read(static_cast<std::size_t>(index));
  return &*held;
}

void ParticlesMotion::move_to(double time) {
  const auto last = static_cast<std::ptrdiff_t>(series_->frames()) - 1;
  std::ptrdiff_t begin = std::max<std::ptrdiff_t>(first_, 0);
  while (begin + 1 < last && series_->time(static_cast<std::size_t>(begin) + 1) <= time) ++begin;
  if (begin == first_ || last < 1) return;
  for (std::ptrdiff_t old = std::max<std::ptrdiff_t>(first_ - 1, 0); old < begin - 1; ++old)
    frames_[static_cast<std::size_t>(old)].reset();
  first_ = begin;
  path_before_ = path_;
  for (std::ptrdiff_t f = std::max<std::ptrdiff_t>(begin - 1, 0); f <= std::min(begin + 2, last); ++f) frame(f);
  path_.span(frame(begin - 1), *frame(begin), *frame(begin + 1), frame(begin + 2));
}

// The vessel is the only wall that is known.
void ParticlesMotion::find_walls() {
  wall_.assign(positions_.size(), -1);
  if (!has_vessel_) return;
  const Vessel& vessel = particles_.vessel;
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    const Vec3 p = positions_[i] - vessel.position;
    if (!is_finite(p) || p.z > vessel.height) continue;
    const double aside = vessel.radius > 0
                             ? vessel.radius - std::hypot(p.x, p.y)
                             : std::min(0.5 * vessel.length_x - std::abs(p.x), 0.5 * vessel.length_y - std::abs(p.y));
    if (aside > -2 * spacing_ && p.z > -2 * spacing_ && (aside < spacing_ || p.z < spacing_)) wall_[i] = 0;
  }
}

void ParticlesMotion::observe(double time) {
  if (series_->frames() < 2 || time < series_->begin() || time > series_->end()) return;
  move_to(time);
  path_.at(time, positions_, velocities_);
  count_crowding(positions_, spacing_, cells_, crowding_);
  find_walls();
  watch_.observe({time, spacing_, positions_, velocities_, crowding_, wall_});
}

void ParticlesMotion::advance(const TimeBlock& block, const Obstacles&, MotionEvents& events) {
  const double ahead = block.end() + watch_.latency() + kWatchStep;
  while (static_cast<double>(steps_) * kWatchStep < ahead) observe(static_cast<double>(steps_++) * kWatchStep);
  const std::size_t impacts = events.impacts.size(), bubbles = events.bubbles.size();
  watch_.release(block, events);
  picture_.keep(events, impacts, bubbles, block.begin());
}

void ParticlesMotion::depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const {
  const double time = rate.seconds(static_cast<double>(sample));
  std::vector<Vec3> places, velocities;
  if (time < series_->begin() - 1e-9) return;
  (time < path_.begin() ? path_before_ : path_).at(time, places, velocities);
  const LiquidPicture::Particles particles{time, spacing_, places, velocities};
  if (particles_.shows_events)
    picture_.show_events(particles, object_, shapes);
  else
    picture_.show_skin(particles, object_, particles_.look, shapes);
}

void ParticlesMotion::archive(StateArchive& state) {
  state.fields(watch_, picture_, steps_);
  if (!state.is_loading()) return;
  first_ = -1;
  frames_.assign(series_->frames(), std::nullopt);
  const double time = static_cast<double>(steps_ - 1) * kWatchStep;
  if (steps_ > 0 && series_->frames() > 1 && time >= series_->begin()) move_to(std::min(time, series_->end()));
}

std::vector<std::string> particle_notes(const Scene& scene) {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < scene.objects.size(); ++i)
    if (const auto* particles = std::get_if<Particles>(&scene.objects[i].kind))
      for (const std::string& note : ParticlesMotion(*particles, static_cast<int>(i), scene).notes())
        notes.push_back(scene.objects[i].name + ": " + note);
  return notes;
}

}  // namespace resound
