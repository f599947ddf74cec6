#include "output/take.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/content_hash.h"
#include "base/error.h"

namespace resound {
namespace {

constexpr const char* kSlots[] = {"checkpoint-A", "checkpoint-B"};

// A folder that somebody made for another purpose must not lose its files.
void make_working_folder(const std::filesystem::path& folder) {
  require_writable_folder(folder_of(folder));
  std::error_code trouble;
  const bool is_new = std::filesystem::create_directory(folder, trouble);
  if (trouble) throw FileError(fmt::format("cannot make the folder {}: {}", folder.string(), trouble.message()));
  if (!is_new && !std::filesystem::is_empty(folder) && !std::filesystem::exists(folder / "lock"))
    throw FileError(fmt::format("{} exists and is not a working folder of resound; move it away", folder.string()));
}

std::uint64_t sound_bytes(SampleIndex samples, std::size_t channels) {
  return static_cast<std::uint64_t>(samples) * channels * sizeof(float);
}

}  // namespace

std::filesystem::path working_folder(const std::filesystem::path& output) {
  return folder_of(output) / (output.filename().string() + ".resound");
}

Take::Take(TakeSetup setup, MessageSink message) : setup_(std::move(setup)), message_(std::move(message)) {
  make_working_folder(setup_.folder);
  lock_ = File(path("lock"), File::Mode::keep);
  if (!lock_.try_lock())
    throw FileError(fmt::format("another process is rendering into {}; wait for it or choose another output",
                                setup_.folder.string()));
  sound_.emplace_back(path("mix.f32"));
  for (std::size_t s = 0; s < setup_.stem_names.size(); ++s) sound_.emplace_back(path(fmt::format("stem-{}.f32", s)));
}

Take::~Take() = default;

void Take::begin_recording() {
  if (!begun_) restart_from({});
  has_given_ = false;
}

void Take::append(const Heard& heard) {
  begin_recording();
  if (heard.channels.size() != setup_.channel_names.size() || heard.stems.size() != setup_.stem_names.size())
    throw std::logic_error("a take was given other channels than it was made for");
  append_sound(sound_[0], heard.channels);
  for (std::size_t s = 0; s < heard.stems.size(); ++s) append_sound(sound_[s + 1], heard.stems[s]);
  samples_ += heard.count;
}

void Take::append_sound(RawSoundWriter& writer, const std::vector<std::span<const double>>& channels) {
  const std::size_t count = channels.empty() ? 0 : channels[0].size();
  interleaved_.resize(count * channels.size());
  for (std::size_t c = 0; c < channels.size(); ++c)
    for (std::size_t i = 0; i < count; ++i) {
      const auto pressure = static_cast<float>(channels[c][i]);
      if (!std::isfinite(pressure))
        throw UnstableError(fmt::format(
            "the sound of \"{}\" is not a number at {:.6f} s; nothing was written from there on",
            setup_.channel_names[c],
            static_cast<double>(samples_ + static_cast<SampleIndex>(i)) / static_cast<double>(setup_.sample_rate)));
      interleaved_[i * channels.size() + c] = pressure;
    }
  writer.append(interleaved_);
}

void Take::append(const Image& frame) {
  begin_recording();
  const PictureFormat& format = setup_.picture.value();
  if (frame.width != format.width || frame.height != format.height ||
      frame.rgb.size() != static_cast<std::size_t>(3 * frame.width * frame.height))
    throw std::logic_error("a take was given a frame of another size than it was made for");
  if (!segment_) segment_ = std::make_unique<VideoSegment>(segment_path(segments_.size()), format);
  segment_->append(frame);
  ++segment_frames_;
  ++frames_;
}

void Take::close_segment() {
  if (!segment_) return;
  segment_->finish();
  segment_.reset();
  segments_.push_back({segment_frames_, std::filesystem::file_size(segment_path(segments_.size()))});
  segment_frames_ = 0;
}

void Take::checkpoint(const std::vector<std::byte>& state) {
  begin_recording();
  close_segment();
  for (RawSoundWriter& sound : sound_) sound.sync();
  sync_folder(setup_.folder);
  ++counter_;
  write_checkpoint(path(kSlots[counter_ % 2]), {identity(), counter_, samples_, frames_, segments_, state});
}

std::optional<std::vector<std::byte>> Take::resume() {
  const bool asked_again = has_given_;
  if (asked_again) forget_given_checkpoint();
  std::optional<Checkpoint> checkpoint = newest_checkpoint();
  restart_from(checkpoint.value_or(Checkpoint{}));
  has_given_ = checkpoint.has_value();
  if (asked_again)
    say(checkpoint ? fmt::format("going on from the checkpoint before, at {:.2f} s of the sound",
                                 static_cast<double>(samples_) / static_cast<double>(setup_.sample_rate))
                   : "there is no checkpoint before it: starting from the beginning");
  if (!checkpoint) return std::nullopt;
  return std::move(checkpoint->state);
}

void Take::forget_given_checkpoint() {
  const std::filesystem::path file = path(kSlots[counter_ % 2]);
  say(fmt::format("the state in the checkpoint {} cannot be loaded; it is not used", file.string()));
  std::filesystem::remove(file);
}

std::optional<Checkpoint> Take::newest_checkpoint() {
  std::optional<Checkpoint> newest;
  bool is_foreign = false;
  for (const char* slot : kSlots) {
    try {
      std::optional<Checkpoint> found = read_checkpoint(path(slot));
      if (!found) continue;
      if (found->identity != identity()) {
        is_foreign = true;
      } else if (!is_backed(*found)) {
        say(fmt::format("the checkpoint {} speaks of sound or video that is not there; it is not used",
                        path(slot).string()));
      } else if (!newest || found->counter > newest->counter) {
        newest = std::move(found);
      }
    } catch (const InputError& error) {
      say(fmt::format("{}; it is not used", error.what()));
    }
  }
  if (is_foreign && !newest)
    say(fmt::format("{} holds an unfinished render of another scene, setting or version; starting afresh",
                    setup_.folder.string()));
  return newest;
}

bool Take::is_backed(const Checkpoint& checkpoint) const {
  for (const RawSoundWriter& sound : sound_)
    if (sound.size() < sound_bytes(checkpoint.samples, setup_.channel_names.size())) return false;
  for (std::size_t s = 0; s < checkpoint.segments.size(); ++s) {
    std::error_code trouble;
    const auto size = std::filesystem::file_size(segment_path(s), trouble);
    if (trouble || size != checkpoint.segments[s].bytes) return false;
  }
  return true;
}

// Back to the moment of the checkpoint: what was recorded later is dropped. An empty one is the beginning.
void Take::restart_from(const Checkpoint& checkpoint) {
  segment_.reset();
  samples_ = checkpoint.samples;
  frames_ = checkpoint.frames;
  segments_ = checkpoint.segments;
  counter_ = checkpoint.counter;
  segment_frames_ = 0;
  for (RawSoundWriter& sound : sound_) sound.truncate(sound_bytes(samples_, setup_.channel_names.size()));
  for (std::size_t s = segments_.size(); std::filesystem::remove(segment_path(s)); ++s) {
  }
  std::vector<std::filesystem::path> leftovers;  // of an encoder whose render was killed
  for (const auto& entry : std::filesystem::directory_iterator(setup_.folder))
    if (entry.path().extension() == ".part") leftovers.push_back(entry.path());
  for (const auto& leftover : leftovers) std::filesystem::remove(leftover);
  if (counter_ == 0)
    for (const char* slot : kSlots) std::filesystem::remove(path(slot));
  begun_ = true;
}

void Take::finish() {
  begin_recording();
  close_segment();
  for (RawSoundWriter& sound : sound_) sound.flush();
}

RawSound Take::mix() const {
  return {path("mix.f32"), static_cast<int>(setup_.channel_names.size()), setup_.sample_rate, samples_};
}

std::vector<RawSound> Take::stems() const {
  std::vector<RawSound> stems;
  for (std::size_t s = 0; s < setup_.stem_names.size(); ++s) {
    stems.push_back(mix());
    stems.back().file = path(fmt::format("stem-{}.f32", s));
  }
  return stems;
}

std::vector<VideoPiece> Take::segments() const {
  std::vector<VideoPiece> pieces;
  for (std::size_t s = 0; s < segments_.size(); ++s) pieces.push_back({segment_path(s), segments_[s].frames});
  return pieces;
}

std::filesystem::path Take::segment_path(std::size_t index) const {
  return path(fmt::format("segment-{:06}.mp4", index));
}

// What the caller says decides the samples, and what decides the layout of our files.
std::string Take::identity() const {
  std::string text = fmt::format("{}\n{}\n", setup_.identity, setup_.sample_rate);
  for (const std::string& name : setup_.channel_names) text += "channel " + name + "\n";
  for (const std::string& name : setup_.stem_names) text += "stem " + name + "\n";
  if (const auto& p = setup_.picture)
    text += fmt::format("{}x{} at {}/{}, codec {}\n", p->width, p->height, p->frame_rate.numerator,
                        p->frame_rate.denominator, static_cast<int>(p->codec));
  return content_hash(text);
}

void Take::remove() {
  std::error_code ignored;
  std::filesystem::remove_all(setup_.folder, ignored);
}

void Take::say(const std::string& message) const {
  if (message_) message_(message);
}

}  // namespace resound
