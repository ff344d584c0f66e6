// SPDX-License-Identifier: Apache-2.0
// The host API: flags, functions and their template forms. Declarations only.
#pragma once
#include <stddef.h>
#include <stdint.h>
#if __has_include(<limits.h>)
#include <limits.h>
#endif
#if __has_include(<string.h>)
#include <string.h>
#endif
#include <hip/hip_common.h>
#include <hip/driver_types.h>

// Flags.
#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)
#define HIP_LAUNCH_PARAM_END ((void *)3)
#define hipStreamDefault 0
#define hipStreamNonBlocking 1
#define hipStreamPerThread ((hipStream_t)2)
#define hipStreamLegacy ((hipStream_t)1)
#define hipEventDefault 0
#define hipEventBlockingSync 1
#define hipEventDisableTiming 2
#define hipEventInterprocess 4
#define hipEventRecordDefault 0
#define hipEventRecordExternal 1
#define hipEventWaitDefault 0
#define hipEventWaitExternal 1
#define hipEventDisableSystemFence 0x20000000
#define hipEventReleaseToDevice 0x40000000
#define hipEventReleaseToSystem 0x80000000
#define hipHostMallocDefault 0
#define hipHostMallocPortable 1
#define hipHostMallocMapped 2
#define hipHostMallocWriteCombined 4
#define hipHostMallocUncached 0x10000000
#define hipHostMallocNumaUser 0x20000000
#define hipHostMallocCoherent 0x40000000
#define hipHostMallocNonCoherent 0x80000000
#define hipHostAllocDefault hipHostMallocDefault
#define hipHostAllocPortable hipHostMallocPortable
#define hipHostAllocMapped hipHostMallocMapped
#define hipHostAllocWriteCombined hipHostMallocWriteCombined
#define hipHostRegisterDefault 0
#define hipHostRegisterPortable 1
#define hipHostRegisterMapped 2
#define hipHostRegisterIoMemory 4
#define hipHostRegisterReadOnly 8
#define hipExtHostRegisterCoarseGrained 8
#define hipExtHostRegisterUncached 0x80000000
#define hipMemAttachGlobal 1
#define hipMemAttachHost 2
#define hipMemAttachSingle 4
#define hipDeviceMallocDefault 0
#define hipDeviceMallocFinegrained 1
#define hipMallocSignalMemory 2
#define hipDeviceMallocUncached 3
#define hipDeviceMallocContiguous 4
#define hipIpcMemLazyEnablePeerAccess 1
#define HIP_IPC_HANDLE_SIZE 64
#define hipDeviceScheduleAuto 0
#define hipDeviceScheduleSpin 1
#define hipDeviceScheduleYield 2
#define hipDeviceScheduleBlockingSync 4
#define hipDeviceScheduleMask 7
#define hipDeviceMapHost 8
#define hipDeviceLmemResizeToMax 16
#define hipCpuDeviceId (-1)
#define hipInvalidDeviceId (-2)
#define hipArrayDefault 0
#define hipArrayLayered 1
#define hipArraySurfaceLoadStore 2
#define hipArrayCubemap 4
#define hipArrayTextureGather 8
#define hipTextureType1D 1
#define hipTextureType2D 2
#define hipTextureType3D 3
#define hipTextureTypeCubemap 0x0C
#define hipTextureType1DLayered 0xF1
#define hipTextureType2DLayered 0xF2
#define hipTextureTypeCubemapLayered 0xFC
#define HIP_TRSA_OVERRIDE_FORMAT 1
#define HIP_TRSF_READ_AS_INTEGER 1
#define HIP_TRSF_NORMALIZED_COORDINATES 2
#define HIP_TRSF_SRGB 16
#define HIP_IMAGE_OBJECT_SIZE_DWORD 12
#define HIP_SAMPLER_OBJECT_SIZE_DWORD 8
#define HIP_SAMPLER_OBJECT_OFFSET_DWORD 12
#define HIP_TEXTURE_OBJECT_SIZE_DWORD 20
#define hipOccupancyDefault 0
#define hipOccupancyDisableCachingOverride 1
#define hipCooperativeLaunchMultiDeviceNoPreSync 1
#define hipCooperativeLaunchMultiDeviceNoPostSync 2
#define hipExtAnyOrderLaunch 1
#define hipStreamWaitValueGte 0
#define hipStreamWaitValueEq 1
#define hipStreamWaitValueAnd 2
#define hipStreamWaitValueNor 3
#define hipExternalMemoryDedicated 1
// Attributes of a stream and of a kernel node are launch attributes.
#define hipStreamAttrID hipLaunchAttributeID
#define hipStreamAttrValue hipLaunchAttributeValue
#define hipStreamAttributeAccessPolicyWindow hipLaunchAttributeAccessPolicyWindow
#define hipStreamAttributeSynchronizationPolicy hipLaunchAttributeSynchronizationPolicy
#define hipStreamAttributePriority hipLaunchAttributePriority
#define hipKernelNodeAttrID hipLaunchAttributeID
#define hipKernelNodeAttrValue hipLaunchAttributeValue
#define hipKernelNodeAttributeAccessPolicyWindow hipLaunchAttributeAccessPolicyWindow
#define hipKernelNodeAttributeCooperative hipLaunchAttributeCooperative
#define hipKernelNodeAttributePriority hipLaunchAttributePriority

