// SPDX-License-Identifier: Apache-2.0
//
// Device-wide reduce, scans and the sorting of indices, by the vendor's library: rocPRIM or CUB.
// Only the order of the arguments is made one.
//
// All are called twice, as the libraries are: with a null workspace they only set `bytes`; then
// with that much device memory.
#ifndef HIPSHIM_KERNELS_DEVICE_HPP
#define HIPSHIM_KERNELS_DEVICE_HPP

#include "hipshim/detail/launch.hpp"

#if defined(HIPSHIM_PRIMITIVES_HEADER)

#include HIPSHIM_PRIMITIVES_HEADER

namespace hipshim {
inline namespace v1 {
namespace kernels {
namespace detail {

inline error::Status named(error::Code code, const char* call) {
  return error::Status(code, call, __FILE__, __LINE__);
}

// A template, because a plain kernel in a header would be defined in every file that includes it.
template <class Number>
HIPSHIM_GLOBAL void __launch_bounds__(256)
    count_up(Number* out, std::size_t count, std::size_t from) {
  const std::size_t i = from + static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (i < count) out[i] = static_cast<Number>(i);
}

// Bits that tell apart 0 .. rows - 1.
inline int bits_of(std::size_t rows) {
  int bits = 1;
  while (bits < 63 && (std::size_t{1} << bits) < rows) ++bits;
  return bits;
}

}  // namespace detail

// device_reduce: *out = op over in[0 .. count) and identity
//   CUDA       cub::DeviceReduce::Reduce
//   HIP        rocprim::reduce, with another order of arguments
//   Valid      when the stream gets there
//   Cost       the library's
//   Undefined  what the library leaves undefined
//   Emitted    none yet
template <class In, class Out, class Acc, class Op>
error::Status device_reduce(void* workspace, std::size_t& bytes, In in, Out out, std::size_t count,
                            Acc identity, Op op, stream_t stream = nullptr) {
  return detail::named(
      detail::library_reduce(workspace, bytes, in, out, count, identity, op, stream),
      "hipshim::kernels::device_reduce");
}

// device_inclusive_scan, device_exclusive_scan
//   CUDA       cub::DeviceScan
//   HIP        rocprim::inclusive_scan and exclusive_scan
//   Valid      when the stream gets there
//   Cost       the library's
//   Undefined  what the library leaves undefined
//   Emitted    none yet
template <class In, class Out, class Op>
error::Status device_inclusive_scan(void* workspace, std::size_t& bytes, In in, Out out,
                                    std::size_t count, Op op, stream_t stream = nullptr) {
  return detail::named(detail::library_inclusive_scan(workspace, bytes, in, out, count, op, stream),
                       "hipshim::kernels::device_inclusive_scan");
}
template <class In, class Out, class Acc, class Op>
error::Status device_exclusive_scan(void* workspace, std::size_t& bytes, In in, Out out,
                                    std::size_t count, Acc first, Op op,
                                    stream_t stream = nullptr) {
  return detail::named(
      detail::library_exclusive_scan(workspace, bytes, in, out, count, first, op, stream),
      "hipshim::kernels::device_exclusive_scan");
}

// sort_index: sorted[i] = index[order[i]] ascends; equal indices keep their order
//   CUDA       cub::DeviceRadixSort::SortPairs with a counting sequence
//   HIP        rocprim::radix_sort_pairs
//   Use        for gather_sorted and scatter_add_sorted
//   Types      indices of 4 or 8 bytes in 0 .. table_rows - 1; at most 2^32 of them
//   Valid      when the stream gets there
//   Cost       the library's, on as many bits as table_rows has; `bytes` holds the sequence too
//   Undefined  indices outside the table: they would be sorted by their low bits alone
//   Emitted    none yet
template <class Index>
error::Status sort_index(void* workspace, std::size_t& bytes, const Index* index, Index* sorted,
                         std::uint32_t* order, std::size_t count, std::size_t table_rows,
                         stream_t stream = nullptr) {
  const char* call = "hipshim::kernels::sort_index";
  if (count > std::size_t{1} << 32) return detail::refused(call, __LINE__);
  using Key = std::make_unsigned_t<Index>;
  const auto* keys = reinterpret_cast<const Key*>(index);
  auto* sorted_keys = reinterpret_cast<Key*>(sorted);
  auto* const numbers = static_cast<std::uint32_t*>(workspace);
  const std::size_t own = detail::divide_up(count * sizeof(std::uint32_t), 256) * 256;
  std::size_t library = workspace != nullptr ? bytes - own : 0;
  if (workspace != nullptr) {
    for (std::size_t from = 0; from < count; from += detail::kMaxBlocks * detail::kThreads) {
      std::size_t blocks = detail::divide_up(count - from, detail::kThreads);
      if (blocks > detail::kMaxBlocks) blocks = detail::kMaxBlocks;
      const error::Status status = detail::launch(call, &detail::count_up<std::uint32_t>, blocks,
                                                  stream, numbers, count, from);
      if (!status.ok()) return status;
    }
  }
  void* const rest = workspace != nullptr ? static_cast<char*>(workspace) + own : nullptr;
  const error::Code code = detail::library_sort_pairs(
      rest, library, keys, sorted_keys, numbers, order, count, detail::bits_of(table_rows), stream);
  if (workspace == nullptr) bytes = own + library;
  return detail::named(code, call);
}

}  // namespace kernels
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_PRIMITIVES_HEADER

#endif  // HIPSHIM_KERNELS_DEVICE_HPP
