// SPDX-License-Identifier: Apache-2.0
// Ported for waves of 64, compiled for waves of 32 as well.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

namespace cg = cooperative_groups;

__global__ void tile_sum(const float* x, float* out) {
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());  // trap: tile-wider-than-wave @wave32
  float v = x[threadIdx.x];
  for (int d = 32; d > 0; d /= 2) v += tile.shfl_down(v, d);
  if (tile.thread_rank() == 0) out[threadIdx.x / 64] = v;
}

__global__ void width_of_64(const int* x, int* out) {
  int v = x[threadIdx.x];
  v += __shfl_xor(v, 16, 64);  // trap: tile-wider-than-wave @wave32 "width 64"
  v += __shfl_xor(v, 8, 64);
  out[threadIdx.x] = v;
}

// Disguises: a name that tells nothing, a macro, a template's argument, a helper, a lambda.
constexpr unsigned kRow = 64;

__global__ void named(const float* x, float* out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<kRow> row = cg::tiled_partition<kRow>(block);  // trap: tile-wider-than-wave @wave32
  out[threadIdx.x] = row.shfl(x[threadIdx.x], 0);
}

#define GROUP 64

__global__ void by_macro(const float* x, int* out) {
  auto group = cg::tiled_partition<GROUP>(cg::this_thread_block());  // trap: tile-wider-than-wave @wave32
  out[threadIdx.x] = group.any(x[threadIdx.x] > 0);
}

template <int N>
__device__ float row_max(float v) {
  auto row = cg::tiled_partition<N>(cg::this_thread_block());  // trap: tile-wider-than-wave @wave32
  for (int d = N / 2; d > 0; d /= 2) v = fmaxf(v, row.shfl_xor(v, d));
  return v;
}

__global__ void by_template(const float* x, float* out) {
  out[threadIdx.x] = row_max<64>(x[threadIdx.x]);
}

__global__ void in_a_lambda(const float* x, float* out) {
  const auto first = [](float v) {
    const int width = 64;
    return __shfl(v, 0, width);  // trap: tile-wider-than-wave @wave32
  };
  out[threadIdx.x] = first(x[threadIdx.x]);
}
