// SPDX-License-Identifier: Apache-2.0
//
// Matrix transpose, at nearly the speed of a copy.
//
// Every thread loads N rows of N elements that stand below each other (N elements are 16 bytes),
// turns this little matrix in registers, and puts its N columns into a tile; after a barrier it
// reads rows of the tile and stores them. All of it moves 16 bytes an instruction, on both sides of
// local memory.
#ifndef HIPSHIM_KERNELS_TRANSPOSE_HPP
#define HIPSHIM_KERNELS_TRANSPOSE_HPP

#include "hipshim/detail/launch.hpp"
#include "hipshim/lds.hpp"

#if defined(HIPSHIM_RUNTIME_HEADER)

namespace hipshim {
inline namespace v1 {
namespace kernels {
namespace detail {

constexpr unsigned kSide = 16;  // threads along each side of a tile

struct TransposeSize {
  std::size_t rows;
  std::size_t columns;
  std::size_t tiles_down;
  std::size_t tiles_along;
};

// Blocks go down a column of tiles, so that those that run at the same time write along the same
// rows of the output: on an H200 3 % faster than along the rows of the input, or in bands.
struct TilePlace {
  std::size_t matrix, down, along;
};
HIPSHIM_DEVICE inline TilePlace tile_place(TransposeSize size, std::size_t tile) {
  const std::size_t tiles = size.tiles_down * size.tiles_along;
  const std::size_t matrix = tile / tiles;
  tile -= matrix * tiles;
  return {matrix, tile % size.tiles_down, tile / size.tiles_down};
}

// Rows and columns are multiples of N and all addresses of 16 bytes, so a thread's little matrix is
// inside or outside as a whole.
template <class T>
HIPSHIM_GLOBAL void __launch_bounds__(256)
    transpose_wide(T* out, const T* in, TransposeSize size, std::size_t first_tile) {
  constexpr unsigned kAccess = sizeof(T) == 1 ? 8 : 16;
  constexpr unsigned kN = kAccess / sizeof(T);
  constexpr unsigned kEdge = kSide * kN;
  HIPSHIM_SHARED lds::tile<T, kEdge, kEdge, kAccess, kN> turned;

  const TilePlace place = detail::tile_place(size, first_tile + blockIdx.x);
  in += place.matrix * size.rows * size.columns;
  out += place.matrix * size.rows * size.columns;
  const unsigned x = threadIdx.x % kSide * kN;
  const unsigned y = threadIdx.x / kSide * kN;

  const std::size_t in_row = place.down * kEdge + y;
  const std::size_t in_column = place.along * kEdge + x;
  if (in_row < size.rows && in_column < size.columns) {
    chunk<T, kN> little[kN];
    HIPSHIM_UNROLL
    for (unsigned i = 0; i < kN; ++i) {
      Words<kAccess> words;
      load_streaming(words, in + (in_row + i) * size.columns + in_column);
      copy_bits(little[i], words);
    }
    HIPSHIM_UNROLL
    for (unsigned j = 0; j < kN; ++j) {
      chunk<T, kN> column;
      HIPSHIM_UNROLL
      for (unsigned i = 0; i < kN; ++i) column.at[i] = little[i].at[j];
      turned.store(x + j, y, column);
    }
  }
  block_barrier();
  const std::size_t out_row = place.along * kEdge + y;
  const std::size_t out_column = place.down * kEdge + x;
  if (out_row < size.columns && out_column < size.rows) {
    HIPSHIM_UNROLL
    for (unsigned i = 0; i < kN; ++i) {
      Words<kAccess> words;
      const chunk<T, kN> row = turned.load(y + i, x);
      copy_bits(words, row);
      store_streaming(out + (out_row + i) * size.rows + out_column, words);
    }
  }
}

// Any size: one element at a time. Narrow elements in larger tiles, for longer rows.
template <class T>
constexpr unsigned kAnyEdge = sizeof(T) <= 4 ? 64 : 32;

template <class T>
HIPSHIM_GLOBAL void __launch_bounds__(256)
    transpose_any(T* out, const T* in, TransposeSize size, std::size_t first_tile) {
  constexpr unsigned kEdge = detail::kAnyEdge<T>;
  constexpr unsigned kRowsAtOnce = 256 / kEdge;
  HIPSHIM_SHARED lds::tile<T, kEdge, kEdge> read;

  const TilePlace place = detail::tile_place(size, first_tile + blockIdx.x);
  in += place.matrix * size.rows * size.columns;
  out += place.matrix * size.rows * size.columns;
  const unsigned x = threadIdx.x % kEdge;
  const unsigned y = threadIdx.x / kEdge;

  const std::size_t in_column = place.along * kEdge + x;
  HIPSHIM_UNROLL
  for (unsigned i = 0; i < kEdge; i += kRowsAtOnce) {
    const std::size_t in_row = place.down * kEdge + y + i;
    if (in_row < size.rows && in_column < size.columns)
      read(y + i, x) = in[in_row * size.columns + in_column];
  }
  block_barrier();
  const std::size_t out_column = place.down * kEdge + x;
  HIPSHIM_UNROLL
  for (unsigned i = 0; i < kEdge; i += kRowsAtOnce) {
    const std::size_t out_row = place.along * kEdge + y + i;
    if (out_row < size.columns && out_column < size.rows)
      out[out_row * size.rows + out_column] = read(x, y + i);
  }
}

template <class T>
error::Status launch_transpose(void (*kernel)(T*, const T*, TransposeSize, std::size_t),
                               std::size_t edge, T* out, const T* in, std::size_t rows,
                               std::size_t columns, std::size_t count, stream_t stream) {
  const TransposeSize size{rows, columns, detail::divide_up(rows, edge),
                           detail::divide_up(columns, edge)};
  const std::size_t tiles = size.tiles_down * size.tiles_along * count;
  for (std::size_t from = 0; from < tiles; from += kMaxBlocks) {
    const std::size_t blocks = tiles - from < kMaxBlocks ? tiles - from : kMaxBlocks;
    const error::Status status =
        detail::launch("hipshim::kernels::transpose", kernel, blocks, stream, out, in, size, from);
    if (!status.ok()) return status;
  }
  return error::Status();
}

}  // namespace detail

// transpose: out[k][c][r] = in[k][r][c] for `count` matrices of rows x columns, one after another
//   CUDA       the tile kernel of every project, with a tile of 32 x 33 floats
//   HIP        the same; that pad is right for 4-byte elements only
//   Types      of 1, 2, 4, 8 or 16 bytes, trivially copyable
//   Valid      when the stream gets there; gives back whether the launch was taken
//   Cost       one read and one write of the matrix. Where rows, columns and addresses are
//              multiples of 16 bytes all accesses have 16 bytes (8 for types of one byte); else
//              one element each
//   Undefined  overlapping matrices; memory that the device cannot reach
//   Emitted    none yet
template <class T>
error::Status transpose(T* out, const T* in, std::size_t rows, std::size_t columns,
                        stream_t stream = nullptr, std::size_t count = 1) {
  static_assert(sizeof(T) <= 16 && (sizeof(T) & (sizeof(T) - 1)) == 0,
                "hipshim::kernels::transpose: an element has 1, 2, 4, 8 or 16 bytes");
  if (rows == 0 || columns == 0 || count == 0) return error::Status();
  constexpr std::size_t kAccess = sizeof(T) == 1 ? 8 : 16;
  const std::size_t width = detail::access_width(rows * sizeof(T) | columns * sizeof(T), out, in);
  if (width >= kAccess)
    return detail::launch_transpose(&detail::transpose_wide<T>, detail::kSide * kAccess / sizeof(T),
                                    out, in, rows, columns, count, stream);
  return detail::launch_transpose(&detail::transpose_any<T>, detail::kAnyEdge<T>, out, in, rows,
                                  columns, count, stream);
}

}  // namespace kernels
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_RUNTIME_HEADER

#endif  // HIPSHIM_KERNELS_TRANSPOSE_HPP
