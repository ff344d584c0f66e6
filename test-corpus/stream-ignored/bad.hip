// SPDX-License-Identifier: Apache-2.0
// A stream came into a library's functions, and some of their work was left behind on the null stream.
#include <hip/hip_runtime.h>

#define CHECK(call)                          \
  do {                                       \
    const hipError_t status = (call);        \
    if (status != hipSuccess) return status; \
  } while (0)

__global__ void scale(float* data, int n, float by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= by;
}

template <typename T>
__global__ void shift(T* data, int n, T by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += by;
}

hipError_t upload(float* dst, const float* src, int n, hipStream_t stream) {
  CHECK(hipMemcpyAsync(dst, src, n * sizeof(float), hipMemcpyHostToDevice, stream));
  scale<<<(n + 255) / 256, 256>>>(dst, n, 2.0f);  // trap: stream-ignored "scale runs on the null stream"
  return hipGetLastError();
}

hipError_t with_shared_bytes(float* dst, int n, hipStream_t stream) {
  scale<<<(n + 255) / 256, 256, 0, stream>>>(dst, n, 2.0f);
  scale<<<(n + 255) / 256, 256, 1024>>>(dst, n, 0.5f);  // trap: stream-ignored
  return hipGetLastError();
}

hipError_t as_hipify_writes_it(float* dst, int n, hipStream_t stream) {
  hipLaunchKernelGGL(scale, dim3((n + 255) / 256), dim3(256), 0, stream, dst, n, 2.0f);
  hipLaunchKernelGGL(scale, dim3((n + 255) / 256), dim3(256), 0, 0, dst, n, 0.5f);  // trap: stream-ignored
  return hipGetLastError();
}

hipError_t clear_then_scale(float* dst, int n, hipStream_t stream) {
  CHECK(hipMemsetAsync(dst, 0, n * sizeof(float)));  // trap: stream-ignored "hipMemsetAsync runs on the null stream"
  scale<<<(n + 255) / 256, 256, 0, stream>>>(dst, n, 2.0f);
  return hipGetLastError();
}

template <typename T>
hipError_t in_a_template(T* dst, const T* src, int n, T by, hipStream_t queue) {
  CHECK(hipMemcpyAsync(dst, src, n * sizeof(T), hipMemcpyDeviceToDevice, queue));
  shift<T><<<(n + 127) / 128, 128>>>(dst, n, by);  // trap: stream-ignored "`queue` is at hand"
  return hipGetLastError();
}

template hipError_t in_a_template<int>(int*, const int*, int, int, hipStream_t);

class Pipeline {
 public:
  explicit Pipeline(hipStream_t stream) : stream_(stream) {}
  void first(float* data, int n) { scale<<<(n + 255) / 256, 256, 0, stream_>>>(data, n, 2.0f); }
  void second(float* data, int n) {
    scale<<<(n + 255) / 256, 256>>>(data, n, 3.0f);  // trap: stream-ignored "`stream_` is at hand"
    scale<<<(n + 255) / 256, 256, 0, stream_>>>(data, n, 4.0f);
  }

 private:
  hipStream_t stream_;
};

struct Context {
  hipStream_t stream() const { return handle; }
  hipStream_t handle;
};

void through_a_getter(Context& context, float* data, int n) {
  auto run = [&](float by) {
    scale<<<(n + 255) / 256, 256>>>(data, n, by);  // trap: stream-ignored "`context.stream()` is at hand"
  };
  run(2.0f);
  scale<<<(n + 255) / 256, 256, 0, context.stream()>>>(data, n, 3.0f);
}

hipError_t between_uses_of_its_own(float* data, int n) {
  hipStream_t worker;
  CHECK(hipStreamCreateWithFlags(&worker, hipStreamNonBlocking));
  scale<<<(n + 255) / 256, 256, 0, worker>>>(data, n, 2.0f);
  scale<<<(n + 255) / 256, 256>>>(data, n, 3.0f);  // trap: stream-ignored
  scale<<<(n + 255) / 256, 256, 0, worker>>>(data, n, 4.0f);
  CHECK(hipStreamSynchronize(worker));
  return hipStreamDestroy(worker);
}

