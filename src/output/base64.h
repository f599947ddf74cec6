#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "base/file.h"

namespace resound {

std::string base64(std::string_view bytes);

// Appends a whole file to another as base64, in pieces, so that a large movie needs little memory.
void append_base64(File& to, const std::filesystem::path& from);

}  // namespace resound
