// SPDX-License-Identifier: Apache-2.0
// Dynamic shared memory whose start is aligned for what reads it.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

__global__ void declared_with_align(const float4* in, float4* out) {
  extern __shared__ __align__(16) unsigned char scratch[];
  __shared__ float row_sum[5];
  float4* tile = reinterpret_cast<float4*>(scratch);
  if (threadIdx.x < 5) row_sum[threadIdx.x] = 1.0f;
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 v = tile[threadIdx.x];
  v.x *= row_sum[threadIdx.x % 5];
  out[threadIdx.x] = v;
}

__global__ void element_type_is_wide(const float4* in, float4* out) {
  extern __shared__ float4 tile4[];
  __shared__ int count;
  if (threadIdx.x == 0) count = 1;
  tile4[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 v = tile4[threadIdx.x];
  v.y += count;
  out[threadIdx.x] = v;
}

__global__ void no_static_shared(const float4* in, float4* out) {
  extern __shared__ char bytes[];
  float4* tile = reinterpret_cast<float4*>(bytes);
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

__global__ void cast_is_not_wider(const float* in, float* out) {
  extern __shared__ int words[];
  __shared__ int count;
  float* values = reinterpret_cast<float*>(words);
  if (threadIdx.x == 0) count = 1;
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x] + count;
}

__global__ void another_array_is_aligned(const float4* in, float4* out) {
  extern __shared__ float4 vectors[];
  extern __shared__ char same_bytes[];
  __shared__ int count;
  if (threadIdx.x == 0) count = 1;
  float4* tile = reinterpret_cast<float4*>(same_bytes);
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 v = vectors[threadIdx.x];
  v.x += count;
  out[threadIdx.x] = v;
}

__global__ void static_sizes_keep_it_aligned(const float4* in, float4* out) {
  extern __shared__ char tail[];
  __shared__ float partial[32];
  if (threadIdx.x < 32) partial[threadIdx.x] = 0.0f;
  float4* tile = reinterpret_cast<float4*>(tail);
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 v = tile[threadIdx.x];
  v.x += partial[0];
  out[threadIdx.x] = v;
}

__global__ void cast_of_other_memory(const char* in, float4* out) {
  extern __shared__ char letters[];
  __shared__ int count;
  if (threadIdx.x == 0) count = 1;
  letters[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 v = reinterpret_cast<const float4*>(in)[threadIdx.x];
  v.x += letters[threadIdx.x] + count;
  out[threadIdx.x] = v;
}

template <typename T>
__global__ void aligned_by_size(T* out) {
  extern __shared__ __align__(sizeof(T)) unsigned char room[];
  __shared__ int count;
  if (threadIdx.x == 0) count = 1;
  T* slots = reinterpret_cast<T*>(room);
  slots[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = slots[threadIdx.x] + T(count);
}

void run(double* out) { aligned_by_size<double><<<1, 64, 512>>>(out); }

// The static objects are padded to four bytes, which is what the access needs.
__global__ void padded_by_the_widest_scalar(const int* in, int* out) {
  extern __shared__ char queue[];
  __shared__ int length;
  __shared__ bool closed;
  int* slots = reinterpret_cast<int*>(queue);
  if (threadIdx.x == 0) {
    length = 64;
    closed = true;
  }
  slots[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = closed ? slots[(threadIdx.x + 1) % length] : 0;
}

struct Histogram {
  int counts[9];
};

__global__ void padded_behind_a_class(const int* in, int* out) {
  extern __shared__ char more[];
  __shared__ bool full;
  __shared__ Histogram bins;
  __shared__ short limit;
  int* values = reinterpret_cast<int*>(more);
  if (threadIdx.x < 9) bins.counts[threadIdx.x] = 0;
  if (threadIdx.x == 0) {
    full = false;
    limit = 3;
  }
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = full ? limit : values[threadIdx.x ^ 1] + bins.counts[threadIdx.x % 9];
}

// Four bytes fill the gap that the alignment of the doubles leaves: 24 in all.
__global__ void gap_is_filled(const double* in, double* out) {
  extern __shared__ char rest[];
  __shared__ char letters[9];
  __shared__ float scale;
  __shared__ double total;
  double* values = reinterpret_cast<double*>(rest);
  if (threadIdx.x < 9) letters[threadIdx.x] = 1;
  if (threadIdx.x == 0) {
    scale = 2.0f;
    total = 1.0;
  }
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x ^ 1] * scale + total + letters[threadIdx.x % 9];
}

// No code of these instances names the static object: it takes no room.
template <bool kBias>
__global__ void switched_off(const float4* in, float4* out, bool last) {
  extern __shared__ char bytes_of_rows[];
  __shared__ float bias[kBias ? 5 : 1];
  float4* rows = reinterpret_cast<float4*>(bytes_of_rows);
  if (kBias && last && threadIdx.x < 5) bias[threadIdx.x] = 1.0f;
  rows[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 v = rows[threadIdx.x ^ 1];
  v.x += kBias ? bias[threadIdx.x % 5] : 0.0f;
  if (!kBias) {
    out[threadIdx.x] = v;
    return;
  }
  v.y += bias[0];
  out[threadIdx.x] = v;
}
template __global__ void switched_off<false>(const float4*, float4*, bool);

enum class Mode { copy, shift };

__device__ float first_of_row(float v) {
  __shared__ float row_first[3];
  if (threadIdx.x < 3) row_first[threadIdx.x] = v;
  __syncthreads();
  return row_first[0];
}

template <Mode kMode>
__global__ void helper_is_not_called(const float4* in, float4* out) {
  extern __shared__ char bytes_of_mode[];
  float4* rows = reinterpret_cast<float4*>(bytes_of_mode);
  rows[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 v = rows[threadIdx.x ^ 1];
  switch (kMode) {
  case Mode::shift: v.x += first_of_row(v.y); break;
  case Mode::copy: v.x += 1.0f; break;
  }
  out[threadIdx.x] = v;
}
template __global__ void helper_is_not_called<Mode::copy>(const float4*, float4*);

// The cast is of the branch that is left out.
template <int kWidth>
__global__ void wide_where_it_is_aligned(const int* in, int* out) {
  extern __shared__ int words_of_row[];
  __shared__ int step;
  if (threadIdx.x == 0) step = 1;
  words_of_row[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (kWidth == 4)
    out[threadIdx.x] = reinterpret_cast<int4*>(words_of_row)[threadIdx.x / 4].x;
  else
    out[threadIdx.x] = words_of_row[threadIdx.x ^ step];
}
template __global__ void wide_where_it_is_aligned<1>(const int*, int*);
