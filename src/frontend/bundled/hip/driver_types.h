// SPDX-License-Identifier: Apache-2.0
// Types, enumerations and constants of the HIP host API.
#pragma once
#include <hip/amd_detail/host_defines.h>
#include <hip/amd_detail/amd_hip_vector_types.h>

enum hipJitOption { hipJitOptionMaxRegisters = 0, hipJitOptionThreadsPerBlock, hipJitOptionWallTime, hipJitOptionInfoLogBuffer,
    hipJitOptionInfoLogBufferSizeBytes, hipJitOptionErrorLogBuffer, hipJitOptionErrorLogBufferSizeBytes, hipJitOptionOptimizationLevel,
    hipJitOptionTargetFromContext, hipJitOptionTarget, hipJitOptionFallbackStrategy, hipJitOptionGenerateDebugInfo, hipJitOptionLogVerbose,
    hipJitOptionGenerateLineInfo, hipJitOptionCacheMode, hipJitOptionSm3xOpt, hipJitOptionFastCompile, hipJitOptionGlobalSymbolNames,
    hipJitOptionGlobalSymbolAddresses, hipJitOptionGlobalSymbolCount, hipJitOptionLto, hipJitOptionFtz, hipJitOptionPrecDiv, hipJitOptionPrecSqrt,
    hipJitOptionFma, hipJitOptionPositionIndependentCode, hipJitOptionMinCTAPerSM, hipJitOptionMaxThreadsPerBlock,
    hipJitOptionOverrideDirectiveValues, hipJitOptionNumOptions, hipJitOptionIRtoISAOptExt = 10000, hipJitOptionIRtoISAOptCountExt, };
enum hipJitInputType { hipJitInputCubin = 0, hipJitInputPtx, hipJitInputFatBinary, hipJitInputObject, hipJitInputLibrary, hipJitInputNvvm,
    hipJitNumLegacyInputTypes, hipJitInputLLVMBitcode = 100, hipJitInputLLVMBundledBitcode = 101, hipJitInputLLVMArchivesOfBundledBitcode = 102,
    hipJitInputSpirv = 103, hipJitNumInputTypes = 10 };
enum hipJitCacheMode { hipJitCacheOptionNone = 0, hipJitCacheOptionCG, hipJitCacheOptionCA };
enum hipJitFallback { hipJitPreferPTX = 0, hipJitPreferBinary, };
typedef enum hipLibraryOption_e { hipLibraryHostUniversalFunctionAndDataTable = 0, hipLibraryBinaryIsPreserved = 1 } hipLibraryOption;
enum { HIP_SUCCESS = 0, HIP_ERROR_INVALID_VALUE, HIP_ERROR_NOT_INITIALIZED, HIP_ERROR_LAUNCH_OUT_OF_RESOURCES };
typedef struct { unsigned hasGlobalInt32Atomics : 1; unsigned hasGlobalFloatAtomicExch : 1; unsigned hasSharedInt32Atomics : 1; unsigned
    hasSharedFloatAtomicExch : 1; unsigned hasFloatAtomicAdd : 1; unsigned hasGlobalInt64Atomics : 1; unsigned hasSharedInt64Atomics : 1; unsigned
    hasDoubles : 1; unsigned hasWarpVote : 1; unsigned hasWarpBallot : 1; unsigned hasWarpShuffle : 1; unsigned hasFunnelShift : 1; unsigned
    hasThreadFenceSystem : 1; unsigned hasSyncThreadsExt : 1; unsigned hasSurfaceFuncs : 1; unsigned has3dGrid : 1; unsigned hasDynamicParallelism :
    1; } hipDeviceArch_t;
typedef struct hipUUID_t { char bytes[16]; } hipUUID;
struct hipDeviceProp_t { char name[256]; hipUUID uuid; char luid[8]; unsigned int luidDeviceNodeMask; size_t totalGlobalMem; size_t sharedMemPerBlock;
    int regsPerBlock; int warpSize; size_t memPitch; int maxThreadsPerBlock; int maxThreadsDim[3]; int maxGridSize[3]; int clockRate; size_t
    totalConstMem; int major; int minor; size_t textureAlignment; size_t texturePitchAlignment; int deviceOverlap; int multiProcessorCount; int
    kernelExecTimeoutEnabled; int integrated; int canMapHostMemory; int computeMode; int maxTexture1D; int maxTexture1DMipmap; int maxTexture1DLinear;
    int maxTexture2D[2]; int maxTexture2DMipmap[2]; int maxTexture2DLinear[3]; int maxTexture2DGather[2]; int maxTexture3D[3]; int maxTexture3DAlt[3];
    int maxTextureCubemap; int maxTexture1DLayered[2]; int maxTexture2DLayered[3]; int maxTextureCubemapLayered[2]; int maxSurface1D; int
    maxSurface2D[2]; int maxSurface3D[3]; int maxSurface1DLayered[2]; int maxSurface2DLayered[3]; int maxSurfaceCubemap; int
    maxSurfaceCubemapLayered[2]; size_t surfaceAlignment; int concurrentKernels; int ECCEnabled; int pciBusID; int pciDeviceID; int pciDomainID; int
    tccDriver; int asyncEngineCount; int unifiedAddressing; int memoryClockRate; int memoryBusWidth; int l2CacheSize; int persistingL2CacheMaxSize;
    int maxThreadsPerMultiProcessor; int streamPrioritiesSupported; int globalL1CacheSupported; int localL1CacheSupported; size_t
    sharedMemPerMultiprocessor; int regsPerMultiprocessor; int managedMemory; int isMultiGpuBoard; int multiGpuBoardGroupID; int
    hostNativeAtomicSupported; int singleToDoublePrecisionPerfRatio; int pageableMemoryAccess; int concurrentManagedAccess; int
    computePreemptionSupported; int canUseHostPointerForRegisteredMem; int cooperativeLaunch; int cooperativeMultiDeviceLaunch; size_t
    sharedMemPerBlockOptin; int pageableMemoryAccessUsesHostPageTables; int directManagedMemAccessFromHost; int maxBlocksPerMultiProcessor; int
    accessPolicyMaxWindowSize; size_t reservedSharedMemPerBlock; int hostRegisterSupported; int sparseHipArraySupported; int
    hostRegisterReadOnlySupported; int timelineSemaphoreInteropSupported; int memoryPoolsSupported; int gpuDirectRDMASupported; unsigned int
    gpuDirectRDMAFlushWritesOptions; int gpuDirectRDMAWritesOrdering; unsigned int memoryPoolSupportedHandleTypes; int
    deferredMappingHipArraySupported; int ipcEventSupported; int clusterLaunch; int unifiedFunctionPointers; int reserved[63]; int hipReserved[32];
    char gcnArchName[256]; int gcnArch; size_t maxSharedMemoryPerMultiProcessor; int clockInstructionRate; hipDeviceArch_t arch; unsigned int*
    hdpMemFlushCntl; unsigned int* hdpRegFlushCntl; int cooperativeMultiDeviceUnmatchedFunc; int cooperativeMultiDeviceUnmatchedGridDim; int
    cooperativeMultiDeviceUnmatchedBlockDim; int cooperativeMultiDeviceUnmatchedSharedMem; int isLargeBar; int asicRevision; };
