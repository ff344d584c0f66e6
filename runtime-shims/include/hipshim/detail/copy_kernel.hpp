// SPDX-License-Identifier: Apache-2.0
//
// The gather and the scatter of a batch, as AMD and NVIDIA launch them. The back end's header has
// defined block_index() and thread_index().
#ifndef HIPSHIM_DETAIL_COPY_KERNEL_HPP
#define HIPSHIM_DETAIL_COPY_KERNEL_HPP

#include "hipshim/detail/segments.hpp"
#include "hipshim/error.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

constexpr unsigned kCopyThreads = 256;
// HIP wants blocks times threads in 32 bits.
constexpr std::size_t kCopyBlocks = std::size_t{1} << 20;

template <bool kGather>
HIPSHIM_GLOBAL void copy_segments(const Segment* segments, std::size_t count, std::size_t blocks,
                                  char* packed) {
  for (std::size_t i = block_index(); i < count; i += blocks)
    detail::copy_segment<kGather>(segments[i], packed, thread_index(), kCopyThreads);
}

// `segments` is in device memory, and so is `packed`; the table on the host is not needed.
template <bool kGather>
error::Code launch_copies(const Segment* segments, const Segment*, std::size_t count, char* packed,
                          HIPSHIM_RUNTIME(Stream_t) stream) {
  const std::size_t blocks = std::min(count, kCopyBlocks);
  // What an earlier call left behind is not this launch's.
  static_cast<void>(HIPSHIM_RUNTIME(GetLastError)());
  copy_segments<kGather>
      <<<static_cast<unsigned>(blocks), kCopyThreads, 0, stream>>>(segments, count, blocks, packed);
  return HIPSHIM_RUNTIME(GetLastError)();
}

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_COPY_KERNEL_HPP
