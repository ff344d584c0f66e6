// SPDX-License-Identifier: Apache-2.0
// Kernels that count in warps of 32 here and in real waves there.
#include <hip/hip_runtime.h>

#define WARP_SIZE 32
#define FULL_TREE(v) \
  for (int d = WARP_SIZE / 2; d > 0; d >>= 1) v += __shfl_down(v, d)  // trap: mixed-lane-units

// --- a sum of 32, read once per wave -------------------------------------------------------------

__global__ void sum_from_16(float* total, const float* x) {
  float v = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);  // trap: mixed-lane-units @wave64 "counts in 32s"
  if (threadIdx.x % warpSize == 0) atomicAdd(total, v);
}

__global__ void lane_of_the_hardware(int* total, const int* x) {
  int v = x[threadIdx.x];
#pragma unroll
  for (int d = 16; d >= 1; d /= 2) v += __shfl_down(v, d);  // trap: mixed-lane-units
  if (__lane_id() == 0) atomicAdd(total, v);
}

__global__ void sum_by_xor(int* total, const int* x) {
  int v = x[threadIdx.x];
  for (int mask = 16; mask > 0; mask >>= 1) v += __shfl_xor(v, mask);  // trap: mixed-lane-units
  const int lane = threadIdx.x % warpSize;
  if (lane == 0) atomicAdd(total, v);
}

__global__ void sum_by_hand(int* total, const int* x) {
  int v = x[threadIdx.x];
  v += __shfl_down(v, 16);  // trap: mixed-lane-units
  v += __shfl_down(v, 8);
  v += __shfl_down(v, 4);
  v += __shfl_down(v, 2);
  v += __shfl_down(v, 1);
  if ((threadIdx.x & (warpSize - 1)) == 0) atomicAdd(total, v);
}

__global__ void counted_steps(int* total, const int* x) {
  int v = x[threadIdx.x];
  for (int i = 0; i < 5; ++i) v += __shfl_xor(v, 1 << i);  // trap: mixed-lane-units
  if (threadIdx.x % warpSize == 0) atomicAdd(total, v);
}

// The maximum of the first half stands for the wave.
__global__ void maximum(int* out, const int* x) {
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 16; d; d >>= 1) v = max(v, __shfl_down(v, d));  // trap: mixed-lane-units
  if (threadIdx.x % warpSize == 0) atomicMax(&out[blockIdx.x], v);
}

// --- a sum of the wave, read once per 32 ---------------------------------------------------------

// Lane 32 has its own half, lane 0 both.
__global__ void counted_twice(int* total, const int* x) {
  int v = x[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % 32 == 0) atomicAdd(total, v);  // trap: mixed-lane-units
}

__global__ void counted_twice_masked(int* total, const int* x) {
  int v = x[threadIdx.x];
  for (int d = warpSize >> 1; d > 0; d >>= 1) v += __shfl_down(v, d);
  const int lane = threadIdx.x & 31;  // trap: mixed-lane-units
  if (lane == 0) atomicAdd(total, v);
}

// --- scans ---------------------------------------------------------------------------------------

// Five steps make prefixes of 32; the guard lets lanes 32 and up add the other half.
__global__ void scan_of_five_steps(int* out, const int* x) {
  const int lane = threadIdx.x % warpSize;
  int v = x[threadIdx.x];
  for (int d = 1; d < 32; d <<= 1) {
    const int t = __shfl_up(v, d);  // trap: mixed-lane-units
    if (lane >= d) v += t;
  }
  out[threadIdx.x] = v;
}

// --- strides -------------------------------------------------------------------------------------

// Lanes of the wave, steps of 32: each element is taken twice.
__global__ void strided(int* total, const int* x, int n) {
  int sum = 0;
  for (int i = threadIdx.x % warpSize; i < n; i += 32) sum += x[i];
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor(sum, d);  // trap: mixed-lane-units
  if (threadIdx.x % warpSize == 0) atomicAdd(total, sum);
}

// --- two stages ----------------------------------------------------------------------------------

// Waves write 2 sums, the second stage reads blockDim.x / 32 = 4.
__global__ void second_stage(int* out, const int* x) {
  __shared__ int sums[32];
  const int lane = threadIdx.x % warpSize;
  const int wave = threadIdx.x / warpSize;
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (lane == 0) sums[wave] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? sums[lane] : 0;
  if (wave == 0) {
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);  // trap: mixed-lane-units
    if (lane == 0) out[blockIdx.x] = v;
  }
}

