#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace resound {

// Told to the user while a job goes on: what was decided for them, what was found damaged and repaired.
using MessageSink = std::function<void(const std::string&)>;

// An open file of the operating system. Every call that fails throws FileError with the path and the reason, so a full
// disk is noticed at the write that met it. Not inherited by child programs: they must not hold our locks.
class File {
 public:
  enum class Mode { read, rewrite, keep };  // keep: read and write, create if absent, leave what is there

  File() = default;
  File(const std::filesystem::path& path, Mode mode);
  ~File();
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;

  void write(std::span<const std::byte> bytes);
  std::size_t read(std::span<std::byte> bytes);  // fewer than asked for only at the end of the file
  void seek(std::uint64_t position);             // [bytes]
  void truncate(std::uint64_t size);             // [bytes]; also moves the position there
  std::uint64_t size() const;                    // [bytes]
  void sync();                                   // returns when the bytes are on the disk
  bool try_lock();                               // false if another process has it locked
  bool is_open() const { return descriptor_ >= 0; }

 private:
  [[noreturn]] void fail(const char* verb) const;
  int descriptor_ = -1;
  std::filesystem::path path_;
};

void write_file(const std::filesystem::path& path, std::string_view content);
std::string read_file(const std::filesystem::path& path);

// Makes a rename, a new name or a removed one in this folder last through a power cut.
void sync_folder(const std::filesystem::path& folder);

// "rain.wav" -> "."; the folder that a path lies in, always something that can be opened.
std::filesystem::path folder_of(const std::filesystem::path& path);

// Throws FileError unless new files can be made in the folder.
void require_writable_folder(const std::filesystem::path& folder);

}  // namespace resound
