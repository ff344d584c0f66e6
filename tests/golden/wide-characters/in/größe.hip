// SPDX-License-Identifier: Apache-2.0
// Tabs, wide characters and characters outside the basic plane before the place.
#include <hip/hip_runtime.h>

__global__ void zähle(const int* in, int* out) {
	/* größer → 😀 漢字 */ unsigned größe = __ballot(in[threadIdx.x] > 0);
	out[threadIdx.x] = __popc(größe);
}
