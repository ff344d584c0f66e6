// SPDX-License-Identifier: Apache-2.0
// Flags where flags belong, and streams that live as long as they are used.
#include <hip/hip_runtime.h>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

void flags_that_create(hipStream_t* first, hipStream_t* second) {
  (void)hipStreamCreateWithFlags(first, hipStreamDefault);
  (void)hipStreamCreateWithPriority(second, hipStreamNonBlocking, 0);
}

void null_stream_by_name(int* data, size_t bytes) {
  (void)hipMemsetAsync(data, 0, bytes, nullptr);
  fill<<<1, 64, 0, 0>>>(data);
  (void)hipStreamSynchronize(nullptr);
}

void wait_without_flags(hipStream_t stream, hipEvent_t ready) {
  (void)hipStreamWaitEvent(stream, ready, 0);
}

void capture_of_a_stream(hipStream_t stream, hipGraph_t* graph, int* data) {
  (void)hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal);
  fill<<<1, 64, 0, stream>>>(data);
  (void)hipStreamEndCapture(stream, graph);
}

void created_again(int* data) {
  hipStream_t stream;
  (void)hipStreamCreate(&stream);
  (void)hipStreamDestroy(stream);
  (void)hipStreamCreate(&stream);
  fill<<<1, 64, 0, stream>>>(data);
  (void)hipStreamDestroy(stream);
}

void assigned_after_destroy(hipStream_t& stream, hipStream_t other, int* data) {
  (void)hipStreamDestroy(stream);
  stream = other;
  fill<<<1, 64, 0, stream>>>(data);
}

void destroyed_on_one_path(hipStream_t stream, bool own, int* data) {
  if (own) (void)hipStreamDestroy(stream);
  if (!own) fill<<<1, 64, 0, stream>>>(data);
}

hipError_t destroyed_on_failure(hipStream_t stream, int* data, size_t bytes) {
  if (bytes == 0) {
    (void)hipStreamDestroy(stream);
    return hipErrorInvalidValue;
  }
  return hipMemsetAsync(data, 0, bytes, stream);
}

void each_of_several(hipStream_t (&streams)[4]) {
  for (int i = 0; i < 4; ++i) {
    (void)hipStreamSynchronize(streams[i]);
    (void)hipStreamDestroy(streams[i]);
  }
}