enum hipMemoryType { hipMemoryTypeUnregistered = 0, hipMemoryTypeHost = 1, hipMemoryTypeDevice = 2, hipMemoryTypeManaged = 3, hipMemoryTypeArray = 10,
    hipMemoryTypeUnified = 11 };
struct hipPointerAttribute_t { hipMemoryType type; int device; void* devicePointer; void* hostPointer; int isManaged; unsigned allocationFlags; };
enum hipError_t { hipSuccess = 0, hipErrorInvalidValue = 1, hipErrorOutOfMemory = 2, hipErrorMemoryAllocation = 2, hipErrorNotInitialized = 3,
    hipErrorInitializationError = 3, hipErrorDeinitialized = 4, hipErrorProfilerDisabled = 5, hipErrorProfilerNotInitialized = 6,
    hipErrorProfilerAlreadyStarted = 7, hipErrorProfilerAlreadyStopped = 8, hipErrorInvalidConfiguration = 9, hipErrorInvalidPitchValue = 12,
    hipErrorInvalidSymbol = 13, hipErrorInvalidDevicePointer = 17, hipErrorInvalidMemcpyDirection = 21, hipErrorInsufficientDriver = 35,
    hipErrorMissingConfiguration = 52, hipErrorPriorLaunchFailure = 53, hipErrorInvalidDeviceFunction = 98, hipErrorNoDevice = 100,
    hipErrorInvalidDevice = 101, hipErrorInvalidImage = 200, hipErrorInvalidContext = 201, hipErrorContextAlreadyCurrent = 202, hipErrorMapFailed =
    205, hipErrorMapBufferObjectFailed = 205, hipErrorUnmapFailed = 206, hipErrorArrayIsMapped = 207, hipErrorAlreadyMapped = 208,
    hipErrorNoBinaryForGpu = 209, hipErrorAlreadyAcquired = 210, hipErrorNotMapped = 211, hipErrorNotMappedAsArray = 212, hipErrorNotMappedAsPointer =
    213, hipErrorECCNotCorrectable = 214, hipErrorUnsupportedLimit = 215, hipErrorContextAlreadyInUse = 216, hipErrorPeerAccessUnsupported = 217,
    hipErrorInvalidKernelFile = 218, hipErrorInvalidGraphicsContext = 219, hipErrorInvalidSource = 300, hipErrorFileNotFound = 301,
    hipErrorSharedObjectSymbolNotFound = 302, hipErrorSharedObjectInitFailed = 303, hipErrorOperatingSystem = 304, hipErrorInvalidHandle = 400,
    hipErrorInvalidResourceHandle = 400, hipErrorIllegalState = 401, hipErrorNotFound = 500, hipErrorNotReady = 600, hipErrorIllegalAddress = 700,
    hipErrorLaunchOutOfResources = 701, hipErrorLaunchTimeOut = 702, hipErrorPeerAccessAlreadyEnabled = 704, hipErrorPeerAccessNotEnabled = 705,
    hipErrorSetOnActiveProcess = 708, hipErrorContextIsDestroyed = 709, hipErrorAssert = 710, hipErrorHostMemoryAlreadyRegistered = 712,
    hipErrorHostMemoryNotRegistered = 713, hipErrorLaunchFailure = 719, hipErrorCooperativeLaunchTooLarge = 720, hipErrorNotSupported = 801,
    hipErrorStreamCaptureUnsupported = 900, hipErrorStreamCaptureInvalidated = 901, hipErrorStreamCaptureMerge = 902, hipErrorStreamCaptureUnmatched =
    903, hipErrorStreamCaptureUnjoined = 904, hipErrorStreamCaptureIsolation = 905, hipErrorStreamCaptureImplicit = 906, hipErrorCapturedEvent = 907,
    hipErrorStreamCaptureWrongThread = 908, hipErrorGraphExecUpdateFailure = 910, hipErrorInvalidChannelDescriptor = 911, hipErrorInvalidTexture =
    912, hipErrorUnknown = 999, hipErrorRuntimeMemory = 1052, hipErrorRuntimeOther = 1053, hipErrorTbd };
