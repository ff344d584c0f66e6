// SPDX-License-Identifier: Apache-2.0
// Types, enumerations and constants of the HIP host API, by topic. Left out: what only interoperation with other graphics APIs,
// batched stream operations and the texture-reference driver API need.
#pragma once
#include <hip/amd_detail/host_defines.h>
#include <hip/amd_detail/amd_hip_vector_types.h>

// Handles.
#define HIPAUDIT_HANDLE(tag, name) typedef struct tag *name;
HIPAUDIT_HANDLE(ihipStream_t, hipStream_t) HIPAUDIT_HANDLE(ihipEvent_t, hipEvent_t) HIPAUDIT_HANDLE(ihipModule_t, hipModule_t)
HIPAUDIT_HANDLE(ihipModuleSymbol_t, hipFunction_t) HIPAUDIT_HANDLE(ihipCtx_t, hipCtx_t) HIPAUDIT_HANDLE(ihipLinkState_t, hipLinkState_t)
HIPAUDIT_HANDLE(ihipLibrary_t, hipLibrary_t) HIPAUDIT_HANDLE(ihipKernel_t, hipKernel_t) HIPAUDIT_HANDLE(ihipMemPoolHandle_t, hipMemPool_t)
HIPAUDIT_HANDLE(ihipMemGenericAllocationHandle, hipMemGenericAllocationHandle_t) HIPAUDIT_HANDLE(hipArray, hipArray_t)
HIPAUDIT_HANDLE(hipMipmappedArray, hipMipmappedArray_t) HIPAUDIT_HANDLE(__hip_texture, hipTextureObject_t) HIPAUDIT_HANDLE(__hip_surface, hipSurfaceObject_t)
HIPAUDIT_HANDLE(ihipGraph, hipGraph_t) HIPAUDIT_HANDLE(hipGraphNode, hipGraphNode_t) HIPAUDIT_HANDLE(hipGraphExec, hipGraphExec_t)
HIPAUDIT_HANDLE(hipUserObject, hipUserObject_t) HIPAUDIT_HANDLE(_hipGraphicsResource, hipGraphicsResource_t)
#undef HIPAUDIT_HANDLE
typedef const struct hipArray *hipArray_const_t;
typedef const struct hipMipmappedArray *hipMipmappedArray_const_t;
typedef struct _hipGraphicsResource hipGraphicsResource;
typedef int hipDevice_t;
typedef void *hipDeviceptr_t, *hipExternalMemory_t, *hipExternalSemaphore_t;
typedef void (*hipHostFn_t)(void *data);

// Errors: those with several names first.
enum hipError_t {
  hipSuccess = 0, hipErrorOutOfMemory = 2, hipErrorMemoryAllocation = 2, hipErrorNotInitialized = 3, hipErrorInitializationError = 3,
  hipErrorMapFailed = 205, hipErrorMapBufferObjectFailed = 205, hipErrorInvalidHandle = 400, hipErrorInvalidResourceHandle = 400,
#define HIPAUDIT_E(n, v) hipError##n = v,
  // Arguments and configuration.
  HIPAUDIT_E(InvalidValue, 1) HIPAUDIT_E(InvalidConfiguration, 9) HIPAUDIT_E(InvalidPitchValue, 12) HIPAUDIT_E(InvalidSymbol, 13)
  HIPAUDIT_E(InvalidDevicePointer, 17) HIPAUDIT_E(InvalidMemcpyDirection, 21) HIPAUDIT_E(MissingConfiguration, 52) HIPAUDIT_E(InvalidDeviceFunction, 98)
  HIPAUDIT_E(InvalidChannelDescriptor, 911) HIPAUDIT_E(InvalidTexture, 912)
  // Devices and contexts.
  HIPAUDIT_E(Deinitialized, 4) HIPAUDIT_E(InsufficientDriver, 35) HIPAUDIT_E(NoDevice, 100) HIPAUDIT_E(InvalidDevice, 101) HIPAUDIT_E(InvalidContext, 201)
  HIPAUDIT_E(ContextAlreadyCurrent, 202) HIPAUDIT_E(ContextAlreadyInUse, 216) HIPAUDIT_E(PeerAccessUnsupported, 217) HIPAUDIT_E(InvalidGraphicsContext, 219)
  HIPAUDIT_E(UnsupportedLimit, 215) HIPAUDIT_E(PeerAccessAlreadyEnabled, 704) HIPAUDIT_E(PeerAccessNotEnabled, 705) HIPAUDIT_E(SetOnActiveProcess, 708)
  HIPAUDIT_E(ContextIsDestroyed, 709) HIPAUDIT_E(ProfilerDisabled, 5) HIPAUDIT_E(ProfilerNotInitialized, 6) HIPAUDIT_E(ProfilerAlreadyStarted, 7)
  HIPAUDIT_E(ProfilerAlreadyStopped, 8)
  // Code objects.
  HIPAUDIT_E(InvalidImage, 200) HIPAUDIT_E(NoBinaryForGpu, 209) HIPAUDIT_E(InvalidKernelFile, 218) HIPAUDIT_E(InvalidSource, 300) HIPAUDIT_E(FileNotFound, 301)
  HIPAUDIT_E(SharedObjectSymbolNotFound, 302) HIPAUDIT_E(SharedObjectInitFailed, 303) HIPAUDIT_E(OperatingSystem, 304) HIPAUDIT_E(NotFound, 500)
  // Mapped memory.
  HIPAUDIT_E(UnmapFailed, 206) HIPAUDIT_E(ArrayIsMapped, 207) HIPAUDIT_E(AlreadyMapped, 208) HIPAUDIT_E(AlreadyAcquired, 210) HIPAUDIT_E(NotMapped, 211)
  HIPAUDIT_E(NotMappedAsArray, 212) HIPAUDIT_E(NotMappedAsPointer, 213) HIPAUDIT_E(HostMemoryAlreadyRegistered, 712) HIPAUDIT_E(HostMemoryNotRegistered, 713)
  // Running kernels.
  HIPAUDIT_E(PriorLaunchFailure, 53) HIPAUDIT_E(ECCNotCorrectable, 214) HIPAUDIT_E(IllegalState, 401) HIPAUDIT_E(NotReady, 600) HIPAUDIT_E(IllegalAddress, 700)
  HIPAUDIT_E(LaunchOutOfResources, 701) HIPAUDIT_E(LaunchTimeOut, 702) HIPAUDIT_E(Assert, 710) HIPAUDIT_E(LaunchFailure, 719)
  HIPAUDIT_E(CooperativeLaunchTooLarge, 720) HIPAUDIT_E(NotSupported, 801)
  // Graphs and capture.
  HIPAUDIT_E(StreamCaptureUnsupported, 900) HIPAUDIT_E(StreamCaptureInvalidated, 901) HIPAUDIT_E(StreamCaptureMerge, 902)
  HIPAUDIT_E(StreamCaptureUnmatched, 903) HIPAUDIT_E(StreamCaptureUnjoined, 904) HIPAUDIT_E(StreamCaptureIsolation, 905)
  HIPAUDIT_E(StreamCaptureImplicit, 906) HIPAUDIT_E(CapturedEvent, 907) HIPAUDIT_E(StreamCaptureWrongThread, 908) HIPAUDIT_E(GraphExecUpdateFailure, 910)
  HIPAUDIT_E(Unknown, 999) HIPAUDIT_E(RuntimeMemory, 1052) HIPAUDIT_E(RuntimeOther, 1053)
#undef HIPAUDIT_E
  hipErrorTbd
};
typedef void (*hipStreamCallback_t)(hipStream_t stream, hipError_t status, void *data);

