// SPDX-License-Identifier: Apache-2.0
//
// The barriers, votes and shuffles that kernels call most.
#include "hip/hip_runtime.h"

using namespace hipshim::cpu;

void __syncthreads() { barrier(); }
int __syncthreads_count(int predicate) { return static_cast<int>(barrier(predicate != 0).holds); }
int __syncthreads_and(int predicate) {
  const Tally tally = barrier(predicate != 0);
  return tally.holds == tally.threads;
}
int __syncthreads_or(int predicate) { return barrier(predicate != 0).holds != 0; }

unsigned long long __ballot(int predicate) { return vote(predicate != 0); }
unsigned long long __ballot64(int predicate) { return vote(predicate != 0); }
unsigned long long __activemask() { return vote(true); }
int __any(int predicate) { return vote(predicate != 0) != 0; }
int __all(int predicate) { return vote(predicate == 0) == 0; }

#define SHUFFLES(T)                                                                                \
  T __shfl(T value, int source, int width) {                                                       \
    return shuffle<T>(value, from_index(source, width));                                           \
  }                                                                                                \
  T __shfl_up(T value, unsigned delta, int width) {                                                \
    return shuffle<T>(value, from_up(delta, width));                                               \
  }                                                                                                \
  T __shfl_down(T value, unsigned delta, int width) {                                              \
    return shuffle<T>(value, from_down(delta, width));                                             \
  }                                                                                                \
  T __shfl_xor(T value, int bits, int width) { return shuffle<T>(value, from_xor(bits, width)); }
SHUFFLES(int)
SHUFFLES(unsigned)
SHUFFLES(long)
SHUFFLES(unsigned long)
SHUFFLES(long long)
SHUFFLES(unsigned long long)
SHUFFLES(float)
SHUFFLES(double)
