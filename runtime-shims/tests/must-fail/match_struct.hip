// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::warp32: match takes an integer, a float, a double or a pointer
// Padding bytes would be compared.
#include "hipshim/warp32.hpp"
struct Key {
  char a;
  int b;
};
HIPSHIM_DEVICE unsigned f(Key k) { return hipshim::warp32::match_any(k); }
