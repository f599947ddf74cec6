#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/file.h"
#include "body/prepared_body.h"
#include "scene/scene.h"

namespace resound {

// What a file of hits holds, found out before anything is rendered.
struct HitSurvey {
  std::int64_t rows = 0, hits = 0;     // lines, and those of them that can be played
  std::int64_t unknown_materials = 0;  // whose other_material is none of ours: the list's own tip strikes instead
  double first = 0, last = 0;          // [s]  of scene time
  std::vector<std::string> derived;    // what columns do not say, and where it is taken from
};

// Reads the whole file once, with flat memory. Every doubtful line is said with its number; a hit that is nowhere near
// its object, and an object that is not there, are refused.
HitSurvey survey_hits(const HitList& list, const Scene& scene, const PreparedBodies& bodies, const MessageSink& say);

}  // namespace resound
