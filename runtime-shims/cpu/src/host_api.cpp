// SPDX-License-Identifier: Apache-2.0
//
// HIP's host functions. Work is done when it is submitted.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <set>

#include "hip/hip_runtime_api.h"
#include "state.hpp"

struct ihipStream_t {
  unsigned flags;
  int priority;
};

struct ihipEvent_t {
  unsigned flags;
  bool recorded = false;
  std::chrono::steady_clock::time_point at{};
};

namespace {

hipError_t last_error = hipSuccess;
std::set<hipStream_t> streams;
std::set<hipEvent_t> events;
std::set<void*> host_memory;

hipError_t done(hipError_t error) {
  if (error != hipSuccess && error != hipErrorNotReady) last_error = error;
  return error;
}

bool is_event(hipEvent_t event) { return events.count(event) != 0; }

// A range that begins in device memory must end in the same allocation.
bool fits(const void* memory, std::size_t size) {
  if (memory == nullptr) return size == 0;
  const std::size_t room = hipshim::cpu::device_room(memory);
  return room == 0 || room >= size;
}

bool direction_holds(const void* to, const void* from, hipMemcpyKind kind) {
  const bool to_device = hipshim::cpu::in_device_memory(to);
  const bool from_device = hipshim::cpu::in_device_memory(from);
  switch (kind) {
  case hipMemcpyHostToHost: return !to_device && !from_device;
  case hipMemcpyHostToDevice: return !from_device;
  case hipMemcpyDeviceToHost: return !to_device;
  case hipMemcpyDeviceToDevice:
  case hipMemcpyDefault: return true;
  }
  return false;
}

constexpr int kLeastPriority = 1, kGreatestPriority = -1;

}  // namespace

namespace hipshim {
namespace cpu {

void note_error(hipError_t error) { last_error = error; }
bool is_stream(hipStream_t stream) { return stream == nullptr || streams.count(stream) != 0; }

// As many blocks as 64 KiB of shared memory and 2048 threads allow: the shape of the answer, not
// that of some chip.
hipError_t occupancy(int* blocks, int block_size, std::size_t dynamic_shared_size) {
  if (blocks == nullptr || block_size <= 0 || block_size > static_cast<int>(kMaxThreads))
    return done(hipErrorInvalidValue);
  const std::size_t by_memory = dynamic_shared_size == 0 ? 2048 : kMaxShared / dynamic_shared_size;
  *blocks = static_cast<int>(std::min<std::size_t>(by_memory, 2048 / unsigned(block_size)));
  return hipSuccess;
}

}  // namespace cpu
}  // namespace hipshim

using namespace hipshim::cpu;

const char* hipGetErrorName(hipError_t error) {
  switch (error) {
  case hipSuccess: return "hipSuccess";
  case hipErrorInvalidValue: return "hipErrorInvalidValue";
  case hipErrorOutOfMemory: return "hipErrorOutOfMemory";
  case hipErrorNotInitialized: return "hipErrorNotInitialized";
  case hipErrorInvalidConfiguration: return "hipErrorInvalidConfiguration";
  case hipErrorInvalidSymbol: return "hipErrorInvalidSymbol";
  case hipErrorInvalidDevicePointer: return "hipErrorInvalidDevicePointer";
  case hipErrorInvalidMemcpyDirection: return "hipErrorInvalidMemcpyDirection";
  case hipErrorInvalidDevice: return "hipErrorInvalidDevice";
  case hipErrorInvalidHandle: return "hipErrorInvalidHandle";
  case hipErrorNotReady: return "hipErrorNotReady";
  case hipErrorLaunchTimeOut: return "hipErrorLaunchTimeOut";
  case hipErrorContextIsDestroyed: return "hipErrorContextIsDestroyed";
  case hipErrorLaunchFailure: return "hipErrorLaunchFailure";
  case hipErrorNotSupported: return "hipErrorNotSupported";
  case hipErrorUnknown: return "hipErrorUnknown";
  }
  return "hipErrorUnknown";
}

const char* hipGetErrorString(hipError_t error) {
  switch (error) {
  case hipSuccess: return "no error";
  case hipErrorInvalidValue: return "invalid argument";
  case hipErrorOutOfMemory: return "out of memory";
  case hipErrorInvalidConfiguration: return "invalid configuration argument";
  case hipErrorInvalidDevicePointer: return "invalid device pointer";
  case hipErrorInvalidMemcpyDirection: return "invalid copy direction for memcpy";
  case hipErrorInvalidDevice: return "invalid device ordinal";
  case hipErrorInvalidHandle: return "invalid resource handle";
  case hipErrorNotReady: return "device not ready";
  case hipErrorLaunchTimeOut: return "the launch timed out and was terminated";
  case hipErrorContextIsDestroyed: return "context is destroyed";
  default: return hipGetErrorName(error);
  }
}

