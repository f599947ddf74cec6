#include "output/run_record.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "output/decibel.h"

namespace resound {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json levels_json(const Levels& levels, const std::vector<std::string>& channel_names, const Gain& gain) {
  Json channels = Json::array();
  for (std::size_t c = 0; c < levels.channels.size(); ++c) {
    const ChannelLevels& channel = levels.channels[c];
    channels.push_back({{"name", channel_names[c]},
                        {"peak_pa", channel.peak},
                        {"peak_db_spl", number(channel.peak_level())},
                        {"leq_db_spl", number(channel.equivalent_level())},
                        {"true_peak_dbtp", number(to_decibel(channel.true_peak * gain.factor()))},
                        {"mean_pa", channel.mean}});
  }
  return {{"peak_db_spl", number(levels.peak_level())},
          {"leq_db_spl", number(levels.equivalent_level())},
          {"true_peak_dbtp", number(to_decibel(levels.true_peak() * gain.factor()))},
          {"loudness_lufs", number(levels.loudness)},
          {"silent", levels.is_silent},
          {"channels", channels}};
}

Json gain_json(const Gain& gain) {
  return {{"full_scale_db_spl", gain.full_scale},
          {"lowered_by_db", gain.lowered_by},
          {"pascals_at_1", gain.pascals_at_full_scale()},
          {"db_re_1_per_pa", to_decibel(gain.factor())}};
}

Json picture_json(const PictureFormat& picture, std::int64_t frames) {
  return {{"width", picture.width},
          {"height", picture.height},
          {"frames", frames},
          {"frame_rate", fmt::format("{}/{}", picture.frame_rate.numerator, picture.frame_rate.denominator)}};
}

}  // namespace

std::string run_record(const TakeSetup& setup, SampleIndex samples, std::int64_t frames,
                       const TakeDescription& description, const ExportResult& result) {
  Json record;
  record["program"] = "resound";
  record["version"] = description.version;
  record["command"] = description.command;
  record["scene"] = {{"name", description.scene_name},
                     {"title", description.title},
                     {"hash", description.scene_hash},
                     {"seed", description.seed}};
  record["identity"] = setup.identity;
  for (const auto& [name, value] : description.settings) record["settings"][name] = value;
  for (const Timing& timing : description.timings) record["timings_s"][timing.what] = timing.seconds;
  record["sound"] = {{"sample_rate_hz", setup.sample_rate},
                     {"samples", samples},
                     {"duration_s", static_cast<double>(samples) / static_cast<double>(setup.sample_rate)},
                     {"begin_s", description.begin},
                     {"channels", setup.channel_names}};
  if (setup.picture) record["picture"] = picture_json(*setup.picture, frames);
  record["gain"] = gain_json(result.gain);
  record["levels"] = levels_json(result.levels, setup.channel_names, result.gain);
  for (const auto& file : result.files) record["files"].push_back(file.filename().string());
  return record.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace resound
