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

constexpr int kBlock = 16;  // groups: 20 kB of weights and phasors, which stay in the first cache

// Eight sums stay in registers while the modes pass by: each weight is loaded once and goes straight into a
// multiply-add. Every sample is summed over the modes in the same order, however the cells are cut.
template <bool kKeep, bool kFresh>
HWY_INLINE void one_cell(int groups, const PhasorLanes* cell_step, const PackedWeights* weights, PhasorLanes* phasors,
                         ModeLanes* sums) {
  static_assert(kBankCell == 8, "eight sums are written out below");
  const Tag d;
  const std::size_t width = hn::Lanes(d);
  for (std::size_t lane = 0; lane < kBankGroup; lane += width) {
    const auto load = [&](const ModeLanes& from) HWY_ATTR { return hn::Load(d, from.mode.data() + lane); };
    const auto store = [&](auto value, ModeLanes& to) HWY_ATTR { hn::Store(value, d, to.mode.data() + lane); };
    const auto before = [&](std::size_t k) HWY_ATTR { return kFresh ? hn::Zero(d) : load(sums[k]); };
    auto y0 = before(0), y1 = before(1), y2 = before(2), y3 = before(3);
    auto y4 = before(4), y5 = before(5), y6 = before(6), y7 = before(7);
    for (int group = 0; group < groups; ++group) {
      PhasorLanes& phasor = phasors[group];
      const double* weight = weights[group].number.data() + 2 * kBankCell * lane;
      const auto re = load(phasor.real), im = load(phasor.imaginary);
      const auto by_im = [&](std::size_t k, auto y)
                             HWY_ATTR { return hn::MulAdd(hn::Load(d, weight + 2 * k * width), im, y); };
      const auto by_re = [&](std::size_t k, auto y)
                             HWY_ATTR { return hn::MulAdd(hn::Load(d, weight + (2 * k + 1) * width), re, y); };
      y0 = by_im(0, y0), y1 = by_im(1, y1), y2 = by_im(2, y2), y3 = by_im(3, y3);
      y4 = by_im(4, y4), y5 = by_im(5, y5), y6 = by_im(6, y6), y7 = by_im(7, y7);
      y0 = by_re(0, y0), y1 = by_re(1, y1), y2 = by_re(2, y2), y3 = by_re(3, y3);
      y4 = by_re(4, y4), y5 = by_re(5, y5), y6 = by_re(6, y6), y7 = by_re(7, y7);
      if constexpr (kKeep) {
        const auto turn_re = load(cell_step[group].real), turn_im = load(cell_step[group].imaginary);
        store(hn::NegMulAdd(turn_im, im, hn::Mul(turn_re, re)), phasor.real);
        store(hn::MulAdd(turn_im, re, hn::Mul(turn_re, im)), phasor.imaginary);
      }
    }
    store(y0, sums[0]), store(y1, sums[1]), store(y2, sums[2]), store(y3, sums[3]);
    store(y4, sums[4]), store(y5, sums[5]), store(y6, sums[6]), store(y7, sums[7]);
  }
}

// Keeps what was loaded in its register: compilers like to load once more for each use.
template <class V>
HWY_INLINE void hold([[maybe_unused]] V& value) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128
  asm("" : "+v"(value.raw));
#endif
}

