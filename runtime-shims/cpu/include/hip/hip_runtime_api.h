// SPDX-License-Identifier: Apache-2.0
//
// HIP's host functions on the CPU back end. There is one device. Work is done when it is submitted,
// so a stream is always empty and an event has always happened. What is missing is not declared:
// its use does not compile.
#ifndef HIPSHIM_CPU_HIP_RUNTIME_API_H
#define HIPSHIM_CPU_HIP_RUNTIME_API_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "hipshim/cpu/vector_types.hpp"

#define HIP_VERSION_MAJOR 7
#define HIP_VERSION_MINOR 0
#define HIP_VERSION_PATCH 0
#define HIP_VERSION 70000000
#define HIP_SYMBOL(x) x
#define HIP_KERNEL_NAME(...) __VA_ARGS__

enum hipError_t {
  hipSuccess = 0,
  hipErrorInvalidValue = 1,
  hipErrorOutOfMemory = 2,
  hipErrorMemoryAllocation = 2,
  hipErrorNotInitialized = 3,
  hipErrorInvalidConfiguration = 9,
  hipErrorInvalidSymbol = 13,
  hipErrorInvalidDevicePointer = 17,
  hipErrorInvalidMemcpyDirection = 21,
  hipErrorInvalidDevice = 101,
  hipErrorInvalidResourceHandle = 400,
  hipErrorInvalidHandle = 400,
  hipErrorNotReady = 600,
  hipErrorLaunchTimeOut = 702,
  hipErrorContextIsDestroyed = 709,
  hipErrorLaunchFailure = 719,
  hipErrorNotSupported = 801,
  hipErrorUnknown = 999
};

enum hipMemcpyKind {
  hipMemcpyHostToHost = 0,
  hipMemcpyHostToDevice = 1,
  hipMemcpyDeviceToHost = 2,
  hipMemcpyDeviceToDevice = 3,
  hipMemcpyDefault = 4
};

enum hipDeviceAttribute_t {
  hipDeviceAttributeMaxThreadsPerBlock,
  hipDeviceAttributeMaxBlockDimX,
  hipDeviceAttributeMaxBlockDimY,
  hipDeviceAttributeMaxBlockDimZ,
  hipDeviceAttributeMaxGridDimX,
  hipDeviceAttributeMaxGridDimY,
  hipDeviceAttributeMaxGridDimZ,
  hipDeviceAttributeMaxSharedMemoryPerBlock,
  hipDeviceAttributeWarpSize,
  hipDeviceAttributeMultiprocessorCount,
  hipDeviceAttributeComputeCapabilityMajor,
  hipDeviceAttributeComputeCapabilityMinor,
  hipDeviceAttributeUnifiedAddressing,
  hipDeviceAttributeManagedMemory
};

struct hipDeviceProp_t {
  char name[256];
  std::size_t totalGlobalMem;
  std::size_t sharedMemPerBlock;
  int warpSize;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int major, minor;
  int multiProcessorCount;
  int maxThreadsPerMultiProcessor;
  int clockRate;
  int concurrentKernels;
  int managedMemory;
  char gcnArchName[256];
};

struct hipPointerAttribute_t {
  enum Type { hipMemoryTypeHost = 1, hipMemoryTypeDevice = 2 } type;
  int device;
  void* devicePointer;
  void* hostPointer;
};

struct ihipEvent_t;
using hipStream_t = struct ihipStream_t*;
using hipEvent_t = ihipEvent_t*;
using hipStreamCallback_t = void (*)(hipStream_t, hipError_t, void*);
using hipHostFn_t = void (*)(void*);

constexpr unsigned hipStreamDefault = 0, hipStreamNonBlocking = 1;
constexpr unsigned hipEventDefault = 0, hipEventBlockingSync = 1, hipEventDisableTiming = 2;
constexpr unsigned hipHostMallocDefault = 0, hipHostMallocPortable = 1, hipHostMallocMapped = 2;
constexpr unsigned hipHostMallocWriteCombined = 4, hipHostMallocCoherent = 0x40000000;
constexpr unsigned hipHostMallocNonCoherent = 0x80000000, hipHostMallocNumaUser = 0x20000000;
constexpr unsigned hipHostRegisterDefault = 0, hipHostRegisterPortable = 1,
                   hipHostRegisterMapped = 2;
