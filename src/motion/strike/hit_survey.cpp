#include "motion/strike/hit_survey.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/near_word.h"
#include "motion/contact/mallet.h"
#include "motion/strike/hit_list_motion.h"
#include "scene/materials.h"

namespace resound {
namespace {

constexpr std::int64_t kMostSaid = 50;  // lines; the rest are counted

}  // namespace

HitSurvey survey_hits(const HitList& list, const Scene& scene, const PreparedBodies& bodies, const MessageSink& say) {
  std::int64_t doubts = 0;
  const auto doubt = [&](std::int64_t line, const std::string& message) {
    if (++doubts <= kMostSaid && say) say(fmt::format("{}:{}: {}", list.name, line, message));
  };
  HitResolver resolver(list, scene, bodies);
  HitReader reader(list.file, [&](const HitNote& note) { doubt(note.line, note.message); });
  std::vector<std::string> words = material_names(scene.materials);
  for (const TipMaterial& tip : tips()) words.push_back(tip.name);
  HitSurvey survey;
  for (auto row = reader.next(); row; row = reader.next()) {
    const ResolvedHit hit = resolver.resolve(*row);
    if (!row->other_material.empty() && !find_tip(row->other_material) &&
        !find_material(scene.materials, row->other_material)) {
      ++survey.unknown_materials;
      doubt(row->line, fmt::format("other_material \"{}\" is not known; the tip of the list strikes instead{}",
                                   row->other_material, did_you_mean(row->other_material, words)));
    }
    if (hit.time < 0)
      doubt(row->line, fmt::format("it comes {:.3g} s before the scene begins; it is left out", -hit.time));
    survey.first = survey.hits == 0 ? hit.time : std::min(survey.first, hit.time);
    survey.last = std::max(survey.last, hit.time);
    ++survey.hits;
  }
  survey.rows = reader.rows();
  survey.derived = reader.columns().derived();
  if (doubts > kMostSaid && say) say(fmt::format("{}: {} more doubtful lines", list.name, doubts - kMostSaid));
  return survey;
}

}  // namespace resound
