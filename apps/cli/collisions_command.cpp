#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/atomic_file.h"
#include "base/error.h"
#include "collision_file/collision_reader.h"
#include "collision_file/collision_survey.h"
#include "collision_file/collision_writer.h"
#include "collision_file/lammps_source.h"
#include "commands.h"
#include "interrupt.h"
#include "output/collision_figure.h"
#include "render/collision_run.h"

namespace resound {
namespace {

namespace fs = std::filesystem;

bool is_list(const std::string& source) {
  const fs::path path(source);
  if (path.extension() == ".csv" || path.extension() == kBinaryListSuffix) return true;
  return fs::is_regular_file(path) && LammpsCollisions::is_dump(path);
}

// Lists that are written while collisions come, and what is known of them so far.
class Collector {
 public:
  Collector(const CollisionsCommand& command, const ObjectNames& names) {
    for (const std::string& output : command.outputs)
      if (CollisionWriter::can_write(output))
        writers_.push_back(std::make_unique<CollisionWriter>(output, command.force, names));
  }
  void add(const ListedCollision& collision, const ObjectNames& names) {
    survey_.add(collision, names);
    for (const auto& writer : writers_) writer->add(collision);
  }
  void commit() {
    for (const auto& writer : writers_) writer->commit();
  }
  const CollisionSurvey& survey() const { return survey_; }

 private:
  std::vector<std::unique_ptr<CollisionWriter>> writers_;
  CollisionSurvey survey_;
};

void check_outputs(const CollisionsCommand& command) {
  for (const std::string& output : command.outputs) {
    if (!CollisionWriter::can_write(output) && fs::path(output).extension() != ".png")
      throw UsageError(
          fmt::format("{}: collisions are written as .csv, {} or .png (a picture of them)", output, kBinaryListSuffix));
    require_new_file(output, command.force);
  }
}

void print_survey(const CollisionSurvey& survey) {
  const ObjectNames& names = survey.objects();
  if (survey.count() == 0) {
    fmt::print("no collisions\n");
    return;
  }
  fmt::print("{} collisions from {:.4f} to {:.4f} s\n\n", survey.count(), survey.begin(), survey.end());
  fmt::print("{:<28} {:>10} {:>12} {:>10} {:>10} {:>12}\n", "first on second", "collisions", "mean [m/s]", "rms [m/s]",
             "max [m/s]", "upright [%]");
  for (const auto& [pair, found] : survey.pairs()) {
    std::int64_t upright = 0;  // |n . vertical| above 0.85, within 32 degrees: 15 % of normals of any direction
    for (std::size_t i = 17; i < found.steepness.size(); ++i) upright += found.steepness[i];
    fmt::print("{:<28} {:>10} {:>12.4f} {:>10.4f} {:>10.3f} {:>12.1f}\n",
               names[static_cast<std::size_t>(pair.first)] + " on " + names[static_cast<std::size_t>(pair.second)],
               found.count, found.mean_speed(), found.rms_speed(), found.fastest,
               100.0 * static_cast<double>(upright) / static_cast<double>(found.count));
  }
}

void write_pictures(const CollisionsCommand& command, const std::string& title, const CollisionSurvey& survey) {
  for (const std::string& output : command.outputs)
    if (fs::path(output).extension() == ".png") write_atomically(output, command.force, plot_collisions(title, survey));
}

void read_list(const CollisionsCommand& command) {
  if (!fs::exists(command.source))  // as a scene that is not there
    throw InputError(
        fmt::format("there is no list {}; name a scene, or a list of collisions that exists", command.source));
  CollisionReader reader(command.source);
  ObjectNames names = reader.names();
  const bool writes_list =
      std::ranges::any_of(command.outputs, [](const auto& o) { return CollisionWriter::can_write(o); });
  if (writes_list && names.empty()) {  // a CSV names its objects as it goes: read it once for that
    CollisionReader first(command.source);
    while (first.next()) continue;
    names = first.names();
  }
  Collector collector(command, names);
  while (const auto collision = reader.next()) collector.add(*collision, reader.names());
  collector.commit();
  print_survey(collector.survey());
  write_pictures(command, fs::path(command.source).filename().string(), collector.survey());
}

void run_scene(const CollisionsCommand& command) {
  const Scene scene = load({.scene = command.source, .set = command.set, .seed = {}}).scene;
  const std::shared_ptr<const PreparedBodies> bodies = prepare_bodies(scene, command.progress);
  const ObjectNames names = collision_names(scene);
  Collector collector(command, names);
  Interrupt interrupt;
  {
    ProgressDisplay display(command.progress);
    interrupt.let_render_stop(true);
    run_collisions(scene, *bodies,
                   {.threads = command.threads,
                    .stop = interrupt.token(),
                    .progress = [&](const Progress& progress) { display.show(progress); },
                    .sink = [&](const ListedCollision& collision) { collector.add(collision, names); }});
    interrupt.let_render_stop(false);
  }
  collector.commit();
  print_survey(collector.survey());
  write_pictures(command, scene.title, collector.survey());
}

}  // namespace

void run(const CollisionsCommand& command) {
  check_outputs(command);
  if (is_list(command.source))
    read_list(command);
  else
    run_scene(command);
}

}  // namespace resound