// The functions, by topic: hip##n returns hipError_t.
extern "C" {
#define HIPAUDIT_F(n, ...) hipError_t hip##n(__VA_ARGS__);
// Every transfer has a form that is queued on a stream.
#define HIPAUDIT_F2(n, ...) hipError_t hip##n(__VA_ARGS__); hipError_t hip##n##Async(__VA_ARGS__, hipStream_t = 0);
const char *hipGetErrorName(hipError_t);
const char *hipGetErrorString(hipError_t);
HIPAUDIT_F(GetLastError) HIPAUDIT_F(ExtGetLastError) HIPAUDIT_F(PeekAtLastError) HIPAUDIT_F(DrvGetErrorName, hipError_t, const char **) HIPAUDIT_F(DrvGetErrorString, hipError_t, const char **)

// Devices.
HIPAUDIT_F(Init, unsigned int) HIPAUDIT_F(DriverGetVersion, int *) HIPAUDIT_F(RuntimeGetVersion, int *) HIPAUDIT_F(GetDeviceCount, int *) HIPAUDIT_F(GetDevice, int *)
HIPAUDIT_F(SetDevice, int) HIPAUDIT_F(SetValidDevices, int *, int) HIPAUDIT_F(ChooseDevice, int *, const hipDeviceProp_t *) HIPAUDIT_F(GetDeviceProperties, hipDeviceProp_t *, int)
HIPAUDIT_F(DeviceGetAttribute, int *, hipDeviceAttribute_t, int) HIPAUDIT_F(DeviceSynchronize) HIPAUDIT_F(DeviceReset) HIPAUDIT_F(GetDeviceFlags, unsigned int *) HIPAUDIT_F(SetDeviceFlags, unsigned int)
HIPAUDIT_F(DeviceGet, hipDevice_t *, int) HIPAUDIT_F(DeviceGetName, char *, int, hipDevice_t) HIPAUDIT_F(DeviceGetUuid, hipUUID *, hipDevice_t) HIPAUDIT_F(DeviceTotalMem, size_t *, hipDevice_t)
HIPAUDIT_F(DeviceComputeCapability, int *, int *, hipDevice_t) HIPAUDIT_F(DeviceGetPCIBusId, char *, int, int) HIPAUDIT_F(DeviceGetByPCIBusId, int *, const char *)
HIPAUDIT_F(DeviceGetCacheConfig, hipFuncCache_t *) HIPAUDIT_F(DeviceSetCacheConfig, hipFuncCache_t) HIPAUDIT_F(DeviceGetSharedMemConfig, hipSharedMemConfig *)
HIPAUDIT_F(DeviceSetSharedMemConfig, hipSharedMemConfig) HIPAUDIT_F(DeviceGetLimit, size_t *, hipLimit_t) HIPAUDIT_F(DeviceSetLimit, hipLimit_t, size_t)
HIPAUDIT_F(DeviceGetStreamPriorityRange, int *, int *) HIPAUDIT_F(DeviceGetTexture1DLinearMaxWidth, size_t *, const hipChannelFormatDesc *, int)
HIPAUDIT_F(DeviceCanAccessPeer, int *, int, int) HIPAUDIT_F(DeviceEnablePeerAccess, int, unsigned int) HIPAUDIT_F(DeviceDisablePeerAccess, int)
HIPAUDIT_F(DeviceGetP2PAttribute, int *, hipDeviceP2PAttr, int, int) HIPAUDIT_F(ExtGetLinkTypeAndHopCount, int, int, uint32_t *, uint32_t *)
HIPAUDIT_F(GetProcAddress, const char *, void **, int, uint64_t, hipDriverProcAddressQueryResult *) HIPAUDIT_F(GetDriverEntryPoint, const char *, void **, unsigned long long, hipDriverEntryPointQueryResult *)
HIPAUDIT_F(ProfilerStart) HIPAUDIT_F(ProfilerStop)

// Streams and events.
HIPAUDIT_F(StreamCreate, hipStream_t *) HIPAUDIT_F(StreamCreateWithFlags, hipStream_t *, unsigned int) HIPAUDIT_F(StreamCreateWithPriority, hipStream_t *, unsigned int, int)
HIPAUDIT_F(StreamDestroy, hipStream_t) HIPAUDIT_F(StreamQuery, hipStream_t) HIPAUDIT_F(StreamSynchronize, hipStream_t) HIPAUDIT_F(StreamWaitEvent, hipStream_t, hipEvent_t, unsigned int = 0)
HIPAUDIT_F(StreamGetFlags, hipStream_t, unsigned int *) HIPAUDIT_F(StreamGetPriority, hipStream_t, int *) HIPAUDIT_F(StreamGetId, hipStream_t, unsigned long long *)
HIPAUDIT_F(StreamGetDevice, hipStream_t, hipDevice_t *) HIPAUDIT_F(StreamAddCallback, hipStream_t, hipStreamCallback_t, void *, unsigned int) HIPAUDIT_F(LaunchHostFunc, hipStream_t, hipHostFn_t, void *)
HIPAUDIT_F(StreamAttachMemAsync, hipStream_t, void *, size_t = 0, unsigned int = hipMemAttachSingle) HIPAUDIT_F(StreamSetAttribute, hipStream_t, hipLaunchAttributeID, const hipLaunchAttributeValue *)
HIPAUDIT_F(StreamGetAttribute, hipStream_t, hipLaunchAttributeID, hipLaunchAttributeValue *)
HIPAUDIT_F(StreamWaitValue32, hipStream_t, void *, uint32_t, unsigned int, uint32_t = ~0U) HIPAUDIT_F(StreamWaitValue64, hipStream_t, void *, uint64_t, unsigned int, uint64_t = ~0ULL)
HIPAUDIT_F(StreamWriteValue32, hipStream_t, void *, uint32_t, unsigned int) HIPAUDIT_F(StreamWriteValue64, hipStream_t, void *, uint64_t, unsigned int)
HIPAUDIT_F(ExtStreamCreateWithCUMask, hipStream_t *, uint32_t, const uint32_t *) HIPAUDIT_F(ExtStreamGetCUMask, hipStream_t, uint32_t, uint32_t *)
HIPAUDIT_F(EventCreate, hipEvent_t *) HIPAUDIT_F(EventCreateWithFlags, hipEvent_t *, unsigned int) HIPAUDIT_F(EventDestroy, hipEvent_t) HIPAUDIT_F(EventRecord, hipEvent_t, hipStream_t = 0)
HIPAUDIT_F(EventRecordWithFlags, hipEvent_t, hipStream_t = 0, unsigned int = 0) HIPAUDIT_F(EventQuery, hipEvent_t) HIPAUDIT_F(EventSynchronize, hipEvent_t) HIPAUDIT_F(EventElapsedTime, float *, hipEvent_t, hipEvent_t)
int hipGetStreamDeviceId(hipStream_t);

// Memory of the device and of the host.
HIPAUDIT_F(Malloc, void **, size_t) HIPAUDIT_F(ExtMallocWithFlags, void **, size_t, unsigned int) HIPAUDIT_F(Free, void *) HIPAUDIT_F(MallocManaged, void **, size_t, unsigned int = hipMemAttachGlobal)
HIPAUDIT_F(MallocHost, void **, size_t) HIPAUDIT_F(HostMalloc, void **, size_t, unsigned int) HIPAUDIT_F(HostAlloc, void **, size_t, unsigned int) HIPAUDIT_F(MemAllocHost, void **, size_t)
HIPAUDIT_F(HostFree, void *) HIPAUDIT_F(FreeHost, void *) HIPAUDIT_F(HostRegister, void *, size_t, unsigned int) HIPAUDIT_F(HostUnregister, void *) HIPAUDIT_F(HostGetFlags, unsigned int *, void *)
HIPAUDIT_F(HostGetDevicePointer, void **, void *, unsigned int) HIPAUDIT_F(MallocPitch, void **, size_t *, size_t, size_t) HIPAUDIT_F(Malloc3D, hipPitchedPtr *, hipExtent)
HIPAUDIT_F(MemAllocPitch, hipDeviceptr_t *, size_t *, size_t, size_t, unsigned int) HIPAUDIT_F(MemGetInfo, size_t *, size_t *) HIPAUDIT_F(MemPtrGetInfo, void *, size_t *)
HIPAUDIT_F(MemGetAddressRange, hipDeviceptr_t *, size_t *, hipDeviceptr_t) HIPAUDIT_F(PointerGetAttributes, hipPointerAttribute_t *, const void *)
HIPAUDIT_F(PointerGetAttribute, void *, hipPointer_attribute, hipDeviceptr_t) HIPAUDIT_F(PointerSetAttribute, const void *, hipPointer_attribute, hipDeviceptr_t)
HIPAUDIT_F(MemPrefetchAsync, const void *, size_t, int, hipStream_t = 0) HIPAUDIT_F(MemPrefetchAsync_v2, const void *, size_t, hipMemLocation, unsigned int, hipStream_t = 0)
HIPAUDIT_F(MemAdvise, const void *, size_t, hipMemoryAdvise, int) HIPAUDIT_F(MemAdvise_v2, const void *, size_t, hipMemoryAdvise, hipMemLocation)
HIPAUDIT_F(MemRangeGetAttribute, void *, size_t, hipMemRangeAttribute, const void *, size_t) HIPAUDIT_F(MemRangeGetAttributes, void **, size_t *, hipMemRangeAttribute *, size_t, const void *, size_t)
HIPAUDIT_F(IpcGetMemHandle, hipIpcMemHandle_t *, void *) HIPAUDIT_F(IpcOpenMemHandle, void **, hipIpcMemHandle_t, unsigned int) HIPAUDIT_F(IpcCloseMemHandle, void *)
HIPAUDIT_F(IpcGetEventHandle, hipIpcEventHandle_t *, hipEvent_t) HIPAUDIT_F(IpcOpenEventHandle, hipEvent_t *, hipIpcEventHandle_t)

// Pools and virtual memory.
HIPAUDIT_F(MallocAsync, void **, size_t, hipStream_t) HIPAUDIT_F(MallocFromPoolAsync, void **, size_t, hipMemPool_t, hipStream_t) HIPAUDIT_F(FreeAsync, void *, hipStream_t)
HIPAUDIT_F(MemPoolCreate, hipMemPool_t *, const hipMemPoolProps *) HIPAUDIT_F(MemPoolDestroy, hipMemPool_t) HIPAUDIT_F(MemPoolTrimTo, hipMemPool_t, size_t)
HIPAUDIT_F(MemPoolSetAttribute, hipMemPool_t, hipMemPoolAttr, void *) HIPAUDIT_F(MemPoolGetAttribute, hipMemPool_t, hipMemPoolAttr, void *) HIPAUDIT_F(MemPoolSetAccess, hipMemPool_t, const hipMemAccessDesc *, size_t)
HIPAUDIT_F(MemPoolGetAccess, hipMemAccessFlags *, hipMemPool_t, hipMemLocation *) HIPAUDIT_F(MemPoolExportToShareableHandle, void *, hipMemPool_t, hipMemAllocationHandleType, unsigned int)
HIPAUDIT_F(MemPoolImportFromShareableHandle, hipMemPool_t *, void *, hipMemAllocationHandleType, unsigned int) HIPAUDIT_F(MemPoolExportPointer, hipMemPoolPtrExportData *, void *)
HIPAUDIT_F(MemPoolImportPointer, void **, hipMemPool_t, hipMemPoolPtrExportData *) HIPAUDIT_F(DeviceGetDefaultMemPool, hipMemPool_t *, int) HIPAUDIT_F(DeviceGetMemPool, hipMemPool_t *, int)
HIPAUDIT_F(DeviceSetMemPool, int, hipMemPool_t) HIPAUDIT_F(MemAddressReserve, void **, size_t, size_t, void *, unsigned long long) HIPAUDIT_F(MemAddressFree, void *, size_t)
HIPAUDIT_F(MemCreate, hipMemGenericAllocationHandle_t *, size_t, const hipMemAllocationProp *, unsigned long long) HIPAUDIT_F(MemRelease, hipMemGenericAllocationHandle_t)
HIPAUDIT_F(MemMap, void *, size_t, size_t, hipMemGenericAllocationHandle_t, unsigned long long) HIPAUDIT_F(MemUnmap, void *, size_t) HIPAUDIT_F(MemSetAccess, void *, size_t, const hipMemAccessDesc *, size_t)
HIPAUDIT_F(MemGetAccess, unsigned long long *, const hipMemLocation *, void *) HIPAUDIT_F(MemGetAllocationGranularity, size_t *, const hipMemAllocationProp *, hipMemAllocationGranularity_flags)
HIPAUDIT_F(MemGetAllocationPropertiesFromHandle, hipMemAllocationProp *, hipMemGenericAllocationHandle_t) HIPAUDIT_F(MemRetainAllocationHandle, hipMemGenericAllocationHandle_t *, void *)
HIPAUDIT_F(MemGetHandleForAddressRange, void *, hipDeviceptr_t, size_t, hipMemRangeHandleType, unsigned long long)
HIPAUDIT_F(MemExportToShareableHandle, void *, hipMemGenericAllocationHandle_t, hipMemAllocationHandleType, unsigned long long)
HIPAUDIT_F(MemImportFromShareableHandle, hipMemGenericAllocationHandle_t *, void *, hipMemAllocationHandleType)

// Copies and fills.
HIPAUDIT_F2(Memcpy, void *, const void *, size_t, hipMemcpyKind) HIPAUDIT_F(MemcpyWithStream, void *, const void *, size_t, hipMemcpyKind, hipStream_t) HIPAUDIT_F2(MemcpyPeer, void *, int, const void *, int, size_t)
HIPAUDIT_F2(MemcpyHtoD, hipDeviceptr_t, const void *, size_t) HIPAUDIT_F2(MemcpyDtoH, void *, hipDeviceptr_t, size_t) HIPAUDIT_F2(MemcpyDtoD, hipDeviceptr_t, hipDeviceptr_t, size_t)
HIPAUDIT_F2(Memcpy2D, void *, size_t, const void *, size_t, size_t, size_t, hipMemcpyKind) HIPAUDIT_F2(MemcpyParam2D, const hip_Memcpy2D *) HIPAUDIT_F(DrvMemcpy2DUnaligned, const hip_Memcpy2D *)
HIPAUDIT_F2(Memcpy3D, const hipMemcpy3DParms *) HIPAUDIT_F2(Memcpy3DPeer, hipMemcpy3DPeerParms *) HIPAUDIT_F2(DrvMemcpy3D, const HIP_MEMCPY3D *)
HIPAUDIT_F2(Memcpy2DToArray, hipArray_t, size_t, size_t, const void *, size_t, size_t, size_t, hipMemcpyKind) HIPAUDIT_F2(Memcpy2DFromArray, void *, size_t, hipArray_const_t, size_t, size_t, size_t, size_t, hipMemcpyKind)
HIPAUDIT_F(Memcpy2DArrayToArray, hipArray_t, size_t, size_t, hipArray_const_t, size_t, size_t, size_t, size_t, hipMemcpyKind) HIPAUDIT_F(MemcpyToArray, hipArray_t, size_t, size_t, const void *, size_t, hipMemcpyKind)
HIPAUDIT_F(MemcpyFromArray, void *, hipArray_const_t, size_t, size_t, size_t, hipMemcpyKind) HIPAUDIT_F2(MemcpyAtoH, void *, hipArray_t, size_t, size_t) HIPAUDIT_F2(MemcpyHtoA, hipArray_t, size_t, const void *, size_t)
HIPAUDIT_F(MemcpyAtoD, hipDeviceptr_t, hipArray_t, size_t, size_t) HIPAUDIT_F(MemcpyDtoA, hipArray_t, size_t, hipDeviceptr_t, size_t) HIPAUDIT_F(MemcpyAtoA, hipArray_t, size_t, hipArray_t, size_t, size_t)
HIPAUDIT_F2(Memset, void *, int, size_t) HIPAUDIT_F2(MemsetD8, hipDeviceptr_t, unsigned char, size_t) HIPAUDIT_F2(MemsetD16, hipDeviceptr_t, unsigned short, size_t) HIPAUDIT_F2(MemsetD32, hipDeviceptr_t, int, size_t)
HIPAUDIT_F2(Memset2D, void *, size_t, int, size_t, size_t) HIPAUDIT_F2(Memset3D, hipPitchedPtr, int, hipExtent)
HIPAUDIT_F(GetSymbolAddress, void **, const void *) HIPAUDIT_F(GetSymbolSize, size_t *, const void *) HIPAUDIT_F(MemcpyToSymbol, const void *, const void *, size_t, size_t = 0, hipMemcpyKind = hipMemcpyHostToDevice)
HIPAUDIT_F(MemcpyFromSymbol, void *, const void *, size_t, size_t = 0, hipMemcpyKind = hipMemcpyDeviceToHost) HIPAUDIT_F(MemcpyToSymbolAsync, const void *, const void *, size_t, size_t, hipMemcpyKind, hipStream_t = 0)
HIPAUDIT_F(MemcpyFromSymbolAsync, void *, const void *, size_t, size_t, hipMemcpyKind, hipStream_t = 0)

// Kernels, occupancy and modules.
HIPAUDIT_F(LaunchKernel, const void *, dim3, dim3, void **, size_t = 0, hipStream_t = 0) HIPAUDIT_F(LaunchCooperativeKernel, const void *, dim3, dim3, void **, unsigned int, hipStream_t)
HIPAUDIT_F(LaunchCooperativeKernelMultiDevice, hipLaunchParams *, int, unsigned int) HIPAUDIT_F(ExtLaunchMultiKernelMultiDevice, hipLaunchParams *, int, unsigned int)
HIPAUDIT_F(LaunchKernelExC, const hipLaunchConfig_t *, const void *, void **) HIPAUDIT_F(ExtLaunchKernel, const void *, dim3, dim3, void **, size_t, hipStream_t, hipEvent_t, hipEvent_t, int)
HIPAUDIT_F(ConfigureCall, dim3, dim3, size_t = 0, hipStream_t = 0) HIPAUDIT_F(SetupArgument, const void *, size_t, size_t) HIPAUDIT_F(LaunchByPtr, const void *)
HIPAUDIT_F(FuncSetAttribute, const void *, hipFuncAttribute, int) HIPAUDIT_F(FuncSetCacheConfig, const void *, hipFuncCache_t) HIPAUDIT_F(FuncSetSharedMemConfig, const void *, hipSharedMemConfig)
HIPAUDIT_F(FuncGetAttributes, hipFuncAttributes *, const void *) HIPAUDIT_F(FuncGetAttribute, int *, hipFunction_attribute, hipFunction_t) HIPAUDIT_F(GetFuncBySymbol, hipFunction_t *, const void *)
HIPAUDIT_F(OccupancyMaxActiveBlocksPerMultiprocessor, int *, const void *, int, size_t) HIPAUDIT_F(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags, int *, const void *, int, size_t, unsigned int = 0)
HIPAUDIT_F(OccupancyMaxPotentialBlockSize, int *, int *, const void *, size_t, int) HIPAUDIT_F(ModuleOccupancyMaxPotentialBlockSize, int *, int *, hipFunction_t, size_t, int)
HIPAUDIT_F(ModuleOccupancyMaxPotentialBlockSizeWithFlags, int *, int *, hipFunction_t, size_t, int, unsigned int) HIPAUDIT_F(ModuleOccupancyMaxActiveBlocksPerMultiprocessor, int *, hipFunction_t, int, size_t)
HIPAUDIT_F(ModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, int *, hipFunction_t, int, size_t, unsigned int)
HIPAUDIT_F(ModuleLoad, hipModule_t *, const char *) HIPAUDIT_F(ModuleLoadData, hipModule_t *, const void *) HIPAUDIT_F(ModuleLoadDataEx, hipModule_t *, const void *, unsigned int, hipJitOption *, void **)
HIPAUDIT_F(ModuleLoadFatBinary, hipModule_t *, const void *) HIPAUDIT_F(ModuleUnload, hipModule_t) HIPAUDIT_F(ModuleGetFunction, hipFunction_t *, hipModule_t, const char *) HIPAUDIT_F(ModuleGetFunctionCount, unsigned int *, hipModule_t)
HIPAUDIT_F(ModuleGetGlobal, hipDeviceptr_t *, size_t *, hipModule_t, const char *) HIPAUDIT_F(ModuleGetTexRef, textureReference **, hipModule_t, const char *)
#define HIPAUDIT_GRID unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, hipStream_t, void **
HIPAUDIT_F(ModuleLaunchKernel, hipFunction_t, HIPAUDIT_GRID, void **) HIPAUDIT_F(ModuleLaunchCooperativeKernel, hipFunction_t, HIPAUDIT_GRID)
#undef HIPAUDIT_GRID
HIPAUDIT_F(ModuleLaunchCooperativeKernelMultiDevice, hipFunctionLaunchParams *, unsigned int, unsigned int)
HIPAUDIT_F(LinkCreate, unsigned int, hipJitOption *, void **, hipLinkState_t *) HIPAUDIT_F(LinkComplete, hipLinkState_t, void **, size_t *) HIPAUDIT_F(LinkDestroy, hipLinkState_t)
HIPAUDIT_F(LinkAddData, hipLinkState_t, hipJitInputType, void *, size_t, const char *, unsigned int, hipJitOption *, void **) HIPAUDIT_F(LinkAddFile, hipLinkState_t, hipJitInputType, const char *, unsigned int, hipJitOption *, void **)
HIPAUDIT_F(LibraryLoadData, hipLibrary_t *, const void *, hipJitOption **, void **, unsigned int, hipLibraryOption **, void **, unsigned int) HIPAUDIT_F(LibraryUnload, hipLibrary_t)
HIPAUDIT_F(LibraryLoadFromFile, hipLibrary_t *, const char *, hipJitOption **, void **, unsigned int, hipLibraryOption **, void **, unsigned int)
HIPAUDIT_F(LibraryGetKernel, hipKernel_t *, hipLibrary_t, const char *) HIPAUDIT_F(LibraryGetKernelCount, unsigned int *, hipLibrary_t)
int __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0, hipStream_t stream = 0);
int __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, hipStream_t *stream);
const char *hipKernelNameRef(hipFunction_t);
const char *hipKernelNameRefByPtr(const void *, hipStream_t);
const char *hipApiName(uint32_t);

