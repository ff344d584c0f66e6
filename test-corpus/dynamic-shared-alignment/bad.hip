// SPDX-License-Identifier: Apache-2.0
// Dynamic shared memory read through wide types, with static shared memory in front of it.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

__global__ void scale_rows(const float4* in, float4* out, float factor) {
  extern __shared__ char scratch[];  // trap: dynamic-shared-alignment "byte 20"
  __shared__ float row_sum[5];
  float4* tile = reinterpret_cast<float4*>(scratch);
  if (threadIdx.x < 5) row_sum[threadIdx.x] = factor;
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 v = tile[threadIdx.x];
  v.x *= row_sum[threadIdx.x % 5];
  out[threadIdx.x] = v;
}

// One flag is enough to move the base.
__global__ void sum_doubles(const double* in, double* out) {
  extern __shared__ unsigned char raw[];  // trap: dynamic-shared-alignment "need 8"
  __shared__ int done;
  double* partial = (double*)raw;
  if (threadIdx.x == 0) done = 0;
  partial[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned i = 1; i < blockDim.x; ++i) partial[0] += partial[i];
    done = 1;
    out[blockIdx.x] = partial[0] + done;
  }
}

// The static object sits in a helper, the cast in another one.
__device__ float block_total(float v) {
  __shared__ float warp_total[33];
  warp_total[threadIdx.x % 33] = v;
  __syncthreads();
  return warp_total[0];
}

__device__ int4 load_vector(const short* row, int i) {
  return reinterpret_cast<const int4*>(row)[i];
}

__global__ void gather(int4* out) {
  extern __shared__ short cache[];  // trap: dynamic-shared-alignment
  cache[threadIdx.x] = static_cast<short>(threadIdx.x);
  __syncthreads();
  int4 v = load_vector(cache, threadIdx.x / 8);
  v.x += static_cast<int>(block_total(1.0f));
  out[threadIdx.x] = v;
}

// The element type of a template; halves read two at a time.
template <typename T>
__global__ void pairs(__half2* out) {
  extern __shared__ __align__(2) T values[];  // trap: dynamic-shared-alignment
  __shared__ __half last[3];
  if (threadIdx.x < 3) last[threadIdx.x] = __float2half(0.0f);
  values[threadIdx.x] = T(1.0f);
  __syncthreads();
  out[threadIdx.x] = __hadd2(*reinterpret_cast<__half2*>(&values[2 * threadIdx.x]),
                             __half2half2(last[0]));
}

void run(__half2* out) { pairs<__half><<<1, 64, 1024>>>(out); }

// The helper of CUDA's samples: dynamic shared memory behind a conversion operator.
template <class T>
struct DynamicShared {
  __device__ operator T*() {
    extern __shared__ int words[];  // trap: dynamic-shared-alignment
    return reinterpret_cast<T*>(words);
  }
};

template <class T>
__global__ void swap_neighbours(const T* in, T* out) {
  __shared__ int distance;
  T* values = DynamicShared<T>();
  if (threadIdx.x == 0) distance = 1;
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x ^ distance];
}
template __global__ void swap_neighbours<double>(const double*, double*);

// Padded to the alignment of the int, which is not enough here.
__global__ void drain(const float4* in, float4* out) {
  extern __shared__ char queue[];  // trap: dynamic-shared-alignment "byte 8"
  __shared__ int length;
  __shared__ bool closed;
  float4* slots = reinterpret_cast<float4*>(queue);
  if (threadIdx.x == 0) {
    length = 1;
    closed = true;
  }
  slots[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 v = slots[threadIdx.x ^ length];
  v.x += closed;
  out[threadIdx.x] = v;
}

// The alignment of a static object moves its own start, not its end.
__global__ void weighted(const float4* in, float4* out) {
  extern __shared__ char pixels[];  // trap: dynamic-shared-alignment "byte 20"
  __shared__ __align__(16) float weight[5];
  float4* tile = reinterpret_cast<float4*>(pixels);
  if (threadIdx.x < 5) weight[threadIdx.x] = 0.5f;
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 v = tile[threadIdx.x ^ 1];
  v.x *= weight[threadIdx.x % 5];
  out[threadIdx.x] = v;
}

// Seventeen letters, with the flag and the short in the gap before the int.
__global__ void labelled(const float4* in, float4* out) {
  extern __shared__ char body[];  // trap: dynamic-shared-alignment "byte 24"
  __shared__ char label[17];
  __shared__ int offset;
  __shared__ bool dirty;
  __shared__ short shade;
  float4* rows = reinterpret_cast<float4*>(body);
  if (threadIdx.x < 17) label[threadIdx.x] = 1;
  if (threadIdx.x == 0) {
    offset = 1;
    dirty = true;
    shade = 3;
  }
  rows[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 v = rows[threadIdx.x ^ offset];
  v.x += label[threadIdx.x % 17] + shade;
  v.y += dirty;
  out[threadIdx.x] = v;
}

// One instance has the static object, another has it not.
template <bool kBias>
__global__ void switched_on(const float4* in, float4* out) {
  extern __shared__ char bytes_of_rows[];  // trap: dynamic-shared-alignment "byte 20"
  __shared__ float bias[5];
  float4* rows = reinterpret_cast<float4*>(bytes_of_rows);
  if (kBias && threadIdx.x < 5) bias[threadIdx.x] = 1.0f;
  rows[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 v = rows[threadIdx.x ^ 1];
  if (kBias) v.x += bias[threadIdx.x % 5];
  out[threadIdx.x] = v;
}
template __global__ void switched_on<false>(const float4*, float4*);
template __global__ void switched_on<true>(const float4*, float4*);
