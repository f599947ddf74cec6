// Modes times samples a second of the mode bank, against Faust's vectorised bank of the same hundred modes (compiled in
// the same run where Faust is installed) and against the limit of the multiply-add units. A mode and sample needs two
// multiply-adds, and four more a cell of eight samples: 2.5.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <string>
#include <vector>

#include "audio/mode_bank.h"
#include "fma_peak.h"

namespace resound {
namespace {

constexpr double kRate = 48000;             // [Hz]
constexpr double kMultiplyAddsAMode = 2.5;  // a sample

struct Bank {
  explicit Bank(int modes) : model(make(modes), {kRate}, 0), mix(model, gains(modes)), state(model) {
    const std::vector<double> impulse(static_cast<std::size_t>(modes), 1.0);
    model.strike(state, {0.5, 1e-5, impulse});
    std::vector<double> start(480);
    model.ring(state, mix, start);
  }
  static std::vector<BankMode> make(int modes) {
    std::vector<BankMode> all;  // rings for the whole benchmark: what is silent would cost nothing
    for (int i = 0; i < modes; ++i) all.push_back({2 * std::numbers::pi * (200 + 18000.0 * i / modes), 1e-3});
    return all;
  }
  static std::vector<std::complex<double>> gains(int modes) {
    return std::vector<std::complex<double>>(static_cast<std::size_t>(modes), 1.0 / modes);
  }
  ModeBank model;
  BankMix mix;
  ModeBankState state;
};

void sum_of_modes(benchmark::State& state, int modes, int block) {
  Bank bank(modes);
  std::vector<double> out(static_cast<std::size_t>(block));
  for (auto _ : state) {
    bank.model.ring(bank.state, bank.mix, out);
    benchmark::DoNotOptimize(out.data());
  }
  const double work = static_cast<double>(state.iterations()) * modes * block;
  state.SetItemsProcessed(static_cast<std::int64_t>(work));
  state.counters["modes in real time"] = benchmark::Counter(work / kRate, benchmark::Counter::kIsRate);
}

void every_mode(benchmark::State& state, int modes, int block) {
  Bank bank(modes);
  const std::size_t room = static_cast<std::size_t>(modes) * static_cast<std::size_t>(block);
  std::vector<double> real(room), imaginary(room);
  for (auto _ : state) {
    bank.model.ring(bank.state, block, {real, imaginary, static_cast<std::size_t>(block)});
    benchmark::DoNotOptimize(real.data());
  }
  state.SetItemsProcessed(state.iterations() * modes * block);
}

void hits(benchmark::State& state, int modes) {
  Bank bank(modes);
  const std::vector<double> impulse(static_cast<std::size_t>(modes), 1.0);
  std::vector<double> out(32);
  for (auto _ : state) {
    for (int i = 0; i < 100; ++i) bank.model.strike(bank.state, {0.31 * i, 1e-5, impulse});
    bank.model.ring(bank.state, bank.mix, out);
    benchmark::DoNotOptimize(out.data());
  }
  state.SetItemsProcessed(state.iterations() * 100);
}

// What the multiply-add units could do of this work: 2.5 of them a mode and sample.
void multiply_add_limit(benchmark::State& state) {
  double operations = 0;
  for (auto _ : state) operations += bench::burn_fma(1'000'000);
  state.SetItemsProcessed(static_cast<std::int64_t>(operations / 2 / kMultiplyAddsAMode));
}

// Faust's compiler and ours make the program once; an empty path if one is missing.
std::string faust_program() {
  static const std::string path = [] {
    namespace fs = std::filesystem;
    const std::string folder = (fs::temp_directory_path() / "resound-faust-bench").string();
    fs::create_directories(folder);
    const std::string source(RESOUND_BENCH_FOLDER), program = folder + "/faust_bank";
    const std::string command = "faust -vec -vs 64 " + source + "/mode_bank.dsp -o " + folder +
                                "/faust_bank.h >/dev/null 2>&1 && c++ -std=c++17 -O3 -march=native -ffast-math -I " +
                                folder + " " + source + "/mode_bank_faust.cpp -o " + program + " 2>/dev/null";
    return std::system(command.c_str()) == 0 ? program : std::string();
  }();
  return path;
}

void faust(benchmark::State& state) {
  const int blocks = 4000;
  const std::string program = faust_program();
  if (program.empty()) return state.SkipWithError("Faust is not installed");
  for (auto _ : state) {
    double seconds = 0;
    FILE* output = popen((program + " " + std::to_string(blocks)).c_str(), "r");
    const bool understood = output != nullptr && std::fscanf(output, "%lf", &seconds) == 1;
    if (output != nullptr) pclose(output);
    if (!understood) return state.SkipWithError("Faust's program does not run");
    state.SetIterationTime(seconds);
  }
  state.SetItemsProcessed(state.iterations() * blocks * 480 * 100);
}

const bool registered = [] {
  for (const int modes : {100, 1000}) {
    const std::string group = "mode bank of " + std::to_string(modes) + "/";
    benchmark::RegisterBenchmark((group + "ours").c_str(), sum_of_modes, modes, 480);
    if (modes == 100)
      benchmark::RegisterBenchmark((group + "Faust -vec").c_str(), faust)->UseManualTime()->Iterations(1);
    benchmark::RegisterBenchmark((group + "multiply-add limit").c_str(), multiply_add_limit);
    benchmark::RegisterBenchmark((group + "ours in blocks of 32").c_str(), sum_of_modes, modes, 32);
    benchmark::RegisterBenchmark((group + "ours, each mode apart").c_str(), every_mode, modes, 32);
  }
  benchmark::RegisterBenchmark("hits on a mode bank of 100/ours", hits, 100);
  return true;
}();

}  // namespace
}  // namespace resound
