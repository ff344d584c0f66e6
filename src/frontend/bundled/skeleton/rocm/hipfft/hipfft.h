// SPDX-License-Identifier: Apache-2.0
// hipFFT.
#pragma once
#include <hip/hip_runtime_api.h>
#include <hip/hip_complex.h>
typedef struct hipfftHandle_t *hipfftHandle;
typedef hipComplex hipfftComplex;
typedef hipDoubleComplex hipfftDoubleComplex;
typedef float hipfftReal;
typedef double hipfftDoubleReal;
enum hipfftResult { HIPFFT_SUCCESS, HIPFFT_INVALID_PLAN, HIPFFT_ALLOC_FAILED, HIPFFT_INVALID_TYPE, HIPFFT_INVALID_VALUE, HIPFFT_INTERNAL_ERROR, HIPFFT_EXEC_FAILED, HIPFFT_SETUP_FAILED, HIPFFT_INVALID_SIZE, HIPFFT_UNALIGNED_DATA, HIPFFT_INCOMPLETE_PARAMETER_LIST, HIPFFT_INVALID_DEVICE, HIPFFT_PARSE_ERROR, HIPFFT_NO_WORKSPACE, HIPFFT_NOT_IMPLEMENTED, HIPFFT_NOT_SUPPORTED = 16 };
typedef hipfftResult hipfftResult_t;
enum hipfftType { HIPFFT_R2C = 0x2a, HIPFFT_C2R = 0x2c, HIPFFT_C2C = 0x29, HIPFFT_D2Z = 0x6a, HIPFFT_Z2D = 0x6c, HIPFFT_Z2Z = 0x69 };
#define HIPFFT_FORWARD (-1)
#define HIPFFT_BACKWARD 1
#define HIPFFT_INVERSE 1
extern "C" {
hipfftResult hipfftPlan1d(hipfftHandle *, int, hipfftType, int); hipfftResult hipfftPlan2d(hipfftHandle *, int, int, hipfftType); hipfftResult hipfftPlan3d(hipfftHandle *, int, int, int, hipfftType); hipfftResult hipfftPlanMany(hipfftHandle *, int, int *, int *, int, int, int *, int, int, hipfftType, int);
hipfftResult hipfftCreate(hipfftHandle *); hipfftResult hipfftDestroy(hipfftHandle); hipfftResult hipfftSetStream(hipfftHandle, hipStream_t); hipfftResult hipfftSetAutoAllocation(hipfftHandle, int); hipfftResult hipfftSetWorkArea(hipfftHandle, void *); hipfftResult hipfftGetSize(hipfftHandle, size_t *); hipfftResult hipfftGetVersion(int *);
hipfftResult hipfftMakePlan1d(hipfftHandle, int, hipfftType, int, size_t *); hipfftResult hipfftMakePlan2d(hipfftHandle, int, int, hipfftType, size_t *); hipfftResult hipfftMakePlan3d(hipfftHandle, int, int, int, hipfftType, size_t *); hipfftResult hipfftMakePlanMany(hipfftHandle, int, int *, int *, int, int, int *, int, int, hipfftType, int, size_t *);
hipfftResult hipfftExecC2C(hipfftHandle, hipfftComplex *, hipfftComplex *, int); hipfftResult hipfftExecR2C(hipfftHandle, hipfftReal *, hipfftComplex *); hipfftResult hipfftExecC2R(hipfftHandle, hipfftComplex *, hipfftReal *); hipfftResult hipfftExecZ2Z(hipfftHandle, hipfftDoubleComplex *, hipfftDoubleComplex *, int); hipfftResult hipfftExecD2Z(hipfftHandle, hipfftDoubleReal *, hipfftDoubleComplex *); hipfftResult hipfftExecZ2D(hipfftHandle, hipfftDoubleComplex *, hipfftDoubleReal *);
}
