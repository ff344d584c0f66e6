// SPDX-License-Identifier: Apache-2.0
// hipBLASLt.
#pragma once
#include <hipblas/hipblas.h>
typedef void *hipblasLtHandle_t;
typedef struct hipblasLtMatmulDescOpaque *hipblasLtMatmulDesc_t;
typedef struct hipblasLtMatrixLayoutOpaque *hipblasLtMatrixLayout_t;
typedef struct hipblasLtMatmulPreferenceOpaque *hipblasLtMatmulPreference_t;
typedef struct { uint8_t data[16]; size_t max_workspace_bytes; } hipblasLtMatmulAlgo_t;
struct hipblasLtMatmulHeuristicResult_t { hipblasLtMatmulAlgo_t algo; size_t workspaceSize; hipblasStatus_t state; float wavesCount; int reserved[4]; };
enum hipblasLtEpilogue_t { HIPBLASLT_EPILOGUE_DEFAULT = 1, HIPBLASLT_EPILOGUE_RELU = 2, HIPBLASLT_EPILOGUE_BIAS = 4, HIPBLASLT_EPILOGUE_RELU_BIAS = 6, HIPBLASLT_EPILOGUE_GELU = 32, HIPBLASLT_EPILOGUE_GELU_BIAS = 36, HIPBLASLT_EPILOGUE_GELU_AUX_BIAS = 164, HIPBLASLT_EPILOGUE_GELU_AUX = 160, HIPBLASLT_EPILOGUE_DGELU = 192, HIPBLASLT_EPILOGUE_DGELU_BGRAD = 208, HIPBLASLT_EPILOGUE_BGRADB = 512 };
enum hipblasLtMatmulDescAttributes_t { HIPBLASLT_MATMUL_DESC_TRANSA, HIPBLASLT_MATMUL_DESC_TRANSB, HIPBLASLT_MATMUL_DESC_EPILOGUE, HIPBLASLT_MATMUL_DESC_BIAS_POINTER, HIPBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, HIPBLASLT_MATMUL_DESC_A_SCALE_POINTER, HIPBLASLT_MATMUL_DESC_B_SCALE_POINTER, HIPBLASLT_MATMUL_DESC_D_SCALE_POINTER, HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, HIPBLASLT_MATMUL_DESC_POINTER_MODE, HIPBLASLT_MATMUL_DESC_C_SCALE_POINTER, HIPBLASLT_MATMUL_DESC_AMAX_D_POINTER, HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER };
enum hipblasLtPointerMode_t { HIPBLASLT_POINTER_MODE_HOST, HIPBLASLT_POINTER_MODE_DEVICE, HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO = 3, HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST };
enum hipblasLtOrder_t { HIPBLASLT_ORDER_COL, HIPBLASLT_ORDER_ROW };
typedef struct hipblasLtMatrixTransformDescOpaque *hipblasLtMatrixTransformDesc_t;
enum hipblasLtMatrixLayoutAttribute_t { HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT, HIPBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, HIPBLASLT_MATRIX_LAYOUT_TYPE, HIPBLASLT_MATRIX_LAYOUT_ORDER, HIPBLASLT_MATRIX_LAYOUT_ROWS, HIPBLASLT_MATRIX_LAYOUT_COLS, HIPBLASLT_MATRIX_LAYOUT_LD };
enum hipblasLtMatmulPreferenceAttributes_t { HIPBLASLT_MATMUL_PREF_SEARCH_MODE, HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES };
extern "C" {
hipblasStatus_t hipblasLtMatrixTransformDescCreate(hipblasLtMatrixTransformDesc_t *, hipDataType); hipblasStatus_t hipblasLtMatrixTransformDescDestroy(hipblasLtMatrixTransformDesc_t); hipblasStatus_t hipblasLtMatrixTransformDescSetAttribute(hipblasLtMatrixTransformDesc_t, int, const void *, size_t);
hipblasStatus_t hipblasLtCreate(hipblasLtHandle_t *); hipblasStatus_t hipblasLtDestroy(hipblasLtHandle_t);
hipblasStatus_t hipblasLtMatmulDescCreate(hipblasLtMatmulDesc_t *, hipblasComputeType_t, hipDataType); hipblasStatus_t hipblasLtMatmulDescDestroy(hipblasLtMatmulDesc_t); hipblasStatus_t hipblasLtMatmulDescSetAttribute(hipblasLtMatmulDesc_t, hipblasLtMatmulDescAttributes_t, const void *, size_t);
hipblasStatus_t hipblasLtMatrixLayoutCreate(hipblasLtMatrixLayout_t *, hipDataType, uint64_t, uint64_t, int64_t); hipblasStatus_t hipblasLtMatrixLayoutDestroy(hipblasLtMatrixLayout_t); hipblasStatus_t hipblasLtMatrixLayoutSetAttribute(hipblasLtMatrixLayout_t, hipblasLtMatrixLayoutAttribute_t, const void *, size_t);
hipblasStatus_t hipblasLtMatmulPreferenceCreate(hipblasLtMatmulPreference_t *); hipblasStatus_t hipblasLtMatmulPreferenceDestroy(hipblasLtMatmulPreference_t); hipblasStatus_t hipblasLtMatmulPreferenceSetAttribute(hipblasLtMatmulPreference_t, hipblasLtMatmulPreferenceAttributes_t, const void *, size_t);
hipblasStatus_t hipblasLtMatmulAlgoGetHeuristic(hipblasLtHandle_t, ...); hipblasStatus_t hipblasLtMatmul(hipblasLtHandle_t, ...); hipblasStatus_t hipblasLtMatrixTransform(hipblasLtHandle_t, ...);
}
