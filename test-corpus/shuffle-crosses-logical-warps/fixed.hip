// SPDX-License-Identifier: Apache-2.0
// Warp code that hipify left without widths: on 64 lanes it reads the other logical warp.
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <hipshim/warp32.hpp>

#define WARP_SIZE 32
#define LOG_WARP 5

// --- broadcasts ----------------------------------------------------------------------------------

__global__ void broadcast_first(float* row, const float* scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = scale[i];
  s = hipshim::warp32::shfl(s, 0);  // trap: shuffle-crosses-logical-warps "lanes 32-63 read lane 0 instead of lane 32"
  row[i] *= s;
}

__global__ void broadcast_last(int* out, const int* in) {
  const int lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    int t = __shfl_up(v, d);
    if (lane >= d) v += t;
  }
  const int total = hipshim::warp32::shfl(v, 31);  // trap: shuffle-crosses-logical-warps "lanes 32-63 read lane 31 instead of lane 63"
  out[threadIdx.x] = total - v;
}

__global__ void broadcast_named(float* out, const float* in) {
  int lane = threadIdx.x % WARP_SIZE;
  float v = in[threadIdx.x] * lane;
  out[threadIdx.x] = hipshim::warp32::shfl(v, WARP_SIZE - 1);  // trap: shuffle-crosses-logical-warps
}

// The sum is the same on 32 lanes, and another one on the next 32.
__global__ void mean_of_warp(float* x) {
  float sum = x[threadIdx.x];
  for (int mask = 16; mask > 0; mask >>= 1) sum += __shfl_xor(sum, mask);
  sum = hipshim::warp32::shfl(sum, 0);  // trap: shuffle-crosses-logical-warps
  x[threadIdx.x] -= sum / 32.0f;
}

__global__ void mean_of_warp_down(float* x) {
  float sum = x[threadIdx.x];
  for (int offset = WARP_SIZE / 2; offset > 0; offset /= 2) sum += __shfl_down(sum, offset);
  const float mean = hipshim::warp32::shfl(sum, 0) / WARP_SIZE;  // trap: shuffle-crosses-logical-warps
  x[threadIdx.x] -= mean;
}

// One atomic per warp reserves room for its 32 items; the base goes to the others by shuffle.
__global__ void reserve(int* counter, int* slots, const int* items) {
  int lane = threadIdx.x & 31;
  int base = 0;
  if (lane == 0) base = atomicAdd(counter, 32);
  base = hipshim::warp32::shfl(base, 0);  // trap: shuffle-crosses-logical-warps
  slots[base + lane] = items[blockIdx.x * blockDim.x + threadIdx.x];
}

// One warp per row, one row per threadIdx.y.
__global__ void row_maximum(float* out, const float* in, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  float best = -1e30f;
  for (int c = threadIdx.x; c < columns; c += 32) best = fmaxf(best, in[row * columns + c]);
  for (int d = 16; d; d >>= 1) best = fmaxf(best, __shfl_down(best, d));
  best = hipshim::warp32::shfl(best, 0);  // trap: shuffle-crosses-logical-warps
  for (int c = threadIdx.x; c < columns; c += 32) out[row * columns + c] = in[row * columns + c] - best;
}

void launch_row_maximum(float* out, const float* in, int rows, int columns) {
  dim3 block(32, 8);
  row_maximum<<<rows / 8, block>>>(out, in, columns);
}

__global__ void known_block(double* out, const double* in) {
  double v = in[blockIdx.x * 256 + threadIdx.x];
  out[blockIdx.x * 256 + threadIdx.x] = v - hipshim::warp32::shfl(v, 0);  // trap: shuffle-crosses-logical-warps
}

void launch_known_block(double* out, const double* in, hipStream_t stream) {
  hipLaunchKernelGGL(known_block, dim3(64), dim3(256), 0, stream, out, in);
}

// After an early return of whole warps.
__global__ void guarded_tail(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = in[i];
  out[i] = v / hipshim::warp32::shfl(v, 0);  // trap: shuffle-crosses-logical-warps
}

// --- rotations and computed sources --------------------------------------------------------------

__global__ void rotate(int* out, const int* in) {
  int lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  v += hipshim::warp32::shfl(v, (lane + 1) & 31);  // trap: shuffle-crosses-logical-warps
  v += hipshim::warp32::shfl(v, (lane + 31) % 32);  // trap: shuffle-crosses-logical-warps
  out[threadIdx.x] = v;
}

