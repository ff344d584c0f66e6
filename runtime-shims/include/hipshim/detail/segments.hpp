// SPDX-License-Identifier: Apache-2.0
//
// How tensors lie in a packed buffer, and how a block of threads copies a piece of one. No run time
// is needed here.
#ifndef HIPSHIM_DETAIL_SEGMENTS_HPP
#define HIPSHIM_DETAIL_SEGMENTS_HPP

#include "hipshim/config.hpp"

#include <algorithm>
#include <vector>

namespace hipshim {
inline namespace v1 {
namespace detail {

// A line of the cache: two host threads never write to one, and every type is aligned in it.
constexpr std::size_t kTensorAlignment = 64;
// 256 threads with four loads of 16 bytes each in flight.
constexpr std::size_t kSegmentBytes = 16384;

// A piece of one tensor, and where it lies in the packed buffer. One block copies it.
struct Segment {
  char* tensor;
  std::uint64_t offset;
  std::uint64_t bytes;
};

inline std::size_t round_up(std::size_t n, std::size_t step) {
  return (n + step - 1) / step * step;
}

// Tensors one after the other, in the order they came; offsets grow.
struct Packing {
  std::vector<std::size_t> offsets;
  std::size_t bytes = 0;
  std::size_t segments = 0;
};

// Item: anything with `device` and `bytes`.
template <class Item>
Packing pack_layout(const Item* items, std::size_t count) {
  Packing packing;
  packing.offsets.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    packing.offsets.push_back(packing.bytes);
    packing.bytes += round_up(items[i].bytes, kTensorAlignment);
    packing.segments += round_up(items[i].bytes, kSegmentBytes) / kSegmentBytes;
  }
  return packing;
}

template <class Item>
void write_segments(const Item* items, const Packing& packing, Segment* out) {
  for (std::size_t i = 0; i < packing.offsets.size(); ++i)
    for (std::size_t begin = 0; begin < items[i].bytes; begin += kSegmentBytes)
      *out++ = Segment{static_cast<char*>(items[i].device) + begin, packing.offsets[i] + begin,
                       std::min(kSegmentBytes, items[i].bytes - begin)};
}

// Calls part(i, from, bytes, packed) for what tensors occupy in [begin, end) of the packed buffer:
// `from` is the offset in tensor i, `packed` the offset in the buffer.
template <class Item, class Part>
void for_each_part(const Item* items, const Packing& packing, std::size_t begin, std::size_t end,
                   const Part& part) {
  const auto& offsets = packing.offsets;
  auto at = std::upper_bound(offsets.begin(), offsets.end(), begin);
  if (at != offsets.begin()) --at;
  for (; at != offsets.end() && *at < end; ++at) {
    const auto i = static_cast<std::size_t>(at - offsets.begin());
    const std::size_t first = std::max(begin, *at);
    const std::size_t last = std::min(end, *at + items[i].bytes);
    if (first < last) part(i, first - *at, last - first, first);
  }
}

struct alignas(16) Words16 {
  std::uint64_t low;
  std::uint64_t high;
};

// Member by member: as a whole clang copies such a struct by memcpy through memory of the thread,
// which on AMD becomes shared memory, and one load waits for the other.
HIPSHIM_HOST_DEVICE inline void assign(Words16& to, const Words16& from) {
  to.low = from.low;
  to.high = from.high;
}
HIPSHIM_HOST_DEVICE inline void assign(std::uint32_t& to, const std::uint32_t& from) { to = from; }

// Whole words of a copy that `threads` threads share; gives back the bytes done.
template <class Word>
HIPSHIM_HOST_DEVICE inline std::size_t copy_words(char* to, const char* from, std::size_t bytes,
                                                  std::size_t thread, std::size_t threads) {
  auto* out = reinterpret_cast<Word*>(to);
  const auto* in = reinterpret_cast<const Word*>(from);
  const std::size_t words = bytes / sizeof(Word);
  constexpr unsigned kDepth = 4;
  std::size_t i = thread;
  // All loads before the first store: the compiler cannot know that the buffers are apart.
  for (; i + (kDepth - 1) * threads < words; i += kDepth * threads) {
    Word held[kDepth];
    for (unsigned k = 0; k < kDepth; ++k) detail::assign(held[k], in[i + k * threads]);
    for (unsigned k = 0; k < kDepth; ++k) detail::assign(out[i + k * threads], held[k]);
  }
  for (; i < words; i += threads) detail::assign(out[i], in[i]);
  return words * sizeof(Word);
}

HIPSHIM_HOST_DEVICE inline void copy_bytes_shared(char* to, const char* from, std::size_t bytes,
                                                  std::size_t thread, std::size_t threads) {
  const std::uintptr_t low =
      reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from);
  std::size_t done = 0;
  if (low % 16 == 0)
    done = detail::copy_words<Words16>(to, from, bytes, thread, threads);
  else if (low % 4 == 0)
    done = detail::copy_words<std::uint32_t>(to, from, bytes, thread, threads);
  for (std::size_t i = done + thread; i < bytes; i += threads) to[i] = from[i];
}

// One thread's share of one segment. Gather: tensor to packed buffer; else the way back.
template <bool kGather>
HIPSHIM_HOST_DEVICE inline void copy_segment(const Segment& segment, char* packed,
                                             std::size_t thread, std::size_t threads) {
  char* place = packed + segment.offset;
  if (kGather)
    detail::copy_bytes_shared(place, segment.tensor, segment.bytes, thread, threads);
  else
    detail::copy_bytes_shared(segment.tensor, place, segment.bytes, thread, threads);
}

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_SEGMENTS_HPP
