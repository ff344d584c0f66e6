// SPDX-License-Identifier: Apache-2.0
// Limits of dynamic-shared-alignment.
#include <hip/hip_runtime.h>

struct Packet {
  double sum;
  double weight;
};

__global__ void class_type(const Packet* in, Packet* out) {
  extern __shared__ char bytes[];  // miss: dynamic-shared-alignment the alignment of a class is not known behind a pointer
  __shared__ int count;
  if (threadIdx.x == 0) count = 1;
  Packet* packets = reinterpret_cast<Packet*>(bytes);
  packets[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = packets[threadIdx.x ^ count];
}

__device__ float4 inner(const char* p) { return *reinterpret_cast<const float4*>(p); }
__device__ float4 outer(const char* p) { return inner(p + 16 * threadIdx.x); }

__global__ void two_calls_away(float4* out) {
  extern __shared__ char text[];  // miss: dynamic-shared-alignment the cast is two calls away
  __shared__ int count;
  if (threadIdx.x == 0) count = 1;
  text[threadIdx.x] = static_cast<char>(threadIdx.x);
  __syncthreads();
  float4 v = outer(text);
  v.x += count;
  out[threadIdx.x] = v;
}

struct alignas(16) Pivot {
  float value;
};

__global__ void alignment_of_a_class(const float4* in, float4* out) {
  extern __shared__ char room[];  // miss: dynamic-shared-alignment alignas on a class does not pad the static objects: byte 52, not 64
  __shared__ Pivot pivots[3];
  __shared__ bool found;
  if (threadIdx.x < 3) pivots[threadIdx.x].value = 2.0f;
  if (threadIdx.x == 0) found = true;
  float4* rows = reinterpret_cast<float4*>(room);
  rows[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 v = rows[threadIdx.x ^ 1];
  v.x += found ? pivots[threadIdx.x % 3].value : 0.0f;
  out[threadIdx.x] = v;
}
