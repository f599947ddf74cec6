#include "scene_file/key_tables.h"
#include "scene_file/shared_keys.h"

namespace resound {

template <>
KeyTable<PictureSetup> describe_keys<PictureSetup>() {
  KeyTable<PictureSetup> keys("picture", "How the scene is seen in a movie.");
  keys.integer("width_pixels", &PictureSetup::width)
      .says("Width of the movie, an even number.")
      .at_least(16)
      .at_most(7680);
  keys.integer("height_pixels", &PictureSetup::height)
      .says("Height of the movie, an even number.")
      .at_least(16)
      .at_most(7680);
  keys.frame_rate("frames_per_second", &PictureSetup::frame_rate)
      .says("Pictures in a second. 29.97, 23.976 and 59.94 are taken as the exact fractions of television.")
      .at_least(1)
      .at_most(240);
  keys.vector("camera.position_m", in(&PictureSetup::camera, &Camera::position))
      .says("Where the camera stands.")
      .at_least(-kFarthest)
      .at_most(kFarthest)
      .starts_as("[0.5, -1.4, 1.3]");
  keys.vector("camera.look_at_m", in(&PictureSetup::camera, &Camera::look_at))
      .says("The point in the middle of the picture.")
      .at_least(-kFarthest)
      .at_most(kFarthest)
      .starts_as("[0, 0, 0.85]");
  keys.number("camera.field_of_view_degrees", in(&PictureSetup::camera, &Camera::field_of_view))
      .says("Angle across the width of the picture.")
      .at_least(1)
      .at_most(150);
  keys.direction("sun_direction", &PictureSetup::sun_direction).says("The way toward the sun.");
  keys.number("sun_angle_degrees", &PictureSetup::sun_angle)
      .says("Apparent width of the sun: wider gives softer shadows.")
      .at_least(0)
      .at_most(90);
  keys.number("exaggeration", &PictureSetup::exaggeration)
      .says("Vibrations are drawn this many times larger; 0 chooses a factor that makes them just visible.")
      .at_least(0)
      .at_most(1e9);
  keys.boolean("show_velocity", &PictureSetup::show_velocity).says("Colour bodies by the speed of their surface.");
  keys.boolean("show_floor", &PictureSetup::show_floor).says("Draw the ground even where it does not reflect sound.");
  keys.rule([](const PictureSetup& picture, TableReading& table) {
    table.check(picture.width % 2 == 0, {"width_pixels"}, "movies need an even number");
    table.check(picture.height % 2 == 0, {"height_pixels"}, "movies need an even number");
    table.check(length(picture.camera.look_at - picture.camera.position) > 1e-6,
                {"camera.look_at_m", "camera.position_m"}, "a camera cannot look at its own place");
  });
  return keys;
}

}  // namespace resound
