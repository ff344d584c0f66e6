// SPDX-License-Identifier: Apache-2.0
// expect: hipshim: a warp operation was called in host code
// Not a template, so nothing before code generation would say so.
#include "hipshim/warp32.hpp"
unsigned f() { return hipshim::warp32::ballot(1); }
