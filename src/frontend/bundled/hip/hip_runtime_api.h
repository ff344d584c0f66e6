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

#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void*)0x01)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void*)0x02)
#define HIP_LAUNCH_PARAM_END ((void*)0x03)
#define hipIpcMemLazyEnablePeerAccess 0x01
#define HIP_IPC_HANDLE_SIZE 64
#define hipStreamDefault 0x00
#define hipStreamNonBlocking 0x01
#define hipEventDefault 0x0
#define hipEventBlockingSync 0x1
#define hipEventDisableTiming 0x2
#define hipEventInterprocess 0x4
#define hipEventRecordDefault 0x00
#define hipEventRecordExternal 0x01
#define hipEventWaitDefault 0x00
#define hipEventWaitExternal 0x01
#define hipEventDisableSystemFence 0x20000000
#define hipEventReleaseToDevice 0x40000000
#define hipEventReleaseToSystem 0x80000000
#define hipEnableDefault 0x0
#define hipEnableLegacyStream 0x1
#define hipEnablePerThreadDefaultStream 0x2
#define hipHostAllocDefault 0x0
#define hipHostMallocDefault 0x0
#define hipHostAllocPortable 0x1
#define hipHostMallocPortable 0x1
#define hipHostAllocMapped 0x2
#define hipHostMallocMapped 0x2
#define hipHostAllocWriteCombined 0x4
#define hipHostMallocWriteCombined 0x4
#define hipHostMallocUncached 0x10000000
#define hipHostAllocUncached hipHostMallocUncached
#define hipHostMallocNumaUser 0x20000000
#define hipHostMallocCoherent 0x40000000
#define hipHostMallocNonCoherent 0x80000000
#define hipMemAttachGlobal 0x01
#define hipMemAttachHost 0x02
#define hipMemAttachSingle 0x04
#define hipDeviceMallocDefault 0x0
#define hipDeviceMallocFinegrained 0x1
#define hipMallocSignalMemory 0x2
#define hipDeviceMallocUncached 0x3
#define hipDeviceMallocContiguous 0x4
#define hipHostRegisterDefault 0x0
#define hipHostRegisterPortable 0x1
#define hipHostRegisterMapped 0x2
#define hipHostRegisterIoMemory 0x4
#define hipHostRegisterReadOnly 0x08
#define hipExtHostRegisterCoarseGrained 0x8
#define hipExtHostRegisterUncached 0x80000000
#define hipDeviceScheduleAuto 0x0
#define hipDeviceScheduleSpin 0x1
#define hipDeviceScheduleYield 0x2
#define hipDeviceScheduleBlockingSync 0x4
#define hipDeviceScheduleMask 0x7
#define hipDeviceMapHost 0x8
#define hipDeviceLmemResizeToMax 0x10
#define hipArrayDefault 0x00
#define hipArrayLayered 0x01
#define hipArraySurfaceLoadStore 0x02
#define hipArrayCubemap 0x04
#define hipArrayTextureGather 0x08
#define hipOccupancyDefault 0x00
#define hipOccupancyDisableCachingOverride 0x01
#define hipCooperativeLaunchMultiDeviceNoPreSync 0x01
#define hipCooperativeLaunchMultiDeviceNoPostSync 0x02
#define hipCpuDeviceId ((int)-1)
#define hipInvalidDeviceId ((int)-2)
#define hipExtAnyOrderLaunch 0x01
#define hipStreamWaitValueGte 0x0
#define hipStreamWaitValueEq 0x1
#define hipStreamWaitValueAnd 0x2
#define hipStreamWaitValueNor 0x3
#define hipStreamPerThread ((hipStream_t)2)
#define hipStreamLegacy ((hipStream_t)1)
#define hipExternalMemoryDedicated 0x1
#define hipStreamAttrID hipLaunchAttributeID
#define hipStreamAttributeAccessPolicyWindow hipLaunchAttributeAccessPolicyWindow
#define hipStreamAttributeSynchronizationPolicy hipLaunchAttributeSynchronizationPolicy
#define hipStreamAttributeMemSyncDomainMap hipLaunchAttributeMemSyncDomainMap
#define hipStreamAttributeMemSyncDomain hipLaunchAttributeMemSyncDomain
#define hipStreamAttributePriority hipLaunchAttributePriority
#define hipStreamAttrValue hipLaunchAttributeValue
#define hipKernelNodeAttrID hipLaunchAttributeID
#define hipKernelNodeAttributeAccessPolicyWindow hipLaunchAttributeAccessPolicyWindow
#define hipKernelNodeAttributeCooperative hipLaunchAttributeCooperative
#define hipKernelNodeAttributePriority hipLaunchAttributePriority
#define hipKernelNodeAttrValue hipLaunchAttributeValue
#define hipDrvLaunchAttributeCooperative hipLaunchAttributeCooperative
#define hipDrvLaunchAttributeID hipLaunchAttributeID
#define hipDrvLaunchAttributeValue hipLaunchAttributeValue
#define hipDrvLaunchAttribute hipLaunchAttribute
#define hipGraphKernelNodePortDefault 0
#define hipGraphKernelNodePortLaunchCompletion 2
#define hipGraphKernelNodePortProgrammatic 1
#define HIP_TRSA_OVERRIDE_FORMAT 0x01
#define HIP_TRSF_READ_AS_INTEGER 0x01
#define HIP_TRSF_NORMALIZED_COORDINATES 0x02
#define HIP_TRSF_SRGB 0x10
#define hipTextureType1D 0x01
#define hipTextureType2D 0x02
#define hipTextureType3D 0x03
#define hipTextureTypeCubemap 0x0C
#define hipTextureType1DLayered 0xF1
#define hipTextureType2DLayered 0xF2
#define hipTextureTypeCubemapLayered 0xFC
#define HIP_IMAGE_OBJECT_SIZE_DWORD 12
#define HIP_SAMPLER_OBJECT_SIZE_DWORD 8
#define HIP_SAMPLER_OBJECT_OFFSET_DWORD HIP_IMAGE_OBJECT_SIZE_DWORD
#define HIP_TEXTURE_OBJECT_SIZE_DWORD (HIP_IMAGE_OBJECT_SIZE_DWORD + HIP_SAMPLER_OBJECT_SIZE_DWORD)