// Devices.
typedef struct hipUUID_t { char bytes[16]; } hipUUID;
typedef struct {
  unsigned hasGlobalInt32Atomics : 1, hasGlobalFloatAtomicExch : 1, hasSharedInt32Atomics : 1, hasSharedFloatAtomicExch : 1, hasFloatAtomicAdd : 1;
  unsigned hasGlobalInt64Atomics : 1, hasSharedInt64Atomics : 1, hasDoubles : 1, hasWarpVote : 1, hasWarpBallot : 1, hasWarpShuffle : 1, hasFunnelShift : 1;
  unsigned hasThreadFenceSystem : 1, hasSyncThreadsExt : 1, hasSurfaceFuncs : 1, has3dGrid : 1, hasDynamicParallelism : 1;
} hipDeviceArch_t;
struct hipDeviceProp_t {
  // What it is.
  char name[256], gcnArchName[256], luid[8];
  hipUUID uuid;
  hipDeviceArch_t arch;
  int major, minor, gcnArch, integrated, isMultiGpuBoard, multiGpuBoardGroupID, isLargeBar, asicRevision, tccDriver, computeMode;
  int pciBusID, pciDeviceID, pciDomainID;
  unsigned int luidDeviceNodeMask;
  // How a kernel may be launched.
  int warpSize, multiProcessorCount, maxThreadsPerBlock, maxThreadsPerMultiProcessor, maxBlocksPerMultiProcessor, regsPerBlock, regsPerMultiprocessor;
  int maxThreadsDim[3], maxGridSize[3], clockRate, clockInstructionRate, kernelExecTimeoutEnabled, concurrentKernels, cooperativeLaunch, clusterLaunch;
  int cooperativeMultiDeviceLaunch, cooperativeMultiDeviceUnmatchedFunc, cooperativeMultiDeviceUnmatchedGridDim, cooperativeMultiDeviceUnmatchedBlockDim;
  int cooperativeMultiDeviceUnmatchedSharedMem, streamPrioritiesSupported, computePreemptionSupported, singleToDoublePrecisionPerfRatio, unifiedFunctionPointers;
  // Memory.
  size_t totalGlobalMem, totalConstMem, sharedMemPerBlock, sharedMemPerBlockOptin, sharedMemPerMultiprocessor, maxSharedMemoryPerMultiProcessor;
  size_t reservedSharedMemPerBlock, memPitch;
  int memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, accessPolicyMaxWindowSize, globalL1CacheSupported, localL1CacheSupported, ECCEnabled;
  int canMapHostMemory, unifiedAddressing, managedMemory, concurrentManagedAccess, pageableMemoryAccess, pageableMemoryAccessUsesHostPageTables;
  int directManagedMemAccessFromHost, canUseHostPointerForRegisteredMem, hostRegisterSupported, hostRegisterReadOnlySupported, hostNativeAtomicSupported;
  int memoryPoolsSupported, deviceOverlap, asyncEngineCount, ipcEventSupported, gpuDirectRDMASupported, gpuDirectRDMAWritesOrdering;
  unsigned int memoryPoolSupportedHandleTypes, gpuDirectRDMAFlushWritesOptions, *hdpMemFlushCntl, *hdpRegFlushCntl;
  int timelineSemaphoreInteropSupported, sparseHipArraySupported, deferredMappingHipArraySupported;
  // Textures and surfaces.
  size_t textureAlignment, texturePitchAlignment, surfaceAlignment;
  int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2];
  int maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2], maxTexture2DLayered[3], maxTextureCubemapLayered[2];
  int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
};
enum hipDeviceAttribute_t {
#define HIPAUDIT_ATTR(n) hipDeviceAttribute##n,
#define HIPAUDIT_XYZ(n) HIPAUDIT_ATTR(n##X) HIPAUDIT_ATTR(n##Y) HIPAUDIT_ATTR(n##Z)
  HIPAUDIT_ATTR(ComputeCapabilityMajor) HIPAUDIT_ATTR(ComputeCapabilityMinor) HIPAUDIT_ATTR(ComputeMode) HIPAUDIT_ATTR(Integrated) HIPAUDIT_ATTR(TccDriver)
  HIPAUDIT_ATTR(IsMultiGpuBoard) HIPAUDIT_ATTR(MultiGpuBoardGroupID) HIPAUDIT_ATTR(IsLargeBar) HIPAUDIT_ATTR(AsicRevision) HIPAUDIT_ATTR(NumberOfXccs)
  HIPAUDIT_ATTR(PciBusId) HIPAUDIT_ATTR(PciDeviceId) HIPAUDIT_ATTR(PciChipId) HIPAUDIT_ATTR(Luid) HIPAUDIT_ATTR(LuidDeviceNodeMask)
  HIPAUDIT_ATTR(PciDomainId)
  hipDeviceAttributePciDomainID = hipDeviceAttributePciDomainId,
  HIPAUDIT_ATTR(WarpSize) HIPAUDIT_ATTR(MultiprocessorCount) HIPAUDIT_ATTR(PhysicalMultiProcessorCount) HIPAUDIT_ATTR(MaxThreadsPerBlock)
  HIPAUDIT_ATTR(MaxThreadsPerMultiProcessor) HIPAUDIT_ATTR(MaxBlocksPerMultiProcessor) HIPAUDIT_ATTR(MaxThreadsDim) HIPAUDIT_XYZ(MaxBlockDim)
  HIPAUDIT_XYZ(MaxGridDim) HIPAUDIT_ATTR(MaxRegistersPerBlock) HIPAUDIT_ATTR(MaxRegistersPerMultiprocessor) HIPAUDIT_ATTR(MaxAvailableVgprsPerThread)
  HIPAUDIT_ATTR(ClockRate) HIPAUDIT_ATTR(WallClockRate) HIPAUDIT_ATTR(ClockInstructionRate) HIPAUDIT_ATTR(KernelExecTimeout) HIPAUDIT_ATTR(ConcurrentKernels)
  HIPAUDIT_ATTR(CooperativeLaunch) HIPAUDIT_ATTR(CooperativeMultiDeviceLaunch) HIPAUDIT_ATTR(CooperativeMultiDeviceUnmatchedFunc)
  HIPAUDIT_ATTR(CooperativeMultiDeviceUnmatchedGridDim) HIPAUDIT_ATTR(CooperativeMultiDeviceUnmatchedBlockDim)
  HIPAUDIT_ATTR(CooperativeMultiDeviceUnmatchedSharedMem) HIPAUDIT_ATTR(StreamPrioritiesSupported) HIPAUDIT_ATTR(ComputePreemptionSupported)
  HIPAUDIT_ATTR(SingleToDoublePrecisionPerfRatio) HIPAUDIT_ATTR(CanUseStreamWaitValue)
  HIPAUDIT_ATTR(TotalGlobalMem) HIPAUDIT_ATTR(TotalConstantMemory) HIPAUDIT_ATTR(MaxSharedMemoryPerBlock) HIPAUDIT_ATTR(SharedMemPerBlockOptin)
  HIPAUDIT_ATTR(SharedMemPerMultiprocessor) HIPAUDIT_ATTR(MaxSharedMemoryPerMultiprocessor) HIPAUDIT_ATTR(ReservedSharedMemPerBlock) HIPAUDIT_ATTR(MaxPitch)
  HIPAUDIT_ATTR(MemoryClockRate) HIPAUDIT_ATTR(MemoryBusWidth) HIPAUDIT_ATTR(L2CacheSize) HIPAUDIT_ATTR(PersistingL2CacheMaxSize)
  HIPAUDIT_ATTR(AccessPolicyMaxWindowSize) HIPAUDIT_ATTR(GlobalL1CacheSupported) HIPAUDIT_ATTR(LocalL1CacheSupported) HIPAUDIT_ATTR(EccEnabled)
  HIPAUDIT_ATTR(CanMapHostMemory) HIPAUDIT_ATTR(UnifiedAddressing) HIPAUDIT_ATTR(ManagedMemory) HIPAUDIT_ATTR(ConcurrentManagedAccess)
  HIPAUDIT_ATTR(PageableMemoryAccess) HIPAUDIT_ATTR(PageableMemoryAccessUsesHostPageTables) HIPAUDIT_ATTR(DirectManagedMemAccessFromHost)
  HIPAUDIT_ATTR(CanUseHostPointerForRegisteredMem) HIPAUDIT_ATTR(HostRegisterSupported) HIPAUDIT_ATTR(HostNativeAtomicSupported)
  HIPAUDIT_ATTR(FineGrainSupport) HIPAUDIT_ATTR(MemoryPoolsSupported) HIPAUDIT_ATTR(MemoryPoolSupportedHandleTypes)
  HIPAUDIT_ATTR(VirtualMemoryManagementSupported) HIPAUDIT_ATTR(AsyncEngineCount) HIPAUDIT_ATTR(DeviceOverlap) HIPAUDIT_ATTR(HdpMemFlushCntl)
  HIPAUDIT_ATTR(HdpRegFlushCntl) HIPAUDIT_ATTR(ImageSupport) HIPAUDIT_ATTR(TextureAlignment) HIPAUDIT_ATTR(TexturePitchAlignment) HIPAUDIT_ATTR(SurfaceAlignment)
  HIPAUDIT_ATTR(MaxTexture1DWidth) HIPAUDIT_ATTR(MaxTexture1DLinear) HIPAUDIT_ATTR(MaxTexture1DLayered) HIPAUDIT_ATTR(MaxTexture1DMipmap)
  HIPAUDIT_ATTR(MaxTexture2DWidth) HIPAUDIT_ATTR(MaxTexture2DHeight) HIPAUDIT_ATTR(MaxTexture2DLinear) HIPAUDIT_ATTR(MaxTexture2DLayered)
  HIPAUDIT_ATTR(MaxTexture2DMipmap) HIPAUDIT_ATTR(MaxTexture2DGather) HIPAUDIT_ATTR(MaxTexture3DWidth) HIPAUDIT_ATTR(MaxTexture3DHeight)
  HIPAUDIT_ATTR(MaxTexture3DDepth) HIPAUDIT_ATTR(MaxTexture3DAlt) HIPAUDIT_ATTR(MaxTextureCubemap) HIPAUDIT_ATTR(MaxTextureCubemapLayered)
  HIPAUDIT_ATTR(MaxSurface1D) HIPAUDIT_ATTR(MaxSurface1DLayered) HIPAUDIT_ATTR(MaxSurface2D) HIPAUDIT_ATTR(MaxSurface2DLayered) HIPAUDIT_ATTR(MaxSurface3D)
  HIPAUDIT_ATTR(MaxSurfaceCubemap) HIPAUDIT_ATTR(MaxSurfaceCubemapLayered)
#undef HIPAUDIT_XYZ
#undef HIPAUDIT_ATTR
};
enum hipComputeMode { hipComputeModeDefault, hipComputeModeExclusive, hipComputeModeProhibited, hipComputeModeExclusiveProcess };
enum hipDeviceP2PAttr { hipDevP2PAttrPerformanceRank, hipDevP2PAttrAccessSupported, hipDevP2PAttrNativeAtomicSupported, hipDevP2PAttrHipArrayAccessSupported };
enum hipDriverProcAddressQueryResult { HIP_GET_PROC_ADDRESS_SUCCESS, HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND, HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT };
enum hipDriverEntryPointQueryResult { hipDriverEntryPointSuccess, hipDriverEntryPointSymbolNotFound, hipDriverEntryPointVersionNotSufficent };
enum hipLimit_t { hipLimitStackSize, hipLimitPrintfFifoSize, hipLimitMallocHeapSize, hipExtLimitScratchMin = 0x1000, hipExtLimitScratchMax, hipExtLimitScratchCurrent };
enum hipFuncCache_t { hipFuncCachePreferNone, hipFuncCachePreferShared, hipFuncCachePreferL1, hipFuncCachePreferEqual };
enum hipSharedMemConfig { hipSharedMemBankSizeDefault, hipSharedMemBankSizeFourByte, hipSharedMemBankSizeEightByte };