enum hipDeviceAttribute_t { hipDeviceAttributeCudaCompatibleBegin = 0, hipDeviceAttributeEccEnabled = hipDeviceAttributeCudaCompatibleBegin,
    hipDeviceAttributeAccessPolicyMaxWindowSize, hipDeviceAttributeAsyncEngineCount, hipDeviceAttributeCanMapHostMemory,
    hipDeviceAttributeCanUseHostPointerForRegisteredMem, hipDeviceAttributeClockRate, hipDeviceAttributeComputeMode,
    hipDeviceAttributeComputePreemptionSupported, hipDeviceAttributeConcurrentKernels, hipDeviceAttributeConcurrentManagedAccess,
    hipDeviceAttributeCooperativeLaunch, hipDeviceAttributeCooperativeMultiDeviceLaunch, hipDeviceAttributeDeviceOverlap,
    hipDeviceAttributeDirectManagedMemAccessFromHost, hipDeviceAttributeGlobalL1CacheSupported, hipDeviceAttributeHostNativeAtomicSupported,
    hipDeviceAttributeIntegrated, hipDeviceAttributeIsMultiGpuBoard, hipDeviceAttributeKernelExecTimeout, hipDeviceAttributeL2CacheSize,
    hipDeviceAttributeLocalL1CacheSupported, hipDeviceAttributeLuid, hipDeviceAttributeLuidDeviceNodeMask, hipDeviceAttributeComputeCapabilityMajor,
    hipDeviceAttributeManagedMemory, hipDeviceAttributeMaxBlocksPerMultiProcessor, hipDeviceAttributeMaxBlockDimX, hipDeviceAttributeMaxBlockDimY,
    hipDeviceAttributeMaxBlockDimZ, hipDeviceAttributeMaxGridDimX, hipDeviceAttributeMaxGridDimY, hipDeviceAttributeMaxGridDimZ,
    hipDeviceAttributeMaxSurface1D, hipDeviceAttributeMaxSurface1DLayered, hipDeviceAttributeMaxSurface2D, hipDeviceAttributeMaxSurface2DLayered,
    hipDeviceAttributeMaxSurface3D, hipDeviceAttributeMaxSurfaceCubemap, hipDeviceAttributeMaxSurfaceCubemapLayered,
    hipDeviceAttributeMaxTexture1DWidth, hipDeviceAttributeMaxTexture1DLayered, hipDeviceAttributeMaxTexture1DLinear,
    hipDeviceAttributeMaxTexture1DMipmap, hipDeviceAttributeMaxTexture2DWidth, hipDeviceAttributeMaxTexture2DHeight,
    hipDeviceAttributeMaxTexture2DGather, hipDeviceAttributeMaxTexture2DLayered, hipDeviceAttributeMaxTexture2DLinear,
    hipDeviceAttributeMaxTexture2DMipmap, hipDeviceAttributeMaxTexture3DWidth, hipDeviceAttributeMaxTexture3DHeight,
    hipDeviceAttributeMaxTexture3DDepth, hipDeviceAttributeMaxTexture3DAlt, hipDeviceAttributeMaxTextureCubemap,
    hipDeviceAttributeMaxTextureCubemapLayered, hipDeviceAttributeMaxThreadsDim, hipDeviceAttributeMaxThreadsPerBlock,
    hipDeviceAttributeMaxThreadsPerMultiProcessor, hipDeviceAttributeMaxPitch, hipDeviceAttributeMemoryBusWidth, hipDeviceAttributeMemoryClockRate,
    hipDeviceAttributeComputeCapabilityMinor, hipDeviceAttributeMultiGpuBoardGroupID, hipDeviceAttributeMultiprocessorCount,
    hipDeviceAttributeUnused1, hipDeviceAttributePageableMemoryAccess, hipDeviceAttributePageableMemoryAccessUsesHostPageTables,
    hipDeviceAttributePciBusId, hipDeviceAttributePciDeviceId, hipDeviceAttributePciDomainId, hipDeviceAttributePciDomainID =
    hipDeviceAttributePciDomainId, hipDeviceAttributePersistingL2CacheMaxSize, hipDeviceAttributeMaxRegistersPerBlock,
    hipDeviceAttributeMaxRegistersPerMultiprocessor, hipDeviceAttributeReservedSharedMemPerBlock, hipDeviceAttributeMaxSharedMemoryPerBlock,
    hipDeviceAttributeSharedMemPerBlockOptin, hipDeviceAttributeSharedMemPerMultiprocessor, hipDeviceAttributeSingleToDoublePrecisionPerfRatio,
    hipDeviceAttributeStreamPrioritiesSupported, hipDeviceAttributeSurfaceAlignment, hipDeviceAttributeTccDriver, hipDeviceAttributeTextureAlignment,
    hipDeviceAttributeTexturePitchAlignment, hipDeviceAttributeTotalConstantMemory, hipDeviceAttributeTotalGlobalMem,
    hipDeviceAttributeUnifiedAddressing, hipDeviceAttributeUnused2, hipDeviceAttributeWarpSize, hipDeviceAttributeMemoryPoolsSupported,
    hipDeviceAttributeVirtualMemoryManagementSupported, hipDeviceAttributeHostRegisterSupported, hipDeviceAttributeMemoryPoolSupportedHandleTypes,
    hipDeviceAttributeCudaCompatibleEnd = 9999, hipDeviceAttributeAmdSpecificBegin = 10000, hipDeviceAttributeClockInstructionRate =
    hipDeviceAttributeAmdSpecificBegin, hipDeviceAttributeUnused3, hipDeviceAttributeMaxSharedMemoryPerMultiprocessor, hipDeviceAttributeUnused4,
    hipDeviceAttributeUnused5, hipDeviceAttributeHdpMemFlushCntl, hipDeviceAttributeHdpRegFlushCntl,
    hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc, hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim,
    hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim, hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem,
    hipDeviceAttributeIsLargeBar, hipDeviceAttributeAsicRevision, hipDeviceAttributeCanUseStreamWaitValue, hipDeviceAttributeImageSupport,
    hipDeviceAttributePhysicalMultiProcessorCount, hipDeviceAttributeFineGrainSupport, hipDeviceAttributeWallClockRate,
    hipDeviceAttributeNumberOfXccs, hipDeviceAttributeMaxAvailableVgprsPerThread, hipDeviceAttributePciChipId, hipDeviceAttributeAmdSpecificEnd =
    19999, hipDeviceAttributeVendorSpecificBegin = 20000, };
enum hipDriverProcAddressQueryResult { HIP_GET_PROC_ADDRESS_SUCCESS = 0, HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
    HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2 };
enum hipComputeMode { hipComputeModeDefault = 0, hipComputeModeExclusive = 1, hipComputeModeProhibited = 2, hipComputeModeExclusiveProcess = 3 };
enum hipFlushGPUDirectRDMAWritesOptions { hipFlushGPUDirectRDMAWritesOptionHost = 1 << 0, hipFlushGPUDirectRDMAWritesOptionMemOps = 1 << 1 };
enum hipGPUDirectRDMAWritesOrdering { hipGPUDirectRDMAWritesOrderingNone = 0, hipGPUDirectRDMAWritesOrderingOwner = 100,
    hipGPUDirectRDMAWritesOrderingAllDevices = 200 };
typedef void* hipDeviceptr_t;
enum hipChannelFormatKind { hipChannelFormatKindSigned = 0, hipChannelFormatKindUnsigned = 1, hipChannelFormatKindFloat = 2, hipChannelFormatKindNone
    = 3 };
struct hipChannelFormatDesc { int x; int y; int z; int w; hipChannelFormatKind f; };
typedef struct hipArray* hipArray_t;
typedef const struct hipArray* hipArray_const_t;
enum hipArray_Format { HIP_AD_FORMAT_UNSIGNED_INT8 = 0x01, HIP_AD_FORMAT_UNSIGNED_INT16 = 0x02, HIP_AD_FORMAT_UNSIGNED_INT32 = 0x03,
    HIP_AD_FORMAT_SIGNED_INT8 = 0x08, HIP_AD_FORMAT_SIGNED_INT16 = 0x09, HIP_AD_FORMAT_SIGNED_INT32 = 0x0a, HIP_AD_FORMAT_HALF = 0x10,
    HIP_AD_FORMAT_FLOAT = 0x20 };
struct HIP_ARRAY_DESCRIPTOR { size_t Width; size_t Height; hipArray_Format Format; unsigned int NumChannels; };
struct HIP_ARRAY3D_DESCRIPTOR { size_t Width; size_t Height; size_t Depth; hipArray_Format Format; unsigned int NumChannels; unsigned int Flags; };
struct hip_Memcpy2D { size_t srcXInBytes; size_t srcY; hipMemoryType srcMemoryType; const void* srcHost; hipDeviceptr_t srcDevice; hipArray_t
    srcArray; size_t srcPitch; size_t dstXInBytes; size_t dstY; hipMemoryType dstMemoryType; void* dstHost; hipDeviceptr_t dstDevice; hipArray_t
    dstArray; size_t dstPitch; size_t WidthInBytes; size_t Height; };
struct hipMipmappedArray { void* data; struct hipChannelFormatDesc desc; unsigned int type; unsigned int width; unsigned int height; unsigned int
    depth; unsigned int min_mipmap_level; unsigned int max_mipmap_level; unsigned int flags; hipArray_Format format; unsigned int num_channels; };
typedef struct hipMipmappedArray* hipMipmappedArray_t;
typedef hipMipmappedArray_t hipmipmappedArray;
typedef const struct hipMipmappedArray* hipMipmappedArray_const_t;
enum hipResourceType { hipResourceTypeArray = 0x00, hipResourceTypeMipmappedArray = 0x01, hipResourceTypeLinear = 0x02, hipResourceTypePitch2D = 0x03
    };
typedef enum HIPresourcetype_enum { HIP_RESOURCE_TYPE_ARRAY = 0x00, HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY = 0x01, HIP_RESOURCE_TYPE_LINEAR = 0x02,
    HIP_RESOURCE_TYPE_PITCH2D = 0x03 } HIPresourcetype, hipResourcetype;