__global__ void first_stage(int* out, const int* x) {
  __shared__ int sums[32];
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  FULL_TREE(v);
  if (threadIdx.x % warpSize == 0) sums[threadIdx.x / warpSize] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    int total = 0;
    for (int w = 0; w < blockDim.x / warpSize; ++w) total += sums[w];
    out[blockIdx.x] = total;
  }
}

// --- disguises -----------------------------------------------------------------------------------

constexpr int kHalfWarp = WARP_SIZE / 2;

template <typename T>
__device__ __forceinline__ T warp_sum(T v) {
  for (int d = kHalfWarp; d > 0; d >>= 1) v += __shfl_down(v, d);  // trap: mixed-lane-units
  return v;
}

__device__ int lane_of_wave() { return threadIdx.x & (warpSize - 1); }

template <typename T>
__global__ void through_helpers(T* total, const T* x) {
  const T v = warp_sum(x[threadIdx.x]);
  if (lane_of_wave() == 0) atomicAdd(total, v);
}
template __global__ void through_helpers<int>(int*, const int*);
template __global__ void through_helpers<float>(float*, const float*);

struct Lane {
  int id;
  __device__ Lane() : id(threadIdx.x % warpSize) {}
  __device__ bool leads() const { return id == 0; }
};

__global__ void through_members(int* total, const int* x) {
  Lane lane;
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);  // trap: mixed-lane-units
  if (lane.leads()) atomicAdd(total, v);
}

__global__ void through_lambda(int* total, const int* x) {
  const auto reduce = [](int v) {
    for (int d = 16; d > 0; d >>= 1) v += __shfl_xor(v, d);  // trap: mixed-lane-units
    return v;
  };
  const int v = reduce(x[threadIdx.x]);
  if (threadIdx.x % warpSize == 0) atomicAdd(total, v);
}

template <int kStart>
__global__ void through_constant(int* total, const int* x) {
  int v = x[threadIdx.x];
  for (int d = kStart; d > 0; d /= 2) v += __shfl_down(v, d);  // trap: mixed-lane-units
  if (threadIdx.x % warpSize == 0) atomicAdd(total, v);
}
template __global__ void through_constant<16>(int*, const int*);

__device__ void add_up(int& v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);  // trap: mixed-lane-units
}

__global__ void through_reference(int* total, const int* x) {
  int v = x[threadIdx.x];
  int& sum = v;
  add_up(sum);
  if (threadIdx.x % warpSize == 0) atomicAdd(total, v);
}

// --- a tree of width 32 ---------------------------------------------------------------------------

/// The maxima of lanes 32-63 are lost.
__global__ void most_of_32(int* most, const int* x) {
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v = max(v, __shfl_xor(v, d, 32));  // trap: mixed-lane-units
  if (threadIdx.x % warpSize == 0) atomicMax(most, v);
}

// --- instances for warps of 64 -------------------------------------------------------------------

/// Maximum of this lane and those after it, over warps whose size the caller tells.
template <typename T, int kLogicalWarpThreads>
struct SuffixMaximum {
  int lane_id;
  __device__ SuffixMaximum() : lane_id(threadIdx.x & 0x1f) {}  // trap: mixed-lane-units @wave64 "instance for warps of 64"
  __device__ T of(T v) const {
    for (int d = 1; d < kLogicalWarpThreads; d *= 2) {
      const T other = __shfl_down(v, d, kLogicalWarpThreads);
      if (lane_id + d < kLogicalWarpThreads) v = v < other ? other : v;
    }
    return v;
  }
};

template <int kWarpSize>
__device__ int first_of_run(int key) {
  const int lane = threadIdx.x % 32;  // trap: mixed-lane-units @wave64 "(`kWarpSize` is 64)"
  const int before = __shfl_up(key, 1, kWarpSize);
  return lane == 0 || before != key;
}

template <int kWarpSize>
__global__ void runs_and_maxima(int* out, const int* key) {
  SuffixMaximum<int, kWarpSize> scan;
  out[threadIdx.x] = scan.of(key[threadIdx.x]) + first_of_run<kWarpSize>(key[threadIdx.x]);
}

