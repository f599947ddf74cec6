#pragma once
#include <vector>

#include "radiation/radiating_surface.h"
#include "radiation/radiation.h"

// The three ways up, one file each.
namespace resound {

std::vector<ModeField> compact_fields(const RadiatingSurface& surface, std::span<const RadiatingMode> modes,
                                      const RadiationSettings& settings);
std::vector<ModeField> kirchhoff_fields(const RadiatingSurface& surface, std::span<const RadiatingMode> modes,
                                        const RadiationSettings& settings);
std::vector<ModeField> helmholtz_fields(const RadiatingSurface& surface, std::span<const RadiatingMode> modes,
                                        const RadiationSettings& settings);

}  // namespace resound
