#include <fmt/format.h>

#include <algorithm>

#include "base/byte_reader.h"
#include "particle_file/npy_array.h"
#include "particle_file/npy_header.h"

namespace resound {
namespace {

std::vector<NamedArray> structured(const NpyHeader& header, ByteReader& reader, std::uint64_t rows) {
  std::vector<NamedArray> arrays;
  for (const NpyField& field : header.fields) arrays.push_back({field.name, field.width, {}});
  for (std::uint64_t row = 0; row < rows; ++row)
    for (std::size_t f = 0; f < arrays.size(); ++f) {
      const NpyField& field = header.fields[f];
      if (field.is_padding) {
        reader.take(field.size, "bytes");
        continue;
      }
      reader.is_big_endian = field.is_big_endian;
      for (std::size_t i = 0; i < field.width; ++i)
        arrays[f].values.push_back(read_number(reader, field.type, "a number"));
    }
  std::size_t f = 0;
  std::erase_if(arrays, [&](const NamedArray&) { return header.fields[f++].is_padding; });
  return arrays;
}

}  // namespace

bool is_npy(std::string_view bytes) { return bytes.starts_with("\x93NUMPY"); }

std::vector<NamedArray> parse_npy_arrays(std::string_view bytes, const std::string& array_name,
                                         const std::string& file_name) {
  const NpyHeader header = parse_npy_header(bytes, file_name);
  ByteReader reader(bytes, file_name, header.data);
  if (header.shape.size() > 2)
    reader.refuse(
        fmt::format("an array has {} dimensions; particles are (count, 3), one file a frame", header.shape.size()));
  const std::uint64_t rows = header.shape.empty() ? 1 : header.shape[0];
  const std::uint64_t columns = header.shape.size() < 2 ? 1 : header.shape[1];
  std::uint64_t row_size = 0;
  for (const NpyField& field : header.fields) row_size += field.size;
  if (columns > 1'000'000) reader.refuse(fmt::format("an array has {} numbers a particle", columns));
  reader.need(rows, std::max<std::uint64_t>(row_size * columns, 1), "rows");

  const NpyField& first = header.fields.front();
  if (header.fields.size() > 1 || !first.name.empty()) {
    if (header.shape.size() > 1) reader.refuse("a structured array has two dimensions; one is needed");
    return structured(header, reader, rows);
  }
  if (first.is_padding) reader.refuse("an array holds text or raw bytes where numbers are needed");
  reader.is_big_endian = first.is_big_endian;
  NamedArray array{array_name, static_cast<std::size_t>(columns), {}};
  if (columns == 0) return {array};
  array.values.resize(rows * columns);
  for (std::uint64_t i = 0; i < rows * columns; ++i) {
    const std::uint64_t place = header.is_fortran && columns > 1 ? (i % rows) * columns + i / rows : i;
    array.values[place] = read_number(reader, first.type, "a number");
  }
  return {array};
}

ParticleFrame parse_particle_npy(std::string_view bytes, const std::string& name) {
  std::vector<NamedArray> arrays = parse_npy_arrays(bytes, "position", name);
  std::string note;
  if (arrays.size() == 1 && arrays[0].name == "position" && arrays[0].components > 3) {
    NamedArray& all = arrays[0];
    const std::size_t width = all.components;
    if (width != 6)
      throw InputError(fmt::format("{}: the array has {} numbers a particle; 3 (place) or 6 (place, velocity) are read",
                                   name, width));
    NamedArray places{"position", 3, {}}, velocities{"velocity", 3, {}};
    for (std::size_t i = 0; i < all.values.size(); ++i)
      (i % width < 3 ? places : velocities).values.push_back(all.values[i]);
    arrays = {std::move(places), std::move(velocities)};
    note = "six numbers a particle are taken as place and velocity";
  }
  ParticleFrame frame = frame_of(std::move(arrays), name);
  if (!note.empty()) frame.notes.push_back(note);
  return frame;
}

}  // namespace resound
