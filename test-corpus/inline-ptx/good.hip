// SPDX-License-Identifier: Apache-2.0
// asm statements that AMD understands, or never sees.
#include <hip/hip_runtime.h>

__device__ void compiler_barrier() { asm volatile("" ::: "memory"); }

__device__ int keep_value(int v) {
  asm volatile("" : "+r"(v));
  return v;
}

__device__ float amd_instruction(float a, float b) {
  float sum;
#if defined(__HIP_DEVICE_COMPILE__)
  asm volatile("v_add_f32 %0, %1, %2" : "=v"(sum) : "v"(a), "v"(b));
#else
  sum = a + b;
#endif
  return sum;
}

__device__ void amd_wait() {
#if defined(__HIP_DEVICE_COMPILE__)
  asm volatile("s_nop 0\n s_nop 1; wait a little" ::: "memory");
#endif
}

__device__ unsigned cuda_branch_only() {
#ifdef __CUDA_ARCH__
  unsigned id;
  asm("mov.u32 %0, %%laneid;" : "=r"(id));
  return id;
#else
  return __lane_id();
#endif
}

__device__ unsigned host_pass_branch() {
#if defined(__HIP_DEVICE_COMPILE__)
  return __lane_id();
#else
  unsigned id;
  asm("mov.u32 %0, %%laneid;" : "=r"(id));
  return id;
#endif
}

inline int host_code(int v) {
  asm volatile("addl $1, %0" : "+r"(v));
  return v;
}

__global__ void use(float* out) {
  compiler_barrier();
  amd_wait();
  out[threadIdx.x] = amd_instruction(1.0f, static_cast<float>(keep_value(2)));
  out[threadIdx.x] += static_cast<float>(cuda_branch_only() + host_pass_branch());
}

int call_host(int v) { return host_code(v); }

// Templates of this file that nothing instantiates: their only caller is CUDA's. No machine code is
// made of them.
template <typename T>
__device__ T load_fragment(unsigned address) {
  unsigned value;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(value) : "r"(address));
  return static_cast<T>(value);
}

template <typename T>
struct Fragment {
  T value;
  __device__ void load(unsigned address) { value = load_fragment<T>(address); }
  __device__ unsigned lane() const {
    const auto id = [] __device__() {
      unsigned lane_of_warp;
      asm("mov.u32 %0, %%laneid;" : "=r"(lane_of_warp));
      return lane_of_warp;
    };
    return id();
  }
};

template <typename T>
__global__ void multiply_fragments(T* out) {
#if __CUDA_ARCH__ >= 800
  Fragment<T> f;
  f.load(static_cast<unsigned>(__cvta_generic_to_shared(out)));
  out[f.lane()] = f.value;
#endif
}
template __global__ void multiply_fragments<float>(float*);
