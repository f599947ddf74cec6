#pragma once
#include <span>
#include <string>
#include <string_view>

namespace resound {

// The known word that was probably meant: a few letters away, or the same without its unit (`length` for `length_m`).
// Empty if none is near.
std::string near_word(std::string_view word, std::span<const std::string> known);

// "; did you mean length_m?", or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

}  // namespace resound