__global__ void global_index(float* out, const float* in) {
  const unsigned gid = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = gid % 32;
  float v = in[gid];
  out[gid] = v + hipshim::warp32::shfl(v, lane ^ 1);  // trap: shuffle-crosses-logical-warps
}

__global__ void shifted_index(float* out, const float* in) {
  const int gid = threadIdx.x + blockIdx.x * blockDim.x;
  const int warp = gid >> LOG_WARP;
  const int lane = gid - (warp << LOG_WARP);
  float v = in[gid];
  out[gid] = hipshim::warp32::shfl(v, 31 - lane);  // trap: shuffle-crosses-logical-warps
}

// Groups of eight whose first lane is found in 0..31.
__global__ void group_leader(int* out, const int* in) {
  const int lane = threadIdx.x & (WARP_SIZE - 1);
  int v = in[threadIdx.x];
  out[threadIdx.x] = hipshim::warp32::shfl(v, lane & ~7);  // trap: shuffle-crosses-logical-warps
}

__global__ void all_pairs(float* force, const float* position) {
  float p = position[threadIdx.x];
  float f = 0.0f;
  for (int k = 0; k < WARP_SIZE; ++k) {
    const float q = hipshim::warp32::shfl(p, k);  // trap: shuffle-crosses-logical-warps
    f += q - p;
  }
  force[threadIdx.x] = f;
}

__global__ void unrolled_by_hand(float* out, const float* in) {
  float v = in[threadIdx.x];
  float acc = 0.0f;
  acc += hipshim::warp32::shfl(v, 0) * 0.5f;   // trap: shuffle-crosses-logical-warps
  acc += hipshim::warp32::shfl(v, 8) * 0.25f;  // trap: shuffle-crosses-logical-warps
  out[threadIdx.x] = acc;
}

// --- neighbours ----------------------------------------------------------------------------------

__global__ void previous(float* out, const float* in) {
  float v = in[threadIdx.x];
  out[threadIdx.x] = v - hipshim::warp32::shfl_up(v, 1);  // trap: shuffle-crosses-logical-warps "lane 32 reads lane 31 instead of keeping its own value"
}

__global__ void following(float* out, const float* in) {
  float v = in[threadIdx.x];
  out[threadIdx.x] = hipshim::warp32::shfl_down(v, 1) - v;  // trap: shuffle-crosses-logical-warps "lane 31 reads lane 32"
}

// The guard speaks of the block, the shuffle of the warp.
__global__ void guarded_by_thread(int* out, const int* key) {
  int k = key[threadIdx.x];
  int before = hipshim::warp32::shfl_up(k, 1);  // trap: shuffle-crosses-logical-warps
  if (threadIdx.x == 0) before = -1;
  out[threadIdx.x] = k != before;
}

__global__ void three_point(float* out, const float* in) {
  float c = in[threadIdx.x];
  float l = hipshim::warp32::shfl_up(c, 1);    // trap: shuffle-crosses-logical-warps
  float r = hipshim::warp32::shfl_down(c, 1);  // trap: shuffle-crosses-logical-warps
  out[threadIdx.x] = 0.25f * l + 0.5f * c + 0.25f * r;
}

// --- templates -----------------------------------------------------------------------------------

// Never instantiated here.
template <typename T>
__device__ T first_of_warp(T v) {
  return hipshim::warp32::shfl(v, 0);  // trap: shuffle-crosses-logical-warps
}

template <typename T, int kWidth>
__global__ void subtract_first(T* data) {
  T v = data[threadIdx.x];
  const T first = hipshim::warp32::shfl(v, kWidth - kWidth);  // trap: shuffle-crosses-logical-warps
  data[threadIdx.x] = v - first;
}
template __global__ void subtract_first<float, 32>(float*);
template __global__ void subtract_first<int, 32>(int*);

template <typename T>
__inline__ __device__ T warp_sum_everywhere(T v) {
#pragma unroll
  for (int mask = 16; mask > 0; mask >>= 1) v += __shfl_down(v, mask);
  return hipshim::warp32::shfl(v, 0);  // trap: shuffle-crosses-logical-warps
}