#ifdef __cplusplus
extern "C" {
#endif
hipError_t hipInit(unsigned int);
hipError_t hipDriverGetVersion(int*);
hipError_t hipRuntimeGetVersion(int*);
hipError_t hipDeviceGet(hipDevice_t*, int);
hipError_t hipDeviceComputeCapability(int*, int*, hipDevice_t);
hipError_t hipDeviceGetName(char*, int, hipDevice_t);
hipError_t hipDeviceGetUuid(hipUUID*, hipDevice_t);
hipError_t hipDeviceGetP2PAttribute(int*, hipDeviceP2PAttr, int, int);
hipError_t hipDeviceGetPCIBusId(char*, int, int);
hipError_t hipDeviceGetByPCIBusId(int*, const char*);
hipError_t hipDeviceTotalMem(size_t*, hipDevice_t);
hipError_t hipDeviceSynchronize();
hipError_t hipDeviceReset();
hipError_t hipSetDevice(int);
hipError_t hipSetValidDevices(int*, int);
hipError_t hipGetDevice(int*);
hipError_t hipGetDeviceCount(int*);
hipError_t hipDeviceGetAttribute(int*, hipDeviceAttribute_t, int);
hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t*, int);
hipError_t hipDeviceSetMemPool(int, hipMemPool_t);
hipError_t hipDeviceGetMemPool(hipMemPool_t*, int);
hipError_t hipGetDeviceProperties(hipDeviceProp_t*, int);
hipError_t hipDeviceGetTexture1DLinearMaxWidth(size_t*, const hipChannelFormatDesc*, int);
hipError_t hipDeviceSetCacheConfig(hipFuncCache_t);
hipError_t hipDeviceGetCacheConfig(hipFuncCache_t*);
hipError_t hipDeviceGetLimit(size_t*, hipLimit_t);
hipError_t hipDeviceSetLimit(hipLimit_t, size_t);
hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig*);
hipError_t hipGetDeviceFlags(unsigned int*);
hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig);
hipError_t hipSetDeviceFlags(unsigned flags);
hipError_t hipChooseDevice(int*, const hipDeviceProp_t*);
hipError_t hipExtGetLinkTypeAndHopCount(int, int, uint32_t*, uint32_t*);
hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t*, void*);
hipError_t hipIpcOpenMemHandle(void**, hipIpcMemHandle_t, unsigned int);
hipError_t hipIpcCloseMemHandle(void*);
hipError_t hipIpcGetEventHandle(hipIpcEventHandle_t*, hipEvent_t);
hipError_t hipIpcOpenEventHandle(hipEvent_t*, hipIpcEventHandle_t);
hipError_t hipFuncSetAttribute(const void*, hipFuncAttribute, int);
hipError_t hipFuncSetCacheConfig(const void*, hipFuncCache_t);
hipError_t hipFuncSetSharedMemConfig(const void*, hipSharedMemConfig);
hipError_t hipGetLastError();
hipError_t hipExtGetLastError();
hipError_t hipPeekAtLastError();
const char* hipGetErrorName(hipError_t);
const char* hipGetErrorString(hipError_t);
hipError_t hipDrvGetErrorName(hipError_t, const char**);
hipError_t hipDrvGetErrorString(hipError_t, const char**);
hipError_t hipStreamCreate(hipStream_t*);
hipError_t hipStreamCreateWithFlags(hipStream_t*, unsigned int);
hipError_t hipStreamCreateWithPriority(hipStream_t*, unsigned int, int);
hipError_t hipDeviceGetStreamPriorityRange(int*, int*);
hipError_t hipStreamDestroy(hipStream_t);
hipError_t hipStreamQuery(hipStream_t);
hipError_t hipStreamSynchronize(hipStream_t);
hipError_t hipStreamWaitEvent(hipStream_t, hipEvent_t, unsigned int = 0);
hipError_t hipStreamGetFlags(hipStream_t, unsigned int*);
hipError_t hipStreamGetId(hipStream_t, unsigned long long*);
hipError_t hipStreamGetPriority(hipStream_t, int*);
hipError_t hipStreamGetDevice(hipStream_t, hipDevice_t*);
hipError_t hipExtStreamCreateWithCUMask(hipStream_t*, uint32_t, const uint32_t*);
hipError_t hipExtStreamGetCUMask(hipStream_t, uint32_t, uint32_t*);
hipError_t hipStreamAddCallback(hipStream_t, hipStreamCallback_t, void*, unsigned int);
hipError_t hipStreamSetAttribute(hipStream_t, hipLaunchAttributeID, const hipLaunchAttributeValue*);
hipError_t hipStreamGetAttribute(hipStream_t, hipLaunchAttributeID, hipLaunchAttributeValue*);
hipError_t hipStreamWaitValue32(hipStream_t, void*, uint32_t, unsigned int, uint32_t = 0xFFFFFFFF);
hipError_t hipStreamWaitValue64(hipStream_t, void*, uint64_t, unsigned int, uint64_t = 0xFFFFFFFFFFFFFFFF);
hipError_t hipStreamWriteValue32(hipStream_t, void*, uint32_t, unsigned int);
hipError_t hipStreamWriteValue64(hipStream_t, void*, uint64_t, unsigned int);
hipError_t hipStreamBatchMemOp(hipStream_t, unsigned int, hipStreamBatchMemOpParams*, unsigned int);
hipError_t hipGraphAddBatchMemOpNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, const hipBatchMemOpNodeParams*);
hipError_t hipGraphBatchMemOpNodeGetParams(hipGraphNode_t, hipBatchMemOpNodeParams*);
hipError_t hipGraphBatchMemOpNodeSetParams(hipGraphNode_t, hipBatchMemOpNodeParams*);
hipError_t hipGraphExecBatchMemOpNodeSetParams(hipGraphExec_t, hipGraphNode_t, const hipBatchMemOpNodeParams*);
hipError_t hipEventCreateWithFlags(hipEvent_t*, unsigned flags);
hipError_t hipEventCreate(hipEvent_t*);
hipError_t hipEventRecordWithFlags(hipEvent_t, hipStream_t = 0, unsigned int = 0);
hipError_t hipEventRecord(hipEvent_t, hipStream_t = NULL);
hipError_t hipEventDestroy(hipEvent_t);
hipError_t hipEventSynchronize(hipEvent_t);
hipError_t hipEventElapsedTime(float*, hipEvent_t, hipEvent_t);
hipError_t hipEventQuery(hipEvent_t);
hipError_t hipPointerSetAttribute(const void*, hipPointer_attribute, hipDeviceptr_t);
hipError_t hipPointerGetAttributes(hipPointerAttribute_t*, const void*);
hipError_t hipPointerGetAttribute(void*, hipPointer_attribute, hipDeviceptr_t);
hipError_t hipDrvPointerGetAttributes(unsigned int, hipPointer_attribute*, void**, hipDeviceptr_t);
hipError_t hipImportExternalSemaphore(hipExternalSemaphore_t*, const hipExternalSemaphoreHandleDesc*);
hipError_t hipSignalExternalSemaphoresAsync(const hipExternalSemaphore_t*, const hipExternalSemaphoreSignalParams*, unsigned int, hipStream_t);
hipError_t hipWaitExternalSemaphoresAsync(const hipExternalSemaphore_t*, const hipExternalSemaphoreWaitParams*, unsigned int, hipStream_t);
hipError_t hipDestroyExternalSemaphore(hipExternalSemaphore_t);
hipError_t hipImportExternalMemory(hipExternalMemory_t*, const hipExternalMemoryHandleDesc*);
hipError_t hipExternalMemoryGetMappedBuffer(void**, hipExternalMemory_t, const hipExternalMemoryBufferDesc*);
hipError_t hipDestroyExternalMemory(hipExternalMemory_t);
hipError_t hipExternalMemoryGetMappedMipmappedArray(hipMipmappedArray_t*, hipExternalMemory_t, const hipExternalMemoryMipmappedArrayDesc*);
hipError_t hipMalloc(void**, size_t);
hipError_t hipExtMallocWithFlags(void**, size_t, unsigned int);
hipError_t hipMallocHost(void**, size_t);
hipError_t hipMemAllocHost(void**, size_t);
hipError_t hipHostMalloc(void**, size_t, unsigned int);
hipError_t hipMallocManaged(void**, size_t, unsigned int = 0x01);
hipError_t hipMemPrefetchAsync(const void*, size_t, int, hipStream_t = 0);
hipError_t hipMemPrefetchAsync_v2(const void*, size_t, hipMemLocation, unsigned int, hipStream_t = 0);
hipError_t hipMemAdvise(const void*, size_t, hipMemoryAdvise, int);
hipError_t hipMemAdvise_v2(const void*, size_t, hipMemoryAdvise, hipMemLocation);
hipError_t hipMemRangeGetAttribute(void*, size_t, hipMemRangeAttribute, const void*, size_t);
hipError_t hipMemRangeGetAttributes(void**, size_t*, hipMemRangeAttribute*, size_t, const void*, size_t);
hipError_t hipStreamAttachMemAsync(hipStream_t, void*, size_t = 0, unsigned int = 0x04);
hipError_t hipMallocAsync(void**, size_t, hipStream_t);
hipError_t hipFreeAsync(void*, hipStream_t);
hipError_t hipMemPoolTrimTo(hipMemPool_t, size_t);
hipError_t hipMemPoolSetAttribute(hipMemPool_t, hipMemPoolAttr, void*);
hipError_t hipMemPoolGetAttribute(hipMemPool_t, hipMemPoolAttr, void*);
hipError_t hipMemPoolSetAccess(hipMemPool_t, const hipMemAccessDesc*, size_t);
hipError_t hipMemPoolGetAccess(hipMemAccessFlags*, hipMemPool_t, hipMemLocation*);
hipError_t hipMemPoolCreate(hipMemPool_t*, const hipMemPoolProps*);
hipError_t hipMemPoolDestroy(hipMemPool_t);
hipError_t hipMallocFromPoolAsync(void**, size_t, hipMemPool_t, hipStream_t);
hipError_t hipMemPoolExportToShareableHandle(void*, hipMemPool_t, hipMemAllocationHandleType, unsigned int);
hipError_t hipMemPoolImportFromShareableHandle(hipMemPool_t*, void*, hipMemAllocationHandleType, unsigned int);
hipError_t hipMemPoolExportPointer(hipMemPoolPtrExportData*, void*);
hipError_t hipMemPoolImportPointer(void**, hipMemPool_t, hipMemPoolPtrExportData*);
hipError_t hipHostAlloc(void**, size_t, unsigned int);
hipError_t hipHostGetDevicePointer(void**, void*, unsigned int);
hipError_t hipHostGetFlags(unsigned int*, void*);
hipError_t hipHostRegister(void*, size_t, unsigned int);
hipError_t hipHostUnregister(void*);
hipError_t hipMallocPitch(void**, size_t*, size_t, size_t);
hipError_t hipMemAllocPitch(hipDeviceptr_t*, size_t*, size_t, size_t, unsigned int);
hipError_t hipFree(void*);
hipError_t hipFreeHost(void*);
hipError_t hipHostFree(void*);
hipError_t hipMemcpy(void*, const void*, size_t, hipMemcpyKind);
hipError_t hipMemcpyWithStream(void*, const void*, size_t, hipMemcpyKind, hipStream_t);
hipError_t hipMemcpyHtoD(hipDeviceptr_t, const void*, size_t);
hipError_t hipMemcpyDtoH(void*, hipDeviceptr_t, size_t);
hipError_t hipMemcpyDtoD(hipDeviceptr_t, hipDeviceptr_t, size_t);
hipError_t hipMemcpyAtoD(hipDeviceptr_t, hipArray_t, size_t, size_t);
hipError_t hipMemcpyDtoA(hipArray_t, size_t, hipDeviceptr_t, size_t);
hipError_t hipMemcpyAtoA(hipArray_t, size_t, hipArray_t, size_t, size_t);
hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t, const void*, size_t, hipStream_t);
hipError_t hipMemcpyDtoHAsync(void*, hipDeviceptr_t, size_t, hipStream_t);
hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t, hipDeviceptr_t, size_t, hipStream_t);
hipError_t hipMemcpyAtoHAsync(void*, hipArray_t, size_t, size_t, hipStream_t);
hipError_t hipMemcpyHtoAAsync(hipArray_t, size_t, const void*, size_t, hipStream_t);
hipError_t hipModuleGetGlobal(hipDeviceptr_t*, size_t*, hipModule_t, const char*);
hipError_t hipGetSymbolAddress(void**, const void*);
hipError_t hipGetSymbolSize(size_t*, const void*);
hipError_t hipGetProcAddress(const char*, void**, int, uint64_t, hipDriverProcAddressQueryResult*);
hipError_t hipMemcpyToSymbol(const void*, const void*, size_t, size_t = 0, hipMemcpyKind = hipMemcpyHostToDevice);
hipError_t hipMemcpyToSymbolAsync(const void*, const void*, size_t, size_t, hipMemcpyKind, hipStream_t = 0);
hipError_t hipMemcpyFromSymbol(void*, const void*, size_t, size_t = 0, hipMemcpyKind = hipMemcpyDeviceToHost);
hipError_t hipMemcpyFromSymbolAsync(void*, const void*, size_t, size_t, hipMemcpyKind, hipStream_t = 0);
hipError_t hipMemcpyAsync(void*, const void*, size_t, hipMemcpyKind, hipStream_t = 0);
hipError_t hipMemset(void*, int, size_t);
hipError_t hipMemsetD8(hipDeviceptr_t, unsigned char, size_t);
hipError_t hipMemsetD8Async(hipDeviceptr_t, unsigned char, size_t, hipStream_t = 0);
hipError_t hipMemsetD16(hipDeviceptr_t, unsigned short, size_t);
hipError_t hipMemsetD16Async(hipDeviceptr_t, unsigned short, size_t, hipStream_t = 0);
hipError_t hipMemsetD32(hipDeviceptr_t, int, size_t);
hipError_t hipMemsetAsync(void*, int, size_t, hipStream_t = 0);
hipError_t hipMemsetD32Async(hipDeviceptr_t, int, size_t, hipStream_t = 0);
hipError_t hipMemset2D(void*, size_t, int, size_t, size_t);
hipError_t hipMemset2DAsync(void*, size_t, int, size_t, size_t, hipStream_t = 0);
hipError_t hipMemset3D(hipPitchedPtr, int, hipExtent);
hipError_t hipMemset3DAsync(hipPitchedPtr, int, hipExtent, hipStream_t = 0);
hipError_t hipMemsetD2D8(hipDeviceptr_t, size_t, unsigned char, size_t, size_t);
hipError_t hipMemsetD2D8Async(hipDeviceptr_t, size_t, unsigned char, size_t, size_t, hipStream_t = 0);
hipError_t hipMemsetD2D16(hipDeviceptr_t, size_t, unsigned short, size_t, size_t);
hipError_t hipMemsetD2D16Async(hipDeviceptr_t, size_t, unsigned short, size_t, size_t, hipStream_t = 0);
hipError_t hipMemsetD2D32(hipDeviceptr_t, size_t, unsigned int, size_t, size_t);
hipError_t hipMemsetD2D32Async(hipDeviceptr_t, size_t, unsigned int, size_t, size_t, hipStream_t = 0);
hipError_t hipMemGetInfo(size_t*, size_t*);
hipError_t hipMemPtrGetInfo(void*, size_t*);
hipError_t hipMallocArray(hipArray_t*, const hipChannelFormatDesc*, size_t, size_t = 0, unsigned int = 0x00);
hipError_t hipArrayCreate(hipArray_t*, const HIP_ARRAY_DESCRIPTOR*);
hipError_t hipArrayDestroy(hipArray_t);
hipError_t hipArray3DCreate(hipArray_t*, const HIP_ARRAY3D_DESCRIPTOR*);
hipError_t hipMalloc3D(hipPitchedPtr*, hipExtent);
hipError_t hipFreeArray(hipArray_t);
hipError_t hipMalloc3DArray(hipArray_t*, const hipChannelFormatDesc*, hipExtent, unsigned int);
hipError_t hipArrayGetInfo(hipChannelFormatDesc*, hipExtent*, unsigned int*, hipArray_t);
hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR*, hipArray_t);
hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR*, hipArray_t);
hipError_t hipMemcpy2D(void*, size_t, const void*, size_t, size_t, size_t, hipMemcpyKind);
hipError_t hipMemcpyParam2D(const hip_Memcpy2D*);
hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D*, hipStream_t = 0);
hipError_t hipMemcpy2DAsync(void*, size_t, const void*, size_t, size_t, size_t, hipMemcpyKind, hipStream_t = 0);
hipError_t hipMemcpy2DToArray(hipArray_t, size_t, size_t, const void*, size_t, size_t, size_t, hipMemcpyKind);
hipError_t hipMemcpy2DToArrayAsync(hipArray_t, size_t, size_t, const void*, size_t, size_t, size_t, hipMemcpyKind, hipStream_t = 0);
hipError_t hipMemcpy2DArrayToArray(hipArray_t, size_t, size_t, hipArray_const_t, size_t, size_t, size_t, size_t, hipMemcpyKind);
hipError_t hipMemcpyToArray(hipArray_t, size_t, size_t, const void*, size_t, hipMemcpyKind);
hipError_t hipMemcpyFromArray(void*, hipArray_const_t, size_t, size_t, size_t, hipMemcpyKind);
hipError_t hipMemcpy2DFromArray(void*, size_t, hipArray_const_t, size_t, size_t, size_t, size_t, hipMemcpyKind);
hipError_t hipMemcpy2DFromArrayAsync(void*, size_t, hipArray_const_t, size_t, size_t, size_t, size_t, hipMemcpyKind, hipStream_t = 0);
hipError_t hipMemcpyAtoH(void*, hipArray_t, size_t, size_t);
hipError_t hipMemcpyHtoA(hipArray_t, size_t, const void*, size_t);
hipError_t hipMemcpy3D(const hipMemcpy3DParms*);
hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms*, hipStream_t = 0);
hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D*);
hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D*, hipStream_t);
hipError_t hipMemGetAddressRange(hipDeviceptr_t*, size_t*, hipDeviceptr_t);
hipError_t hipMemcpyBatchAsync(void**, void**, size_t*, size_t, hipMemcpyAttributes*, size_t*, size_t, size_t*, hipStream_t = 0);
hipError_t hipMemcpy3DBatchAsync(size_t, hipMemcpy3DBatchOp*, size_t*, unsigned long long, hipStream_t = 0);
hipError_t hipMemcpy3DPeer(hipMemcpy3DPeerParms*);
hipError_t hipMemcpy3DPeerAsync(hipMemcpy3DPeerParms*, hipStream_t = 0);
hipError_t hipDeviceCanAccessPeer(int*, int, int);
hipError_t hipDeviceEnablePeerAccess(int, unsigned int);
hipError_t hipDeviceDisablePeerAccess(int);
hipError_t hipMemcpyPeer(void*, int, const void*, int, size_t);
hipError_t hipMemcpyPeerAsync(void*, int, const void*, int, size_t, hipStream_t = 0);
hipError_t hipCtxCreate(hipCtx_t*, unsigned int, hipDevice_t);
hipError_t hipCtxDestroy(hipCtx_t);
hipError_t hipCtxPopCurrent(hipCtx_t*);
hipError_t hipCtxPushCurrent(hipCtx_t);
hipError_t hipCtxSetCurrent(hipCtx_t);
hipError_t hipCtxGetCurrent(hipCtx_t*);
hipError_t hipCtxGetDevice(hipDevice_t*);
hipError_t hipCtxGetApiVersion(hipCtx_t, unsigned int*);
hipError_t hipCtxGetCacheConfig(hipFuncCache_t*);
hipError_t hipCtxSetCacheConfig(hipFuncCache_t);
hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig);
hipError_t hipCtxGetSharedMemConfig(hipSharedMemConfig*);
hipError_t hipCtxSynchronize();
hipError_t hipCtxGetFlags(unsigned int*);
hipError_t hipCtxEnablePeerAccess(hipCtx_t, unsigned int);
hipError_t hipCtxDisablePeerAccess(hipCtx_t);
hipError_t hipDevicePrimaryCtxGetState(hipDevice_t, unsigned int*, int*);
hipError_t hipDevicePrimaryCtxRelease(hipDevice_t);
hipError_t hipDevicePrimaryCtxRetain(hipCtx_t*, hipDevice_t);
hipError_t hipDevicePrimaryCtxReset(hipDevice_t);
hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t, unsigned int);
hipError_t hipModuleLoadFatBinary(hipModule_t*, const void*);
hipError_t hipModuleLoad(hipModule_t*, const char*);
hipError_t hipModuleUnload(hipModule_t);
hipError_t hipModuleGetFunction(hipFunction_t*, hipModule_t, const char*);
hipError_t hipModuleGetFunctionCount(unsigned int*, hipModule_t);
hipError_t hipLibraryLoadData(hipLibrary_t*, const void*, hipJitOption**, void**, unsigned int, hipLibraryOption**, void**, unsigned int);
hipError_t hipLibraryLoadFromFile(hipLibrary_t*, const char*, hipJitOption**, void**, unsigned int, hipLibraryOption**, void**, unsigned int);
hipError_t hipLibraryUnload(hipLibrary_t);
hipError_t hipLibraryGetKernel(hipKernel_t*, hipLibrary_t, const char*);
hipError_t hipLibraryGetKernelCount(unsigned int*, hipLibrary_t);
hipError_t hipFuncGetAttributes(hipFuncAttributes*, const void*);
hipError_t hipFuncGetAttribute(int*, hipFunction_attribute, hipFunction_t);
hipError_t hipGetFuncBySymbol(hipFunction_t*, const void*);
hipError_t hipGetDriverEntryPoint(const char*, void**, unsigned long long, hipDriverEntryPointQueryResult*);
hipError_t hipModuleGetTexRef(textureReference**, hipModule_t, const char*);
hipError_t hipModuleLoadData(hipModule_t*, const void*);
hipError_t hipModuleLoadDataEx(hipModule_t*, const void*, unsigned int, hipJitOption*, void**);
hipError_t hipLinkAddData(hipLinkState_t, hipJitInputType, void*, size_t, const char*, unsigned int, hipJitOption*, void**);
hipError_t hipLinkAddFile(hipLinkState_t, hipJitInputType, const char*, unsigned int, hipJitOption*, void**);
hipError_t hipLinkComplete(hipLinkState_t, void**, size_t*);
hipError_t hipLinkCreate(unsigned int, hipJitOption*, void**, hipLinkState_t*);
hipError_t hipLinkDestroy(hipLinkState_t);
hipError_t hipModuleLaunchKernel(hipFunction_t, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,
    hipStream_t, void**, void**);
hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,
    unsigned int, hipStream_t, void**);
hipError_t hipModuleLaunchCooperativeKernelMultiDevice(hipFunctionLaunchParams*, unsigned int, unsigned int);
hipError_t hipLaunchCooperativeKernel(const void*, dim3, dim3, void**, unsigned int, hipStream_t);
hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams*, int, unsigned int);
hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams*, int, unsigned int);
hipError_t hipLaunchKernelExC(const hipLaunchConfig_t*, const void*, void**);
hipError_t hipDrvLaunchKernelEx(const HIP_LAUNCH_CONFIG*, hipFunction_t, void**, void**);
hipError_t hipMemGetHandleForAddressRange(void*, hipDeviceptr_t, size_t, hipMemRangeHandleType, unsigned long long);
hipError_t hipModuleOccupancyMaxPotentialBlockSize(int*, int*, hipFunction_t, size_t, int);
hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int*, int*, hipFunction_t, size_t, int, unsigned int);
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int*, hipFunction_t, int, size_t);
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int*, hipFunction_t, int, size_t, unsigned int);
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int*, const void*, int, size_t);
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int*, const void*, int, size_t, unsigned int = 0x00);
hipError_t hipOccupancyMaxPotentialBlockSize(int*, int*, const void*, size_t, int);
hipError_t hipProfilerStart();
hipError_t hipProfilerStop();
hipError_t hipConfigureCall(dim3, dim3, size_t = 0, hipStream_t = 0);
hipError_t hipSetupArgument(const void*, size_t, size_t);
hipError_t hipLaunchByPtr(const void*);
hipError_t hipLaunchKernel(const void*, dim3, dim3, void**, size_t = 0, hipStream_t = 0);
hipError_t hipLaunchHostFunc(hipStream_t, hipHostFn_t, void*);
hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D*);
hipError_t hipExtLaunchKernel(const void*, dim3, dim3, void**, size_t, hipStream_t, hipEvent_t, hipEvent_t, int);
hipError_t hipCreateTextureObject(hipTextureObject_t*, const hipResourceDesc*, const hipTextureDesc*, const hipResourceViewDesc*);
hipError_t hipDestroyTextureObject(hipTextureObject_t);
hipError_t hipGetChannelDesc(hipChannelFormatDesc*, hipArray_const_t);
hipError_t hipGetTextureObjectResourceDesc(hipResourceDesc*, hipTextureObject_t);
hipError_t hipGetTextureObjectResourceViewDesc(hipResourceViewDesc*, hipTextureObject_t);
hipError_t hipGetTextureObjectTextureDesc(hipTextureDesc*, hipTextureObject_t);
hipError_t hipTexObjectCreate(hipTextureObject_t*, const HIP_RESOURCE_DESC*, const HIP_TEXTURE_DESC*, const HIP_RESOURCE_VIEW_DESC*);
hipError_t hipTexObjectDestroy(hipTextureObject_t);
hipError_t hipTexObjectGetResourceDesc(HIP_RESOURCE_DESC*, hipTextureObject_t);
hipError_t hipTexObjectGetResourceViewDesc(HIP_RESOURCE_VIEW_DESC*, hipTextureObject_t);
hipError_t hipTexObjectGetTextureDesc(HIP_TEXTURE_DESC*, hipTextureObject_t);
hipError_t hipMallocMipmappedArray(hipMipmappedArray_t*, const hipChannelFormatDesc*, hipExtent, unsigned int, unsigned int = 0);
hipError_t hipFreeMipmappedArray(hipMipmappedArray_t);
hipError_t hipGetMipmappedArrayLevel(hipArray_t*, hipMipmappedArray_const_t, unsigned int);
hipError_t hipMipmappedArrayCreate(hipMipmappedArray_t*, HIP_ARRAY3D_DESCRIPTOR*, unsigned int);
hipError_t hipMipmappedArrayDestroy(hipMipmappedArray_t);
hipError_t hipMipmappedArrayGetLevel(hipArray_t*, hipMipmappedArray_t, unsigned int);
hipError_t hipBindTextureToMipmappedArray(const textureReference*, hipMipmappedArray_const_t, const hipChannelFormatDesc*);
hipError_t hipGetTextureReference(const textureReference**, const void*);
hipError_t hipTexRefGetBorderColor(float*, const textureReference*);
hipError_t hipTexRefGetArray(hipArray_t*, const textureReference*);
hipError_t hipTexRefSetAddressMode(textureReference*, int, hipTextureAddressMode);
hipError_t hipTexRefSetArray(textureReference*, hipArray_const_t, unsigned int);
hipError_t hipTexRefSetFilterMode(textureReference*, hipTextureFilterMode);
hipError_t hipTexRefSetFlags(textureReference*, unsigned int);
hipError_t hipTexRefSetFormat(textureReference*, hipArray_Format, int);
hipError_t hipBindTexture(size_t*, const textureReference*, const void*, const hipChannelFormatDesc*, size_t = UINT_MAX);
hipError_t hipBindTexture2D(size_t*, const textureReference*, const void*, const hipChannelFormatDesc*, size_t, size_t, size_t);
hipError_t hipBindTextureToArray(const textureReference*, hipArray_const_t, const hipChannelFormatDesc*);
hipError_t hipGetTextureAlignmentOffset(size_t*, const textureReference*);
hipError_t hipUnbindTexture(const textureReference*);
hipError_t hipTexRefGetAddress(hipDeviceptr_t*, const textureReference*);
hipError_t hipTexRefGetAddressMode(hipTextureAddressMode*, const textureReference*, int);
hipError_t hipTexRefGetFilterMode(hipTextureFilterMode*, const textureReference*);
hipError_t hipTexRefGetFlags(unsigned int*, const textureReference*);
hipError_t hipTexRefGetFormat(hipArray_Format*, int*, const textureReference*);
hipError_t hipTexRefGetMaxAnisotropy(int*, const textureReference*);
hipError_t hipTexRefGetMipmapFilterMode(hipTextureFilterMode*, const textureReference*);
hipError_t hipTexRefGetMipmapLevelBias(float*, const textureReference*);
hipError_t hipTexRefGetMipmapLevelClamp(float*, float*, const textureReference*);
hipError_t hipTexRefGetMipMappedArray(hipMipmappedArray_t*, const textureReference*);
hipError_t hipTexRefSetAddress(size_t*, textureReference*, hipDeviceptr_t, size_t);
hipError_t hipTexRefSetAddress2D(textureReference*, const HIP_ARRAY_DESCRIPTOR*, hipDeviceptr_t, size_t);
hipError_t hipTexRefSetMaxAnisotropy(textureReference*, unsigned int);
hipError_t hipTexRefSetBorderColor(textureReference*, float*);
hipError_t hipTexRefSetMipmapFilterMode(textureReference*, hipTextureFilterMode);
hipError_t hipTexRefSetMipmapLevelBias(textureReference*, float);
hipError_t hipTexRefSetMipmapLevelClamp(textureReference*, float, float);
hipError_t hipTexRefSetMipmappedArray(textureReference*, hipMipmappedArray*, unsigned int);
int hipGetStreamDeviceId(hipStream_t);
hipError_t hipStreamBeginCapture(hipStream_t, hipStreamCaptureMode);
hipError_t hipStreamBeginCaptureToGraph(hipStream_t, hipGraph_t, const hipGraphNode_t*, const hipGraphEdgeData*, size_t, hipStreamCaptureMode);
hipError_t hipStreamEndCapture(hipStream_t, hipGraph_t*);
hipError_t hipStreamGetCaptureInfo(hipStream_t, hipStreamCaptureStatus*, unsigned long long*);
hipError_t hipStreamGetCaptureInfo_v2(hipStream_t, hipStreamCaptureStatus*, unsigned long long* = 0, hipGraph_t* = 0, const hipGraphNode_t** = 0,
    size_t* = 0);
