#include "base/legacy_vtk.h"

#include "base/vtk_types.h"

namespace resound {

void LegacyVtk::read_header() {
  if (scanner.line().substr(0, 14) != "# vtk DataFile")
    scanner.refuse("the file does not begin with \"# vtk DataFile\"");
  scanner.line();  // title
  const std::string encoding = lowered(scanner.word());
  if (encoding != "ascii" && encoding != "binary")
    scanner.refuse(fmt::format("the third line is \"{}\"; it should be ASCII or BINARY", plain_word(encoding)));
  is_text_ = encoding == "ascii";
  if (lowered(scanner.word()) != "dataset") scanner.refuse("DATASET is missing");
  const std::string kind = lowered(scanner.word());
  if (kind != "polydata" && kind != "unstructured_grid")
    scanner.refuse(fmt::format("the dataset is {}; POLYDATA and UNSTRUCTURED_GRID are read", plain_word(kind)));
  is_grid_ = kind == "unstructured_grid";
}

NumberType LegacyVtk::read_type() {
  const std::string_view word = scanner.word();
  const auto type = legacy_vtk_type(word);
  if (!type) scanner.refuse(fmt::format("\"{}\" is no type of numbers", plain_word(word)));
  return *type;
}

std::int64_t LegacyVtk::small_count(const char* what) {
  constexpr std::int64_t kMost = 1'000'000'000'000;
  const std::int64_t count = scanner.count(what);
  if (count > kMost) scanner.refuse(fmt::format("{} is {}, more than any file holds", what, count));
  return count;
}

bool LegacyVtk::has_offsets() { return lowered(is_text_ ? scanner.peek() : scanner.rest().substr(0, 7)) == "offsets"; }

void LegacyVtk::skip_metadata() {
  scanner.line();
  while (scanner.left() > 0 && !scanner.line().empty()) {
  }
}

}  // namespace resound