// Contexts.
HIPAUDIT_F(CtxCreate, hipCtx_t *, unsigned int, hipDevice_t) HIPAUDIT_F(CtxDestroy, hipCtx_t) HIPAUDIT_F(CtxPopCurrent, hipCtx_t *) HIPAUDIT_F(CtxPushCurrent, hipCtx_t) HIPAUDIT_F(CtxSetCurrent, hipCtx_t)
HIPAUDIT_F(CtxGetCurrent, hipCtx_t *) HIPAUDIT_F(CtxGetDevice, hipDevice_t *) HIPAUDIT_F(CtxSynchronize) HIPAUDIT_F(CtxGetFlags, unsigned int *) HIPAUDIT_F(CtxGetApiVersion, hipCtx_t, unsigned int *)
HIPAUDIT_F(CtxGetCacheConfig, hipFuncCache_t *) HIPAUDIT_F(CtxSetCacheConfig, hipFuncCache_t) HIPAUDIT_F(CtxGetSharedMemConfig, hipSharedMemConfig *) HIPAUDIT_F(CtxSetSharedMemConfig, hipSharedMemConfig)
HIPAUDIT_F(CtxEnablePeerAccess, hipCtx_t, unsigned int) HIPAUDIT_F(CtxDisablePeerAccess, hipCtx_t) HIPAUDIT_F(DevicePrimaryCtxRetain, hipCtx_t *, hipDevice_t) HIPAUDIT_F(DevicePrimaryCtxRelease, hipDevice_t)
HIPAUDIT_F(DevicePrimaryCtxReset, hipDevice_t) HIPAUDIT_F(DevicePrimaryCtxSetFlags, hipDevice_t, unsigned int) HIPAUDIT_F(DevicePrimaryCtxGetState, hipDevice_t, unsigned int *, int *)

