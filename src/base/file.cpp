#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace resound {
namespace {

int flags_of(File::Mode mode) {
  switch (mode) {
    case File::Mode::read:
      return O_RDONLY;
    case File::Mode::rewrite:
      return O_RDWR | O_CREAT | O_TRUNC;
    case File::Mode::keep:
      return O_RDWR | O_CREAT;
  }
  return O_RDONLY;
}

}  // namespace

File::File(const std::filesystem::path& path, Mode mode) : path_(path) {
  descriptor_ = ::open(path.c_str(), flags_of(mode) | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail("open");
}

File::~File() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

File::File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)), path_(std::move(other.path_)) {}

File& File::operator=(File&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(path_, other.path_);
  return *this;
}

void File::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(descriptor_, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail("write");
    bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
}

std::size_t File::read(std::span<std::byte> bytes) {
  std::size_t total = 0;
  while (total < bytes.size()) {
    const ssize_t done = ::read(descriptor_, bytes.data() + total, bytes.size() - total);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail("read");
    if (done == 0) break;
    total += static_cast<std::size_t>(done);
  }
  return total;
}

void File::seek(std::uint64_t position) {
  if (::lseek(descriptor_, static_cast<off_t>(position), SEEK_SET) < 0) fail("seek in");
}

void File::truncate(std::uint64_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail("shorten");
  seek(size);
}

std::uint64_t File::size() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) fail("examine");
  return static_cast<std::uint64_t>(status.st_size);
}

void File::sync() {
  if (::fsync(descriptor_) != 0) fail("write");
}

bool File::try_lock() {
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return true;
  if (errno == EWOULDBLOCK) return false;
  fail("lock");
}

void File::fail(const char* verb) const {
  throw FileError(fmt::format("cannot {} {}: {}", verb, path_.string(), std::strerror(errno)));
}

void write_file(const std::filesystem::path& path, std::string_view content) {
  File(path, File::Mode::rewrite).write(std::as_bytes(std::span(content)));
}

std::string read_file(const std::filesystem::path& path) {
  File file(path, File::Mode::read);
  std::string content(file.size(), '\0');
  content.resize(file.read(std::as_writable_bytes(std::span(content))));
  return content;
}

void sync_folder(const std::filesystem::path& folder) { File(folder, File::Mode::read).sync(); }

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

void require_writable_folder(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored))
    throw FileError(
        fmt::format("the folder {} does not exist; make it first or choose another output", folder.string()));
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw FileError(fmt::format("cannot write into the folder {}: {}", folder.string(), std::strerror(errno)));
}

}  // namespace resound