// Memory.
enum hipMemcpyKind { hipMemcpyHostToHost, hipMemcpyHostToDevice, hipMemcpyDeviceToHost, hipMemcpyDeviceToDevice, hipMemcpyDefault, hipMemcpyDeviceToDeviceNoCU = 1024 };
enum hipMemoryType { hipMemoryTypeUnregistered, hipMemoryTypeHost, hipMemoryTypeDevice, hipMemoryTypeManaged, hipMemoryTypeArray = 10, hipMemoryTypeUnified };
struct hipPointerAttribute_t { hipMemoryType type; int device, isManaged; void *devicePointer, *hostPointer; unsigned allocationFlags; };
enum hipPointer_attribute {
#define HIPAUDIT_P(n, v) HIP_POINTER_ATTRIBUTE_##n = v,
  HIPAUDIT_P(CONTEXT, 1) HIPAUDIT_P(MEMORY_TYPE, 2) HIPAUDIT_P(DEVICE_POINTER, 3) HIPAUDIT_P(HOST_POINTER, 4) HIPAUDIT_P(SYNC_MEMOPS, 6) HIPAUDIT_P(BUFFER_ID, 7)
  HIPAUDIT_P(IS_MANAGED, 8) HIPAUDIT_P(DEVICE_ORDINAL, 9) HIPAUDIT_P(RANGE_START_ADDR, 11) HIPAUDIT_P(RANGE_SIZE, 12) HIPAUDIT_P(MAPPED, 13)
#undef HIPAUDIT_P
};
enum hipMemoryAdvise {
  hipMemAdviseSetReadMostly = 1, hipMemAdviseUnsetReadMostly, hipMemAdviseSetPreferredLocation, hipMemAdviseUnsetPreferredLocation, hipMemAdviseSetAccessedBy,
  hipMemAdviseUnsetAccessedBy, hipMemAdviseSetCoarseGrain = 100, hipMemAdviseUnsetCoarseGrain
};
enum hipMemRangeAttribute {
  hipMemRangeAttributeReadMostly = 1, hipMemRangeAttributePreferredLocation, hipMemRangeAttributeAccessedBy, hipMemRangeAttributeLastPrefetchLocation,
  hipMemRangeAttributeCoherencyMode = 100
};
enum hipMemRangeCoherencyMode { hipMemRangeCoherencyModeFineGrain, hipMemRangeCoherencyModeCoarseGrain, hipMemRangeCoherencyModeIndeterminate };
enum hipMemLocationType { hipMemLocationTypeInvalid, hipMemLocationTypeDevice, hipMemLocationTypeHost, hipMemLocationTypeHostNuma, hipMemLocationTypeHostNumaCurrent };
struct hipMemLocation { hipMemLocationType type; int id; };
struct hipPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
struct hipExtent { size_t width, height, depth; };
struct hipPos { size_t x, y, z; };
struct hipMemcpy3DParms { hipArray_t srcArray, dstArray; hipPos srcPos, dstPos; hipPitchedPtr srcPtr, dstPtr; hipExtent extent; hipMemcpyKind kind; };
struct hipMemcpy3DPeerParms { hipArray_t srcArray, dstArray; hipPos srcPos, dstPos; hipPitchedPtr srcPtr, dstPtr; int srcDevice, dstDevice; hipExtent extent; };
struct hip_Memcpy2D {
  size_t srcXInBytes, srcY, srcPitch, dstXInBytes, dstY, dstPitch, WidthInBytes, Height;
  hipMemoryType srcMemoryType, dstMemoryType; const void *srcHost; void *dstHost; hipDeviceptr_t srcDevice, dstDevice; hipArray_t srcArray, dstArray;
};
struct HIP_MEMCPY3D {
  size_t srcXInBytes, srcY, srcZ, srcLOD, srcPitch, srcHeight, dstXInBytes, dstY, dstZ, dstLOD, dstPitch, dstHeight, WidthInBytes, Height, Depth;
  hipMemoryType srcMemoryType, dstMemoryType; const void *srcHost; void *dstHost; hipDeviceptr_t srcDevice, dstDevice; hipArray_t srcArray, dstArray;
};
typedef struct hipIpcMemHandle_st { char reserved[64]; } hipIpcMemHandle_t;
typedef struct hipIpcEventHandle_st { char reserved[64]; } hipIpcEventHandle_t;

