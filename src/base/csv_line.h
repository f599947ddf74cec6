#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace resound {

// Fields of one line, without the blanks and quotes around them; a doubled quote inside quotes is one. Returns false if
// a quote is not closed or something follows one that is.
bool split_csv_line(std::string_view line, char separator, std::vector<std::string>& fields);

// The separator that the header uses: whichever of comma, semicolon and tab comes first outside quotes.
char separator_of(std::string_view header);

std::string_view without_blanks(std::string_view text);

}  // namespace resound
