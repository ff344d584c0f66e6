// SPDX-License-Identifier: Apache-2.0
//
// A kernel as a HIP project has it, and its test. With hipshim's CPU back end the test needs no
// GPU and runs at both wave sizes:
//
//   HIPSHIM_CPU_WAVE=32 ./block_sum && HIPSHIM_CPU_WAVE=64 ./block_sum
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

__global__ void block_sum(const float* in, float* out, int n) {
  extern __shared__ float partial[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? in[i] : 0.0f;
  for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_down(v, d);
  const int wave = threadIdx.x / warpSize;
  if (threadIdx.x % warpSize == 0) partial[wave] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int w = 0; w < blockDim.x / warpSize; ++w) sum += partial[w];
    out[blockIdx.x] = sum;
  }
}

int main() {
  const int n = 1000, threads = 256, blocks = (n + threads - 1) / threads;
  std::vector<float> in(n), out(blocks);
  for (int i = 0; i < n; ++i) in[i] = i % 7;

  float *device_in, *device_out;
  hipMalloc(&device_in, n * sizeof(float));
  hipMalloc(&device_out, blocks * sizeof(float));
  hipMemcpy(device_in, in.data(), n * sizeof(float), hipMemcpyHostToDevice);
  block_sum<<<blocks, threads, threads / 32 * sizeof(float)>>>(device_in, device_out, n);
  hipMemcpy(out.data(), device_out, blocks * sizeof(float), hipMemcpyDeviceToHost);
  hipFree(device_in);
  hipFree(device_out);

  for (int b = 0; b < blocks; ++b) {
    float want = 0;
    for (int i = b * threads; i < (b + 1) * threads && i < n; ++i) want += in[i];
    if (out[b] != want) {
      std::printf("block %d: %g, expected %g\n", b, out[b], want);
      return 1;
    }
  }
  std::printf("block_sum: right with waves of %d lanes\n", [] {
    int lanes = 0;
    hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, 0);
    return lanes;
  }());
  return hipGetLastError() == hipSuccess ? 0 : 1;
}
