#include "base/near_word.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace resound {
namespace {

// Letters to insert, delete, replace or swap with a neighbour [Damerau 1964, restricted to one edit a place].
int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string near_word(std::string_view word, std::span<const std::string> known) {
  if (word.empty() || word.size() > 64) return "";
  std::string best;
  int best_distance = std::max(2, static_cast<int>(word.size()) / 3) + 1;
  for (const std::string& candidate : known) {
    const bool lacks_unit = candidate.size() > word.size() && candidate.starts_with(word) &&
                            (candidate[word.size()] == '_' || candidate[word.size()] == '.');
    const int distance = lacks_unit ? 1 : edit_distance(word, candidate);
    if (distance < best_distance && distance < static_cast<int>(candidate.size())) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
  const std::string near = near_word(word, known);
  return near.empty() ? "" : "; did you mean " + near + "?";
}

}  // namespace resound
