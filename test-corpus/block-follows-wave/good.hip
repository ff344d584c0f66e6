// SPDX-License-Identifier: Apache-2.0
// Blocks and tables that hold at 64 lanes.
#include <hip/hip_runtime.h>

__global__ void transpose(const float* x, float* out) {
  out[threadIdx.x * blockDim.y + threadIdx.y] = x[threadIdx.y * blockDim.x + threadIdx.x];
}

__global__ __launch_bounds__(512) void rows(float* x) { x[threadIdx.x] += 1; }

void within(const float* x, float* out, float* y, int n, hipStream_t stream) {
  hipDeviceProp_t prop;
  if (hipGetDeviceProperties(&prop, 0) != hipSuccess) return;
  transpose<<<16, dim3(prop.warpSize, 1024 / prop.warpSize), 0, stream>>>(x, out);
  transpose<<<16, dim3(prop.warpSize, 8), 0, stream>>>(x, out);
  const int warps = prop.warpSize == 64 ? 8 : 16;
  rows<<<4, prop.warpSize * warps, 0, stream>>>(y);
  transpose<<<16, dim3(prop.warpSize, n), 0, stream>>>(x, out);
}

// 32 x 32 whatever the wave.
constexpr int kTile = 32;
void tile(const float* x, float* out, hipStream_t stream) {
  transpose<<<16, dim3(kTile, kTile), 0, stream>>>(x, out);
}

void changed(float* y, int n, hipStream_t stream) {
  hipDeviceProp_t prop;
  if (hipGetDeviceProperties(&prop, 0) != hipSuccess) return;
  int threads = prop.warpSize * 32;
  if (threads > 512) threads = 512;
  rows<<<n, threads, 0, stream>>>(y);
}

#ifndef WAVE_LANES
#define WAVE_LANES 64
#endif

#if WAVE_LANES == 64
#define DISPATCH(lanes) \
  if (lanes == 16 || lanes == 32 || lanes == 64) rows<<<lanes, 256, 0, stream>>>(y);
#else
#define DISPATCH(lanes) \
  if (lanes == 16 || lanes == 32) rows<<<lanes, 256, 0, stream>>>(y);
#endif

void dispatch(float* y, int lanes, hipStream_t stream) { DISPATCH(lanes) }

// Not sizes of a table.
#if WAVE_LANES == 64
inline bool is_full(int n) { return n == 64; }
#else
inline bool is_full(int n) { return n == 32; }
#endif
