#include <fmt/format.h>
#include <zip.h>

#include <memory>

#include "base/error.h"
#include "base/text_scanner.h"
#include "particle_file/npy_array.h"

// NumPy archives (.npz): a zip of .npy files, stored or deflated, each named after its array.
namespace resound {
namespace {

constexpr zip_int64_t kMostMembers = 1000;
constexpr std::uint64_t kMostRatio = 1032;  // deflate makes nothing smaller than this part of it

struct ZipClose {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};
using ZipHandle = std::unique_ptr<zip_t, ZipClose>;
using ZipMember = std::unique_ptr<zip_file_t, ZipClose>;

[[noreturn]] void refuse_archive(const std::string& name, const std::string& fact) {
  throw InputError(fmt::format("{}: {}; save it again with numpy.savez", name, fact));
}

ZipHandle open_archive(std::string_view bytes, const std::string& name) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  zip_t* archive = source ? zip_open_from_source(source, ZIP_RDONLY, &error) : nullptr;
  if (!archive && source) zip_source_free(source);
  zip_error_fini(&error);
  if (!archive) refuse_archive(name, "the archive is broken");
  return ZipHandle(archive);
}

std::string member_bytes(zip_t* archive, zip_uint64_t index, std::size_t archive_size, const std::string& name) {
  zip_stat_t status;
  zip_stat_init(&status);
  constexpr zip_uint64_t kNeeded = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
  if (zip_stat_index(archive, index, 0, &status) != 0 || (status.valid & kNeeded) != kNeeded)
    refuse_archive(name, "a member of the archive is broken");
  if (status.comp_size > archive_size || status.size > (status.comp_size + 1) * kMostRatio)
    refuse_archive(name, fmt::format("a member claims {} bytes, more than it can hold", status.size));
  ZipMember member(zip_fopen_index(archive, index, 0));
  if (!member) refuse_archive(name, "a member is packed or encrypted in a way that is not read");
  std::string bytes(status.size, '\0');
  std::size_t at = 0;
  while (at < bytes.size()) {
    const zip_int64_t got = zip_fread(member.get(), bytes.data() + at, bytes.size() - at);
    if (got <= 0) refuse_archive(name, "a member is cut off or damaged");
    at += static_cast<std::size_t>(got);
  }
  return bytes;
}

}  // namespace

ParticleFrame parse_particle_npz(std::string_view bytes, const std::string& name) {
  const ZipHandle archive = open_archive(bytes, name);
  const zip_int64_t count = zip_get_num_entries(archive.get(), 0);
  if (count > kMostMembers) refuse_archive(name, fmt::format("it has {} members", count));
  std::vector<NamedArray> arrays;
  for (zip_int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<zip_uint64_t>(i);
    const char* raw = zip_get_name(archive.get(), index, ZIP_FL_ENC_GUESS);
    std::string member = raw ? raw : "";
    if (member.ends_with(".npy")) member.resize(member.size() - 4);
    if (!role_of(member)) continue;
    const std::string place = fmt::format("{}: {}", name, plain_word(member));
    for (NamedArray& array : parse_npy_arrays(member_bytes(archive.get(), index, bytes.size(), place), member, place))
      arrays.push_back(std::move(array));
  }
  return frame_of(std::move(arrays), name);
}

}  // namespace resound
