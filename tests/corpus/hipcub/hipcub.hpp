// SPDX-License-Identifier: Apache-2.0
// Stands in for hipCUB where corpus cases are executed: warp and block sums as its documentation
// has them, the logical warp by default as wide as the wave.
#ifndef HIPAUDIT_TESTS_CORPUS_HIPCUB_HPP
#define HIPAUDIT_TESTS_CORPUS_HIPCUB_HPP

#include <hip/hip_runtime.h>

namespace hipcub {

struct NoStorage {};

// kLanes 0: the wave's.
template <class T, int kLanes = 0>
class WarpReduce {
 public:
  using TempStorage = NoStorage;
  explicit WarpReduce(TempStorage&) {}
  // Of use in the first lane of each logical warp.
  T Sum(T value) {
    const int width = kLanes == 0 ? warpSize : kLanes;
    for (int distance = width / 2; distance > 0; distance /= 2)
      value += __shfl_down(value, distance, width);
    return value;
  }
};

template <class T, int kLanes = 0>
class WarpScan {
 public:
  using TempStorage = NoStorage;
  explicit WarpScan(TempStorage&) {}
  void InclusiveSum(T value, T& sum) {
    const int width = kLanes == 0 ? warpSize : kLanes;
    const int lane = static_cast<int>(__lane_id()) % width;
    for (int distance = 1; distance < width; distance *= 2) {
      const T below = __shfl_up(value, distance, width);
      if (lane >= distance) value += below;
    }
    sum = value;
  }
};

template <class T, int kThreads>
class BlockReduce {
 public:
  struct TempStorage {
    T values[kThreads];
  };
  explicit BlockReduce(TempStorage& storage) : storage_(storage) {}
  // Of use in thread 0.
  T Sum(T value) {
    storage_.values[threadIdx.x] = value;
    __syncthreads();
    T sum = 0;
    if (threadIdx.x == 0)
      for (const T& one : storage_.values) sum += one;
    return sum;
  }

 private:
  TempStorage& storage_;
};

}  // namespace hipcub

#endif  // HIPAUDIT_TESTS_CORPUS_HIPCUB_HPP
