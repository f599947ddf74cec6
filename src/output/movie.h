#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "output/gain.h"
#include "output/raw_sound.h"
#include "output/video_segment.h"

namespace resound {

enum class MovieContainer { mp4, webm };  // H.264 and AAC; VP9 and Opus

// What goes into a movie beside its picture.
struct MovieSound {
  RawSound sound;
  Gain gain;
  std::string title;
  std::string comment;  // version, scene, seed and gain, in words
};

// Joins the segments of a take, without encoding them again, and lays the sound under them. Frame n is shown at n / fps
// of the sample clock, and what an encoder puts before the first sample is told to the player, so that it starts at 0.
void write_movie(const std::filesystem::path& file, MovieContainer container, const std::vector<VideoPiece>& segments,
                 const PictureFormat& picture, const MovieSound& sound, const MessageSink& message);

// Lays the sound under somebody's own film, in place of the sound it has. The picture is copied where the container
// allows it. The film decides the length: sound that is too short ends in silence, sound that is too long is cut, and
// either is said.
void write_under_film(const std::filesystem::path& file, MovieContainer container, const std::filesystem::path& film,
                      const MovieSound& sound, const MessageSink& message);

// The sound alone, for a player in a page; returns its media type. Short sounds lose nothing, long ones are made small.
std::string write_player_sound(const std::filesystem::path& file, const MovieSound& sound);

// Throws InputError unless ffmpeg finds a picture in the film.
void require_film(const std::filesystem::path& film);

}  // namespace resound
