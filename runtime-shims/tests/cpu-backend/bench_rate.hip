// SPDX-License-Identifier: Apache-2.0
//
// How fast lanes are resumed: the rate of the CPU back end on a block reduction of 256 threads.
// A step is one lane resumed at a barrier or a cross-lane operation.
//
// usage: bench_rate [blocks]
#include <hip/hip_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

__global__ void block_reduce(const float* in, float* out) {
  __shared__ float partial[32];
  float v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_down(v, d);
  if (threadIdx.x % warpSize == 0) partial[threadIdx.x / warpSize] = v;
  __syncthreads();
  if (threadIdx.x < warpSize) {
    v = threadIdx.x < blockDim.x / warpSize ? partial[threadIdx.x] : 0.0f;
    for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_down(v, d);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
  }
}

int main(int argc, char** argv) {
  const unsigned blocks = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 2000;
  const unsigned threads = 256;
  float *in, *out;
  if (hipMalloc(&in, blocks * threads * sizeof(float)) != hipSuccess
      || hipMalloc(&out, blocks * sizeof(float)) != hipSuccess)
    return 1;
  for (unsigned i = 0; i < blocks * threads; ++i) in[i] = 1;
  double best = 0, best_of_processor = 0;
  for (int run = 0; run < 5; ++run) {
    const auto steps = hipshim::cpu::steps();
    const std::clock_t processor = std::clock();
    const auto start = std::chrono::steady_clock::now();
    block_reduce<<<blocks, threads>>>(in, out);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    const double processor_seconds =
        static_cast<double>(std::clock() - processor) / static_cast<double>(CLOCKS_PER_SEC);
    const auto resumed = static_cast<double>(hipshim::cpu::steps() - steps);
    best = std::max(best, resumed / seconds.count());
    best_of_processor = std::max(best_of_processor, resumed / processor_seconds);
  }
  for (unsigned b = 0; b < blocks; ++b)
    if (out[b] != 256) return 1;
  int lanes = 0;
  if (hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, 0) != hipSuccess) return 1;
  std::printf("wave of %d: %.1f million lanes resumed a second, %.1f a second of processor time\n",
              lanes, best / 1e6, best_of_processor / 1e6);
}