// Pools and virtual memory.
enum hipMemPoolAttr {
  hipMemPoolReuseFollowEventDependencies = 1, hipMemPoolReuseAllowOpportunistic, hipMemPoolReuseAllowInternalDependencies, hipMemPoolAttrReleaseThreshold,
  hipMemPoolAttrReservedMemCurrent, hipMemPoolAttrReservedMemHigh, hipMemPoolAttrUsedMemCurrent, hipMemPoolAttrUsedMemHigh
};
enum hipMemAccessFlags { hipMemAccessFlagsProtNone = 0, hipMemAccessFlagsProtRead = 1, hipMemAccessFlagsProtReadWrite = 3 };
enum hipMemAllocationType { hipMemAllocationTypeInvalid = 0, hipMemAllocationTypePinned = 1, hipMemAllocationTypeUncached = 0x40000000 };
enum hipMemAllocationHandleType { hipMemHandleTypeNone = 0, hipMemHandleTypePosixFileDescriptor = 1, hipMemHandleTypeWin32 = 2, hipMemHandleTypeWin32Kmt = 4 };
enum hipMemAllocationGranularity_flags { hipMemAllocationGranularityMinimum, hipMemAllocationGranularityRecommended };
enum hipMemRangeHandleType { hipMemRangeHandleTypeDmaBufFd = 1 };
struct hipMemAccessDesc { hipMemLocation location; hipMemAccessFlags flags; };
struct hipMemPoolProps { hipMemAllocationType allocType; hipMemAllocationHandleType handleTypes; hipMemLocation location; void *win32SecurityAttributes; size_t maxSize; unsigned char reserved[56]; };
struct hipMemPoolPtrExportData { unsigned char reserved[64]; };
struct hipMemAllocationProp {
  hipMemAllocationType type; union { hipMemAllocationHandleType requestedHandleType, requestedHandleTypes; }; hipMemLocation location; void *win32HandleMetaData;
  struct { unsigned char compressionType, gpuDirectRDMACapable; unsigned short usage; } allocFlags;
};

