// SPDX-License-Identifier: Apache-2.0
//
// Planted misuse, found at both wave sizes. A line marked "misuse: <kind>" must be reported with
// that kind, with "@32" or "@64" behind it only on a wave of that size, and nothing else may be.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <fstream>
#include <hipshim/warp32.hpp>
#include <set>
#include <string>

namespace {

__device__ int sink;

// ---- lanes that never arrive ----

__global__ void mask_names_the_other_branch() {
  int v = threadIdx.x;
  if (threadIdx.x % 2 == 0) v = __shfl_sync(~0ull, v, 0);  // misuse: lanes-never-arrive
  __syncthreads();
  if (threadIdx.x == 0) sink = v;
}

__global__ void mask_names_lanes_that_returned() {
  if (threadIdx.x % 32 >= 16) return;
  if (__any_sync(~0ull, 1)) sink = 1;  // misuse: lanes-never-arrive
}

__global__ void half_of_the_wave_at_a_wave_barrier() {
  if (threadIdx.x % 32 < 8) {
    __syncwarp(~0ull);  // misuse: lanes-never-arrive
  } else {
    sink = 1;
  }
  __syncthreads();
}

// On a wave of 64 the mask is that of the lower half only.
__global__ void mask_of_32_bits() {
  sink = static_cast<int>(__ballot_sync(0xffffffffu, 1));  // misuse: mask-without-caller @64
}

// ---- a barrier that part of the block skips ----

__global__ void barrier_in_a_branch() {
  if (threadIdx.x < 100) __syncthreads();  // misuse: barrier-skipped
}

__device__ void wait_for_all() {
  __syncthreads();  // misuse: barrier-skipped
}

__global__ void two_barriers() {
  if (threadIdx.x < 128)
    wait_for_all();
  else
    wait_for_all();
}

__global__ void return_before_a_barrier(int n) {
  if (threadIdx.x >= n) return;
  __syncthreads();  // misuse: barrier-skipped
}

// ---- reading an inactive lane ----

__global__ void read_from_the_other_branch() {
  if (threadIdx.x % 32 < 16) sink = __shfl(int(threadIdx.x), 20, 32);  // misuse: inactive-lane
}

__global__ void read_past_the_block() {
  sink = __shfl_down(int(threadIdx.x), 1);  // misuse: inactive-lane
}

__global__ void read_from_the_other_branch_by_hipshim() {
  if (threadIdx.x % 32 < 16)
    sink = hipshim::warp32::shfl(int(threadIdx.x), 20);  // misuse: inactive-lane
}

// ---- shared memory that nobody has written ----

__global__ void read_unwritten() {
  __shared__ int values[256];
  if (threadIdx.x < 255) values[threadIdx.x] = 1;
  __syncthreads();
  sink = values[threadIdx.x];  // misuse: read-before-write
}

// What an earlier block left there is not this block's.
__global__ void only_block_zero_writes() {
  __shared__ int value;
  if (blockIdx.x == 0 && threadIdx.x == 0) value = 3;
  __syncthreads();
  sink = value;  // misuse: read-before-write
}

__global__ void atomic_on_unwritten() {
  __shared__ int counter;
  atomicAdd(&counter, 1);  // misuse: read-before-write
}

struct alignas(16) Four {
  float a, b, c, d;
};

__global__ void copy_of_an_unwritten_struct(Four* out) {
  extern __shared__ Four fours[];
  if (threadIdx.x == 0) fours[0] = Four{1, 2, 3, 4};
  __syncthreads();
  if (threadIdx.x < 2) out[threadIdx.x] = fours[threadIdx.x];  // misuse: read-before-write
}

// ---- outside ----

__global__ void past_a_static_array() {
  __shared__ int values[33];
  for (int i = threadIdx.x; i <= 33; i += blockDim.x) values[i] = i;  // misuse: out-of-bounds
}

// Each variable of one declaration has a gap behind it.
__global__ void into_the_next_array() {
  __shared__ volatile int first[16], second[16];
  second[threadIdx.x % 16] = 0;
  __syncthreads();
  if (threadIdx.x < 20) first[threadIdx.x] = 1;  // misuse: out-of-bounds
}

__global__ void past_the_dynamic_part() {
  extern __shared__ double room[];
  room[threadIdx.x] = 1;  // misuse: out-of-bounds
}

__global__ void past_an_allocation(int* p) {
  p[threadIdx.x] = 1;  // misuse: out-of-bounds
}

__global__ void before_an_allocation(const unsigned char* p) {
  if (threadIdx.x == 0) sink = p[-1];  // misuse: out-of-bounds
}

__global__ void after_free(const int* p) {
  if (threadIdx.x == 0) sink = p[5];  // misuse: out-of-bounds
}

// ---- races ----

__global__ void no_barrier_between(int* out) {
  __shared__ int values[256];
  values[threadIdx.x] = threadIdx.x;             // misuse: race
  out[threadIdx.x] = values[255 - threadIdx.x];  // misuse: race // misuse: read-before-write
}

__global__ void overwritten_while_read(int* out) {
  __shared__ int values[256];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[(threadIdx.x + 1) % 256];  // misuse: race
  values[threadIdx.x] = -1;                            // misuse: race
}

__global__ void two_writers() {
  __shared__ int value;
  if (threadIdx.x % 64 == 5) value = threadIdx.x;  // misuse: race
}

__global__ void plain_add_beside_an_atomic() {
  __shared__ int counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  if (threadIdx.x == 7)
    counter += 1;  // misuse: race
  else
    atomicAdd(&counter, 1);  // misuse: race
}

// The tail of a reduction as it was written for warps in lockstep.
__global__ void tail_without_fences(int* out) {
  __shared__ volatile int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 32) {
    s[threadIdx.x] += s[threadIdx.x + 32];  // misuse: race
    s[threadIdx.x] += s[threadIdx.x + 16];  // misuse: race
    *out = s[0];                            // misuse: race
  }
}

