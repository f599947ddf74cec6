#include "propagation/modal_sum.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "propagation/modal_sum.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// One vector of samples, all modes; the sum stays in a register.
template <bool Moving, class D>
HWY_INLINE void add_samples(D d, const ModalSum& of, const double* re, const double* im, const double* re_step,
                            const double* im_step, std::size_t begin, std::size_t i, double* sum) {
  const auto since = hn::Iota(d, static_cast<double>(i - begin));
  auto total = hn::LoadU(d, sum + i);
  for (const std::uint32_t m : of.modes) {
    auto a = hn::Set(d, re[m]), b = hn::Set(d, im[m]);
    if constexpr (Moving) {
      a = hn::MulAdd(hn::Set(d, re_step[m]), since, a);
      b = hn::MulAdd(hn::Set(d, im_step[m]), since, b);
    }
    const std::size_t at = m * of.stride + i;
    total = hn::MulAdd(a, hn::LoadU(d, of.imaginary + at), total);
    total = hn::MulAdd(b, hn::LoadU(d, of.real + at), total);
  }
  hn::StoreU(total, d, sum + i);
}

template <bool Moving>
HWY_INLINE void add_all(const ModalSum& of, const double* re, const double* im, const double* re_step,
                        const double* im_step, std::size_t begin, std::size_t end, double* sum) {
  const hn::ScalableTag<double> d;
  std::size_t i = begin;
  for (; i + hn::Lanes(d) <= end; i += hn::Lanes(d))
    add_samples<Moving>(d, of, re, im, re_step, im_step, begin, i, sum);
  const hn::CappedTag<double, 1> single;  // the same fused arithmetic as the wide one
  for (; i < end; ++i) add_samples<Moving>(single, of, re, im, re_step, im_step, begin, i, sum);
}

void AddModes(const ModalSum& of, const double* re, const double* im, const double* re_step, const double* im_step,
              std::size_t begin, std::size_t end, double* sum) {
  if (re_step == nullptr)
    add_all<false>(of, re, im, re_step, im_step, begin, end, sum);
  else
    add_all<true>(of, re, im, re_step, im_step, begin, end, sum);
}

}  // namespace HWY_NAMESPACE
}  // namespace resound
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(AddModes);

void add_modes(const ModalSum& of, const double* re, const double* im, const double* re_step, const double* im_step,
               int begin, int end, double* sum) {
  HWY_DYNAMIC_DISPATCH(AddModes)
  (of, re, im, re_step, im_step, static_cast<std::size_t>(begin), static_cast<std::size_t>(end), sum);
}

}  // namespace resound
#endif
