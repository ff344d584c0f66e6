// SPDX-License-Identifier: Apache-2.0
//
// Every warp intrinsic over its widths, operands, masks and types, as one hash per case. Compiled
// twice: with CUDA's intrinsics on an NVIDIA GPU (device/record_warp.cu writes
// oracle/cuda_warp.inc), and with hipshim::warp32 on the CPU back end (cpu-backend/recorded.hip
// compares). The includer defines ORACLE(name), ORACLE_BF16 and ORACLE_LANEMASK(name).
//
// Blocks have 64 threads: two warps for CUDA, one wave of 64 or two of 32 on the CPU. A barrier
// ends each turn: lanes that a mask leaves out must not run ahead.
#ifndef HIPSHIM_TESTS_ORACLE_WARP_CASES_HPP
#define HIPSHIM_TESTS_ORACLE_WARP_CASES_HPP

#include <cstdint>
#include <cstring>

namespace oracle {

constexpr unsigned kThreads = 64;
constexpr unsigned kMasks = 6;

__host__ __device__ inline std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 31)) * 0x7fb5d329728ea185ull;
  x = (x ^ (x >> 27)) * 0x81dadef4bc2dd44dull;
  return x ^ (x >> 33);
}

// One answer after the other, of one thread.
struct Hash {
  std::uint64_t state = 0x9e3779b97f4a7c15ull;
  template <class T>
  __device__ void add(T value) {
    std::uint64_t bits = 0;
    memcpy(&bits, &value, sizeof(T));
    state = mixed(state ^ bits) + 0x2545f4914f6cdd1dull;
  }
};

template <class T>
__device__ inline T value_of(unsigned thread, unsigned turn) {
  const std::uint64_t bits = mixed(thread * 0x10001ull + turn + 1);
  T value;
  memcpy(&value, &bits, sizeof(T));
  return value;
}

__device__ inline unsigned mask_of(unsigned i) {
  constexpr unsigned kAll[kMasks] = {0xffffffffu, 0x0000ffffu, 0xffff0000u,
                                     0xaaaaaaaau, 0x00ff00f1u, 0x00000080u};
  return kAll[i];
}

// The n-th member of a mask, counted round.
__device__ inline int member(unsigned mask, unsigned n) {
  int members[32] = {};
  unsigned count = 0;
  for (int lane = 0; lane < 32; ++lane)
    if ((mask >> lane) & 1u) members[count++] = lane;
  return members[n % count];
}

// out: kind, width, thread.
template <class T>
__global__ void shuffles(std::uint64_t* out) {
  const unsigned thread = threadIdx.x;
  for (unsigned w = 0; w < 6; ++w) {
    Hash index, up, down, flip;
    for (int operand = -3; operand < 67; ++operand) {
      const T own = value_of<T>(thread, w * 100 + static_cast<unsigned>(operand + 3));
      const int width = 1 << w;
      index.add(ORACLE(shfl_sync)(0xffffffffu, own, operand, width));
      up.add(ORACLE(shfl_up_sync)(0xffffffffu, own, static_cast<unsigned>(operand), width));
      down.add(ORACLE(shfl_down_sync)(0xffffffffu, own, static_cast<unsigned>(operand), width));
      flip.add(ORACLE(shfl_xor_sync)(0xffffffffu, own, operand, width));
    }
    const std::uint64_t hashes[4] = {index.state, up.state, down.state, flip.state};
    for (unsigned kind = 0; kind < 4; ++kind)
      out[(kind * 6 + w) * kThreads + thread] = hashes[kind];
  }
}

// Shuffles among the members of a mask, from members alone. out: mask, thread.
template <class T>
__global__ void partial_shuffles(std::uint64_t* out) {
  const unsigned thread = threadIdx.x;
  for (unsigned m = 0; m < kMasks; ++m) {
    const unsigned mask = mask_of(m);
    if ((mask >> (thread % 32)) & 1u) {
      Hash hash;
      for (unsigned turn = 0; turn < 40; ++turn)
        hash.add(ORACLE(shfl_sync)(mask, value_of<T>(thread, turn), member(mask, turn * 7 + thread),
                                   32));
      out[m * kThreads + thread] = hash.state;
    }
    __syncthreads();
  }
}

// out: kind (ballot, any, all), mask, thread.
__global__ void votes(std::uint64_t* out) {
  const unsigned thread = threadIdx.x;
  for (unsigned m = 0; m < kMasks; ++m) {
    const unsigned mask = mask_of(m);
    if ((mask >> (thread % 32)) & 1u) {
      Hash ballot, any, all;
      for (unsigned turn = 0; turn < 64; ++turn) {
        const std::uint64_t pattern = turn == 0   ? 0
                                      : turn == 1 ? ~0ull
                                      : turn < 12 ? 1ull << (turn * 5)
                                      : turn < 24 ? ~(1ull << (turn * 2))
                                                  : mixed(turn);
        const int predicate = ((pattern >> thread) & 1u) != 0 ? 4 : 0;
        ballot.add(ORACLE(ballot_sync)(mask, predicate));
        any.add(ORACLE(any_sync)(mask, predicate) != 0);
        all.add(ORACLE(all_sync)(mask, predicate) != 0);
      }
      const std::uint64_t hashes[3] = {ballot.state, any.state, all.state};
      for (unsigned kind = 0; kind < 3; ++kind)
        out[(kind * kMasks + m) * kThreads + thread] = hashes[kind];
    }
    __syncthreads();
  }
}

