#pragma once
#include <functional>
#include <string>

#include "base/file.h"
#include "body/modal_model.h"
#include "scene/body.h"

// From the description of a body to its modes.
namespace resound {

// What a long preparation tells while it goes on.
struct PreparationReport {
  std::function<void(const std::string& what, double share)> progress;  // "modes of cup", 0 to 1; may throw to end it
  MessageSink message;                                                  // what was understood and decided
};

// Modes of a shape (Fourier elements for bodies of revolution, regular tetrahedra for bars and plates) or of a mesh
// file (tetrahedra as they are, or made from its surface by gmsh).
ModalModel analyse(const Body& body, const std::string& name, const PreparationReport& report);

// Names what analyse() depends on: the shape or the bytes of the mesh file, stiffness, clamps, limits.
std::string analysis_key(const Body& body);

}  // namespace resound
