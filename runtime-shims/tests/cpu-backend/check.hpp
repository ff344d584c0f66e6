// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the CPU back end share: both wave sizes, no report.
#ifndef HIPSHIM_TESTS_CPU_BACKEND_CHECK_HPP
#define HIPSHIM_TESTS_CPU_BACKEND_CHECK_HPP

#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

inline int failures = 0;
inline long checks = 0;

inline void check(bool holds, const char* what, long at = 0) {
  ++checks;
  if (holds || ++failures > 20) return;
  std::printf("wrong: %s at %ld, wave of %u\n", what, at, hipshim::cpu::lanes_per_wave());
}

inline void ok(hipError_t error, const char* what) { check(error == hipSuccess, what, error); }

// Device memory that starts as zeros and is read through operator[].
template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t count) : count_(count) {
    ok(hipMalloc(&memory_, count * sizeof(T)), "hipMalloc");
    ok(hipMemset(memory_, 0, count * sizeof(T)), "hipMemset");
  }
  explicit Buffer(const std::vector<T>& from) : Buffer(from.size()) {
    ok(hipMemcpy(memory_, from.data(), count_ * sizeof(T), hipMemcpyHostToDevice), "hipMemcpy");
  }
  ~Buffer() { ok(hipFree(memory_), "hipFree"); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  T* device() { return memory_; }
  std::vector<T> host() {
    std::vector<T> copy(count_);
    ok(hipMemcpy(copy.data(), memory_, count_ * sizeof(T), hipMemcpyDeviceToHost), "hipMemcpy");
    return copy;
  }

 private:
  T* memory_ = nullptr;
  std::size_t count_;
};

// Runs all at 32 and at 64 lanes; the exit status of the test.
template <class All>
int at_both_wave_sizes(All all) {
  for (const unsigned lanes : {32u, 64u}) {
    check(hipshim::cpu::set_wave_size(lanes), "set_wave_size");
    all(lanes);
    ok(hipGetLastError(), "the last error");
  }
  check(hipshim::cpu::reports().empty(), "reports on right code");
  std::printf("%ld checks, %d failed\n", checks, failures);
  return failures == 0 ? 0 : 1;
}

#endif  // HIPSHIM_TESTS_CPU_BACKEND_CHECK_HPP
