// SPDX-License-Identifier: Apache-2.0
//
// Where CUDA's run-time API differs from HIP's by more than the prefix.
#ifndef HIPSHIM_DETAIL_CUDA_RUNTIME_HPP
#define HIPSHIM_DETAIL_CUDA_RUNTIME_HPP

#include "hipshim/error.hpp"
#include HIPSHIM_NUMA_HEADER

namespace hipshim {
inline namespace v1 {
namespace detail {

// The end of an event makes writes to pinned memory visible without being asked.
constexpr unsigned kEventForHost = 0;

// cudaHostAlloc has no say in the node. The device's and the caller's are reached by placing pages
// and registering them.
constexpr bool kRuntimePlacesNearDevice = false;
constexpr bool kRuntimePlacesForCaller = false;

inline error::Code pinned_alloc(void** memory, std::size_t bytes, bool) {
  return cudaHostAlloc(memory, bytes, cudaHostAllocPortable | cudaHostAllocMapped);
}
inline error::Code pinned_free(void* memory) { return cudaFreeHost(memory); }
inline error::Status node_of_device(int& node) {
  int device = 0;
  HIPSHIM_TRY(cudaGetDevice(&device));
  char address[32] = {};
  HIPSHIM_TRY(cudaDeviceGetPCIBusId(address, static_cast<int>(sizeof address), device));
  node = detail::node_of_pci(address);
  return {};
}
constexpr unsigned kRegisterFlags = cudaHostRegisterPortable | cudaHostRegisterMapped;

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_CUDA_RUNTIME_HPP
