#include "fma_peak.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fma_peak.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::bench {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

double BurnFma(long rounds) {
  const hn::ScalableTag<double> d;
  auto a = hn::Set(d, 1e-9), b = hn::Set(d, 1.0);
  auto c0 = b, c1 = b, c2 = b, c3 = b, c4 = b, c5 = b, c6 = b, c7 = b, c8 = b, c9 = b;
  // opaque registers: otherwise the compiler folds a load into every multiply-add and the loop measures loads
#define RESOUND_STEP(x)    \
  x = hn::MulAdd(a, b, x); \
  asm volatile("" : "+x"(x.raw))
  asm volatile("" : "+x"(a.raw), "+x"(b.raw));
  for (long i = 0; i < rounds; ++i) {
    RESOUND_STEP(c0);
    RESOUND_STEP(c1);
    RESOUND_STEP(c2);
    RESOUND_STEP(c3);
    RESOUND_STEP(c4);
    RESOUND_STEP(c5);
    RESOUND_STEP(c6);
    RESOUND_STEP(c7);
    RESOUND_STEP(c8);
    RESOUND_STEP(c9);
  }
#undef RESOUND_STEP
  return 10.0 * 2.0 * static_cast<double>(hn::Lanes(d)) * static_cast<double>(rounds);
}

}  // namespace HWY_NAMESPACE
}  // namespace resound::bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound::bench {
HWY_EXPORT(BurnFma);
double burn_fma(long rounds) { return HWY_DYNAMIC_DISPATCH(BurnFma)(rounds); }
}  // namespace resound::bench
#endif