template <typename T>
__global__ void centre(T* data) {
  T v = data[threadIdx.x];
  data[threadIdx.x] = v - warp_sum_everywhere<T>(v) / T(32);
}
template __global__ void centre<float>(float*);
template __global__ void centre<double>(double*);

// --- macros --------------------------------------------------------------------------------------

#define SHFL(v, s) hipshim::warp32::shfl(v, s)  // trap: shuffle-crosses-logical-warps

__global__ void through_macro(float* out, const float* in) {
  float v = in[threadIdx.x];
  out[threadIdx.x] = SHFL(v, 0) + SHFL(v, 1);
}

// The usual porting header: the mask goes, the width is never given.
#define __shfl_up_sync(mask, v, d) hipshim::warp32::shfl_up(v, d)  // trap: shuffle-crosses-logical-warps

__global__ void mask_dropped(int* out, const int* in) {
  int v = in[threadIdx.x];
  out[threadIdx.x] = __shfl_up_sync(0xffffffff, v, 1);
}

// trap+3: shuffle-crosses-logical-warps
#define BROADCAST(target, source)      \
  do {                                 \
    (target) = hipshim::warp32::shfl((source), 0); \
  } while (0)

__global__ void multi_line_macro(int* out, const int* in) {
  int v = in[threadIdx.x];
  int first;
  BROADCAST(first, v);
  out[threadIdx.x] = v - first;
}

#define NEXT_LANE ((threadIdx.x + 1) & 31)
__global__ void macro_in_argument(int* out, const int* in) {
  int v = in[threadIdx.x];
  out[threadIdx.x] = hipshim::warp32::shfl(v, NEXT_LANE);  // trap: shuffle-crosses-logical-warps
}

// --- wrappers, members, lambdas ------------------------------------------------------------------

namespace compat {
template <typename T>
__device__ __forceinline__ T shfl_sync(unsigned, T v, int source) {
  return hipshim::warp32::shfl(v, source);  // trap: shuffle-crosses-logical-warps
}
namespace detail {
__device__ inline float left(float v) {
  return hipshim::warp32::shfl_up(v, 1);  // trap: shuffle-crosses-logical-warps
}
}  // namespace detail
}  // namespace compat

__global__ void wrapper(float* out, const float* in) {
  float v = in[threadIdx.x];
  out[threadIdx.x] = compat::shfl_sync(0xffffffffu, v, 0) + compat::detail::left(v);
}

struct WarpContext {
  int lane;
  __device__ explicit WarpContext(int thread) : lane(thread & 31) {}
  __device__ float next(float v) const {
    return hipshim::warp32::shfl(v, (lane + 1) % 32);  // trap: shuffle-crosses-logical-warps
  }
};

__global__ void member_function(float* out, const float* in) {
  WarpContext warp(threadIdx.x);
  out[threadIdx.x] = warp.next(in[threadIdx.x]);
}

struct FirstOfWarp {
  template <typename T>
  __device__ T operator()(T v) const {
    return hipshim::warp32::shfl(v, 0);  // trap: shuffle-crosses-logical-warps
  }
};

template <typename Op>
__global__ void apply(float* data, Op op) {
  data[threadIdx.x] = op(data[threadIdx.x]);
}

void launch_apply(float* data) { apply<<<4, 128>>>(data, FirstOfWarp{}); }

__global__ void by_lambda(float* out, const float* in) {
  const int lane = threadIdx.x & 31;
  auto neighbour = [lane](float v) {
    return hipshim::warp32::shfl(v, (lane + 4) & 31);  // trap: shuffle-crosses-logical-warps
  };
  auto first = [&](auto v) { return hipshim::warp32::shfl(v, 0); };  // trap: shuffle-crosses-logical-warps
  const float v = in[threadIdx.x];
  out[threadIdx.x] = neighbour(v) - first(v);
}

__device__ void share(float& value, int source) {
  value = hipshim::warp32::shfl(value, source);  // trap: shuffle-crosses-logical-warps
}

__device__ void share_into(float v, float* result) {
  *result = hipshim::warp32::shfl(v, 7);  // trap: shuffle-crosses-logical-warps
}

__global__ void out_parameters(float* out, const float* in) {
  float v = in[threadIdx.x];
  float w;
  share_into(v, &w);
  share(v, 3);
  out[threadIdx.x] = v + w;
}

