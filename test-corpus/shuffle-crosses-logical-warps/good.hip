// SPDX-License-Identifier: Apache-2.0
// Shuffles of default width that do on 64 lanes what they do on 32, each for its own reason.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#define WARP_SIZE 32

// Reductions downwards of which lane 0 of each 32 is used.
__global__ void down_used_at_lane_0(float* out, const float* in) {
  float v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = v;
}

__global__ void down_used_by_atomic(float* total, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? in[i] : 0.0f;
#pragma unroll
  for (int d = WARP_SIZE / 2; d > 0; d /= 2) v += __shfl_down(v, d);
  if ((threadIdx.x & (WARP_SIZE - 1)) == 0) atomicAdd(total, v);
}

__global__ void down_by_hand(int* out, const int* in) {
  int v = in[threadIdx.x];
  v += __shfl_down(v, 16);
  v += __shfl_down(v, 8);
  v += __shfl_down(v, 4);
  v += __shfl_down(v, 2);
  v += __shfl_down(v, 1);
  const int lane = threadIdx.x & 31;
  if (!lane) out[threadIdx.x >> 5] = v;
}

__global__ void down_used_by_groups_of_eight(int* out, const int* in) {
  int v = in[threadIdx.x];
  for (int d = 4; d; d >>= 1) v += __shfl_down(v, d);
  if ((threadIdx.x & 7) == 0) out[threadIdx.x / 8] = v;
}

// Reductions by xor stay in their half.
__global__ void xor_used_by_all(float* x) {
  float sum = x[threadIdx.x];
  for (int mask = 16; mask > 0; mask >>= 1) sum += __shfl_xor(sum, mask);
  x[threadIdx.x] /= sum;
}

__global__ void xor_counted_steps(int* out, const int* in) {
  int v = in[threadIdx.x];
#pragma unroll 5
  for (int i = 0; i < 5; i++) v = max(v, __shfl_xor(v, 1 << i));
  out[threadIdx.x] = v;
}

__global__ void xor_by_hand(double* out, const double* in) {
  double v = in[threadIdx.x];
  v += __shfl_xor(v, 16);
  v += __shfl_xor(v, 8);
  v += __shfl_xor(v, 4);
  v += __shfl_xor(v, 2);
  v += __shfl_xor(v, 1);
  out[threadIdx.x] = v;
}

__global__ void bitonic_step(int* out, const int* in) {
  const int lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  for (int size = 2; size <= 32; size <<= 1)
    for (int stride = size >> 1; stride > 0; stride >>= 1) {
      const int other = __shfl_xor(v, stride);
      const bool up = (lane & size) == 0;
      const bool lower = (lane & stride) == 0;
      v = (up == lower) ? min(v, other) : max(v, other);
    }
  out[threadIdx.x] = v;
}

// Scans with a guard in 0..31.
__global__ void guarded_scan(int* out, const int* in) {
  const int lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  for (int d = 1; d < 32; d <<= 1) {
    const int t = __shfl_up(v, d);
    if (lane >= d) v += t;
  }
  out[threadIdx.x] = v;
}

__global__ void guarded_scan_by_select(int* out, const int* in) {
  const unsigned lane = threadIdx.x % 32u;
  int v = in[threadIdx.x];
#pragma unroll
  for (unsigned d = 1; d <= 16; d *= 2) {
    const int t = __shfl_up(v, d);
    v += lane < d ? 0 : t;
  }
  const int exclusive = __shfl_up(v, 1);
  out[threadIdx.x] = lane == 0 ? 0 : exclusive;
}

__global__ void last_lane_writes(int* out, const int* in) {
  const int lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  for (int d = 1; d < 32; d <<= 1) {
    const int t = __shfl_up(v, d);
    if (lane >= d) v += t;
  }
  if (lane == 31) out[threadIdx.x >> 5] = v;
}

// Neighbours with a guard in 0..31.
__global__ void guarded_neighbours(float* out, const float* in) {
  const int lane = threadIdx.x & 31;
  const float c = in[threadIdx.x];
  float l = __shfl_up(c, 1);
  float r = __shfl_down(c, 1);
  if (lane == 0) l = 0.0f;
  if (lane == 31) r = 0.0f;
  out[threadIdx.x] = l + r;
}

