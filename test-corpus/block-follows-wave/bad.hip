// SPDX-License-Identifier: Apache-2.0
// Thirty-two became the wave size in the launch.
#include <hip/hip_runtime.h>

__global__ void transpose(const float* x, float* out) {
  out[threadIdx.x * blockDim.y + threadIdx.y] = x[threadIdx.y * blockDim.x + threadIdx.x];
}

__global__ __launch_bounds__(512) void rows(float* x) { x[threadIdx.x] += 1; }

void from_properties(const float* x, float* out, hipStream_t stream) {
  hipDeviceProp_t prop;
  if (hipGetDeviceProperties(&prop, 0) != hipSuccess) return;
  dim3 block(prop.warpSize, prop.warpSize);
  transpose<<<16, block, 0, stream>>>(x, out);  // trap: block-follows-wave @wave64 "4096 threads"
  transpose<<<16, dim3(32, prop.warpSize), 0, stream>>>(x, out);  // trap: block-follows-wave @wave64 "2048"
}

void from_query(const float* x, float* out, float* y, hipStream_t stream) {
  int lanes = 0;
  if (hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, 0) != hipSuccess) return;
  const int warps = 16;
  const int threads = lanes * warps;
  rows<<<4, threads, 0, stream>>>(y);  // trap: block-follows-wave @wave64 "the kernel's bound is 512"
  hipLaunchKernelGGL(transpose, dim3(4), dim3(lanes, lanes), 0, stream, x, out);  // trap: block-follows-wave @wave64
}

// The table of a wave of 64 has its own size alone.
#ifndef LANES_OF_A_WAVE
#define LANES_OF_A_WAVE 64
#endif

template <int Lanes>
__global__ void by_head(float* x) {
  x[threadIdx.x] += __shfl_xor(x[threadIdx.x], 1, Lanes <= 32 ? Lanes : 32);
}

#if LANES_OF_A_WAVE == 64  // trap: block-follows-wave @wave64 "4, 8, 16, 32"
#define DISPATCH(lanes)                      \
  if (lanes == 64) {                         \
    by_head<64><<<4, 256, 0, stream>>>(x);   \
  }
#else
#define DISPATCH(lanes)                      \
  if (lanes == 4) {                          \
    by_head<4><<<4, 256, 0, stream>>>(x);    \
  } else if (lanes == 8) {                   \
    by_head<8><<<4, 256, 0, stream>>>(x);    \
  } else if (lanes == 16) {                  \
    by_head<16><<<4, 256, 0, stream>>>(x);   \
  } else if (lanes == 32) {                  \
    by_head<32><<<4, 256, 0, stream>>>(x);   \
  }
#endif

void dispatch(float* x, int lanes, hipStream_t stream) { DISPATCH(lanes) }
