// SPDX-License-Identifier: Apache-2.0
//
// Writes what CUDA's own warp intrinsics compute on this GPU, for tests/cpu-backend/recorded.hip:
//
//   nvcc -std=c++17 -arch=sm_90 record_warp.cu -o record_warp && ./record_warp >
//   ../oracle/cuda_warp.inc
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>

#define ORACLE(name) __##name
#define ORACLE_BF16 __nv_bfloat16
#define ORACLE_LANEMASK(name) lanemask_##name()

#define LANEMASK(name)                                                                             \
  __device__ inline unsigned lanemask_##name() {                                                   \
    unsigned mask;                                                                                 \
    asm("mov.u32 %0, %%lanemask_" #name ";" : "=r"(mask));                                         \
    return mask;                                                                                   \
  }
LANEMASK(lt)
LANEMASK(le)
LANEMASK(eq)
LANEMASK(ge)
LANEMASK(gt)

#include "../oracle/warp_cases.hpp"

int main() {
  cudaDeviceProp device;
  if (cudaGetDeviceProperties(&device, 0) != cudaSuccess) return 1;
  std::printf("// SPDX-License-Identifier: Apache-2.0\n// CUDA %d.%d on %s; made by "
              "tests/device/record_warp.cu, included by tests/cpu-backend/recorded.hip.\n",
              CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10, device.name);
  bool good = true;
  oracle::every_case(
      [&](auto kernel, unsigned count) {
        std::uint64_t* out = nullptr;
        std::vector<std::uint64_t> words(count);
        good = cudaMalloc(&out, count * sizeof *out) == cudaSuccess && good;
        good = cudaMemset(out, 0, count * sizeof *out) == cudaSuccess && good;
        kernel<<<1, oracle::kThreads>>>(out);
        good = cudaMemcpy(words.data(), out, count * sizeof *out, cudaMemcpyDeviceToHost)
                   == cudaSuccess
               && good;
        cudaFree(out);
        return words;
      },
      [](const char* name, unsigned index, std::uint64_t hash) {
        std::printf("{\"%s\", %u, 0x%016llxull},\n", name, index,
                    static_cast<unsigned long long>(hash));
      });
  return good ? 0 : 1;
}
