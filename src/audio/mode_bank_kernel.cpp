#include "audio/mode_bank_kernel.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "audio/mode_bank_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, kBankGroup>;

// Eight sums stay in registers while the modes pass by: each weight is loaded once and goes straight into a
// multiply-add. Every sample is summed over the modes in the same order, however the cells are cut.
void one_cell(std::span<const int> active, const PhasorLanes* cell_step, const CellWeights* weights,
              PhasorLanes* phasors, bool keep, ModeLanes* sums) {
  static_assert(kBankCell == 8, "eight sums are written out below");
  const Tag d;
  for (std::size_t lane = 0; lane < kBankGroup; lane += hn::Lanes(d)) {
    const auto load = [&](const ModeLanes& from) HWY_ATTR { return hn::Load(d, from.mode.data() + lane); };
    const auto store = [&](auto value, ModeLanes& to) HWY_ATTR { hn::Store(value, d, to.mode.data() + lane); };
    auto y0 = load(sums[0]), y1 = load(sums[1]), y2 = load(sums[2]), y3 = load(sums[3]);
    auto y4 = load(sums[4]), y5 = load(sums[5]), y6 = load(sums[6]), y7 = load(sums[7]);
    for (const int group : active) {
      PhasorLanes& phasor = phasors[group];
      const CellWeights& weight = weights[group];
      const auto re = load(phasor.real), im = load(phasor.imaginary);
      const auto add = [&](int k, auto y) HWY_ATTR {
        const PhasorLanes& w = weight[static_cast<std::size_t>(k)];
        return hn::MulAdd(load(w.imaginary), re, hn::MulAdd(load(w.real), im, y));
      };
      y0 = add(0, y0), y1 = add(1, y1), y2 = add(2, y2), y3 = add(3, y3);
      y4 = add(4, y4), y5 = add(5, y5), y6 = add(6, y6), y7 = add(7, y7);
      if (keep) {
        const auto turn_re = load(cell_step[group].real), turn_im = load(cell_step[group].imaginary);
        store(hn::NegMulAdd(turn_im, im, hn::Mul(turn_re, re)), phasor.real);
        store(hn::MulAdd(turn_im, re, hn::Mul(turn_re, im)), phasor.imaginary);
      }
    }
    store(y0, sums[0]), store(y1, sums[1]), store(y2, sums[2]), store(y3, sums[3]);
    store(y4, sums[4]), store(y5, sums[5]), store(y6, sums[6]), store(y7, sums[7]);
  }
}

void MixCells(std::span<const int> active, const PhasorLanes* cell_step, const CellWeights* weights,
              PhasorLanes* phasors, int cells, bool keep, ModeLanes* sums) {
  constexpr std::size_t kBlock = 16;  // groups: 20 kB of weights and phasors, which stay in the first cache
  for (std::size_t from = 0; from < active.size(); from += kBlock) {
    const auto block = active.subspan(from, std::min(kBlock, active.size() - from));
    for (int cell = 0; cell < cells; ++cell)
      one_cell(block, cell_step, weights, phasors, keep, sums + cell * kBankCell);
  }
}

void StruckCell(std::span<const int> active, const PhasorLanes* step, const OnsetModes* onset,
                std::span<const CellHit> hits, CellWeights* added) {
  const Tag d;
  for (std::size_t a = 0; a < active.size(); ++a) {
    const auto group = static_cast<std::size_t>(active[a]);
    for (std::size_t lane = 0; lane < kBankGroup; lane += hn::Lanes(d)) {
      const auto load = [&](const ModeLanes& from) HWY_ATTR { return hn::Load(d, from.mode.data() + lane); };
      const auto store = [&](auto value, ModeLanes& to) HWY_ATTR { hn::Store(value, d, to.mode.data() + lane); };
      // what comes in at each sample
      for (PhasorLanes& in : added[a]) store(hn::Zero(d), in.real), store(hn::Zero(d), in.imaginary);
      for (const CellHit& hit : hits) {
        const auto c_re = load(hit.phasors[group].real), c_im = load(hit.phasors[group].imaginary);
        for (std::size_t q = 0; q < kOnsetNodes; ++q) {
          const PhasorLanes& node = onset[group].node[q];
          const auto n_re = load(node.real), n_im = load(node.imaginary);
          const auto re = hn::NegMulAdd(c_im, n_im, hn::Mul(c_re, n_re));
          const auto im = hn::MulAdd(c_im, n_re, hn::Mul(c_re, n_im));
          for (std::size_t k = 0; k < kBankCell; ++k) {
            const auto tap = hn::Set(d, hit.taps[k][q]);
            store(hn::MulAdd(tap, re, load(added[a][k].real)), added[a][k].real);
            store(hn::MulAdd(tap, im, load(added[a][k].imaginary)), added[a][k].imaginary);
          }
        }
      }
      // and rings on
      const auto turn_re = load(step[group].real), turn_im = load(step[group].imaginary);
      auto re = hn::Zero(d), im = hn::Zero(d);
      for (PhasorLanes& at : added[a]) {
        const auto next_re = hn::NegMulAdd(turn_im, im, hn::MulAdd(turn_re, re, load(at.real)));
        im = hn::MulAdd(turn_im, re, hn::MulAdd(turn_re, im, load(at.imaginary)));
        re = next_re;
        store(re, at.real), store(im, at.imaginary);
      }
    }
  }
}