typedef enum HIPaddress_mode_enum { HIP_TR_ADDRESS_MODE_WRAP = 0, HIP_TR_ADDRESS_MODE_CLAMP = 1, HIP_TR_ADDRESS_MODE_MIRROR = 2,
    HIP_TR_ADDRESS_MODE_BORDER = 3 } HIPaddress_mode;
typedef enum HIPfilter_mode_enum { HIP_TR_FILTER_MODE_POINT = 0, HIP_TR_FILTER_MODE_LINEAR = 1 } HIPfilter_mode;
typedef struct HIP_TEXTURE_DESC_st { HIPaddress_mode addressMode[3]; HIPfilter_mode filterMode; unsigned int flags; unsigned int maxAnisotropy;
    HIPfilter_mode mipmapFilterMode; float mipmapLevelBias; float minMipmapLevelClamp; float maxMipmapLevelClamp; float borderColor[4]; int
    reserved[12]; } HIP_TEXTURE_DESC;
enum hipResourceViewFormat { hipResViewFormatNone = 0x00, hipResViewFormatUnsignedChar1 = 0x01, hipResViewFormatUnsignedChar2 = 0x02,
    hipResViewFormatUnsignedChar4 = 0x03, hipResViewFormatSignedChar1 = 0x04, hipResViewFormatSignedChar2 = 0x05, hipResViewFormatSignedChar4 = 0x06,
    hipResViewFormatUnsignedShort1 = 0x07, hipResViewFormatUnsignedShort2 = 0x08, hipResViewFormatUnsignedShort4 = 0x09, hipResViewFormatSignedShort1
    = 0x0a, hipResViewFormatSignedShort2 = 0x0b, hipResViewFormatSignedShort4 = 0x0c, hipResViewFormatUnsignedInt1 = 0x0d,
    hipResViewFormatUnsignedInt2 = 0x0e, hipResViewFormatUnsignedInt4 = 0x0f, hipResViewFormatSignedInt1 = 0x10, hipResViewFormatSignedInt2 = 0x11,
    hipResViewFormatSignedInt4 = 0x12, hipResViewFormatHalf1 = 0x13, hipResViewFormatHalf2 = 0x14, hipResViewFormatHalf4 = 0x15,
    hipResViewFormatFloat1 = 0x16, hipResViewFormatFloat2 = 0x17, hipResViewFormatFloat4 = 0x18, hipResViewFormatUnsignedBlockCompressed1 = 0x19,
    hipResViewFormatUnsignedBlockCompressed2 = 0x1a, hipResViewFormatUnsignedBlockCompressed3 = 0x1b, hipResViewFormatUnsignedBlockCompressed4 = 0x1c,
    hipResViewFormatSignedBlockCompressed4 = 0x1d, hipResViewFormatUnsignedBlockCompressed5 = 0x1e, hipResViewFormatSignedBlockCompressed5 = 0x1f,
    hipResViewFormatUnsignedBlockCompressed6H = 0x20, hipResViewFormatSignedBlockCompressed6H = 0x21, hipResViewFormatUnsignedBlockCompressed7 = 0x22
    };
typedef enum HIPresourceViewFormat_enum { HIP_RES_VIEW_FORMAT_NONE = 0x00, HIP_RES_VIEW_FORMAT_UINT_1X8 = 0x01, HIP_RES_VIEW_FORMAT_UINT_2X8 = 0x02,
    HIP_RES_VIEW_FORMAT_UINT_4X8 = 0x03, HIP_RES_VIEW_FORMAT_SINT_1X8 = 0x04, HIP_RES_VIEW_FORMAT_SINT_2X8 = 0x05, HIP_RES_VIEW_FORMAT_SINT_4X8 =
    0x06, HIP_RES_VIEW_FORMAT_UINT_1X16 = 0x07, HIP_RES_VIEW_FORMAT_UINT_2X16 = 0x08, HIP_RES_VIEW_FORMAT_UINT_4X16 = 0x09,
    HIP_RES_VIEW_FORMAT_SINT_1X16 = 0x0a, HIP_RES_VIEW_FORMAT_SINT_2X16 = 0x0b, HIP_RES_VIEW_FORMAT_SINT_4X16 = 0x0c, HIP_RES_VIEW_FORMAT_UINT_1X32 =
    0x0d, HIP_RES_VIEW_FORMAT_UINT_2X32 = 0x0e, HIP_RES_VIEW_FORMAT_UINT_4X32 = 0x0f, HIP_RES_VIEW_FORMAT_SINT_1X32 = 0x10,
    HIP_RES_VIEW_FORMAT_SINT_2X32 = 0x11, HIP_RES_VIEW_FORMAT_SINT_4X32 = 0x12, HIP_RES_VIEW_FORMAT_FLOAT_1X16 = 0x13, HIP_RES_VIEW_FORMAT_FLOAT_2X16
    = 0x14, HIP_RES_VIEW_FORMAT_FLOAT_4X16 = 0x15, HIP_RES_VIEW_FORMAT_FLOAT_1X32 = 0x16, HIP_RES_VIEW_FORMAT_FLOAT_2X32 = 0x17,
    HIP_RES_VIEW_FORMAT_FLOAT_4X32 = 0x18, HIP_RES_VIEW_FORMAT_UNSIGNED_BC1 = 0x19, HIP_RES_VIEW_FORMAT_UNSIGNED_BC2 = 0x1a,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC3 = 0x1b, HIP_RES_VIEW_FORMAT_UNSIGNED_BC4 = 0x1c, HIP_RES_VIEW_FORMAT_SIGNED_BC4 = 0x1d,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC5 = 0x1e, HIP_RES_VIEW_FORMAT_SIGNED_BC5 = 0x1f, HIP_RES_VIEW_FORMAT_UNSIGNED_BC6H = 0x20,
    HIP_RES_VIEW_FORMAT_SIGNED_BC6H = 0x21, HIP_RES_VIEW_FORMAT_UNSIGNED_BC7 = 0x22 } HIPresourceViewFormat;
struct hipResourceDesc { hipResourceType resType; union { struct { hipArray_t array; } array; struct { hipMipmappedArray_t mipmap; } mipmap; struct {
    void* devPtr; struct hipChannelFormatDesc desc; size_t sizeInBytes; } linear; struct { void* devPtr; struct hipChannelFormatDesc desc; size_t
    width; size_t height; size_t pitchInBytes; } pitch2D; } res; };
typedef struct HIP_RESOURCE_DESC_st { HIPresourcetype resType; union { struct { hipArray_t hArray; } array; struct { hipMipmappedArray_t
    hMipmappedArray; } mipmap; struct { hipDeviceptr_t devPtr; hipArray_Format format; unsigned int numChannels; size_t sizeInBytes; } linear; struct
    { hipDeviceptr_t devPtr; hipArray_Format format; unsigned int numChannels; size_t width; size_t height; size_t pitchInBytes; } pitch2D; struct {
    int reserved[32]; } reserved; } res; unsigned int flags; } HIP_RESOURCE_DESC;
struct hipResourceViewDesc { hipResourceViewFormat format; size_t width; size_t height; size_t depth; unsigned int firstMipmapLevel; unsigned int
    lastMipmapLevel; unsigned int firstLayer; unsigned int lastLayer; };
