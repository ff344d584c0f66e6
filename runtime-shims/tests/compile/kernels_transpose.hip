// SPDX-License-Identifier: Apache-2.0
//
// transpose, for elements of every size.
#include "kernel.hpp"

#include "hipshim/kernels/transpose.hpp"

#if defined(HIPSHIM_RUNTIME_HEADER)
namespace k = hipshim::kernels;

struct Sixteen {
  float at[4];
};

template <class T>
hipshim::error::Status transposes(T* out, const T* in, k::stream_t stream) {
  const auto first = k::transpose(out, in, 64, 32);
  if (!first.ok()) return first;
  return k::transpose(out, in, 7, 9, stream, 3);
}

bool all(void* out, const void* in, k::stream_t s) {
  return transposes(static_cast<std::uint8_t*>(out), static_cast<const std::uint8_t*>(in), s).ok()
         && transposes(static_cast<std::int16_t*>(out), static_cast<const std::int16_t*>(in), s)
                .ok()
         && transposes(static_cast<float*>(out), static_cast<const float*>(in), s).ok()
         && transposes(static_cast<double*>(out), static_cast<const double*>(in), s).ok()
         && transposes(static_cast<Sixteen*>(out), static_cast<const Sixteen*>(in), s).ok();
}
#endif
