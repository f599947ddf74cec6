#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace resound {

// One of many files that belong together: frame_0012.csv is number 12.
struct SeriesFile {
  std::int64_t number = 0;
  std::filesystem::path path;
};

// The files of a folder that a pattern names, in the order of their numbers:
//
//   cache/frame_%04d.csv   as printf writes numbers
//   cache/frame_####.csv   a digit or more for the signs
//   cache/frame_$F4.csv    as Houdini does
//   cache/frame_*.csv      anything; the last number in what stands for the star counts
//   cache                  a folder: all of its files that have the most frequent suffix
//   cache/frame_0012.csv   this one
//
// Files with the same number are all there; none of them is opened. A pattern lives in the last part of the path only.
std::vector<SeriesFile> find_series(const std::filesystem::path& pattern);

// Does the last part of the path stand for several files, so that no single file need have that name?
bool is_series_pattern(std::string_view name);

}  // namespace resound