typedef struct HIP_RESOURCE_VIEW_DESC_st { HIPresourceViewFormat format; size_t width; size_t height; size_t depth; unsigned int firstMipmapLevel;
    unsigned int lastMipmapLevel; unsigned int firstLayer; unsigned int lastLayer; unsigned int reserved[16]; } HIP_RESOURCE_VIEW_DESC;
enum hipMemcpyKind { hipMemcpyHostToHost = 0, hipMemcpyHostToDevice = 1, hipMemcpyDeviceToHost = 2, hipMemcpyDeviceToDevice = 3, hipMemcpyDefault = 4,
    hipMemcpyDeviceToDeviceNoCU = 1024 };
struct hipPitchedPtr { void* ptr; size_t pitch; size_t xsize; size_t ysize; };
struct hipExtent { size_t width; size_t height; size_t depth; };
struct hipPos { size_t x; size_t y; size_t z; };
struct hipMemcpy3DParms { hipArray_t srcArray; struct hipPos srcPos; struct hipPitchedPtr srcPtr; hipArray_t dstArray; struct hipPos dstPos; struct
    hipPitchedPtr dstPtr; struct hipExtent extent; hipMemcpyKind kind; };
struct HIP_MEMCPY3D { size_t srcXInBytes; size_t srcY; size_t srcZ; size_t srcLOD; hipMemoryType srcMemoryType; const void* srcHost; hipDeviceptr_t
    srcDevice; hipArray_t srcArray; size_t srcPitch; size_t srcHeight; size_t dstXInBytes; size_t dstY; size_t dstZ; size_t dstLOD; hipMemoryType
    dstMemoryType; void* dstHost; hipDeviceptr_t dstDevice; hipArray_t dstArray; size_t dstPitch; size_t dstHeight; size_t WidthInBytes; size_t
    Height; size_t Depth; };
enum hipMemLocationType { hipMemLocationTypeInvalid = 0, hipMemLocationTypeNone = 0, hipMemLocationTypeDevice = 1, hipMemLocationTypeHost = 2,
    hipMemLocationTypeHostNuma = 3, hipMemLocationTypeHostNumaCurrent = 4 };
struct hipMemLocation { hipMemLocationType type; int id; };
enum hipMemcpyFlags { hipMemcpyFlagDefault = 0x0, hipMemcpyFlagPreferOverlapWithCompute = 0x1 };
enum hipMemcpySrcAccessOrder { hipMemcpySrcAccessOrderInvalid = 0x0, hipMemcpySrcAccessOrderStream = 0x1, hipMemcpySrcAccessOrderDuringApiCall = 0x2,
    hipMemcpySrcAccessOrderAny = 0x3, hipMemcpySrcAccessOrderMax = 0x7FFFFFFF };
struct hipMemcpyAttributes { hipMemcpySrcAccessOrder srcAccessOrder; hipMemLocation srcLocHint; hipMemLocation dstLocHint; unsigned int flags; };
enum hipMemcpy3DOperandType { hipMemcpyOperandTypePointer = 0x1, hipMemcpyOperandTypeArray = 0x2, hipMemcpyOperandTypeMax = 0x7FFFFFFF };
struct hipOffset3D { size_t x; size_t y; size_t z; };
struct hipMemcpy3DOperand { hipMemcpy3DOperandType type; union { struct { void* ptr; size_t rowLength; size_t layerHeight; hipMemLocation locHint; }
    ptr; struct { hipArray_t array; hipOffset3D offset; } array; } op; };
struct hipMemcpy3DBatchOp { hipMemcpy3DOperand src; hipMemcpy3DOperand dst; hipExtent extent; hipMemcpySrcAccessOrder srcAccessOrder; unsigned int
    flags; };
struct hipMemcpy3DPeerParms { hipArray_t srcArray; hipPos srcPos; hipPitchedPtr srcPtr; int srcDevice; hipArray_t dstArray; hipPos dstPos;
    hipPitchedPtr dstPtr; int dstDevice; hipExtent extent; };
enum hipFunction_attribute { HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES,
    HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, HIP_FUNC_ATTRIBUTE_NUM_REGS, HIP_FUNC_ATTRIBUTE_PTX_VERSION, HIP_FUNC_ATTRIBUTE_BINARY_VERSION,
    HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA, HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
    HIP_FUNC_ATTRIBUTE_MAX };
enum hipPointer_attribute { HIP_POINTER_ATTRIBUTE_CONTEXT = 1, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, HIP_POINTER_ATTRIBUTE_DEVICE_POINTER,
    HIP_POINTER_ATTRIBUTE_HOST_POINTER, HIP_POINTER_ATTRIBUTE_P2P_TOKENS, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, HIP_POINTER_ATTRIBUTE_BUFFER_ID,
    HIP_POINTER_ATTRIBUTE_IS_MANAGED, HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL, HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE,
    HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR, HIP_POINTER_ATTRIBUTE_RANGE_SIZE, HIP_POINTER_ATTRIBUTE_MAPPED,
    HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE, HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS,
    HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE };
struct X;
struct __hip_texture;
typedef struct __hip_texture* hipTextureObject_t;
enum hipTextureAddressMode { hipAddressModeWrap = 0, hipAddressModeClamp = 1, hipAddressModeMirror = 2, hipAddressModeBorder = 3 };
enum hipTextureFilterMode { hipFilterModePoint = 0, hipFilterModeLinear = 1 };
enum hipTextureReadMode { hipReadModeElementType = 0, hipReadModeNormalizedFloat = 1 };
struct textureReference { int normalized; hipTextureReadMode readMode; hipTextureFilterMode filterMode; hipTextureAddressMode addressMode[3]; struct
    hipChannelFormatDesc channelDesc; int sRGB; unsigned int maxAnisotropy; hipTextureFilterMode mipmapFilterMode; float mipmapLevelBias; float
    minMipmapLevelClamp; float maxMipmapLevelClamp; hipTextureObject_t textureObject; int numChannels; hipArray_Format format; };
struct hipTextureDesc { hipTextureAddressMode addressMode[3]; hipTextureFilterMode filterMode; hipTextureReadMode readMode; int sRGB; float
    borderColor[4]; int normalizedCoords; unsigned int maxAnisotropy; hipTextureFilterMode mipmapFilterMode; float mipmapLevelBias; float
    minMipmapLevelClamp; float maxMipmapLevelClamp; };
typedef textureReference* hipTexRef;
struct __hip_surface;
typedef struct __hip_surface* hipSurfaceObject_t;
struct surfaceReference { hipSurfaceObject_t surfaceObject; };
enum hipSurfaceBoundaryMode { hipBoundaryModeZero = 0, hipBoundaryModeTrap = 1, hipBoundaryModeClamp = 2 };
typedef struct ihipCtx_t* hipCtx_t;
typedef int hipDevice_t;
enum hipDeviceP2PAttr { hipDevP2PAttrPerformanceRank = 0, hipDevP2PAttrAccessSupported, hipDevP2PAttrNativeAtomicSupported,
    hipDevP2PAttrHipArrayAccessSupported };
enum hipDriverEntryPointQueryResult { hipDriverEntryPointSuccess = 0, hipDriverEntryPointSymbolNotFound = 1, hipDriverEntryPointVersionNotSufficent =
    2 };
