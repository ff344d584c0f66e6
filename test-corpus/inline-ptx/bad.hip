// SPDX-License-Identifier: Apache-2.0
// PTX that hipify left in asm statements, in the disguises in which it comes.
#include <hip/hip_runtime.h>

__device__ __forceinline__ unsigned lane_id() {
  unsigned id;
  asm("mov.u32 %0, %%laneid;" : "=r"(id));  // trap: inline-ptx "laneid"
  return id;
}

__device__ unsigned lanes_below() {
  unsigned mask;
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));  // trap: inline-ptx "lanemask_lt"
  return mask;
}

// Several instructions, a predicate register, a scope of its own.
__device__ int from_below(int value, int delta, int* in_range) {
  int result, ok;
  asm volatile(  // trap: inline-ptx "shfl.sync.up.b32"
      "{\n"
      "  .reg .pred p;\n"
      "  shfl.sync.up.b32 %0|p, %2, %3, 0x0, 0xffffffff;\n"
      "  selp.s32 %1, 1, 0, p;\n"
      "}\n"
      : "=r"(result), "=r"(ok)
      : "r"(value), "r"(delta));
  *in_range = ok;
  return result;
}

// A macro, used twice: one finding where it is defined.
#define PERMUTE_BYTES(out, a, b, order) \
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(out) : "r"(a), "r"(b), "r"(order))  // trap: inline-ptx "prmt.b32"

__device__ unsigned swap_halves(unsigned a, unsigned b) {
  unsigned low, high;
  PERMUTE_BYTES(low, a, b, 0x5410u);
  PERMUTE_BYTES(high, a, b, 0x7632u);
  return low ^ high;
}

// A barrier of part of the block, in a lambda.
template <int kThreads>
__global__ void partial_barrier(int* data) {
  auto wait = [] __device__() {
    asm volatile("bar.sync 1, 128;" ::: "memory");  // trap: inline-ptx "bar.sync"
  };
  data[threadIdx.x] = kThreads;
  wait();
  asm volatile("membar.gl;" ::: "memory");  // trap: inline-ptx "membar.gl"
  data[threadIdx.x] += data[threadIdx.x ^ 1] + lane_id() + lanes_below() + swap_halves(1u, 2u);
}

__global__ void votes(unsigned* out) {
  unsigned active, ballot;
  int in_range = 0;
  asm("activemask.b32 %0;" : "=r"(active));  // trap: inline-ptx "activemask"
  asm volatile("vote.sync.ballot.b32 %0, %1, %2;"  // trap: inline-ptx "vote.sync.ballot.b32"
               : "=r"(ballot)
               : "r"(active != 0 ? 1 : 0), "r"(0xffffffffu));
  out[threadIdx.x] = active ^ ballot ^ static_cast<unsigned>(from_below(1, 1, &in_range));
}

void run(int* data) { partial_barrier<128><<<1, 256>>>(data); }

// A flag for other blocks: the order of the access is what has to survive.
__device__ void publish(unsigned* flag, unsigned value) {
  asm volatile("st.global.release.gpu.b32 [%0], %1;" ::"r"(static_cast<unsigned>(reinterpret_cast<size_t>(flag))), "r"(value) : "memory");  // trap: inline-ptx "st.global.release.gpu.b32"
}

// A template that a kernel of this file instantiates through another one.
template <typename T>
__device__ T read_matrix(unsigned address) {
  unsigned value;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(value) : "r"(address));  // trap: inline-ptx "ldmatrix"
  return static_cast<T>(value);
}

template <typename T>
struct Tile {
  unsigned address;
  __device__ T read() const { return read_matrix<T>(address); }
};

__global__ void read_tiles(int* out) { out[threadIdx.x] = Tile<int>{threadIdx.x}.read(); }

// Nothing instantiates it, but the constraint is looked at in the template itself.
template <typename T>
__device__ void store_streaming(T* to, unsigned value) {
  asm volatile("st.global.cs.b32 [%0], %1;" ::"l"(to), "r"(value));  // trap: inline-ptx "`l`"
}

// A function without template parameters has code of its own.
static __device__ unsigned warp_in_block() {
  unsigned id;
  asm("mov.u32 %0, %%warpid;" : "=r"(id));  // trap: inline-ptx "warpid"
  return id;
}

// A generic lambda, and the function template that its body calls.
template <typename T>
__device__ T through_register(T v) {
  asm volatile("mov.b32 %0, %0;" : "+r"(v));  // trap: inline-ptx "mov.b32"
  return v;
}

__global__ void each_twice(int* data) {
  const auto twice = [] __device__(auto v) { return through_register(v) * 2; };
  data[threadIdx.x] = twice(data[threadIdx.x]) + static_cast<int>(warp_in_block());
}
