#include <fmt/format.h>

#include "base/error.h"
#include "commands.h"
#include "motion/strike/hit_survey.h"

namespace resound {
namespace {

constexpr double kRingOut = 3;  // [s]  after the last hit

void say_survey(const HitList& list, const HitSurvey& survey) {
  say(fmt::format("{}: {} of {} lines hold a hit that can be played, from {:.3f} to {:.3f} s", list.name, survey.hits,
                  survey.rows, survey.first, survey.last));
  for (const std::string& sentence : survey.derived) say(fmt::format("{}: {}", list.name, sentence));
}

}  // namespace

void run(const EventsCommand& command) {
  Scene scene = load_scene(command.objects).scene;
  HitList list;
  list.name = std::filesystem::path(command.hits).filename().string();
  list.file = command.hits;
  scene.name = std::filesystem::path(command.hits).stem().string();
  scene.title = fmt::format("{}, heard", scene.name);
  require_outputs(command.render, scene.name);
  const std::shared_ptr<const PreparedBodies> bodies = prepare_bodies(scene, command.render.progress);
  const HitSurvey survey = survey_hits(list, scene, *bodies, say);
  if (command.render.progress != ProgressStyle::none) say_survey(list, survey);
  if (survey.hits == 0) throw InputError(fmt::format("{} holds no hit that can be played", list.name));
  scene.duration = std::max(survey.last, 0.0) + kRingOut;
  scene.objects.push_back({"hits", list});
  render_scene(describe_scene(std::move(scene)), command.render, bodies);
}

}  // namespace resound
