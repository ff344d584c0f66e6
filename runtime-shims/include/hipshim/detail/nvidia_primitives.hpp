// SPDX-License-Identifier: Apache-2.0
//
// Device-wide algorithms of the NVIDIA back end: CUB.
#ifndef HIPSHIM_DETAIL_NVIDIA_PRIMITIVES_HPP
#define HIPSHIM_DETAIL_NVIDIA_PRIMITIVES_HPP

#include <cub/cub.cuh>

#include "hipshim/detail/launch.hpp"

namespace hipshim {
inline namespace v1 {
namespace kernels {
namespace detail {

template <class In, class Out, class Acc, class Op>
error::Code library_reduce(void* workspace, std::size_t& bytes, In in, Out out, std::size_t count,
                           Acc identity, Op op, stream_t stream) {
  return cub::DeviceReduce::Reduce(workspace, bytes, in, out, count, op, identity, stream);
}
template <class In, class Out, class Op>
error::Code library_inclusive_scan(void* workspace, std::size_t& bytes, In in, Out out,
                                   std::size_t count, Op op, stream_t stream) {
  return cub::DeviceScan::InclusiveScan(workspace, bytes, in, out, op, count, stream);
}
template <class In, class Out, class Acc, class Op>
error::Code library_exclusive_scan(void* workspace, std::size_t& bytes, In in, Out out,
                                   std::size_t count, Acc first, Op op, stream_t stream) {
  return cub::DeviceScan::ExclusiveScan(workspace, bytes, in, out, op, first, count, stream);
}
template <class Key, class Value>
error::Code library_sort_pairs(void* workspace, std::size_t& bytes, const Key* keys_in,
                               Key* keys_out, const Value* values_in, Value* values_out,
                               std::size_t count, int end_bit, stream_t stream) {
  return cub::DeviceRadixSort::SortPairs(workspace, bytes, keys_in, keys_out, values_in, values_out,
                                         count, 0, end_bit, stream);
}

}  // namespace detail
}  // namespace kernels
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_NVIDIA_PRIMITIVES_HPP
