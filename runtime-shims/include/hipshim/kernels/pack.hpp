// SPDX-License-Identifier: Apache-2.0
//
// Many arrays into one buffer and back, on the device: gradients that travel as one.
#ifndef HIPSHIM_KERNELS_PACK_HPP
#define HIPSHIM_KERNELS_PACK_HPP

#include "hipshim/detail/launch.hpp"

#if defined(HIPSHIM_RUNTIME_HEADER)

namespace hipshim {
inline namespace v1 {
namespace kernels {

// One array: where it is on the device, and its bytes.
struct piece {
  void* data;
  std::size_t bytes;
};

namespace detail {

// Arrays travel to the kernel as its parameter, of which CUDA takes 4096 bytes: no table in device
// memory, which would have to be filled and kept until the kernel is through.
constexpr unsigned kPiecesAtOnce = 128;
constexpr std::size_t kBlockBytes = 32 * 1024;  // bytes of one block
constexpr std::size_t kPieceAlignment = 16;

struct PackTable {
  char* packed;
  char* data[kPiecesAtOnce];
  std::size_t offset[kPiecesAtOnce];
  std::size_t bytes[kPiecesAtOnce];
  unsigned first_block[kPiecesAtOnce + 1];
  unsigned count;
};

template <unsigned Bytes>
HIPSHIM_DEVICE inline void copy_share(char* to, const char* from, std::size_t bytes) {
  constexpr unsigned kDepth = 4;
  const std::size_t pieces = bytes / Bytes;
  std::size_t i = threadIdx.x;
  for (; i + (kDepth - 1) * kThreads < pieces; i += kDepth * kThreads) {
    Words<Bytes> words[kDepth];
    HIPSHIM_UNROLL
    for (unsigned k = 0; k < kDepth; ++k)
      load_streaming(words[k], from + (i + k * kThreads) * Bytes);
    HIPSHIM_UNROLL
    for (unsigned k = 0; k < kDepth; ++k)
      store_streaming(to + (i + k * kThreads) * Bytes, words[k]);
  }
  for (; i < pieces; i += kThreads)
    store_words<Bytes>(to + i * Bytes, load_words<Bytes>(from + i * Bytes));
  // Bytes behind the last whole piece.
  for (i = pieces * Bytes + threadIdx.x; i < bytes; i += kThreads) to[i] = from[i];
}

template <bool kPack>
HIPSHIM_GLOBAL void __launch_bounds__(256) copy_pieces(const PackTable table) {
  // The last array whose first block is not after this one.
  unsigned low = 0;
  unsigned high = table.count;
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    if (table.first_block[middle] <= blockIdx.x)
      low = middle;
    else
      high = middle;
  }
  const std::size_t skip = (blockIdx.x - table.first_block[low]) * kBlockBytes;
  const std::size_t left = table.bytes[low] - skip;
  const std::size_t bytes = left < kBlockBytes ? left : kBlockBytes;
  char* const single = table.data[low] + skip;
  char* const packed = table.packed + table.offset[low] + skip;
  char* const to = kPack ? packed : single;
  const char* const from = kPack ? single : packed;
  const auto both = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from);
  if (both % 16 == 0)
    detail::copy_share<16>(to, from, bytes);
  else if (both % 4 == 0)
    detail::copy_share<4>(to, from, bytes);
  else
    detail::copy_share<1>(to, from, bytes);
}

template <bool kPack>
error::Status copy_all(void* packed, const piece* pieces, std::size_t count, stream_t stream) {
  const char* call = kPack ? "hipshim::kernels::pack" : "hipshim::kernels::unpack";
  std::size_t offset = 0;
  PackTable table;
  table.packed = static_cast<char*>(packed);
  table.count = 0;
  std::size_t blocks = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t more = detail::divide_up(pieces[i].bytes, kBlockBytes);
    if (more > kMaxBlocks) return detail::refused(call, __LINE__);
    if (table.count == kPiecesAtOnce || blocks + more > kMaxBlocks) {
      const error::Status status = detail::launch(call, &copy_pieces<kPack>, blocks, stream, table);
      if (!status.ok()) return status;
      table.count = 0;
      blocks = 0;
    }
    if (more == 0) continue;
    table.data[table.count] = static_cast<char*>(pieces[i].data);
    table.offset[table.count] = offset;
    table.bytes[table.count] = pieces[i].bytes;
    table.first_block[table.count] = static_cast<unsigned>(blocks);
    ++table.count;
    blocks += more;
    offset += detail::divide_up(pieces[i].bytes, kPieceAlignment) * kPieceAlignment;
  }
  return detail::launch(call, &copy_pieces<kPack>, blocks, stream, table);
}

}  // namespace detail

// packed_bytes: how large a buffer pack fills; array i stands behind the arrays before it, each
// rounded up to 16 bytes
//   CUDA       none
//   HIP        none
//   Cost       a loop on the host
inline std::size_t packed_bytes(const piece* pieces, std::size_t count) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < count; ++i)
    bytes += detail::divide_up(pieces[i].bytes, detail::kPieceAlignment) * detail::kPieceAlignment;
  return bytes;
}

// pack, unpack: arrays into one buffer, and the buffer into the arrays
//   CUDA       one cudaMemcpyAsync for each array
//   HIP        the same: one small copy after the other
//   Valid      when the stream gets there; gives back whether all launches were taken. `pieces` may
//              go when the call returns. Bytes between the arrays are not written
//   Cost       one launch for each 128 arrays; one read and one write, 16 bytes at once where both
//              sides are aligned to 16
//   Undefined  overlapping arrays; arrays that the device cannot reach
//   Emitted    none yet
inline error::Status pack(void* packed, const piece* pieces, std::size_t count,
                          stream_t stream = nullptr) {
  return detail::copy_all<true>(packed, pieces, count, stream);
}
inline error::Status unpack(const piece* pieces, const void* packed, std::size_t count,
                            stream_t stream = nullptr) {
  return detail::copy_all<false>(const_cast<void*>(packed), pieces, count, stream);
}

}  // namespace kernels
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_RUNTIME_HEADER

#endif  // HIPSHIM_KERNELS_PACK_HPP
