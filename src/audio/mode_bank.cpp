#include "audio/mode_bank.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace resound {
namespace {

using Complex = std::complex<double>;

constexpr double kHighest = 0.45;       // [cycles a sample]
constexpr double kOnsetDamping = 0.25;  // [1]  e-folds a sample. What dies faster is over before its onset is.
constexpr double kNoEnergy = 1e-200;    // [J]  below it numbers would become subnormal, and slow

void put(PhasorLanes& lanes, int lane, Complex value) {
  lanes.real.mode[static_cast<std::size_t>(lane)] = value.real();
  lanes.imaginary.mode[static_cast<std::size_t>(lane)] = value.imag();
}

Complex get(const PhasorLanes& lanes, int lane) {
  return {lanes.real.mode[static_cast<std::size_t>(lane)], lanes.imaginary.mode[static_cast<std::size_t>(lane)]};
}

}  // namespace

ModeBank::ModeBank(std::span<const BankMode> modes, SampleRate rate, double retire_energy)
    : mode_count_(static_cast<int>(modes.size())), rate_(rate), retire_energy_(std::max(retire_energy, kNoEnergy)) {
  retune(modes);
}

void ModeBank::retune(std::span<const BankMode> modes) {
  assert(static_cast<int>(modes.size()) == mode_count_);
  const std::size_t groups = (modes.size() + kBankGroup - 1) / kBankGroup;
  step_.resize(groups), cell_step_.resize(groups), pole_.resize(groups), stiffness_.resize(groups);
  onset_.resize(groups);
  lane_weights_.resize(modes.size());
  for (int i = 0; i < static_cast<int>(groups) * kBankGroup; ++i) {
    const auto group = static_cast<std::size_t>(i / kBankGroup);
    const int lane = i % kBankGroup;
    const BankMode mode = i < mode_count_ ? modes[static_cast<std::size_t>(i)] : BankMode{};
    const double omega = std::sqrt(std::max(0.0, mode.omega * mode.omega - mode.decay * mode.decay));
    const bool audible = omega > 1e-6 * mode.omega && omega < 2 * std::numbers::pi * kHighest * rate_.hz;
    const Complex pole = audible ? Complex(-mode.decay, omega) : Complex();
    const Complex turn = pole * rate_.step();
    const Complex early(std::max(turn.real(), -kOnsetDamping), turn.imag());

    put(step_[group], lane, std::exp(turn));
    put(cell_step_[group], lane, std::exp(static_cast<double>(kBankCell) * turn));
    put(pole_[group], lane, pole);
    OnsetModes& onset = onset_[group];
    put(onset.pole, lane, early);
    put(onset.step, lane, std::exp(early));
    put(onset.whole_lead, lane, std::exp(9.0 * early));
    for (std::size_t q = 0; q < kOnsetNodes; ++q)
      put(onset.node[q], lane, kOnsetNodeWeight[q] * std::exp(early * kOnsetNode[q]));
    const auto at = static_cast<std::size_t>(lane);
    stiffness_[group].mode[at] = std::norm(pole);
    onset.omega.mode[at] = pole.imag();
    onset.decay.mode[at] = -pole.real();
    onset.receptance.mode[at] = audible ? 1 / omega : 0;
    if (i < mode_count_)
      for (int k = 0; k < kBankCell; ++k)
        put(lane_weights_[static_cast<std::size_t>(i)], k, pole * std::exp(static_cast<double>(k) * turn));
  }
}

bool ModeBank::sounds(int mode) const {
  return onset_[static_cast<std::size_t>(mode / kBankGroup)]
             .receptance.mode[static_cast<std::size_t>(mode % kBankGroup)] > 0;
}

BankMix::BankMix(const ModeBank& bank, std::span<const Complex> gains) {
  assert(static_cast<int>(gains.size()) == bank.mode_count());
  for (int first = 0; first < bank.mode_count(); first += kBankGroup) {
    CellWeights weights{};
    for (int i = first; i < std::min(first + kBankGroup, bank.mode_count()); ++i)
      for (int k = 0; k < kBankCell; ++k)
        put(weights[static_cast<std::size_t>(k)], i - first,
            gains[static_cast<std::size_t>(i)] * get(bank.lane_weights_[static_cast<std::size_t>(i)], k));
    weights_.push_back(packed(weights));
    onset_.push_back(weights.front());
  }
}

ModeBankState::ModeBankState(const ModeBank& bank) : phasors_(bank.step_.size()) {
  added_.resize(phasors_.size());
  impulse_.resize(phasors_.size());
  active_.reserve(phasors_.size());
}

bool ModeBankState::PendingHit::is_before(const PendingHit& other) const {
  return first != other.first ? first < other.first : shape.fraction < other.shape.fraction;
}

void ModeBankState::archive(StateArchive& state) { state.fields(clock_, phasors_, active_, pending_, supplied_); }

// The energy of a mode is (z'^2 + omega^2 z^2) / 2 with z = Im s and z' = Im(w s).
double ModeBank::group_energy(std::size_t group, const PhasorLanes& phasor, bool largest) const {
  double sum = 0, most = 0;
  for (std::size_t i = 0; i < kBankGroup; ++i) {
    const double z = phasor.imaginary.mode[i];
    const double v = pole_[group].real.mode[i] * z + pole_[group].imaginary.mode[i] * phasor.real.mode[i];
    const double energy = (v * v + stiffness_[group].mode[i] * z * z) / 2;
    sum += energy;
    most = std::max(most, energy);
  }
  return largest ? most : sum;
}

double ModeBank::energy(const ModeBankState& state) const {
  double sum = 0;
  for (const int group : state.active_)
    sum += group_energy(static_cast<std::size_t>(group), state.phasors_[static_cast<std::size_t>(group)], false);
  return sum;
}

}  // namespace resound