typedef struct ihipStream_t* hipStream_t;
typedef struct hipIpcMemHandle_st { char reserved[64]; } hipIpcMemHandle_t;
typedef struct hipIpcEventHandle_st { char reserved[64]; } hipIpcEventHandle_t;
typedef struct ihipModule_t* hipModule_t;
typedef struct ihipModuleSymbol_t* hipFunction_t;
typedef struct ihipLinkState_t* hipLinkState_t;
typedef struct ihipLibrary_t* hipLibrary_t;
typedef struct ihipKernel_t* hipKernel_t;
typedef struct ihipMemPoolHandle_t* hipMemPool_t;
struct hipFuncAttributes { int binaryVersion; int cacheModeCA; size_t constSizeBytes; size_t localSizeBytes; int maxDynamicSharedSizeBytes; int
    maxThreadsPerBlock; int numRegs; int preferredShmemCarveout; int ptxVersion; size_t sharedSizeBytes; };
typedef struct ihipEvent_t* hipEvent_t;
enum hipLimit_t { hipLimitStackSize = 0x0, hipLimitPrintfFifoSize = 0x01, hipLimitMallocHeapSize = 0x02, hipExtLimitScratchMin = 0x1000,
    hipExtLimitScratchMax = 0x1001, hipExtLimitScratchCurrent = 0x1002, hipLimitRange };
enum hipStreamBatchMemOpType { hipStreamMemOpWaitValue32 = 0x1, hipStreamMemOpWriteValue32 = 0x2, hipStreamMemOpWaitValue64 = 0x4,
    hipStreamMemOpWriteValue64 = 0x5, hipStreamMemOpBarrier = 0x6, hipStreamMemOpFlushRemoteWrites = 0x3 };
typedef union hipStreamBatchMemOpParams_union { hipStreamBatchMemOpType operation; struct hipStreamMemOpWaitValueParams_t { hipStreamBatchMemOpType
    operation; hipDeviceptr_t address; union { uint32_t value; uint64_t value64; }; unsigned int flags; hipDeviceptr_t alias; } waitValue; struct
    hipStreamMemOpWriteValueParams_t { hipStreamBatchMemOpType operation; hipDeviceptr_t address; union { uint32_t value; uint64_t value64; };
    unsigned int flags; hipDeviceptr_t alias; } writeValue; struct hipStreamMemOpFlushRemoteWritesParams_t { hipStreamBatchMemOpType operation;
    unsigned int flags; } flushRemoteWrites; struct hipStreamMemOpMemoryBarrierParams_t { hipStreamBatchMemOpType operation; unsigned int flags; }
    memoryBarrier; uint64_t pad[6]; } hipStreamBatchMemOpParams;
struct hipBatchMemOpNodeParams { hipCtx_t ctx; unsigned int count; hipStreamBatchMemOpParams* paramArray; unsigned int flags; };
enum hipMemoryAdvise { hipMemAdviseSetReadMostly = 1, hipMemAdviseUnsetReadMostly = 2, hipMemAdviseSetPreferredLocation = 3,
    hipMemAdviseUnsetPreferredLocation = 4, hipMemAdviseSetAccessedBy = 5, hipMemAdviseUnsetAccessedBy = 6, hipMemAdviseSetCoarseGrain = 100,
    hipMemAdviseUnsetCoarseGrain = 101 };
enum hipMemRangeCoherencyMode { hipMemRangeCoherencyModeFineGrain = 0, hipMemRangeCoherencyModeCoarseGrain = 1, hipMemRangeCoherencyModeIndeterminate
    = 2 };
enum hipMemRangeAttribute { hipMemRangeAttributeReadMostly = 1, hipMemRangeAttributePreferredLocation = 2, hipMemRangeAttributeAccessedBy = 3,
    hipMemRangeAttributeLastPrefetchLocation = 4, hipMemRangeAttributeCoherencyMode = 100, };
enum hipMemPoolAttr { hipMemPoolReuseFollowEventDependencies = 0x1, hipMemPoolReuseAllowOpportunistic = 0x2, hipMemPoolReuseAllowInternalDependencies
    = 0x3, hipMemPoolAttrReleaseThreshold = 0x4, hipMemPoolAttrReservedMemCurrent = 0x5, hipMemPoolAttrReservedMemHigh = 0x6,
    hipMemPoolAttrUsedMemCurrent = 0x7, hipMemPoolAttrUsedMemHigh = 0x8 };
enum hipMemAccessFlags { hipMemAccessFlagsProtNone = 0, hipMemAccessFlagsProtRead = 1, hipMemAccessFlagsProtReadWrite = 3 };
struct hipMemAccessDesc { hipMemLocation location; hipMemAccessFlags flags; };
enum hipMemAllocationType { hipMemAllocationTypeInvalid = 0x0, hipMemAllocationTypePinned = 0x1, hipMemAllocationTypeUncached = 0x40000000,
    hipMemAllocationTypeMax = 0x7FFFFFFF };
enum hipMemAllocationHandleType { hipMemHandleTypeNone = 0x0, hipMemHandleTypePosixFileDescriptor = 0x1, hipMemHandleTypeWin32 = 0x2,
    hipMemHandleTypeWin32Kmt = 0x4 };
struct hipMemPoolProps { hipMemAllocationType allocType; hipMemAllocationHandleType handleTypes; hipMemLocation location; void*
    win32SecurityAttributes; size_t maxSize; unsigned char reserved[56]; };
struct hipMemPoolPtrExportData { unsigned char reserved[64]; };
enum hipFuncAttribute { hipFuncAttributeMaxDynamicSharedMemorySize = 8, hipFuncAttributePreferredSharedMemoryCarveout = 9, hipFuncAttributeMax };
enum hipFuncCache_t { hipFuncCachePreferNone, hipFuncCachePreferShared, hipFuncCachePreferL1, hipFuncCachePreferEqual, };
enum hipSharedMemConfig { hipSharedMemBankSizeDefault, hipSharedMemBankSizeFourByte, hipSharedMemBankSizeEightByte };
typedef struct hipLaunchParams_t { void* func; dim3 gridDim; dim3 blockDim; void** args; size_t sharedMem; hipStream_t stream; } hipLaunchParams;
typedef struct hipFunctionLaunchParams_t { hipFunction_t function; unsigned int gridDimX; unsigned int gridDimY; unsigned int gridDimZ; unsigned int
    blockDimX; unsigned int blockDimY; unsigned int blockDimZ; unsigned int sharedMemBytes; hipStream_t hStream; void** kernelParams; }
    hipFunctionLaunchParams;
typedef enum hipExternalMemoryHandleType_enum { hipExternalMemoryHandleTypeOpaqueFd = 1, hipExternalMemoryHandleTypeOpaqueWin32 = 2,
    hipExternalMemoryHandleTypeOpaqueWin32Kmt = 3, hipExternalMemoryHandleTypeD3D12Heap = 4, hipExternalMemoryHandleTypeD3D12Resource = 5,
    hipExternalMemoryHandleTypeD3D11Resource = 6, hipExternalMemoryHandleTypeD3D11ResourceKmt = 7, hipExternalMemoryHandleTypeNvSciBuf = 8 }
    hipExternalMemoryHandleType;
