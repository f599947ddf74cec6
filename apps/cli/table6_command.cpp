#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "base/atomic_file.h"
#include "commands.h"
#include "output/compare.h"
#include "output/compare_figure.h"
#include "output/decibel.h"
#include "output/recording.h"
#include "output/sound_statistics.h"

namespace resound {
namespace {

// What is poured, as the scene `pour` is told it.
struct PouredGrains {
  const char* name;
  const char* words;
  std::vector<std::string> set;
};

const std::array<PouredGrains, 3>& poured_grains() {
  static const std::array<PouredGrains, 3> grains{
      {{"glass2mm",
        "glass, 2 mm",
        {"beads.radius_m=0.002", "bed.radius_m=0.002", "beads.count=300", "funnel.outlet_radius_m=0.012",
         "gate.radius_m=0.012"}},
       {"glass1mm", "glass, 1 mm", {}},
       {"plastic4mm",
        "plastic discs, 4 mm",
        {"beads.material=PVC", "beads.shape=disc", "beads.radius_m=0.002", "beads.thickness_m=0.001",
         "beads.method=soft", "bed.method=soft", "beads.count=100", "funnel.outlet_radius_m=0.007",
         "gate.radius_m=0.007"}}}};  // from a wider one they fall as one slab
  return grains;
}

const std::vector<std::string> kCeramic{"cup.material=ceramic", "cup.wall_m=0.004", "cup.base_m=0.005"};

// One pour: what its grains and its cup alone sound like, and both; and how many collisions there were.
struct Poured {
  std::vector<float> grains, cup, both;
  double collisions = 0, hits = 0;
};

std::vector<float> sum(const std::vector<float>& a, const std::vector<float>& b) {
  std::vector<float> total = a;
  for (std::size_t i = 0; i < total.size(); ++i) total[i] += b[i];
  return total;
}

Poured pour(Scene scene, CollisionSourceKind collisions, const std::shared_ptr<const PreparedBodies>& bodies) {
  for (Object& object : scene.objects)
    if (auto* grains = std::get_if<Grains>(&object.kind)) grains->collisions = collisions;
  Poured poured;
  RenderSettings settings;
  settings.bodies = bodies;
  settings.stems = true;
  settings.watch = [&](const TimeBlock&, const MotionEvents& events, const SourceSignals&) {
    for (const Collision& c : events.grains.collisions) c.second < 0 ? ++poured.hits : ++poured.collisions;
  };
  MemoryRecorder recorder(SampleRate{scene.sample_rate});
  render(scene, settings, recorder);
  const Recording recording = recorder.take();
  std::size_t next = 0;  // stems are those of objects that can sound, in their order
  for (const Object& object : scene.objects) {
    if (!can_sound(object.kind)) continue;
    const std::vector<float>& stem = recording.stems.at(next++).at(0);
    std::vector<float>* part = std::holds_alternative<Grains>(object.kind) ? &poured.grains
                               : std::holds_alternative<Body>(object.kind) ? &poured.cup
                                                                           : nullptr;
    if (part) *part = part->empty() ? stem : sum(*part, stem);
  }
  poured.both = recording.channels[0];
  return poured;
}

// Means over the draws; levels are those of mean powers.
struct Heard6 {
  double power = 0, kurtosis = 0, rate = 0;
  std::vector<double> bands;  // [Pa^2]
  std::vector<float> sound;   // [Pa]  of the first