hipError_t hipStreamIsCapturing(hipStream_t, hipStreamCaptureStatus*);
hipError_t hipStreamUpdateCaptureDependencies(hipStream_t, hipGraphNode_t*, size_t, unsigned int = 0);
hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode*);
hipError_t hipGraphCreate(hipGraph_t*, unsigned int);
hipError_t hipGraphDestroy(hipGraph_t);
hipError_t hipGraphAddDependencies(hipGraph_t, const hipGraphNode_t*, const hipGraphNode_t*, size_t);
hipError_t hipGraphRemoveDependencies(hipGraph_t, const hipGraphNode_t*, const hipGraphNode_t*, size_t);
hipError_t hipGraphGetEdges(hipGraph_t, hipGraphNode_t*, hipGraphNode_t*, size_t*);
hipError_t hipGraphGetNodes(hipGraph_t, hipGraphNode_t*, size_t*);
hipError_t hipGraphGetRootNodes(hipGraph_t, hipGraphNode_t*, size_t*);
hipError_t hipGraphNodeGetDependencies(hipGraphNode_t, hipGraphNode_t*, size_t*);
hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t, hipGraphNode_t*, size_t*);
hipError_t hipGraphNodeGetType(hipGraphNode_t, hipGraphNodeType*);
hipError_t hipGraphDestroyNode(hipGraphNode_t);
hipError_t hipGraphClone(hipGraph_t*, hipGraph_t);
hipError_t hipGraphNodeFindInClone(hipGraphNode_t*, hipGraphNode_t, hipGraph_t);
hipError_t hipGraphInstantiate(hipGraphExec_t*, hipGraph_t, hipGraphNode_t*, char*, size_t);
hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t*, hipGraph_t, unsigned long long);
hipError_t hipGraphInstantiateWithParams(hipGraphExec_t*, hipGraph_t, hipGraphInstantiateParams*);
hipError_t hipGraphLaunch(hipGraphExec_t, hipStream_t);
hipError_t hipGraphUpload(hipGraphExec_t, hipStream_t);
hipError_t hipGraphAddNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, hipGraphNodeParams*);
hipError_t hipGraphExecGetFlags(hipGraphExec_t, unsigned long long*);
hipError_t hipGraphNodeSetParams(hipGraphNode_t, hipGraphNodeParams*);
hipError_t hipGraphExecNodeSetParams(hipGraphExec_t, hipGraphNode_t, hipGraphNodeParams*);
hipError_t hipGraphExecDestroy(hipGraphExec_t);
hipError_t hipGraphExecUpdate(hipGraphExec_t, hipGraph_t, hipGraphNode_t*, hipGraphExecUpdateResult*);
hipError_t hipGraphAddKernelNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, const hipKernelNodeParams*);
hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t, hipKernelNodeParams*);
hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t, const hipKernelNodeParams*);
hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t, hipGraphNode_t, const hipKernelNodeParams*);
hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, const HIP_MEMCPY3D*, hipCtx_t);
hipError_t hipGraphAddMemcpyNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, const hipMemcpy3DParms*);
hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t, hipMemcpy3DParms*);
hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t, const hipMemcpy3DParms*);
hipError_t hipGraphKernelNodeSetAttribute(hipGraphNode_t, hipLaunchAttributeID, const hipLaunchAttributeValue*);
hipError_t hipGraphKernelNodeGetAttribute(hipGraphNode_t, hipLaunchAttributeID, hipLaunchAttributeValue*);
hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t, hipGraphNode_t, hipMemcpy3DParms*);
hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, void*, const void*, size_t, hipMemcpyKind);
hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t, void*, const void*, size_t, hipMemcpyKind);
hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t, hipGraphNode_t, void*, const void*, size_t, hipMemcpyKind);
hipError_t hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, void*, const void*, size_t, size_t,
    hipMemcpyKind);