// Eight samples of one mode side by side.
HWY_INLINE void one_velocity(const PhasorLanes& weights, double real, double imaginary, double* out_real,
                             double* out_imaginary) {
  const Tag d;
  const auto re = hn::Set(d, real), im = hn::Set(d, imaginary);
  for (std::size_t lane = 0; lane < kBankCell; lane += hn::Lanes(d)) {
    const auto w_re = hn::Load(d, weights.real.mode.data() + lane);
    const auto w_im = hn::Load(d, weights.imaginary.mode.data() + lane);
    hn::StoreU(hn::NegMulAdd(w_im, im, hn::Mul(w_re, re)), d, out_real + lane);
    hn::StoreU(hn::MulAdd(w_im, re, hn::Mul(w_re, im)), d, out_imaginary + lane);
  }
}

HWY_INLINE void turn_on(const PhasorLanes& step, PhasorLanes& phasor) {
  const Tag d;
  for (std::size_t lane = 0; lane < kBankGroup; lane += hn::Lanes(d)) {
    const auto load = [&](const ModeLanes& from) HWY_ATTR { return hn::Load(d, from.mode.data() + lane); };
    const auto re = load(phasor.real), im = load(phasor.imaginary);
    const auto turn_re = load(step.real), turn_im = load(step.imaginary);
    hn::Store(hn::NegMulAdd(turn_im, im, hn::Mul(turn_re, re)), d, phasor.real.mode.data() + lane);
    hn::Store(hn::MulAdd(turn_im, re, hn::Mul(turn_re, im)), d, phasor.imaginary.mode.data() + lane);
  }
}

void VelocityCells(std::span<const int> active, const PhasorLanes* cell_step, const PhasorLanes* weights,
                   PhasorLanes* phasors, int cells, bool keep, const LaneTarget& to) {
  for (const int group : active) {
    PhasorLanes phasor = phasors[group];
    const int first = group * kBankGroup, count = std::min(kBankGroup, to.modes - first);
    for (int cell = 0; cell < cells; ++cell) {
      for (int i = 0; i < count; ++i) {
        const std::size_t at =
            static_cast<std::size_t>(first + i) * to.stride + static_cast<std::size_t>(cell * kBankCell);
        const auto mode = static_cast<std::size_t>(i);
        one_velocity(weights[first + i], phasor.real.mode[mode], phasor.imaginary.mode[mode], to.real + at,
                     to.imaginary + at);
      }
      turn_on(cell_step[group], phasor);
    }
    if (keep) phasors[group] = phasor;
  }
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(MixCells);
HWY_EXPORT(StruckCell);
HWY_EXPORT(VelocityCells);

void mix_cells(std::span<const int> active, const PhasorLanes* cell_step, const CellWeights* weights,
               PhasorLanes* phasors, int cells, bool keep, ModeLanes* sums) {
  HWY_DYNAMIC_DISPATCH(MixCells)(active, cell_step, weights, phasors, cells, keep, sums);
}

double sum_lanes(const ModeLanes& lanes) {
  const auto& m = lanes.mode;
  return ((m[0] + m[4]) + (m[2] + m[6])) + ((m[1] + m[5]) + (m[3] + m[7]));
}

void struck_cell(std::span<const int> active, const PhasorLanes* step, const OnsetModes* onset,
                 std::span<const CellHit> hits, CellWeights* added) {
  HWY_DYNAMIC_DISPATCH(StruckCell)(active, step, onset, hits, added);
}

void velocity_cells(std::span<const int> active, const PhasorLanes* cell_step, const PhasorLanes* weights,
                    PhasorLanes* phasors, int cells, bool keep, const LaneTarget& to) {
  HWY_DYNAMIC_DISPATCH(VelocityCells)(active, cell_step, weights, phasors, cells, keep, to);
}

}  // namespace resound
#endif
