#pragma once
#include <string>
#include <string_view>

namespace resound {

constexpr std::size_t kLargestSceneFile = 4 * 1024 * 1024;  // [bytes]
constexpr int kMostKeyParts = 8;                            // a.b.c has three; a scene needs three
constexpr int kDeepestNesting = 16;                         // of [ and {; a scene needs four

// Refuses, before a parser sees it, text that could exhaust memory or the stack. Throws SceneError.
void check_text_limits(std::string_view text, const std::string& source);

}  // namespace resound