// Kernels and modules.
struct hipFuncAttributes { int binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes, maxThreadsPerBlock, numRegs, preferredShmemCarveout, ptxVersion; size_t constSizeBytes, localSizeBytes, sharedSizeBytes; };
enum hipFuncAttribute { hipFuncAttributeMaxDynamicSharedMemorySize = 8, hipFuncAttributePreferredSharedMemoryCarveout, hipFuncAttributeMax };
enum hipFunction_attribute {
#define HIPAUDIT_FN(n) HIP_FUNC_ATTRIBUTE_##n,
  HIPAUDIT_FN(MAX_THREADS_PER_BLOCK) HIPAUDIT_FN(SHARED_SIZE_BYTES) HIPAUDIT_FN(CONST_SIZE_BYTES) HIPAUDIT_FN(LOCAL_SIZE_BYTES) HIPAUDIT_FN(NUM_REGS) HIPAUDIT_FN(PTX_VERSION)
  HIPAUDIT_FN(BINARY_VERSION) HIPAUDIT_FN(CACHE_MODE_CA) HIPAUDIT_FN(MAX_DYNAMIC_SHARED_SIZE_BYTES) HIPAUDIT_FN(PREFERRED_SHARED_MEMORY_CARVEOUT) HIPAUDIT_FN(MAX)
#undef HIPAUDIT_FN
};
typedef struct hipLaunchParams_t { void *func; dim3 gridDim, blockDim; void **args; size_t sharedMem; hipStream_t stream; } hipLaunchParams;
typedef struct hipFunctionLaunchParams_t {
  hipFunction_t function; unsigned int gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes; hipStream_t hStream; void **kernelParams;
} hipFunctionLaunchParams;
enum hipJitOption {
#define HIPAUDIT_JIT(n) hipJitOption##n,
  HIPAUDIT_JIT(MaxRegisters) HIPAUDIT_JIT(ThreadsPerBlock) HIPAUDIT_JIT(WallTime) HIPAUDIT_JIT(InfoLogBuffer) HIPAUDIT_JIT(InfoLogBufferSizeBytes)
  HIPAUDIT_JIT(ErrorLogBuffer) HIPAUDIT_JIT(ErrorLogBufferSizeBytes) HIPAUDIT_JIT(OptimizationLevel) HIPAUDIT_JIT(TargetFromContext) HIPAUDIT_JIT(Target)
  HIPAUDIT_JIT(FallbackStrategy) HIPAUDIT_JIT(GenerateDebugInfo) HIPAUDIT_JIT(LogVerbose) HIPAUDIT_JIT(GenerateLineInfo) HIPAUDIT_JIT(CacheMode)
#undef HIPAUDIT_JIT
  hipJitOptionIRtoISAOptExt = 10000, hipJitOptionIRtoISAOptCountExt
};
enum hipJitInputType { hipJitInputCubin, hipJitInputPtx, hipJitInputFatBinary, hipJitInputObject, hipJitInputLibrary, hipJitInputNvvm, hipJitInputLLVMBitcode = 100, hipJitInputLLVMBundledBitcode, hipJitInputLLVMArchivesOfBundledBitcode, hipJitInputSpirv };
enum hipLibraryOption { hipLibraryHostUniversalFunctionAndDataTable, hipLibraryBinaryIsPreserved };
enum hipAccessProperty { hipAccessPropertyNormal, hipAccessPropertyStreaming, hipAccessPropertyPersisting };
struct hipAccessPolicyWindow { void *base_ptr; size_t num_bytes; float hitRatio; hipAccessProperty hitProp, missProp; };
enum hipSynchronizationPolicy { hipSyncPolicyAuto = 1, hipSyncPolicySpin, hipSyncPolicyYield, hipSyncPolicyBlockingSync };
enum hipLaunchAttributeID { hipLaunchAttributeAccessPolicyWindow = 1, hipLaunchAttributeCooperative, hipLaunchAttributeSynchronizationPolicy, hipLaunchAttributePriority = 8 };
union hipLaunchAttributeValue { char pad[64]; hipAccessPolicyWindow accessPolicyWindow; int cooperative, priority; hipSynchronizationPolicy syncPolicy; };
struct hipLaunchAttribute { hipLaunchAttributeID id; union { hipLaunchAttributeValue val, value; }; };
struct hipLaunchConfig_t { dim3 gridDim, blockDim; size_t dynamicSmemBytes; hipStream_t stream; hipLaunchAttribute *attrs; unsigned int numAttrs; };

