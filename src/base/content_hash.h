#pragma once
#include <span>
#include <string>
#include <string_view>

namespace resound {

// 128-bit XXH3 of some bytes as 32 hex digits: names a scene, a mesh or a checkpoint by what it contains.
std::string content_hash(std::span<const std::byte> bytes);
std::string content_hash(std::string_view text);

}  // namespace resound
