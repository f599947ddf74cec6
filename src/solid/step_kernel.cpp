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

// `nodes` by value: what is written might else be the pointers in it, for all that the compiler knows.
template <bool Records>
HWY_INLINE void step_all(std::size_t first, std::size_t end, const StepNumbers& numbers, const double* gain,
                         const double* mass, MovingNodes nodes, double* fastest) {
  const hn::CappedTag<double, kNodeStride> d;
  const hn::Rebind<float, decltype(d)> narrow;
  for (std::size_t part = 0; part < kNodeStride; part += hn::Lanes(d)) {
    const auto step = hn::Set(d, numbers.step), keep = hn::Set(d, numbers.keep);
    const auto fall = hn::LoadU(d, numbers.fall.data() + part);
    auto largest = hn::LoadU(d, fastest + part);
    const std::size_t axes = part < 3 ? std::min(hn::Lanes(d), 3 - part) : 0;
    for (std::size_t node = first; node < end; ++node) {
      const std::size_t at = kNodeStride * node + part;
      const auto f = hn::MulAdd(hn::Set(d, mass[node]), fall, hn::LoadU(d, nodes.force + at));
      const auto v = hn::MulAdd(hn::Set(d, gain[node]), f, hn::Mul(keep, hn::LoadU(d, nodes.velocity + at)));
      hn::StoreU(f, d, nodes.force + at);
      hn::StoreU(v, d, nodes.velocity + at);
      hn::StoreU(hn::MulAdd(step, v, hn::LoadU(d, nodes.from + at)), d, nodes.to + at);
      largest = hn::Max(largest, hn::Mul(v, v));
      if constexpr (Records) {
        float* to = nodes.recorded + 3 * (node - first) + part;
        if (hn::Lanes(d) == kNodeStride && node + 1 < end)
          hn::StoreU(hn::DemoteTo(narrow, v), narrow, to);  // a fourth number is written over by the next node
        else
          for (std::size_t axis = 0; axis < axes; ++axis) to[axis] = static_cast<float>(nodes.velocity[at + axis]);
      }
    }
    hn::StoreU(largest, d, fastest + part);
  }
}

void StepNodes(std::size_t first, std::size_t end, const StepNumbers& numbers, const double* gain, const double* mass,
               const MovingNodes& nodes, double* fastest) {
  if (nodes.recorded)
    step_all<true>(first, end, numbers, gain, mass, nodes, fastest);
  else
    step_all<false>(first, end, numbers, gain, mass, nodes, fastest);
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