// Arrays, textures and surfaces.
enum hipChannelFormatKind { hipChannelFormatKindSigned, hipChannelFormatKindUnsigned, hipChannelFormatKindFloat, hipChannelFormatKindNone };
struct hipChannelFormatDesc { int x, y, z, w; hipChannelFormatKind f; };
enum hipArray_Format {
  HIP_AD_FORMAT_UNSIGNED_INT8 = 1, HIP_AD_FORMAT_UNSIGNED_INT16, HIP_AD_FORMAT_UNSIGNED_INT32, HIP_AD_FORMAT_SIGNED_INT8 = 8, HIP_AD_FORMAT_SIGNED_INT16,
  HIP_AD_FORMAT_SIGNED_INT32, HIP_AD_FORMAT_HALF = 16, HIP_AD_FORMAT_FLOAT = 32
};
struct HIP_ARRAY_DESCRIPTOR { size_t Width, Height; hipArray_Format Format; unsigned int NumChannels; };
struct HIP_ARRAY3D_DESCRIPTOR { size_t Width, Height, Depth; hipArray_Format Format; unsigned int NumChannels, Flags; };
enum hipTextureAddressMode { hipAddressModeWrap, hipAddressModeClamp, hipAddressModeMirror, hipAddressModeBorder };
enum hipTextureFilterMode { hipFilterModePoint, hipFilterModeLinear };
enum hipTextureReadMode { hipReadModeElementType, hipReadModeNormalizedFloat };
enum hipSurfaceBoundaryMode { hipBoundaryModeZero, hipBoundaryModeTrap, hipBoundaryModeClamp };
struct hipTextureDesc {
  hipTextureAddressMode addressMode[3]; hipTextureFilterMode filterMode, mipmapFilterMode; hipTextureReadMode readMode; int sRGB, normalizedCoords;
  unsigned int maxAnisotropy; float borderColor[4], mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};
