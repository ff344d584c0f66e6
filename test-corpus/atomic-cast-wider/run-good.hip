// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

__global__ void uses_moved_down_by_bit(__half* data, const __half* in) {
  moved_down_by_bit(data + threadIdx.x % 3, in[threadIdx.x]);
}
__global__ void uses_the_rest(float* f, unsigned* u, const unsigned short* s) {
  float_bits(f + threadIdx.x % 3, 1.0f);
  there_and_back(u);
  u[1 + threadIdx.x] = masked_address(s + threadIdx.x);
}

int main() {
  KERNEL(uses_moved_down_by_bit);
  KERNEL(uses_the_rest);
  KERNEL(even_elements);
  KERNEL(start_of_an_array);
  KERNEL(raw_bytes).with(_, 4);
  KERNEL(vector_copy).elements(4096);
  SKIP(use, "its calls are run one by one");
}
