// SPDX-License-Identifier: Apache-2.0
//
// Rows added into a table by index: the gradient of an embedding.
//
// Real indices are skewed: a few rows are wanted by very many, and adding them one by one makes all
// of those wait for each other at a few addresses. A block here takes 1024 rows, brings equal
// indices together in local memory (a hash table and a counting sort), adds up each run in float,
// and adds the sum to memory once. Runs are dealt out evenly, whatever their length.
#ifndef HIPSHIM_KERNELS_SCATTER_ADD_HPP
#define HIPSHIM_KERNELS_SCATTER_ADD_HPP

#include "hipshim/detail/launch.hpp"

#if defined(HIPSHIM_RUNTIME_HEADER)

#include "hipshim/detail/row_element.hpp"
#include "hipshim/warp32.hpp"

namespace hipshim {
inline namespace v1 {
namespace kernels {
namespace detail {

struct ScatterSize {
  std::size_t count;  // rows to add
  std::size_t table_rows;
  unsigned pieces;  // of a row
  unsigned lanes;   // threads side by side on a row: a power of two
  unsigned slices;  // of the columns, one block each
};

// Adds up runs of equal keys: rows [begin, end) of the grouped order, one piece of each.
template <class Element, unsigned Bytes, class Key, class Row>
HIPSHIM_DEVICE inline void add_runs(char* table, const char* rows, std::size_t row_bytes,
                                    unsigned begin, unsigned end, Key key, Row row) {
  constexpr unsigned kDepth = 4;
  constexpr unsigned kN = Bytes / sizeof(typename Element::Bits);
  using Piece = chunk<typename Element::Bits, kN>;
  if (begin >= end) return;
  float sum[kN] = {};
  std::size_t current = key(begin);
  auto flush = [&] {
    Piece narrow;
    HIPSHIM_UNROLL
    for (unsigned i = 0; i < kN; ++i) narrow.at[i] = Element::narrow(sum[i]);
    Words<Bytes> words;
    copy_bits(words, narrow);
    detail::add_piece<Element>(table + current * row_bytes, words);
  };
  for (unsigned p = begin; p < end; p += kDepth) {
    Words<Bytes> words[kDepth] = {};
    HIPSHIM_UNROLL
    for (unsigned k = 0; k < kDepth; ++k)
      if (p + k < end) load_streaming(words[k], rows + row(p + k) * row_bytes);
    HIPSHIM_UNROLL
    for (unsigned k = 0; k < kDepth; ++k) {
      if (p + k >= end) break;
      const std::size_t next = key(p + k);
      const bool same = next == current;
      if (!same) {
        flush();
        current = next;
      }
      Piece piece;
      copy_bits(piece, words[k]);
      HIPSHIM_UNROLL
      for (unsigned i = 0; i < kN; ++i)
        sum[i] = same ? sum[i] + Element::widen(piece.at[i]) : Element::widen(piece.at[i]);
    }
  }
  flush();
}

template <class Element, unsigned Bytes, class Index, unsigned kPerThread>
HIPSHIM_GLOBAL void __launch_bounds__(256)
    scatter_rows(char* table, const char* rows, const Index* index, ScatterSize size) {
  constexpr unsigned kRows = kThreads * kPerThread;
  constexpr unsigned kSlots = 2 * kRows;
  constexpr std::uint32_t kEmpty = 0xffffffffu;
  HIPSHIM_SHARED std::uint32_t keys[kSlots];
  HIPSHIM_SHARED std::uint32_t counts[kSlots];
  HIPSHIM_SHARED std::uint32_t total;
  // Once every row has its slot the keys of the table are not needed any more.
  std::uint32_t* const grouped_key = keys;
  std::uint32_t* const grouped_row = keys + kRows;

  const std::size_t first = static_cast<std::size_t>(blockIdx.x / size.slices) * kRows;
  const unsigned slice = blockIdx.x % size.slices;
  const unsigned thread = threadIdx.x;

  const std::size_t row_bytes = static_cast<std::size_t>(size.pieces) * Bytes;

  for (unsigned i = thread; i < kSlots; i += kThreads) {
    keys[i] = kEmpty;
    counts[i] = 0;
  }
  if (thread == 0) total = 0;
  block_barrier();

  std::uint32_t key[kPerThread];
  std::uint32_t slot[kPerThread];
  std::uint32_t rank[kPerThread];
  HIPSHIM_UNROLL
  for (unsigned k = 0; k < kPerThread; ++k) {
    const std::size_t i = first + thread + k * kThreads;
    key[k] = kEmpty;
    slot[k] = 0;
    rank[k] = 1;
    if (i >= size.count) continue;
    const auto row = static_cast<std::uint64_t>(static_cast<std::int64_t>(index[i]));
    if (row < size.table_rows) key[k] = static_cast<std::uint32_t>(row);
  }
  HIPSHIM_UNROLL
  for (unsigned k = 0; k < kPerThread; ++k) {
    if (key[k] == kEmpty) continue;
    std::uint32_t at = (key[k] * 2654435769u) >> 7 & (kSlots - 1);
    for (;;) {
      // Looked at first: most of a row that many want find it there.
      std::uint32_t found = load_relaxed(&keys[at]);
      if (found == kEmpty) found = exchange_shared(&keys[at], kEmpty, key[k]);
      if (found == kEmpty || found == key[k]) break;
      at = (at + 1) & (kSlots - 1);
    }
    slot[k] = at;
    rank[k] = count_shared(&counts[at], 1);
  }
  block_barrier();

  // The first of each run reserves the run's place. Which run comes first does not matter.
  std::uint32_t length[kPerThread];
  std::uint32_t own = 0;
  HIPSHIM_UNROLL
  for (unsigned k = 0; k < kPerThread; ++k) {
    length[k] = rank[k] == 0 ? counts[slot[k]] : 0;
    own += length[k];
  }
  std::uint32_t before = own;
  HIPSHIM_UNROLL
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const std::uint32_t lower = warp32::shfl_up_sync(0xffffffffu, before, distance);
    before += warp32::lane_id() >= distance ? lower : 0;
  }
  std::uint32_t place = 0;
  if (warp32::lane_id() == 31) place = count_shared(&total, before);
  place = warp32::shfl_sync(0xffffffffu, place, 31) + before - own;
  block_barrier();
  HIPSHIM_UNROLL
  for (unsigned k = 0; k < kPerThread; ++k) {
    if (rank[k] == 0) counts[slot[k]] = place;
    place += length[k];
  }
  block_barrier();
  HIPSHIM_UNROLL
  for (unsigned k = 0; k < kPerThread; ++k) {
    if (key[k] == kEmpty) continue;
    const std::uint32_t to = counts[slot[k]] + rank[k];
    grouped_key[to] = key[k];
    grouped_row[to] = thread + k * kThreads;
  }
  block_barrier();

  const unsigned groups = kThreads / size.lanes;
  const unsigned share = (total + groups - 1) / groups;
  const unsigned begin = thread / size.lanes * share;
  const unsigned end = begin + share < total ? begin + share : total;
  for (unsigned piece = slice * size.lanes + thread % size.lanes; piece < size.pieces;
       piece += size.lanes * size.slices) {
    const std::size_t column = static_cast<std::size_t>(piece) * Bytes;
    detail::add_runs<Element, Bytes>(
        table + column, rows + first * row_bytes + column, row_bytes, begin, end,
        [&](unsigned p) -> std::size_t { return grouped_key[p]; },
        [&](unsigned p) -> std::size_t { return grouped_row[p]; });
  }
}

// Sorted indices need no grouping: a thread takes neighbouring rows.
template <class Element, unsigned Bytes, class Index>
HIPSHIM_GLOBAL void __launch_bounds__(256)
    scatter_sorted_rows(char* table, const char* rows, const Index* sorted_index,
                        const std::uint32_t* order, ScatterSize size) {
  constexpr unsigned kShare = 32;
  const unsigned groups = kThreads / size.lanes;
  const std::size_t block = blockIdx.x / size.slices;
  const unsigned slice = blockIdx.x % size.slices;
  const std::size_t first = (block * groups + threadIdx.x / size.lanes) * kShare;
  if (first >= size.count) return;
  const std::size_t left = size.count - first;
  unsigned end = left < kShare ? static_cast<unsigned>(left) : kShare;
  unsigned begin = 0;
  const auto row_at = [&](unsigned p) -> std::size_t {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(sorted_index[first + p]));
  };
  // What is outside the table stands at the ends.
  while (begin < end && row_at(begin) >= size.table_rows) ++begin;
  while (begin < end && row_at(end - 1) >= size.table_rows) --end;
  const std::size_t row_bytes = static_cast<std::size_t>(size.pieces) * Bytes;
  for (unsigned piece = slice * size.lanes + threadIdx.x % size.lanes; piece < size.pieces;
       piece += size.lanes * size.slices) {
    const std::size_t column = static_cast<std::size_t>(piece) * Bytes;
    detail::add_runs<Element, Bytes>(table + column, rows + column, row_bytes, begin, end, row_at,
                                     [&](unsigned p) -> std::size_t { return order[first + p]; });
  }
}

inline ScatterSize scatter_size(std::size_t count, std::size_t table_rows, std::size_t pieces,
                                std::size_t row_blocks) {
  ScatterSize size{count, table_rows, static_cast<unsigned>(pieces), 1, 1};
  while (size.lanes < 32 && size.lanes * 2 <= size.pieces) size.lanes *= 2;
  // Few rows of many columns: the columns are shared out, to fill the device.
  constexpr std::size_t kWanted = 2048;
  const std::size_t most = detail::divide_up(pieces, size.lanes);
  const std::size_t wanted = detail::divide_up(kWanted, row_blocks);
  size.slices = static_cast<unsigned>(wanted < most ? wanted : most);
  return size;
}

struct Unsorted {};

template <class T, class Index, unsigned Bytes>
error::Status launch_scatter(Unsorted, Width<Bytes>, T* table, std::size_t table_rows,
                             std::size_t columns, const T* rows, const Index* index,
                             std::size_t count, stream_t stream) {
  const char* call = "hipshim::kernels::scatter_add";
  const bool many = count >= std::size_t{1} << 18;
  const std::size_t row_blocks = detail::divide_up(count, many ? 4 * kThreads : kThreads);
  const ScatterSize size =
      detail::scatter_size(count, table_rows, columns * sizeof(T) / Bytes, row_blocks);
  using Element = RowElement<T>;
  return detail::launch(call,
                        many ? &scatter_rows<Element, Bytes, Index, 4>
                             : &scatter_rows<Element, Bytes, Index, 1>,
                        row_blocks * size.slices, stream, reinterpret_cast<char*>(table),
                        reinterpret_cast<const char*>(rows), index, size);
}

template <class T, class Index, unsigned Bytes>
error::Status launch_scatter(const std::uint32_t* order, Width<Bytes>, T* table,
                             std::size_t table_rows, std::size_t columns, const T* rows,
                             const Index* index, std::size_t count, stream_t stream) {
  const std::size_t pieces = columns * sizeof(T) / Bytes;
  ScatterSize size = detail::scatter_size(count, table_rows, pieces, 1);
  const std::size_t row_blocks = detail::divide_up(count, 32 * (kThreads / size.lanes));
  size = detail::scatter_size(count, table_rows, pieces, row_blocks);
  return detail::launch("hipshim::kernels::scatter_add_sorted",
                        &scatter_sorted_rows<RowElement<T>, Bytes, Index>, row_blocks * size.slices,
                        stream, reinterpret_cast<char*>(table), reinterpret_cast<const char*>(rows),
                        index, order, size);
}

// Two elements of two bytes in a word must be of one row.
template <class Order, class T, class Index>
error::Status scatter_narrow(std::true_type, Order order, std::size_t width, T* table,
                             std::size_t table_rows, std::size_t columns, const T* rows,
                             const Index* index, std::size_t count, stream_t stream) {
  if (width == 2)
    return detail::launch_scatter(order, Width<2>{}, table, table_rows, columns, rows, index, count,
                                  stream);
  return detail::launch_scatter(order, Width<4>{}, table, table_rows, columns, rows, index, count,
                                stream);
}
template <class Order, class T, class Index>
error::Status scatter_narrow(std::false_type, Order order, std::size_t, T* table,
                             std::size_t table_rows, std::size_t columns, const T* rows,
                             const Index* index, std::size_t count, stream_t stream) {
  return detail::launch_scatter(order, Width<4>{}, table, table_rows, columns, rows, index, count,
                                stream);
}

template <class Order, class T, class Index>
error::Status scatter(Order order, T* table, std::size_t table_rows, std::size_t columns,
                      const T* rows, const Index* index, std::size_t count, stream_t stream) {
  static_assert(std::is_integral<Index>::value && (sizeof(Index) == 4 || sizeof(Index) == 8),
                "hipshim::kernels::scatter_add: an index is an integer of 4 or 8 bytes");
  if (columns == 0 || count == 0) return error::Status();
  if (table_rows > 0xffffffffu || columns > 0x7fffffffu)
    return detail::refused("hipshim::kernels::scatter_add", __LINE__);
  const std::size_t width = detail::access_width(columns * sizeof(T), table, rows);
  if (width == 16)
    return detail::launch_scatter(order, Width<16>{}, table, table_rows, columns, rows, index,
                                  count, stream);
  return detail::scatter_narrow(std::integral_constant<bool, sizeof(T) == 2>{}, order, width, table,
                                table_rows, columns, rows, index, count, stream);
}

}  // namespace detail

// scatter_add: table[index[i]][:] += rows[i][:] for i < count, rows of `columns` elements
//   CUDA       atomicAdd per element, in embedding gradients
//   HIP        half and bfloat16 atomics are missing, slow, or lose adds (see hipshim/atomic.hpp)
//   Types      float, half, bfloat16; indices of 4 or 8 bytes, a table of at most 2^32 - 1 rows
//   Valid      when the stream gets there; gives back whether the launch was taken. An index below
//              0 or not below table_rows adds nothing
//   Order      not fixed. Equal indices among 1024 neighbours (256 where there are few) are added
//              in float and rounded once, so a half does not stop at 2048 as early
//   Cost       one read of rows and index, and one atomic add of 16 bytes (sm_90), of 4 bytes
//              (elsewhere) for each piece of each different row of a block
//   Undefined  a table that is not coarse (see hipshim/atomic.hpp); overlapping table and rows
//   Emitted    none yet
template <class T, class Index>
error::Status scatter_add(T* table, std::size_t table_rows, std::size_t columns, const T* rows,
                          const Index* index, std::size_t count, stream_t stream = nullptr) {
  return detail::scatter(detail::Unsorted{}, table, table_rows, columns, rows, index, count,
                         stream);
}

// scatter_add_sorted: table[sorted_index[i]][:] += rows[order[i]][:]
//   Use        with sort_index of hipshim/kernels/device.hpp
//   Valid      as scatter_add
//   Order      32 neighbours are added in float and rounded once
//   Cost       as scatter_add without the grouping, and one read of the order
//   Undefined  as scatter_add; indices that do not ascend
//   Emitted    none yet
template <class T, class Index>
error::Status scatter_add_sorted(T* table, std::size_t table_rows, std::size_t columns,
                                 const T* rows, const Index* sorted_index,
                                 const std::uint32_t* order, std::size_t count,
                                 stream_t stream = nullptr) {
  return detail::scatter(order, table, table_rows, columns, rows, sorted_index, count, stream);
}

}  // namespace kernels
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_RUNTIME_HEADER

#endif  // HIPSHIM_KERNELS_SCATTER_ADD_HPP
