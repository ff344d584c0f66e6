// SPDX-License-Identifier: Apache-2.0
//
// HIP's host functions on the CPU back end: what succeeds, and what must fail with which error.
#include "check.hpp"

#include <hip/hip_bfloat16.h>
#include <hip/hip_fp16.h>

#include <climits>

namespace {

__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }

void check_memory() {
  int *a = nullptr, *b = nullptr, *pinned = nullptr;
  ok(hipMalloc(&a, 400), "hipMalloc");
  ok(hipMalloc(&b, 400), "hipMalloc");
  ok(hipHostMalloc(&pinned, 400, hipHostMallocDefault), "hipHostMalloc");
  check(reinterpret_cast<std::uintptr_t>(a) % 256 == 0, "alignment of hipMalloc");
  fill<<<1, 100>>>(a, 7);
  ok(hipMemcpy(b, a, 400, hipMemcpyDeviceToDevice), "device to device");
  ok(hipMemcpyAsync(pinned, b, 400, hipMemcpyDeviceToHost, nullptr), "hipMemcpyAsync");
  check(pinned[99] == 7, "copied");
  ok(hipMemset(a, 1, 400), "hipMemset");
  ok(hipMemcpy(pinned, a, 400, hipMemcpyDefault), "hipMemcpyDefault");
  check(pinned[3] == 0x01010101, "hipMemset");
  ok(hipMemcpy2D(a, 40, pinned, 20, 20, 10, hipMemcpyHostToDevice), "hipMemcpy2D");
  hipPointerAttribute_t attributes;
  ok(hipPointerGetAttributes(&attributes, b + 5), "hipPointerGetAttributes");
  check(attributes.type == hipPointerAttribute_t::hipMemoryTypeDevice, "a device pointer");

  check(hipMemcpy(b, a, 401, hipMemcpyDeviceToDevice) == hipErrorInvalidValue, "too long");
  check(hipMemcpy(pinned, a, 4, hipMemcpyHostToDevice) == hipErrorInvalidMemcpyDirection,
        "wrong direction");
  check(hipFree(a + 1) == hipErrorInvalidValue, "hipFree inside an allocation");
  check(hipGetLastError() == hipErrorInvalidValue && hipGetLastError() == hipSuccess,
        "hipGetLastError takes the error away");
  ok(hipFree(a), "hipFree");
  check(hipFree(a) == hipErrorInvalidValue, "hipFree twice");
  void* huge = nullptr;
  check(hipMalloc(&huge, std::size_t{1} << 50) == hipErrorOutOfMemory && huge == nullptr,
        "out of memory");
  check(hipGetLastError() == hipErrorOutOfMemory, "its error");
  ok(hipFree(b), "hipFree");
  ok(hipFree(nullptr), "hipFree of null");
  ok(hipHostFree(pinned), "hipHostFree");
}

void check_streams() {
  int least = 0, greatest = 0, priority = 9;
  unsigned flags = 9;
  hipStream_t stream = nullptr;
  hipEvent_t start = nullptr, stop = nullptr, untimed = nullptr;
  ok(hipDeviceGetStreamPriorityRange(&least, &greatest), "priority range");
  check(greatest < least, "priority range");
  ok(hipStreamCreateWithPriority(&stream, hipStreamNonBlocking, greatest - 5), "stream");
  ok(hipStreamGetFlags(stream, &flags), "flags");
  ok(hipStreamGetPriority(stream, &priority), "priority");
  check(flags == hipStreamNonBlocking && priority == greatest, "what the stream was made with");
  ok(hipEventCreate(&start), "event");
  ok(hipEventCreate(&stop), "event");
  ok(hipEventCreateWithFlags(&untimed, hipEventDisableTiming), "event");
  ok(hipEventRecord(start, stream), "record");
  Buffer<int> out(8);
  fill<<<1, 8, 0, stream>>>(out.device(), 3);
  ok(hipEventRecord(stop, stream), "record");
  ok(hipEventSynchronize(stop), "synchronize");
  ok(hipStreamWaitEvent(nullptr, stop, 0), "wait");
  float ms = -1;
  ok(hipEventElapsedTime(&ms, start, stop), "elapsed");
  check(ms >= 0 && out.host()[7] == 3, "a timed launch on a stream");
  ok(hipEventRecord(untimed), "record");
  check(hipEventElapsedTime(&ms, start, untimed) == hipErrorInvalidHandle, "an untimed event");
  int called = 0;
  ok(hipLaunchHostFunc(stream, [](void* p) { ++*static_cast<int*>(p); }, &called), "host function");
  check(called == 1, "host function");
  ok(hipStreamDestroy(stream), "destroy");
  static_cast<void>(hipGetLastError());
  fill<<<1, 8, 0, stream>>>(out.device(), 4);
  check(hipGetLastError() == hipErrorContextIsDestroyed && out.host()[7] == 3,
        "a launch on a destroyed stream");
  check(hipStreamSynchronize(stream) == hipErrorContextIsDestroyed, "a destroyed stream");
  check(hipStreamDestroy(nullptr) == hipErrorInvalidHandle, "the null stream");
  for (hipEvent_t event : {start, stop, untimed}) ok(hipEventDestroy(event), "destroy");
  check(hipEventRecord(start) == hipErrorInvalidHandle, "a destroyed event");
  static_cast<void>(hipGetLastError());
}

