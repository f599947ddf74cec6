#pragma once
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "source_folder.h"

// The rows of a reference table as text cells, without comments and without the line of column names.
inline std::vector<std::vector<std::string>> read_csv(const std::string& name) {
  std::ifstream file(std::string(RESOUND_TEST_DATA) + "/" + name);
  if (!file) throw std::runtime_error("no reference table " + name);
  std::vector<std::vector<std::string>> rows;
  bool header = true;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (std::exchange(header, false)) continue;
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}
