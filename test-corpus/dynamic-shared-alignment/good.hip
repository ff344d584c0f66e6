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
