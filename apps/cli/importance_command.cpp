#include <fmt/format.h>

#include <filesystem>

#include "base/atomic_file.h"
#include "base/error.h"
#include "commands.h"
#include "interrupt.h"
#include "output/sound_rows.h"
#include "render/importance.h"

namespace resound {
namespace {

std::string triple(const Coherence& values) {
  return fmt::format("{:>6.3f} {:>6.3f} {:>6.3f}", values[0], values[1], values[2]);
}

void print_table(const Importance& importance) {
  fmt::print("{} collisions between grains; the part of the old sound in the new at 1, 5 and 10 kHz\n\n",
             importance.collisions);
  fmt::print("{:<34} {:>10} {:>9}   {:>8} {:>14}   {:^20}   {:^20}\n", "", "changed", "energy", "expected",
             "heard [dB]", "expected part", "heard part");
  for (const ScrambleEffect& effect : importance.effects)
    fmt::print("{:<34} {:>10} {:>7.2f} %   {:>+8.2f} {:>+8.2f} \u00b1{:>4.2f}   {}   {}\n", effect.scramble.name,
               effect.changed, 100 * effect.changed_energy, effect.expected_level, effect.level, effect.level_spread,
               triple(effect.expected_coherence), triple(effect.coherence));
}

std::vector<SoundRow> rows_of(const Importance& importance) {
  std::vector<SoundRow> rows{{"as it was", importance.sound}};
  for (const ScrambleEffect& effect : importance.effects)
    rows.push_back(
        {fmt::format("{}: {:+.2f} dB (expected {:+.2f})", effect.scramble.name, effect.level, effect.expected_level),
         effect.sound});
  return rows;
}

}  // namespace

void run(const ImportanceCommand& command) {
  if (!command.png.empty()) {
    if (std::filesystem::path(command.png).extension() != ".png")
      throw UsageError(fmt::format("{}: the picture is written as .png", command.png));
    require_new_file(command.png, command.force);
  }
  const Scene scene = load({.scene = command.scene, .set = command.set, .seed = {}}).scene;
  const std::shared_ptr<const PreparedBodies> bodies = prepare_bodies(scene, command.progress);
  Interrupt interrupt;
  const Importance importance = [&] {
    ProgressDisplay display(command.progress);
    interrupt.let_render_stop(true);
    return measure_importance(scene, *bodies,
                              {.scrambles = usual_scrambles(command.limits),
                               .draws = command.draws,
                               .run = {.threads = command.threads,
                                       .stop = interrupt.token(),
                                       .progress = [&](const Progress& progress) { display.show(progress); },
                                       .sink = {}}});
  }();
  print_table(importance);
  if (!command.png.empty())
    write_atomically(
        command.png, command.force,
        plot_sound_rows(scene.title,
                        fmt::format("{} collisions between grains, heard at the first listener", importance.collisions),
                        importance.rate, rows_of(importance)));
}

}  // namespace resound
