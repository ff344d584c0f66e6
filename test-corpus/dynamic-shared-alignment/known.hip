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