// The fence orders the lanes that met at it, not the other half.
__global__ void fence_of_some_lanes(int* out) {
  __shared__ int values[32];
  const unsigned half = threadIdx.x / 16;
  if (threadIdx.x >= 32) return;
  values[threadIdx.x] = threadIdx.x;
  if (half == 0) {
    __syncwarp(0xffffu);
    out[threadIdx.x] = values[15 - threadIdx.x];
    out[threadIdx.x] += values[31 - threadIdx.x];  // misuse: race
  } else {
    __syncwarp(0xffff0000u);
  }
}

// ---- a wave that waits for itself ----

__global__ void lock_per_lane(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {  // misuse: no-progress
  }
  sink = sink + 1;
  __syncwarp();
  atomicExch(lock, 0);
}

using Marks = std::set<std::pair<unsigned, std::string>>;

Marks marks_for(unsigned wave) {
  Marks marks;
  std::ifstream source(__FILE__);
  std::string line;
  for (unsigned number = 1; std::getline(source, line); ++number) {
    const std::string word = std::string("// ") + "misuse: ";
    for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1)) {
      const std::size_t begin = at + word.size();
      const std::size_t end = std::min(line.find(' ', begin), line.size());
      const std::size_t only = line.find('@', begin);
      if (only != std::string::npos && std::stoul(line.substr(only + 1)) != wave) continue;
      marks.insert({number, line.substr(begin, end - begin)});
    }
  }
  return marks;
}

}  // namespace

int main() {
  hipshim::cpu::set_print_reports(false);
  hipshim::cpu::set_timeout_ms(200);
  int failures = 0;
  int* memory = nullptr;
  if (hipMalloc(&memory, 256 * sizeof(int)) != hipSuccess) return 1;
  for (const unsigned wave : {32u, 64u}) {
    hipshim::cpu::set_wave_size(wave);
    mask_names_the_other_branch<<<1, 64>>>();
    mask_names_lanes_that_returned<<<1, 64>>>();
    half_of_the_wave_at_a_wave_barrier<<<1, 64>>>();
    mask_of_32_bits<<<1, 64>>>();
    barrier_in_a_branch<<<1, 256>>>();
    two_barriers<<<1, 256>>>();
    return_before_a_barrier<<<1, 128>>>(100);
    read_from_the_other_branch<<<1, 64>>>();
    read_past_the_block<<<1, 40>>>();
    read_from_the_other_branch_by_hipshim<<<1, 64>>>();
    read_unwritten<<<1, 256>>>();
    only_block_zero_writes<<<2, 64>>>();
    atomic_on_unwritten<<<1, 1>>>();
    copy_of_an_unwritten_struct<<<1, 64, 2 * sizeof(Four)>>>(reinterpret_cast<Four*>(memory));
    past_a_static_array<<<1, 32>>>();
    into_the_next_array<<<1, 16>>>();
    into_the_next_array<<<1, 32>>>();
    past_the_dynamic_part<<<1, 64, 63 * sizeof(double)>>>();
    past_an_allocation<<<1, 257>>>(memory);
    before_an_allocation<<<1, 64>>>(reinterpret_cast<unsigned char*>(memory));
    int* freed = nullptr;
    if (hipMalloc(&freed, 64) != hipSuccess || hipFree(freed) != hipSuccess) return 1;
    after_free<<<1, 64>>>(freed);
    no_barrier_between<<<1, 256>>>(memory);
    overwritten_while_read<<<1, 256>>>(memory);
    two_writers<<<1, 256>>>();
    plain_add_beside_an_atomic<<<1, 64>>>();
    tail_without_fences<<<1, 64>>>(memory);
    fence_of_some_lanes<<<1, 64>>>(memory);
    if (hipGetLastError() != hipSuccess) return 1;
    if (hipMemset(memory, 0, sizeof(int)) != hipSuccess) return 1;
    lock_per_lane<<<1, 64>>>(memory);
    if (hipGetLastError() != hipErrorLaunchTimeOut) {
      std::printf("a launch that waits for itself gave no error\n");
      ++failures;
    }

    Marks found;
    for (const auto& report : hipshim::cpu::reports())
      found.insert({report.line, hipshim::cpu::name_of(report.kind)});
    for (const auto& [line, kind] : marks_for(wave))
      if (found.erase({line, kind}) == 0) {
        std::printf("wave of %u, line %u: %s not reported\n", wave, line, kind.c_str());
        ++failures;
      }
    for (const auto& report : hipshim::cpu::reports())
      if (found.count({report.line, hipshim::cpu::name_of(report.kind)}) != 0) {
        std::printf("wave of %u, %s:%u: %s: %s\n", wave, report.file.c_str(), report.line,
                    hipshim::cpu::name_of(report.kind), report.text.c_str());
        ++failures;
      }
    std::printf("wave of %u: %zu reports\n", wave, hipshim::cpu::reports().size());
    hipshim::cpu::clear_reports();
  }
  if (hipFree(memory) != hipSuccess) ++failures;
  return failures == 0 ? 0 : 1;
}