struct Best {
  float value;
  int index;
};

// Minimum and where it is; both halves then take the lower half's answer.
__global__ void closest(int* out, const float* distance) {
  Best best;
  best.value = distance[threadIdx.x];
  best.index = threadIdx.x;
  for (int d = 16; d > 0; d /= 2) {
    const float other = __shfl_down(best.value, d);
    const int where = __shfl_down(best.index, d);
    if (other < best.value) {
      best.value = other;
      best.index = where;
    }
  }
  best.index = hipshim::warp32::shfl(best.index, 0);  // trap: shuffle-crosses-logical-warps
  out[threadIdx.x] = best.index;
}

// --- control flow --------------------------------------------------------------------------------

__global__ void chosen(float* out, const float* in, int mode) {
  float v = in[threadIdx.x];
  switch (mode) {
    case 0:
      v = hipshim::warp32::shfl(v, 0);  // trap: shuffle-crosses-logical-warps
      break;
    case 1:
      v = hipshim::warp32::shfl_up(v, 2);  // trap: shuffle-crosses-logical-warps
      break;
    default:
      v = -v;
  }
  out[threadIdx.x] = v;
}

__global__ void ternary(float* out, const float* in, bool scaled) {
  float v = in[threadIdx.x];
  const float s = scaled ? hipshim::warp32::shfl(v, 0) : 1.0f;  // trap: shuffle-crosses-logical-warps
  out[threadIdx.x] = v * s;
}

// Rounds that depend on the data; each ends with a value handed round.
__global__ void rounds(float* x, int n) {
  float v = x[threadIdx.x];
  int turn = 0;
  while (turn < n) {
    v = 0.5f * (v + hipshim::warp32::shfl(v, (threadIdx.x + turn) & 31));  // trap: shuffle-crosses-logical-warps
    ++turn;
  }
  x[threadIdx.x] = v;
}

// The lane that owns an item is the same for the whole warp, and not known here.
__global__ void from_any_lane(float* out, const float* in, int k) {
  const float v = in[threadIdx.x];
  out[threadIdx.x] = v - hipshim::warp32::shfl(v, k);  // trap: shuffle-crosses-logical-warps
}

// Typedefs, casts and auto.
typedef unsigned int word_t;
using real = double;

__global__ void spelled_otherwise(real* out, const real* in, word_t* bits) {
  auto v = static_cast<real>(in[threadIdx.x]);
  word_t b = bits[threadIdx.x];
  auto v0 = hipshim::warp32::shfl(v, static_cast<int>(0u));  // trap: shuffle-crosses-logical-warps
  b ^= (word_t)hipshim::warp32::shfl((int)b, 0);             // trap: shuffle-crosses-logical-warps
  out[threadIdx.x] = v - v0;
  bits[threadIdx.x] = b;
}

// Every lane of every warp reads its own 32 entries, and keeps lane 0's sum.
__global__ void second_stage_in_all_warps(float* out, const float* in) {
  __shared__ float parts[1024];
  parts[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float v = parts[threadIdx.x ^ 3];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);
  v = hipshim::warp32::shfl(v, 0);  // trap: shuffle-crosses-logical-warps
  out[threadIdx.x] = v;
}

// Segmented: the head of each segment stays within the warp.
__global__ void segment_heads(int* out, const int* flags) {
  const int lane = threadIdx.x & 31;
  const int head = flags[threadIdx.x];
  const int before = hipshim::warp32::shfl_up(head, 1);  // trap: shuffle-crosses-logical-warps
  out[threadIdx.x] = (lane >= 0 && head != before) ? 1 : 0;
}

// --- where the value goes ------------------------------------------------------------------------

__global__ void to_an_address(int* out, const int* in) {
  const int base = hipshim::warp32::shfl(in[threadIdx.x], 0);  // trap: shuffle-crosses-logical-warps
  out[base + (threadIdx.x & 31)] = 1;
}

__global__ void to_a_branch(int* out, const int* in) {
  if (hipshim::warp32::shfl(in[threadIdx.x], 0) > 0) out[threadIdx.x] = 1;  // trap: shuffle-crosses-logical-warps
}

__global__ void to_an_atomic(int* histogram, const int* in) {
  const int bin = hipshim::warp32::shfl(in[threadIdx.x], 31);  // trap: shuffle-crosses-logical-warps
  if (threadIdx.x % 32 == 5) atomicAdd(&histogram[bin], 1);
}

