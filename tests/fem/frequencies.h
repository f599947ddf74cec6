#pragma once
#include <fmt/format.h>

#include <fstream>
#include <map>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "fem/modes.h"
#include "source_folder.h"

namespace resound {

template <class Mode>
double hertz(const Mode& mode) {
  return mode.omega / (2 * std::numbers::pi);
}

// One row of a reference file, by the names of its columns.
using Row = std::map<std::string, std::string>;

inline std::vector<Row> reference_rows(const std::string& name) {
  std::ifstream file(std::string(RESOUND_TEST_DATA) + "/" + name);
  const auto cells = [](const std::string& line) {
    std::vector<std::string> result;
    std::stringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) result.push_back(cell);
    return result;
  };
  std::vector<std::string> header;
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (header.empty()) {
      header = cells(line);
      continue;
    }
    const std::vector<std::string> values = cells(line);
    rows.emplace_back();
    for (std::size_t i = 0; i < values.size() && i < header.size(); ++i) rows.back()[header[i]] = values[i];
  }
  return rows;
}

inline double number(const Row& row, const std::string& column) { return std::stod(row.at(column)); }

// Column f1_Hz, f2_Hz, …
inline double frequency(const Row& row, std::size_t k) { return number(row, fmt::format("f{}_Hz", k)); }

}  // namespace resound