hipError_t hipGraphMemcpyNodeSetParamsFromSymbol(hipGraphNode_t, void*, const void*, size_t, size_t, hipMemcpyKind);
hipError_t hipGraphExecMemcpyNodeSetParamsFromSymbol(hipGraphExec_t, hipGraphNode_t, void*, const void*, size_t, size_t, hipMemcpyKind);
hipError_t hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, const void*, const void*, size_t, size_t,
    hipMemcpyKind);
hipError_t hipGraphMemcpyNodeSetParamsToSymbol(hipGraphNode_t, const void*, const void*, size_t, size_t, hipMemcpyKind);
hipError_t hipGraphExecMemcpyNodeSetParamsToSymbol(hipGraphExec_t, hipGraphNode_t, const void*, const void*, size_t, size_t, hipMemcpyKind);
hipError_t hipGraphAddMemsetNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, const hipMemsetParams*);
hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t, hipMemsetParams*);
hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t, const hipMemsetParams*);
hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t, hipGraphNode_t, const hipMemsetParams*);
hipError_t hipGraphAddHostNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, const hipHostNodeParams*);
hipError_t hipGraphHostNodeGetParams(hipGraphNode_t, hipHostNodeParams*);
hipError_t hipGraphHostNodeSetParams(hipGraphNode_t, const hipHostNodeParams*);
hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t, hipGraphNode_t, const hipHostNodeParams*);
hipError_t hipGraphAddChildGraphNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, hipGraph_t);
hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t, hipGraph_t*);
hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t, hipGraphNode_t, hipGraph_t);
hipError_t hipGraphAddEmptyNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t);
hipError_t hipGraphAddEventRecordNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, hipEvent_t);
hipError_t hipGraphEventRecordNodeGetEvent(hipGraphNode_t, hipEvent_t*);
hipError_t hipGraphEventRecordNodeSetEvent(hipGraphNode_t, hipEvent_t);
hipError_t hipGraphExecEventRecordNodeSetEvent(hipGraphExec_t, hipGraphNode_t, hipEvent_t);
hipError_t hipGraphAddEventWaitNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, hipEvent_t);
hipError_t hipGraphEventWaitNodeGetEvent(hipGraphNode_t, hipEvent_t*);
hipError_t hipGraphEventWaitNodeSetEvent(hipGraphNode_t, hipEvent_t);
hipError_t hipGraphExecEventWaitNodeSetEvent(hipGraphExec_t, hipGraphNode_t, hipEvent_t);
hipError_t hipGraphAddMemAllocNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, hipMemAllocNodeParams*);
hipError_t hipGraphMemAllocNodeGetParams(hipGraphNode_t, hipMemAllocNodeParams*);
hipError_t hipGraphAddMemFreeNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, void*);
hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t, void*);
hipError_t hipDeviceGetGraphMemAttribute(int, hipGraphMemAttributeType, void*);
hipError_t hipDeviceSetGraphMemAttribute(int, hipGraphMemAttributeType, void*);
hipError_t hipDeviceGraphMemTrim(int);
hipError_t hipUserObjectCreate(hipUserObject_t*, void*, hipHostFn_t, unsigned int, unsigned int);
hipError_t hipUserObjectRelease(hipUserObject_t, unsigned int = 1);
hipError_t hipUserObjectRetain(hipUserObject_t, unsigned int = 1);
hipError_t hipGraphRetainUserObject(hipGraph_t, hipUserObject_t, unsigned int = 1, unsigned int = 0);
hipError_t hipGraphReleaseUserObject(hipGraph_t, hipUserObject_t, unsigned int = 1);
hipError_t hipGraphDebugDotPrint(hipGraph_t, const char*, unsigned int);
hipError_t hipGraphKernelNodeCopyAttributes(hipGraphNode_t, hipGraphNode_t);
hipError_t hipGraphNodeSetEnabled(hipGraphExec_t, hipGraphNode_t, unsigned int);
hipError_t hipGraphNodeGetEnabled(hipGraphExec_t, hipGraphNode_t, unsigned int*);
hipError_t hipGraphAddExternalSemaphoresWaitNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, const
    hipExternalSemaphoreWaitNodeParams*);
