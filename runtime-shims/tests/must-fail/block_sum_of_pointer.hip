// SPDX-License-Identifier: Apache-2.0
// expect: hipshim: reductions and scans take integers, float, double, half and bfloat16
#include "hipshim/block.hpp"
HIPSHIM_DEVICE void f(int* p) { hipshim::block::reduce_sum(p); }