hipError_t hipGetLastError() {
  const hipError_t error = last_error;
  last_error = hipSuccess;
  return error;
}
hipError_t hipPeekAtLastError() { return last_error; }

hipError_t hipInit(unsigned) { return hipSuccess; }
hipError_t hipGetDeviceCount(int* count) {
  *count = 1;
  return hipSuccess;
}
hipError_t hipSetDevice(int device) {
  return done(device == 0 ? hipSuccess : hipErrorInvalidDevice);
}
hipError_t hipGetDevice(int* device) {
  *device = 0;
  return hipSuccess;
}
hipError_t hipGetDeviceProperties(hipDeviceProp_t* p, int device) {
  if (p == nullptr) return done(hipErrorInvalidValue);
  if (device != 0) return done(hipErrorInvalidDevice);
  *p = hipDeviceProp_t{};
  std::strcpy(p->name, "hipshim CPU back end");
  std::strcpy(p->gcnArchName, "cpu");
  p->totalGlobalMem = std::size_t{64} << 30;
  p->sharedMemPerBlock = kMaxShared;
  p->warpSize = static_cast<int>(settings.wave_size);
  p->maxThreadsPerBlock = static_cast<int>(kMaxThreads);
  for (int& size : p->maxThreadsDim) size = static_cast<int>(kMaxThreads);
  for (int& size : p->maxGridSize) size = 0x7fffffff;
  p->major = 9;
  p->multiProcessorCount = 1;
  p->maxThreadsPerMultiProcessor = 2048;
  p->clockRate = 1000000;
  p->managedMemory = 1;
  return hipSuccess;
}
hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int device) {
  hipDeviceProp_t p;
  if (value == nullptr) return done(hipErrorInvalidValue);
  if (const hipError_t error = hipGetDeviceProperties(&p, device)) return error;
  switch (attribute) {
  case hipDeviceAttributeMaxThreadsPerBlock: *value = p.maxThreadsPerBlock; break;
  case hipDeviceAttributeMaxBlockDimX: *value = p.maxThreadsDim[0]; break;
  case hipDeviceAttributeMaxBlockDimY: *value = p.maxThreadsDim[1]; break;
  case hipDeviceAttributeMaxBlockDimZ: *value = p.maxThreadsDim[2]; break;
  case hipDeviceAttributeMaxGridDimX: *value = p.maxGridSize[0]; break;
  case hipDeviceAttributeMaxGridDimY: *value = p.maxGridSize[1]; break;
  case hipDeviceAttributeMaxGridDimZ: *value = p.maxGridSize[2]; break;
  case hipDeviceAttributeMaxSharedMemoryPerBlock:
    *value = static_cast<int>(p.sharedMemPerBlock);
    break;
  case hipDeviceAttributeWarpSize: *value = p.warpSize; break;
  case hipDeviceAttributeMultiprocessorCount: *value = p.multiProcessorCount; break;
  case hipDeviceAttributeComputeCapabilityMajor: *value = p.major; break;
  case hipDeviceAttributeComputeCapabilityMinor: *value = p.minor; break;
  case hipDeviceAttributeUnifiedAddressing:
  case hipDeviceAttributeManagedMemory: *value = 1; break;
  }
  return hipSuccess;
}
hipError_t hipDeviceSynchronize() { return last_error; }
hipError_t hipDeviceReset() { return hipSuccess; }
hipError_t hipDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = kLeastPriority;
  if (greatest != nullptr) *greatest = kGreatestPriority;
  return hipSuccess;
}
hipError_t hipRuntimeGetVersion(int* version) {
  *version = HIP_VERSION;
  return hipSuccess;
}
hipError_t hipDriverGetVersion(int* version) { return hipRuntimeGetVersion(version); }