// Arrays, textures and surfaces.
HIPAUDIT_F(MallocArray, hipArray_t *, const hipChannelFormatDesc *, size_t, size_t = 0, unsigned int = hipArrayDefault) HIPAUDIT_F(Malloc3DArray, hipArray_t *, const hipChannelFormatDesc *, hipExtent, unsigned int = 0)
HIPAUDIT_F(FreeArray, hipArray_t) HIPAUDIT_F(ArrayCreate, hipArray_t *, const HIP_ARRAY_DESCRIPTOR *) HIPAUDIT_F(Array3DCreate, hipArray_t *, const HIP_ARRAY3D_DESCRIPTOR *) HIPAUDIT_F(ArrayDestroy, hipArray_t)
HIPAUDIT_F(ArrayGetInfo, hipChannelFormatDesc *, hipExtent *, unsigned int *, hipArray_t) HIPAUDIT_F(ArrayGetDescriptor, HIP_ARRAY_DESCRIPTOR *, hipArray_t) HIPAUDIT_F(Array3DGetDescriptor, HIP_ARRAY3D_DESCRIPTOR *, hipArray_t)
HIPAUDIT_F(GetChannelDesc, hipChannelFormatDesc *, hipArray_const_t) HIPAUDIT_F(MallocMipmappedArray, hipMipmappedArray_t *, const hipChannelFormatDesc *, hipExtent, unsigned int, unsigned int = 0)
HIPAUDIT_F(FreeMipmappedArray, hipMipmappedArray_t) HIPAUDIT_F(GetMipmappedArrayLevel, hipArray_t *, hipMipmappedArray_const_t, unsigned int)
HIPAUDIT_F(MipmappedArrayCreate, hipMipmappedArray_t *, HIP_ARRAY3D_DESCRIPTOR *, unsigned int) HIPAUDIT_F(MipmappedArrayDestroy, hipMipmappedArray_t) HIPAUDIT_F(MipmappedArrayGetLevel, hipArray_t *, hipMipmappedArray_t, unsigned int)
HIPAUDIT_F(CreateTextureObject, hipTextureObject_t *, const hipResourceDesc *, const hipTextureDesc *, const hipResourceViewDesc *) HIPAUDIT_F(DestroyTextureObject, hipTextureObject_t)
HIPAUDIT_F(GetTextureObjectResourceDesc, hipResourceDesc *, hipTextureObject_t) HIPAUDIT_F(GetTextureObjectTextureDesc, hipTextureDesc *, hipTextureObject_t) HIPAUDIT_F(GetTextureObjectResourceViewDesc, hipResourceViewDesc *, hipTextureObject_t)
HIPAUDIT_F(TexObjectCreate, hipTextureObject_t *, const HIP_RESOURCE_DESC *, const HIP_TEXTURE_DESC *, const HIP_RESOURCE_VIEW_DESC *) HIPAUDIT_F(TexObjectDestroy, hipTextureObject_t)
HIPAUDIT_F(CreateSurfaceObject, hipSurfaceObject_t *, const hipResourceDesc *) HIPAUDIT_F(DestroySurfaceObject, hipSurfaceObject_t)
HIPAUDIT_F(BindTexture, size_t *, const textureReference *, const void *, const hipChannelFormatDesc *, size_t = UINT_MAX) HIPAUDIT_F(BindTexture2D, size_t *, const textureReference *, const void *, const hipChannelFormatDesc *, size_t, size_t, size_t)
HIPAUDIT_F(BindTextureToArray, const textureReference *, hipArray_const_t, const hipChannelFormatDesc *) HIPAUDIT_F(BindTextureToMipmappedArray, const textureReference *, hipMipmappedArray_const_t, const hipChannelFormatDesc *)
HIPAUDIT_F(UnbindTexture, const textureReference *) HIPAUDIT_F(GetTextureReference, const textureReference **, const void *) HIPAUDIT_F(GetTextureAlignmentOffset, size_t *, const textureReference *)
HIPAUDIT_F(TexRefSetArray, textureReference *, hipArray_const_t, unsigned int) HIPAUDIT_F(TexRefSetAddressMode, textureReference *, int, hipTextureAddressMode) HIPAUDIT_F(TexRefSetFilterMode, textureReference *, hipTextureFilterMode)
HIPAUDIT_F(TexRefSetFlags, textureReference *, unsigned int) HIPAUDIT_F(TexRefSetFormat, textureReference *, hipArray_Format, int) HIPAUDIT_F(TexRefSetAddress, size_t *, textureReference *, hipDeviceptr_t, size_t)
HIPAUDIT_F(TexRefSetAddress2D, textureReference *, const HIP_ARRAY_DESCRIPTOR *, hipDeviceptr_t, size_t) HIPAUDIT_F(TexRefGetAddress, hipDeviceptr_t *, const textureReference *) HIPAUDIT_F(TexRefGetArray, hipArray_t *, const textureReference *)
HIPAUDIT_F(TexRefGetAddressMode, hipTextureAddressMode *, const textureReference *, int) HIPAUDIT_F(TexRefGetFilterMode, hipTextureFilterMode *, const textureReference *) HIPAUDIT_F(TexRefGetFlags, unsigned int *, const textureReference *)
HIPAUDIT_F(TexRefGetFormat, hipArray_Format *, int *, const textureReference *)

