#pragma once
#include "fem/eigen_search.h"
#include "fem/elastic_material.h"
#include "fem/modes.h"

namespace resound {

// Throws InputError unless it is a solid that can exist.
void check_material(const ElasticMaterial& material);

// What a search for modes means in eigenvalues, for a body of this size [m].
EigenSearch eigen_search(const ModeSearch& search, const ElasticMaterial& material, double size);

}  // namespace resound
