// The wiring of the mode bank: hits wait until their taps come, cells are made in runs as long as no hit falls among
// them, and modes that cannot be heard any more are put to rest. All of it happens at samples that depend on the clock
// and the hits alone, never on how the samples are cut into blocks.
#include <algorithm>
#include <cassert>
#include <cmath>

#include "audio/arrival_kernel.h"
#include "audio/mode_bank.h"

namespace resound {
namespace {

constexpr double kLongestPulse = 0.1;  // [s]
constexpr int kWatchCells = 32;        // between two looks at who has fallen silent
constexpr double kFaintHit = 1e-6;     // a million hits, each this share of what could be heard, stay unheard

const ArrivalKernel& kernel() {
  static const ArrivalKernel table;
  return table;
}

// An arrival at each node of the sample that follows the hit; the first tap lies seven samples before it.
OnsetTaps spread(double fraction) {
  OnsetTaps taps{};
  for (std::size_t q = 0; q < kOnsetNodes; ++q) {
    const double position = fraction + kOnsetNode[q];
    const int whole = static_cast<int>(position);
    const double phase = (position - whole) * ArrivalKernel::kPhases;
    const int row = static_cast<int>(phase);
    const double blend = phase - row;
    const double *near = kernel().row(row), *far = near + ArrivalKernel::kTaps;
    for (int j = 0; j < ArrivalKernel::kTaps; ++j)
      taps[static_cast<std::size_t>(j + whole)][q] = near[j] + blend * (far[j] - near[j]);
  }
  return taps;
}

bool is_zero(const PhasorLanes& lanes) {
  const auto zero = [](double x) { return x == 0; };
  return std::ranges::all_of(lanes.real.mode, zero) && std::ranges::all_of(lanes.imaginary.mode, zero);
}

void add(const PhasorLanes& turn, const PhasorLanes& value, PhasorLanes& to) {
  for (std::size_t i = 0; i < kBankGroup; ++i) {
    to.real.mode[i] += turn.real.mode[i] * value.real.mode[i] - turn.imaginary.mode[i] * value.imaginary.mode[i];
    to.imaginary.mode[i] += turn.imaginary.mode[i] * value.real.mode[i] + turn.real.mode[i] * value.imaginary.mode[i];
  }
}

void add_imaginary(const PhasorLanes& a, const PhasorLanes& b, ModeLanes& to) {
  for (std::size_t i = 0; i < kBankGroup; ++i)
    to.mode[i] += a.real.mode[i] * b.imaginary.mode[i] + a.imaginary.mode[i] * b.real.mode[i];
}

void group_runs(std::span<const int> active, std::vector<GroupRun>& runs) {
  runs.clear();
  for (const int group : active) {
    if (!runs.empty() && group == runs.back().first + runs.back().count)
      ++runs.back().count;
    else
      runs.push_back({group, 1});
  }
}

// Zeros for every mode whose group sleeps.
void silence_the_rest(std::span<const int> active, const LaneTarget& to, int count) {
  for (int mode = 0; mode < to.modes; ++mode) {
    if (!active.empty() && active.front() == mode / kBankGroup) {
      active = active.subspan(1);
      mode += kBankGroup - 1;
      continue;
    }
    const std::size_t from = static_cast<std::size_t>(mode) * to.stride;
    std::fill_n(to.real + from, count, 0.0);
    std::fill_n(to.imaginary + from, count, 0.0);
  }
}

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

// Samples that are made in one go: whole cells without a hit, or (part of) a single one.
struct ModeBank::Stretch {
  int cells = 1;
  int from = 0, to = kBankCell;  // [samples]  of the single cell, or of the whole run
  bool struck = false;
  int count() const { return to - from; }
  bool completes() const { return to == cells * kBankCell; }
};

void ModeBank::strike(ModeBankState& state, const BankHit& hit) const {
  assert(static_cast<int>(hit.impulse.size()) == mode_count_);
  assert(hit.time > -1 && hit.duration >= 0 && hit.duration <= kLongestPulse);
  ModeBankState::PendingHit pending;
  const double whole = std::floor(hit.time);
  pending.first = state.clock_ + static_cast<std::int64_t>(whole) + lag() - (ArrivalKernel::kReach - 1);
  pending.shape = {hit.time - whole, hit.duration, spread(hit.time - whole)};
  if (!state.spare_.empty()) {
    pending.phasors = std::move(state.spare_.back());
    state.spare_.pop_back();
  }
  pending.phasors.resize(step_.size());
  state.impulse_.resize(step_.size());
  for (int i = 0; i < mode_count_; ++i)
    state.impulse_[at(i / kBankGroup)].mode[at(i % kBankGroup)] = hit.impulse[at(i)];
  onset_phasors(onset_, pending.shape, state.impulse_.data(), pending.phasors.data());

  // whom it stirs
  for (std::size_t group = 0; group < step_.size(); ++group) {
    PhasorLanes& phasor = pending.phasors[group];
    if (group_energy(group, phasor, true) < kFaintHit * retire_energy_) {
      phasor = {};
      continue;
    }
    const auto place = std::ranges::lower_bound(state.active_, static_cast<int>(group));
    if (place == state.active_.end() || *place != static_cast<int>(group))
      state.active_.insert(place, static_cast<int>(group));
  }
  const auto place =
      std::ranges::upper_bound(state.pending_, pending, [](const auto& a, const auto& b) { return a.is_before(b); });
  state.pending_.insert(place, std::move(pending));
}

ModeBank::Stretch ModeBank::next_stretch(const ModeBankState& state, int left) const {
  const int offset = static_cast<int>(state.clock_ % kBankCell);
  const std::int64_t cell = state.clock_ - offset;
  const bool struck = !state.pending_.empty() && state.pending_.front().first < cell + kBankCell;
  if (offset != 0 || left < kBankCell || struck) return {1, offset, std::min(kBankCell, offset + left), struck};
  const auto index = cell / kBankCell;
  std::int64_t cells = std::min<std::int64_t>({left / kBankCell, kMostMixedCells, kWatchCells - index % kWatchCells});
  if (!state.pending_.empty()) cells = std::min(cells, state.pending_.front().first / kBankCell - index);
  return {static_cast<int>(cells), 0, static_cast<int>(cells) * kBankCell, false};
}

// What the hits add to the phasors within the clock's cell.
void ModeBank::gather_hits(ModeBankState& state) const {
  const std::int64_t cell = state.clock_ - state.clock_ % kBankCell;
  state.hits_.clear();
  for (const auto& pending : state.pending_) {
    if (pending.first >= cell + kBankCell) break;
    CellHit hit{{}, pending.phasors.data()};
    for (int k = 0; k < kBankCell; ++k) {
      const std::int64_t tap = cell + k - pending.first;
      if (tap >= 0 && tap < kOnsetTaps) hit.taps[at(k)] = pending.shape.taps[static_cast<std::size_t>(tap)];
    }
    state.hits_.push_back(hit);
  }
  state.added_.resize(step_.size());
  struck_cell(state.active_, step_.data(), onset_.data(), state.hits_, state.added_.data());
}

// The phasors have been turned on without the hits; now these join, and their work is booked.
void ModeBank::finish_struck_cell(ModeBankState& state) const {
  double work = 0;
  for (std::size_t a = 0; a < state.active_.size(); ++a) {
    const std::size_t group = at(state.active_[a]);
    PhasorLanes& phasor = state.phasors_[group];
    work -= group_energy(group, phasor, false);
    add(step_[group], state.added_[a].back(), phasor);
    work += group_energy(group, phasor, false);
  }
  state.supplied_ += std::max(0.0, work);
}

void ModeBank::retire(ModeBankState& state) const {
  const auto is_over = [&](const auto& hit) { return hit.first + kOnsetTaps <= state.clock_; };
  const auto is_stirred = [&](int group, bool by_begun_only) {
    return std::ranges::any_of(state.pending_, [&](const auto& hit) {
      return !is_over(hit) && !(by_begun_only && hit.first >= state.clock_) && !is_zero(hit.phasors[at(group)]);
    });
  };
  std::erase_if(state.active_, [&](int group) {
    PhasorLanes& phasor = state.phasors_[at(group)];
    if (group_energy(at(group), phasor, true) >= retire_energy_ || is_stirred(group, true)) return false;
    phasor = {};
    return !is_stirred(group, false);
  });
}

template <class Outlet>
void ModeBank::make(ModeBankState& state, int count, Outlet&& outlet) const {
  for (int done = 0; done < count;) {
    const Stretch stretch = next_stretch(state, count - done);
    if (stretch.struck) gather_hits(state);
    outlet(stretch, done);
    if (stretch.struck && stretch.completes()) finish_struck_cell(state);
    done += stretch.count();
    state.clock_ += stretch.count();
    if (!stretch.completes()) continue;
    const auto is_over = [&](const auto& hit) { return hit.first + kOnsetTaps <= state.clock_; };
    const auto over = std::ranges::find_if_not(state.pending_, is_over);
    for (auto hit = state.pending_.begin(); hit != over; ++hit) state.spare_.push_back(std::move(hit->phasors));
    state.pending_.erase(state.pending_.begin(), over);
    if (state.clock_ % (kWatchCells * kBankCell) == 0) retire(state);
  }
}

void ModeBank::ring(ModeBankState& state, const BankMix& mix, std::span<double> out) const {
  make(state, static_cast<int>(out.size()), [&](const Stretch& stretch, int done) {
    std::array<double, kBankCell> cell;  // a part of a cell is made beside and copied
    const bool whole = stretch.count() == stretch.cells * kBankCell;
    double* to = out.data() + done;
    group_runs(state.active_, state.runs_);
    mix_cells(state.runs_, cell_step_.data(), mix.weights_.data(), state.phasors_.data(), stretch.cells,
              stretch.completes(), whole ? to : cell.data());
    if (!whole) std::copy_n(cell.begin() + stretch.from, stretch.count(), to);
    if (!stretch.struck) return;
    std::array<ModeLanes, kBankCell> sums{};
    for (std::size_t a = 0; a < state.active_.size(); ++a)
      for (std::size_t k = 0; k < kBankCell; ++k)
        add_imaginary(mix.onset_[at(state.active_[a])], state.added_[a][k], sums[k]);
    add_lanes(sums, cell.data());
    for (int k = stretch.from; k < stretch.to; ++k) to[k - stretch.from] += cell[at(k)];
  });
}

void ModeBank::ring(ModeBankState& state, int count, const BankLanes& lanes) const {
  assert(mode_count_ == 0 || lanes.real.size() >= at(mode_count_ - 1) * lanes.stride + at(count));
  make(state, count, [&](const Stretch& stretch, int done) {
    const bool whole = stretch.count() == stretch.cells * kBankCell;
    LaneTarget target{lanes.real.data() + done, lanes.imaginary.data() + done, lanes.stride, mode_count_};
    if (!whole) {  // a part of a cell is made beside and copied
      state.cell_real_.resize(at(mode_count_) * kBankCell);
      state.cell_imaginary_.resize(at(mode_count_) * kBankCell);
      target = {state.cell_real_.data(), state.cell_imaginary_.data(), kBankCell, mode_count_};
    }
    silence_the_rest(state.active_,
                     LaneTarget{lanes.real.data() + done, lanes.imaginary.data() + done, lanes.stride, mode_count_},
                     stretch.count());
    velocity_cells(state.active_, cell_step_.data(), lane_weights_.data(), state.phasors_.data(), stretch.cells,
                   stretch.completes(), target);
    for (std::size_t a = 0; a < state.active_.size(); ++a) {
      const int first = state.active_[a] * kBankGroup, last = std::min(first + kBankGroup, mode_count_);
      for (int mode = first; mode < last; ++mode) {
        double* real = lanes.real.data() + at(mode) * lanes.stride + at(done);
        double* imaginary = lanes.imaginary.data() + at(mode) * lanes.stride + at(done);
        if (!whole) {
          std::copy_n(target.real + mode * kBankCell + stretch.from, stretch.count(), real);
          std::copy_n(target.imaginary + mode * kBankCell + stretch.from, stretch.count(), imaginary);
        }
        if (!stretch.struck) continue;
        const std::size_t lane = at(mode % kBankGroup);
        const double w_re = pole_[at(mode / kBankGroup)].real.mode[lane];
        const double w_im = pole_[at(mode / kBankGroup)].imaginary.mode[lane];
        for (int k = stretch.from; k < stretch.to; ++k) {
          const PhasorLanes& phasor = state.added_[a][at(k)];
          const double re = phasor.real.mode[lane], im = phasor.imaginary.mode[lane];
          real[k - stretch.from] += w_re * re - w_im * im;
          imaginary[k - stretch.from] += w_im * re + w_re * im;
        }
      }
    }
  });
}

}  // namespace resound