hipError_t only_waited_for(float* data, int n, hipStream_t stream) {
  scale<<<(n + 255) / 256, 256>>>(data, n, 2.0f);  // trap: stream-ignored "waits for it"
  return hipStreamSynchronize(stream);
}

// The others are given a stream; this one was forgotten.
void without_a_stream(float* data, int n) {
  scale<<<(n + 255) / 256, 256>>>(data, n, 2.0f);  // trap: stream-ignored "a stream that they are given"
  scale<<<(n + 255) / 256, 256>>>(data, n, 3.0f);
}

// The helper only checks for errors, in some builds and on some runs.
inline void check_launch(bool wait) {
  if (wait) {
    if (hipDeviceSynchronize() != hipSuccess) __builtin_trap();
  }
}
void checked_but_not_ordered(float* data, int n, bool wait) {
  scale<<<(n + 255) / 256, 256>>>(data, n, 2.0f);  // trap: stream-ignored "a stream that they are given"
  check_launch(wait);
}

// The stream works before both branches.
hipError_t one_branch_of_two(float* data, const float* src, int n, hipStream_t stream) {
  CHECK(hipMemcpyAsync(data, src, n * sizeof(float), hipMemcpyHostToDevice, stream));
  if (n > 1024) {
    scale<<<(n + 255) / 256, 256, 0, stream>>>(data, n, 2.0f);
  } else {
    shift<<<1, 1024>>>(data, n, 2.0f);  // trap: stream-ignored "hipMemcpyAsync works on it"
  }
  return hipGetLastError();
}

// One turn takes the one branch, the next turn the other.
hipError_t branches_in_turn(float* data, int n, hipStream_t stream) {
  for (int turn = 0; turn < 8; ++turn) {
    if (turn % 2 == 0)
      scale<<<(n + 255) / 256, 256, 0, stream>>>(data, n, 2.0f);
    else
      shift<<<(n + 255) / 256, 256>>>(data, n, 2.0f);  // trap: stream-ignored
  }
  return hipGetLastError();
}

// Only the branch that returns is apart from what follows.
hipError_t beside_an_early_return(float* data, int n, hipStream_t stream) {
  if (n == 0) return hipStreamSynchronize(stream);
  shift<<<(n + 255) / 256, 256>>>(data, n, 2.0f);  // trap: stream-ignored "scale works on it"
  scale<<<(n + 255) / 256, 256, 0, stream>>>(data, n, 2.0f);
  return hipGetLastError();
}

// Not reported: these order their work themselves, for all that their neighbours are given a stream.
template <typename T>
void copy_on_device(T* dst, const T* src, int n) {
  (void)hipMemcpy(dst, src, n * sizeof(T), hipMemcpyDeviceToDevice);
}
template <typename T>
void backup_then_shift(T* data, T* backup, int n, T by) {
  copy_on_device(backup, data, n);
  shift<<<(n + 255) / 256, 256>>>(data, n, by);
}
template void backup_then_shift<int>(int*, int*, int, int);

void with_scratch_of_its_own(float* data, int n) {
  float* scratch = nullptr;
  (void)hipMalloc(&scratch, n * sizeof(float));
  scale<<<(n + 255) / 256, 256>>>(scratch, n, 2.0f);
  shift<<<(n + 255) / 256, 256>>>(data, n, 2.0f);
  (void)hipFree(scratch);
}

void waits_in_the_end(float* data, int n) {
  scale<<<(n + 255) / 256, 256>>>(data, n, 2.0f);
  hipEvent_t done;
  if (hipEventCreate(&done) != hipSuccess) return;
  (void)hipDeviceSynchronize();
}