__global__ void inner_lanes_only(float* out, const float* in) {
  const int lane = threadIdx.x & 31;
  const float c = in[threadIdx.x];
  const float l = __shfl_up(c, 1);
  const float r = __shfl_down(c, 1);
  if (lane > 0 && lane < WARP_SIZE - 1) out[threadIdx.x] = l - 2.0f * c + r;
}

// The lane number is taken from the thread: it names the right half by itself.
__global__ void source_from_thread(int* out, const int* in) {
  int v = in[threadIdx.x];
  v += __shfl(v, threadIdx.x ^ 1);
  v += __shfl(v, threadIdx.x & ~7u);
  out[threadIdx.x] = v;
}

// The value is the same in both halves of the wave.
__global__ void value_of_the_block(float* x, const float* scale) {
  const float s = scale[blockIdx.x];
  x[blockIdx.x * blockDim.x + threadIdx.x] *= __shfl(s, 0);
}

__global__ void read_by_the_first_lane(int* out, const int* row_start) {
  const int lane = threadIdx.x & 31;
  int begin = 0;
  if (lane == 0) begin = row_start[blockIdx.x];
  begin = __shfl(begin, 0);
  out[blockIdx.x * blockDim.x + threadIdx.x] = begin + lane;
}

__global__ void two_bounds_in_two_lanes(int* out, const int* row_start) {
  const int lane = threadIdx.x & 31;
  int bound = lane < 2 ? row_start[blockIdx.x + lane] : 0;
  const int begin = __shfl(bound, 0);
  const int end = __shfl(bound, 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = end - begin;
}

__global__ void kernel_parameter(float* x, float alpha) {
  const float a = __shfl(alpha, 0);
  x[threadIdx.x] *= a;
}

__global__ void after_a_block_reduction(float* x) {
  __shared__ float parts[32];
  const int lane = threadIdx.x & 31;
  const int warp = threadIdx.x >> 5;
  float v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (lane == 0) parts[warp] = v;
  __syncthreads();
  // Every warp sums the same entries.
  float sum = lane < static_cast<int>(blockDim.x / 32) ? parts[lane] : 0.0f;
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_down(sum, d);
  x[threadIdx.x] /= __shfl(sum, 0);
}

__global__ void second_stage_in_one_warp(float* out, const float* in) {
  __shared__ float parts[WARP_SIZE];
  const int lane = threadIdx.x % WARP_SIZE;
  const int warp = threadIdx.x / WARP_SIZE;
  float v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = WARP_SIZE / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (lane == 0) parts[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = threadIdx.x < blockDim.x / WARP_SIZE ? parts[lane] : 0.0f;
    for (int d = WARP_SIZE / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
    v = __shfl(v, 0);
    out[blockIdx.x * WARP_SIZE + lane] = v;
  }
}

// Half of the wave is elsewhere.
__global__ void one_logical_warp(int* out, const int* in) {
  if (threadIdx.x < 32) {
    int v = in[threadIdx.x];
    out[threadIdx.x] = __shfl(v, 0) + __shfl(v, (threadIdx.x + 1) & 31);
  }
}

// Widths.
__global__ void width_given(float* out, const float* in) {
  constexpr int kWidth = 16;
  float v = in[threadIdx.x];
  float s = __shfl(v, 0, 32) + __shfl_up(v, 1, WARP_SIZE);
  s += __shfl_xor(v, 8, kWidth) + __shfl_down(v, 1, 8);
  s += __shfl(v, (threadIdx.x + 1) & 31, 32);
  out[threadIdx.x] = s;
}

#define SHFL32(v, lane) __shfl((v), (lane), 32)
__global__ void width_in_macro(float* out, const float* in) {
  float v = in[threadIdx.x];
  out[threadIdx.x] = SHFL32(v, 0);
}

// Tiles.
__global__ void tile_of_32(float* out, const float* in) {
  namespace cg = cooperative_groups;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  float v = in[threadIdx.x];
  for (int d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_down(v, d);
  out[threadIdx.x] = tile.shfl(v, 0) + tile.shfl_up(v, 1);
}

// The real wave size throughout.
__global__ void wave_size_at_run_time(float* out, const float* in) {
  float v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_down(v, d);
  v = __shfl(v, 0);
  if (threadIdx.x % warpSize == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / warpSize] = v;
}

// Blocks of 32 threads at most.
__global__ void __launch_bounds__(32) bounded_by_32(int* out, const int* in) {
  int v = in[threadIdx.x];
  out[threadIdx.x] = __shfl(v, (threadIdx.x + 31) % 32);
}

// Nobody looks at the lanes that differ.
__global__ void only_the_lower_half_stores(float* out, const float* in) {
  float v = in[threadIdx.x];
  const float first = __shfl(v, 0);
  if (threadIdx.x < 32) out[threadIdx.x] = first;
}

__global__ void overwritten(float* out, const float* in) {
  float v = in[threadIdx.x];
  float w = __shfl_up(v, 1);
  w = v * 2.0f;
  out[threadIdx.x] = w;
}

// Value and index, by xor.
__global__ void closest_by_xor(int* out, const float* distance) {
  float value = distance[threadIdx.x];
  int index = threadIdx.x;
  for (int mask = 16; mask > 0; mask >>= 1) {
    const float other = __shfl_xor(value, mask);
    const int where = __shfl_xor(index, mask);
    if (other < value || (other == value && where < index)) {
      value = other;
      index = where;
    }
  }
  out[threadIdx.x] = index;
}

__global__ void closest_by_down(int* out, const float* distance) {
  float value = distance[threadIdx.x];
  int index = threadIdx.x;
  for (int d = 16; d > 0; d >>= 1) {
    const float other = __shfl_down(value, d);
    const int where = __shfl_down(index, d);
    if (other < value) {
      value = other;
      index = where;
    }
  }
  if ((threadIdx.x & 31) == 0) out[threadIdx.x >> 5] = index;
}

// Helpers that callers use rightly.
template <typename T>
__device__ __forceinline__ T warp_reduce(T v) {
#pragma unroll
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);
  return v;
}

template <typename T>
__device__ T block_reduce(T v, T* parts) {
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  v = warp_reduce(v);
  __syncthreads();
  if (lane == 0) parts[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? parts[lane] : T(0);
  if (warp == 0) v = warp_reduce(v);
  return v;
}

template <typename T>
__global__ void norm(T* out, const T* in, int n) {
  __shared__ T parts[32];
  T sum = T(0);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i] * in[i];
  sum = block_reduce(sum, parts);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}
template __global__ void norm<float>(float*, const float*, int);

struct WarpMax {
  __device__ float operator()(float v) const {
    for (int mask = 16; mask; mask >>= 1) v = fmaxf(v, __shfl_xor(v, mask));
    return v;
  }
};

__global__ void functor(float* x) { x[threadIdx.x] = WarpMax{}(x[threadIdx.x]); }

__global__ void lambda(float* x) {
  auto sum = [](float v) {
    for (int mask = 16; mask; mask >>= 1) v += __shfl_xor(v, mask);
    return v;
  };
  x[threadIdx.x] = sum(x[threadIdx.x]);
}

// One warp per row of the block.
__global__ void warp_per_row(float* out, const float* in, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  float sum = 0.0f;
  for (int c = threadIdx.x; c < columns; c += 32) sum += in[row * columns + c];
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_down(sum, d);
  if (threadIdx.x == 0) out[row] = sum;
}

void launch_warp_per_row(float* out, const float* in, int rows, int columns) {
  warp_per_row<<<rows / 8, dim3(32, 8)>>>(out, in, columns);
}

// Sub-warps of 16.
__global__ void groups_of_sixteen(float* out, const float* in) {
  float v = in[threadIdx.x];
  for (int d = 8; d; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % 16 == 0) out[threadIdx.x / 16] = v;
}

__global__ void scan_of_eight(int* x) {
  const int sub = threadIdx.x & 7;
  int v = x[threadIdx.x];
  for (int d = 1; d < 8; d <<= 1) {
    const int t = __shfl_up(v, d);
    if (sub >= d) v += t;
  }
  x[threadIdx.x] = v;
}

// Guards by arithmetic and by select.
__global__ void guard_by_product(float* x) {
  const int lane = threadIdx.x & 31;
  const float before = __shfl_up(x[threadIdx.x], 1);
  x[threadIdx.x] = before * (lane > 0);
}

__global__ void guard_by_return(float* out, const float* in) {
  float v = in[threadIdx.x];
  for (int d = 16; d; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x & 31) return;
  out[threadIdx.x >> 5] = v;
}

// The sum of the block, whichever lane adds to it.
__global__ void summed_in_shared_memory(int* x) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  int v = x[threadIdx.x];
  for (int d = 16; d; d >>= 1) v += __shfl_down(v, d);
  if ((threadIdx.x & 31) == 0) atomicAdd(&sum, v);
  __syncthreads();
  x[threadIdx.x] = sum;
}

__global__ void loaded_by_thread_0(int* out, const int* in) {
  __shared__ int count;
  if (threadIdx.x == 0) count = in[blockIdx.x];
  __syncthreads();
  out[threadIdx.x] = __shfl(count, 0);
}

__global__ void rows_of_64(int* out, const int* count) {
  const int n = __shfl(count[threadIdx.y], 0);
  out[threadIdx.y * 64 + threadIdx.x] = n;
}

void launch_rows_of_64(int* out, const int* count) { rows_of_64<<<1, dim3(64, 4)>>>(out, count); }

// Both halves hold the same item.
__global__ void item_per_lane(float* out, const float* in, int n) {
  const int i = blockIdx.x * 32 + (threadIdx.x & 31);
  if (i >= n) return;
  out[i] = in[i] + __shfl(in[i], 0);
}

__global__ void every_other_warp(int* x) {
  const int warp = threadIdx.x / 32;
  if ((warp & 1) == 0) x[threadIdx.x] = __shfl(x[threadIdx.x], 3);
}

__global__ void row_of_a_matrix(float* y, const int* row_start, const int* column, const float* a,
                                const float* x, int rows) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = thread / 32;
  const int lane = thread & 31;
  if (row < rows) {
    float sum = 0.0f;
    for (int j = row_start[row] + lane; j < row_start[row + 1]; j += 32) sum += a[j] * x[column[j]];
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_down(sum, d);
    if (lane == 0) y[row] = sum;
  }
}

