// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::lds::tile: a row must be a whole number of accesses
// CUDA's habit of one more column, together with float4 accesses.
#include "hipshim/lds.hpp"
hipshim::lds::tile<float, 32, 33, 16>* t;
unsigned f() { return sizeof(*t); }
