// SPDX-License-Identifier: Apache-2.0
// expect: hipshim: reductions and scans take integers, float, double, half and bfloat16
#include "hipshim/wave.hpp"
struct Pair {
  float a, b;
};
HIPSHIM_DEVICE void f(Pair p) { hipshim::wave::reduce_sum(p); }
