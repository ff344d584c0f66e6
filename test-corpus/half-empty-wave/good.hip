// SPDX-License-Identifier: Apache-2.0
// Blocks that fill their waves, or have a reason not to.
#include <hip/hip_runtime.h>

__global__ void row_sum(const float* x, float* out, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += 32) sum += x[row * columns + i];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor(sum, d, 32);
  if (threadIdx.x == 0) out[row] = sum;
}

__global__ void one_thread(float* out) {
  __shared__ float unused;
  unused = 1;
  out[blockIdx.x] = unused;
}

__device__ __forceinline__ float twice(float x) { return x + x; }

// Nothing but arithmetic: not among the kernels that are looked at.
__global__ void elsewhere(float* x);

void launch(const float* x, float* out, int rows, int columns, int threads, hipStream_t stream) {
  row_sum<<<rows / 2, dim3(32, 2), 0, stream>>>(x, out, columns);
  row_sum<<<rows, 256, 0, stream>>>(x, out, columns);
  row_sum<<<rows, 1000, 0, stream>>>(x, out, columns);
  row_sum<<<1, 32, 0, stream>>>(x, out, columns);
  const dim3 one(1, 1, 1);
  row_sum<<<one, 32, 0, stream>>>(x, out, columns);
  row_sum<<<2, 2, 0, stream>>>(x, out, columns);
  row_sum<<<rows, threads, 0, stream>>>(x, out, columns);
  one_thread<<<rows, 1, 0, stream>>>(out);
  elsewhere<<<rows, 32, 0, stream>>>(out);
}

void follows(const float* x, float* out, int rows, int columns, hipStream_t stream) {
  hipDeviceProp_t prop;
  if (hipGetDeviceProperties(&prop, 0) != hipSuccess) return;
  row_sum<<<rows, prop.warpSize, 0, stream>>>(x, out, columns);
}
