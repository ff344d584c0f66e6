// SPDX-License-Identifier: Apache-2.0
// For the main.hip of a whole program in test-corpus/_projects: memory, inputs, and the lines that
// hipaudit-corpus-run reads.
#ifndef HIPAUDIT_TESTS_CORPUS_PROGRAM_HPP
#define HIPAUDIT_TESTS_CORPUS_PROGRAM_HPP

#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace program {

inline bool all_right = true;

// In a process of its own: wrong indices may end it.
template <typename Work>
void check(const char* name, Work work) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) _exit(work() ? 0 : 1);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) std::abort();
  const bool right = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  const bool crashed = WIFSIGNALED(status);
  std::printf("%s: %s%s\n", name, right ? "right" : "WRONG", crashed ? ", it crashed" : "");
  all_right = all_right && right;
}

inline int status() { return all_right ? 0 : 1; }

inline void must(hipError_t error) {
  if (error == hipSuccess) return;
  std::printf("%s\n", hipGetErrorString(error));
  std::exit(3);
}

// The same numbers on every machine.
class Numbers {
 public:
  explicit Numbers(unsigned seed) : state_(seed) {}
  unsigned next() {
    state_ = state_ * 1664525u + 1013904223u;
    return (state_ >> 16 | state_ << 16) * 0x9e3779b1u;
  }
  unsigned below(unsigned limit) { return (next() >> 8) % limit; }

 private:
  unsigned state_;
};

template <typename T>
class OnDevice {
 public:
  explicit OnDevice(size_t count) : count_(count) {
    void* memory = nullptr;
    must(hipMalloc(&memory, count * sizeof(T)));
    must(hipMemset(memory, 0, count * sizeof(T)));
    data_ = static_cast<T*>(memory);
  }
  explicit OnDevice(const std::vector<T>& values) : OnDevice(values.size()) { set(values); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  ~OnDevice() { (void)hipFree(data_); }

  void set(const std::vector<T>& values) {
    must(hipMemcpy(data_, values.data(), values.size() * sizeof(T), hipMemcpyHostToDevice));
  }
  std::vector<T> values() const {
    std::vector<T> copy(count_);
    must(hipMemcpy(copy.data(), data_, count_ * sizeof(T), hipMemcpyDeviceToHost));
    return copy;
  }
  operator T*() const { return data_; }

 private:
  T* data_ = nullptr;
  size_t count_;
};

}  // namespace program

#endif  // HIPAUDIT_TESTS_CORPUS_PROGRAM_HPP
