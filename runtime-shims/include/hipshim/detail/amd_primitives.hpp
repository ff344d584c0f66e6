// SPDX-License-Identifier: Apache-2.0
//
// Device-wide algorithms of the AMD back end: rocPRIM.
#ifndef HIPSHIM_DETAIL_AMD_PRIMITIVES_HPP
#define HIPSHIM_DETAIL_AMD_PRIMITIVES_HPP

#include <rocprim/rocprim.hpp>

#include "hipshim/detail/launch.hpp"

namespace hipshim {
inline namespace v1 {
namespace kernels {
namespace detail {

template <class In, class Out, class Acc, class Op>
error::Code library_reduce(void* workspace, std::size_t& bytes, In in, Out out, std::size_t count,
                           Acc identity, Op op, stream_t stream) {
  return rocprim::reduce(workspace, bytes, in, out, identity, count, op, stream);
}
template <class In, class Out, class Op>
error::Code library_inclusive_scan(void* workspace, std::size_t& bytes, In in, Out out,
                                   std::size_t count, Op op, stream_t stream) {
  return rocprim::inclusive_scan(workspace, bytes, in, out, count, op, stream);
}
template <class In, class Out, class Acc, class Op>
error::Code library_exclusive_scan(void* workspace, std::size_t& bytes, In in, Out out,
                                   std::size_t count, Acc first, Op op, stream_t stream) {
  return rocprim::exclusive_scan(workspace, bytes, in, out, first, count, op, stream);
}
template <class Key, class Value>
error::Code library_sort_pairs(void* workspace, std::size_t& bytes, const Key* keys_in,
                               Key* keys_out, const Value* values_in, Value* values_out,
                               std::size_t count, int end_bit, stream_t stream) {
  return rocprim::radix_sort_pairs(workspace, bytes, keys_in, keys_out, values_in, values_out,
                                   count, 0u, static_cast<unsigned>(end_bit), stream);
}

}  // namespace detail
}  // namespace kernels
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_AMD_PRIMITIVES_HPP
