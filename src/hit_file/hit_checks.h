#pragma once
#include <functional>
#include <optional>
#include <string>

#include "hit_file/hit_columns.h"
#include "hit_file/hit_row.h"

namespace resound {

// Reads the fields of one line. Nothing is returned for a line that cannot be played; every doubt is told, one call
// each: with `false` for the one that rules the line out, with `true` for those that do not.
std::optional<HitRow> read_hit(const HitFields& fields,
                               const std::function<void(std::string message, bool is_used)>& doubt);

}  // namespace resound
