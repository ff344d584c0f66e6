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
