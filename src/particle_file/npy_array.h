#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "particle_file/named_array.h"

namespace resound {

// What a NumPy file (.npy) holds [NEP 1]: one array, or one for each field of a structured array. Arrays of up to two
// dimensions of plain numbers; pickled objects are refused.
std::vector<NamedArray> parse_npy_arrays(std::string_view bytes, const std::string& array_name,
                                         const std::string& file_name);

bool is_npy(std::string_view bytes);

}  // namespace resound
