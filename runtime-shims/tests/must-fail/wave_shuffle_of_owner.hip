// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::wave: a shuffled type must be plain data that owns nothing
#include "hipshim/wave.hpp"
struct Owner {
  HIPSHIM_DEVICE Owner(const Owner& other) : p(other.p) {}
  HIPSHIM_DEVICE ~Owner() {}
  int* p;
};
HIPSHIM_DEVICE void f(Owner& o) { hipshim::wave::shfl(o, 0); }
