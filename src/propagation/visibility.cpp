#include "propagation/visibility.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/parallel.h"

namespace resound {
namespace {

// A source on a skin must not be hidden by the very triangle it sits on.
constexpr double kSkin = 1e-5;  // [m]
// Nor by its neighbours as they shake, if its own body may hide it: a facet that moves less counts as at rest.
constexpr double kAboveSkin = 1e-4;  // [m]

// How often facets that their own body may hide are looked at.
constexpr double kGlances = 0.002;  // [s]

constexpr std::size_t kViewsAtOnce = 16;  // sources, a piece of work for one thread

bool is_open(const RayScene& rays, const Vec3& from, const Vec3& to, int ignored) {
  const double distance = length(to - from);
  if (distance <= 2 * kSkin) return true;
  return !rays.is_blocked(from + (to - from) * (kSkin / distance), to, ignored);
}

template <class Work>
void in_chunks(std::size_t sources, const Work& work) {
  parallel_for((sources + kViewsAtOnce - 1) / kViewsAtOnce, [&](std::size_t chunk) {
    for (std::size_t s = chunk * kViewsAtOnce; s < std::min(sources, (chunk + 1) * kViewsAtOnce); ++s) work(s);
  });
}

// Where the way over the ground's mirror touches the ground.
Vec3 bounce(const Vec3& from, const Vec3& to, double height) {
  const double up = std::max(from.z - height, 0.0), down = std::max(to.z - height, 0.0);
  const double part = up + down > 0 ? up / (up + down) : 0.5;
  Vec3 point = from + part * (to - from);
  point.z = height;
  return point;
}

// What looks for ears: one that sends nothing backwards, if it has a front.
struct Viewpoint {
  Vec3 place;                            // [m]
  double time = 0;                       // [s]
  int ignored = -1;                      // object that hides nothing
  std::optional<Vec3> front;             // none: all around
  const CornerCloud* corners = nullptr;  // of all that may be in its way; null if they are not to be asked
};

// Calls look(receiver * kRoutes + route, whether it is open) for all that can be heard from a place at a time.
template <class Look>
void look_around(const RayScene& rays, const Viewpoint& view, const Surroundings& around, const Look& look) {
  const Vec3& from = view.place;
  std::optional<bool> is_outermost;  // is everything behind it? Found out when somebody asks
  const auto is_seen = [&](const Vec3& to) {
    if (view.front && dot(*view.front, to - from) <= 0) return false;
    if (!is_outermost) is_outermost = view.corners && view.front && view.corners->is_behind(from, *view.front);
    return *is_outermost || is_open(rays, from, to, view.ignored);
  };
  const auto& receivers = *around.receivers;
  for (std::size_t r = 0; r < receivers.size(); ++r) {
    Vec3 ear = receivers[r].path.position(view.time);
    ear = receivers[r].path.position(view.time + length(ear - from) / around.speed_of_sound);
    look(r * kRoutes, is_seen(ear));
    if (!around.ground.reflects) continue;
    const Vec3 ground = bounce(from, ear, around.ground.height);
    look(r * kRoutes + 1, is_seen(ground) && is_open(rays, ground, ear, view.ignored));
  }
}

// Where a source is as its signals of the block begin.
Vec3 place_before(const Source& source, SampleRate rate) {
  const SourceKnot& first = source.path.front();
  if (source.path.size() > 1) return first.position;
  return first.position - ((first.sample + source.lag) / rate.hz) * first.velocity;
}

// Facets that their own body may hide are where that body is: at the end of their way in this block.
Viewpoint viewpoint_of(const Source& source, const TimeBlock& block, const CornerCloud& corners) {
  const double time = block.begin();
  if (!source.hidden_by_own_object) return {place_before(source, block.rate), time, source.object, source.front};
  const Vec3 lift = source.front ? kAboveSkin * normalized(*source.front) : Vec3{};
  return {source.path.back().position + lift, time, -1, source.front, &corners};
}

}  // namespace

// At most once in a cell of a grid of the scene's time, so that it does not matter where a render was interrupted, and
// if there is something new to see.
bool Visibility::wants_glance(const SourceSignals& signals, const Surroundings& around) {
  const TimeBlock& block = around.block;
  const auto cell_of = [](double time) { return std::floor(time / kGlances + 1e-6); };
  const bool is_due = block.first == 0 || cell_of(block.begin()) != cell_of(block.time_of(-block.count));
  if (!is_due || std::ranges::none_of(signals.sources, &Source::hidden_by_own_object)) return false;
  std::vector<Vec3> ears;
  for (const Receiver& receiver : *around.receivers) ears.push_back(receiver.path.position(block.begin()));
  return outlook_.notices_change(signals.occluders, ears);
}

void Visibility::look(const SourceSignals& signals, const Surroundings& around) {
  pairs_ = around.receivers->size() * kRoutes;
  recall(signals.sources);

  // what is seen now
  const bool is_glance = wants_glance(signals, around);
  const auto is_looked_at = [&](std::size_t s) {
    return is_glance || !known_[s] || !signals.sources[s].hidden_by_own_object;
  };
  if (is_glance || !are_all_kept_ || !signals.kicks.empty()) {
    rays_.show(signals.occluders);
    if (std::ranges::any_of(signals.sources, &Source::hidden_by_own_object)) corners_.show(signals.occluders);
  }
  in_chunks(is_glance || !are_all_kept_ ? signals.sources.size() : 0, [&](std::size_t s) {
    if (is_looked_at(s))
      look_around(rays_, viewpoint_of(signals.sources[s], around.block, corners_), around,
                  [&](std::size_t pair, bool open) {
                    Fade& fade = fades_[s * pairs_ + pair];
                    fade.to = open ? 1 : 0;
                    if (!known_[s]) fade.from = fade.to;  // a new source simply begins
                  });
  });
  kicks_seen_.assign(signals.kicks.size() * pairs_, 1);
  parallel_for(signals.kicks.size(), [&](std::size_t k) {
    const SphereKick& kick = signals.kicks[k];
    look_around(rays_, {kick.centre, kick.time, kick.object, {}}, around,
                [&](std::size_t pair, bool open) { kicks_seen_[k * pairs_ + pair] = open ? 1 : 0; });
  });
}

// What was seen of each source in the block before, and still is unless somebody looks. Mostly these are the very same
// sources.
void Visibility::recall(std::span<const Source> sources) {
  const bool is_same_audience = fades_.size() == names_.size() * pairs_;
  std::atomic<bool> are_same = is_same_audience && names_.size() == sources.size(), are_all_hidden = true;
  in_chunks(are_same ? sources.size() : 0, [&](std::size_t s) {
    if (names_[s] != Name{sources[s].object, sources[s].id}) are_same = false;
    if (!sources[s].hidden_by_own_object) are_all_hidden = false;
    for (Fade& fade : std::span(fades_).subspan(s * pairs_, pairs_)) fade.from = fade.to;
  });
  are_all_kept_ = are_same && are_all_hidden;
  if (!are_same) return find_again(sources, is_same_audience);
  known_.assign(sources.size(), 1);
}

void Visibility::find_again(std::span<const Source> sources, bool is_same_audience) {
  new_names_.clear();
  for (const Source& source : sources) new_names_.push_back({source.object, source.id});
  put_in_order(new_names_, new_order_);
  put_in_order(is_same_audience ? std::span<const Name>(names_) : std::span<const Name>{}, old_order_);
  new_fades_.assign(sources.size() * pairs_, Fade{});
  known_.assign(sources.size(), 0);
  auto old = old_order_.begin();
  for (const std::size_t s : new_order_) {
    while (old != old_order_.end() && names_[*old] < new_names_[s]) ++old;
    if (old == old_order_.end() || new_names_[s] < names_[*old]) continue;
    known_[s] = 1;
    for (std::size_t pair = 0; pair < pairs_; ++pair) {
      const double gain = fades_[*old * pairs_ + pair].to;
      new_fades_[s * pairs_ + pair] = {gain, gain};
    }
    ++old;
  }
  std::swap(names_, new_names_);
  std::swap(fades_, new_fades_);
}

void Visibility::put_in_order(std::span<const Name> names, std::vector<std::size_t>& order) {
  order.resize(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto name = [&](std::size_t index) { return names[index]; };
  if (!std::ranges::is_sorted(order, {}, name)) std::ranges::stable_sort(order, {}, name);
}

std::span<const Fade> Visibility::fades(std::size_t source) const {
  return std::span(fades_).subspan(source * pairs_, pairs_);
}

}  // namespace resound