// Memory and semaphores of other APIs.
HIPAUDIT_F(ImportExternalMemory, hipExternalMemory_t *, const hipExternalMemoryHandleDesc *) HIPAUDIT_F(DestroyExternalMemory, hipExternalMemory_t)
HIPAUDIT_F(ExternalMemoryGetMappedBuffer, void **, hipExternalMemory_t, const hipExternalMemoryBufferDesc *) HIPAUDIT_F(ImportExternalSemaphore, hipExternalSemaphore_t *, const hipExternalSemaphoreHandleDesc *)
HIPAUDIT_F(DestroyExternalSemaphore, hipExternalSemaphore_t) HIPAUDIT_F(SignalExternalSemaphoresAsync, const hipExternalSemaphore_t *, const hipExternalSemaphoreSignalParams *, unsigned int, hipStream_t)
HIPAUDIT_F(WaitExternalSemaphoresAsync, const hipExternalSemaphore_t *, const hipExternalSemaphoreWaitParams *, unsigned int, hipStream_t)
HIPAUDIT_F(GraphicsMapResources, int, hipGraphicsResource_t *, hipStream_t = 0) HIPAUDIT_F(GraphicsUnmapResources, int, hipGraphicsResource_t *, hipStream_t = 0) HIPAUDIT_F(GraphicsUnregisterResource, hipGraphicsResource_t)
HIPAUDIT_F(GraphicsResourceGetMappedPointer, void **, size_t *, hipGraphicsResource_t) HIPAUDIT_F(GraphicsSubResourceGetMappedArray, hipArray_t *, hipGraphicsResource_t, unsigned int, unsigned int)

