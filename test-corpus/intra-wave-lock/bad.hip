// SPDX-License-Identifier: Apache-2.0
// Locks and flags between lanes of one wave: the loop ends only by what comes after it.
#include <hip/hip_runtime.h>

__global__ void plain_lock(int* lock, float* sum, const float* x) {
  while (atomicCAS(lock, 0, 1) != 0) {  // trap: intra-wave-lock "`atomicExch(lock, 0)` frees it"
  }
  *sum += x[threadIdx.x];
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void exchange_and_store(int* lock, float* sum) {
  do {
  } while (atomicExch(lock, 1) == 1);  // trap: intra-wave-lock
  *sum += 1;
  __threadfence();
  *(volatile int*)lock = 0;
}

__global__ void endless_with_break(unsigned* lock, float* sum) {
  for (;;) {
    if (atomicCAS(lock, 0u, 1u) == 0u) break;  // trap: intra-wave-lock
    __threadfence();
  }
  *sum += 1;
  atomicCAS(lock, 1u, 0u);
}

// The release has left the branch that got the lock.
__global__ void flag_of_success(int* lock, float* sum) {
  bool mine = false;
  while (!mine) mine = atomicCAS(lock, 0, 1) == 0;  // trap: intra-wave-lock
  *sum += 1;
  atomicExch(lock, 0);
}

__global__ void lock_of_a_row(int* locks, const int* rows, float* sums) {
  const int row = rows[blockIdx.x * blockDim.x + threadIdx.x];
  int* lock = &locks[row];
  int old;
  do {
    old = atomicCAS(lock, 0, 1);  // trap: intra-wave-lock
  } while (old != 0);
  sums[row] += 1;
  __threadfence();
  atomicExch(locks + row, 0);
}

__global__ void lock_in_shared_memory(float* out) {
  __shared__ int lock;
  __shared__ float sum;
  if (threadIdx.x == 0) lock = 0;
  __syncthreads();
  while (atomicCAS(&lock, 0, 1)) {  // trap: intra-wave-lock
  }
  sum += out[threadIdx.x];
  atomicExch(&lock, 0);
}

__device__ bool try_lock(int* lock) { return atomicCAS(lock, 0, 1) == 0; }  // trap: intra-wave-lock
__device__ void unlock(int* lock) {
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void lock_by_helpers(int* lock, float* sum) {
  while (!try_lock(lock)) {
  }
  *sum += 1;
  unlock(lock);
}

struct SpinLock {
  int* state;
  __device__ void lock() {
    while (atomicCAS(state, 0, 1) != 0) {  // trap: intra-wave-lock "is a spin lock"
    }
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(state, 0);
  }
};

__global__ void lock_by_methods(SpinLock spin, float* sum) {
  spin.lock();
  *sum += 1;
  spin.unlock();
}

// clang-format off
#define LOCK(word) while (atomicCAS((word), FREE, TAKEN)) {}  // trap: intra-wave-lock
// clang-format on
#define UNLOCK(word) atomicExch((word), FREE)
constexpr int FREE = 0;
constexpr int TAKEN = 1;

__global__ void lock_by_macros(int* word, float* sum) {
  LOCK(word)
  *sum += 1;
  UNLOCK(word);
}

template <typename Word, typename T>
__device__ void add_locked(Word* lock, T* sum, T value) {
  while (atomicCAS(lock, Word(0), Word(1)) != Word(0))  // trap: intra-wave-lock
    ;
  *sum = *sum + value;
  __threadfence();
  atomicExch(lock, Word(0));
}

__global__ void lock_in_a_template(unsigned* lock, double* sum) { add_locked(lock, sum, 1.0); }

// One lane of each logical warp: two of a wave of 64.
__global__ void one_lane_of_32(int* lock, float* sum) {
  const int lane = threadIdx.x & 31;
  if (lane == 0) {
    while (atomicCAS(lock, 0, 1) != 0)  // trap: intra-wave-lock @wave64 "2 of a 64-lane wave"
      ;
    *sum += 1;
    atomicExch(lock, 0);
  }
}

// A bit of a word as lock.
__global__ void lock_bit(unsigned* word, float* sum) {
  while (atomicOr(word, 1u) & 1u) {  // trap: intra-wave-lock
  }
  *sum += 1;
  atomicAnd(word, ~1u);
}

__global__ void first_lane_sets_flag(int* data) {
  __shared__ volatile int ready;
  if (threadIdx.x == 64) ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data[0] = 5;
    __threadfence();
    ready = 1;
  } else {
    while (ready == 0) {  // trap: intra-wave-lock "wait in a loop on"
    }
    data[threadIdx.x] = data[0];
  }
}

__global__ void ticket(unsigned* next, volatile unsigned* serving, float* sum) {
  const unsigned mine = atomicAdd(next, 1u);
  while (*serving != mine) {  // trap: intra-wave-lock
  }
  *sum += 1;
  __threadfence();
  *serving = mine + 1;
}

// Each thread solves a row when the rows that it needs are solved.
__global__ void solve_rows(const int* needs, volatile int* solved, volatile float* x) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  while (solved[needs[row]] == 0) {  // trap: intra-wave-lock
  }
  x[row] = x[needs[row]] + 1;
  __threadfence();
  solved[row] = 1;
}

__device__ void change(int* state, int from, int to) {
  while (atomicCAS(state, from, to) != from) {  // trap: intra-wave-lock
  }
}
__device__ int open_count;
__device__ int gate;

__global__ void lock_by_states() {
  change(&gate, 0, 1);
  ++open_count;
  atomicExch(&gate, 0);
}

// Lane by lane of 32, so that two of a wave of 64 go at once.
__global__ void lane_after_lane_of_32(int* locks, const int* slots, int* states) {
  const int slot = slots[blockIdx.x];
  for (int turn = 0; turn < 32; ++turn) {
    if (threadIdx.x % 32 == turn) {
      while (atomicExch(&locks[slot], 1) == 1)  // trap: intra-wave-lock @wave64 "one lane of each 32"
        ;
      states[slot] += 1;
      atomicExch(&locks[slot], 0);
    }
  }
}

// A tile takes the lock by its first lane; its other lanes wait for what that lane got.
__global__ void lock_of_a_tile(int* lock, float* sum) {
  const int lane = threadIdx.x & 31;
  int old = 0;
  do {
    if (lane == 0) old = atomicExch(lock, 1);  // trap: intra-wave-lock @wave64
    old = __shfl(old, 0, 32);
  } while (old != 0);
  if (lane == 0) *sum += 1;
  __threadfence();
  if (lane == 0) atomicExch(lock, 0);
}
