// SPDX-License-Identifier: Apache-2.0
//
// Cooperative groups inside a block: the block, tiles of a wave, the active lanes. Grids are not
// declared: blocks run one after the other.
#ifndef HIPSHIM_CPU_HIP_COOPERATIVE_GROUPS_H
#define HIPSHIM_CPU_HIP_COOPERATIVE_GROUPS_H

#include <type_traits>

#include "hip/hip_runtime.h"

namespace cooperative_groups {

class thread_block {
 public:
  static unsigned thread_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
  static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  static unsigned num_threads() { return size(); }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
  HIPSHIM_CPU_FN static void sync() { hipshim::cpu::barrier(); }
};
HIPSHIM_CPU_FN thread_block this_thread_block() { return {}; }

namespace detail {

HIPSHIM_CPU_FN unsigned count(std::uint64_t lanes) {
  return static_cast<unsigned>(__builtin_popcountll(lanes));
}
HIPSHIM_CPU_FN unsigned nth(std::uint64_t lanes, unsigned n) {
  for (; n > 0; --n) lanes &= lanes - 1;
  return lanes == 0 ? 64 : static_cast<unsigned>(__builtin_ctzll(lanes));
}

// Some lanes of one wave; ranks count them from the lowest.
class Lanes {
 public:
  HIPSHIM_CPU_FN explicit Lanes(std::uint64_t lanes) : mask_{lanes, true} {}

  HIPSHIM_CPU_FN unsigned thread_rank() const {
    return count(mask_.bits & ((std::uint64_t{1} << hipshim::cpu::lane_of_wave()) - 1));
  }
  HIPSHIM_CPU_FN unsigned size() const { return count(mask_.bits); }
  HIPSHIM_CPU_FN unsigned num_threads() const { return size(); }
  HIPSHIM_CPU_FN void sync() const { hipshim::cpu::fence(mask_); }
  template <class T>
  HIPSHIM_CPU_FN T shfl(T value, int rank) const {
    return from(value, static_cast<unsigned>(rank) % size());
  }
  template <class T>
  HIPSHIM_CPU_FN T shfl_up(T value, unsigned delta) const {
    const unsigned own = thread_rank();
    return from(value, own < delta ? own : own - delta);
  }
  template <class T>
  HIPSHIM_CPU_FN T shfl_down(T value, unsigned delta) const {
    const unsigned own = thread_rank();
    return from(value, own + delta >= size() ? own : own + delta);
  }
  HIPSHIM_CPU_FN int any(int predicate) const {
    return (hipshim::cpu::vote(predicate != 0, mask_) & mask_.bits) != 0;
  }
  HIPSHIM_CPU_FN int all(int predicate) const {
    return (hipshim::cpu::vote(predicate == 0, mask_) & mask_.bits) == 0;
  }
  HIPSHIM_CPU_FN unsigned long long ballot(int predicate) const {
    return packed(hipshim::cpu::vote(predicate != 0, mask_));
  }
  template <class T>
  HIPSHIM_CPU_FN unsigned long long match_any(T value) const {
    bool same;
    return packed(hipshim::cpu::match(value, &same, mask_));
  }
  template <class T>
  HIPSHIM_CPU_FN unsigned long long match_all(T value, int& predicate) const {
    bool same;
    const auto lanes = packed(hipshim::cpu::match(value, &same, mask_));
    predicate = same;
    return same ? lanes : 0;
  }
  HIPSHIM_CPU_FN hipshim::cpu::Mask lanes() const { return mask_; }

 protected:
  template <class T>
  HIPSHIM_CPU_FN T from(T value, unsigned rank) const {
    return hipshim::cpu::shuffle(value, nth(mask_.bits, rank), mask_);
  }
  HIPSHIM_CPU_FN unsigned long long packed(std::uint64_t votes) const {
    unsigned long long bits = 0;
    unsigned rank = 0;
    for (std::uint64_t rest = mask_.bits; rest != 0; rest &= rest - 1, ++rank)
      if ((votes & rest & ~(rest - 1)) != 0) bits |= 1ull << rank;
    return bits;
  }

  hipshim::cpu::Mask mask_;
};

HIPSHIM_CPU_FN std::uint64_t tile_lanes(unsigned size) {
  const unsigned first = hipshim::cpu::lane_of_wave() & ~(size - 1);
  return (~std::uint64_t{0} >> (64 - size)) << first;
}

}  // namespace detail

template <unsigned Size, class Parent = void>
class thread_block_tile : public detail::Lanes {
  static_assert(Size > 0 && Size <= 64 && (Size & (Size - 1)) == 0,
                "a tile is a power of two of at most 64 threads");

 public:
  HIPSHIM_CPU_FN thread_block_tile() : Lanes(detail::tile_lanes(Size)) {}
  template <class Other>
  HIPSHIM_CPU_FN thread_block_tile(const thread_block_tile<Size, Other>& tile)
      : Lanes(tile.lanes().bits) {}
  HIPSHIM_CPU_FN unsigned thread_rank() const { return thread_block::thread_rank() % Size; }
  static constexpr unsigned size() { return Size; }
  static constexpr unsigned num_threads() { return Size; }
  static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
  static unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
  template <class T>
  HIPSHIM_CPU_FN T shfl_xor(T value, unsigned bits) const {
    return hipshim::cpu::shuffle(
        value, hipshim::cpu::from_xor(static_cast<int>(bits), static_cast<int>(Size)), mask_);
  }
};

template <unsigned Size, class Parent>
HIPSHIM_CPU_FN thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}

class coalesced_group : public detail::Lanes {
 public:
  using Lanes::Lanes;
};
HIPSHIM_CPU_FN coalesced_group coalesced_threads() {
  return coalesced_group(hipshim::cpu::vote(true));
}
// Lanes of the group in the order of their ranks, `size` of them for each part.
HIPSHIM_CPU_FN coalesced_group tiled_partition(const coalesced_group& group, unsigned size) {
  std::uint64_t part = 0;
  unsigned rank = 0;
  const std::uint64_t lanes = group.lanes().bits;
  for (std::uint64_t rest = lanes; rest != 0; rest &= rest - 1, ++rank)
    if (rank / size == group.thread_rank() / size) part |= rest & ~(rest - 1);
  return coalesced_group(part);
}

template <class Group>
HIPSHIM_CPU_FN void sync(const Group& group) {
  group.sync();
}

template <class T>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class Group, class T, class Op>
HIPSHIM_CPU_FN T reduce(const Group& group, T value, Op op) {
  return hipshim::cpu::reduce(value, group.lanes(), op);
}

}  // namespace cooperative_groups

#endif  // HIPSHIM_CPU_HIP_COOPERATIVE_GROUPS_H