// out: kind (any, all), mask, thread.
template <class T>
__global__ void matches(std::uint64_t* out) {
  const unsigned thread = threadIdx.x;
  for (unsigned m = 0; m < kMasks; ++m) {
    const unsigned mask = mask_of(m);
    if ((mask >> (thread % 32)) & 1u) {
      Hash any, all;
      for (unsigned turn = 1; turn < 24; ++turn) {
        const T value = value_of<T>(mixed(thread + turn * 64) % turn, 7);
        any.add(static_cast<unsigned>(ORACLE(match_any_sync)(mask, value)));
        int same = 0;
        all.add(static_cast<unsigned>(ORACLE(match_all_sync)(mask, value, &same)));
        all.add(same != 0);
        const T common = value_of<T>(turn, thread / 32);
        all.add(static_cast<unsigned>(ORACLE(match_all_sync)(mask, common, &same)));
        all.add(same != 0);
      }
      out[m * kThreads + thread] = any.state;
      out[(kMasks + m) * kThreads + thread] = all.state;
    }
    __syncthreads();
  }
}

// out: kind (add, min, max, and, or, xor), mask, thread.
template <class T>
__global__ void reductions(std::uint64_t* out) {
  const unsigned thread = threadIdx.x;
  for (unsigned m = 0; m < kMasks; ++m) {
    const unsigned mask = mask_of(m);
    if ((mask >> (thread % 32)) & 1u) {
      Hash hash[6];
      for (unsigned turn = 0; turn < 40; ++turn) {
        const T own = value_of<T>(thread, turn);
        hash[0].add(ORACLE(reduce_add_sync)(mask, own));
        hash[1].add(ORACLE(reduce_min_sync)(mask, own));
        hash[2].add(ORACLE(reduce_max_sync)(mask, own));
        const auto bits = static_cast<unsigned>(own);
        hash[3].add(ORACLE(reduce_and_sync)(mask, bits | 0x0f0f0f0fu));
        hash[4].add(ORACLE(reduce_or_sync)(mask, bits & 0x01010101u));
        hash[5].add(ORACLE(reduce_xor_sync)(mask, bits));
      }
      for (unsigned kind = 0; kind < 6; ++kind)
        out[(kind * kMasks + m) * kThreads + thread] = hash[kind].state;
    }
    __syncthreads();
  }
}

// out: thread.
__global__ void lane_masks(std::uint64_t* out) {
  Hash hash;
  hash.add(ORACLE_LANEMASK(lt));
  hash.add(ORACLE_LANEMASK(le));
  hash.add(ORACLE_LANEMASK(eq));
  hash.add(ORACLE_LANEMASK(ge));
  hash.add(ORACLE_LANEMASK(gt));
  out[threadIdx.x] = hash.state;
}

// Calls take(name, hash) for every case; run(kernel, count) gives `count` words of a block's
// result.
template <class Run, class Take>
void every_case(Run run, Take take) {
  const auto fold = [](const std::uint64_t* words) {
    std::uint64_t state = 1;
    for (unsigned i = 0; i < kThreads; ++i) state = mixed(state ^ words[i]) + i;
    return state;
  };
  const auto cases = [&](const char* name, auto kernel, unsigned count) {
    const auto words = run(kernel, count * kThreads);
    for (unsigned i = 0; i < count; ++i) take(name, i, fold(words.data() + i * kThreads));
  };
#define ORACLE_TYPED(kernel, type, count) cases(#kernel " " #type, kernel<type>, count)
  ORACLE_TYPED(shuffles, int, 24);
  ORACLE_TYPED(shuffles, unsigned, 24);
  ORACLE_TYPED(shuffles, long long, 24);
  ORACLE_TYPED(shuffles, unsigned long long, 24);
  ORACLE_TYPED(shuffles, float, 24);
  ORACLE_TYPED(shuffles, double, 24);
  ORACLE_TYPED(shuffles, __half, 24);
  ORACLE_TYPED(shuffles, __half2, 24);
  cases("shuffles bfloat16", shuffles<ORACLE_BF16>, 24);
  ORACLE_TYPED(partial_shuffles, int, kMasks);
  ORACLE_TYPED(partial_shuffles, double, kMasks);
  cases("votes", votes, 3 * kMasks);
  ORACLE_TYPED(matches, unsigned, 2 * kMasks);
  ORACLE_TYPED(matches, unsigned long long, 2 * kMasks);
  ORACLE_TYPED(matches, float, 2 * kMasks);
  ORACLE_TYPED(matches, double, 2 * kMasks);
  ORACLE_TYPED(reductions, int, 6 * kMasks);
  ORACLE_TYPED(reductions, unsigned, 6 * kMasks);
  cases("lane_masks", lane_masks, 1);
#undef ORACLE_TYPED
}

struct Recorded {
  const char* name;
  unsigned index;
  std::uint64_t hash;
};

}  // namespace oracle

#endif  // HIPSHIM_TESTS_ORACLE_WARP_CASES_HPP
