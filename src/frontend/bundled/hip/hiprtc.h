// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hip/hip_runtime_api.h>
enum hiprtcResult { HIPRTC_SUCCESS = 0, HIPRTC_ERROR_OUT_OF_MEMORY = 1, HIPRTC_ERROR_PROGRAM_CREATION_FAILURE = 2, HIPRTC_ERROR_INVALID_INPUT = 3,
  HIPRTC_ERROR_INVALID_PROGRAM = 4, HIPRTC_ERROR_INVALID_OPTION = 5, HIPRTC_ERROR_COMPILATION = 6, HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8, HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9, HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  HIPRTC_ERROR_INTERNAL_ERROR = 11, HIPRTC_ERROR_LINKING = 100 };
typedef struct _hiprtcProgram *hiprtcProgram;
typedef struct ihiprtcLinkState *hiprtcLinkState;
typedef hipJitOption hiprtcJIT_option;
typedef hipJitInputType hiprtcJITInputType;
extern "C" {
const char *hiprtcGetErrorString(hiprtcResult);
hiprtcResult hiprtcVersion(int *, int *);
hiprtcResult hiprtcAddNameExpression(hiprtcProgram, const char *);
hiprtcResult hiprtcCompileProgram(hiprtcProgram, int, const char *const *);
hiprtcResult hiprtcCreateProgram(hiprtcProgram *, const char *, const char *, int, const char *const *, const char *const *);
hiprtcResult hiprtcDestroyProgram(hiprtcProgram *);
hiprtcResult hiprtcGetLoweredName(hiprtcProgram, const char *, const char **);
hiprtcResult hiprtcGetProgramLog(hiprtcProgram, char *);
hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram, size_t *);
hiprtcResult hiprtcGetCode(hiprtcProgram, char *);
hiprtcResult hiprtcGetCodeSize(hiprtcProgram, size_t *);
hiprtcResult hiprtcGetBitcode(hiprtcProgram, char *);
hiprtcResult hiprtcGetBitcodeSize(hiprtcProgram, size_t *);
hiprtcResult hiprtcLinkCreate(unsigned int, hiprtcJIT_option *, void **, hiprtcLinkState *);
hiprtcResult hiprtcLinkAddData(hiprtcLinkState, hiprtcJITInputType, void *, size_t, const char *, unsigned int, hiprtcJIT_option *, void **);
hiprtcResult hiprtcLinkAddFile(hiprtcLinkState, hiprtcJITInputType, const char *, unsigned int, hiprtcJIT_option *, void **);
hiprtcResult hiprtcLinkComplete(hiprtcLinkState, void **, size_t *);
hiprtcResult hiprtcLinkDestroy(hiprtcLinkState);
}