// What the callers are is not known: a distance that they choose, an edge that they may not use.
__device__ float moved_by(float v, unsigned d) { return __shfl_down(v, d); }
__device__ float from_lane(float v, int source) { return __shfl(v, source); }
__device__ float sum_for_lane_0(float v) {
  for (int d = 16; d; d >>= 1) v += __shfl_down(v, d);
  return v;
}
__device__ int scan_for_callers(int v, int lane) {
  for (int d = 1; d < 32; d <<= 1) {
    const int t = __shfl_up(v, d);
    if (lane >= d) v += t;
  }
  return v;
}

// What `if constexpr` discards on a wave of 64, in a template that nobody instantiates here.
constexpr int compiled_wave() {
#if defined(__GFX8__) || defined(__GFX9__)
  return 64;
#else
  return 32;
#endif
}

template <typename T>
__device__ void discarded_on_wave64(T* sum, float v, int lane) {
  v += __shfl_xor(v, 8);
  if constexpr (compiled_wave() == 64) {
    v += __shfl_xor(v, 16);
  } else {
    v += __shfl(v, 15);
  }
  if ((lane & 31) == 31) atomicAdd(sum, v);
}

// Components behind an operator[]: what lanes 8-31 hold at the end is stored by nobody.
struct Packed3 {
  float x, y, z;
  __device__ float operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  __device__ float& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
};

