// SPDX-License-Identifier: Apache-2.0
//
// reduce, pack and unpack.
#include "kernel.hpp"

#include "hipshim/detail/half_types.hpp"
#include "hipshim/kernels/pack.hpp"
#include "hipshim/kernels/reduce.hpp"

#if defined(HIPSHIM_RUNTIME_HEADER)
namespace k = hipshim::kernels;

bool reduces(float* f, const float* in, long long* l, const int* i, double* d, void* workspace,
             k::stream_t s) {
  static_assert(k::reduce_workspace<double>() == 8192, "");
  return k::reduce(f, in, 100, 0.0f, workspace).ok()
         && k::reduce(d, in, 100, 0.0, workspace, s).ok()
         && k::reduce(l, i, 100, 0LL, workspace, s, k::plus()).ok()
         && k::reduce(f, in, 100, 0.0f, workspace, s, k::maximum()).ok()
         && k::reduce(d, d + 1, 100, 0.0, workspace, s, k::minimum()).ok();
}
#if defined(HIPSHIM_FP16_HEADER)
bool reduces_halves(float* f, const __half* in, void* workspace) {
  return k::reduce(f, in, 100, 0.0f, workspace).ok();
}
#endif

bool packs(void* packed, const k::piece* pieces, std::size_t count, k::stream_t s) {
  return k::packed_bytes(pieces, count) > 0 && k::pack(packed, pieces, count).ok()
         && k::unpack(pieces, packed, count, s).ok();
}
#endif
