// SPDX-License-Identifier: Apache-2.0
// Buffers and images of OpenGL; its own types are plain unsigned integers.
#pragma once
#include <hip/hip_runtime_api.h>
enum hipGLDeviceList { hipGLDeviceListAll = 1, hipGLDeviceListCurrentFrame, hipGLDeviceListNextFrame };
extern "C" {
hipError_t hipGLGetDevices(unsigned int *count, int *devices, unsigned int max_devices, hipGLDeviceList list);
hipError_t hipGraphicsGLRegisterBuffer(hipGraphicsResource **resource, unsigned int buffer, unsigned int flags);
hipError_t hipGraphicsGLRegisterImage(hipGraphicsResource **resource, unsigned int image, unsigned int target, unsigned int flags);
}