struct textureReference {
  hipTextureAddressMode addressMode[3]; hipTextureFilterMode filterMode, mipmapFilterMode; hipTextureReadMode readMode; int sRGB, normalized, numChannels;
  unsigned int maxAnisotropy; float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp; hipChannelFormatDesc channelDesc;
  hipTextureObject_t textureObject; hipArray_Format format;
};
typedef textureReference *hipTexRef;
struct surfaceReference { hipSurfaceObject_t surfaceObject; };
enum hipResourceType { hipResourceTypeArray, hipResourceTypeMipmappedArray, hipResourceTypeLinear, hipResourceTypePitch2D };
struct hipResourceDesc {
  hipResourceType resType;
  union {
    struct { hipArray_t array; } array; struct { hipMipmappedArray_t mipmap; } mipmap; struct { void *devPtr; hipChannelFormatDesc desc; size_t sizeInBytes; } linear;
    struct { void *devPtr; hipChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
  } res;
};
enum hipResourceViewFormat {
  hipResViewFormatNone,
#define HIPAUDIT_V(n) hipResViewFormat##n##1, hipResViewFormat##n##2, hipResViewFormat##n##4,
  HIPAUDIT_V(UnsignedChar) HIPAUDIT_V(SignedChar) HIPAUDIT_V(UnsignedShort) HIPAUDIT_V(SignedShort) HIPAUDIT_V(UnsignedInt) HIPAUDIT_V(SignedInt) HIPAUDIT_V(Half) HIPAUDIT_V(Float)
#undef HIPAUDIT_V
};
struct hipResourceViewDesc { hipResourceViewFormat format; size_t width, height, depth; unsigned int firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer; };

// The driver API's texture objects.
enum HIPresourcetype { HIP_RESOURCE_TYPE_ARRAY, HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY, HIP_RESOURCE_TYPE_LINEAR, HIP_RESOURCE_TYPE_PITCH2D };
enum HIPaddress_mode { HIP_TR_ADDRESS_MODE_WRAP, HIP_TR_ADDRESS_MODE_CLAMP, HIP_TR_ADDRESS_MODE_MIRROR, HIP_TR_ADDRESS_MODE_BORDER };
enum HIPfilter_mode { HIP_TR_FILTER_MODE_POINT, HIP_TR_FILTER_MODE_LINEAR };
struct HIP_TEXTURE_DESC { HIPaddress_mode addressMode[3]; HIPfilter_mode filterMode, mipmapFilterMode; unsigned int flags, maxAnisotropy; float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp, borderColor[4]; };
struct HIP_RESOURCE_DESC {
  HIPresourcetype resType;
  union {
    struct { hipArray_t hArray; } array; struct { hipMipmappedArray_t hMipmappedArray; } mipmap; struct { hipDeviceptr_t devPtr; hipArray_Format format; unsigned int numChannels; size_t sizeInBytes; } linear;
    struct { hipDeviceptr_t devPtr; hipArray_Format format; unsigned int numChannels; size_t width, height, pitchInBytes; } pitch2D;
  } res;
  unsigned int flags;
};
typedef struct hipResourceViewDesc HIP_RESOURCE_VIEW_DESC;

// Memory and semaphores of other APIs.
enum hipExternalMemoryHandleType {
#define HIPAUDIT_X(n) hipExternalMemoryHandleType##n
  HIPAUDIT_X(OpaqueFd) = 1, HIPAUDIT_X(OpaqueWin32), HIPAUDIT_X(OpaqueWin32Kmt), HIPAUDIT_X(D3D12Heap), HIPAUDIT_X(D3D12Resource), HIPAUDIT_X(D3D11Resource), HIPAUDIT_X(D3D11ResourceKmt)
#undef HIPAUDIT_X
};
enum hipExternalSemaphoreHandleType {
#define HIPAUDIT_X(n) hipExternalSemaphoreHandleType##n
  HIPAUDIT_X(OpaqueFd) = 1, HIPAUDIT_X(OpaqueWin32), HIPAUDIT_X(OpaqueWin32Kmt), HIPAUDIT_X(D3D12Fence), HIPAUDIT_X(D3D11Fence), HIPAUDIT_X(TimelineSemaphoreFd) = 9, HIPAUDIT_X(TimelineSemaphoreWin32)
#undef HIPAUDIT_X
};
struct hipExternalMemoryHandleDesc { hipExternalMemoryHandleType type; union { int fd; struct { void *handle; const void *name; } win32; } handle; unsigned long long size; unsigned int flags; };
struct hipExternalMemoryBufferDesc { unsigned long long offset, size; unsigned int flags; };
struct hipExternalSemaphoreHandleDesc { hipExternalSemaphoreHandleType type; union { int fd; struct { void *handle; const void *name; } win32; } handle; unsigned int flags; };
struct hipExternalSemaphoreSignalParams { struct { struct { unsigned long long value; } fence; struct { unsigned long long key; } keyedMutex; } params; unsigned int flags; };
struct hipExternalSemaphoreWaitParams { struct { struct { unsigned long long value; } fence; struct { unsigned long long key; unsigned int timeoutMs; } keyedMutex; } params; unsigned int flags; };
enum hipGraphicsRegisterFlags {
  hipGraphicsRegisterFlagsNone = 0, hipGraphicsRegisterFlagsReadOnly = 1, hipGraphicsRegisterFlagsWriteDiscard = 2, hipGraphicsRegisterFlagsSurfaceLoadStore = 4,
  hipGraphicsRegisterFlagsTextureGather = 8
};

// Graphs.
enum hipStreamCaptureMode { hipStreamCaptureModeGlobal, hipStreamCaptureModeThreadLocal, hipStreamCaptureModeRelaxed };
enum hipStreamCaptureStatus { hipStreamCaptureStatusNone, hipStreamCaptureStatusActive, hipStreamCaptureStatusInvalidated };
enum hipStreamUpdateCaptureDependenciesFlags { hipStreamAddCaptureDependencies, hipStreamSetCaptureDependencies };
enum hipGraphNodeType {
#define HIPAUDIT_G(n) hipGraphNodeType##n
  HIPAUDIT_G(Kernel), HIPAUDIT_G(Memcpy), HIPAUDIT_G(Memset), HIPAUDIT_G(Host), HIPAUDIT_G(Graph), HIPAUDIT_G(Empty), HIPAUDIT_G(WaitEvent), HIPAUDIT_G(EventRecord),
  HIPAUDIT_G(ExtSemaphoreSignal), HIPAUDIT_G(ExtSemaphoreWait), HIPAUDIT_G(MemAlloc), HIPAUDIT_G(MemFree), HIPAUDIT_G(MemcpyFromSymbol), HIPAUDIT_G(MemcpyToSymbol), HIPAUDIT_G(Count) = 15
#undef HIPAUDIT_G
};
struct hipGraphEdgeData { unsigned char from_port, to_port, type, reserved[5]; };
struct hipHostNodeParams { hipHostFn_t fn; void *userData; };
struct hipKernelNodeParams { void *func; dim3 gridDim, blockDim; unsigned int sharedMemBytes; void **kernelParams, **extra; };
struct hipMemsetParams { void *dst; unsigned int elementSize, value; size_t width, height, pitch; };
struct hipMemAllocNodeParams { hipMemPoolProps poolProps; const hipMemAccessDesc *accessDescs; size_t accessDescCount, bytesize; void *dptr; };
struct hipMemcpyNodeParams { int flags; hipMemcpy3DParms copyParams; };
struct hipGraphNodeParams {
  hipGraphNodeType type;
  union { hipKernelNodeParams kernel; hipMemcpyNodeParams memcpy; hipMemsetParams memset; hipHostNodeParams host; struct { hipGraph_t graph; } graph; hipMemAllocNodeParams alloc; struct { void *dptr; } free; };
};
enum hipGraphExecUpdateResult {
#define HIPAUDIT_U(n) hipGraphExecUpdate##n
  HIPAUDIT_U(Success), HIPAUDIT_U(Error), HIPAUDIT_U(ErrorTopologyChanged), HIPAUDIT_U(ErrorNodeTypeChanged), HIPAUDIT_U(ErrorFunctionChanged), HIPAUDIT_U(ErrorParametersChanged),
  HIPAUDIT_U(ErrorNotSupported), HIPAUDIT_U(ErrorUnsupportedFunctionChange)
#undef HIPAUDIT_U
};
enum hipGraphMemAttributeType { hipGraphMemAttrUsedMemCurrent, hipGraphMemAttrUsedMemHigh, hipGraphMemAttrReservedMemCurrent, hipGraphMemAttrReservedMemHigh };
enum hipUserObjectFlags { hipUserObjectNoDestructorSync = 1 };
enum hipUserObjectRetainFlags { hipGraphUserObjectMove = 1 };
enum hipGraphInstantiateFlags { hipGraphInstantiateFlagAutoFreeOnLaunch = 1, hipGraphInstantiateFlagUpload = 2, hipGraphInstantiateFlagDeviceLaunch = 4, hipGraphInstantiateFlagUseNodePriority = 8 };
enum hipGraphInstantiateResult { hipGraphInstantiateSuccess, hipGraphInstantiateError, hipGraphInstantiateInvalidStructure, hipGraphInstantiateNodeOperationNotSupported, hipGraphInstantiateMultipleDevicesNotSupported };
struct hipGraphInstantiateParams { hipGraphNode_t errNode_out; unsigned long long flags; hipGraphInstantiateResult result_out; hipStream_t uploadStream; };
enum hipGraphDebugDotFlags { hipGraphDebugDotFlagsVerbose = 1, hipGraphDebugDotFlagsKernelNodeParams = 4, hipGraphDebugDotFlagsMemcpyNodeParams = 8, hipGraphDebugDotFlagsMemsetNodeParams = 16, hipGraphDebugDotFlagsHostNodeParams = 32 };
