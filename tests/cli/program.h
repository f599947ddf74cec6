#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace resound {

struct Outcome {
  int code = 0;
  std::string output;  // standard output and error together
};

// Runs the program `resound` in a folder, as a user would.
Outcome run_program(const std::filesystem::path& folder, const std::string& arguments);

// An empty folder of its own for each test, removed at the end.
class TestFolder {
 public:
  TestFolder();
  ~TestFolder();
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  std::vector<std::string> names() const;  // of all files in it, sorted

 private:
  std::filesystem::path path_;
};

}  // namespace resound
