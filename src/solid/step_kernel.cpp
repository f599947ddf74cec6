#include "solid/step_kernel.h"

#include "solid/node_vectors.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solid/step_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void StepNodes(std::size_t first, std::size_t end, const StepNumbers& numbers, const double* gain, const double* mass,
               const MovingNodes& nodes, double* fastest) {
  const hn::CappedTag<double, kNodeStride> d;
  for (std::size_t part = 0; part < kNodeStride; part += hn::Lanes(d)) {
    const auto step = hn::Set(d, numbers.step), keep = hn::Set(d, numbers.keep);
    const auto fall = hn::LoadU(d, numbers.fall.data() + part);
    auto largest = hn::LoadU(d, fastest + part);
    for (std::size_t node = first; node < end; ++node) {
      const std::size_t at = kNodeStride * node + part;
      const auto f = hn::MulAdd(hn::Set(d, mass[node]), fall, hn::LoadU(d, nodes.force + at));
      const auto v = hn::MulAdd(hn::Set(d, gain[node]), f, hn::Mul(keep, hn::LoadU(d, nodes.velocity + at)));
      hn::StoreU(f, d, nodes.force + at);
      hn::StoreU(v, d, nodes.velocity + at);
      hn::StoreU(hn::MulAdd(step, v, hn::LoadU(d, nodes.from + at)), d, nodes.to + at);
      largest = hn::Max(largest, hn::Mul(v, v));
    }
    hn::StoreU(largest, d, fastest + part);
  }
}

// Four at once, which is one store; the fourth is written over by the next.
void RoundVectors(const double* vectors, std::size_t count, float* rounded) {
  const hn::CappedTag<float, kNodeStride> d;
  const hn::Rebind<double, decltype(d)> wide;
  std::size_t i = 0;
  if (hn::Lanes(d) == kNodeStride)
    for (; i + 1 < count; ++i)
      hn::StoreU(hn::DemoteTo(d, hn::LoadU(wide, vectors + kNodeStride * i)), d, rounded + 3 * i);
  for (; i < count; ++i)
    for (std::size_t axis = 0; axis < 3; ++axis)
      rounded[3 * i + axis] = static_cast<float>(vectors[kNodeStride * i + axis]);
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(StepNodes);
HWY_EXPORT(RoundVectors);

void step_nodes(std::size_t first, std::size_t end, const StepNumbers& numbers, const double* gain, const double* mass,
                const MovingNodes& nodes, double* fastest) {
  HWY_DYNAMIC_DISPATCH(StepNodes)(first, end, numbers, gain, mass, nodes, fastest);
}

void round_vectors(const double* vectors, std::size_t count, float* rounded) {
  HWY_DYNAMIC_DISPATCH(RoundVectors)(vectors, count, rounded);
}

}  // namespace resound
#endif
