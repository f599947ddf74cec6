#include "particle_file/particle_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/error.h"
#include "particle_file/fall_survey.h"

namespace resound {
namespace {

constexpr std::int64_t kMostMissing = 2;  // files in a row
constexpr double kMostBroken = 0.1;       // [1]  of the particles of a frame
constexpr double kFarthestPlace = 1e5;    // [m]
constexpr std::size_t kLooks = 5;         // places in the series at which the fall is looked at
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr Vec3 kNowhere{kNoNumber, kNoNumber, kNoNumber};

enum Note : std::size_t { bridged, assumed_ids, appended, broken_places, reading, kNotes };

// z up, right-handed: of files in which y is up, x stays.
Vec3 turned(const Vec3& v, UpAxis up) {
  switch (up) {
    case UpAxis::x:
      return {v.y, v.z, v.x};
    case UpAxis::y:
      return {v.x, -v.z, v.y};
    case UpAxis::z:
      break;
  }
  return v;
}

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

std::string file_name(const SeriesFile& file) { return file.path.string(); }

}  // namespace

std::size_t ParticleState::present() const {
  return static_cast<std::size_t>(std::ranges::count_if(positions, [](const Vec3& p) { return is_finite(p); }));
}

ParticleSeries::ParticleSeries(const ParticleSeriesSettings& settings) : settings_(settings), noted_(kNotes) {
  find_files();
  check_numbers();
  check_fall();
  rewind();
}

void ParticleSeries::find_files() {
  files_ = find_series(settings_.pattern);
  const std::string name = settings_.pattern.string();
  if (files_.empty())
    throw InputError(
        fmt::format("{}: no file has such a name; write frame_####.csv or frame_*.vtp, or name a folder", name));
  for (std::size_t i = 1; i < files_.size(); ++i)
    if (files_[i].number == files_[i - 1].number)
      throw InputError(fmt::format("{} and {} are both frame {}; name the files of one cache only",
                                   file_name(files_[i - 1]), file_name(files_[i]), files_[i].number));
}

// The step is the most frequent one; where files are farther apart, some are missing.
void ParticleSeries::check_numbers() {
  std::map<std::int64_t, int> steps;
  for (std::size_t i = 1; i < files_.size(); ++i) ++steps[files_[i].number - files_[i - 1].number];
  if (!steps.empty()) step_ = std::ranges::max_element(steps, {}, [](const auto& item) { return item.second; })->first;
  for (std::size_t i = 1; i < files_.size(); ++i) {
    const std::int64_t gap = files_[i].number - files_[i - 1].number;
    if (gap % step_ != 0)
      throw InputError(fmt::format("{} comes {} after the frame before it, others {}; frames must be equally far apart",
                                   file_name(files_[i]), gap, step_));
    const std::int64_t missing = gap / step_ - 1;
    if (missing > kMostMissing)
      throw InputError(
          fmt::format("{} frames are missing between {} and {}; up to {} in a row are bridged: export them", missing,
                      file_name(files_[i - 1]), file_name(files_[i]), kMostMissing));
    if (missing > 0)
      notes_.push_back(fmt::format("{} missing before {}: the motion is bridged",
                                   missing == 1 ? "a frame is" : fmt::format("{} frames are", missing),
                                   file_name(files_[i])));
  }
}

double ParticleSeries::time(std::size_t frame) const {
  const auto steps = static_cast<double>((files_[frame].number - files_[0].number) / step_);
  return settings_.begin + steps / settings_.rate.hz();
}

void ParticleSeries::check_fall() {
  if (files_.size() < 3) return;
  FallSurvey survey;
  for (std::size_t look = 0; look < kLooks; ++look) {
    const std::size_t first = std::min(files_.size() - 3, files_.size() * look / kLooks);
    if (look > 0 && first == files_.size() * (look - 1) / kLooks) continue;
    if (std::abs(time(first + 2) - 2 * time(first + 1) + time(first)) > 1e-9) continue;  // one is missing
    rewind();
    next_ = first;
    const ParticleState a = read_next(), b = read_next(), c = read_next();
    survey.add(a.positions, b.positions, c.positions, b.time - a.time);
  }
  const std::string trouble = survey.trouble(settings_.unit, settings_.rate.hz());
  if (trouble.empty()) return;
  if (settings_.checks_fall)
    throw InputError(
        fmt::format("{}: {}; or set check_fall = false if it is meant so", settings_.pattern.string(), trouble));
  notes_.push_back(trouble + "; it is meant so");
}

void ParticleSeries::rewind() {
  next_ = 0;
  slots_ = 0;
  slot_of_.clear();
  last_.clear();
}

ParticleState ParticleSeries::read(std::size_t frame) {
  if (frame < next_) rewind();
  while (next_ < frame) read_next();
  return read_next();
}

void ParticleSeries::note_once(std::size_t kind, const std::string& text) {
  if (noted_[kind]) return;
  noted_[kind] = true;
  notes_.push_back(text);
}

ParticleState ParticleSeries::read_next() {
  const SeriesFile& file = files_[next_];
  ParticleFrame frame = read_particles(file.path);
  for (const std::string& note : frame.notes) note_once(reading, note);
  const bool first = slots_ == 0;
  if (first) has_ids_ = !frame.ids.empty(), has_velocities_ = !frame.velocities.empty();
  if (has_ids_ != !frame.ids.empty())
    throw InputError(fmt::format("{}: the frame {} ids, others {}; export all frames alike", file_name(file),
                                 has_ids_ ? "has no" : "has", has_ids_ ? "have them" : "do not"));
  ParticleState state = converted(std::move(frame), file_name(file));
  state.time = time(next_);
  last_ = state.positions;
  ++next_;
  return state;
}

ParticleState ParticleSeries::converted(ParticleFrame&& frame, const std::string& name) {
  for (Vec3& p : frame.positions) p = settings_.unit * turned(p, settings_.up);
  for (Vec3& v : frame.velocities) v = settings_.unit * turned(v, settings_.up);
  for (double& r : frame.radii) r *= settings_.unit;
  const bool has_velocities = has_velocities_ && !frame.velocities.empty();
  if (has_velocities_ != has_velocities)
    throw InputError(fmt::format("{}: the frame has no velocities, others have them; export all frames alike", name));
  ParticleState state;
  const std::size_t count = frame.positions.size();
  if (has_ids_)
    place_by_id(frame, state);
  else
    place_by_order(frame, name, state);
  leave_out_broken(state, count, name);
  return state;
}

void ParticleSeries::place_by_id(const ParticleFrame& frame, ParticleState& state) {
  std::vector<std::size_t> slots(frame.ids.size());
  for (std::size_t i = 0; i < frame.ids.size(); ++i) {
    const auto [found, is_new] = slot_of_.try_emplace(frame.ids[i], slots_);
    if (is_new) ++slots_;
    slots[i] = found->second;
  }
  if (slots_ > kMostParticles) throw LimitError(fmt::format("more than {} particles came and went", kMostParticles));
  state.positions.assign(slots_, kNowhere);
  if (!frame.velocities.empty()) state.velocities.assign(slots_, {});
  if (!frame.radii.empty()) state.radii.assign(slots_, 0.0);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    state.positions[slots[i]] = frame.positions[i];
    if (!frame.velocities.empty()) state.velocities[slots[i]] = frame.velocities[i];
    if (!frame.radii.empty()) state.radii[slots[i]] = frame.radii[i];
  }
}

