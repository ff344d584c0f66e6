// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::kernels::scatter_add: rows are of float, half or bfloat16
// Sums are made in float, which would round integers.
#include "hipshim/kernels/scatter_add.hpp"
bool f(int* table, const int* rows, const int* index) {
  return hipshim::kernels::scatter_add(table, 10, 4, rows, index, 2).ok();
}