hipError_t hipGraphAddExternalSemaphoresSignalNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, const
    hipExternalSemaphoreSignalNodeParams*);
hipError_t hipGraphExternalSemaphoresSignalNodeSetParams(hipGraphNode_t, const hipExternalSemaphoreSignalNodeParams*);
hipError_t hipGraphExternalSemaphoresWaitNodeSetParams(hipGraphNode_t, const hipExternalSemaphoreWaitNodeParams*);
hipError_t hipGraphExternalSemaphoresSignalNodeGetParams(hipGraphNode_t, hipExternalSemaphoreSignalNodeParams*);
hipError_t hipGraphExternalSemaphoresWaitNodeGetParams(hipGraphNode_t, hipExternalSemaphoreWaitNodeParams*);
hipError_t hipGraphExecExternalSemaphoresSignalNodeSetParams(hipGraphExec_t, hipGraphNode_t, const hipExternalSemaphoreSignalNodeParams*);
hipError_t hipGraphExecExternalSemaphoresWaitNodeSetParams(hipGraphExec_t, hipGraphNode_t, const hipExternalSemaphoreWaitNodeParams*);
hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t, HIP_MEMCPY3D*);
hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t, const HIP_MEMCPY3D*);
hipError_t hipDrvGraphAddMemsetNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, const hipMemsetParams*, hipCtx_t);
hipError_t hipDrvGraphAddMemFreeNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, hipDeviceptr_t);
hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t, hipGraphNode_t, const HIP_MEMCPY3D*, hipCtx_t);
hipError_t hipDrvGraphExecMemsetNodeSetParams(hipGraphExec_t, hipGraphNode_t, const hipMemsetParams*, hipCtx_t);
hipError_t hipMemAddressFree(void*, size_t);
hipError_t hipMemAddressReserve(void**, size_t, size_t, void*, unsigned long long);
hipError_t hipMemCreate(hipMemGenericAllocationHandle_t*, size_t, const hipMemAllocationProp*, unsigned long long);
hipError_t hipMemExportToShareableHandle(void*, hipMemGenericAllocationHandle_t, hipMemAllocationHandleType, unsigned long long);
hipError_t hipMemGetAccess(unsigned long long*, const hipMemLocation*, void*);
hipError_t hipMemGetAllocationGranularity(size_t*, const hipMemAllocationProp*, hipMemAllocationGranularity_flags);
hipError_t hipMemGetAllocationPropertiesFromHandle(hipMemAllocationProp*, hipMemGenericAllocationHandle_t);
hipError_t hipMemImportFromShareableHandle(hipMemGenericAllocationHandle_t*, void*, hipMemAllocationHandleType);
hipError_t hipMemMap(void*, size_t, size_t, hipMemGenericAllocationHandle_t, unsigned long long);
hipError_t hipMemMapArrayAsync(hipArrayMapInfo*, unsigned int, hipStream_t);
hipError_t hipMemRelease(hipMemGenericAllocationHandle_t);
hipError_t hipMemRetainAllocationHandle(hipMemGenericAllocationHandle_t*, void*);
hipError_t hipMemSetAccess(void*, size_t, const hipMemAccessDesc*, size_t);
hipError_t hipMemUnmap(void*, size_t);
hipError_t hipGraphicsMapResources(int, hipGraphicsResource_t*, hipStream_t = 0);
hipError_t hipGraphicsSubResourceGetMappedArray(hipArray_t*, hipGraphicsResource_t, unsigned int, unsigned int);
hipError_t hipGraphicsResourceGetMappedPointer(void**, size_t*, hipGraphicsResource_t);
hipError_t hipGraphicsUnmapResources(int, hipGraphicsResource_t*, hipStream_t = 0);
hipError_t hipGraphicsUnregisterResource(hipGraphicsResource_t);
hipError_t hipCreateSurfaceObject(hipSurfaceObject_t*, const hipResourceDesc*);
hipError_t hipDestroySurfaceObject(hipSurfaceObject_t);
int __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0, hipStream_t stream = 0);
int __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, hipStream_t *stream);
const char *hipKernelNameRef(hipFunction_t);
const char *hipKernelNameRefByPtr(const void *, hipStream_t);
const char *hipApiName(uint32_t);
int hipGetStreamDeviceId(hipStream_t);
#ifdef __cplusplus
}
#endif

#ifdef __cplusplus
hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind f);
hipChannelFormatDesc hipCreateChannelDescHalf();
hipChannelFormatDesc hipCreateChannelDescHalf1();
hipChannelFormatDesc hipCreateChannelDescHalf2();
hipChannelFormatDesc hipCreateChannelDescHalf4();
template <class T> hipChannelFormatDesc hipCreateChannelDesc();
hipPitchedPtr make_hipPitchedPtr(void *d, size_t p, size_t xsz, size_t ysz);
hipPos make_hipPos(size_t x, size_t y, size_t z);
hipExtent make_hipExtent(size_t w, size_t h, size_t d);

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
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event);
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
