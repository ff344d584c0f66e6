// SPDX-License-Identifier: Apache-2.0
//
// Does NVIDIA's shared memory follow the bank model in detail/lds_model.hpp? Reads a column, lane
// by lane a row further, at every pad, and prints measured cycles beside the model's.
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -I../include lds_bench.cu -o lds_bench && ./lds_bench
#include "hipshim/lds.hpp"
#include "timing.hpp"

namespace l = hipshim::lds;
using bench::must;

constexpr unsigned kBytes = 48 * 1024 - 64;
constexpr int kRounds = 1024;
constexpr int kReads = 8;

// Not for the compiler to merge or to move.
__device__ unsigned read(std::integral_constant<unsigned, 4>, unsigned address) {
  unsigned a;
  asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(a) : "r"(address));
  return a;
}
__device__ unsigned read(std::integral_constant<unsigned, 8>, unsigned address) {
  unsigned a, b;
  asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(address));
  return a ^ b;
}
__device__ unsigned read(std::integral_constant<unsigned, 16>, unsigned address) {
  unsigned a, b, c, d;
  asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(address));
  return a ^ b ^ c ^ d;
}

// Warps that do nothing but read; no read waits for another.
template <unsigned kAccess>
__global__ void __launch_bounds__(1024) read_column(unsigned* out, unsigned pitch) {
  __shared__ __align__(16) unsigned char memory[kBytes];
  for (unsigned i = threadIdx.x; i < kBytes; i += blockDim.x)
    memory[i] = static_cast<unsigned char>(i * 7);
  __syncthreads();
  const auto base =
      static_cast<unsigned>(__cvta_generic_to_shared(memory)) + threadIdx.x % 32 * pitch;
  unsigned sum = 0;
  for (int round = 0; round < kRounds; ++round) {
#pragma unroll
    for (unsigned i = 0; i < kReads; ++i)
      sum += read(std::integral_constant<unsigned, kAccess>{}, base + i * kAccess);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <unsigned kAccess>
static void sweep(unsigned* out, double clock) {
  double without = 0;
  for (const unsigned pad : {1u, 0u, 2u, 3u, 4u, 8u}) {
    const unsigned pitch = 128 + pad * kAccess;
    unsigned address[64] = {};
    for (unsigned lane = 0; lane < 64; ++lane) address[lane] = lane * pitch;
    const auto model =
        l::detail::cost(l::family::nvidia, l::detail::Access{false, kAccess}, address);
    const double ms = bench::time_of([&] { read_column<kAccess><<<132, 1024>>>(out, pitch); }, 5);
    // 32 warps of one multiprocessor share its memory.
    const double cycles = ms * 1e-3 * clock / (32.0 * kRounds * kReads);
    if (without == 0) without = cycles / model.cycles * model.base;
    std::printf("  b%-3u pitch %3u B: %6.2f cycles a read, %5.2f times the one without conflicts; "
                "model %5.2f\n",
                kAccess * 8, pitch, cycles, cycles / without,
                static_cast<double>(model.cycles) / model.base);
  }
}

int main() {
  int khz = 0;
  must(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0), "clock");
  unsigned* out = bench::device_memory<unsigned>(132 * 1024);
  std::printf("column reads of 32 lanes, at %.2f GHz\n", khz / 1e6);
  sweep<4>(out, khz * 1e3);
  sweep<8>(out, khz * 1e3);
  sweep<16>(out, khz * 1e3);
  return 0;
}
