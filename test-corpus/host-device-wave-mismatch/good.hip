// SPDX-License-Identifier: Apache-2.0
// Widths that only kernels use, that the host asks for, or that both sides agree on.
#include <hip/hip_runtime.h>

#if defined(__GFX8__) || defined(__GFX9__)
#define DEVICE_LANES 64
#else
#define DEVICE_LANES 32
#endif

__global__ void only_device_code_uses_it(float* x) {
  __shared__ float partial[1024 / DEVICE_LANES];
  partial[threadIdx.x / DEVICE_LANES] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = partial[0];
}

struct Wave {
  static __host__ int size() {
    int lanes = 0;
    (void)hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, 0);
    return lanes;
  }
  static __device__ constexpr int size() {
#if defined(__GFX8__) || defined(__GFX9__)
    return 64;
#else
    return 32;
#endif
  }
};
#define QUERIED_LANES Wave::size()

__global__ void kernel_of_both(float* x) { x[threadIdx.x / QUERIED_LANES] = 0.0f; }

void the_host_asks_the_device(float* x, int n) {
  const int lanes = QUERIED_LANES;
  only_device_code_uses_it<<<n / lanes, 256>>>(x);
  kernel_of_both<<<n / QUERIED_LANES, QUERIED_LANES * 4>>>(x);
}

// The same on both sides.
constexpr int kLogicalWarp = 32;

__global__ void agreed(float* x) { x[threadIdx.x / kLogicalWarp] = 0.0f; }

void both_sides_agree(float* x, int n) { agreed<<<n / kLogicalWarp, 8 * kLogicalWarp>>>(x); }

// It tells the passes apart and is no width.
#ifdef __HIP_DEVICE_COMPILE__
#define ON_DEVICE 1
#else
#define ON_DEVICE 0
#endif
__host__ __device__ int no_width() { return ON_DEVICE; }

int host_reads_no_width() { return ON_DEVICE; }

// A static_assert of the host uses nothing at run time.
#if defined(__GFX9__)
constexpr int kCheckedLanes = 64;
#else
constexpr int kCheckedLanes = 32;
#endif
void only_an_assertion() { static_assert(256 % kCheckedLanes == 0, "whole waves"); }
__global__ void checked(float* x) { x[threadIdx.x / kCheckedLanes] = 0.0f; }

// Instances of both widths; the host picks by a query.
template <int Lanes>
__global__ void sized(float* x) {
  x[threadIdx.x / Lanes] = 0.0f;
}

void the_host_picks(float* x, int lanes) {
  if (lanes == 64)
    sized<64><<<1, 256>>>(x);
  else
    sized<32><<<1, 256>>>(x);
}

// Host code cannot call what only device code has: this pattern is no host code, whatever its marker lacks.
struct DeviceWave {
  static __device__ constexpr int lanes() {
#if defined(__GFX8__) || defined(__GFX9__)
    return 64;
#else
    return 32;
#endif
  }
};
template <typename T>
void named_in_a_template_of_unknown_side(T* x) {
  x[0] = DeviceWave::lanes();
}
