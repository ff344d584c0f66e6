// SPDX-License-Identifier: Apache-2.0
#ifndef HIPSHIM_DETAIL_NVIDIA_COPY_HPP
#define HIPSHIM_DETAIL_NVIDIA_COPY_HPP

#include "hipshim/config.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

HIPSHIM_DEVICE inline unsigned block_index() { return blockIdx.x; }
HIPSHIM_DEVICE inline unsigned thread_index() { return threadIdx.x; }

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#include "hipshim/detail/copy_kernel.hpp"

#endif  // HIPSHIM_DETAIL_NVIDIA_COPY_HPP
