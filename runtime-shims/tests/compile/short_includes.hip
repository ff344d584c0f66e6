// SPDX-License-Identifier: Apache-2.0
//
// A header that a host-only source shares with kernels: hipshim is included, nothing of it is
// called.
#include "hipshim/atomic.hpp"
#include "hipshim/warp32.hpp"

#if defined(HIPSHIM_PLAIN_HOST) || defined(HIPSHIM_BACKEND_CPU)
int add_on_the_host(int* counter) { return hipshim::atomic::add(counter, 1); }
float add_on_the_host(float* sum) { return hipshim::atomic::add(sum, 1.5f); }
#endif
