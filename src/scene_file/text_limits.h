#pragma once
#include <string>
#include <string_view>

namespace resound {

constexpr std::size_t kLargestSceneFile = 4 * 1024 * 1024;  // [bytes]
constexpr int kMostKeyParts = 8;                            // a.b.c has three; a scene needs three
constexpr int kDeepestNesting = 16;                         // of [ and {; a scene needs four

// Refuses, before a parser sees it, text that could exhaust memory or the stack, and text that toml++ 3.3 mishandles:
// letters beyond ASCII outside of quotes, and after the \ at the end of a line of a long string, lead it to undefined
// behaviour (marzer/tomlplusplus issue 190). Throws SceneError.
void check_text_limits(std::string_view text, const std::string& source);

}  // namespace resound
