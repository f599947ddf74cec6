#pragma once
#include <string>

#include "output/export.h"

namespace resound {

// All that a script, or a person a year later, wants to know of a render: version, seed, hashes, settings, timings,
// levels, gain, files. Levels of silence are null, because JSON has no infinity.
std::string run_record(const TakeSetup& setup, SampleIndex samples, std::int64_t frames,
                       const TakeDescription& description, const ExportResult& result);

}  // namespace resound
