#include "base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/file.h"

namespace resound {
namespace {

[[noreturn]] void refuse_to_replace(const std::filesystem::path& target) {
  throw UsageError(fmt::format("{} exists; use --force to replace it", target.string()));
}

std::filesystem::path aside_of(const std::filesystem::path& target) {
  return folder_of(target) / fmt::format(".{}.part", target.filename().string());
}

// A plain rename would replace a file that appeared meanwhile; this one refuses.
void give_name(const std::filesystem::path& aside, const std::filesystem::path& target, bool force) {
  const unsigned flags = force ? 0u : static_cast<unsigned>(RENAME_NOREPLACE);
  if (::renameat2(AT_FDCWD, aside.c_str(), AT_FDCWD, target.c_str(), flags) == 0) return;
  if (errno == EEXIST) refuse_to_replace(target);
  // Some file systems (NFS among them) do not know the flag; then the check at the start has to do.
  if (errno == EINVAL && !force && !std::filesystem::exists(target) && std::rename(aside.c_str(), target.c_str()) == 0)
    return;
  throw FileError(fmt::format("cannot write {}: {}", target.string(), std::strerror(errno)));
}

}  // namespace

void require_new_file(const std::filesystem::path& target, bool force) {
  require_writable_folder(folder_of(target));
  std::error_code ignored;
  const auto status = std::filesystem::symlink_status(target, ignored);
  if (!std::filesystem::exists(status)) return;
  if (std::filesystem::is_directory(status))
    throw UsageError(fmt::format("{} is a folder; give the name of a file to write", target.string()));
  if (!force) refuse_to_replace(target);
}

AtomicFile::AtomicFile(std::filesystem::path target, bool force)
    : target_(std::move(target)), aside_(aside_of(target_)), force_(force) {
  require_new_file(target_, force_);
}

AtomicFile::~AtomicFile() {
  std::error_code ignored;
  if (!aside_.empty()) std::filesystem::remove(aside_, ignored);
}

void AtomicFile::commit() {
  File(aside_, File::Mode::read).sync();
  give_name(aside_, target_, force_);
  aside_.clear();
  sync_folder(folder_of(target_));
}

void write_atomically(const std::filesystem::path& target, bool force, std::string_view content) {
  AtomicFile file(target, force);
  write_file(file.aside(), content);
  file.commit();
}

}  // namespace resound
