// SPDX-License-Identifier: Apache-2.0
//
// A reduction of an array in two launches: blocks reduce their share, one block reduces the
// results. Without atomics, so the same array gives the same bits every time.
//
// For other shapes and for scans see hipshim/kernels/device.hpp, which calls the vendor's library.
#ifndef HIPSHIM_KERNELS_REDUCE_HPP
#define HIPSHIM_KERNELS_REDUCE_HPP

#include "hipshim/detail/launch.hpp"

#if defined(HIPSHIM_RUNTIME_HEADER)

#include "hipshim/block.hpp"
#include "hipshim/warp32.hpp"

namespace hipshim {
inline namespace v1 {
namespace kernels {

// What reduce combines with: sum, minimum, maximum, or any functor that is associative and takes
// values in any order.
struct plus {
  template <class T>
  HIPSHIM_HOST_DEVICE T operator()(const T& a, const T& b) const {
    return a + b;
  }
};
struct minimum {
  template <class T>
  HIPSHIM_HOST_DEVICE T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};
struct maximum {
  template <class T>
  HIPSHIM_HOST_DEVICE T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};

namespace detail {

constexpr unsigned kMaxPartials = 1024;
constexpr unsigned kReduceDepth = 4;  // pieces that one thread has under way

// The whole block's value, in thread 0. All 256 threads call it.
template <class Acc, class Op>
HIPSHIM_DEVICE inline Acc reduce_block(Acc value, Op op) {
  constexpr unsigned kWarps = kThreads / 32;
  HIPSHIM_SHARED Words<sizeof(Acc)> partial[kWarps];
  HIPSHIM_UNROLL
  for (int distance = 16; distance > 0; distance /= 2)
    value = op(value, static_cast<Acc>(warp32::shfl_xor_sync(0xffffffffu, value, distance)));
  if (warp32::lane_id() == 0) copy_bits(partial[threadIdx.x / 32], value);
  block_barrier();
  Acc total = value;
  if (threadIdx.x == 0) {
    HIPSHIM_UNROLL
    for (unsigned i = 1; i < kWarps; ++i) {
      copy_bits(value, partial[i]);
      total = op(total, value);
    }
  }
  return total;
}
template <class Acc>
HIPSHIM_DEVICE inline Acc reduce_block(Acc value, plus) {
  return static_cast<Acc>(block::reduce_sum(value));
}

// Block b takes pieces b, b + blocks, ...; elements in front of the first aligned piece and behind
// the last go to block 0.
template <class Acc, unsigned kN, class T, class Op>
HIPSHIM_GLOBAL void __launch_bounds__(256)
    reduce_share(Acc* partials, const T* in, std::size_t head, std::size_t pieces, std::size_t tail,
                 Acc identity, Op op) {
  Acc sum[kReduceDepth];
  HIPSHIM_UNROLL
  for (unsigned k = 0; k < kReduceDepth; ++k) sum[k] = identity;
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * kThreads;
  const T* const body = in + head;
  std::size_t at = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  auto take = [&](Acc& into, const Words<sizeof(T) * kN>& words) {
    chunk<T, kN> piece;
    copy_bits(piece, words);
    HIPSHIM_UNROLL
    for (unsigned i = 0; i < kN; ++i) into = op(into, static_cast<Acc>(piece.at[i]));
  };
  for (; at + (kReduceDepth - 1) * stride < pieces; at += kReduceDepth * stride) {
    Words<sizeof(T) * kN> words[kReduceDepth];
    HIPSHIM_UNROLL
    for (unsigned k = 0; k < kReduceDepth; ++k)
      load_streaming(words[k], body + (at + k * stride) * kN);
    HIPSHIM_UNROLL
    for (unsigned k = 0; k < kReduceDepth; ++k) take(sum[k], words[k]);
  }
  for (; at < pieces; at += stride) take(sum[0], load_words<sizeof(T) * kN>(body + at * kN));
  if (blockIdx.x == 0 && threadIdx.x < head) sum[0] = op(sum[0], static_cast<Acc>(in[threadIdx.x]));
  if (blockIdx.x == 0 && threadIdx.x < tail)
    sum[1] = op(sum[1], static_cast<Acc>(body[pieces * kN + threadIdx.x]));
  const Acc total = detail::reduce_block(op(op(sum[0], sum[1]), op(sum[2], sum[3])), op);
  if (threadIdx.x == 0) partials[blockIdx.x] = total;
}

template <class Acc, class Op>
HIPSHIM_GLOBAL void __launch_bounds__(256)
    reduce_partials(Acc* out, const Acc* partials, unsigned count, Acc identity, Op op) {
  Acc value = identity;
  for (unsigned i = threadIdx.x; i < count; i += kThreads) value = op(value, partials[i]);
  value = detail::reduce_block(value, op);
  if (threadIdx.x == 0) *out = value;
}

}  // namespace detail

// reduce_workspace: bytes of device memory that reduce needs for results of type Acc
//   CUDA       none
//   HIP        none
//   Cost       none
template <class Acc>
constexpr std::size_t reduce_workspace() {
  return detail::kMaxPartials * sizeof(Acc);
}

// reduce: *out = op over in[0 .. count), in type Acc
//   CUDA       the two-stage reduction of every project; its last steps often lean on a warp of 32
//   HIP        the same; such steps are wrong on a wave of 64
//   Types      Acc of 4 or 8 bytes; T of 1 to 8 bytes that converts to Acc (a half is summed in
//              float when identity is a float)
//   Valid      *out in device memory when the stream gets there; gives back whether both launches
//              were taken. count == 0 gives identity
//   Order      fixed by count and alignment alone: the same bits every time
//   Cost       one read of the array in pieces of 16 bytes, and a second small launch
//   Undefined  an identity that changes a value; a workspace of fewer than reduce_workspace<Acc>()
//              bytes, or shared by two streams
//   Emitted    none yet
template <class Acc, class T, class Op = plus>
error::Status reduce(Acc* out, const T* in, std::size_t count, Acc identity, void* workspace,
                     stream_t stream = nullptr, Op op = Op()) {
  static_assert(sizeof(Acc) == 4 || sizeof(Acc) == 8,
                "hipshim::kernels::reduce: results have 4 or 8 bytes");
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                "hipshim::kernels::reduce: elements have 1, 2, 4 or 8 bytes");
  constexpr unsigned kN = 16 / sizeof(T);
  const char* call = "hipshim::kernels::reduce";
  auto* partials = static_cast<Acc*>(workspace);
  const std::size_t off = reinterpret_cast<std::uintptr_t>(in) % 16 / sizeof(T);
  const std::size_t wanted = off == 0 ? 0 : kN - off;
  const std::size_t head = wanted < count ? wanted : count;
  const std::size_t pieces = (count - head) / kN;
  const std::size_t shares = detail::divide_up(pieces, detail::kThreads * detail::kReduceDepth);
  const std::size_t blocks = shares < 1                      ? 1
                             : shares < detail::kMaxPartials ? shares
                                                             : detail::kMaxPartials;
  const error::Status status =
      detail::launch(call, &detail::reduce_share<Acc, kN, T, Op>, blocks, stream, partials, in,
                     head, pieces, count - head - pieces * kN, identity, op);
  if (!status.ok()) return status;
  return detail::launch(call, &detail::reduce_partials<Acc, Op>, 1, stream, out, partials,
                        static_cast<unsigned>(blocks), identity, op);
}

}  // namespace kernels
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_RUNTIME_HEADER

#endif  // HIPSHIM_KERNELS_REDUCE_HPP
