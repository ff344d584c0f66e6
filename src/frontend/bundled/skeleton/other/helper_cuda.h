// SPDX-License-Identifier: Apache-2.0
// The checks of the CUDA samples, in their HIP form.
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <hip/hip_runtime.h>
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
const char *_cudaGetErrorEnum(hipError_t);
template <class T> inline void hipaudit_check(T result, const char *call, const char *file, int line) {
  if (result) { fprintf(stderr, "%s:%d %d %s\n", file, line, static_cast<int>(result), call); exit(EXIT_FAILURE); }
}
template <class T> inline void check(T result, const char *call, const char *file, int line) { hipaudit_check(result, call, file, line); }
#define checkCudaErrors(val) hipaudit_check((val), #val, __FILE__, __LINE__)
#define checkHipErrors(val) hipaudit_check((val), #val, __FILE__, __LINE__)
inline void hipaudit_last_error(const char *message, const char *file, int line) {
  hipError_t e = hipGetLastError();
  if (e != hipSuccess) { fprintf(stderr, "%s:%d %s %s\n", file, line, message, hipGetErrorString(e)); exit(EXIT_FAILURE); }
}
#define getLastCudaError(msg) hipaudit_last_error(msg, __FILE__, __LINE__)
#define getLastHipError(msg) hipaudit_last_error(msg, __FILE__, __LINE__)
#define printLastCudaError(msg) hipaudit_last_error(msg, __FILE__, __LINE__)
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
int _ConvertSMVer2Cores(int, int); int ftoi(float); int gpuDeviceInit(int); int gpuGetMaxGflopsDeviceId(); int findCudaDevice(int, const char **); int findHipDevice(int, const char **); int findIntegratedGPU(); bool checkCudaCapabilities(int, int);