void check_launch_errors() {
  Buffer<int> out(8);
  for (const dim3& block : {dim3(1025), dim3(0), dim3(32, 33)}) {
    fill<<<1, block>>>(out.device(), 4);
    check(hipGetLastError() == hipErrorInvalidConfiguration, "a block that cannot be");
  }
  fill<<<0, 8>>>(out.device(), 4);
  check(hipGetLastError() == hipErrorInvalidConfiguration, "an empty grid");
  fill<<<1, 8, 65537>>>(out.device(), 4);
  check(hipGetLastError() == hipErrorInvalidConfiguration, "too much shared memory");
  check(out.host()[0] == 0, "nothing was run");
}

void check_device(unsigned wave) {
  hipDeviceProp_t properties;
  int count = 0, value = 0, blocks = 0, block = 0;
  ok(hipGetDeviceCount(&count), "count");
  ok(hipGetDeviceProperties(&properties, 0), "properties");
  ok(hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 0), "attribute");
  check(count == 1 && properties.warpSize == static_cast<int>(wave) && value == properties.warpSize,
        "the device");
  ok(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 16384), "occupancy");
  check(blocks == 4, "occupancy");
  ok(hipOccupancyMaxPotentialBlockSize(&blocks, &block, fill, 0, 0), "block size");
  check(block == 1024 && blocks == 2, "block size");
  check(hipSetDevice(1) == hipErrorInvalidDevice, "a second device");
  check(hipGetLastError() == hipErrorInvalidDevice, "its error");
}

// Rounding of the half types, against arithmetic in wider types.
void check_half() {
  for (unsigned i = 0; i < 0x10000; ++i) {
    const __half h = __ushort_as_half(static_cast<unsigned short>(i));
    const float f = __half2float(h);
    if (f == f) check(__half_as_ushort(__float2half(f)) == i, "half and back", i);
    const auto b = __ushort_as_bfloat16(static_cast<unsigned short>(i));
    const float g = __bfloat162float(b);
    if (g == g)
      check(__bfloat16_as_ushort(__float2bfloat16(g)) == i, "bfloat16 and back", i);
    else
      check(__bfloat162float(__float2bfloat16(g)) != g, "a bfloat16 NaN", i);
  }
  check(__half_as_ushort(__float2half(2049.0f)) == 0x6800, "ties to even");
  check(__bfloat16_as_ushort(__float2bfloat16(__uint_as_float(0x3f808000))) == 0x3f80, "tie");
  check(__bfloat16_as_ushort(__float2bfloat16(__uint_as_float(0x3f818000))) == 0x3f82, "tie");
  const __half2 sum = __hadd2(__floats2half2_rn(1, 2), __half2half2(__float2half(0.5f)));
  check(__low2float(sum) == 1.5f && __high2float(sum) == 2.5f, "__hadd2");
}

void check_math() {
  check(__float2int_rn(2.5f) == 2 && __float2int_rz(-2.7f) == -2 && __float2int_ru(2.1f) == 3
            && __float2int_rd(-2.1f) == -3,
        "float to int");
  check(__float2int_rz(NAN) == 0 && __float2int_rz(1e20f) == INT_MAX && __float2uint_rz(-1) == 0
            && __double2ll_rz(-1e30) == LLONG_MIN && __float2uint_rz(4e9f) == 4000000000u,
        "saturation");
  check(__mulhi(-1, 2) == -1 && __umulhi(~0u, ~0u) == 0xfffffffe, "mulhi");
  check(__mul24(-3, 5) == -15 && __brev(1) == 0x80000000u && __ffs(8) == 4 && __clz(1) == 31,
        "bits");
  check(__byte_perm(0x33221100, 0x77665544, 0x7531) == 0x77553311, "byte_perm");
  check(__funnelshift_l(0x80000000, 1, 1) == 3 && __funnelshift_r(1, 3, 1) == 0x80000000u,
        "funnel shift");
  check(rsqrtf(4) == 0.5f && __saturatef(2) == 1 && max(1, 2) == 2 && min(1.5f, 2.0f) == 1.5f,
        "math");
  check(norm3df(2, 3, 6) == 7 && norm4d(1, 1, 1, 1) == 2 && rhypotf(3, 4) == 0.2f, "norms");
}

}  // namespace

int main() {
  return at_both_wave_sizes([](unsigned wave) {
    check_memory();
    check_streams();
    check_launch_errors();
    check_device(wave);
    check_half();
    check_math();
  });
}
