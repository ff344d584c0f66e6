// SPDX-License-Identifier: Apache-2.0
// Wave widths that kernels and the code that launches them see differently.
#include <hip/hip_runtime.h>

#if defined(__HIP_PLATFORM_AMD__) && defined(__GFX9__)
#define WARP_SIZE 64  // trap: host-device-wave-mismatch @wave64 "WARP_SIZE is 64 in kernels on gfx90a and 32 in host code, which uses it in 2 places"
#else
#define WARP_SIZE 32
#endif

__global__ void row_sums(const float* x, float* out, int n) {
  float sum = 0.0f;
  for (int i = threadIdx.x % WARP_SIZE; i < n; i += WARP_SIZE) sum += x[blockIdx.x * n + i];
  for (int d = WARP_SIZE / 2; d > 0; d /= 2) sum += __shfl_down(sum, d, WARP_SIZE);
  if (threadIdx.x % WARP_SIZE == 0) out[blockIdx.x * blockDim.x / WARP_SIZE] = sum;
}

void launch_rows(const float* x, float* out, int rows, int n) {
  constexpr int kPerBlock = 256 / WARP_SIZE;
  dim3 block(WARP_SIZE, kPerBlock);
  row_sums<<<rows / kPerBlock, block>>>(x, out, n);
}

// The constant's own value holds the branches, and the launch uses only what is derived from it.
constexpr int kLanes =  // trap: host-device-wave-mismatch @wave64 "in host code, which uses kWarps, made of it"
#if defined(__GFX8__) || defined(__GFX9__)
    64;
#else
    32;
#endif
constexpr int kWarps = 256 / kLanes;

__global__ void by_wave(float* x) {
  __shared__ float partial[kWarps];
  if (threadIdx.x % kLanes == 0) partial[threadIdx.x / kLanes] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < kWarps) x[threadIdx.x] = partial[threadIdx.x];
}

void launch_by_wave(float* x, int n) { hipLaunchKernelGGL(by_wave, dim3(n / kWarps), dim3(256), 0, 0, x); }

// A function that both sides may call.
__host__ __device__ constexpr int lanes() {  // trap: host-device-wave-mismatch @wave64 "lanes is 64"
#ifdef __GFX9__
  return 64;
#else
  return 32;
#endif
}

__global__ void dynamic(float* x) {
  extern __shared__ float lds[];
  lds[threadIdx.x / lanes()] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = lds[0];
}

void launch_dynamic(float* x) { dynamic<<<1, 256, 256 / lanes() * sizeof(float)>>>(x); }

// The other way round: 64 unless a device pass says otherwise.
struct Traits {
#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
  static constexpr int kWave = 32;  // trap: host-device-wave-mismatch @wave32 "32 in kernels on gfx1100 and 64 in host code"
#else
  static constexpr int kWave = 64;
#endif
};

template <int Width>
__global__ void wide(float* x) {
  if (threadIdx.x % Traits::kWave < Width) x[threadIdx.x] = 0.0f;
}

template <typename T>
void launch_wide(T* x) {
  wide<Traits::kWave><<<1, 256>>>(x);
}

// A name that stands for the test, an enumerator, and a preprocessor test in host code.
#if defined(__GFX9__)
#define IS_WIDE 1
#else
#define IS_WIDE 0
#endif
enum : int {
#if IS_WIDE
  kWaveLanes = 64  // trap: host-device-wave-mismatch @wave64 "Lanes is 64"
#else
  kWaveLanes = 32
#endif
};

__global__ void folded(float* x) { x[threadIdx.x / kWaveLanes] = 1.0f; }

void launch_folded(float* x, int n) {
  const int waves = (n + kWaveLanes - 1) / kWaveLanes;
  const auto block = kWaveLanes * 4;
  folded<<<(waves + 3) / 4, block>>>(x);
}

// A macro behind a macro, and a lambda of the host.
#define LANE_COUNT WAVE_LANES_HERE
#if defined(__gfx90a__) || defined(__gfx942__) || defined(__GFX9__)
#define WAVE_LANES_HERE 64  // trap: host-device-wave-mismatch @wave64 "WAVE_LANES_HERE is 64"
#else
#define WAVE_LANES_HERE 32
#endif
__global__ void counted(float* x) { x[threadIdx.x / LANE_COUNT] = 2.0f; }

void launch_counted(float* x, int n) {
  auto go = [=] { counted<<<n / LANE_COUNT, LANE_COUNT>>>(x); };
  go();
}