typedef struct hipExternalMemoryHandleDesc_st { hipExternalMemoryHandleType type; union { int fd; struct { void* handle; const void* name; } win32;
    const void* nvSciBufObject; } handle; unsigned long long size; unsigned int flags; unsigned int reserved[16]; } hipExternalMemoryHandleDesc;
typedef struct hipExternalMemoryBufferDesc_st { unsigned long long offset; unsigned long long size; unsigned int flags; unsigned int reserved[16]; }
    hipExternalMemoryBufferDesc;
typedef struct hipExternalMemoryMipmappedArrayDesc_st { unsigned long long offset; hipChannelFormatDesc formatDesc; hipExtent extent; unsigned int
    flags; unsigned int numLevels; } hipExternalMemoryMipmappedArrayDesc;
typedef void* hipExternalMemory_t;
typedef enum hipExternalSemaphoreHandleType_enum { hipExternalSemaphoreHandleTypeOpaqueFd = 1, hipExternalSemaphoreHandleTypeOpaqueWin32 = 2,
    hipExternalSemaphoreHandleTypeOpaqueWin32Kmt = 3, hipExternalSemaphoreHandleTypeD3D12Fence = 4, hipExternalSemaphoreHandleTypeD3D11Fence = 5,
    hipExternalSemaphoreHandleTypeNvSciSync = 6, hipExternalSemaphoreHandleTypeKeyedMutex = 7, hipExternalSemaphoreHandleTypeKeyedMutexKmt = 8,
    hipExternalSemaphoreHandleTypeTimelineSemaphoreFd = 9, hipExternalSemaphoreHandleTypeTimelineSemaphoreWin32 = 10 } hipExternalSemaphoreHandleType;
typedef struct hipExternalSemaphoreHandleDesc_st { hipExternalSemaphoreHandleType type; union { int fd; struct { void* handle; const void* name; }
    win32; const void* NvSciSyncObj; } handle; unsigned int flags; unsigned int reserved[16]; } hipExternalSemaphoreHandleDesc;
typedef void* hipExternalSemaphore_t;
typedef struct hipExternalSemaphoreSignalParams_st { struct { struct { unsigned long long value; } fence; union { void* fence; unsigned long long
    reserved; } nvSciSync; struct { unsigned long long key; } keyedMutex; unsigned int reserved[12]; } params; unsigned int flags; unsigned int
    reserved[16]; } hipExternalSemaphoreSignalParams;
typedef struct hipExternalSemaphoreWaitParams_st { struct { struct { unsigned long long value; } fence; union { void* fence; unsigned long long
    reserved; } nvSciSync; struct { unsigned long long key; unsigned int timeoutMs; } keyedMutex; unsigned int reserved[10]; } params; unsigned int
    flags; unsigned int reserved[16]; } hipExternalSemaphoreWaitParams;
enum hipGraphicsRegisterFlags { hipGraphicsRegisterFlagsNone = 0, hipGraphicsRegisterFlagsReadOnly = 1, hipGraphicsRegisterFlagsWriteDiscard = 2,
    hipGraphicsRegisterFlagsSurfaceLoadStore = 4, hipGraphicsRegisterFlagsTextureGather = 8 };
typedef struct _hipGraphicsResource hipGraphicsResource;
typedef hipGraphicsResource* hipGraphicsResource_t;
typedef struct ihipGraph* hipGraph_t;
typedef struct hipGraphNode* hipGraphNode_t;
typedef struct hipGraphExec* hipGraphExec_t;
typedef struct hipUserObject* hipUserObject_t;
enum hipGraphNodeType { hipGraphNodeTypeKernel = 0, hipGraphNodeTypeMemcpy = 1, hipGraphNodeTypeMemset = 2, hipGraphNodeTypeHost = 3,
    hipGraphNodeTypeGraph = 4, hipGraphNodeTypeEmpty = 5, hipGraphNodeTypeWaitEvent = 6, hipGraphNodeTypeEventRecord = 7,
    hipGraphNodeTypeExtSemaphoreSignal = 8, hipGraphNodeTypeExtSemaphoreWait = 9, hipGraphNodeTypeMemAlloc = 10, hipGraphNodeTypeMemFree = 11,
    hipGraphNodeTypeMemcpyFromSymbol = 12, hipGraphNodeTypeMemcpyToSymbol = 13, hipGraphNodeTypeBatchMemOp = 14, hipGraphNodeTypeCount };
typedef void (*hipHostFn_t)(void* userData);
struct hipHostNodeParams { hipHostFn_t fn; void* userData; };
struct hipKernelNodeParams { dim3 blockDim; void** extra; void* func; dim3 gridDim; void** kernelParams; unsigned int sharedMemBytes; };
struct hipMemsetParams { void* dst; unsigned int elementSize; size_t height; size_t pitch; unsigned int value; size_t width; };
struct hipMemAllocNodeParams { hipMemPoolProps poolProps; const hipMemAccessDesc* accessDescs; size_t accessDescCount; size_t bytesize; void* dptr; };
enum hipAccessProperty { hipAccessPropertyNormal = 0, hipAccessPropertyStreaming = 1, hipAccessPropertyPersisting = 2, };
struct hipAccessPolicyWindow { void* base_ptr; hipAccessProperty hitProp; float hitRatio; hipAccessProperty missProp; size_t num_bytes; };
struct hipLaunchMemSyncDomainMap { unsigned char default_; unsigned char remote; };
enum hipLaunchMemSyncDomain { hipLaunchMemSyncDomainDefault = 0, hipLaunchMemSyncDomainRemote = 1 };
enum hipSynchronizationPolicy { hipSyncPolicyAuto = 1, hipSyncPolicySpin = 2, hipSyncPolicyYield = 3, hipSyncPolicyBlockingSync = 4 };
enum hipLaunchAttributeID { hipLaunchAttributeAccessPolicyWindow = 1, hipLaunchAttributeCooperative = 2, hipLaunchAttributeSynchronizationPolicy = 3,
    hipLaunchAttributePriority = 8, hipLaunchAttributeMemSyncDomainMap = 9, hipLaunchAttributeMemSyncDomain = 10, hipLaunchAttributeMax };
typedef union hipLaunchAttributeValue { char pad[64]; hipAccessPolicyWindow accessPolicyWindow; int cooperative; int priority;
    hipSynchronizationPolicy syncPolicy; hipLaunchMemSyncDomainMap memSyncDomainMap; hipLaunchMemSyncDomain memSyncDomain; } hipLaunchAttributeValue;
enum hipGraphExecUpdateResult { hipGraphExecUpdateSuccess = 0x0, hipGraphExecUpdateError = 0x1, hipGraphExecUpdateErrorTopologyChanged = 0x2,
    hipGraphExecUpdateErrorNodeTypeChanged = 0x3, hipGraphExecUpdateErrorFunctionChanged = 0x4, hipGraphExecUpdateErrorParametersChanged = 0x5,
    hipGraphExecUpdateErrorNotSupported = 0x6, hipGraphExecUpdateErrorUnsupportedFunctionChange = 0x7 };
