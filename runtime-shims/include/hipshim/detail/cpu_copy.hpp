// SPDX-License-Identifier: Apache-2.0
//
// The gather and the scatter of a batch without a kernel: one queued copy for each segment.
#ifndef HIPSHIM_DETAIL_CPU_COPY_HPP
#define HIPSHIM_DETAIL_CPU_COPY_HPP

#include "hipshim/detail/segments.hpp"
#include "hipshim/error.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

template <bool kGather>
error::Code launch_copies(const Segment*, const Segment* segments, std::size_t count, char* packed,
                          HIPSHIM_RUNTIME(Stream_t) stream) {
  for (std::size_t i = 0; i < count; ++i) {
    const Segment& s = segments[i];
    char* place = packed + s.offset;
    const error::Code code =
        HIPSHIM_RUNTIME(MemcpyAsync)(kGather ? place : s.tensor, kGather ? s.tensor : place,
                                     s.bytes, HIPSHIM_RUNTIME(MemcpyDeviceToDevice), stream);
    if (code != error::kSuccess) return code;
  }
  return error::kSuccess;
}

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_CPU_COPY_HPP
