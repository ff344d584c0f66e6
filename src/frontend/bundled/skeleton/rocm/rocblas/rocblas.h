// SPDX-License-Identifier: Apache-2.0
// rocBLAS. Only the handle is typed.
#pragma once
#include <hip/hip_runtime_api.h>
typedef struct _rocblas_handle *rocblas_handle;
typedef int32_t rocblas_int;
typedef int64_t rocblas_stride;
typedef struct { float x, y; } rocblas_float_complex;
typedef struct { double x, y; } rocblas_double_complex;
typedef struct { uint16_t data; } rocblas_half;
typedef struct { uint16_t data; } rocblas_bfloat16;
enum rocblas_status { rocblas_status_success, rocblas_status_invalid_handle, rocblas_status_not_implemented, rocblas_status_invalid_pointer, rocblas_status_invalid_size, rocblas_status_memory_error, rocblas_status_internal_error, rocblas_status_perf_degraded };
enum rocblas_operation { rocblas_operation_none = 111, rocblas_operation_transpose = 112, rocblas_operation_conjugate_transpose = 113 };
enum rocblas_fill { rocblas_fill_upper = 121, rocblas_fill_lower = 122, rocblas_fill_full = 123 };
enum rocblas_diagonal { rocblas_diagonal_non_unit = 131, rocblas_diagonal_unit = 132 };
enum rocblas_side { rocblas_side_left = 141, rocblas_side_right = 142 };
enum rocblas_pointer_mode { rocblas_pointer_mode_host, rocblas_pointer_mode_device };
enum rocblas_datatype { rocblas_datatype_f16_r = 150, rocblas_datatype_f32_r, rocblas_datatype_f64_r, rocblas_datatype_i8_r = 160, rocblas_datatype_i32_r = 162, rocblas_datatype_bf16_r = 168 };
enum rocblas_gemm_algo { rocblas_gemm_algo_standard, rocblas_gemm_algo_solution_index };
extern "C" {
rocblas_status rocblas_create_handle(rocblas_handle *); rocblas_status rocblas_destroy_handle(rocblas_handle); rocblas_status rocblas_set_stream(rocblas_handle, hipStream_t); rocblas_status rocblas_get_stream(rocblas_handle, hipStream_t *); rocblas_status rocblas_set_pointer_mode(rocblas_handle, rocblas_pointer_mode); const char *rocblas_status_to_string(rocblas_status); void rocblas_initialize();
rocblas_status rocblas_sgemm(rocblas_handle, ...); rocblas_status rocblas_dgemm(rocblas_handle, ...); rocblas_status rocblas_cgemm(rocblas_handle, ...); rocblas_status rocblas_zgemm(rocblas_handle, ...);
rocblas_status rocblas_sgemm_batched(rocblas_handle, ...); rocblas_status rocblas_dgemm_batched(rocblas_handle, ...); rocblas_status rocblas_cgemm_batched(rocblas_handle, ...); rocblas_status rocblas_zgemm_batched(rocblas_handle, ...);
rocblas_status rocblas_sgemm_strided_batched(rocblas_handle, ...); rocblas_status rocblas_dgemm_strided_batched(rocblas_handle, ...); rocblas_status rocblas_cgemm_strided_batched(rocblas_handle, ...); rocblas_status rocblas_zgemm_strided_batched(rocblas_handle, ...);
rocblas_status rocblas_strsm(rocblas_handle, ...); rocblas_status rocblas_dtrsm(rocblas_handle, ...); rocblas_status rocblas_ctrsm(rocblas_handle, ...); rocblas_status rocblas_ztrsm(rocblas_handle, ...);
rocblas_status rocblas_ssyrk(rocblas_handle, ...); rocblas_status rocblas_dsyrk(rocblas_handle, ...); rocblas_status rocblas_csyrk(rocblas_handle, ...); rocblas_status rocblas_zsyrk(rocblas_handle, ...);
rocblas_status rocblas_sgemv(rocblas_handle, ...); rocblas_status rocblas_dgemv(rocblas_handle, ...); rocblas_status rocblas_cgemv(rocblas_handle, ...); rocblas_status rocblas_zgemv(rocblas_handle, ...);
rocblas_status rocblas_sger(rocblas_handle, ...); rocblas_status rocblas_dger(rocblas_handle, ...); rocblas_status rocblas_cger(rocblas_handle, ...); rocblas_status rocblas_zger(rocblas_handle, ...);
rocblas_status rocblas_saxpy(rocblas_handle, ...); rocblas_status rocblas_daxpy(rocblas_handle, ...); rocblas_status rocblas_caxpy(rocblas_handle, ...); rocblas_status rocblas_zaxpy(rocblas_handle, ...);
rocblas_status rocblas_sdot(rocblas_handle, ...); rocblas_status rocblas_ddot(rocblas_handle, ...); rocblas_status rocblas_cdot(rocblas_handle, ...); rocblas_status rocblas_zdot(rocblas_handle, ...);
rocblas_status rocblas_snrm2(rocblas_handle, ...); rocblas_status rocblas_dnrm2(rocblas_handle, ...); rocblas_status rocblas_cnrm2(rocblas_handle, ...); rocblas_status rocblas_znrm2(rocblas_handle, ...);
rocblas_status rocblas_sscal(rocblas_handle, ...); rocblas_status rocblas_dscal(rocblas_handle, ...); rocblas_status rocblas_cscal(rocblas_handle, ...); rocblas_status rocblas_zscal(rocblas_handle, ...);
rocblas_status rocblas_scopy(rocblas_handle, ...); rocblas_status rocblas_dcopy(rocblas_handle, ...); rocblas_status rocblas_ccopy(rocblas_handle, ...); rocblas_status rocblas_zcopy(rocblas_handle, ...);
rocblas_status rocblas_sswap(rocblas_handle, ...); rocblas_status rocblas_dswap(rocblas_handle, ...); rocblas_status rocblas_cswap(rocblas_handle, ...); rocblas_status rocblas_zswap(rocblas_handle, ...);
rocblas_status rocblas_sasum(rocblas_handle, ...); rocblas_status rocblas_dasum(rocblas_handle, ...); rocblas_status rocblas_casum(rocblas_handle, ...); rocblas_status rocblas_zasum(rocblas_handle, ...);
rocblas_status rocblas_sgeam(rocblas_handle, ...); rocblas_status rocblas_dgeam(rocblas_handle, ...); rocblas_status rocblas_cgeam(rocblas_handle, ...); rocblas_status rocblas_zgeam(rocblas_handle, ...);
rocblas_status rocblas_sdgmm(rocblas_handle, ...); rocblas_status rocblas_ddgmm(rocblas_handle, ...); rocblas_status rocblas_cdgmm(rocblas_handle, ...); rocblas_status rocblas_zdgmm(rocblas_handle, ...);
rocblas_status rocblas_hgemm(rocblas_handle, ...); rocblas_status rocblas_hgemm_strided_batched(rocblas_handle, ...); rocblas_status rocblas_gemm_ex(rocblas_handle, ...); rocblas_status rocblas_gemm_strided_batched_ex(rocblas_handle, ...);
rocblas_status rocblas_gemm_batched_ex(rocblas_handle, ...); rocblas_status rocblas_isamax(rocblas_handle, ...); rocblas_status rocblas_idamax(rocblas_handle, ...);
}