// Without ids, the order must be who is who. That shows when particles come: those before them must have moved on by
// about as much as they did, not have changed places, which are far apart.
void ParticleSeries::place_by_order(const ParticleFrame& frame, const std::string& name, ParticleState& state) {
  const std::size_t count = frame.positions.size();
  if (slots_ > 0) note_once(assumed_ids, "the files have no ids: particles are told apart by their order");
  if (slots_ > 0 && count < slots_)
    throw InputError(
        fmt::format("{}: {} particles, the frame before had {}, and they have no ids; which of them left "
                    "cannot be known: export ids",
                    name, count, slots_));
  if (slots_ > 0 && count > slots_) {
    std::vector<double> moved, apart;
    for (std::size_t i = 0; i < slots_; ++i) {
      if (!is_finite(last_[i]) || !is_finite(frame.positions[i])) continue;
      moved.push_back(length(frame.positions[i] - last_[i]));
      apart.push_back(length(frame.positions[i] - frame.positions[(i * 7919 + 13) % slots_]));
    }
    if (moved.size() > 4 && median_of(moved) > 0.5 * median_of(apart))
      throw InputError(fmt::format("{}: {} particles, the frame before had {}, and their order has changed; export ids",
                                   name, count, slots_));
    note_once(appended,
              fmt::format("{}: particles are added from here on; without ids, new ones are taken to be last", name));
  }
  slots_ = count;
  state.positions = frame.positions;
  state.velocities = frame.velocities;
  state.radii = frame.radii;
}

void ParticleSeries::leave_out_broken(ParticleState& state, std::size_t count, const std::string& name) {
  const std::size_t there = state.present(), broken = count > there ? count - there : 0;
  for (std::size_t i = 0; i < state.positions.size(); ++i) {
    Vec3& place = state.positions[i];
    if (is_finite(place) && length(place) > kFarthestPlace)
      throw InputError(fmt::format("{}: a particle is {:.3g} m away; is the unit right?", name, length(place)));
    if (i < state.velocities.size() && !is_finite(state.velocities[i])) place = kNowhere;
    if (!is_finite(place)) place = kNowhere;
  }
  if (broken == 0) return;
  if (static_cast<double>(broken) > kMostBroken * static_cast<double>(count))
    throw InputError(fmt::format(
        "{}: {} of {} particles have no place (NaN); the simulation broke down: export it again", name, broken, count));
  note_once(broken_places, fmt::format("{}: {} of {} particles have no place (NaN); they are left out of this frame",
                                       name, broken, count));
}

}  // namespace resound