void launch_by_query(int* out, const int* key, hipStream_t stream) {
  hipDeviceProp_t prop;
  if (hipGetDeviceProperties(&prop, 0) != hipSuccess) return;
  if (prop.warpSize == 64)
    runs_and_maxima<64><<<1, 256, 0, stream>>>(out, key);
  else
    runs_and_maxima<32><<<1, 256, 0, stream>>>(out, key);
}

// --- a constant that follows the wave --------------------------------------------------------------

__device__ constexpr int lanes_of_a_wave() {
#if defined(__GFX8__) || defined(__GFX9__)
  return 64;
#else
  return 32;
#endif
}

#define SUM_XOR(v, d, width) ((v) + __shfl_xor(v, d, width))

__device__ float sum_32(float v) {
  for (int d = 16; d > 0; d >>= 1) v = SUM_XOR(v, d, 32);
  return v;
}

typedef float (*Product)(const float*, const float*);

/// Each lane's share of a row, of which a caller's 32 lanes hold `kRow / 32` elements each.
template <int kColumns>
__device__ float dot_plain(const float* row, const float* mine) {
  constexpr int wave_size = lanes_of_a_wave();
  float sum = 0;
  for (int i = 0; i < kColumns; i += wave_size)  // trap: mixed-lane-units @wave64 "`wave_size` counts in waves of 64 and"
    sum += row[i + threadIdx.x] * mine[i / wave_size];
  return sum;
}

template <int kColumns>
__device__ float dot_halved(const float* row, const float* mine) {
  return 0.5f * dot_plain<kColumns>(row, mine);
}

template <int kColumns>
constexpr __device__ Product pick_product(int kind) {
  return kind == 0 ? dot_plain<kColumns> : dot_halved<kColumns>;
}

/// Blocks of 32 by 4 threads: a row of threads is a warp of CUDA.
template <int kKind>
__global__ void products(float* out, const float* rows, const float* x) {
  constexpr Product product = pick_product<128>(kKind);
  float mine[128 / 32];
  for (int i = 0; i < 128; i += 32) mine[i / 32] = x[i + threadIdx.x];
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  const float sum = sum_32(product(rows + row * 128, mine));
  if (threadIdx.x == 0) out[row] = sum;
}

void launch_products(float* out, const float* rows, hipStream_t stream) {
  products<0><<<16, dim3(32, 4), 0, stream>>>(out, rows, rows);
}

// --- more turns than can be run ------------------------------------------------------------------

constexpr int kRow = 16;
constexpr int kPitch = kRow + 1;

/// Rows that warps of 32 fill, and then a recurrence over all steps of a sequence.
__global__ void recurrence(float* out, const float* factor, const float* x, int steps) {
  extern __shared__ float rows[];
  const int warp = threadIdx.x / 32;  // trap: mixed-lane-units "counts in 32s and `warpSize`"
  const int lane = threadIdx.x % 32;
  for (int i = 0; i < 32; i += 2)
    rows[(warp * warpSize + i) * kPitch + lane + lane / kRow] =
        factor[(warp * warpSize + i) * kRow + lane];
  __syncthreads();
  for (int t = 0; t < steps; ++t) {
    float sum = 0;
    for (int k = 0; k < kRow; ++k) {
      const float state = rows[threadIdx.x * kPitch + k] * x[t] + x[t * kRow + k];
      sum += state * x[k];
      rows[threadIdx.x * kPitch + k] = state;
    }
    out[t * blockDim.x + threadIdx.x] = sum;
  }
}

void launch_recurrence(float* out, const float* x, int steps, hipStream_t stream) {
  recurrence<<<1, 128, 128 * kPitch * sizeof(float), stream>>>(out, x, x, steps);
}

// --- shapes of the block -------------------------------------------------------------------------

__global__ void known_block(int* total, const int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int v = x[i];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor(v, d);  // trap: mixed-lane-units
  if (threadIdx.x % warpSize == 0) atomicAdd(total, v);
}

__global__ void rows_of_64(int* out, const int* x) {
  int v = x[threadIdx.y * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);  // trap: mixed-lane-units
  if (threadIdx.x % warpSize == 0) atomicAdd(&out[threadIdx.y], v);
}

void launch(int* total, int* out, const int* x, int n, hipStream_t stream) {
  constexpr int kThreads = 256;
  known_block<<<n / kThreads, kThreads, 0, stream>>>(total, x, n);
  const dim3 block(64, 2);
  rows_of_64<<<1, block, 0, stream>>>(out, x);
}
