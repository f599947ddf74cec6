#pragma once
#include <string>
#include <vector>

#include "body/modal_model.h"
#include "scene/damping.h"

// The modes of a body, for people and for other programs.
namespace resound {

// One line a mode, lined up for a terminal; twins of a body of revolution share a line.
std::string mode_table(const ModalModel& model, const Damping& damping);

// mode,frequency_hz,t60_s,decay_per_s,q,angular_order
std::string mode_csv(const ModalModel& model, const Damping& damping);
std::string mode_json(const ModalModel& model, const Damping& damping, const std::string& name);

// The skin with one vector field a mode (legacy VTK, ASCII), for ParaView: "Warp By Vector" shows a mode.
std::string mode_vtk(const ModalModel& model, const std::string& name);

}  // namespace resound
