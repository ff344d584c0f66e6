// SPDX-License-Identifier: Apache-2.0
// Runs the kernels of one generated unit, with which it is linked, at 32 and at 64 lanes.
//
// usage: PROGRAM FIRST COUNT [KERNEL...]   inputs FIRST to FIRST + COUNT - 1; default: all kernels
//
// With PROPERTY_CHECKED=1 in the environment, and a unit that was compiled checked, what the back
// end reports at 32 lanes counts too: races, lanes that are read but take no part, skipped
// barriers.
//
// A line for each kernel: `INDEX same`, `INDEX differs SHAPE INPUT WHAT`, or `INDEX undefined SHAPE
// INPUT WHAT` when it did at 32 lanes what no CUDA kernel may do. A kernel that ends the process or
// does not end at 64 lanes differs; the next ones run in a new process.
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "hipshim/cpu/runtime.hpp"
#include "pool.hpp"

extern const Entry kPropertyKernels[];
extern const int kPropertyKernelCount;

extern "C" {
extern char shared_begin[] __asm__("__start_hipshim_shared") __attribute__((weak));
extern char shared_end[] __asm__("__stop_hipshim_shared") __attribute__((weak));
}

namespace {

enum : unsigned { kBounds = 1, kShift = 2, kOverflow = 4 };
unsigned undefined_seen = 0;

}  // namespace