hipError_t hipMalloc(void** memory, std::size_t size) {
  if (memory == nullptr) return done(hipErrorInvalidValue);
  *memory = nullptr;
  if (size == 0) return hipSuccess;
  *memory = device_allocate(size);
  return done(*memory != nullptr ? hipSuccess : hipErrorOutOfMemory);
}
hipError_t hipMallocAsync(void** memory, std::size_t size, hipStream_t stream) {
  return is_stream(stream) ? hipMalloc(memory, size) : done(hipErrorContextIsDestroyed);
}
hipError_t hipMallocManaged(void** memory, std::size_t size, unsigned) {
  return hipMalloc(memory, size);
}
hipError_t hipMallocPitch(void** memory, std::size_t* pitch, std::size_t width,
                          std::size_t height) {
  if (pitch == nullptr) return done(hipErrorInvalidValue);
  *pitch = (width + 255) / 256 * 256;
  return hipMalloc(memory, *pitch * height);
}
hipError_t hipFree(void* memory) {
  return done(memory == nullptr || device_free(memory) ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipFreeAsync(void* memory, hipStream_t) { return hipFree(memory); }
hipError_t hipHostMalloc(void** memory, std::size_t size, unsigned) {
  if (memory == nullptr) return done(hipErrorInvalidValue);
  *memory = size == 0 ? nullptr : std::aligned_alloc(4096, (size + 4095) / 4096 * 4096);
  if (*memory == nullptr) return done(size == 0 ? hipSuccess : hipErrorOutOfMemory);
  host_memory.insert(*memory);
  return hipSuccess;
}
hipError_t hipHostFree(void* memory) {
  if (memory == nullptr) return hipSuccess;
  if (host_memory.erase(memory) == 0) return done(hipErrorInvalidValue);
  std::free(memory);
  return hipSuccess;
}
hipError_t hipHostRegister(void* memory, std::size_t size, unsigned) {
  return done(memory != nullptr && size != 0 ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipHostUnregister(void* memory) {
  return done(memory != nullptr ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipHostGetDevicePointer(void** device, void* host, unsigned) {
  *device = host;
  return hipSuccess;
}
hipError_t hipMemGetInfo(std::size_t* free, std::size_t* total) {
  *free = *total = std::size_t{64} << 30;
  return hipSuccess;
}
hipError_t hipPointerGetAttributes(hipPointerAttribute_t* attributes, const void* memory) {
  if (attributes == nullptr || memory == nullptr) return done(hipErrorInvalidValue);
  const bool device = in_device_memory(memory);
  if (!device && host_memory.count(const_cast<void*>(memory)) == 0)
    return done(hipErrorInvalidValue);
  attributes->type = device ? hipPointerAttribute_t::hipMemoryTypeDevice
                            : hipPointerAttribute_t::hipMemoryTypeHost;
  attributes->device = 0;
  attributes->devicePointer = const_cast<void*>(memory);
  attributes->hostPointer = device ? nullptr : const_cast<void*>(memory);
  return hipSuccess;
}

hipError_t hipMemcpy(void* to, const void* from, std::size_t size, hipMemcpyKind kind) {
  if (size == 0) return hipSuccess;
  if (!fits(to, size) || !fits(from, size)) return done(hipErrorInvalidValue);
  if (!direction_holds(to, from, kind)) return done(hipErrorInvalidMemcpyDirection);
  std::memmove(to, from, size);
  return hipSuccess;
}
hipError_t hipMemcpyAsync(void* to, const void* from, std::size_t size, hipMemcpyKind kind,
                          hipStream_t stream) {
  return is_stream(stream) ? hipMemcpy(to, from, size, kind) : done(hipErrorContextIsDestroyed);
}
hipError_t hipMemcpyWithStream(void* to, const void* from, std::size_t size, hipMemcpyKind kind,
                               hipStream_t stream) {
  return hipMemcpyAsync(to, from, size, kind, stream);
}
hipError_t hipMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                       std::size_t width, std::size_t height, hipMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return done(hipErrorInvalidValue);
  for (std::size_t row = 0; row < height; ++row)
    if (const hipError_t error =
            hipMemcpy(static_cast<char*>(to) + row * to_pitch,
                      static_cast<const char*>(from) + row * from_pitch, width, kind))
      return error;
  return hipSuccess;
}
hipError_t hipMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                            std::size_t from_pitch, std::size_t width, std::size_t height,
                            hipMemcpyKind kind, hipStream_t stream) {
  return is_stream(stream) ? hipMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind)
                           : done(hipErrorContextIsDestroyed);
}
hipError_t hipMemset(void* to, int value, std::size_t size) {
  if (!fits(to, size)) return done(hipErrorInvalidValue);
  if (size != 0) std::memset(to, value, size);
  return hipSuccess;
}
hipError_t hipMemsetAsync(void* to, int value, std::size_t size, hipStream_t stream) {
  return is_stream(stream) ? hipMemset(to, value, size) : done(hipErrorContextIsDestroyed);
}
hipError_t hipMemsetD32(void* to, int value, std::size_t count) {
  if (!fits(to, count * 4)) return done(hipErrorInvalidValue);
  std::fill_n(static_cast<int*>(to), count, value);
  return hipSuccess;
}

hipError_t hipStreamCreateWithPriority(hipStream_t* stream, unsigned flags, int priority) {
  if (stream == nullptr || flags > hipStreamNonBlocking) return done(hipErrorInvalidValue);
  *stream = new ihipStream_t{flags, std::clamp(priority, kGreatestPriority, kLeastPriority)};
  streams.insert(*stream);
  return hipSuccess;
}
hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned flags) {
  return hipStreamCreateWithPriority(stream, flags, 0);
}
hipError_t hipStreamCreate(hipStream_t* stream) { return hipStreamCreateWithFlags(stream, 0); }
hipError_t hipStreamDestroy(hipStream_t stream) {
  if (stream == nullptr) return done(hipErrorInvalidHandle);
  if (streams.erase(stream) == 0) return done(hipErrorContextIsDestroyed);
  delete stream;
  return hipSuccess;
}
hipError_t hipStreamSynchronize(hipStream_t stream) {
  return is_stream(stream) ? last_error : done(hipErrorContextIsDestroyed);
}
hipError_t hipStreamQuery(hipStream_t stream) {
  return is_stream(stream) ? hipSuccess : done(hipErrorContextIsDestroyed);
}
hipError_t hipStreamGetFlags(hipStream_t stream, unsigned* flags) {
  if (flags == nullptr) return done(hipErrorInvalidValue);
  if (!is_stream(stream)) return done(hipErrorContextIsDestroyed);
  *flags = stream == nullptr ? hipStreamDefault : stream->flags;
  return hipSuccess;
}
hipError_t hipStreamGetPriority(hipStream_t stream, int* priority) {
  if (priority == nullptr) return done(hipErrorInvalidValue);
  if (!is_stream(stream)) return done(hipErrorContextIsDestroyed);
  *priority = stream == nullptr ? 0 : stream->priority;
  return hipSuccess;
}
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned) {
  if (!is_event(event)) return done(hipErrorInvalidHandle);
  return is_stream(stream) ? hipSuccess : done(hipErrorContextIsDestroyed);
}
hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void* data,
                                unsigned) {
  if (callback == nullptr) return done(hipErrorInvalidValue);
  if (!is_stream(stream)) return done(hipErrorContextIsDestroyed);
  callback(stream, hipSuccess, data);
  return hipSuccess;
}
hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void* data) {
  if (function == nullptr) return done(hipErrorInvalidValue);
  if (!is_stream(stream)) return done(hipErrorContextIsDestroyed);
  function(data);
  return hipSuccess;
}

hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags) {
  if (event == nullptr) return done(hipErrorInvalidValue);
  *event = new ihipEvent_t{flags};
  events.insert(*event);
  return hipSuccess;
}
hipError_t hipEventCreate(hipEvent_t* event) { return hipEventCreateWithFlags(event, 0); }
hipError_t hipEventDestroy(hipEvent_t event) {
  if (events.erase(event) == 0) return done(hipErrorInvalidHandle);
  delete event;
  return hipSuccess;
}
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  if (!is_event(event)) return done(hipErrorInvalidHandle);
  if (!is_stream(stream)) return done(hipErrorContextIsDestroyed);
  event->recorded = true;
  event->at = std::chrono::steady_clock::now();
  return hipSuccess;
}
hipError_t hipEventSynchronize(hipEvent_t event) {
  return done(is_event(event) ? hipSuccess : hipErrorInvalidHandle);
}
hipError_t hipEventQuery(hipEvent_t event) { return hipEventSynchronize(event); }
hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start, hipEvent_t stop) {
  if (milliseconds == nullptr) return done(hipErrorInvalidValue);
  if (!is_event(start) || !is_event(stop) || !start->recorded || !stop->recorded
      || ((start->flags | stop->flags) & hipEventDisableTiming) != 0)
    return done(hipErrorInvalidHandle);
  *milliseconds = std::chrono::duration<float, std::milli>(stop->at - start->at).count();
  return hipSuccess;
}