  void add(const std::vector<float>& heard, double sample_rate, double events_per_second, double share) {
    const SoundStatistics found = sound_statistics(heard, sample_rate);
    if (sound.empty()) sound = heard;
    bands.resize(found.band_levels.size());
    power += share * found.rms * found.rms;
    kurtosis += share * found.kurtosis;
    rate += share * events_per_second;
    for (std::size_t k = 0; k < bands.size(); ++k) bands[k] += share * std::pow(10, found.band_levels[k] / 10);
  }
  double level() const { return to_decibel(std::sqrt(power) / kReferencePressure); }  // [dB SPL]
};

// The octave between 250 Hz and 16 kHz that differs most.
std::pair<double, double> worst_octave(const Heard6& a, const Heard6& b) {  // [Hz], [dB]
  std::pair<double, double> worst{0, 0};
  for (std::size_t k = 0; k < a.bands.size(); ++k) {
    const double centre = octave_centres()[k], difference = 10 * std::log10(b.bands[k] / a.bands[k]);
    if (centre >= 250 && std::abs(difference) > std::abs(worst.second)) worst = {centre, difference};
  }
  return worst;
}

struct Table6Row {
  std::string table, what;
  int sample, random_sample;  // of the thesis
  Heard6 exact, chance;
  double sample_rate = 48000;  // [Hz]
};

void draw_row(const Table6Row& row, const Table6Command& command) {
  const std::filesystem::path file =
      std::filesystem::path(command.pictures) / fmt::format("{}-{}.png", row.sample, row.random_sample);
  write_atomically(file, command.force,
                   plot_comparison(fmt::format("Table {}: {}", row.table, row.what), SampleRate{row.sample_rate},
                                   {fmt::format("{}, as found", row.sample), row.exact.sound},
                                   {fmt::format("{}, by chance", row.random_sample), row.chance.sound}));
}

void print_row(const Table6Row& row, std::string& csv) {
  const auto [octave, difference] = worst_octave(row.exact, row.chance);
  fmt::print("{:<5}{:<40}{:>4}{:>4}{:>9.1f}{:>9.1f}{:>+8.2f}{:>+8.2f} at {:>5g} Hz{:>9.2f}{:>9.2f}{:>10.0f}{:>10.0f}\n",
             row.table, row.what, row.sample, row.random_sample, row.exact.level(), row.chance.level(),
             row.chance.level() - row.exact.level(), difference, octave, row.exact.kurtosis, row.chance.kurtosis,
             row.exact.rate, row.chance.rate);
  csv += fmt::format("{},\"{}\",{},{},{:.2f},{:.2f},{:.2f},{:g},{:.2f},{:.3f},{:.3f},{:.1f},{:.1f}\n", row.table,
                     row.what, row.sample, row.random_sample, row.exact.level(), row.chance.level(),
                     row.chance.level() - row.exact.level(), octave, difference, row.exact.kurtosis,
                     row.chance.kurtosis, row.exact.rate, row.chance.rate);
}

// The five sounds of one sort of grains: 43 to 47 and so on in the thesis, by chance 15 later.
std::vector<Table6Row> pour_rows(const PouredGrains& grains, const Table6Command& command) {
  const int first = 43 + (std::string_view(grains.name) == "glass1mm"   ? 0
                          : std::string_view(grains.name) == "glass2mm" ? 5
                                                                        : 10);
  const auto row = [&](const char* table, const char* what, int number) {
    return Table6Row{table, fmt::format("{}{}", grains.words, what), first + number, first + number + 15, {}, {}};
  };
  std::vector<Table6Row> rows{row("6.5", " on each other", 0), row("6.6", " on a ceramic cup", 1),
                              row("6.6", " on a metal cup", 2), row("6.7", " and the ceramic cup", 3),
                              row("6.7", " and the metal cup", 4)};
  for (const bool is_metal : {false, true}) {
    std::vector<std::string> set = grains.set;
    if (!is_metal) set.insert(set.end(), kCeramic.begin(), kCeramic.end());
    set.push_back(fmt::format("duration_s={:g}", command.seconds));
    Scene scene = load({.scene = "pour", .set = set, .seed = {}}).scene;
    for (Table6Row& one : rows) one.sample_rate = scene.sample_rate;
    const auto bodies = prepare_bodies(scene, ProgressStyle::none);
    const auto take = [&](const Poured& poured, Heard6 Table6Row::*heard, double share) {
      const double rate = scene.sample_rate;
      if (is_metal) (rows[0].*heard).add(poured.grains, rate, poured.collisions / scene.duration, share);
      (rows[is_metal ? 2 : 1].*heard).add(poured.cup, rate, poured.hits / scene.duration, share);
      (rows[is_metal ? 4 : 3].*heard).add(poured.both, rate, (poured.collisions + poured.hits) / scene.duration, share);
    };
    take(pour(scene, CollisionSourceKind::exact, bodies), &Table6Row::exact, 1);
    for (int draw = 0; draw < command.draws; ++draw) {
      for (Object& object : scene.objects)
        if (auto* poured = std::get_if<Grains>(&object.kind)) poured->chance = static_cast<std::uint64_t>(draw);
      take(pour(scene, command.collisions, bodies), &Table6Row::chance, 1.0 / command.draws);
    }
  }
  return rows;
}

}  // namespace

void run(const Table6Command& command) {
  if (!command.csv.empty()) require_new_file(command.csv, command.force);
  if (!command.pictures.empty()) std::filesystem::create_directories(command.pictures);
  std::string csv =
      "table,sound,sample,random_sample,level_db_spl,random_level_db_spl,level_difference_db,worst_octave_hz,"
      "worst_octave_difference_db,kurtosis,random_kurtosis,collisions_per_s,random_collisions_per_s\n";
  fmt::print(
      "Tables 6.5 to 6.7 of Marko 2013, made anew: {:g} s of each pour, heard from collisions as they were found and "
      "by chance.\nNumbers are those of the thesis' sound samples.\n\n",
      command.seconds);
  fmt::print("{:<45}{:>8}{:>9}{:>9}{:>8}{:>20}{:>18}{:>20}\n", "", "samples", "found", "chance", "[dB]",
             "worst octave [dB]", "kurtosis", "collisions a second");
  for (const PouredGrains& grains : poured_grains()) {
    if (!command.grains.empty() && std::ranges::find(command.grains, grains.name) == command.grains.end()) continue;
    for (const Table6Row& row : pour_rows(grains, command)) {
      print_row(row, csv);
      std::fflush(stdout);  // the next sort of grains takes minutes
      if (!command.pictures.empty()) draw_row(row, command);
    }
  }
  if (!command.csv.empty()) write_atomically(command.csv, command.force, csv);
}

}  // namespace resound
