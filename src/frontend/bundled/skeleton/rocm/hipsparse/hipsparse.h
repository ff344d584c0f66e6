// SPDX-License-Identifier: Apache-2.0
// hipSPARSE. Routines: only the handle is typed.
#pragma once
#include <hip/hip_runtime_api.h>
#include <hip/hip_complex.h>
#include <hip/library_types.h>
typedef void *hipsparseHandle_t;
typedef void *hipsparseMatDescr_t;
typedef struct hipsparseSpMatDescr_st *hipsparseSpMatDescr_t;
typedef struct hipsparseDnMatDescr_st *hipsparseDnMatDescr_t;
typedef struct hipsparseDnVecDescr_st *hipsparseDnVecDescr_t;
typedef struct hipsparseSpVecDescr_st *hipsparseSpVecDescr_t;
typedef struct hipsparseSpGEMMDescr_st *hipsparseSpGEMMDescr_t;
typedef struct hipsparseSpSVDescr_st *hipsparseSpSVDescr_t;
typedef struct csrsv2Info *csrsv2Info_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csric02Info *csric02Info_t;
enum hipsparseStatus_t { HIPSPARSE_STATUS_SUCCESS, HIPSPARSE_STATUS_NOT_INITIALIZED, HIPSPARSE_STATUS_ALLOC_FAILED, HIPSPARSE_STATUS_INVALID_VALUE, HIPSPARSE_STATUS_ARCH_MISMATCH, HIPSPARSE_STATUS_MAPPING_ERROR, HIPSPARSE_STATUS_EXECUTION_FAILED, HIPSPARSE_STATUS_INTERNAL_ERROR, HIPSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, HIPSPARSE_STATUS_ZERO_PIVOT, HIPSPARSE_STATUS_NOT_SUPPORTED, HIPSPARSE_STATUS_INSUFFICIENT_RESOURCES };
enum hipsparseOperation_t { HIPSPARSE_OPERATION_NON_TRANSPOSE, HIPSPARSE_OPERATION_TRANSPOSE, HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE };
enum hipsparseIndexBase_t { HIPSPARSE_INDEX_BASE_ZERO, HIPSPARSE_INDEX_BASE_ONE };
enum hipsparseMatrixType_t { HIPSPARSE_MATRIX_TYPE_GENERAL, HIPSPARSE_MATRIX_TYPE_SYMMETRIC, HIPSPARSE_MATRIX_TYPE_HERMITIAN, HIPSPARSE_MATRIX_TYPE_TRIANGULAR };
enum hipsparseFillMode_t { HIPSPARSE_FILL_MODE_LOWER, HIPSPARSE_FILL_MODE_UPPER };
enum hipsparseDiagType_t { HIPSPARSE_DIAG_TYPE_NON_UNIT, HIPSPARSE_DIAG_TYPE_UNIT };
enum hipsparseDirection_t { HIPSPARSE_DIRECTION_ROW, HIPSPARSE_DIRECTION_COLUMN };
enum hipsparsePointerMode_t { HIPSPARSE_POINTER_MODE_HOST, HIPSPARSE_POINTER_MODE_DEVICE };
enum hipsparseSolvePolicy_t { HIPSPARSE_SOLVE_POLICY_NO_LEVEL, HIPSPARSE_SOLVE_POLICY_USE_LEVEL };
enum hipsparseAction_t { HIPSPARSE_ACTION_SYMBOLIC, HIPSPARSE_ACTION_NUMERIC };
enum hipsparseIndexType_t { HIPSPARSE_INDEX_16U = 1, HIPSPARSE_INDEX_32I = 2, HIPSPARSE_INDEX_64I = 3 };
enum hipsparseOrder_t { HIPSPARSE_ORDER_COLUMN = 1, HIPSPARSE_ORDER_COL = 1, HIPSPARSE_ORDER_ROW = 2 };
enum hipsparseSpMVAlg_t { HIPSPARSE_SPMV_ALG_DEFAULT, HIPSPARSE_MV_ALG_DEFAULT = 0, HIPSPARSE_COOMV_ALG = 1, HIPSPARSE_CSRMV_ALG1 = 2, HIPSPARSE_CSRMV_ALG2 = 3 , HIPSPARSE_SPMV_CSR_ALG1 = 2, HIPSPARSE_SPMV_CSR_ALG2 = 3 };
enum hipsparseSpMMAlg_t { HIPSPARSE_SPMM_ALG_DEFAULT, HIPSPARSE_MM_ALG_DEFAULT = 0, HIPSPARSE_SPMM_CSR_ALG1 = 4, HIPSPARSE_SPMM_CSR_ALG2 = 5 };
enum hipsparseSpGEMMAlg_t { HIPSPARSE_SPGEMM_DEFAULT };
enum hipsparseSpSVAlg_t { HIPSPARSE_SPSV_ALG_DEFAULT };
extern "C" {
hipsparseStatus_t hipsparseCreate(hipsparseHandle_t *); hipsparseStatus_t hipsparseDestroy(hipsparseHandle_t); hipsparseStatus_t hipsparseSetStream(hipsparseHandle_t, hipStream_t); hipsparseStatus_t hipsparseGetStream(hipsparseHandle_t, hipStream_t *); hipsparseStatus_t hipsparseSetPointerMode(hipsparseHandle_t, hipsparsePointerMode_t); const char *hipsparseGetErrorString(hipsparseStatus_t); const char *hipsparseGetErrorName(hipsparseStatus_t);
hipsparseStatus_t hipsparseCreateMatDescr(hipsparseMatDescr_t *); hipsparseStatus_t hipsparseDestroyMatDescr(hipsparseMatDescr_t); hipsparseStatus_t hipsparseSetMatType(hipsparseMatDescr_t, hipsparseMatrixType_t); hipsparseStatus_t hipsparseSetMatIndexBase(hipsparseMatDescr_t, hipsparseIndexBase_t); hipsparseStatus_t hipsparseSetMatFillMode(hipsparseMatDescr_t, hipsparseFillMode_t); hipsparseStatus_t hipsparseSetMatDiagType(hipsparseMatDescr_t, hipsparseDiagType_t);
hipsparseStatus_t hipsparseCreateCsr(hipsparseSpMatDescr_t *, int64_t, int64_t, int64_t, void *, void *, void *, hipsparseIndexType_t, hipsparseIndexType_t, hipsparseIndexBase_t, hipDataType); hipsparseStatus_t hipsparseCreateCoo(hipsparseSpMatDescr_t *, int64_t, int64_t, int64_t, void *, void *, void *, hipsparseIndexType_t, hipsparseIndexBase_t, hipDataType); hipsparseStatus_t hipsparseDestroySpMat(hipsparseSpMatDescr_t); hipsparseStatus_t hipsparseCreateDnVec(hipsparseDnVecDescr_t *, int64_t, void *, hipDataType); hipsparseStatus_t hipsparseDestroyDnVec(hipsparseDnVecDescr_t); hipsparseStatus_t hipsparseCreateDnMat(hipsparseDnMatDescr_t *, int64_t, int64_t, int64_t, void *, hipDataType, hipsparseOrder_t); hipsparseStatus_t hipsparseDestroyDnMat(hipsparseDnMatDescr_t); hipsparseStatus_t hipsparseDnVecSetValues(hipsparseDnVecDescr_t, void *);
hipsparseStatus_t hipsparseCreateCsrsv2Info(csrsv2Info_t *); hipsparseStatus_t hipsparseDestroyCsrsv2Info(csrsv2Info_t); hipsparseStatus_t hipsparseCreateCsrilu02Info(csrilu02Info_t *); hipsparseStatus_t hipsparseCreateCsric02Info(csric02Info_t *); hipsparseStatus_t hipsparseSpGEMM_createDescr(hipsparseSpGEMMDescr_t *); hipsparseStatus_t hipsparseSpGEMM_destroyDescr(hipsparseSpGEMMDescr_t); hipsparseStatus_t hipsparseSpSV_createDescr(hipsparseSpSVDescr_t *);
hipsparseStatus_t hipsparseSpMV(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseSpMV_bufferSize(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseSpMM(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseSpMM_bufferSize(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseSpGEMM_compute(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseSpGEMM_copy(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseSpGEMM_workEstimation(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseSpSV_solve(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseSpSV_analysis(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseSpSV_bufferSize(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseSpVV(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseSDDMM(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseGather(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseScatter(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseXcsr2coo(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseXcoo2csr(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseXcsrsortPermute(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseXcsrsort(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseXcsrsort_bufferSizeExt(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseXcsrgeamNnz(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseCreateIdentityPermutation(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDenseToSparse_analysis(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDenseToSparse_bufferSize(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDenseToSparse_convert(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseScsrmv(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDcsrmv(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCcsrmv(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZcsrmv(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseScsrmm(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDcsrmm(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCcsrmm(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZcsrmm(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseScsrmm2(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDcsrmm2(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCcsrmm2(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZcsrmm2(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseScsrsv2_solve(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDcsrsv2_solve(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCcsrsv2_solve(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZcsrsv2_solve(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseScsrsv2_analysis(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDcsrsv2_analysis(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCcsrsv2_analysis(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZcsrsv2_analysis(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseScsrsv2_bufferSize(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDcsrsv2_bufferSize(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCcsrsv2_bufferSize(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZcsrsv2_bufferSize(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseSgemmi(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDgemmi(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCgemmi(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZgemmi(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseSbsrmv(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDbsrmv(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCbsrmv(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZbsrmv(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseScsrgeam2(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDcsrgeam2(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCcsrgeam2(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZcsrgeam2(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseScsr2dense(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDcsr2dense(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCcsr2dense(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZcsr2dense(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseSdense2csr(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDdense2csr(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCdense2csr(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZdense2csr(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseScsr2csc(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDcsr2csc(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCcsr2csc(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZcsr2csc(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseSgtsv2(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDgtsv2(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCgtsv2(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZgtsv2(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseSgtsv2_nopivot(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDgtsv2_nopivot(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCgtsv2_nopivot(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZgtsv2_nopivot(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseSgtsv2_bufferSizeExt(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDgtsv2_bufferSizeExt(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCgtsv2_bufferSizeExt(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZgtsv2_bufferSizeExt(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseSgtsv2StridedBatch(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDgtsv2StridedBatch(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCgtsv2StridedBatch(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZgtsv2StridedBatch(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseScsrilu02(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDcsrilu02(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCcsrilu02(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZcsrilu02(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseScsric02(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDcsric02(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCcsric02(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZcsric02(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseSnnz(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDnnz(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCnnz(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZnnz(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseSgthr(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDgthr(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCgthr(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZgthr(hipsparseHandle_t, ...);
hipsparseStatus_t hipsparseSsctr(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseDsctr(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseCsctr(hipsparseHandle_t, ...); hipsparseStatus_t hipsparseZsctr(hipsparseHandle_t, ...);
}
