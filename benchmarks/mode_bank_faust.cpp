// Times the code that Faust makes from mode_bank.dsp: prints the processor time [s] that the given number of blocks of
// 480 samples takes. Compiled by mode_bank_bench.cpp at run time, with the generated class on the include path.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

// what generated code expects around it
struct Meta {
  void declare(const char*, const char*) {}
};
struct UI {
  void openVerticalBox(const char*) {}
  void closeBox() {}
};
struct dsp {
  virtual ~dsp() = default;
};
#define FAUSTFLOAT float
#include "faust_bank.h"

int main(int count, char** arguments) {
  const int blocks = count > 1 ? std::atoi(arguments[1]) : 1000;
  mydsp bank;
  bank.init(48000);
  std::vector<float> in(480), out(480);
  for (std::size_t n = 0; n < in.size(); ++n)
    in[n] = 0.1f * std::sin(0.37f * static_cast<float>(n * n));  // never subnormal
  float *inputs[] = {in.data()}, *outputs[] = {out.data()};
  for (int i = 0; i < 20; ++i) bank.compute(480, inputs, outputs);
  const std::clock_t start = std::clock();
  for (int i = 0; i < blocks; ++i) bank.compute(480, inputs, outputs);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("%.9f %g\n", seconds, static_cast<double>(out[7]));
}
