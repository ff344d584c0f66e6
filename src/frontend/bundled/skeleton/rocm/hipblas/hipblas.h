// SPDX-License-Identifier: Apache-2.0
// hipBLAS. The routines take their arguments as they come: only the handle is typed.
#pragma once
#include <hip/hip_runtime_api.h>
#include <hip/hip_complex.h>
#include <hip/library_types.h>
typedef void *hipblasHandle_t;
typedef uint16_t hipblasHalf;
typedef int8_t hipblasInt8;
typedef int64_t hipblasStride;
typedef struct hipblasBfloat16 { uint16_t data; } hipblasBfloat16;
typedef hipFloatComplex hipblasComplex;
typedef hipDoubleComplex hipblasDoubleComplex;
enum hipblasStatus_t { HIPBLAS_STATUS_SUCCESS, HIPBLAS_STATUS_NOT_INITIALIZED, HIPBLAS_STATUS_ALLOC_FAILED, HIPBLAS_STATUS_INVALID_VALUE, HIPBLAS_STATUS_MAPPING_ERROR, HIPBLAS_STATUS_EXECUTION_FAILED, HIPBLAS_STATUS_INTERNAL_ERROR, HIPBLAS_STATUS_NOT_SUPPORTED, HIPBLAS_STATUS_ARCH_MISMATCH, HIPBLAS_STATUS_HANDLE_IS_NULLPTR, HIPBLAS_STATUS_INVALID_ENUM, HIPBLAS_STATUS_UNKNOWN };
enum hipblasOperation_t { HIPBLAS_OP_N = 111, HIPBLAS_OP_T = 112, HIPBLAS_OP_C = 113 };
enum hipblasPointerMode_t { HIPBLAS_POINTER_MODE_HOST, HIPBLAS_POINTER_MODE_DEVICE };
enum hipblasFillMode_t { HIPBLAS_FILL_MODE_UPPER = 121, HIPBLAS_FILL_MODE_LOWER = 122, HIPBLAS_FILL_MODE_FULL = 123 };
enum hipblasDiagType_t { HIPBLAS_DIAG_NON_UNIT = 131, HIPBLAS_DIAG_UNIT = 132 };
enum hipblasSideMode_t { HIPBLAS_SIDE_LEFT = 141, HIPBLAS_SIDE_RIGHT = 142, HIPBLAS_SIDE_BOTH = 143 };
enum hipblasGemmAlgo_t { HIPBLAS_GEMM_DEFAULT = 160 };
enum hipblasAtomicsMode_t { HIPBLAS_ATOMICS_NOT_ALLOWED, HIPBLAS_ATOMICS_ALLOWED };
enum hipblasMath_t { HIPBLAS_DEFAULT_MATH, HIPBLAS_XF32_XDL_MATH, HIPBLAS_PEDANTIC_MATH, HIPBLAS_TF32_TENSOR_OP_MATH, HIPBLAS_TENSOR_OP_MATH };
enum hipblasDatatype_t { HIPBLAS_R_16F = 150, HIPBLAS_R_32F = 151, HIPBLAS_R_64F = 152, HIPBLAS_C_16F = 153, HIPBLAS_C_32F = 154, HIPBLAS_C_64F = 155, HIPBLAS_R_8I = 160, HIPBLAS_R_8U = 161, HIPBLAS_R_32I = 162, HIPBLAS_R_32U = 163, HIPBLAS_R_16B = 168, HIPBLAS_C_16B = 169 };
enum hipblasComputeType_t { HIPBLAS_COMPUTE_16F, HIPBLAS_COMPUTE_16F_PEDANTIC, HIPBLAS_COMPUTE_32F, HIPBLAS_COMPUTE_32F_PEDANTIC, HIPBLAS_COMPUTE_32F_FAST_16F, HIPBLAS_COMPUTE_32F_FAST_16BF, HIPBLAS_COMPUTE_32F_FAST_TF32, HIPBLAS_COMPUTE_64F, HIPBLAS_COMPUTE_64F_PEDANTIC, HIPBLAS_COMPUTE_32I, HIPBLAS_COMPUTE_32I_PEDANTIC };
extern "C" {
hipblasStatus_t hipblasCreate(hipblasHandle_t *); hipblasStatus_t hipblasDestroy(hipblasHandle_t); hipblasStatus_t hipblasSetStream(hipblasHandle_t, hipStream_t); hipblasStatus_t hipblasGetStream(hipblasHandle_t, hipStream_t *);
hipblasStatus_t hipblasSetPointerMode(hipblasHandle_t, hipblasPointerMode_t); hipblasStatus_t hipblasGetPointerMode(hipblasHandle_t, hipblasPointerMode_t *); hipblasStatus_t hipblasSetMathMode(hipblasHandle_t, hipblasMath_t); hipblasStatus_t hipblasGetMathMode(hipblasHandle_t, hipblasMath_t *);
hipblasStatus_t hipblasSetAtomicsMode(hipblasHandle_t, hipblasAtomicsMode_t); hipblasStatus_t hipblasSetWorkspace(hipblasHandle_t, void *, size_t); const char *hipblasStatusToString(hipblasStatus_t);
hipblasStatus_t hipblasSetVector(int, int, const void *, int, void *, int); hipblasStatus_t hipblasGetVector(int, int, const void *, int, void *, int); hipblasStatus_t hipblasSetMatrix(int, int, int, const void *, int, void *, int); hipblasStatus_t hipblasGetMatrix(int, int, int, const void *, int, void *, int);
hipblasStatus_t hipblasSetVectorAsync(int, int, const void *, int, void *, int, hipStream_t); hipblasStatus_t hipblasGetVectorAsync(int, int, const void *, int, void *, int, hipStream_t); hipblasStatus_t hipblasSetMatrixAsync(int, int, int, const void *, int, void *, int, hipStream_t); hipblasStatus_t hipblasGetMatrixAsync(int, int, int, const void *, int, void *, int, hipStream_t);
hipblasStatus_t hipblasSgemm(hipblasHandle_t, ...); hipblasStatus_t hipblasDgemm(hipblasHandle_t, ...); hipblasStatus_t hipblasCgemm(hipblasHandle_t, ...); hipblasStatus_t hipblasZgemm(hipblasHandle_t, ...);
hipblasStatus_t hipblasSgemmBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasDgemmBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasCgemmBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasZgemmBatched(hipblasHandle_t, ...);
hipblasStatus_t hipblasSgemmStridedBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasDgemmStridedBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasCgemmStridedBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasZgemmStridedBatched(hipblasHandle_t, ...);
hipblasStatus_t hipblasStrsm(hipblasHandle_t, ...); hipblasStatus_t hipblasDtrsm(hipblasHandle_t, ...); hipblasStatus_t hipblasCtrsm(hipblasHandle_t, ...); hipblasStatus_t hipblasZtrsm(hipblasHandle_t, ...);
hipblasStatus_t hipblasStrsmBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasDtrsmBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasCtrsmBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasZtrsmBatched(hipblasHandle_t, ...);
hipblasStatus_t hipblasStrsmStridedBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasDtrsmStridedBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasCtrsmStridedBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasZtrsmStridedBatched(hipblasHandle_t, ...);
hipblasStatus_t hipblasStrmm(hipblasHandle_t, ...); hipblasStatus_t hipblasDtrmm(hipblasHandle_t, ...); hipblasStatus_t hipblasCtrmm(hipblasHandle_t, ...); hipblasStatus_t hipblasZtrmm(hipblasHandle_t, ...);
hipblasStatus_t hipblasSsyrk(hipblasHandle_t, ...); hipblasStatus_t hipblasDsyrk(hipblasHandle_t, ...); hipblasStatus_t hipblasCsyrk(hipblasHandle_t, ...); hipblasStatus_t hipblasZsyrk(hipblasHandle_t, ...);
hipblasStatus_t hipblasSsyr2k(hipblasHandle_t, ...); hipblasStatus_t hipblasDsyr2k(hipblasHandle_t, ...); hipblasStatus_t hipblasCsyr2k(hipblasHandle_t, ...); hipblasStatus_t hipblasZsyr2k(hipblasHandle_t, ...);
hipblasStatus_t hipblasSsymm(hipblasHandle_t, ...); hipblasStatus_t hipblasDsymm(hipblasHandle_t, ...); hipblasStatus_t hipblasCsymm(hipblasHandle_t, ...); hipblasStatus_t hipblasZsymm(hipblasHandle_t, ...);
hipblasStatus_t hipblasSgeam(hipblasHandle_t, ...); hipblasStatus_t hipblasDgeam(hipblasHandle_t, ...); hipblasStatus_t hipblasCgeam(hipblasHandle_t, ...); hipblasStatus_t hipblasZgeam(hipblasHandle_t, ...);
hipblasStatus_t hipblasSdgmm(hipblasHandle_t, ...); hipblasStatus_t hipblasDdgmm(hipblasHandle_t, ...); hipblasStatus_t hipblasCdgmm(hipblasHandle_t, ...); hipblasStatus_t hipblasZdgmm(hipblasHandle_t, ...);
hipblasStatus_t hipblasSgetrfBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasDgetrfBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasCgetrfBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasZgetrfBatched(hipblasHandle_t, ...);
hipblasStatus_t hipblasSgetriBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasDgetriBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasCgetriBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasZgetriBatched(hipblasHandle_t, ...);
hipblasStatus_t hipblasSgetrsBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasDgetrsBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasCgetrsBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasZgetrsBatched(hipblasHandle_t, ...);
hipblasStatus_t hipblasSgeqrfBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasDgeqrfBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasCgeqrfBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasZgeqrfBatched(hipblasHandle_t, ...);
hipblasStatus_t hipblasSmatinvBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasDmatinvBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasCmatinvBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasZmatinvBatched(hipblasHandle_t, ...);
hipblasStatus_t hipblasSgetrf(hipblasHandle_t, ...); hipblasStatus_t hipblasDgetrf(hipblasHandle_t, ...); hipblasStatus_t hipblasCgetrf(hipblasHandle_t, ...); hipblasStatus_t hipblasZgetrf(hipblasHandle_t, ...);
hipblasStatus_t hipblasSgetrs(hipblasHandle_t, ...); hipblasStatus_t hipblasDgetrs(hipblasHandle_t, ...); hipblasStatus_t hipblasCgetrs(hipblasHandle_t, ...); hipblasStatus_t hipblasZgetrs(hipblasHandle_t, ...);
hipblasStatus_t hipblasSgemv(hipblasHandle_t, ...); hipblasStatus_t hipblasDgemv(hipblasHandle_t, ...); hipblasStatus_t hipblasCgemv(hipblasHandle_t, ...); hipblasStatus_t hipblasZgemv(hipblasHandle_t, ...);
hipblasStatus_t hipblasSgemvBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasDgemvBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasCgemvBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasZgemvBatched(hipblasHandle_t, ...);
hipblasStatus_t hipblasSgemvStridedBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasDgemvStridedBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasCgemvStridedBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasZgemvStridedBatched(hipblasHandle_t, ...);
hipblasStatus_t hipblasSsymv(hipblasHandle_t, ...); hipblasStatus_t hipblasDsymv(hipblasHandle_t, ...); hipblasStatus_t hipblasCsymv(hipblasHandle_t, ...); hipblasStatus_t hipblasZsymv(hipblasHandle_t, ...);
hipblasStatus_t hipblasStrmv(hipblasHandle_t, ...); hipblasStatus_t hipblasDtrmv(hipblasHandle_t, ...); hipblasStatus_t hipblasCtrmv(hipblasHandle_t, ...); hipblasStatus_t hipblasZtrmv(hipblasHandle_t, ...);
hipblasStatus_t hipblasStrsv(hipblasHandle_t, ...); hipblasStatus_t hipblasDtrsv(hipblasHandle_t, ...); hipblasStatus_t hipblasCtrsv(hipblasHandle_t, ...); hipblasStatus_t hipblasZtrsv(hipblasHandle_t, ...);
hipblasStatus_t hipblasSgbmv(hipblasHandle_t, ...); hipblasStatus_t hipblasDgbmv(hipblasHandle_t, ...); hipblasStatus_t hipblasCgbmv(hipblasHandle_t, ...); hipblasStatus_t hipblasZgbmv(hipblasHandle_t, ...);
hipblasStatus_t hipblasSsbmv(hipblasHandle_t, ...); hipblasStatus_t hipblasDsbmv(hipblasHandle_t, ...); hipblasStatus_t hipblasCsbmv(hipblasHandle_t, ...); hipblasStatus_t hipblasZsbmv(hipblasHandle_t, ...);
hipblasStatus_t hipblasSsyr(hipblasHandle_t, ...); hipblasStatus_t hipblasDsyr(hipblasHandle_t, ...); hipblasStatus_t hipblasCsyr(hipblasHandle_t, ...); hipblasStatus_t hipblasZsyr(hipblasHandle_t, ...);
hipblasStatus_t hipblasSsyr2(hipblasHandle_t, ...); hipblasStatus_t hipblasDsyr2(hipblasHandle_t, ...); hipblasStatus_t hipblasCsyr2(hipblasHandle_t, ...); hipblasStatus_t hipblasZsyr2(hipblasHandle_t, ...);
hipblasStatus_t hipblasSaxpy(hipblasHandle_t, ...); hipblasStatus_t hipblasDaxpy(hipblasHandle_t, ...); hipblasStatus_t hipblasCaxpy(hipblasHandle_t, ...); hipblasStatus_t hipblasZaxpy(hipblasHandle_t, ...);
hipblasStatus_t hipblasSscal(hipblasHandle_t, ...); hipblasStatus_t hipblasDscal(hipblasHandle_t, ...); hipblasStatus_t hipblasCscal(hipblasHandle_t, ...); hipblasStatus_t hipblasZscal(hipblasHandle_t, ...);
hipblasStatus_t hipblasScopy(hipblasHandle_t, ...); hipblasStatus_t hipblasDcopy(hipblasHandle_t, ...); hipblasStatus_t hipblasCcopy(hipblasHandle_t, ...); hipblasStatus_t hipblasZcopy(hipblasHandle_t, ...);
hipblasStatus_t hipblasSswap(hipblasHandle_t, ...); hipblasStatus_t hipblasDswap(hipblasHandle_t, ...); hipblasStatus_t hipblasCswap(hipblasHandle_t, ...); hipblasStatus_t hipblasZswap(hipblasHandle_t, ...);
hipblasStatus_t hipblasSrot(hipblasHandle_t, ...); hipblasStatus_t hipblasDrot(hipblasHandle_t, ...); hipblasStatus_t hipblasCrot(hipblasHandle_t, ...); hipblasStatus_t hipblasZrot(hipblasHandle_t, ...);
hipblasStatus_t hipblasSrotg(hipblasHandle_t, ...); hipblasStatus_t hipblasDrotg(hipblasHandle_t, ...); hipblasStatus_t hipblasCrotg(hipblasHandle_t, ...); hipblasStatus_t hipblasZrotg(hipblasHandle_t, ...);
hipblasStatus_t hipblasSaxpyBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasDaxpyBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasCaxpyBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasZaxpyBatched(hipblasHandle_t, ...);
hipblasStatus_t hipblasSdot(hipblasHandle_t, ...); hipblasStatus_t hipblasDdot(hipblasHandle_t, ...); hipblasStatus_t hipblasCdotu(hipblasHandle_t, ...); hipblasStatus_t hipblasCdotc(hipblasHandle_t, ...);
hipblasStatus_t hipblasZdotu(hipblasHandle_t, ...); hipblasStatus_t hipblasZdotc(hipblasHandle_t, ...); hipblasStatus_t hipblasSnrm2(hipblasHandle_t, ...); hipblasStatus_t hipblasDnrm2(hipblasHandle_t, ...);
hipblasStatus_t hipblasScnrm2(hipblasHandle_t, ...); hipblasStatus_t hipblasDznrm2(hipblasHandle_t, ...); hipblasStatus_t hipblasSasum(hipblasHandle_t, ...); hipblasStatus_t hipblasDasum(hipblasHandle_t, ...);
hipblasStatus_t hipblasScasum(hipblasHandle_t, ...); hipblasStatus_t hipblasDzasum(hipblasHandle_t, ...); hipblasStatus_t hipblasIsamax(hipblasHandle_t, ...); hipblasStatus_t hipblasIdamax(hipblasHandle_t, ...);
hipblasStatus_t hipblasIcamax(hipblasHandle_t, ...); hipblasStatus_t hipblasIzamax(hipblasHandle_t, ...); hipblasStatus_t hipblasIsamin(hipblasHandle_t, ...); hipblasStatus_t hipblasIdamin(hipblasHandle_t, ...);
hipblasStatus_t hipblasSger(hipblasHandle_t, ...); hipblasStatus_t hipblasDger(hipblasHandle_t, ...); hipblasStatus_t hipblasCgeru(hipblasHandle_t, ...); hipblasStatus_t hipblasCgerc(hipblasHandle_t, ...);
hipblasStatus_t hipblasZgeru(hipblasHandle_t, ...); hipblasStatus_t hipblasZgerc(hipblasHandle_t, ...); hipblasStatus_t hipblasCsscal(hipblasHandle_t, ...); hipblasStatus_t hipblasZdscal(hipblasHandle_t, ...);
hipblasStatus_t hipblasCherk(hipblasHandle_t, ...); hipblasStatus_t hipblasZherk(hipblasHandle_t, ...); hipblasStatus_t hipblasChemm(hipblasHandle_t, ...); hipblasStatus_t hipblasZhemm(hipblasHandle_t, ...);
hipblasStatus_t hipblasChemv(hipblasHandle_t, ...); hipblasStatus_t hipblasZhemv(hipblasHandle_t, ...); hipblasStatus_t hipblasHgemm(hipblasHandle_t, ...); hipblasStatus_t hipblasHgemmBatched(hipblasHandle_t, ...);
hipblasStatus_t hipblasHgemmStridedBatched(hipblasHandle_t, ...); hipblasStatus_t hipblasHaxpy(hipblasHandle_t, ...); hipblasStatus_t hipblasHdot(hipblasHandle_t, ...); hipblasStatus_t hipblasBfdot(hipblasHandle_t, ...);
hipblasStatus_t hipblasGemmEx(hipblasHandle_t, ...); hipblasStatus_t hipblasGemmBatchedEx(hipblasHandle_t, ...); hipblasStatus_t hipblasGemmStridedBatchedEx(hipblasHandle_t, ...); hipblasStatus_t hipblasAxpyEx(hipblasHandle_t, ...);
hipblasStatus_t hipblasDotEx(hipblasHandle_t, ...); hipblasStatus_t hipblasNrm2Ex(hipblasHandle_t, ...); hipblasStatus_t hipblasScalEx(hipblasHandle_t, ...); hipblasStatus_t hipblasRotEx(hipblasHandle_t, ...);
hipblasStatus_t hipblasTrsmEx(hipblasHandle_t, ...); hipblasStatus_t hipblasGemmExWithFlags(hipblasHandle_t, ...);
}
