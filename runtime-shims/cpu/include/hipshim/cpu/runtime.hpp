// SPDX-License-Identifier: Apache-2.0
//
// The CPU back end's runtime: what the headers under hip/ call, and what a test may set and ask.
//
// A launch runs its blocks one after the other. Every thread of a block is a fiber; `wave size`
// consecutive fibers are a wave. A fiber runs until it must meet others (a barrier, a cross-lane
// operation) or ends; then the next one runs.
//
//   wave, lane   as on the hardware: threads in linear order, x fastest
//   site         where a lane waits: the chain of return addresses from the kernel to the call
//   group        the lanes of one wave that wait at one site: the active lanes of the operation
#ifndef HIPSHIM_CPU_RUNTIME_HPP
#define HIPSHIM_CPU_RUNTIME_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "hipshim/cpu/vector_types.hpp"

// Our own inline functions are no part of the kernel under test: no memory access of theirs is
// checked.
#define HIPSHIM_CPU_FN __attribute__((disable_sanitizer_instrumentation)) inline

struct ihipStream_t;

namespace hipshim {
namespace cpu {

// ---- settings and results, for tests ----

// 32 or 64; anything else is refused (false). At start: HIPSHIM_CPU_WAVE, else 64. Not inside a
// kernel.
bool set_wave_size(unsigned lanes);

// Reports misuse, on kernels that were built checked. At start: HIPSHIM_CPU_CHECKED, else on.
void set_checked(bool on);

// Every access to shared memory, or to memory of hipMalloc, is a point where the wave's lanes meet,
// as if they ran in lockstep: for code that relies on it, and for locks that hang by it. At start:
// HIPSHIM_CPU_LOCKSTEP, else off. Needs a checked build.
void set_lockstep(bool on);

// A block in which every thread that can run only reads memory or repeats atomics for so long is
// ended with kNoProgress. At start: HIPSHIM_CPU_TIMEOUT_MS, else 30000.
void set_timeout_ms(unsigned milliseconds);

// A launch that has not ended after so many steps (see steps(); an access of a lane that waits in a
// loop is one too) is ended with kNoProgress, on any machine at the same place. 0: no limit. At
// start: HIPSHIM_CPU_MAX_STEPS, else 0.
void set_max_steps(unsigned steps);

enum class Misuse {
  kLanesNeverArrive,   // a mask names lanes that are elsewhere, or have left
  kMaskWithoutCaller,  // a mask does not name the lane that passes it
  kBarrierSkipped,     // part of the block waits at a barrier, part has left or waits at another
  kInactiveLane,       // a shuffle reads a lane that takes no part
  kReadBeforeWrite,    // shared memory that no thread of the block has written
  kOutOfBounds,        // outside every shared array, or outside every hipMalloc allocation
  kRace,               // two threads, one of them writes shared memory, nothing between orders them
  kNoProgress,         // the block waits for itself
};

const char* name_of(Misuse kind);

struct Report {
  Misuse kind;
  std::string file;  // the call site; empty where the program has no line tables
  unsigned line;
  std::string text;
  unsigned long count;  // how often; the text is of the first
};

// One per kind and site, oldest first. A report that is still there when the process ends makes its
// exit status 66.
const std::vector<Report>& reports();
void clear_reports();
// Off: reports are kept but not written to stderr.
void set_print_reports(bool on);

// Lanes resumed at a barrier or a cross-lane operation since the process began.
unsigned long long steps();

// ---- what the headers call, inside a kernel ----

struct Mask {
  std::uint64_t bits = 0;
  bool given = false;
};

unsigned lane_of_wave();
unsigned lanes_per_wave();

std::uint64_t vote(bool predicate, Mask mask = {});
void exchange(const void* value, void* result, std::size_t size, unsigned source, Mask mask = {});
// Every lane's value, at its lane's place in `all` (64 places); returns the active lanes.
std::uint64_t gather(const void* value, void* all, std::size_t size, Mask mask = {});
void fence(Mask mask = {});

struct Tally {
  unsigned threads;
  unsigned holds;
};
Tally barrier(bool predicate = false);

// Before an atomic operation on `address`; may let other threads run.
void before_atomic(const volatile void* address, std::size_t size, bool write = true);

extern char dynamic_shared[];

// ---- launches ----

class Launch {
 public:
  explicit Launch(dim3 grid, dim3 block, std::size_t shared = 0, ihipStream_t* stream = nullptr)
      : grid_(grid), block_(block), shared_(shared), stream_(stream) {}

  // The arguments are evaluated once and copied for each thread, as a launch does.
  template <class Kernel, class... Args>
  HIPSHIM_CPU_FN void run(Kernel kernel, Args&&... args) {
    Call<Kernel, std::decay_t<Args>...> call{kernel, {std::forward<Args>(args)...}};
    start(&call.thread, &call);
  }

 private:
  template <class Kernel, class... Args>
  struct Call {
    Kernel kernel;
    std::tuple<Args...> args;

    // Few frames below the kernel's: each is part of every site.
    template <std::size_t... i>
    __attribute__((always_inline)) void expand(std::index_sequence<i...>) {
      kernel(std::get<i>(args)...);
    }
    static void thread(void* opaque) {
      static_cast<Call*>(opaque)->expand(std::index_sequence_for<Args...>{});
    }
  };

  void start(void (*thread)(void*), void* opaque);

  dim3 grid_, block_;
  std::size_t shared_;
  ihipStream_t* stream_;
};

}  // namespace cpu
}  // namespace hipshim

// As in every HIP: only for reading. warpSize is what set_wave_size said.
extern const uint3& threadIdx;
extern const uint3& blockIdx;
extern const dim3& blockDim;
extern const dim3& gridDim;
extern const int& warpSize;

#endif  // HIPSHIM_CPU_RUNTIME_HPP
