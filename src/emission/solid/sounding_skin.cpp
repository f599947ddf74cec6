#include "emission/solid/sounding_skin.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parallel.h"

namespace resound {
namespace {

// A facet that stays this near to where it was is at rest: its place may be off by 0.1 us of flight, which is not
// heard, and standing sources are carried at a fraction of the cost. Beyond it the facet is led from there to where it
// is.
constexpr double kStill = 3e-5;  // [m]

// By how much the pace of a parabola is greater than its mean as a block begins, and less at its end, that leads from a
// place before the block to its last sample and has this mean over the samples. [m a block]
Vec3 bend_of(const Vec3& before, const Vec3& mean, const Vec3& last, std::size_t samples) {
  if (samples < 2) return {};
  const auto n = static_cast<double>(samples);
  const Vec3 straight = before + (n + 1) / (2 * n) * (last - before);
  return 6 * n * n / (n * n - 1) * (mean - straight);
}

constexpr std::size_t kAtOnce = 32;  // facets, a piece of work for one thread

// Calls work(facet, scratch) for all; those of a piece of work share the scratch.
template <class Scratch, class Work>
void in_chunks(std::size_t facets, const Scratch& scratch, const Work& work) {
  parallel_for((facets + kAtOnce - 1) / kAtOnce, [&](std::size_t chunk) {
    Scratch own = scratch;
    for (std::size_t f = chunk * kAtOnce; f < std::min(facets, (chunk + 1) * kAtOnce); ++f) work(f, own);
  });
}

// Of one facet, where nobody asks for it later.
struct FacetScratch {
  std::array<std::vector<float>, 3> area;
  std::vector<double> speed;  // and in front the one of the sample before
  explicit FacetScratch(std::size_t samples) : speed(samples + 1) { area.fill(std::vector<float>(samples)); }
};

template <class Number>
std::span<Number> row_of(std::vector<Number>& rows, std::size_t facet, std::size_t stride) {
  return rows.empty() ? std::span<Number>{} : std::span(rows).subspan(facet * stride, stride);
}
template <class Number>
std::span<const Number> row_of(const std::vector<Number>& rows, std::size_t facet, std::size_t stride) {
  return rows.empty() ? std::span<const Number>{} : std::span(rows).subspan(facet * stride, stride);
}

}  // namespace

SoundingSkin::SoundingSkin(std::shared_ptr<const RadiatingSkin> skin, SolidRadiation radiation, int object,
                           const Air& air, SampleRate rate)
    : skin_(std::move(skin)),
      radiation_(radiation),
      object_(object),
      air_density_(density(air)),
      speed_of_sound_(speed_of_sound(air)) {
  if (radiation_ == SolidRadiation::kirchhoff)
    air_.emplace(skin_->mesh, SkinPressureSettings{speed_of_sound_, air_density_, rate});
}

void SoundingSkin::radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals) {
  for (const SkinMotion& motion : events.skins) {
    if (motion.object != object_) continue;
    make_room(block.count);
    follow_facets(motion, block, signals.sources.extend(skin_->corners.size()));
    if (air_) feel_air();
  }
}

void SoundingSkin::make_room(int count) {
  const std::size_t facets = skin_->corners.size();
  stride_ = static_cast<std::size_t>(count);
  const std::size_t numbers = facets * stride_;
  if (radiation_ == SolidRadiation::as_published) {
    published_.resize(numbers);
  } else {
    monopole_.resize(numbers);
  }
  if (air_) {
    for (auto& axis : area_) axis.resize(numbers);
    for (auto& axis : dipole_) axis.resize(numbers);
    speeds_.resize(numbers), pressures_.resize(numbers);
  }
  paths_.resize(facets);
}

// Everything that a facet knows by itself, one after the other while its numbers are near the processor.
void SoundingSkin::follow_facets(const SkinMotion& motion, const TimeBlock& block, std::span<Source> sources) {
  const bool is_first = anchors_.empty();
  if (is_first) make_room_for_beginning();
  in_chunks(sources.size(), FacetScratch(stride_), [&](std::size_t f, FacetScratch& scratch) {
    FacetMotion facet{.samples = stride_, .area = {}, .flow = row_of(monopole_, f, stride_), .speed = {}};
    for (std::size_t axis = 0; axis < 3; ++axis)
      facet.area[axis] = air_ ? row_of(area_[axis], f, stride_) : std::span(scratch.area[axis]);
    if (radiation_ != SolidRadiation::rayleigh)
      facet.speed = air_ ? row_of(speeds_, f, stride_) : std::span(scratch.speed).subspan(1);
    follow_facet(*skin_, motion, f, facet);
    if (is_first) remember_beginning(f, facet, motion);
    if (radiation_ == SolidRadiation::as_published)
      send_published(f, scratch.speed);
    else
      send_flow(f, facet);
    describe(f, facet, motion.lag, follow_path(f, motion, block), sources[f]);
  });
}