// Capture and graphs.
HIPAUDIT_F(StreamBeginCapture, hipStream_t, hipStreamCaptureMode) HIPAUDIT_F(StreamEndCapture, hipStream_t, hipGraph_t *) HIPAUDIT_F(StreamIsCapturing, hipStream_t, hipStreamCaptureStatus *)
HIPAUDIT_F(StreamGetCaptureInfo, hipStream_t, hipStreamCaptureStatus *, unsigned long long *) HIPAUDIT_F(StreamGetCaptureInfo_v2, hipStream_t, hipStreamCaptureStatus *, unsigned long long * = 0, hipGraph_t * = 0, const hipGraphNode_t ** = 0, size_t * = 0)
HIPAUDIT_F(StreamBeginCaptureToGraph, hipStream_t, hipGraph_t, const hipGraphNode_t *, const hipGraphEdgeData *, size_t, hipStreamCaptureMode)
HIPAUDIT_F(StreamUpdateCaptureDependencies, hipStream_t, hipGraphNode_t *, size_t, unsigned int = 0) HIPAUDIT_F(ThreadExchangeStreamCaptureMode, hipStreamCaptureMode *)
HIPAUDIT_F(GraphCreate, hipGraph_t *, unsigned int) HIPAUDIT_F(GraphDestroy, hipGraph_t) HIPAUDIT_F(GraphClone, hipGraph_t *, hipGraph_t) HIPAUDIT_F(GraphDebugDotPrint, hipGraph_t, const char *, unsigned int)
HIPAUDIT_F(GraphInstantiate, hipGraphExec_t *, hipGraph_t, hipGraphNode_t *, char *, size_t) HIPAUDIT_F(GraphInstantiateWithFlags, hipGraphExec_t *, hipGraph_t, unsigned long long)
HIPAUDIT_F(GraphInstantiateWithParams, hipGraphExec_t *, hipGraph_t, hipGraphInstantiateParams *) HIPAUDIT_F(GraphLaunch, hipGraphExec_t, hipStream_t) HIPAUDIT_F(GraphUpload, hipGraphExec_t, hipStream_t)
HIPAUDIT_F(GraphExecDestroy, hipGraphExec_t) HIPAUDIT_F(GraphExecUpdate, hipGraphExec_t, hipGraph_t, hipGraphNode_t *, hipGraphExecUpdateResult *) HIPAUDIT_F(GraphExecGetFlags, hipGraphExec_t, unsigned long long *)
HIPAUDIT_F(GraphGetNodes, hipGraph_t, hipGraphNode_t *, size_t *) HIPAUDIT_F(GraphGetRootNodes, hipGraph_t, hipGraphNode_t *, size_t *) HIPAUDIT_F(GraphGetEdges, hipGraph_t, hipGraphNode_t *, hipGraphNode_t *, size_t *)
HIPAUDIT_F(GraphAddDependencies, hipGraph_t, const hipGraphNode_t *, const hipGraphNode_t *, size_t) HIPAUDIT_F(GraphRemoveDependencies, hipGraph_t, const hipGraphNode_t *, const hipGraphNode_t *, size_t)
HIPAUDIT_F(GraphNodeGetType, hipGraphNode_t, hipGraphNodeType *) HIPAUDIT_F(GraphNodeGetDependencies, hipGraphNode_t, hipGraphNode_t *, size_t *) HIPAUDIT_F(GraphNodeGetDependentNodes, hipGraphNode_t, hipGraphNode_t *, size_t *)
HIPAUDIT_F(GraphNodeFindInClone, hipGraphNode_t *, hipGraphNode_t, hipGraph_t) HIPAUDIT_F(GraphDestroyNode, hipGraphNode_t) HIPAUDIT_F(GraphNodeSetParams, hipGraphNode_t, hipGraphNodeParams *)
HIPAUDIT_F(GraphExecNodeSetParams, hipGraphExec_t, hipGraphNode_t, hipGraphNodeParams *) HIPAUDIT_F(GraphNodeSetEnabled, hipGraphExec_t, hipGraphNode_t, unsigned int) HIPAUDIT_F(GraphNodeGetEnabled, hipGraphExec_t, hipGraphNode_t, unsigned int *)
// Per kind of node: one to add it, and to read and to change its parameters.
#define HIPAUDIT_N(n, ...) HIPAUDIT_F(GraphAdd##n, hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, __VA_ARGS__)
#define HIPAUDIT_NP(n, P) HIPAUDIT_N(n, const P *) HIPAUDIT_F(Graph##n##GetParams, hipGraphNode_t, P *) HIPAUDIT_F(Graph##n##SetParams, hipGraphNode_t, const P *) HIPAUDIT_F(GraphExec##n##SetParams, hipGraphExec_t, hipGraphNode_t, const P *)
HIPAUDIT_NP(KernelNode, hipKernelNodeParams) HIPAUDIT_NP(MemcpyNode, hipMemcpy3DParms) HIPAUDIT_NP(MemsetNode, hipMemsetParams) HIPAUDIT_NP(HostNode, hipHostNodeParams)
HIPAUDIT_N(Node, hipGraphNodeParams *) HIPAUDIT_F(GraphAddEmptyNode, hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t)
HIPAUDIT_N(ChildGraphNode, hipGraph_t) HIPAUDIT_F(GraphChildGraphNodeGetGraph, hipGraphNode_t, hipGraph_t *) HIPAUDIT_F(GraphExecChildGraphNodeSetParams, hipGraphExec_t, hipGraphNode_t, hipGraph_t)
#define HIPAUDIT_NE(n) HIPAUDIT_N(n, hipEvent_t) HIPAUDIT_F(Graph##n##GetEvent, hipGraphNode_t, hipEvent_t *) HIPAUDIT_F(Graph##n##SetEvent, hipGraphNode_t, hipEvent_t) HIPAUDIT_F(GraphExec##n##SetEvent, hipGraphExec_t, hipGraphNode_t, hipEvent_t)
HIPAUDIT_NE(EventRecordNode) HIPAUDIT_NE(EventWaitNode)
#define HIPAUDIT_NC(n, ...) HIPAUDIT_N(MemcpyNode##n, __VA_ARGS__) HIPAUDIT_F(GraphMemcpyNodeSetParams##n, hipGraphNode_t, __VA_ARGS__) HIPAUDIT_F(GraphExecMemcpyNodeSetParams##n, hipGraphExec_t, hipGraphNode_t, __VA_ARGS__)
HIPAUDIT_NC(1D, void *, const void *, size_t, hipMemcpyKind) HIPAUDIT_NC(FromSymbol, void *, const void *, size_t, size_t, hipMemcpyKind) HIPAUDIT_NC(ToSymbol, const void *, const void *, size_t, size_t, hipMemcpyKind)
HIPAUDIT_N(MemAllocNode, hipMemAllocNodeParams *) HIPAUDIT_F(GraphMemAllocNodeGetParams, hipGraphNode_t, hipMemAllocNodeParams *) HIPAUDIT_N(MemFreeNode, void *) HIPAUDIT_F(GraphMemFreeNodeGetParams, hipGraphNode_t, void *)
#undef HIPAUDIT_NC
#undef HIPAUDIT_NE
#undef HIPAUDIT_NP
#undef HIPAUDIT_N
HIPAUDIT_F(GraphKernelNodeSetAttribute, hipGraphNode_t, hipLaunchAttributeID, const hipLaunchAttributeValue *) HIPAUDIT_F(GraphKernelNodeGetAttribute, hipGraphNode_t, hipLaunchAttributeID, hipLaunchAttributeValue *)
HIPAUDIT_F(GraphKernelNodeCopyAttributes, hipGraphNode_t, hipGraphNode_t) HIPAUDIT_F(DeviceGetGraphMemAttribute, int, hipGraphMemAttributeType, void *) HIPAUDIT_F(DeviceSetGraphMemAttribute, int, hipGraphMemAttributeType, void *)
HIPAUDIT_F(DeviceGraphMemTrim, int) HIPAUDIT_F(UserObjectCreate, hipUserObject_t *, void *, hipHostFn_t, unsigned int, unsigned int) HIPAUDIT_F(UserObjectRelease, hipUserObject_t, unsigned int = 1) HIPAUDIT_F(UserObjectRetain, hipUserObject_t, unsigned int = 1)
HIPAUDIT_F(GraphRetainUserObject, hipGraph_t, hipUserObject_t, unsigned int = 1, unsigned int = 0) HIPAUDIT_F(GraphReleaseUserObject, hipGraph_t, hipUserObject_t, unsigned int = 1)
#undef HIPAUDIT_F2
#undef HIPAUDIT_F
} // extern "C"