// Half the samples of two cells: a weight is loaded once for both, so that the multiply-add units wait for no load. The
// early half turns the first cell's phasors into the second's, the late half these into the first of the next pair.
template <bool kFresh, bool kEarly>
HWY_INLINE void half_pair(int groups, const PhasorLanes* cell_step, const PackedWeights* weights, PhasorLanes* first,
                          PhasorLanes* second, ModeLanes* sums) {
  static_assert(kBankCell == 8, "four sums of each cell are written out below");
  const Tag d;
  const std::size_t width = hn::Lanes(d);
  for (std::size_t lane = 0; lane < kBankGroup; lane += width) {
    const auto load = [&](const ModeLanes& from) HWY_ATTR { return hn::Load(d, from.mode.data() + lane); };
    const auto store = [&](auto value, ModeLanes& to) HWY_ATTR { hn::Store(value, d, to.mode.data() + lane); };
    const auto before = [&](std::size_t k) HWY_ATTR { return kFresh ? hn::Zero(d) : load(sums[k]); };
    auto a0 = before(0), a1 = before(1), a2 = before(2), a3 = before(3);
    auto b0 = before(kBankCell), b1 = before(kBankCell + 1), b2 = before(kBankCell + 2), b3 = before(kBankCell + 3);
    for (int group = 0; group < groups; ++group) {
      const double* weight = weights[group].number.data() + 2 * kBankCell * lane + (kEarly ? 0 : kBankCell * width);
      const auto a_re = load(first[group].real), a_im = load(first[group].imaginary);
      const auto turn_re = load(cell_step[group].real), turn_im = load(cell_step[group].imaginary);
      auto b_re = a_re, b_im = a_im;
      if constexpr (kEarly) {
        b_re = hn::NegMulAdd(turn_im, a_im, hn::Mul(turn_re, a_re));
        b_im = hn::MulAdd(turn_im, a_re, hn::Mul(turn_re, a_im));
        store(b_re, second[group].real), store(b_im, second[group].imaginary);
      } else {
        b_re = load(second[group].real), b_im = load(second[group].imaginary);
        store(hn::NegMulAdd(turn_im, b_im, hn::Mul(turn_re, b_re)), first[group].real);
        store(hn::MulAdd(turn_im, b_re, hn::Mul(turn_re, b_im)), first[group].imaginary);
      }
      const auto by_im = [&](std::size_t k, auto& a, auto& b) HWY_ATTR {
        auto w = hn::Load(d, weight + 2 * k * width);
        hold(w);
        a = hn::MulAdd(w, a_im, a), b = hn::MulAdd(w, b_im, b);
      };
      const auto by_re = [&](std::size_t k, auto& a, auto& b) HWY_ATTR {
        auto w = hn::Load(d, weight + (2 * k + 1) * width);
        hold(w);
        a = hn::MulAdd(w, a_re, a), b = hn::MulAdd(w, b_re, b);
      };
      by_im(0, a0, b0), by_im(1, a1, b1), by_im(2, a2, b2), by_im(3, a3, b3);
      by_re(0, a0, b0), by_re(1, a1, b1), by_re(2, a2, b2), by_re(3, a3, b3);
    }
    store(a0, sums[0]), store(a1, sums[1]), store(a2, sums[2]), store(a3, sums[3]);
    store(b0, sums[kBankCell]), store(b1, sums[kBankCell + 1]);
    store(b2, sums[kBankCell + 2]), store(b3, sums[kBankCell + 3]);
  }
}

template <bool kKeep, bool kFresh>
void block_of_groups(GroupRun block, const PhasorLanes* cell_step, const PackedWeights* weights, PhasorLanes* phasors,
                     int cells, ModeLanes* sums) {
  cell_step += block.first, weights += block.first, phasors += block.first;
  int cell = 0;
  if constexpr (kKeep) {
    std::array<PhasorLanes, kBlock> second;
    for (; cell + 1 < cells; cell += 2) {
      ModeLanes* to = sums + cell * kBankCell;
      half_pair<kFresh, true>(block.count, cell_step, weights, phasors, second.data(), to);
      half_pair<kFresh, false>(block.count, cell_step, weights, phasors, second.data(), to + kBankCell / 2);
    }
  }
  for (; cell < cells; ++cell)
    one_cell<kKeep, kFresh>(block.count, cell_step, weights, phasors, sums + cell * kBankCell);
}

void AddLanes(std::span<const ModeLanes> sums, double* out) {
  for (const ModeLanes& sum : sums) {
    const auto& m = sum.mode;
    *out++ = ((m[0] + m[4]) + (m[2] + m[6])) + ((m[1] + m[5]) + (m[3] + m[7]));
  }
}

