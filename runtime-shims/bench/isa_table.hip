// SPDX-License-Identifier: Apache-2.0
//
// The kernels that isa-table counts: p[i] - f(p[i]), for one library at a time.
//   ROCPRIM  rocPRIM's warp primitives; WAVE is the target's wave size, which they need
//   WHOLE    hipshim, the forms for whole waves; otherwise those for any set of lanes
#if defined(ROCPRIM)
#include <hip/hip_runtime.h>

#include <rocprim/warp/warp_reduce.hpp>
#include <rocprim/warp/warp_scan.hpp>

template <unsigned Width, class T>
__device__ inline T reduce(T v) {
  using Reduce = rocprim::warp_reduce<T, Width, true>;  // true: every lane gets the result
  typename Reduce::storage_type storage;
  T result;
  Reduce().reduce(v, result, storage);
  return result;
}
template <class T>
__device__ inline T inclusive_sum(T v) {
  using Scan = rocprim::warp_scan<T, WAVE>;
  typename Scan::storage_type storage;
  T result;
  Scan().inclusive_scan(v, result, storage);
  return result;
}
template <class T>
__device__ inline T exclusive_sum(T v) {
  using Scan = rocprim::warp_scan<T, WAVE>;
  typename Scan::storage_type storage;
  T result;
  Scan().exclusive_scan(v, result, T(0), storage);
  return result;
}
#define REDUCE reduce<WAVE>
#define REDUCE_32 reduce<32>
#define INCLUSIVE inclusive_sum
#define EXCLUSIVE exclusive_sum
#else
#include "hipshim/wave.hpp"
namespace w = hipshim::wave;
#if defined(WHOLE)
#define ALL(function, v) w::function##_sync(w::whole, v)
#define REDUCE_32(v) w::reduce_sum_sync<32>(w::whole, v)
#else
#define ALL(function, v) w::function(v)
#define REDUCE_32(v) w::reduce_sum<32>(v)
#endif
#define REDUCE(v) ALL(reduce_sum, v)
#define INCLUSIVE(v) ALL(inclusive_sum, v)
#define EXCLUSIVE(v) ALL(exclusive_sum, v)
#endif

#define KERNEL(work, type, function)                                                               \
  extern "C" __attribute__((global)) void work##_##type(type* p) {                                 \
    const unsigned i = __builtin_amdgcn_workitem_id_x();                                           \
    p[i] = p[i] - function(p[i]);                                                                  \
  }
#define KERNELS(type)                                                                              \
  KERNEL(reduce, type, REDUCE)                                                                     \
  KERNEL(reduce32, type, REDUCE_32)                                                                \
  KERNEL(inclusive, type, INCLUSIVE)                                                               \
  KERNEL(exclusive, type, EXCLUSIVE)
KERNELS(float)
KERNELS(int)
KERNELS(double)
