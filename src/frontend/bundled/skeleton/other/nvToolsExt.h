// SPDX-License-Identifier: Apache-2.0
// Markers of NVTX.
#pragma once
#include <stdint.h>
typedef uint64_t nvtxRangeId_t;
struct nvtxEventAttributes_t { uint16_t version, size; uint32_t category; int32_t colorType; uint32_t color; int32_t payloadType; union { uint64_t ullValue; } payload; int32_t messageType; union { const char *ascii; } message; };
#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE 48
#define NVTX_COLOR_ARGB 1
#define NVTX_MESSAGE_TYPE_ASCII 1
extern "C" { void nvtxMarkA(const char *); int nvtxRangePushA(const char *); int nvtxRangePushEx(const nvtxEventAttributes_t *); int nvtxRangePop(); nvtxRangeId_t nvtxRangeStartA(const char *); void nvtxRangeEnd(nvtxRangeId_t); }
#define nvtxRangePush nvtxRangePushA
#define nvtxMark nvtxMarkA
