// SPDX-License-Identifier: Apache-2.0
//
// Where HIP's run-time API differs from CUDA's by more than the prefix.
#ifndef HIPSHIM_DETAIL_HIP_RUNTIME_HPP
#define HIPSHIM_DETAIL_HIP_RUNTIME_HPP

#include "hipshim/error.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

// Without it an event may release to the device only, and the host reads old pinned memory.
#if defined(hipEventReleaseToSystem)
constexpr unsigned kEventForHost = hipEventReleaseToSystem;
#else
constexpr unsigned kEventForHost = 0;
#endif

// hipHostMalloc takes the node nearest to the current device, or with NumaUser the caller's policy.
constexpr bool kRuntimePlacesNearDevice = true;
constexpr bool kRuntimePlacesForCaller = true;

// Mapped, because Portable alone is not coherent on HIP, as it is on CUDA.
inline error::Code pinned_alloc(void** memory, std::size_t bytes, bool for_caller) {
  const unsigned flags = hipHostMallocPortable | hipHostMallocMapped;
  return hipHostMalloc(memory, bytes, for_caller ? flags | hipHostMallocNumaUser : flags);
}
inline error::Code pinned_free(void* memory) { return hipHostFree(memory); }
inline error::Status node_of_device(int& node) {
  node = -1;  // the run time knows
  return {};
}
constexpr unsigned kRegisterFlags = hipHostRegisterPortable | hipHostRegisterMapped;

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_HIP_RUNTIME_HPP
