// SPDX-License-Identifier: Apache-2.0
// What this rule cannot tell from the text of one function.
#include <hip/hip_runtime.h>

__global__ void scale(float* data, int n, float by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= by;
}

// An interface may carry a stream for the sake of others: without any use of it there is no evidence.
void stream_without_any_use(float* data, int n, hipStream_t stream) {
  scale<<<(n + 255) / 256, 256>>>(data, n, 2.0f);  // miss: stream-ignored the function uses the null stream throughout
}

void one_of_two(float* a, float* b, int n, hipStream_t copy, hipStream_t compute) {
  (void)hipMemcpyAsync(a, b, n * sizeof(float), hipMemcpyDeviceToDevice, copy);
  scale<<<(n + 255) / 256, 256, 0, compute>>>(b, n, 2.0f);
  scale<<<(n + 255) / 256, 256>>>(a, n, 2.0f);  // miss: stream-ignored with two streams the right one is not known
}

// The scratch that is cleared here belongs to nobody else, and the null stream waits for `stream` anyway.
void deliberate(float* data, float* scratch, int n, hipStream_t stream) {
  scale<<<(n + 255) / 256, 256, 0, stream>>>(data, n, 2.0f);
  (void)hipMemsetAsync(scratch, 0, n * sizeof(float));  // false: stream-ignored intent is not in the text
}
