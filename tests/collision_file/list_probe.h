#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/error.h"
#include "collision_file/collision_reader.h"

namespace resound {

inline std::vector<ListedCollision> read_all(const std::filesystem::path& file, ObjectNames* names = nullptr) {
  CollisionReader reader(file);
  std::vector<ListedCollision> rows;
  while (const auto row = reader.next()) rows.push_back(*row);
  if (names != nullptr) *names = reader.names();
  return rows;
}

inline void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// What is said of a list that cannot be read; empty if it can.
inline std::string refusal(const std::filesystem::path& file) {
  try {
    read_all(file);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace resound
