// SPDX-License-Identifier: Apache-2.0
// Loops on atomics and flags in which no lane waits for a lane of its own wave.
#include <hip/hip_runtime.h>

__global__ void release_in_the_branch_that_got_it(int* lock, float* sum) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *sum += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

__global__ void release_before_break(int* lock, float* sum) {
  while (true) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *sum += 1;
      atomicExch(lock, 0);
      break;
    }
  }
}

__device__ void give_back(int* lock) { atomicExch(lock, 0); }
__global__ void release_by_helper_in_the_loop(int* lock, float* sum) {
  for (bool done = false; !done;) {
    done = atomicCAS(lock, 0, 1) == 0;
    if (done) {
      *sum += 1;
      give_back(lock);
    }
  }
}

__global__ void one_thread_of_a_block(int* lock, float* sum, const float* x) {
  __shared__ float total;
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    *sum += x[blockIdx.x];
    __threadfence();
    atomicExch(lock, 0);
  }
}

__global__ void others_have_returned(int* lock, float* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *sum += 1;
  atomicExch(lock, 0);
}

__global__ void one_lane_of_a_wave(int* lock, float* sum) {
  if (threadIdx.x % warpSize == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    *sum += 1;
    atomicExch(lock, 0);
  }
}

__device__ void enter(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
}
__device__ void leave(int* lock) { atomicExch(lock, 0); }
__global__ void helpers_of_one_thread(int* lock, float* sum) {
  if (threadIdx.x == 0) {
    enter(lock);
    *sum += 1;
    leave(lock);
  }
}

__global__ void leader_of_the_active_lanes(int* lock, float* sum) {
  const int leader = __ffsll(__ballot(1)) - 1;
  if ((int)__lane_id() == leader) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    *sum += 1;
    atomicExch(lock, 0);
  }
}

// Lanes take their turns: one at a time.
__global__ void lane_after_lane(int* lock, float* sum) {
  for (int turn = 0; turn < warpSize; ++turn) {
    if (threadIdx.x % warpSize == turn) {
      while (atomicCAS(lock, 0, 1) != 0) {
      }
      *sum += 1;
      atomicExch(lock, 0);
    }
  }
}

__global__ void last_arrival(int* lock, int* count, float* sum) {
  const bool last = atomicAdd(count, 1) == gridDim.x * blockDim.x - 1;
  if (last) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    *sum = 0;
    atomicExch(lock, 0);
  }
}

__global__ void lock_for_each_lane(int* locks, float* sums) {
  while (atomicCAS(&locks[threadIdx.x], 0, 1) != 0) {
  }
  sums[threadIdx.x] += 1;
  atomicExch(&locks[threadIdx.x], 0);
}

__global__ void single_thread_launch(int* lock, float* sum) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *sum += 1;
  atomicExch(lock, 0);
}
void launch(int* lock, float* sum) { single_thread_launch<<<8, 1>>>(lock, sum); }

// Open addressing: another slot in each turn.
__global__ void probe(int* table, const int* keys, int slots) {
  const int key = keys[threadIdx.x];
  int slot = key % slots;
  while (atomicCAS(&table[slot], -1, key) != -1) slot = (slot + 1) % slots;
  table[slot] = key;
}

__global__ void claim_once(int* owner, int* out) {
  int old;
  while ((old = atomicCAS(owner, 0, 7)) != 0 && old != 7) {
  }
  out[threadIdx.x] = old;
}

// The value read is another one in each turn; whoever wins leaves alone.
__device__ void add_double(unsigned long long* at, double value) {
  unsigned long long old = *at;
  unsigned long long assumed;
  do {
    assumed = old;
    old = atomicCAS(at, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
}
__global__ void update(unsigned long long* at, double v) { add_double(at, v); }

// Blocks wait for blocks.
__global__ void grid_barrier(unsigned* arrived) {
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < gridDim.x) {
    }
  }
  __syncthreads();
}

__global__ void look_back(volatile int* state, volatile float* sums) {
  if (blockIdx.x > 0) {
    while (state[blockIdx.x - 1] == 0) {
    }
  }
  sums[blockIdx.x] = blockIdx.x > 0 ? sums[blockIdx.x - 1] + 1 : 1;
  __threadfence();
  state[blockIdx.x] = 1;
}

__global__ void first_block_collects(volatile int* state, float* out) {
  if (blockIdx.x == 0) {
    while (state[threadIdx.x] == 0) {
    }
    out[threadIdx.x] = 1;
    state[threadIdx.x] = 0;
  } else if (threadIdx.x == 0) {
    state[blockIdx.x] = 1;
  }
}

__global__ void set_before_the_wait(volatile int* flag, float* out) {
  if (threadIdx.x == 0) *flag = 1;
  while (*flag == 0) {
  }
  out[threadIdx.x] = 1;
}

// The host answers.
__global__ void mailbox(volatile int* request, volatile int* answer, int* out) {
  if (threadIdx.x == 0) {
    *request = 1;
    while (*answer == 0) {
    }
    out[blockIdx.x] = *answer;
  }
}

__global__ void lock_of_a_whole_wave(int* lock, float* sum) {
  const int lane = threadIdx.x % warpSize;
  int old = 0;
  do {
    if (lane == 0) old = atomicExch(lock, 1);
    old = __shfl(old, 0, warpSize);
  } while (old != 0);
  if (lane == 0) *sum += 1;
  __threadfence();
  if (lane == 0) atomicExch(lock, 0);
}
