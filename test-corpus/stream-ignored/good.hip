// SPDX-License-Identifier: Apache-2.0
// The null stream where it is meant, and streams that are used throughout.
#include <hip/hip_runtime.h>

__global__ void scale(float* data, int n, float by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= by;
}

void every_launch_on_the_stream(float* data, int n, hipStream_t stream) {
  scale<<<(n + 255) / 256, 256, 0, stream>>>(data, n, 2.0f);
  hipLaunchKernelGGL(scale, dim3((n + 255) / 256), dim3(256), 0, stream, data, n, 3.0f);
  (void)hipMemsetAsync(data, 0, n * sizeof(float), stream);
}

void null_stream_throughout(float* data, const float* host, int n) {
  (void)hipMemcpy(data, host, n * sizeof(float), hipMemcpyHostToDevice);
  scale<<<(n + 255) / 256, 256>>>(data, n, 2.0f);
  (void)hipDeviceSynchronize();
}

void parameter_that_nothing_uses(float* data, int n, hipStream_t) {
  scale<<<(n + 255) / 256, 256>>>(data, n, 2.0f);
}

void two_streams_at_hand(float* a, float* b, int n, hipStream_t first, hipStream_t second) {
  scale<<<(n + 255) / 256, 256, 0, first>>>(a, n, 2.0f);
  scale<<<(n + 255) / 256, 256, 0, second>>>(b, n, 2.0f);
  scale<<<(n + 255) / 256, 256>>>(a, n, 3.0f);
}

void streams_of_an_array(float* data, int n, hipStream_t (&streams)[4]) {
  for (int i = 0; i < 4; ++i) scale<<<(n + 255) / 256, 256, 0, streams[i]>>>(data + i * n, n, 2.0f);
  scale<<<(n + 255) / 256, 256>>>(data, 4 * n, 3.0f);
}

void null_when_there_is_none(float* data, int n, hipStream_t stream) {
  if (stream != nullptr) {
    scale<<<(n + 255) / 256, 256, 0, stream>>>(data, n, 2.0f);
  } else {
    scale<<<(n + 255) / 256, 256>>>(data, n, 2.0f);
  }
}

__global__ void sort_small(float* data, int n) {
  const int i = threadIdx.x;
  if (i + 1 < n && data[i] > data[i + 1]) data[i] = data[i + 1];
}

void small_inputs_elsewhere(float* data, int n, hipStream_t stream) {
  hipEvent_t begin;
  (void)hipEventCreate(&begin);
  (void)hipEventRecord(begin);
  if (n > 1024) {
    scale<<<(n + 255) / 256, 256, 0, stream>>>(data, n, 2.0f);
  } else {
    sort_small<<<1, 1024>>>(data, n);
  }
  (void)hipEventDestroy(begin);
}

void small_inputs_return(float* data, const float* host, int n, hipStream_t stream) {
  if (n <= 1024) {
    sort_small<<<1, 1024>>>(data, n);
    return;
  }
  (void)hipMemcpyAsync(data, host, n * sizeof(float), hipMemcpyHostToDevice, stream);
  scale<<<(n + 255) / 256, 256, 0, stream>>>(data, n, 2.0f);
}

void one_case_of_three(float* data, int n, int how, hipStream_t stream) {
  switch (how) {
  case 0: sort_small<<<1, 1024>>>(data, n); break;
  case 1:
    scale<<<(n + 255) / 256, 256, 0, stream>>>(data, n, 2.0f);
    (void)hipMemsetAsync(data, 0, n * sizeof(float), stream);
    break;
  default: (void)hipStreamSynchronize(stream);
  }
}

void waited_for_at_once(float* data, float* host, int n, hipStream_t stream) {
  scale<<<(n + 255) / 256, 256>>>(data, n, 2.0f);
  (void)hipDeviceSynchronize();
  scale<<<(n + 255) / 256, 256, 0, stream>>>(data, n, 3.0f);
  (void)hipMemcpyAsync(host, data, n * sizeof(float), hipMemcpyDeviceToHost, stream);
}

void stream_that_is_null(float* data, int n) {
  hipStream_t stream = nullptr;
  scale<<<(n + 255) / 256, 256>>>(data, n, 2.0f);
  scale<<<(n + 255) / 256, 256, 0, stream>>>(data, n, 3.0f);
}

void before_the_stream_exists(float* data, int n) {
  scale<<<(n + 255) / 256, 256>>>(data, n, 2.0f);
  hipStream_t stream;
  (void)hipStreamCreate(&stream);
  scale<<<(n + 255) / 256, 256, 0, stream>>>(data, n, 3.0f);
  (void)hipStreamSynchronize(stream);
  scale<<<(n + 255) / 256, 256>>>(data, n, 4.0f);
  (void)hipStreamDestroy(stream);
}

int main() {
  hipStream_t stream;
  float* data = nullptr;
  if (hipMalloc(&data, 1024) != hipSuccess || hipStreamCreate(&stream) != hipSuccess) return 1;
  scale<<<1, 256, 0, stream>>>(data, 256, 2.0f);
  scale<<<1, 256>>>(data, 256, 2.0f);
  scale<<<1, 256, 0, stream>>>(data, 256, 2.0f);
  every_launch_on_the_stream(data, 256, stream);
  return hipDeviceSynchronize() == hipSuccess ? 0 : 1;
}
