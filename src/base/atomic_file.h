#pragma once
#include <filesystem>
#include <string_view>

namespace resound {

// Throws UsageError if `target` exists and may not be replaced, FileError if its folder is missing or not writable:
// asked before hours of work, and again by AtomicFile.
void require_new_file(const std::filesystem::path& target, bool force);

// An output that is whole or absent. It is written aside, in the same folder so that the last step is a rename;
// commit() waits for the disk, then gives it its name. Without commit() the aside file is removed. A writer that is
// killed leaves at most the hidden aside file, which the next one for the same target writes over.
class AtomicFile {
 public:
  AtomicFile(std::filesystem::path target, bool force);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  const std::filesystem::path& aside() const { return aside_; }  // write here
  const std::filesystem::path& target() const { return target_; }
  void commit();

 private:
  std::filesystem::path target_;
  std::filesystem::path aside_;
  bool force_;
};

// A whole small file at once.
void write_atomically(const std::filesystem::path& target, bool force, std::string_view content);

}  // namespace resound
