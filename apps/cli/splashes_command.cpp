#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/atomic_file.h"
#include "base/error.h"
#include "commands.h"
#include "interrupt.h"
#include "motion/particles/particles_motion.h"
#include "output/splash_figure.h"
#include "render/splash_run.h"
#include "splash/splash_list.h"

namespace resound {
namespace {

namespace fs = std::filesystem;

bool is_picture(const std::string& output) { return fs::path(output).extension() == ".png"; }

void check_outputs(const SplashesCommand& command, bool can_draw) {
  for (const std::string& output : command.outputs) {
    const bool is_list = fs::path(output).extension() == ".csv";
    if (!is_list && !is_picture(output))
      throw UsageError(
          fmt::format("{}: splashes are written as .csv (the list) or .png (collisions and sound)", output));
    if (!is_list && !can_draw)
      throw UsageError(fmt::format("{}: a list has no sound to draw; put it into a scene as [[splashes]]", output));
    require_new_file(output, command.force);
  }
}

class SplashCollector {
 public:
  explicit SplashCollector(const SplashesCommand& command) : survey_(1 / command.frames_per_second) {
    for (const std::string& output : command.outputs)
      if (!is_picture(output)) writers_.push_back(std::make_unique<SplashListWriter>(output, command.force));
  }
  void add(const Splash& splash, const std::string& on) {
    survey_.add(splash);
    for (const auto& writer : writers_) writer->add(splash, on);
  }
  void commit() {
    for (const auto& writer : writers_) writer->commit();
  }
  const SplashSurvey& survey() const { return survey_; }

 private:
  SplashSurvey survey_;
  std::vector<std::unique_ptr<SplashListWriter>> writers_;
};

void print_survey(const SplashSurvey& survey) {
  const auto when = [](const std::optional<double>& time) { return time ? fmt::format("{:.4f} s", *time) : "never"; };
  fmt::print("impacts  {:>9}  of {} particles, the first at {}, up to {:.2f} m/s\n", survey.impacts(),
             survey.particles(), when(survey.first_impact()), survey.fastest());
  fmt::print("bubbles  {:>9}  the first at {}, mean radius {:.2f} mm\n", survey.bubbles(), when(survey.first_bubble()),
             1000 * survey.mean_bubble_radius());
  fmt::print("level    {:>9.1f}  mm at the end\n", 1000 * survey.last_level());
}

void run_scene(const SplashesCommand& command) {
  const Scene scene = load({.scene = command.source, .set = command.set, .seed = {}}).scene;
  if (!has_liquid(scene)) throw InputError(fmt::format("{} has no liquid, so nothing in it splashes", scene.name));
  const std::shared_ptr<const PreparedBodies> bodies = prepare_bodies(scene, command.progress);
  for (const std::string& note : particle_notes(scene)) say(note);
  SplashCollector collector(command);
  const bool draws = std::ranges::any_of(command.outputs, is_picture);
  Interrupt interrupt;
  Recording recording;
  {
    ProgressDisplay display(command.progress);
    interrupt.let_render_stop(true);
    const SplashRun run{.threads = command.threads,
                        .stop = interrupt.token(),
                        .progress = [&](const Progress& progress) { display.show(progress); },
                        .sink = [&](const Splash& splash, const std::string& on) { collector.add(splash, on); }};
    if (draws)
      recording = render_splashes(scene, bodies, run);
    else
      run_splashes(scene, *bodies, run);
    interrupt.let_render_stop(false);
  }
  collector.commit();
  print_survey(collector.survey());
  for (const std::string& output : command.outputs)
    if (is_picture(output))
      write_atomically(
          output, command.force,
          plot_splashes(scene.title, collector.survey().counts(), recording.channels.at(0), recording.rate));
}

void read_list(const SplashesCommand& command) {
  SplashCollector collector(command);
  for (const ListedSplash& row : read_splash_list(command.source)) collector.add(row.splash, row.on);
  collector.commit();
  print_survey(collector.survey());
}

}  // namespace

void run(const SplashesCommand& command) {
  const bool is_list = fs::path(command.source).extension() == ".csv";
  check_outputs(command, !is_list);
  if (is_list)
    read_list(command);
  else
    run_scene(command);
}

}  // namespace resound
