#include "output/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "output/base64.h"
#include "output/decibel.h"
#include "output/report_style.h"

namespace resound {
namespace {

// Text of the scene is somebody else's: nothing in it may become markup.
std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

std::string number(double value, int decimals) {  // with a true minus; silence has no level
  if (!std::isfinite(value)) return value < 0 ? "\u2212\u221e" : "\u2014";
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text[0] == '-') text.replace(0, 1, "\u2212");
  return text;
}

std::string figure(const std::string& value, const std::string& unit, const std::string& what) {
  return fmt::format("<div class=\"figure\"><b>{} <small>{}</small></b><span>{}</span></div>\n", value, unit, what);
}

std::string loudness_figure(const Levels& levels) {
  if (!levels.has_loudness()) return figure("\u2014", "", "loudness: " + levels.loudness_text());
  return figure(number(levels.loudness, 1), "LUFS", "loudness, integrated");
}

std::string figures(const Report& report) {
  const Levels& levels = report.levels;
  return "<div class=\"figures\">\n" + figure(number(levels.peak_level(), 1), "dB SPL", "peak") +
         figure(number(levels.equivalent_level(), 1), "dB SPL", "equivalent level, Leq") + loudness_figure(levels) +
         figure(number(report.duration, 2), "s", "duration") +
         figure(fmt::format("{}", report.setup.channel_names.size()),
                report.setup.channel_names.size() == 1 ? "channel" : "channels",
                fmt::format("at {} Hz", report.setup.sample_rate)) +
         "</div>\n";
}

std::string levels_section(const Report& report) {
  std::string html =
      "<section><h2>Levels</h2><table><tr><th>channel</th><th class=\"number\">peak [dB SPL]</th><th class=\"number\">"
      "Leq [dB SPL]</th><th class=\"number\">true peak [dBTP]</th><th class=\"number\">mean [\u00b5Pa]</th></tr>\n";
  for (std::size_t c = 0; c < report.levels.channels.size(); ++c) {
    const ChannelLevels& channel = report.levels.channels[c];
    html += fmt::format(
        "<tr><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>"
        "<td class=\"number\">{}</td></tr>\n",
        escaped(report.setup.channel_names[c]), number(channel.peak_level(), 2), number(channel.equivalent_level(), 2),
        number(to_decibel(channel.true_peak * report.gain.factor()), 2), number(1e6 * channel.mean, 1));
  }
  return html + fmt::format(
                    "</table><p class=\"note\">In the player, sample value {}. Nothing was normalised.</p>"
                    "</section>\n",
                    escaped(report.gain.describe()));
}

std::string objects_section(const TakeDescription& description) {
  std::string html = "<section><h2>In the scene</h2><table>\n";
  for (const ObjectDescription& object : description.objects)
    html += fmt::format("<tr><td><b>{}</b></td><td>{}</td><td>{}</td></tr>\n", escaped(object.name),
                        escaped(object.kind), escaped(object.detail));
  return description.objects.empty() ? "" : html + "</table></section>\n";
}

std::string timings_section(const TakeDescription& description) {
  double longest = 0;
  for (const Timing& timing : description.timings) longest = std::max(longest, timing.seconds);
  std::string html = "<section><h2>Time it took</h2><table>\n";
  for (const Timing& timing : description.timings)
    html += fmt::format(
        "<tr><td>{}</td><td style=\"width:60%\"><div class=\"bar\"><i style=\"width:{:.1f}%\"></i></div></td>"
        "<td class=\"number\">{} s</td></tr>\n",
        escaped(timing.what), longest > 0 ? 100 * timing.seconds / longest : 0, number(timing.seconds, 2));
  return description.timings.empty() ? "" : html + "</table></section>\n";
}

std::string settings_section(const Report& report) {
  std::string html = "<section><h2>Settings</h2><table>\n";
  for (const auto& [name, value] : report.description.settings)
    html += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", escaped(name), escaped(value));
  if (const auto& picture = report.setup.picture; picture && report.frames > 0)
    html += fmt::format("<tr><td>picture</td><td>{} \u00d7 {}, {} frames at {:.6g} a second</td></tr>\n",
                        picture->width, picture->height, report.frames, picture->frame_rate.hz());
  return html + "</table></section>\n";
}

std::string origin_section(const TakeDescription& description) {
  std::string html = "<section><h2>Make it again</h2>\n";
  if (!description.command.empty()) html += fmt::format("<pre>{}</pre>\n", escaped(description.command));
  html += fmt::format(
      "<table style=\"margin-top:12px\"><tr><td>program</td><td>Resound "
      "{}</td></tr>\n<tr><td>scene</td><td>{}</td></tr>"
      "\n<tr><td>seed</td><td>{}</td></tr>\n<tr><td>scene hash</td><td><code>{}</code></td></tr></table>\n"
      "<p class=\"note\">The same scene, seed and version give the same samples, bit for bit.</p></section>\n",
      escaped(description.version), escaped(description.scene_name), description.seed, escaped(description.scene_hash));
  return html;
}

std::string scene_section(const TakeDescription& description) {
  if (description.scene_text.empty()) return "";
  return fmt::format("<section><h2>The scene</h2><pre>{}</pre></section>\n", escaped(description.scene_text));
}

std::string head(const TakeDescription& description) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" content=\"Resound {0}\">\n"
      "<title>{1}</title>\n<style>{2}</style>\n</head>\n<body>\n<main>\n<h1>{1}</h1>\n"
      "<p class=\"lead\">The sound of the scene <b>{3}</b>, computed from its physics with Resound {0}.</p>\n",
      escaped(description.version), escaped(description.title), kReportStyle, escaped(description.scene_name));
}

class Page {
 public:
  explicit Page(const std::filesystem::path& path) : file_(path, File::Mode::rewrite) {}
  void add(const std::string& html) { file_.write(std::as_bytes(std::span(html))); }
  void add_media(const std::string& tag, const EmbeddedMedia& media) {
    add(fmt::format("<{} controls preload=\"metadata\" src=\"data:{};base64,", tag, media.type));
    append_base64(file_, media.file);
    add(fmt::format("\"></{}>\n", tag));
  }

 private:
  File file_;
};

}  // namespace

void write_report(const std::filesystem::path& file, const Report& report) {
  Page page(file);
  page.add(head(report.description));
  page.add("<section>\n");
  if (report.movie)
    page.add_media("video", *report.movie);
  else
    page.add_media("audio", report.sound);
  page.add("</section>\n" + figures(report));
  page.add(
      "<section><h2>Waveform and spectrogram</h2><img class=\"plot\" alt=\"pressure against time, and its density "
      "against time and frequency\" src=\"data:image/png;base64,");
  page.add(base64(report.plot) + "\"></section>\n");
  page.add(levels_section(report));
  page.add("<div class=\"columns\">\n" + objects_section(report.description) + timings_section(report.description) +
           settings_section(report) + origin_section(report.description) + "</div>\n");
  page.add(scene_section(report.description));
  page.add(fmt::format("<footer>Resound {} \u00b7 rendered, not recorded</footer>\n</main>\n</body>\n</html>\n",
                       escaped(report.description.version)));
}

}  // namespace resound