constexpr unsigned hipMemAttachGlobal = 1, hipMemAttachHost = 2;
#define hipStreamPerThread (static_cast<hipStream_t>(nullptr))
#define hipStreamLegacy (static_cast<hipStream_t>(nullptr))

const char* hipGetErrorName(hipError_t error);
const char* hipGetErrorString(hipError_t error);
hipError_t hipGetLastError();
hipError_t hipPeekAtLastError();

hipError_t hipInit(unsigned flags);
hipError_t hipGetDeviceCount(int* count);
hipError_t hipSetDevice(int device);
hipError_t hipGetDevice(int* device);
hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int device);
hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int device);
hipError_t hipDeviceSynchronize();
hipError_t hipDeviceReset();
hipError_t hipDeviceGetStreamPriorityRange(int* least, int* greatest);
hipError_t hipRuntimeGetVersion(int* version);
hipError_t hipDriverGetVersion(int* version);

hipError_t hipMalloc(void** memory, std::size_t size);
hipError_t hipMallocAsync(void** memory, std::size_t size, hipStream_t stream);
hipError_t hipMallocManaged(void** memory, std::size_t size, unsigned flags = hipMemAttachGlobal);
hipError_t hipMallocPitch(void** memory, std::size_t* pitch, std::size_t width, std::size_t height);
hipError_t hipFree(void* memory);
hipError_t hipFreeAsync(void* memory, hipStream_t stream);
hipError_t hipHostMalloc(void** memory, std::size_t size, unsigned flags = 0);
hipError_t hipHostFree(void* memory);
hipError_t hipHostRegister(void* memory, std::size_t size, unsigned flags);
hipError_t hipHostUnregister(void* memory);
hipError_t hipHostGetDevicePointer(void** device, void* host, unsigned flags);
hipError_t hipMemGetInfo(std::size_t* free, std::size_t* total);
hipError_t hipPointerGetAttributes(hipPointerAttribute_t* attributes, const void* memory);

template <class T>
hipError_t hipMalloc(T** memory, std::size_t size) {
  return hipMalloc(reinterpret_cast<void**>(memory), size);
}
template <class T>
hipError_t hipMallocAsync(T** memory, std::size_t size, hipStream_t stream) {
  return hipMallocAsync(reinterpret_cast<void**>(memory), size, stream);
}
template <class T>
hipError_t hipMallocManaged(T** memory, std::size_t size, unsigned flags = hipMemAttachGlobal) {
  return hipMallocManaged(reinterpret_cast<void**>(memory), size, flags);
}
template <class T>
hipError_t hipMallocPitch(T** memory, std::size_t* pitch, std::size_t width, std::size_t height) {
  return hipMallocPitch(reinterpret_cast<void**>(memory), pitch, width, height);
}
template <class T>
hipError_t hipHostMalloc(T** memory, std::size_t size, unsigned flags = 0) {
  return hipHostMalloc(reinterpret_cast<void**>(memory), size, flags);
}
template <class T>
hipError_t hipHostAlloc(T** memory, std::size_t size, unsigned flags) {
  return hipHostMalloc(memory, size, flags);
}
template <class T>
hipError_t hipMallocHost(T** memory, std::size_t size) {
  return hipHostMalloc(memory, size, 0);
}
template <class T>
hipError_t hipHostGetDevicePointer(T** device, void* host, unsigned flags) {
  return hipHostGetDevicePointer(reinterpret_cast<void**>(device), host, flags);
}

hipError_t hipMemcpy(void* to, const void* from, std::size_t size, hipMemcpyKind kind);
hipError_t hipMemcpyAsync(void* to, const void* from, std::size_t size, hipMemcpyKind kind,
                          hipStream_t stream = nullptr);
