// SPDX-License-Identifier: Apache-2.0
//
// Reductions, scans and counts over all threads of a block, in two stages: each wave for itself,
// then the first wave over the waves' results, which pass through shared memory. For any block size
// and shape (threads count x first, as waves do), a cut short last wave included, and at any wave
// size: CUDA code with `__shared__ T partial[32]` and a loop of shuffles becomes one call.
//
// Each function has a form that takes its shared memory, `scratch<T>`, and one that brings its own,
// which all calls for the same type in a kernel share. Either may be used again at once: a call
// ends with all that it read behind a barrier.
//
//   __shared__ hipshim::block::scratch<float> s;
//   float sum = hipshim::block::reduce_sum(s, v);      // or reduce_sum(v)
//
// Of hipaudit's rules warp-idiom writes the reductions, when asked for --strategy=native. Common to
// the contracts below:
//   Lanes      all threads of the block, as for __syncthreads. A thread without a value of its own
//              brings 0, or the value that changes nothing
//   Valid      every thread; all get the same bits from a reduction
//   Undefined  in a branch that part of the block skips, or after part of it returned
#ifndef HIPSHIM_BLOCK_HPP
#define HIPSHIM_BLOCK_HPP

#include "hipshim/config.hpp"
#include "hipshim/wave.hpp"

