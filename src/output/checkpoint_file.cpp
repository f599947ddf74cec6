#include "output/checkpoint_file.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <span>

#include "base/atomic_file.h"
#include "base/content_hash.h"
#include "base/error.h"
#include "base/file.h"
#include "base/state_archive.h"

namespace resound {
namespace {

// The file: prologue, header (all of a Checkpoint but its state), state, 32 hex digits of the hash of all before.
struct Prologue {
  std::array<char, 8> magic{'R', 'S', 'N', 'D', 'C', 'H', 'K', 'P'};
  std::uint64_t format = 1;
  std::uint64_t header_bytes = 0;
  std::uint64_t state_bytes = 0;
};
constexpr std::size_t kHashBytes = 32;

void archive_header(StateArchive& archive, Checkpoint& checkpoint) {
  archive.fields(checkpoint.identity, checkpoint.counter, checkpoint.samples, checkpoint.frames, checkpoint.segments);
}

Checkpoint decode(std::span<const std::byte> bytes) {
  Prologue prologue;
  const Prologue expected;
  if (bytes.size() < sizeof prologue + kHashBytes) throw InputError("it ends too early");
  std::memcpy(&prologue, bytes.data(), sizeof prologue);
  if (prologue.magic != expected.magic) throw InputError("it is not a checkpoint");
  if (prologue.format != expected.format) throw InputError("another version of the program wrote it");

  const auto content = bytes.first(bytes.size() - kHashBytes);
  const auto body = content.subspan(sizeof prologue);
  if (prologue.header_bytes > body.size() || prologue.state_bytes != body.size() - prologue.header_bytes)
    throw InputError("its parts do not add up to its size");
  const std::string hash = content_hash(content);
  if (std::memcmp(hash.data(), bytes.data() + content.size(), kHashBytes) != 0)
    throw InputError("its content does not match its hash");

  Checkpoint checkpoint;
  const auto header = body.first(prologue.header_bytes), state = body.subspan(prologue.header_bytes);
  StateArchive archive(std::vector<std::byte>(header.begin(), header.end()));
  archive_header(archive, checkpoint);
  checkpoint.state.assign(state.begin(), state.end());
  return checkpoint;
}

}  // namespace

void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint) {
  StateArchive header;
  Checkpoint fields = checkpoint;
  archive_header(header, fields);
  Prologue prologue;
  prologue.header_bytes = header.bytes().size();
  prologue.state_bytes = checkpoint.state.size();

  std::string content(reinterpret_cast<const char*>(&prologue), sizeof prologue);
  content.append(reinterpret_cast<const char*>(header.bytes().data()), header.bytes().size());
  content.append(reinterpret_cast<const char*>(checkpoint.state.data()), checkpoint.state.size());
  content += content_hash(content);
  write_atomically(file, true, content);
}

std::optional<Checkpoint> read_checkpoint(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return std::nullopt;
  try {
    const std::string content = read_file(file);
    return decode(std::as_bytes(std::span(content)));
  } catch (const InputError& error) {
    throw InputError(fmt::format("the checkpoint {} is damaged: {}", file.string(), error.what()));
  }
}

}  // namespace resound
