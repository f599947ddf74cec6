#include "emission/liquid/liquid_voice.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

constexpr std::int64_t kFirstImpact = std::int64_t{1} << 48;  // ids apart from those of bubbles
constexpr std::int64_t kFirstColumn = 1;

double aside(const Vec3& place, const Vec3& mouth) {  // [m^2]  from a vessel's axis, squared
  const double x = place.x - mouth.x, y = place.y - mouth.y;
  return x * x + y * y;
}

}  // namespace

LiquidVoice::LiquidVoice(const SplashSound& sound, const LiquidMatter& matter, int object, const Air& air)
    : sound_(sound),
      object_(object),
      air_density_(density(air)),
      sound_speed_(speed_of_sound(air)),
      bubbles_(object, air_density_,
               LiquidBubbles{matter, sound.rules == SplashRules::as_published, sound.outlet, sound_speed_}) {}

void LiquidVoice::radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals) {
  const std::size_t first = signals.sources.size();
  const double direct = columns_.empty() ? 1 : 1 - sound_.air_column;
  bubbles_.radiate(events, block, signals, direct * sound_.bubbles_gain);
  add_impacts(events, block, signals);
  if (sound_.air_column > 0) add_columns(events, block, signals, first);
}

void LiquidVoice::add_impacts(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals) {
  std::erase_if(impacts_, [](const Impact& impact) { return impact.voice.is_silent(); });
  const double gain = sound_.impacts_gain * (columns_.empty() ? 1 : 1 - sound_.air_column);
  for (const LiquidImpact& impact : events.impacts)
    if (impact.object == object_ && impact.radius > 0)
      impacts_.push_back({ImpactVoice(impact, gain, air_density_, block.rate), SourceKnot{0, impact.position, {}},
                          kFirstImpact + heard_++});
  const auto count = static_cast<std::size_t>(block.count);
  impact_flow_.resize(impacts_.size() * count);
  for (std::size_t v = 0; v < impacts_.size(); ++v) {
    const std::span<double> flow(impact_flow_.data() + v * count, count);
    impacts_[v].voice.fill(block.first, flow);
    Source source{.object = object_, .path = {&impacts_[v].place, 1}};
    source.monopole = flow;
    source.id = impacts_[v].id;
    signals.sources.push_back(source);
  }
}

// What sounds nearer to this vessel's axis than to any other's, as flow; of a dipole, what it sends straight up.
void LiquidVoice::gather(const SourceSignals& signals, std::size_t first, std::size_t last, std::size_t column) {
  for (std::size_t s = first; s < last; ++s) {
    const Source& source = signals.sources[s];
    const Vec3& place = source.path[0].position;
    const double own = aside(place, columns_[column].mouth());
    const auto is_nearer = [&](const AirColumn& other) { return aside(place, other.mouth()) < own; };
    if (std::ranges::any_of(columns_, is_nearer)) continue;
    const bool is_dipole = !source.dipole[2].empty();
    const std::span<const double> flow = is_dipole ? source.dipole[2] : source.monopole;
    const double scale = is_dipole ? 1 / sound_speed_ : 1;
    for (std::size_t i = 0; i < flow.size(); ++i) inside_[i] += scale * flow[i];
  }
}

void LiquidVoice::add_columns(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals,
                              std::size_t first) {
  for (const LiquidLevel& level : events.levels) {
    if (level.object != object_ || level.air_length <= 0) continue;
    const auto known = std::ranges::find(columns_, level.vessel, &AirColumn::vessel);
    if (known != columns_.end())
      known->follow(level);
    else
      columns_.emplace_back(level, sound_speed_);
  }
  const auto count = static_cast<std::size_t>(block.count);
  const std::size_t last = signals.sources.size();
  const double share = sound_.air_column / (1 - sound_.air_column);  // the direct sound is weakened already
  column_flow_.resize(columns_.size() * count);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    inside_.assign(count, 0.0);
    gather(signals, first, last, c);
    for (double& value : inside_) value *= share;
    const std::span<double> flow(column_flow_.data() + c * count, count);
    columns_[c].fill(block, inside_, flow);
    Source source{.object = object_, .path = columns_[c].path()};
    source.monopole = flow;
    source.id = kFirstColumn + static_cast<std::int64_t>(c);
    signals.sources.push_back(source);
  }
}

}  // namespace resound