hipError_t hipMemcpyWithStream(void* to, const void* from, std::size_t size, hipMemcpyKind kind,
                               hipStream_t stream);
hipError_t hipMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                       std::size_t width, std::size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                            std::size_t from_pitch, std::size_t width, std::size_t height,
                            hipMemcpyKind kind, hipStream_t stream = nullptr);
hipError_t hipMemset(void* to, int value, std::size_t size);
hipError_t hipMemsetAsync(void* to, int value, std::size_t size, hipStream_t stream = nullptr);
hipError_t hipMemsetD32(void* to, int value, std::size_t count);

template <class T>
hipError_t hipMemcpyToSymbol(T& symbol, const void* from, std::size_t size, std::size_t offset = 0,
                             hipMemcpyKind = hipMemcpyHostToDevice) {
  if (offset + size > sizeof symbol) return hipErrorInvalidValue;
  __builtin_memcpy(const_cast<char*>(reinterpret_cast<const volatile char*>(&symbol)) + offset,
                   from, size);
  return hipSuccess;
}
template <class T>
hipError_t hipMemcpyFromSymbol(void* to, const T& symbol, std::size_t size, std::size_t offset = 0,
                               hipMemcpyKind = hipMemcpyDeviceToHost) {
  if (offset + size > sizeof symbol) return hipErrorInvalidValue;
  __builtin_memcpy(
      to, const_cast<const char*>(reinterpret_cast<const volatile char*>(&symbol)) + offset, size);
  return hipSuccess;
}
template <class T>
hipError_t hipGetSymbolAddress(void** address, T& symbol) {
  *address = const_cast<std::remove_cv_t<T>*>(&symbol);
  return hipSuccess;
}

hipError_t hipStreamCreate(hipStream_t* stream);
hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned flags);
hipError_t hipStreamCreateWithPriority(hipStream_t* stream, unsigned flags, int priority);
hipError_t hipStreamDestroy(hipStream_t stream);
hipError_t hipStreamSynchronize(hipStream_t stream);
hipError_t hipStreamQuery(hipStream_t stream);
hipError_t hipStreamGetFlags(hipStream_t stream, unsigned* flags);
hipError_t hipStreamGetPriority(hipStream_t stream, int* priority);
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned flags = 0);
hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void* data,
                                unsigned flags);
hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void* data);

hipError_t hipEventCreate(hipEvent_t* event);
hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags);
hipError_t hipEventDestroy(hipEvent_t event);
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream = nullptr);
hipError_t hipEventSynchronize(hipEvent_t event);
hipError_t hipEventQuery(hipEvent_t event);
hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start, hipEvent_t stop);

namespace hipshim {
namespace cpu {
hipError_t occupancy(int* blocks, int block_size, std::size_t dynamic_shared_size);
void note_error(hipError_t error);
bool is_stream(hipStream_t stream);
}  // namespace cpu
}  // namespace hipshim

template <class Kernel>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel, int block_size,
                                                        std::size_t dynamic_shared_size) {
  return hipshim::cpu::occupancy(blocks, block_size, dynamic_shared_size);
}
template <class Kernel>
hipError_t hipOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, Kernel,
                                             std::size_t dynamic_shared_size = 0, int limit = 0) {
  *block_size = limit > 0 && limit < 1024 ? limit : 1024;
  return hipshim::cpu::occupancy(grid_size, *block_size, dynamic_shared_size);
}
enum hipFuncAttribute { hipFuncAttributeMaxDynamicSharedMemorySize = 8 };
enum hipFuncCache_t { hipFuncCachePreferNone, hipFuncCachePreferShared, hipFuncCachePreferL1 };
template <class Kernel>
hipError_t hipFuncSetAttribute(Kernel, hipFuncAttribute, int size) {
  return size <= 64 * 1024 ? hipSuccess : hipErrorInvalidValue;
}
template <class Kernel>
hipError_t hipFuncSetCacheConfig(Kernel, hipFuncCache_t) {
  return hipSuccess;
}

#endif  // HIPSHIM_CPU_HIP_RUNTIME_API_H