#ifdef __cplusplus
hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind f);
hipChannelFormatDesc hipCreateChannelDescHalf();
hipChannelFormatDesc hipCreateChannelDescHalf1();
hipChannelFormatDesc hipCreateChannelDescHalf2();
hipChannelFormatDesc hipCreateChannelDescHalf4();
template <class T> hipChannelFormatDesc hipCreateChannelDesc();
hipPitchedPtr make_hipPitchedPtr(void *p, size_t pitch, size_t width, size_t height);
hipPos make_hipPos(size_t x, size_t y, size_t z);
hipExtent make_hipExtent(size_t width, size_t height, size_t depth);

// Typed forms. Those of functions take any kernel's address.
template <class T> hipError_t hipMalloc(T **p, size_t size);
template <class T> hipError_t hipMallocPitch(T **p, size_t *pitch, size_t width, size_t height);
template <class T> hipError_t hipMallocManaged(T **p, size_t size, unsigned int flags = hipMemAttachGlobal);
hipError_t hipHostMalloc(void **p, size_t size);
template <class T> hipError_t hipHostMalloc(T **p, size_t size, unsigned int flags = 0);
template <class T> hipError_t hipHostAlloc(T **p, size_t size, unsigned int flags = 0);
template <class T> hipError_t hipMallocHost(T **p, size_t size, unsigned int flags = 0);
template <class T> hipError_t hipExtMallocWithFlags(T **p, size_t size, unsigned int flags);
template <class T> hipError_t hipHostGetDevicePointer(T **dev, void *host, unsigned int flags = 0);
template <class T> hipError_t hipMallocAsync(T **p, size_t size, hipStream_t stream);
template <class T> hipError_t hipMallocAsync(T **p, size_t size, hipMemPool_t pool, hipStream_t stream);
template <class T> hipError_t hipMallocFromPoolAsync(T **p, size_t size, hipMemPool_t pool, hipStream_t stream);
hipError_t hipMallocAsync(void **p, size_t size, hipMemPool_t pool, hipStream_t stream);
hipError_t hipEventCreate(hipEvent_t *event, unsigned int flags);
hipError_t hipGraphInstantiate(hipGraphExec_t *exec, hipGraph_t graph, unsigned long long flags = 0);
template <class T> hipError_t hipGetSymbolAddress(void **p, const T &symbol);
template <class T, class U> hipError_t hipGetSymbolAddress(T **p, const U &symbol);
template <class T> hipError_t hipGetSymbolSize(size_t *size, const T &symbol);
template <class T> hipError_t hipMemcpyToSymbol(const T &symbol, const void *src, size_t size, size_t offset = 0, hipMemcpyKind kind = hipMemcpyHostToDevice);
template <class T>
hipError_t hipMemcpyToSymbolAsync(const T &symbol, const void *src, size_t size, size_t offset, hipMemcpyKind kind, hipStream_t stream = 0);
template <class T> hipError_t hipMemcpyFromSymbol(void *dst, const T &symbol, size_t size, size_t offset = 0, hipMemcpyKind kind = hipMemcpyDeviceToHost);
template <class T>
hipError_t hipMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t size, size_t offset, hipMemcpyKind kind, hipStream_t stream = 0);
template <class... A> hipError_t hipFuncSetAttribute(void (*kernel)(A...), hipFuncAttribute attr, int value);
template <class... A> hipError_t hipFuncGetAttributes(hipFuncAttributes *attr, void (*kernel)(A...));
template <class... A> hipError_t hipFuncSetCacheConfig(void (*kernel)(A...), hipFuncCache_t config);
template <class... A> hipError_t hipFuncSetSharedMemConfig(void (*kernel)(A...), hipSharedMemConfig config);
template <class... A> hipError_t hipGetFuncBySymbol(hipFunction_t *f, void (*kernel)(A...));
template <class T> hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T kernel, int block_size, size_t shared_bytes);
template <class T>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T kernel, int block_size, size_t shared_bytes, unsigned int flags);
template <class T>
hipError_t hipOccupancyMaxPotentialBlockSize(int *grid_size, int *block_size, T kernel, size_t shared_bytes = 0, int block_limit = 0);
template <class T>
hipError_t hipOccupancyMaxPotentialBlockSizeWithFlags(int *grid_size, int *block_size, T kernel, size_t shared_bytes = 0, int block_limit = 0, unsigned int flags = 0);
template <class F, class T>
hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(int *grid_size, int *block_size, T kernel, F shared_of_block, int block_limit = 0) HIPAUDIT_BODY
template <class F, class T>
hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *grid_size, int *block_size, T kernel, F shared_of_block, int block_limit = 0,
                                                                  unsigned int flags = 0) HIPAUDIT_BODY
