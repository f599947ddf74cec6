// Runs all benchmarks seven times over, one round after the other, so that the sides of a comparison alternate: the
// speed of a shared machine changes by the minute, and only the ratio of two neighbours is worth quoting.
//
// A benchmark is called "group/side", e.g. "bar of 149 points/ours" and "bar of 149 points/plain loop", and counts its
// work with SetItemsProcessed. The first side of a group is compared with each of the others.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace {

constexpr int kRounds = 7;

using Rounds = std::vector<double>;  // work a second, one a round

// "group/side", or the name of a function with its arguments, which is a group of its own.
std::string name_of(const benchmark::BenchmarkReporter::Run& run) {
  std::string arguments = run.run_name.args;
  std::ranges::replace(arguments, '/', ' ');
  return arguments.empty() ? run.run_name.function_name : run.run_name.function_name + " " + arguments;
}

class Collector : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      const std::string name = name_of(run);
      if (run.error_occurred) {
        fmt::print("{:<58} left out: {}\n", name, run.error_message);
        continue;
      }
      const auto items = run.counters.find("items_per_second");
      if (!rates_.contains(name)) order_.push_back(name);
      rates_[name].push_back(items == run.counters.end() ? 1e9 / run.GetAdjustedRealTime() : double{items->second});
      for (const auto& [counter, value] : run.counters)
        if (counter != "items_per_second") notes_[name][counter].push_back(value);
    }
  }
  void print() const;

 private:
  std::vector<std::string> order_;
  std::map<std::string, Rounds> rates_;
  std::map<std::string, std::map<std::string, Rounds>> notes_;
};

double median(Rounds values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

void Collector::print() const {
  fmt::print("\n{:<58} {:>12}   {}\n", "benchmark (median of " + std::to_string(kRounds) + " rounds)", "a second",
             "range");
  for (const std::string& name : order_) {
    const Rounds& rates = rates_.at(name);
    fmt::print("{:<58} {:>12.4g}   {:.3g} … {:.3g}", name, median(rates), std::ranges::min(rates),
               std::ranges::max(rates));
    if (const auto notes = notes_.find(name); notes != notes_.end())
      for (const auto& [counter, values] : notes->second) fmt::print("   {} {:.4g}", counter, median(values));
    fmt::print("\n");
  }

  fmt::print("\n{:<58} {:>12}   {}\n", "ratio within one round", "median", "range");
  std::map<std::string, std::string> first_of_group;
  for (const std::string& name : order_) {
    const std::string group = name.substr(0, name.rfind('/'));
    const auto [first, is_first] = first_of_group.emplace(group, name);
    if (is_first) continue;
    const Rounds& ours = rates_.at(first->second);
    const Rounds& theirs = rates_.at(name);
    Rounds ratios;
    for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i) ratios.push_back(ours[i] / theirs[i]);
    fmt::print("{:<58} {:>11.3g}x   {:.3g} … {:.3g}\n", first->second + " : " + name.substr(group.size() + 1),
               median(ratios), std::ranges::min(ratios), std::ranges::max(ratios));
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  Collector collector;
  for (int round = 0; round < kRounds; ++round) {
    fmt::print(stderr, "\rround {} of {}", round + 1, kRounds);
    std::fflush(stderr);
    benchmark::RunSpecifiedBenchmarks(&collector);
  }
  fmt::print(stderr, "\r");
  collector.print();
}
