// SPDX-License-Identifier: Apache-2.0
// Tiles that fit their wave.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

namespace cg = cooperative_groups;

__global__ void tile_of_32(const float* x, float* out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  float v = x[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += tile.shfl_down(v, d);
  if (tile.thread_rank() == 0) out[threadIdx.x / 32] = v;
}

// The wave has 64 lanes where this runs.
__global__ void asked_for(const float* x, float* out) {
  float v = x[threadIdx.x];
  if (warpSize == 64) {
    auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    v = tile.shfl(v, 0);
    v += __shfl_xor(v, 32, 64);
  }
  out[threadIdx.x] = v;
}

#if defined(__GFX9__)
__global__ void for_gfx9(const float* x, float* out) {
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  out[threadIdx.x] = tile.shfl(x[threadIdx.x], 0);
}
#endif

#ifdef MY_CDNA_BUILD
__global__ void for_cdna(const float* x, float* out) {
  out[threadIdx.x] = __shfl(x[threadIdx.x], 0, 64);
}
#endif

// The host asks, and picks the instance.
template <unsigned Lanes>
__global__ void by_instance(const float* x, float* out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  out[threadIdx.x] = tile.shfl(x[threadIdx.x], 0);
}

void launch(const float* x, float* out, hipStream_t stream) {
  hipDeviceProp_t prop;
  if (hipGetDeviceProperties(&prop, 0) != hipSuccess) return;
  if (prop.warpSize == 64)
    by_instance<64><<<4, 256, 0, stream>>>(x, out);
  else
    by_instance<32><<<4, 256, 0, stream>>>(x, out);
}

// Groups of 64 threads that exchange nothing.
__global__ void only_a_rank(float* out) {
  auto group = cg::tiled_partition<64>(cg::this_thread_block());
  out[threadIdx.x] = static_cast<float>(group.thread_rank());
}

// A chunk of 64 elements is no lane count.
__global__ void chunk_of_64(const float* x, float* out) {
  for (int i = 0; i < 64; ++i) out[threadIdx.x] += __shfl(x[threadIdx.x], i % 32, 32);
}