enum hipStreamCaptureMode { hipStreamCaptureModeGlobal = 0, hipStreamCaptureModeThreadLocal, hipStreamCaptureModeRelaxed };
enum hipStreamCaptureStatus { hipStreamCaptureStatusNone = 0, hipStreamCaptureStatusActive, hipStreamCaptureStatusInvalidated };
enum hipStreamUpdateCaptureDependenciesFlags { hipStreamAddCaptureDependencies = 0, hipStreamSetCaptureDependencies, };
enum hipGraphMemAttributeType { hipGraphMemAttrUsedMemCurrent = 0, hipGraphMemAttrUsedMemHigh, hipGraphMemAttrReservedMemCurrent,
    hipGraphMemAttrReservedMemHigh, };
enum hipUserObjectFlags { hipUserObjectNoDestructorSync = 0x1 };
enum hipUserObjectRetainFlags { hipGraphUserObjectMove = 0x1 };
enum hipGraphInstantiateFlags { hipGraphInstantiateFlagAutoFreeOnLaunch = 1, hipGraphInstantiateFlagUpload = 2, hipGraphInstantiateFlagDeviceLaunch =
    4, hipGraphInstantiateFlagUseNodePriority = 8, };
enum hipGraphDebugDotFlags { hipGraphDebugDotFlagsVerbose = 1 << 0, hipGraphDebugDotFlagsKernelNodeParams = 1 << 2,
    hipGraphDebugDotFlagsMemcpyNodeParams = 1 << 3, hipGraphDebugDotFlagsMemsetNodeParams = 1 << 4, hipGraphDebugDotFlagsHostNodeParams = 1 << 5,
    hipGraphDebugDotFlagsEventNodeParams = 1 << 6, hipGraphDebugDotFlagsExtSemasSignalNodeParams = 1 << 7, hipGraphDebugDotFlagsExtSemasWaitNodeParams
    = 1 << 8, hipGraphDebugDotFlagsKernelNodeAttributes = 1 << 9, hipGraphDebugDotFlagsHandles = 1 << 10 };
enum hipGraphInstantiateResult { hipGraphInstantiateSuccess = 0, hipGraphInstantiateError = 1, hipGraphInstantiateInvalidStructure = 2,
    hipGraphInstantiateNodeOperationNotSupported = 3, hipGraphInstantiateMultipleDevicesNotSupported = 4, };
struct hipGraphInstantiateParams { hipGraphNode_t errNode_out; unsigned long long flags; hipGraphInstantiateResult result_out; hipStream_t
    uploadStream; };
struct hipMemAllocationProp { hipMemAllocationType type; union { hipMemAllocationHandleType requestedHandleType; hipMemAllocationHandleType
    requestedHandleTypes; }; hipMemLocation location; void* win32HandleMetaData; struct { unsigned char compressionType; unsigned char
    gpuDirectRDMACapable; unsigned short usage; } allocFlags; };
struct hipExternalSemaphoreSignalNodeParams { hipExternalSemaphore_t* extSemArray; const hipExternalSemaphoreSignalParams* paramsArray; unsigned int
    numExtSems; };
struct hipExternalSemaphoreWaitNodeParams { hipExternalSemaphore_t* extSemArray; const hipExternalSemaphoreWaitParams* paramsArray; unsigned int
    numExtSems; };
typedef struct ihipMemGenericAllocationHandle* hipMemGenericAllocationHandle_t;
enum hipMemAllocationGranularity_flags { hipMemAllocationGranularityMinimum = 0x0, hipMemAllocationGranularityRecommended = 0x1 };
enum hipMemHandleType { hipMemHandleTypeGeneric = 0x0 };
enum hipMemOperationType { hipMemOperationTypeMap = 0x1, hipMemOperationTypeUnmap = 0x2 };
enum hipArraySparseSubresourceType { hipArraySparseSubresourceTypeSparseLevel = 0x0, hipArraySparseSubresourceTypeMiptail = 0x1 };
struct hipArrayMapInfo { hipResourceType resourceType; union { hipMipmappedArray mipmap; hipArray_t array; } resource; hipArraySparseSubresourceType
    subresourceType; union { struct { unsigned int level; unsigned int layer; unsigned int offsetX; unsigned int offsetY; unsigned int offsetZ;
    unsigned int extentWidth; unsigned int extentHeight; unsigned int extentDepth; } sparseLevel; struct { unsigned int layer; unsigned long long
    offset; unsigned long long size; } miptail; } subresource; hipMemOperationType memOperationType; hipMemHandleType memHandleType; union {
    hipMemGenericAllocationHandle_t memHandle; } memHandle; unsigned long long offset; unsigned int deviceBitMask; unsigned int flags; unsigned int
    reserved[2]; };
struct hipMemcpyNodeParams { int flags; int reserved[3]; hipMemcpy3DParms copyParams; };
struct hipChildGraphNodeParams { hipGraph_t graph; };
struct hipEventWaitNodeParams { hipEvent_t event; };
struct hipEventRecordNodeParams { hipEvent_t event; };
struct hipMemFreeNodeParams { void* dptr; };
struct hipGraphNodeParams { hipGraphNodeType type; int reserved0[3]; union { long long reserved1[29]; hipKernelNodeParams kernel; hipMemcpyNodeParams
    memcpy; hipMemsetParams memset; hipHostNodeParams host; hipChildGraphNodeParams graph; hipEventWaitNodeParams eventWait; hipEventRecordNodeParams
    eventRecord; hipExternalSemaphoreSignalNodeParams extSemSignal; hipExternalSemaphoreWaitNodeParams extSemWait; hipMemAllocNodeParams alloc;
    hipMemFreeNodeParams free; }; long long reserved2; };
enum hipGraphDependencyType { hipGraphDependencyTypeDefault = 0, hipGraphDependencyTypeProgrammatic = 1 };
struct hipGraphEdgeData { unsigned char from_port; unsigned char reserved[5]; unsigned char to_port; unsigned char type; };
typedef struct hipLaunchAttribute_st { hipLaunchAttributeID id; char pad[8 - sizeof(hipLaunchAttributeID)]; union { hipLaunchAttributeValue val;
    hipLaunchAttributeValue value; }; } hipLaunchAttribute;
typedef struct hipLaunchConfig_st { dim3 gridDim; dim3 blockDim; size_t dynamicSmemBytes; hipStream_t stream; hipLaunchAttribute* attrs; unsigned int
    numAttrs; } hipLaunchConfig_t;
typedef struct HIP_LAUNCH_CONFIG_st { unsigned int gridDimX; unsigned int gridDimY; unsigned int gridDimZ; unsigned int blockDimX; unsigned int
    blockDimY; unsigned int blockDimZ; unsigned int sharedMemBytes; hipStream_t hStream; hipLaunchAttribute* attrs; unsigned int numAttrs; }
    HIP_LAUNCH_CONFIG;
enum hipMemRangeHandleType { hipMemRangeHandleTypeDmaBufFd = 0x1, hipMemRangeHandleTypeMax = 0x7fffffff };
enum hipMemRangeFlags { hipMemRangeFlagDmaBufMappingTypePcie = 0x1, hipMemRangeFlagsMax = 0x7fffffff };
typedef void (*hipStreamCallback_t)(hipStream_t stream, hipError_t status, void* userData);
