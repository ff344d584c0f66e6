// SPDX-License-Identifier: Apache-2.0
// Values that are no usable stream, handed to calls that take one.
#include <hip/hip_runtime.h>

#ifndef hipStreamLegacy
#define hipStreamLegacy ((hipStream_t)1)
#endif

#define CHECK(call)                          \
  do {                                       \
    const hipError_t status = (call);        \
    if (status != hipSuccess) return status; \
  } while (0)

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

hipError_t flags_as_handles(int* dst, const int* src, size_t bytes) {
  CHECK(hipMemcpyAsync(dst, src, bytes, hipMemcpyDeviceToDevice, nullptr));  // trap: stream-handle-misuse "creation flag"
  fill<<<1, 64, 0, nullptr>>>(dst);  // trap: stream-handle-misuse "of fill"
  hipLaunchKernelGGL(fill, dim3(1), dim3(64), 0, nullptr, dst);  // trap: stream-handle-misuse
  return hipMemsetAsync(dst, 0, bytes, (hipStream_t)hipStreamNonBlocking);  // trap: stream-handle-misuse "its value 1"
}

template <typename T>
hipError_t flags_in_a_template(T* dst, size_t count) {
  return hipMemsetAsync(dst, 0, count * sizeof(T), nullptr);  // trap: stream-handle-misuse
}

template hipError_t flags_in_a_template<float>(float*, size_t);

hipError_t legacy_as_pointer(unsigned* flags, int* priority) {
  CHECK(hipStreamGetFlags(hipStreamLegacy, flags));        // trap: stream-handle-misuse "crashes"
  CHECK(hipStreamGetPriority(hipStreamLegacy, priority));  // trap: stream-handle-misuse
  return hipStreamGetFlags(nullptr, flags);                // trap: stream-handle-misuse "hipErrorInvalidValue"
}

hipError_t capture_of_nothing(hipGraph_t* graph, int* data) {
  CHECK(hipStreamBeginCapture(0, hipStreamCaptureModeGlobal));  // trap: stream-handle-misuse "cannot be captured"
  fill<<<1, 64>>>(data);
  return hipStreamEndCapture(nullptr, graph);
}

hipError_t wait_with_flags(hipStream_t stream, hipEvent_t ready) {
  constexpr unsigned kExternal = 1;
  return hipStreamWaitEvent(stream, ready, kExternal);  // trap: stream-handle-misuse "does not wait"
}

hipError_t used_after_destroy(int* data) {
  hipStream_t stream;
  CHECK(hipStreamCreate(&stream));
  fill<<<1, 64, 0, stream>>>(data);
  CHECK(hipStreamDestroy(stream));
  return hipStreamSynchronize(stream);  // trap: stream-handle-misuse "after hipStreamDestroy"
}

struct Owner {
  hipStream_t stream = nullptr;
  void stop(int* data) {
    (void)hipStreamDestroy(stream);
    fill<<<1, 64, 0, stream>>>(data);  // trap: stream-handle-misuse "after hipStreamDestroy"
  }
};

hipError_t used_after_reset(int* data) {
  hipStream_t stream;
  CHECK(hipStreamCreate(&stream));
  CHECK(hipDeviceReset());
  return hipMemsetAsync(data, 0, 64, stream);  // trap: stream-handle-misuse "destroyed all streams"
}
