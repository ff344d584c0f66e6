// SPDX-License-Identifier: Apache-2.0
// Markers.
#pragma once
#include <stdint.h>
typedef uint64_t roctx_range_id_t;
extern "C" { void roctxMarkA(const char *); int roctxRangePushA(const char *); int roctxRangePop(); roctx_range_id_t roctxRangeStartA(const char *); void roctxRangeStop(roctx_range_id_t); }
#define roctxMark(m) roctxMarkA(m)
#define roctxRangePush(m) roctxRangePushA(m)
#define roctxRangeStart(m) roctxRangeStartA(m)
