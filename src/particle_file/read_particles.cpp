#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "particle_file/npy_array.h"
#include "particle_file/particle_frame.h"

namespace resound {
namespace {

constexpr std::uint64_t kLargestFile = 16ull << 30;  // [bytes]

}  // namespace

ParticleFrame parse_particles(std::string_view bytes, const std::string& name) {
  if (is_npy(bytes)) return parse_particle_npy(bytes, name);
  if (bytes.starts_with("PK")) return parse_particle_npz(bytes, name);
  if (bytes.starts_with("# vtk DataFile")) return parse_particle_vtk(bytes, name);
  const std::size_t begin = bytes.substr(0, 100).find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (begin != std::string_view::npos && bytes[begin] == '<') return parse_particle_vtk_xml(bytes, name);
  if (bytes.substr(0, 4096).find('\0') != std::string_view::npos)
    throw InputError(
        fmt::format("{}: this is none of CSV, VTK (.vtk, .vtp, .vtu), NPY and NPZ; export it as one of them", name));
  return parse_particle_csv(bytes, name);
}

ParticleFrame read_particles(const std::filesystem::path& file) {
  File opened(file, File::Mode::read);
  const std::uint64_t size = opened.size();
  if (size > kLargestFile)
    throw LimitError(
        fmt::format("{} has {} bytes; a frame of particles may have {}", file.string(), size, kLargestFile));
  std::string bytes(size, '\0');
  bytes.resize(opened.read(std::as_writable_bytes(std::span(bytes))));
  return parse_particles(bytes, file.string());
}

}  // namespace resound
