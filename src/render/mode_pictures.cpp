#include "render/mode_pictures.h"

#include <algorithm>
#include <memory>

#include "geometry/triangle_bvh.h"
#include "picture/film.h"

namespace resound {
namespace {

constexpr double kLargestSwing = 0.05;  // [1]  of the body's size

}  // namespace

ModePictures::ModePictures(const ModalModel& model, const Look& look, int width, int height)
    : model_(model), look_(look) {
  const Box box = box_around(model.skin);
  size_ = box.diagonal();
  scene_.ground.height = box.low.z - 0.02 * size_;
  scene_.picture.width = width;
  scene_.picture.height = height;
  scene_.picture.exaggeration = 1;
  const double wide = 1.6 * std::max(1.0, static_cast<double>(width) / height);  // the angle is across the width
  scene_.picture.camera = {box.middle() + wide * size_ * normalized(Vec3{0.45, -1, 0.6}), box.middle(), 32};
}

Image ModePictures::picture(const ModeInstant& instant) const {
  const std::vector<Vec3>& shape = model_.modes[static_cast<std::size_t>(instant.mode)].shape;
  double largest = 0;
  for (const Vec3& v : shape) largest = std::max(largest, length(v));
  const double factor = largest > 0 ? kLargestSwing * size_ * instant.swing / largest : 0;
  Vibration vibration;
  for (const Vec3& v : shape) vibration.displacement.push_back(factor * v);
  vibration.speed.assign(shape.size(), 0);

  const SampleIndex frame = 0;
  MotionEvents events;
  events.snapshots = {{frame, {{0, MeshForm{std::make_shared<TriangleMesh>(model_.skin)}, {}, look_}}}};
  SourceSignals signals;
  signals.vibrations = {std::move(vibration)};
  const TimeBlock block{.first = 0, .count = 1, .rate = {48000}, .frames = {&frame, 1}};
  return Film(scene_, PictureQuality::full).expose(events, signals, block).front();
}

}  // namespace resound
