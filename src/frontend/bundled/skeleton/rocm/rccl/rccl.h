// SPDX-License-Identifier: Apache-2.0
// RCCL.
#pragma once
#include <hip/hip_runtime_api.h>
#define NCCL_MAJOR 2
#define NCCL_MINOR 26
#define NCCL_PATCH 6
#define NCCL_SUFFIX ""
#define NCCL_VERSION_CODE 22606
#define NCCL_VERSION(X, Y, Z) ((X) * 10000 + (Y) * 100 + (Z))
#define RCCL_FLOAT8 1
#define NCCL_UNIQUE_ID_BYTES 128
typedef struct ncclComm *ncclComm_t;
typedef struct { char internal[NCCL_UNIQUE_ID_BYTES]; } ncclUniqueId;
enum ncclResult_t { ncclSuccess, ncclUnhandledCudaError, ncclSystemError, ncclInternalError, ncclInvalidArgument, ncclInvalidUsage, ncclRemoteError, ncclInProgress, ncclNumResults };
enum ncclRedOp_t { ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg, ncclNumOps };
enum ncclDataType_t { ncclChar = 0, ncclInt8 = 0, ncclUint8 = 1, ncclInt32 = 2, ncclInt = 2, ncclUint32 = 3, ncclInt64 = 4, ncclUint64 = 5, ncclFloat16 = 6, ncclHalf = 6, ncclFloat32 = 7, ncclFloat = 7, ncclFloat64 = 8, ncclDouble = 8, ncclBfloat16 = 9, ncclFloat8e4m3 = 10, ncclFloat8e5m2 = 11, ncclNumTypes = 12 };
struct ncclConfig_t { size_t size; unsigned int magic, version; int blocking, cgaClusterSize, minCTAs, maxCTAs; const char *netName; int splitShare; };
#define NCCL_CONFIG_INITIALIZER {}
extern "C" {
ncclResult_t ncclGetVersion(int *); ncclResult_t ncclGetUniqueId(ncclUniqueId *); ncclResult_t ncclCommInitRank(ncclComm_t *, int, ncclUniqueId, int); ncclResult_t ncclCommInitAll(ncclComm_t *, int, const int *); ncclResult_t ncclCommInitRankConfig(ncclComm_t *, int, ncclUniqueId, int, ncclConfig_t *); ncclResult_t ncclCommSplit(ncclComm_t, int, int, ncclComm_t *, ncclConfig_t *); ncclResult_t ncclCommDestroy(ncclComm_t); ncclResult_t ncclCommAbort(ncclComm_t); ncclResult_t ncclCommFinalize(ncclComm_t);
const char *ncclGetErrorString(ncclResult_t); const char *ncclGetLastError(ncclComm_t); ncclResult_t ncclCommGetAsyncError(ncclComm_t, ncclResult_t *); ncclResult_t ncclCommCount(const ncclComm_t, int *); ncclResult_t ncclCommUserRank(const ncclComm_t, int *); ncclResult_t ncclCommCuDevice(const ncclComm_t, int *); ncclResult_t ncclGroupStart(); ncclResult_t ncclGroupEnd(); ncclResult_t ncclMemAlloc(void **, size_t); ncclResult_t ncclMemFree(void *);
ncclResult_t ncclAllReduce(const void *, void *, size_t, ncclDataType_t, ncclRedOp_t, ncclComm_t, hipStream_t); ncclResult_t ncclReduce(const void *, void *, size_t, ncclDataType_t, ncclRedOp_t, int, ncclComm_t, hipStream_t); ncclResult_t ncclBroadcast(const void *, void *, size_t, ncclDataType_t, int, ncclComm_t, hipStream_t); ncclResult_t ncclBcast(void *, size_t, ncclDataType_t, int, ncclComm_t, hipStream_t); ncclResult_t ncclReduceScatter(const void *, void *, size_t, ncclDataType_t, ncclRedOp_t, ncclComm_t, hipStream_t); ncclResult_t ncclAllGather(const void *, void *, size_t, ncclDataType_t, ncclComm_t, hipStream_t); ncclResult_t ncclSend(const void *, size_t, ncclDataType_t, int, ncclComm_t, hipStream_t); ncclResult_t ncclRecv(void *, size_t, ncclDataType_t, int, ncclComm_t, hipStream_t); ncclResult_t ncclAllToAll(const void *, void *, size_t, ncclDataType_t, ncclComm_t, hipStream_t); ncclResult_t ncclGather(const void *, void *, size_t, ncclDataType_t, int, ncclComm_t, hipStream_t); ncclResult_t ncclScatter(const void *, void *, size_t, ncclDataType_t, int, ncclComm_t, hipStream_t);
}
