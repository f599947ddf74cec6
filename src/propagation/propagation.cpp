#include "propagation/propagation.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"

namespace resound {
namespace {

// Sources whose windows wait at the same time: enough for many threads, few enough for the cache.
constexpr std::size_t kBatch = 1024;
// Of them, a piece of work for one thread; they may share windows, so that the last digits depend on it.
constexpr std::size_t kSourcesAtOnce = 16;

}  // namespace

Propagation::Propagation(const Scene& scene, std::vector<Receiver> receivers, bool stems, KickRendering kicks)
    : receivers_(std::move(receivers)),
      ground_(scene.ground),
      speed_of_sound_(resound::speed_of_sound(scene.air)),
      check_visibility_(scene.visibility),
      filters_(scene.air, scene.simulation_rate()),
      kick_rendering_(kicks) {
  const int objects = stems ? static_cast<int>(scene.objects.size()) : 0;
  for (int object = kEverything; object < objects; ++object) {
    if (object != kEverything && !can_sound(scene.objects[static_cast<std::size_t>(object)].kind)) continue;
    for (int r = 0; r < static_cast<int>(receivers_.size()); ++r) {
      const int channels = channel_count(receivers_[static_cast<std::size_t>(r)].basis);
      mixes_.push_back({r, object, ArrivalBuffers(filters_, channels), {}});
    }
  }
}

int Propagation::latency() const { return ArrivalBuffers::latency(filters_); }

const Arrivals& Propagation::carry(const SourceSignals& sources, const TimeBlock& block) {
  const Surroundings around{block,      speed_of_sound_, ground_, &kernel_, &published_kernel_, &filters_.bins(),
                            &receivers_};
  if (check_visibility_) visibility_.look(sources, around);

  const std::size_t count = sources.sources.size();
  for (std::size_t begin = 0; begin < count; begin += kBatch)
    carry_batch(sources, begin, std::min(begin + kBatch, count), around);
  if (!sources.kicks.empty()) carry_kicks(sources.kicks, around);

  parallel_for(mixes_.size(), [&](std::size_t m) { mixes_[m].buffers.finish(block); });
  publish(block);
  return arrivals_;
}

void Propagation::carry_batch(const SourceSignals& sources, std::size_t begin, std::size_t end,
                              const Surroundings& around) {
  const std::size_t pieces = (end - begin + kSourcesAtOnce - 1) / kSourcesAtOnce;
  if (carried_.size() < pieces) carried_.resize(pieces);
  parallel_for(pieces, [&](std::size_t piece) {
    SourceCarrier& carrier = carriers_.mine();
    carried_[piece].clear();
    const std::size_t first = begin + piece * kSourcesAtOnce;
    for (std::size_t s = first; s < std::min(end, first + kSourcesAtOnce); ++s) {
      const auto fades = check_visibility_ ? visibility_.fades(s) : std::span<const Fade>{};
      carrier.carry(sources.sources[s], fades, around, carried_[piece]);
    }
  });
  parallel_for(mixes_.size(), [&](std::size_t m) {
    Mix& mix = mixes_[m];
    for (const Carried& carried : std::span(carried_).first(pieces))
      for (const ArrivalWindow& window : carried.windows.all()) {
        const bool is_wanted = mix.object == kEverything || mix.object == window.object;
        if (is_wanted && window.receiver == mix.receiver) mix.buffers.add(window, around.block.first);
      }
  });
}

void Propagation::carry_kicks(std::span<const SphereKick> kicks, const Surroundings& around) {
  if (!kick_sheet_) kick_sheet_.emplace(filters_.kicks(), speed_of_sound_, kick_rendering_);
  kick_sheet_->read(kicks);
  parallel_for(mixes_.size(), [&](std::size_t m) {
    Mix& mix = mixes_[m];
    KickSelection selection{.object = mix.object};
    if (check_visibility_) selection.seen = visibility_.kicks_seen(), selection.pairs = receivers_.size() * kRoutes;
    mix.kicks.carry(kicks, *kick_sheet_, selection, mix.receiver, around, mix.buffers);
  });
}

void Propagation::publish(const TimeBlock& block) {
  arrivals_.first = block.first - latency();
  arrivals_.count = block.count;
  arrivals_.receivers.clear();
  arrivals_.stems.clear();
  for (const Mix& mix : mixes_) {
    if (mix.object != kEverything && mix.receiver == 0) arrivals_.stems.emplace_back();
    ReceiverArrivals heard;
    const int channels = channel_count(receivers_[static_cast<std::size_t>(mix.receiver)].basis);
    for (int channel = 0; channel < channels; ++channel) heard.channels.push_back(mix.buffers.pressure(channel));
    (mix.object == kEverything ? arrivals_.receivers : arrivals_.stems.back()).push_back(std::move(heard));
  }
}

void Propagation::archive(StateArchive& state) {
  for (Mix& mix : mixes_) state.fields(mix.buffers);
  state.fields(visibility_);
}

}  // namespace resound
