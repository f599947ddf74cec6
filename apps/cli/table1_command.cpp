#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/atomic_file.h"
#include "commands.h"
#include "motion/solid/solid_step.h"
#include "table_timing.h"

namespace resound {
namespace {

// A row of table 1 of O'Brien, Cook & Essl 2001: what they simulated, and the minutes that one second of it took on a
// 350 MHz MIPS R12K, picture and files included.
struct PublishedRow {
  const char* scene;
  double step;  // [s]
  int nodes, elements, surface;
  double total_minutes, audio_minutes;
};
constexpr std::array<PublishedRow, 9> kPublished{{{"bowl", 1e-6, 387, 1081, 742, 91.3, 4.01},
                                                  {"clamped-bar", 1e-7, 125, 265, 246, 240.4, 1.26},
                                                  {"plate-on-centre", 1e-6, 688, 1864, 1372, 245.0, 8.14},
                                                  {"plate-off-centre", 1e-6, 688, 1864, 1372, 195.7, 7.23},
                                                  {"vibraphone-bar", 1e-7, 539, 1484, 994, 1309.7, 5.31},
                                                  {"swinging-bar", 3e-7, 130, 281, 254, 88.4, 1.42},
                                                  {"rigid-sheet", 6e-7, 727, 1954, 1438, 1041.8, 7.80},
                                                  {"compliant-sheet", 2e-6, 727, 1954, 1438, 313.1, 7.71},
                                                  {"bent-sheet", 1e-7, 678, 1838, 1350, 1574.2, 6.45}}};

struct Measured {
  double step = 0;  // [s]
  std::size_t nodes = 0, elements = 0, surface = 0;
  double total = 0, audio = 0;  // [s]  of wall time a second of the scene
};

Measured measure(const std::string& name, double seconds) {
  Scene scene = load({.scene = name, .set = {}, .seed = {}}).scene;
  scene.duration = seconds;
  const std::shared_ptr<const PreparedBodies> bodies = prepare_bodies(scene, ProgressStyle::none);
  Measured measured{.step = solid_step(scene, *bodies).step};
  for (std::size_t i = 0; i < scene.objects.size(); ++i)
    if (const auto prepared = bodies->find_solid(static_cast<int>(i))) {
      measured.nodes += prepared->elastic.nodes();
      measured.elements += prepared->elastic.elements();
      measured.surface += prepared->radiating->corners.size();
    }
  const StageTimes times = times_a_second(scene, bodies);
  const double sound = times.emission + times.propagation + times.recording;
  measured.total = times.motion + sound;
  measured.audio = sound + times.filtering;
  return measured;
}

std::string csv_line(const std::string& name, const Measured& ours, const PublishedRow& theirs) {
  return fmt::format("{},{:.4g},{},{},{},{:.4g},{:.4g},{:.3g},{:.4g},{:.4g}\n", name, ours.step, ours.nodes,
                     ours.elements, ours.surface, ours.total, ours.audio, 100 * ours.audio / ours.total,
                     60 * theirs.total_minutes, 60 * theirs.audio_minutes);
}

}  // namespace

void run(const Table1Command& command) {
  if (!command.csv.empty()) require_new_file(command.csv, command.force);
  std::string csv =
      "scene,step_s,nodes,elements,surface_elements,total_s_per_s,audio_s_per_s,audio_percent,published_total_s_per_s,"
      "published_audio_s_per_s\n";
  fmt::print(
      "Table 1 of O'Brien, Cook & Essl 2001, made anew: {:g} s of each scene, {}. Seconds of work for a second\n"
      "of sound; theirs included the picture.\n\n",
      command.seconds, command.right ? "with our elements and formulas" : "as published");
  fmt::print("{:<18}{:>10}{:>7}{:>7}{:>8}{:>9}{:>8}{:>7}   |{:>9}{:>6}{:>6}{:>10}{:>8}{:>6}{:>8}\n", "", "step",
             "nodes", "elem.", "surface", "total", "audio", "audio", "step", "nodes", "elem.", "total", "audio", "",
             "faster");
  for (const PublishedRow& row : kPublished) {
    if (!command.examples.empty() && std::ranges::find(command.examples, row.scene) == command.examples.end()) continue;
    const std::string name = command.right ? row.scene : fmt::format("{}-as-published", row.scene);
    const Measured ours = measure(name, command.seconds);
    fmt::print(
        "{:<18}{:>8.2g} s{:>7}{:>7}{:>8}{:>7.1f} s{:>6.1f} s{:>5.1f} %   |{:>7.0g} s{:>6}{:>6}{:>8.0f} s{:>6.0f} "
        "s{:>4.1f} %{:>7.0f}x\n",
        row.scene, ours.step, ours.nodes, ours.elements, ours.surface, ours.total, ours.audio,
        100 * ours.audio / ours.total, row.step, row.nodes, row.elements, 60 * row.total_minutes,
        60 * row.audio_minutes, 100 * row.audio_minutes / row.total_minutes, 60 * row.total_minutes / ours.total);
    csv += csv_line(name, ours, row);
  }
  if (!command.csv.empty()) write_atomically(command.csv, command.force, csv);
}

}  // namespace resound
