// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime_api.h>

int devices() {
  int count = 0;
  return hipGetDeviceCount(&count) == hipSuccess ? count : 0;
}
