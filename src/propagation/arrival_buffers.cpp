#include "propagation/arrival_buffers.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>

#include "base/error.h"

#include "audio/arrival_kernel.h"
#include "audio/differentiator.h"
#include "audio/fir.h"
#include "propagation/splat.h"

namespace resound {
namespace {

// How far before a block of emission its sound can begin: a late signal of a source at the ear.
constexpr int kHeadStart = ArrivalKernel::kReach + kMostLag;  // [samples]

// Samples before `now` that a ring still holds: the newest that is complete, and all the differentiator looks back on.
constexpr int kLookBack = kHeadStart + 2 * kDifferentiatorReach;

// Numbers of the grid of kicks that belong to a sample, and how far its filters look each way [samples].
constexpr std::size_t kGridSample = std::size_t{KickFilters::kRowsPerSample} * KickFilters::kTerms;
constexpr int kGridReach = (KickFilters::kReach + KickFilters::kRowsPerSample - 1) / KickFilters::kRowsPerSample;
static_assert(kGridReach <= kDifferentiatorReach &&
                  kGridReach + KickFilters::kSpread < kHeadStart - kMostLag + kDifferentiatorReach,
              "kicks are complete when everything else is");

std::size_t index(std::ptrdiff_t value) { return static_cast<std::size_t>(value); }

}  // namespace

ArrivalFilters::ArrivalFilters(const Air& air, SampleRate rate)
    : bins_(air, rate),
      differentiator_(resound::differentiator(rate)),
      absorption_(air, rate),
      designed_(index(bins_.count())),
      rate_(rate) {}

int ArrivalFilters::absorption_reach() const { return bins_.count() > 1 ? absorption_.longest_reach() : 0; }

std::span<const double> ArrivalFilters::absorption(int bin) const {
  if (bin == 0) return {};
  Designed& designed = designed_[index(bin)];
  std::call_once(designed.once, [&] { designed.taps = absorption_.taps(bins_.distance(bin)); });
  return designed.taps;
}

const KickFilters& ArrivalFilters::kicks() const {
  std::call_once(kicks_once_, [&] { kicks_.emplace(rate_); });
  return *kicks_;
}

ArrivalBuffers::ArrivalBuffers(const ArrivalFilters& filters, int channels)
    : filters_(&filters), channels_(channels), bins_(index(filters.bins().count())), pressure_(index(channels)) {}

int ArrivalBuffers::latency(const ArrivalFilters& filters) {
  return kHeadStart + kDifferentiatorReach + filters.absorption_reach();
}

std::size_t ArrivalBuffers::capacity(const Bin& bin) const { return bin.ring.size() / index(channels_ * kTerms); }

double* ArrivalBuffers::ring(Bin& bin, int channel, Term term) const {
  return bin.ring.data() + index(channel * kTerms + static_cast<int>(term)) * capacity(bin);
}

float* ArrivalBuffers::grid(Bin& bin, int channel) const {
  return bin.grid.data() + index(channel) * capacity(bin) * kGridSample;
}

// Lengthens the rings so that they hold everything from `oldest` to `end`.
void ArrivalBuffers::make_room(Bin& bin, SampleIndex oldest, SampleIndex end) const {
  const std::size_t needed = std::bit_ceil(index(end - oldest));
  const std::size_t before = capacity(bin);
  if (needed <= before) return;
  Bin longer{std::vector<double>(needed * index(channels_ * kTerms)), {}, std::move(bin.tail), bin.last};
  if (!bin.grid.empty()) longer.grid.resize(needed * index(channels_) * kGridSample);
  longer.tail.resize(index(channels_ * 2 * filters_->absorption_reach()));
  for (int channel = 0; channel < channels_ && before > 0; ++channel) {
    for (const Term term : {Term::far, Term::near}) {
      const double* from = ring(bin, channel, term);
      double* to = ring(longer, channel, term);
      for (SampleIndex t = oldest; t <= bin.last; ++t) to[index(t) & (needed - 1)] = from[index(t) & (before - 1)];
    }
    if (bin.grid.empty()) continue;
    const float* from = grid(bin, channel);
    float* to = grid(longer, channel);
    for (SampleIndex t = oldest; t <= bin.last; ++t)
      std::copy_n(from + (index(t) & (before - 1)) * kGridSample, kGridSample,
                  to + (index(t) & (needed - 1)) * kGridSample);
  }
  bin = std::move(longer);
}

void ArrivalBuffers::add(const ArrivalWindow& window, SampleIndex now) {
  const auto [first, end] = window.reached;
  for (const ArrivalWindow::Share& share : window.shares) {
    Bin& bin = bins_[index(share.bin)];
    make_room(bin, now - kLookBack, end);
    bin.last = std::max(bin.last, end - 1);
    const std::size_t size = capacity(bin), begin = index(first) & (size - 1);
    const std::span<const double> from = window.lane(share.lane);
    const std::size_t before_wrap = std::min(size - begin, from.size());
    double* whole = ring(bin, share.channel, share.term);
    add_scaled(from.first(before_wrap), share.weight, whole + begin);
    if (before_wrap < from.size()) add_scaled(from.subspan(before_wrap), share.weight, whole);
  }
}

void ArrivalBuffers::add_kicks(int index_of_bin, int channel, std::span<const KickDot> dots, const KickShape* shapes,
                               SampleIndex now) {
  if (dots.empty()) return;
  Bin& bin = bins_[index(index_of_bin)];
  double first = dots.front().at, last = first;
  for (const KickDot& dot : dots) first = std::min(first, dot.at), last = std::max(last, dot.at);
  const double samples_a_row = 1.0 / KickFilters::kRowsPerSample;
  if (first * samples_a_row < static_cast<double>(now - kMostLag))
    throw Error(ExitCode::our_fault, fmt::format("a kick is {:.0f} samples late; propagation makes up for at most {}",
                                                 static_cast<double>(now) - first * samples_a_row, kMostLag));
  const SampleIndex end = static_cast<SampleIndex>(last * samples_a_row) + KickFilters::kSpread;
  make_room(bin, now - kLookBack, end);
  if (bin.grid.empty()) bin.grid.resize(capacity(bin) * index(channels_) * kGridSample);
  bin.last = std::max(bin.last, end - 1);
  const std::size_t rows = capacity(bin) * KickFilters::kRowsPerSample;
  spread_kicks(filters_->kicks(), dots, shapes, {grid(bin, channel), rows - 1});
}

// Reads the grid around the samples from `first` on.
void ArrivalBuffers::add_grid_pressure(Bin& bin, int channel, SampleIndex first, std::span<double> pressure) {
  const float* whole = grid(bin, channel);
  const std::size_t mask = capacity(bin) - 1;
  const SampleIndex begin = first - kGridReach;
  const std::size_t samples = pressure.size() + 2 * kGridReach;
  rows_.resize(samples * kGridSample);
  for (std::size_t i = 0; i < samples; ++i)
    std::copy_n(whole + ((index(begin) + i) & mask) * kGridSample, kGridSample, rows_.data() + i * kGridSample);
  const std::size_t surplus = kGridReach * KickFilters::kRowsPerSample - KickFilters::kReach;  // [rows]
  add_kick_pressure(filters_->kicks(), rows_.data() + surplus * KickFilters::kTerms, pressure);
}

void ArrivalBuffers::read(Bin& bin, int channel, Term term, SampleIndex from, std::span<double> to) const {
  const double* whole = ring(bin, channel, term);
  const std::size_t mask = capacity(bin) - 1;
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = whole[(index(from) + i) & mask];
}

void ArrivalBuffers::finish(const TimeBlock& block) {
  for (auto& channel : pressure_) channel.assign(index(block.count), 0.0);
  const SampleIndex middle = block.first - kHeadStart - kDifferentiatorReach;  // first to be differentiated
  const SampleIndex oldest = middle - kDifferentiatorReach;
  for (int b = 0; b < static_cast<int>(bins_.size()); ++b) {
    Bin& bin = bins_[index(b)];
    if (bin.ring.empty()) continue;
    make_room(bin, oldest, block.last());
    for (int channel = 0; channel < channels_; ++channel) finish_channel(b, channel, middle, block.count);
    clear_used(bin, oldest, block.count);
    const SampleIndex remembered = middle + block.count - 2 * filters_->absorption_reach();
    if (bin.last + kDifferentiatorReach < remembered) bin = Bin{};
  }
}

void ArrivalBuffers::finish_channel(int b, int channel, SampleIndex middle, int count) {
  Bin& bin = bins_[index(b)];
  far_.resize(index(count + 2 * kDifferentiatorReach));
  near_.resize(index(count));
  read(bin, channel, Term::far, middle - kDifferentiatorReach, far_);
  read(bin, channel, Term::near, middle, near_);
  if (!bin.grid.empty()) add_grid_pressure(bin, channel, middle, near_);

  // the bin's pressure, after what the filter still remembers
  const int reach = filters_->absorption_reach();
  line_.resize(index(2 * reach + count));
  const auto tail = bin.tail.begin() + 2 * reach * channel;
  std::copy_n(tail, 2 * reach, line_.begin());
  double* now = line_.data() + 2 * reach;
  correlate(filters_->differentiator(), far_.data(), now, count);
  for (int i = 0; i < count; ++i) now[i] += near_[index(i)];
  std::copy_n(line_.end() - 2 * reach, 2 * reach, tail);

  // the air, centred so that every bin lags alike
  std::vector<double>& pressure = pressure_[index(channel)];
  const std::span<const double> taps = filters_->absorption(b);
  filtered_.resize(index(count));
  if (taps.empty()) {
    std::copy_n(line_.data() + reach, count, filtered_.begin());
  } else {
    const auto own_reach = static_cast<int>(taps.size() / 2);
    correlate(taps, line_.data() + (reach - own_reach), filtered_.data(), count);
  }
  for (std::size_t i = 0; i < filtered_.size(); ++i) pressure[i] += filtered_[i];
}

void ArrivalBuffers::clear_used(Bin& bin, SampleIndex from, int count) const {
  const std::size_t mask = capacity(bin) - 1;
  for (int channel = 0; channel < channels_; ++channel) {
    for (const Term term : {Term::far, Term::near}) {
      double* whole = ring(bin, channel, term);
      for (int i = 0; i < count; ++i) whole[index(from + i) & mask] = 0;
    }
    if (bin.grid.empty()) continue;
    for (int i = 0; i < count; ++i)
      std::fill_n(grid(bin, channel) + (index(from + i) & mask) * kGridSample, kGridSample, 0.0F);
  }
}

std::span<const double> ArrivalBuffers::pressure(int channel) const { return pressure_[index(channel)]; }

void ArrivalBuffers::archive(StateArchive& state) {
  state.fields(bins_);
  if (bins_.size() != index(filters_->bins().count()))
    throw InputError("the checkpoint is damaged: its air is not that of the scene");
  for (const Bin& bin : bins_) {
    const bool fits =
        bin.ring.empty() ||
        (std::has_single_bit(capacity(bin)) && bin.ring.size() == capacity(bin) * index(channels_ * kTerms) &&
         (bin.grid.empty() || bin.grid.size() == capacity(bin) * index(channels_) * kGridSample) &&
         bin.tail.size() == index(channels_ * 2 * filters_->absorption_reach()));
    if (!fits) throw InputError("the checkpoint is damaged: a buffer of arrivals has the wrong size");
  }
}

}  // namespace resound
