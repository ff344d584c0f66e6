// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

__global__ void uses_last(int* out, const int* x) {
  const int v = last(x[threadIdx.x]);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}

int main() {
  KERNEL(with_a_width);
  KERNEL(in_a_tile);
  KERNEL(by_hipshim);
  KERNEL(waves).with(0, _);
  KERNEL(uses_last);
  KERNEL(vote);
  KERNEL(other_forms::width_given);
  KERNEL(other_forms::no_shuffle);
}