void MixCells(std::span<const GroupRun> runs, const PhasorLanes* cell_step, const PackedWeights* weights,
              PhasorLanes* phasors, int cells, bool keep, double* out) {
  std::array<ModeLanes, kMostMixedCells * kBankCell> sums;
  bool fresh = true;
  for (const GroupRun& run : runs) {
    for (int from = run.first; from < run.first + run.count; from += kBlock) {
      const GroupRun block{from, std::min(kBlock, run.first + run.count - from)};
      const auto mix = keep ? (fresh ? block_of_groups<true, true> : block_of_groups<true, false>)
                            : (fresh ? block_of_groups<false, true> : block_of_groups<false, false>);
      mix(block, cell_step, weights, phasors, cells, sums.data());
      fresh = false;
    }
  }
  if (fresh)
    std::fill_n(out, cells * kBankCell, 0.0);
  else
    AddLanes(std::span(sums).first(static_cast<std::size_t>(cells * kBankCell)), out);
}

PackedWeights Packed(const CellWeights& weights) {
  const std::size_t width = hn::Lanes(Tag());
  PackedWeights packed;
  auto next = packed.number.begin();
  for (std::size_t lane = 0; lane < kBankGroup; lane += width) {
    for (const PhasorLanes& weight : weights) {
      next = std::copy_n(weight.real.mode.begin() + lane, width, next);
      next = std::copy_n(weight.imaginary.mode.begin() + lane, width, next);
    }
  }
  return packed;
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
        const auto at_node = [&](std::size_t q, auto& re, auto& im) HWY_ATTR {
          const PhasorLanes& node = onset[group].node[q];
          const auto n_re = load(node.real), n_im = load(node.imaginary);
          re = hn::NegMulAdd(c_im, n_im, hn::Mul(c_re, n_re));
          im = hn::MulAdd(c_im, n_re, hn::Mul(c_re, n_im));
        };
        auto re0 = c_re, re1 = c_re, re2 = c_re, re3 = c_re, im0 = c_re, im1 = c_re, im2 = c_re, im3 = c_re;
        at_node(0, re0, im0), at_node(1, re1, im1), at_node(2, re2, im2), at_node(3, re3, im3);
        for (std::size_t k = 0; k < kBankCell; ++k) {
          const auto& tap = hit.taps[k];
          const auto t0 = hn::Set(d, tap[0]), t1 = hn::Set(d, tap[1]), t2 = hn::Set(d, tap[2]), t3 = hn::Set(d, tap[3]);
          PhasorLanes& to = added[a][k];
          store(hn::MulAdd(t0, re0, hn::MulAdd(t1, re1, hn::MulAdd(t2, re2, hn::MulAdd(t3, re3, load(to.real))))),
                to.real);
          store(hn::MulAdd(t0, im0, hn::MulAdd(t1, im1, hn::MulAdd(t2, im2, hn::MulAdd(t3, im3, load(to.imaginary))))),
                to.imaginary);
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

HWY_EXPORT(AddLanes);
HWY_EXPORT(MixCells);
HWY_EXPORT(Packed);
HWY_EXPORT(StruckCell);
HWY_EXPORT(VelocityCells);

PackedWeights packed(const CellWeights& weights) { return HWY_DYNAMIC_DISPATCH(Packed)(weights); }

void mix_cells(std::span<const GroupRun> runs, const PhasorLanes* cell_step, const PackedWeights* weights,
               PhasorLanes* phasors, int cells, bool keep, double* out) {
  HWY_DYNAMIC_DISPATCH(MixCells)(runs, cell_step, weights, phasors, cells, keep, out);
}

void add_lanes(std::span<const ModeLanes> sums, double* out) { HWY_DYNAMIC_DISPATCH(AddLanes)(sums, out); }

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
