#pragma once
#include <optional>
#include <string_view>

#include "base/byte_reader.h"

namespace resound {

std::optional<NumberType> legacy_vtk_type(std::string_view word);  // "float", "vtktypeint64"
std::optional<NumberType> xml_vtk_type(std::string_view word);     // "Float32", "Int64"

}  // namespace resound