void SoundingSkin::make_room_for_beginning() {
  const std::size_t facets = skin_->corners.size();
  anchors_.resize(facets);
  if (radiation_ == SolidRadiation::as_published)
    blocked_.resize(facets);
  else
    begin_flow_.resize(facets), begin_speed_.resize(facets);
}

// A body that is on its way as the scene begins was so before, and what does not change is not heard. Counted from
// nothing, its first sample would be a click.
void SoundingSkin::remember_beginning(std::size_t f, const FacetMotion& facet, const SkinMotion& motion) {
  anchors_[f] = centroid_before(*skin_, motion, f);
  if (radiation_ == SolidRadiation::as_published) {
    blocked_[f].speed = facet.speed[0];
    return;
  }
  begin_flow_[f] = facet.flow[0];
  if (air_) begin_speed_[f] = facet.speed[0];
}

// The flow of volume becomes one of mass; both it and the speed are counted from the beginning.
void SoundingSkin::send_flow(std::size_t f, const FacetMotion& facet) const {
  const double density = radiation_ == SolidRadiation::rayleigh ? 2 * air_density_ : air_density_;
  for (double& q : facet.flow) q = density * (q - begin_flow_[f]);
  for (double& v : facet.speed) v -= begin_speed_[f];
}

// Where a facet is during the block; what is known of it is late by the motion's lag, as are the signals that go with
// it. It goes along a parabola to where it is at the end of the block, and is where it was in the mean. If it went
// straight, thousands of facets whose steady flows cancel each other would turn aside together where blocks meet, and a
// large body that swings would hum at their rate; and a vibration near that rate, seen once a block, would pass for a
// slow sway and shift the body's notes to and fro.
std::span<const SourceKnot> SoundingSkin::follow_path(std::size_t f, const SkinMotion& motion, const TimeBlock& block) {
  std::array<SourceKnot, 2>& path = paths_[f];
  const Vec3 here = anchors_[f], there = centroid(*skin_, motion, f, stride_ - 1);
  const Vec3 mean = mean_centroid(*skin_, motion, f), way = there - here;
  if (length(way) <= kStill && length(mean - here) <= kStill) {
    path[0] = {.sample = 0, .position = here, .velocity = {}};
    return {path.data(), 1};
  }
  anchors_[f] = there;
  const Vec3 bend = bend_of(centroid_before(*skin_, motion, f), mean, there, stride_);  // it may have stood beside it
  const double blocks_a_second = block.rate.hz / block.count;
  path[0] = {.sample = -1.0 - motion.lag, .position = here, .velocity = blocks_a_second * (way + bend)};
  path[1] = {.sample = block.count - 1.0 - motion.lag, .position = there, .velocity = blocks_a_second * (way - bend)};
  return path;
}

void SoundingSkin::send_published(std::size_t f, std::span<double> speed) {
  speed.front() = blocked_[f].speed;
  fill_published_pressure(speed, air_density_ * speed_of_sound_, blocked_[f], row_of(published_, f, stride_));
}

void SoundingSkin::feel_air() {
  const int stride = static_cast<int>(stride_);
  air_->follow(speeds_, stride, stride, pressure_state_, pressures_);
  const std::size_t piece = kAtOnce * stride_, all = pressures_.size();
  parallel_for((all + piece - 1) / piece, [&](std::size_t p) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::size_t i = p * piece; i < std::min(all, (p + 1) * piece); ++i)
        dipole_[axis][i] = area_[axis][i] * pressures_[i];  // along the normal
  });
}

// What it sends may still be computed: it is said where it will be.
void SoundingSkin::describe(std::size_t f, const FacetMotion& facet, int lag, std::span<const SourceKnot> path,
                            Source& source) const {
  source = {};
  source.object = object_;
  source.id = static_cast<std::int64_t>(f);
  source.lag = lag;
  source.path = path;
  source.monopole = row_of(monopole_, f, stride_);
  for (std::size_t axis = 0; axis < 3; ++axis) source.dipole[axis] = row_of(dipole_[axis], f, stride_);
  const auto area_at = [&](std::size_t i) { return Vec3{facet.area[0][i], facet.area[1][i], facet.area[2][i]}; };
  if (radiation_ != SolidRadiation::kirchhoff) source.front = area_at(0);
  if (radiation_ != SolidRadiation::as_published) return;
  source.beam = {row_of(published_, f, stride_), area_at(0), area_at(stride_ - 1)};
  source.hidden_by_own_object = true;
}

}  // namespace resound
