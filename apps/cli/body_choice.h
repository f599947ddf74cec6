#pragma once
#include <string>

#include "invocation.h"

namespace resound {

// The body that the user named: a mesh file that exists, or a shape. Throws UsageError or InputError otherwise.
Body named_body(const BodyChoice& choice);

std::string body_name(const BodyChoice& choice);  // "cup" for "meshes/cup.obj": names outputs and the object

}  // namespace resound
