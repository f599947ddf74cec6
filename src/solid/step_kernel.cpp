#include "solid/step_kernel.h"

#include <algorithm>

#include "solid/node_vectors.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solid/step_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

enum class Records { nothing, steps, pairs };

// `nodes` by value: what is written might else be the pointers in it, for all that the compiler knows.
template <Records What>
HWY_INLINE void step_all(std::size_t first, std::size_t end, const StepNumbers& numbers, const double* gain,
                         const double* mass, MovingNodes nodes, double* fastest) {
  const hn::CappedTag<double, kNodeStride> d;
  const hn::Rebind<float, decltype(d)> narrow;
  for (std::size_t part = 0; part < kNodeStride; part += hn::Lanes(d)) {
    const auto step = hn::Set(d, numbers.step), keep = hn::Set(d, numbers.keep);
    const auto fall = hn::LoadU(d, numbers.fall.data() + part);
    auto largest = hn::LoadU(d, fastest + part);
    const auto outer = hn::Set(d, nodes.pair.outer), inner = hn::Set(d, nodes.pair.inner);
    const std::size_t axes = part < 3 ? std::min(hn::Lanes(d), 3 - part) : 0;
    for (std::size_t node = first; node < end; ++node) {
      const std::size_t at = kNodeStride * node + part;
      const auto f = hn::MulAdd(hn::Set(d, mass[node]), fall, hn::LoadU(d, nodes.force + at));
      const auto before = hn::LoadU(d, nodes.velocity + at);
      const auto v = hn::MulAdd(hn::Set(d, gain[node]), f, hn::Mul(keep, before));
      hn::StoreU(f, d, nodes.force + at);
      hn::StoreU(v, d, nodes.velocity + at);
      hn::StoreU(hn::MulAdd(step, v, hn::LoadU(d, nodes.from + at)), d, nodes.to + at);
      largest = hn::Max(largest, hn::Mul(v, v));
      if constexpr (What != Records::nothing) {
        auto row = v;
        if constexpr (What == Records::pairs) {
          const auto kept = hn::PromoteTo(d, hn::LoadU(narrow, nodes.kept + at));
          row = hn::MulAdd(outer, v, hn::MulAdd(inner, before, kept));
          hn::StoreU(hn::DemoteTo(narrow, hn::MulAdd(inner, v, hn::Mul(outer, before))), narrow, nodes.kept + at);
        }
        float* to = nodes.recorded + 3 * (node - first) + part;
        if (hn::Lanes(d) == kNodeStride && node + 1 < end) {
          hn::StoreU(hn::DemoteTo(narrow, row), narrow, to);  // a fourth number is written over by the next node
        } else {
          HWY_ALIGN float all[kNodeStride];
          hn::StoreU(hn::DemoteTo(narrow, row), narrow, all);
          std::copy_n(all, axes, to);
        }
      }
    }
    hn::StoreU(largest, d, fastest + part);
  }
}

void StepNodes(std::size_t first, std::size_t end, const StepNumbers& numbers, const double* gain, const double* mass,
               const MovingNodes& nodes, double* fastest) {
  if (!nodes.recorded)
    step_all<Records::nothing>(first, end, numbers, gain, mass, nodes, fastest);
  else if (!nodes.kept)
    step_all<Records::steps>(first, end, numbers, gain, mass, nodes, fastest);
  else
    step_all<Records::pairs>(first, end, numbers, gain, mass, nodes, fastest);
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(StepNodes);

void step_nodes(std::size_t first, std::size_t end, const StepNumbers& numbers, const double* gain, const double* mass,
                const MovingNodes& nodes, double* fastest) {
  HWY_DYNAMIC_DISPATCH(StepNodes)(first, end, numbers, gain, mass, nodes, fastest);
}

}  // namespace resound
#endif