namespace hipshim {
inline namespace v1 {
namespace block {
namespace detail {

using namespace hipshim::v1::detail;

using Tree = HIPSHIM_WAVE_TREE;

constexpr unsigned kMaxWaves = 32;  // 1024 threads in waves of 32

}  // namespace detail

// scratch: the shared memory of one call at a time, for values of type T. 260 or 520 bytes
template <class T>
struct scratch {
  using Bits = std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;
  Bits parts[detail::kMaxWaves];   // one result a wave
  Bits starts[detail::kMaxWaves];  // for scans: what lies before each wave
  Bits total;
};

namespace detail {

template <class T>
HIPSHIM_DEVICE inline scratch<T>& own_scratch() {
  HIPSHIM_SHARED static scratch<T> memory;
  return memory;
}

template <class Bits, class Work>
HIPSHIM_DEVICE inline void put(Bits& to, Work value) {
  Bits bits = 0;
  detail::copy_bits(bits, value);
  to = bits;
}
template <class Work, class Bits>
HIPSHIM_DEVICE inline Work get(const Bits& from) {
  const Bits bits = from;
  Work value = 0;
  detail::copy_bits(value, bits);
  return value;
}

struct Place {
  std::uint32_t threads, waves, wave, lane, lanes;  // lanes: of this wave
  bool ragged;                                      // the last wave is cut short
};

HIPSHIM_DEVICE inline Place place() {
  const std::uint32_t size = lanes_per_wave();
  Place at{};
  at.threads = block_threads();
  at.waves = (at.threads + size - 1) / size;
  at.wave = uniform(block_thread() / size);
  at.lane = kLanesMayLag ? block_thread() % size : lane_in_wave();
  at.ragged = at.threads % size != 0;
  at.lanes = at.ragged && at.wave == at.waves - 1 ? at.threads % size : size;
  return at;
}

// NVIDIA must be told which lanes to wait for; AMD's are there together.
HIPSHIM_DEVICE inline Named lanes_of(std::true_type, const Place& at) {
  return Named{~std::uint64_t{0} >> (64 - at.lanes)};
}
HIPSHIM_DEVICE inline Everyone lanes_of(std::false_type, const Place&) { return Everyone{}; }
using HasBlockCount = std::integral_constant<bool, kHasBlockCount>;
using MayLag = std::integral_constant<bool, kLanesMayLag>;

// `own` is the wave's result, in each of its lanes. Where all waves are whole each computes the
// block's result for itself, else the first for all.
template <class Op, class T, class Work>
HIPSHIM_DEVICE inline Work over_waves(scratch<T>& memory, const Place& at, Work own) {
  if (at.waves == 1) return own;
  if (at.lane == 0) detail::put(memory.parts[at.wave], own);
  block_barrier();
  if (!at.ragged || at.wave == 0) {
    const Work part =
        at.lane < at.waves ? detail::get<Work>(memory.parts[at.lane]) : Neutral<Op, Work>::value();
    own = Tree::reduce<Op, 0>(Whole{}, part);
    if (at.ragged && at.lane == 0) detail::put(memory.total, own);
  }
  block_barrier();
  return at.ragged ? detail::get<Work>(memory.total) : own;
}

// NVIDIA, several waves and all of them whole: without the care for lanes that may be missing, and
// the first wave computes for all, which leaves the others' issue slots free. On an H200, blocks of
// 256 on all multiprocessors, a sum of floats takes half of the time of the way below.
template <class Op, class T, class Work>
HIPSHIM_DEVICE inline Work over_whole_waves(scratch<T>& memory, const Place& at, Work own) {
  own = Tree::reduce<Op, 0>(Whole{}, own);
  if (at.lane == 0) detail::put(memory.parts[at.wave], own);
  block_barrier();
  if (at.wave == 0) {
    // Places without a wave are read, but not used: a choice is cheaper than a branch.
    const Work part = detail::get<Work>(memory.parts[at.lane]);
    own = Tree::reduce<Op, 0>(Whole{}, at.lane < at.waves ? part : Neutral<Op, Work>::value());
    if (at.lane == 0) detail::put(memory.total, own);
  }
  block_barrier();
  return detail::get<Work>(memory.total);
}

template <class Op, class T>
HIPSHIM_DEVICE inline ResultOf<Op, T> reduce(scratch<T>& memory, T value) {
  using Value = Codec<Op, T>;
  const Place at = detail::place();
  if (kLanesMayLag && !at.ragged && at.waves > 1)
    return Value::decode(detail::over_whole_waves<Op>(memory, at, Value::encode(value)), value);
  const auto own = Tree::reduce<Op, 0>(detail::lanes_of(MayLag{}, at), Value::encode(value));
  return Value::decode(detail::over_waves<Op>(memory, at, own), value);
}

// What lies before the caller's wave, beginning with `start`; `last` is the wave's result, valid in
// its last lane. *total is the block's.
template <class Op, class T, class Work>
HIPSHIM_DEVICE inline Work before_wave(scratch<T>& memory, const Place& at, Work last, Work start,
                                       Work* total) {
  if (at.lane == at.lanes - 1) detail::put(memory.parts[at.wave], last);
  block_barrier();
  if (at.wave == 0) {
    // The first wave has a lane for each wave: if there are several, it is whole.
    const bool counts = at.lane < at.waves;
    const Work part =
        counts ? detail::get<Work>(memory.parts[at.lane]) : Neutral<Op, Work>::value();
    const Work before = at.waves > 1 ? Tree::exclusive<Op>(Whole{}, part, start) : start;
    if (counts) detail::put(memory.starts[at.lane], before);
    if (at.lane == at.waves - 1) detail::put(memory.total, Op::apply(before, part));
  }
  block_barrier();
  if (total != nullptr) *total = detail::get<Work>(memory.total);
  return detail::get<Work>(memory.starts[at.wave]);
}

template <class Op, class T>
HIPSHIM_DEVICE inline ResultOf<Op, T> inclusive(scratch<T>& memory, T value,
                                                ResultOf<Op, T>* total) {
  using Value = Codec<Op, T>;
  using Work = typename Value::Work;
  const Place at = detail::place();
  Work own = Tree::inclusive<Op>(detail::lanes_of(MayLag{}, at), Value::encode(value));
  if (at.waves > 1 || total != nullptr) {
    Work sum = own;
    const Work before = detail::before_wave<Op>(memory, at, own, Neutral<Op, Work>::value(), &sum);
    own = Op::apply(before, own);
    if (total != nullptr) *total = Value::decode(sum, value);
  }
  return Value::decode(own, value);
}

template <class Op, class T>
HIPSHIM_DEVICE inline ResultOf<Op, T> exclusive(scratch<T>& memory, T value,
                                                ResultOf<Op, T>* total) {
  using Value = Codec<Op, T>;
  using Work = typename Value::Work;
  const Place at = detail::place();
  const Work given = Value::encode(value);
  Work own = Tree::exclusive<Op>(detail::lanes_of(MayLag{}, at), given, Value::start());
  if (at.waves > 1 || total != nullptr) {
    Work sum = own;
    const Work before =
        detail::before_wave<Op>(memory, at, Op::apply(own, given), Value::start(), &sum);
    own = Op::apply(before, own);
    if (total != nullptr) *total = Value::decode(sum, value);
  }
  return Value::decode(own, value);
}

HIPSHIM_DEVICE inline int count_by_waves(scratch<int>& memory, bool predicate) {
  const Place at = detail::place();
  const std::uint64_t votes = ballot_lanes(detail::lanes_of(MayLag{}, at).members(), predicate);
  const auto own = static_cast<std::uint32_t>(count_set64(votes));
  return static_cast<int>(detail::over_waves<Add>(memory, at, own));
}

HIPSHIM_DEVICE inline int count_in_block(std::true_type, scratch<int>&, bool predicate) {
  return hardware_block_count(predicate);
}
HIPSHIM_DEVICE inline int count_in_block(std::false_type, scratch<int>& memory, bool predicate) {
  return detail::count_by_waves(memory, predicate);
}

}  // namespace detail

// ---- the block ----

// size, thread_rank: how many threads the block has, and which the caller is, x first
//   CUDA       blockDim.x * blockDim.y * blockDim.z, and the rank worked out by hand
//   HIP        the same
//   Lanes      any. Valid: the caller
//   Cost       up to 3 scalar loads and 2 multiplications, shared by all uses
HIPSHIM_DEVICE inline unsigned size() { return detail::block_threads(); }
HIPSHIM_DEVICE inline unsigned thread_rank() { return detail::block_thread(); }

// ---- votes ----

// count, any, all: for how many threads does the predicate hold, for one, for every one. int
//   CUDA       __syncthreads_count, __syncthreads_or, __syncthreads_and
//   HIP        the same names, by atomics and three barriers in older headers
//   Cost       1 compare, 1 store, 1 load and a wave's reduction, 2 barriers; a block of one wave:
//              no memory and no barrier. NVIDIA: __syncthreads_count, and no shared memory
HIPSHIM_DEVICE inline int count(scratch<int>& memory, int predicate) {
  return detail::count_in_block(detail::HasBlockCount{}, memory, predicate != 0);
}
HIPSHIM_DEVICE inline int count(int predicate) {
  return count(detail::own_scratch<int>(), predicate);
}
HIPSHIM_DEVICE inline int any(scratch<int>& memory, int predicate) {
  return count(memory, predicate) != 0 ? 1 : 0;
}
HIPSHIM_DEVICE inline int any(int predicate) { return count(predicate) != 0 ? 1 : 0; }
HIPSHIM_DEVICE inline int all(scratch<int>& memory, int predicate) {
  return count(memory, predicate == 0) == 0 ? 1 : 0;
}
HIPSHIM_DEVICE inline int all(int predicate) { return count(predicate == 0) == 0 ? 1 : 0; }

// ---- reductions ----

// reduce_sum, _min, _max, _and, _or, _xor
//   CUDA       cub::BlockReduce, whose result only thread 0 has and whose storage needs a barrier
//              before it is used again; or shuffles, `__shared__ T partial[32]` and a second loop
//   HIP        such loops leave out half of each wave, or read slots that nobody wrote
//   Types      as wave::reduce_sum
//   Cost       2 wave reductions, 1 store and 1 load, 2 barriers; a block of one wave: 1 and
//              nothing else. One load and store more where the last wave is cut short
//   Undefined  also: the order of a floating sum differs between wave sizes and back ends
//   Emitted    warp-idiom
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> reduce_sum(scratch<T>& memory, T value) {
  return detail::reduce<detail::Add>(memory, value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> reduce_sum(T value) {
  return detail::reduce<detail::Add>(detail::own_scratch<T>(), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> reduce_min(scratch<T>& memory, T value) {
  return detail::reduce<detail::Min>(memory, value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> reduce_min(T value) {
  return detail::reduce<detail::Min>(detail::own_scratch<T>(), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> reduce_max(scratch<T>& memory, T value) {
  return detail::reduce<detail::Max>(memory, value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> reduce_max(T value) {
  return detail::reduce<detail::Max>(detail::own_scratch<T>(), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> reduce_and(scratch<T>& memory, T value) {
  return detail::reduce<detail::And>(memory, value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> reduce_and(T value) {
  return detail::reduce<detail::And>(detail::own_scratch<T>(), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> reduce_or(scratch<T>& memory, T value) {
  return detail::reduce<detail::Or>(memory, value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> reduce_or(T value) {
  return detail::reduce<detail::Or>(detail::own_scratch<T>(), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> reduce_xor(scratch<T>& memory, T value) {
  return detail::reduce<detail::Xor>(memory, value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> reduce_xor(T value) {
  return detail::reduce<detail::Xor>(detail::own_scratch<T>(), value);
}

// ---- scans ----

// inclusive_sum, ...: over the threads up to the caller, by thread_rank
// exclusive_sum, ...: over the threads below the caller; the first gets what wave::exclusive_sum
// gives to a first lane
// With a pointer, *total is the result over the whole block, in every thread.
//   CUDA       cub::BlockScan
//   HIP        as reduce_sum
//   Types      as wave::reduce_sum
//   Cost       2 wave scans, 2 stores and 2 loads, 2 barriers; a block of one wave without total: 1
//              and nothing else
//   Undefined  also: the order of a floating sum differs between wave sizes and back ends
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> inclusive_sum(scratch<T>& memory, T value) {
  return detail::inclusive<detail::Add>(memory, value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> inclusive_sum(scratch<T>& memory, T value,
                                                                     Total* total) {
  return detail::inclusive<detail::Add>(memory, value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> inclusive_sum(T value) {
  return detail::inclusive<detail::Add>(detail::own_scratch<T>(), value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> inclusive_sum(T value, Total* total) {
  return detail::inclusive<detail::Add>(detail::own_scratch<T>(), value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> inclusive_min(scratch<T>& memory, T value) {
  return detail::inclusive<detail::Min>(memory, value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> inclusive_min(scratch<T>& memory, T value,
                                                                     Total* total) {
  return detail::inclusive<detail::Min>(memory, value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> inclusive_min(T value) {
  return detail::inclusive<detail::Min>(detail::own_scratch<T>(), value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> inclusive_min(T value, Total* total) {
  return detail::inclusive<detail::Min>(detail::own_scratch<T>(), value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> inclusive_max(scratch<T>& memory, T value) {
  return detail::inclusive<detail::Max>(memory, value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> inclusive_max(scratch<T>& memory, T value,
                                                                     Total* total) {
  return detail::inclusive<detail::Max>(memory, value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> inclusive_max(T value) {
  return detail::inclusive<detail::Max>(detail::own_scratch<T>(), value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> inclusive_max(T value, Total* total) {
  return detail::inclusive<detail::Max>(detail::own_scratch<T>(), value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> inclusive_and(scratch<T>& memory, T value) {
  return detail::inclusive<detail::And>(memory, value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> inclusive_and(scratch<T>& memory, T value,
                                                                     Total* total) {
  return detail::inclusive<detail::And>(memory, value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> inclusive_and(T value) {
  return detail::inclusive<detail::And>(detail::own_scratch<T>(), value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> inclusive_and(T value, Total* total) {
  return detail::inclusive<detail::And>(detail::own_scratch<T>(), value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> inclusive_or(scratch<T>& memory, T value) {
  return detail::inclusive<detail::Or>(memory, value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> inclusive_or(scratch<T>& memory, T value,
                                                                   Total* total) {
  return detail::inclusive<detail::Or>(memory, value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> inclusive_or(T value) {
  return detail::inclusive<detail::Or>(detail::own_scratch<T>(), value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> inclusive_or(T value, Total* total) {
  return detail::inclusive<detail::Or>(detail::own_scratch<T>(), value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> inclusive_xor(scratch<T>& memory, T value) {
  return detail::inclusive<detail::Xor>(memory, value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> inclusive_xor(scratch<T>& memory, T value,
                                                                     Total* total) {
  return detail::inclusive<detail::Xor>(memory, value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> inclusive_xor(T value) {
  return detail::inclusive<detail::Xor>(detail::own_scratch<T>(), value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> inclusive_xor(T value, Total* total) {
  return detail::inclusive<detail::Xor>(detail::own_scratch<T>(), value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> exclusive_sum(scratch<T>& memory, T value) {
  return detail::exclusive<detail::Add>(memory, value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> exclusive_sum(scratch<T>& memory, T value,
                                                                     Total* total) {
  return detail::exclusive<detail::Add>(memory, value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> exclusive_sum(T value) {
  return detail::exclusive<detail::Add>(detail::own_scratch<T>(), value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> exclusive_sum(T value, Total* total) {
  return detail::exclusive<detail::Add>(detail::own_scratch<T>(), value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> exclusive_min(scratch<T>& memory, T value) {
  return detail::exclusive<detail::Min>(memory, value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> exclusive_min(scratch<T>& memory, T value,
                                                                     Total* total) {
  return detail::exclusive<detail::Min>(memory, value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> exclusive_min(T value) {
  return detail::exclusive<detail::Min>(detail::own_scratch<T>(), value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> exclusive_min(T value, Total* total) {
  return detail::exclusive<detail::Min>(detail::own_scratch<T>(), value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> exclusive_max(scratch<T>& memory, T value) {
  return detail::exclusive<detail::Max>(memory, value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> exclusive_max(scratch<T>& memory, T value,
                                                                     Total* total) {
  return detail::exclusive<detail::Max>(memory, value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> exclusive_max(T value) {
  return detail::exclusive<detail::Max>(detail::own_scratch<T>(), value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> exclusive_max(T value, Total* total) {
  return detail::exclusive<detail::Max>(detail::own_scratch<T>(), value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> exclusive_and(scratch<T>& memory, T value) {
  return detail::exclusive<detail::And>(memory, value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> exclusive_and(scratch<T>& memory, T value,
                                                                     Total* total) {
  return detail::exclusive<detail::And>(memory, value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> exclusive_and(T value) {
  return detail::exclusive<detail::And>(detail::own_scratch<T>(), value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> exclusive_and(T value, Total* total) {
  return detail::exclusive<detail::And>(detail::own_scratch<T>(), value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> exclusive_or(scratch<T>& memory, T value) {
  return detail::exclusive<detail::Or>(memory, value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> exclusive_or(scratch<T>& memory, T value,
                                                                   Total* total) {
  return detail::exclusive<detail::Or>(memory, value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> exclusive_or(T value) {
  return detail::exclusive<detail::Or>(detail::own_scratch<T>(), value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> exclusive_or(T value, Total* total) {
  return detail::exclusive<detail::Or>(detail::own_scratch<T>(), value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> exclusive_xor(scratch<T>& memory, T value) {
  return detail::exclusive<detail::Xor>(memory, value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> exclusive_xor(scratch<T>& memory, T value,
                                                                     Total* total) {
  return detail::exclusive<detail::Xor>(memory, value, total);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> exclusive_xor(T value) {
  return detail::exclusive<detail::Xor>(detail::own_scratch<T>(), value, nullptr);
}
template <class T, class Total>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> exclusive_xor(T value, Total* total) {
  return detail::exclusive<detail::Xor>(detail::own_scratch<T>(), value, total);
}

}  // namespace block
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_BLOCK_HPP