__global__ void to_shared_memory(int* out, const int* in) {
  extern __shared__ int row[];
  row[threadIdx.x] = hipshim::warp32::shfl_up(in[threadIdx.x], 1);  // trap: shuffle-crosses-logical-warps
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x ^ 1];
}

__device__ void to_memory_of_the_caller(float* out, float v) {
  out[threadIdx.x] = hipshim::warp32::shfl_down(v, 1);  // trap: shuffle-crosses-logical-warps
}

// --- what is moved -------------------------------------------------------------------------------

__global__ void parts_of_a_vector(float4* x) {
  float4 v = x[threadIdx.x];
  v.x = hipshim::warp32::shfl(v.x, 0);     // trap: shuffle-crosses-logical-warps
  v.w = hipshim::warp32::shfl_up(v.w, 1);  // trap: shuffle-crosses-logical-warps
  x[threadIdx.x] = v;
}

__global__ void half_pairs(__half2* x) {
  __half2 v = x[threadIdx.x];
  unsigned bits = *reinterpret_cast<unsigned*>(&v);
  bits = hipshim::warp32::shfl(bits, 0);  // trap: shuffle-crosses-logical-warps
  x[threadIdx.x] = *reinterpret_cast<__half2*>(&bits);
}

// A type of any size, word by word.
template <typename T>
__device__ T broadcast_words(T v, int source) {
  int* words = reinterpret_cast<int*>(&v);
#pragma unroll
  for (unsigned i = 0; i < sizeof(T) / sizeof(int); ++i)
    words[i] = hipshim::warp32::shfl(words[i], source);  // trap: shuffle-crosses-logical-warps
  return v;
}

__global__ void any_size(Best* best) { best[threadIdx.x] = broadcast_words(best[threadIdx.x], 0); }

__global__ void array_of_registers(int* x) {
  int r[4];
  for (int i = 0; i < 4; ++i) r[i] = x[threadIdx.x * 4 + i];
  for (int i = 0; i < 4; ++i) r[i] = hipshim::warp32::shfl(r[i], i * 8);  // trap: shuffle-crosses-logical-warps
  for (int i = 0; i < 4; ++i) x[threadIdx.x * 4 + i] = r[i];
}

// Half of a logical warp exchanges with its other half.
__global__ void swap_halves(unsigned* x) {
  const unsigned lane = threadIdx.x & 0x1fu;
  const unsigned partner = lane < 16 ? lane + 16 : lane - 16;
  x[threadIdx.x] = hipshim::warp32::shfl(x[threadIdx.x], partner);  // trap: shuffle-crosses-logical-warps
}

// One row of a sparse matrix per 32 lanes.
__global__ void sparse_rows(int* out, const int* row_start) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  int bound = lane < 2 ? row_start[row + lane] : 0;
  const int begin = hipshim::warp32::shfl(bound, 0);  // trap: shuffle-crosses-logical-warps
  const int end = hipshim::warp32::shfl(bound, 1);    // trap: shuffle-crosses-logical-warps
  for (int j = begin + lane; j < end; j += 32) out[j] = row;
}

// The project's own constant of that name is 32 everywhere.
namespace port {
constexpr int warpSize = 32;
__global__ void own_constant(int* x) {
  const int lane = threadIdx.x % warpSize;
  x[threadIdx.x] = hipshim::warp32::shfl(x[threadIdx.x], (lane + 1) % warpSize);  // trap: shuffle-crosses-logical-warps
}
}  // namespace port

// A use of warpSize that cancels out decides nothing.
__global__ void both_units(int* out, const int* in) {
  int v = in[threadIdx.x];
  v += hipshim::warp32::shfl(v, (threadIdx.x + 1) & 31);  // trap: shuffle-crosses-logical-warps
  out[threadIdx.x / warpSize * warpSize + threadIdx.x % warpSize] = v;
}

namespace by_value {

struct Moments {
  float mean, weight;
};

/// The caller gets what lanes 16-31 make of it.
__device__ void every_lane(Moments& m) {
  m.mean += hipshim::warp32::shfl_down(m.mean, 16);  // trap: shuffle-crosses-logical-warps
}

}  // namespace by_value
