// SPDX-License-Identifier: Apache-2.0
//
// Rows of a table by index: the forward pass of an embedding.
#ifndef HIPSHIM_KERNELS_GATHER_HPP
#define HIPSHIM_KERNELS_GATHER_HPP

#include "hipshim/detail/launch.hpp"

#if defined(HIPSHIM_RUNTIME_HEADER)

namespace hipshim {
inline namespace v1 {
namespace kernels {
namespace detail {

constexpr unsigned kGatherDepth = 4;  // pieces that one thread has under way

// Row `i` of the output is row index[i] of the table; with an order, row order[i] is.
template <unsigned Bytes, class Index, bool kOrdered>
HIPSHIM_GLOBAL void __launch_bounds__(256)
    gather_rows(char* out, const char* table, const Index* index, const std::uint32_t* order,
                std::size_t count, std::size_t table_rows, unsigned pieces, std::size_t first) {
  // Pieces are dealt out in their order in memory, whatever the width of a row.
  const std::size_t from = (first + blockIdx.x) * (kThreads * kGatherDepth);
  const std::size_t row_of_block = from / pieces;
  const unsigned rest = static_cast<unsigned>(from - row_of_block * pieces);
  const char* source[kGatherDepth];
  char* target[kGatherDepth];
  HIPSHIM_UNROLL
  for (unsigned k = 0; k < kGatherDepth; ++k) {
    const unsigned piece = rest + threadIdx.x + k * kThreads;
    const std::size_t i = row_of_block + piece / pieces;
    const std::size_t place = static_cast<std::size_t>(piece % pieces) * Bytes;
    source[k] = nullptr;
    target[k] = nullptr;
    if (i < count) {
      // A negative index is a large one here.
      const auto row = static_cast<std::uint64_t>(static_cast<std::int64_t>(index[i]));
      const std::size_t to = kOrdered ? order[i] : i;
      target[k] = out + to * pieces * Bytes + place;
      if (row < table_rows) source[k] = table + row * pieces * Bytes + place;
    }
  }
  Words<Bytes> words[kGatherDepth] = {};
  HIPSHIM_UNROLL
  for (unsigned k = 0; k < kGatherDepth; ++k)
    if (source[k] != nullptr) words[k] = load_words<Bytes>(source[k]);
  HIPSHIM_UNROLL
  for (unsigned k = 0; k < kGatherDepth; ++k)
    if (target[k] != nullptr) store_streaming(target[k], words[k]);
}

template <bool kOrdered, unsigned Bytes, class Index>
error::Status launch_gather(Width<Bytes>, void* out, const void* table, const Index* index,
                            const std::uint32_t* order, std::size_t count, std::size_t table_rows,
                            std::size_t row_bytes, stream_t stream) {
  const std::size_t pieces = row_bytes / Bytes;
  if (pieces > 0x7fffffffu) return detail::refused("hipshim::kernels::gather", __LINE__);
  // Rows are cut into launches of at most kMaxBlocks blocks.
  const std::size_t blocks = detail::divide_up(count * pieces, kThreads * kGatherDepth);
  for (std::size_t from = 0; from < blocks; from += kMaxBlocks) {
    const std::size_t now = blocks - from < kMaxBlocks ? blocks - from : kMaxBlocks;
    const error::Status status =
        detail::launch("hipshim::kernels::gather", &gather_rows<Bytes, Index, kOrdered>, now,
                       stream, static_cast<char*>(out), static_cast<const char*>(table), index,
                       order, count, table_rows, static_cast<unsigned>(pieces), from);
    if (!status.ok()) return status;
  }
  return error::Status();
}

template <bool kOrdered, class T, class Index>
error::Status gather(T* out, const T* table, std::size_t table_rows, std::size_t columns,
                     const Index* index, const std::uint32_t* order, std::size_t count,
                     stream_t stream) {
  static_assert(std::is_integral<Index>::value && (sizeof(Index) == 4 || sizeof(Index) == 8),
                "hipshim::kernels::gather: an index is an integer of 4 or 8 bytes");
  const std::size_t row_bytes = columns * sizeof(T);
  if (row_bytes == 0 || count == 0) return error::Status();
  switch (detail::access_width(row_bytes, out, table)) {
  case 16:
    return detail::launch_gather<kOrdered>(Width<16>{}, out, table, index, order, count, table_rows,
                                           row_bytes, stream);
  case 8:
    return detail::launch_gather<kOrdered>(Width<8>{}, out, table, index, order, count, table_rows,
                                           row_bytes, stream);
  case 4:
    return detail::launch_gather<kOrdered>(Width<4>{}, out, table, index, order, count, table_rows,
                                           row_bytes, stream);
  case 2:
    return detail::launch_gather<kOrdered>(Width<2>{}, out, table, index, order, count, table_rows,
                                           row_bytes, stream);
  default:
    return detail::launch_gather<kOrdered>(Width<1>{}, out, table, index, order, count, table_rows,
                                           row_bytes, stream);
  }
}

}  // namespace detail

// gather: out[i][:] = table[index[i]][:] for i < count, rows of `columns` elements
//   CUDA       the embedding kernel of every project
//   HIP        the same
//   Types      any that is trivially copyable; indices of 4 or 8 bytes
//   Valid      when the stream gets there; gives back whether the launch was taken. An index below
//              0 or not below table_rows gives a row of zeros
//   Cost       one read of the index and of each row, one write. Accesses have the widest of 16, 8,
//              4, 2, 1 bytes that rows and addresses are multiples of
//   Undefined  overlapping out and table; memory that the device cannot reach
//   Emitted    none yet
template <class T, class Index>
error::Status gather(T* out, const T* table, std::size_t table_rows, std::size_t columns,
                     const Index* index, std::size_t count, stream_t stream = nullptr) {
  return detail::gather<false>(out, table, table_rows, columns, index, nullptr, count, stream);
}

// gather_sorted: out[order[i]][:] = table[sorted_index[i]][:]
//   Use        with sort_index of hipshim/kernels/device.hpp: rows that are wanted often are then
//              read once and found in the cache; the same sorting serves scatter_add_sorted
//   Cost       as gather, and one read of the order; the writes are scattered
//   Undefined  as gather; an order that is not a permutation of 0 .. count - 1
//   Emitted    none yet
template <class T, class Index>
error::Status gather_sorted(T* out, const T* table, std::size_t table_rows, std::size_t columns,
                            const Index* sorted_index, const std::uint32_t* order,
                            std::size_t count, stream_t stream = nullptr) {
  return detail::gather<true>(out, table, table_rows, columns, sorted_index, order, count, stream);
}

}  // namespace kernels
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_RUNTIME_HEADER

#endif  // HIPSHIM_KERNELS_GATHER_HPP
