// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::warp32: a shuffled type must be plain data that owns nothing
#include "hipshim/warp32.hpp"
struct Owner {
  HIPSHIM_DEVICE Owner(const Owner& other) : p(other.p) {}
  HIPSHIM_DEVICE ~Owner() {}
  int* p;
};
HIPSHIM_DEVICE void f(Owner& o) { hipshim::warp32::shfl(o, 0); }