// What kernels are compiled to call where an index, a shift or a sum leaves its range; the names
// are clang's. NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" {
void __ubsan_handle_out_of_bounds_minimal() { undefined_seen |= kBounds; }
void __ubsan_handle_shift_out_of_bounds_minimal() { undefined_seen |= kShift; }
void __ubsan_handle_add_overflow_minimal() { undefined_seen |= kOverflow; }
void __ubsan_handle_sub_overflow_minimal() { undefined_seen |= kOverflow; }
void __ubsan_handle_mul_overflow_minimal() { undefined_seen |= kOverflow; }
void __ubsan_handle_negate_overflow_minimal() { undefined_seen |= kOverflow; }
void __ubsan_handle_divrem_overflow_minimal() { undefined_seen |= kOverflow; }
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace {

bool checked = false;
std::uint64_t state = 0;
std::uint64_t random_number() {
  std::uint64_t z = state += 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}
long long between(long long lo, long long hi) {
  return lo + static_cast<long long>(random_number() % static_cast<std::uint64_t>(hi - lo + 1));
}

constexpr int kMargin = kInputLength;
constexpr int kInputs = kInputLength + 2 * kMargin, kOutputs = kOutputLength + 2 * kMargin;

struct Inputs {
  int a[kInputs];
  int b[kInputs];
  unsigned u[kInputs];
  long long l[kInputs];
  float f[kInputs];
  int n;
} inputs;

struct Outputs {
  int out[kOutputs];
  unsigned uout[kOutputs];
  unsigned long long lout[kOutputs];
  float fout[kOutputs];
} outputs, initial, at32;

void make_initial() {
  for (int i = 0; i < kOutputs; ++i) {
    initial.out[i] = i * 7 % 23 - 11;
    initial.uout[i] = static_cast<unsigned>(i * 13 % 31);
    initial.lout[i] = static_cast<unsigned long long>(i * 11 % 29);
    initial.fout[i] = static_cast<float>(i * 3 % 7);
  }
}

/// Kinds of inputs: what differs between the halves of a wave shows in some only.
enum Kind {
  any,
  sparse,
  in_order,
  by_warp,
  first_half_zero,
  second_half_zero,
  small,
  mostly_positive,
  kKinds
};

/// One array, of numbers that `make` makes.
template <class T, class Make>
void fill(T (&array)[kInputs], int kind, bool has_sign, Make make) {
  for (int i = 0; i < kInputs; ++i) {
    const int at = i - kMargin;
    T v = make();
    const bool zero = kind == sparse            ? random_number() % 8 != 0
                      : kind == first_half_zero ? (at & 32) == 0
                                                : kind == second_half_zero && (at & 32) != 0;
    if (zero) v = 0;
    if (kind == in_order) v = static_cast<T>(has_sign ? (at & 127) - 64 : at & 63);
    if (kind == by_warp && i > 0 && (at & 31) != 0) v = array[i - 1];
    if (kind == small) v = static_cast<T>(random_number() % 4);
    if (kind == mostly_positive && v < T{1} && random_number() % 8 != 0) v = static_cast<T>(1) - v;
    array[i] = v;
  }
}

/// All arrays are of one kind, or each of its own.
void make_inputs(int number) {
  state = static_cast<std::uint64_t>(number) * 7919 + 1;
  const int of_all = number % (kKinds + 4);
  const auto kind = [&] {
    return of_all < kKinds ? of_all : static_cast<int>(random_number() % kKinds);
  };
  const bool negative = random_number() % 4 == 0;
  fill(inputs.a, kind(), true, [] { return static_cast<int>(between(-64, 64)); });
  fill(inputs.b, kind(), negative,
       [&] { return static_cast<int>(between(negative ? -64 : 0, 63)); });
  fill(inputs.u, kind(), false, [] { return static_cast<unsigned>(random_number()); });
  fill(inputs.l, kind(), true, [] { return between(-1000000000, 1000000000); });
  fill(inputs.f, kind(), true, [] { return static_cast<float>(between(-8, 8)); });
  for (int i = 0; i < kInputs; ++i)
    if (i < kMargin || i >= kMargin + kInputLength) inputs.a[i] += 1000, inputs.f[i] += 100;
  // What atomics leave is seen with some, and not with others.
  if (number / 8 % 2 != 0) {
    initial = Outputs{};
  } else {
    make_initial();
  }
  static const int sizes[] = {100, 33, 64, 5, 32, 2, 200, 31, 1, 0, 65, 96, 255, 40, -3, 17, 128};
  inputs.n = sizes[number % 17];
}

/// What the parent learns of the child.
struct Progress {
  int next;  ///< position of the kernel that runs
  int shape, input, wave;
}* progress;

void limit_time(int milliseconds) {
  itimerval limit{};
  limit.it_value.tv_sec = milliseconds / 1000;
  limit.it_value.tv_usec = milliseconds % 1000 * 1000;
  setitimer(ITIMER_VIRTUAL, &limit, nullptr);
}

void run(const Entry& entry, int shape, int wave) {
  progress->wave = wave;
  outputs = initial;
  // What no thread of the block wrote is not the same twice.
  if (shared_begin != nullptr)
    std::memset(shared_begin, (wave == 32 ? 0x55 : 0x2a) + progress->input * 5,
                static_cast<std::size_t>(shared_end - shared_begin));
  undefined_seen = 0;
  hipshim::cpu::set_wave_size(static_cast<unsigned>(wave));
  hipshim::cpu::set_checked(checked && wave == 32);
  hipshim::cpu::clear_reports();
  const Pool pool{inputs.a + kMargin,    inputs.b + kMargin,     inputs.u + kMargin,
                  inputs.l + kMargin,    inputs.f + kMargin,     inputs.n,
                  outputs.out + kMargin, outputs.uout + kMargin, outputs.lout + kMargin,
                  outputs.fout + kMargin};
  limit_time(checked ? 4000 : 400);
  entry.run(pool, shape);
}

template <class T>
std::string difference(const char* name, const T* x, const T* y) {
  for (int i = 0; i < kOutputs; ++i)
    if (x[i] != y[i])  // 0 and -0 are the same
      return std::string(name) + "[" + std::to_string(i - kMargin) + "] is " + std::to_string(x[i])
             + " at 32 lanes, " + std::to_string(y[i]) + " at 64";
  return {};
}
std::string difference(const Outputs& x, const Outputs& y) {
  std::string text = difference("out", x.out, y.out);
  if (text.empty()) text = difference("uout", x.uout, y.uout);
  if (text.empty()) text = difference("lout", x.lout, y.lout);
  if (text.empty()) text = difference("fout", x.fout, y.fout);
  return text;
}

template <class T>
bool margins_kept(const T* now, const T* before) {
  const int behind = kMargin + kOutputLength;
  return std::equal(now, now + kMargin, before)
         && std::equal(now + behind, now + kOutputs, before + behind);
}
bool margins_kept() {
  return margins_kept(outputs.out, initial.out) && margins_kept(outputs.uout, initial.uout)
         && margins_kept(outputs.lout, initial.lout) && margins_kept(outputs.fout, initial.fout);
}

void say(const Entry& entry, const char* status, const std::string& what) {
  std::printf("%d %s %d %d %s\n", entry.index, status, progress->shape, progress->input,
              what.c_str());
  std::fflush(stdout);
}

void compare(const Entry& entry, int first, int count) {
  for (int input = first; input < first + count; ++input)
    for (int shape = 0; shape < entry.shapes; ++shape) {
      progress->shape = shape;
      progress->input = input;
      make_inputs(input);
      run(entry, shape, 32);
      if (undefined_seen != 0 || !margins_kept())
        return say(entry, "undefined",
                   undefined_seen & kShift      ? "a shift is out of range"
                   : undefined_seen & kOverflow ? "an overflow"
                                                : "an index is out of range");
      if (!hipshim::cpu::reports().empty())
        return say(entry, "undefined", hipshim::cpu::reports().front().text);
      at32 = outputs;
      run(entry, shape, 64);
      limit_time(0);
      const std::string what = difference(at32, outputs);
      if (!what.empty()) return say(entry, "differs", what);
      if (undefined_seen & kBounds)
        return say(entry, "differs", "an index of shared memory is out of range at 64 lanes");
    }
  say(entry, "same", "");
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int i) { return static_cast<int>(std::strtol(argv[i], nullptr, 10)); };
  const int first = argc > 1 ? number(1) : 0, count = argc > 2 ? number(2) : 8;
  std::vector<const Entry*> entries;
  for (int i = 0; i < kPropertyKernelCount; ++i) {
    bool wanted = argc <= 3;
    for (int k = 3; k < argc; ++k) wanted = wanted || number(k) == kPropertyKernels[i].index;
    if (wanted) entries.push_back(&kPropertyKernels[i]);
  }
  void* memory =
      mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 2;
  progress = static_cast<Progress*>(memory);
  checked = std::getenv("PROPERTY_CHECKED") != nullptr;
  hipshim::cpu::set_print_reports(false);
  hipshim::cpu::set_checked(false);
  hipshim::cpu::Launch(dim3(1), dim3(1)).run([] {});  // children share the stacks that this makes

  while (progress->next < static_cast<int>(entries.size())) {
    const pid_t child = fork();
    if (child < 0) return 2;
    if (child == 0) {
      for (; progress->next < static_cast<int>(entries.size()); ++progress->next)
        compare(*entries[static_cast<std::size_t>(progress->next)], first, count);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (progress->next >= static_cast<int>(entries.size())) break;
    const Entry& entry = *entries[static_cast<std::size_t>(progress->next++)];
    const bool late = WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM;
    say(entry, progress->wave == 32 ? "undefined" : "differs",
        late ? "it does not end" : "it ends the process");
  }
  return 0;
}
