// SPDX-License-Identifier: Apache-2.0
//
// Checks that name the call.
//
// A bare error code says what, not where. A Status carries the code, the text of the call, and its
// place in the source; it converts to the code, so it can be returned and compared where hipError_t
// or cudaError_t was. Every host function of hipshim that can fail returns one.
//
// Words used in the contracts below:
//   Code       hipError_t on AMD and on the CPU back end, cudaError_t on NVIDIA
//   Cost       on the host, in run-time calls made when nothing fails
//   Emitted    the hipaudit rules whose fixes write the call; none yet
#ifndef HIPSHIM_ERROR_HPP
#define HIPSHIM_ERROR_HPP

#include "hipshim/config.hpp"

#if defined(HIPSHIM_HOST_RUNTIME_HEADER)

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include HIPSHIM_HOST_RUNTIME_HEADER

namespace hipshim {
inline namespace v1 {
namespace error {

using Code = HIPSHIM_RUNTIME(Error_t);
constexpr Code kSuccess = HIPSHIM_RUNTIME(Success);

// Status: a code, and the call that gave it
//   CUDA       cudaError_t, whose origin the caller must remember
//   HIP        hipError_t, the same
//   Valid      as a code, everywhere: `if (s != hipSuccess)`, `hipError_t e = s`. As a truth it
//              says "failed", as the code does
//   Cost       none; the text is a literal, message() puts it together
class HIPSHIM_NODISCARD Status {
 public:
  Status() = default;
  Status(Code code, const char* call, const char* file, int line)
      : code_(code), call_(call), file_(file), line_(line) {}

  bool ok() const { return code_ == kSuccess; }
  Code code() const { return code_; }
  operator Code() const { return code_; }
  const char* call() const { return call_; }

  // "hipMalloc(&p, n) at file.hip:12: hipErrorOutOfMemory (out of memory)"
  std::string message() const {
    if (ok()) return "no error";
    const char* name = HIPSHIM_RUNTIME(GetErrorName)(code_);
    const char* meaning = HIPSHIM_RUNTIME(GetErrorString)(code_);
    std::string text = call_;
    text += std::string(" at ") + file_ + ":" + std::to_string(line_) + ": ";
    text += name != nullptr ? name : "unknown error";
    // Some versions of HIP give the name for both.
    if (meaning != nullptr && name != nullptr && std::strcmp(name, meaning) != 0)
      text += std::string(" (") + meaning + ")";
    return text;
  }

 private:
  Code code_ = kSuccess;
  const char* call_ = "";
  const char* file_ = "";
  int line_ = 0;
};

// Failure: what HIPSHIM_CHECK throws; what() is the message
//   CUDA       none
//   HIP        none
//   Cost       none until thrown
class Failure : public std::runtime_error {
 public:
  explicit Failure(const Status& status) : std::runtime_error(status.message()), status_(status) {}
  const Status& status() const { return status_; }

 private:
  Status status_;
};

namespace detail {

// The status of a call: made here from a code, kept where the callee has named a call of its own.
inline Status named(Code code, const char* call, const char* file, int line) {
  return Status(code, call, file, line);
}
inline Status named(const Status& status, const char*, const char*, int) { return status; }

[[noreturn]] inline void raise(const Status& status) {
#if defined(__cpp_exceptions)
  throw Failure(status);
#else
  std::fprintf(stderr, "%s\n", status.message().c_str());
  std::abort();
#endif
}

[[noreturn]] inline void misuse(const char* sentence) {
  std::fprintf(stderr, "%s\n", sentence);
  std::abort();
}

inline void check(const Status& status) {
  if (!status.ok()) raise(status);
}

// What an earlier call left behind is not this launch's.
inline void forget_last_error() { static_cast<void>(HIPSHIM_RUNTIME(GetLastError)()); }

}  // namespace detail
}  // namespace error
}  // namespace v1
}  // namespace hipshim

// HIPSHIM_STATUS(call): the call's Status
//   CUDA       the code that the call returns
//   HIP        the same
//   Valid      the call is made once. Of a function that returns a Status, that Status: the
//              innermost call is named
//   Cost       the call
#define HIPSHIM_STATUS(...)                                                                        \
  hipshim::error::detail::named((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

// HIPSHIM_CHECK(call): throws Failure when the call fails; without exceptions prints the message
// and aborts
//   CUDA       the CUDA_CHECK of every project
//   HIP        the same. A fault on the device (an illegal address) aborts the process in HIP's
//              run time before any check, so code that recovers from it is CUDA's alone
//   Cost       the call
//   Undefined  in a destructor, as every throw
#define HIPSHIM_CHECK(...) hipshim::error::detail::check(HIPSHIM_STATUS(__VA_ARGS__))

// HIPSHIM_TRY(call): leaves the function with the call's Status when it fails
//   CUDA       none
//   HIP        none
//   Valid      in a function that returns a Status or a Code
//   Cost       the call
#define HIPSHIM_TRY(...)                                                                           \
  do {                                                                                             \
    const hipshim::error::Status hipshim_status = HIPSHIM_STATUS(__VA_ARGS__);                     \
    if (!hipshim_status.ok()) return hipshim_status;                                               \
  } while (false)

// HIPSHIM_CHECK_LAUNCH(kernel<<<grid, block, shared, stream>>>(arguments)): launches, and throws
// when the launch was refused
//   CUDA       the launch, then cudaGetLastError
//   HIP        before ROCm 7 every successful call overwrites the last error, so a call between
//              launch and check hides the refusal; from ROCm 7 on, and on CUDA, an error that was
//              dealt with earlier shows up as this launch's. Here nothing is between, and the
//              earlier one is dropped first
//   Valid      for the launch itself. What fails while the kernel runs comes with a later call
//   Cost       2 calls of GetLastError
#define HIPSHIM_CHECK_LAUNCH(...)                                                                  \
  do {                                                                                             \
    hipshim::error::detail::forget_last_error();                                                   \
    __VA_ARGS__;                                                                                   \
    hipshim::error::detail::check(hipshim::error::Status(HIPSHIM_RUNTIME(GetLastError)(),          \
                                                         #__VA_ARGS__, __FILE__, __LINE__));       \
  } while (false)

#endif  // HIPSHIM_HOST_RUNTIME_HEADER

#endif  // HIPSHIM_ERROR_HPP
