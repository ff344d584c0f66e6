// SPDX-License-Identifier: Apache-2.0
//
// hipshim::warp32 on the CPU back end against what CUDA's own intrinsics computed on a GPU
// (oracle/cuda_warp.inc), at waves of 32 and of 64 lanes.
#include "check.hpp"

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hipshim/warp32.hpp>

#define ORACLE(name) hipshim::warp32::name
#define ORACLE_BF16 __hip_bfloat16
#define ORACLE_LANEMASK(name) hipshim::warp32::lanemask_##name()

#include "../oracle/warp_cases.hpp"

#include <cstring>
#include <iterator>

namespace {

constexpr oracle::Recorded kRecorded[] = {
#include "../oracle/cuda_warp.inc"
};

void compare() {
  const oracle::Recorded* next = kRecorded;
  oracle::every_case(
      [](auto kernel, unsigned count) {
        Buffer<std::uint64_t> out(count);
        kernel<<<1, oracle::kThreads>>>(out.device());
        ok(hipDeviceSynchronize(), "kernel");
        return out.host();
      },
      [&](const char* name, unsigned index, std::uint64_t hash) {
        const bool there = next != std::end(kRecorded);
        check(there && std::strcmp(name, next->name) == 0 && index == next->index
                  && hash == next->hash,
              name, index);
        if (there) ++next;
      });
  check(next == std::end(kRecorded), "cases");
}

}  // namespace

int main() {
  return at_both_wave_sizes([](unsigned) { compare(); });
}