template <class... A> hipError_t hipOccupancyAvailableDynamicSMemPerBlock(size_t *size, void (*kernel)(A...), int blocks, int block_size);
template <class... A>
hipError_t hipLaunchKernel(void (*kernel)(A...), dim3 grid, dim3 block, void **args, size_t shared_bytes = 0, hipStream_t stream = 0);
template <class T>
hipError_t hipLaunchCooperativeKernel(T kernel, dim3 grid, dim3 block, void **args, unsigned int shared_bytes = 0, hipStream_t stream = 0);
template <class T> hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams *list, unsigned int n, unsigned int flags = 0);
template <class... A, class... P> hipError_t hipLaunchKernelEx(const hipLaunchConfig_t *config, void (*kernel)(A...), P &&...args);

template <class T, int Type = hipTextureType1D, hipTextureReadMode Mode = hipReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {
  texture(int normalized = 0, hipTextureFilterMode filter = hipFilterModePoint, hipTextureAddressMode address = hipAddressModeClamp);
  texture(int normalized, hipTextureFilterMode filter, hipTextureAddressMode address, hipChannelFormatDesc desc);
};
template <class T, int Type = 1> struct __attribute__((device_builtin_surface_type)) surface : surfaceReference {};
template <class T, int D, hipTextureReadMode M> hipError_t hipBindTexture(size_t *offset, const texture<T, D, M> &tex, const void *p, size_t size = UINT_MAX);
template <class T, int D, hipTextureReadMode M>
hipError_t hipBindTexture(size_t *offset, const texture<T, D, M> &tex, const void *p, const hipChannelFormatDesc &desc, size_t size = UINT_MAX);
template <class T, int D, hipTextureReadMode M>
hipError_t hipBindTexture2D(size_t *offset, const texture<T, D, M> &tex, const void *p, size_t width, size_t height, size_t pitch);
template <class T, int D, hipTextureReadMode M>
hipError_t hipBindTexture2D(size_t *offset, const texture<T, D, M> &tex, const void *p, const hipChannelFormatDesc &desc, size_t width, size_t height, size_t pitch);
template <class T, int D, hipTextureReadMode M> hipError_t hipBindTextureToArray(const texture<T, D, M> &tex, hipArray_const_t array);
template <class T, int D, hipTextureReadMode M>
hipError_t hipBindTextureToArray(const texture<T, D, M> &tex, hipArray_const_t array, const hipChannelFormatDesc &desc);
template <class T, int D, hipTextureReadMode M> hipError_t hipUnbindTexture(const texture<T, D, M> &tex);
template <class T, int D, hipTextureReadMode M> hipError_t hipGetTextureReference(const textureReference **ref, const texture<T, D, M> *tex);
#endif