__device__ void add_columns(Packed3 force, float* sum, int row, int column) {
  for (int d = 16; d >= 8; d >>= 1) {
    force[0] += __shfl_down(force[0], d);
    force[1] += __shfl_down(force[1], d);
    force[2] += __shfl_down(force[2], d);
  }
  if (row % 4 == 0) {
    atomicAdd(&sum[3 * column], force[0]);
    atomicAdd(&sum[3 * column + 1], force[1]);
    atomicAdd(&sum[3 * column + 2], force[2]);
  }
}

__global__ void sum_columns(const Packed3* force, float* sum) {
  add_columns(force[threadIdx.y * 8 + threadIdx.x], sum, threadIdx.y, threadIdx.x);
}

void launch_sum_columns(const Packed3* force, float* sum, hipStream_t stream) {
  sum_columns<<<1, dim3(8, 8), 0, stream>>>(force, sum);
}

namespace by_value {

struct Moments {
  float mean, weight;
};

__device__ Moments down(const Moments& m, int n) { return {__shfl_down(m.mean, n), __shfl_down(m.weight, n)}; }

/// The structure is this function's own; what lanes 16-31 make of it, nobody sees.
__device__ float first_lane(Moments m, int lane) {
  for (int d = 16; d > 0; d /= 2) {
    const Moments other = down(m, d);
    m.mean += other.mean;
    m.weight += other.weight;
  }
  return lane == 0 ? m.mean / m.weight : 0.0f;
}

}  // namespace by_value
