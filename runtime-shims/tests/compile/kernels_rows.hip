// SPDX-License-Identifier: Apache-2.0
//
// gather and scatter_add, for every type and index.
#include "kernel.hpp"

#include "hipshim/detail/half_types.hpp"
#include "hipshim/kernels/gather.hpp"
#include "hipshim/kernels/scatter_add.hpp"

#if defined(HIPSHIM_RUNTIME_HEADER)
namespace k = hipshim::kernels;

template <class T, class Index>
bool gathers(T* out, const T* table, const Index* index, const std::uint32_t* order,
             k::stream_t s) {
  return k::gather(out, table, 100, 64, index, 10).ok()
         && k::gather_sorted(out, table, 100, 64, index, order, 10, s).ok();
}
template <class T, class Index>
bool adds(T* table, const T* rows, const Index* index, const std::uint32_t* order, k::stream_t s) {
  return k::scatter_add(table, 100, 64, rows, index, 10).ok()
         && k::scatter_add_sorted(table, 100, 64, rows, index, order, 10, s).ok();
}

bool floats(float* a, const float* b, const int* i, const std::int64_t* l, const std::uint32_t* o,
            k::stream_t s) {
  return gathers(a, b, i, o, s) && gathers(a, b, l, o, s) && adds(a, b, i, o, s)
         && adds(a, b, l, o, s);
}
bool bytes(char* a, const char* b, const unsigned* i, const std::uint32_t* o, k::stream_t s) {
  return gathers(a, b, i, o, s);
}
#if defined(HIPSHIM_FP16_HEADER)
bool halves(__half* a, const __half* b, const int* i, const std::uint32_t* o, k::stream_t s) {
  return gathers(a, b, i, o, s) && adds(a, b, i, o, s);
}
#endif
#if defined(HIPSHIM_BF16_HEADER)
bool bfloats(HIPSHIM_BF16* a, const HIPSHIM_BF16* b, const int* i, const std::uint32_t* o,
             k::stream_t s) {
  return gathers(a, b, i, o, s) && adds(a, b, i, o, s);
}
#endif
#if defined(HIPSHIM_BFLOAT16_HEADER)
bool old_bfloats(hip_bfloat16* a, const hip_bfloat16* b, const int* i, const std::uint32_t* o,
                 k::stream_t s) {
  return adds(a, b, i, o, s);
}
#endif
#endif
