// SPDX-License-Identifier: Apache-2.0
// Makes the code of a corpus file executable: test-corpus/<rule-id>/run-bad.hip and run-good.hip
// include this, then HIPAUDIT_CASE (the file under test, which hipaudit-corpus-run names), and
// launch its kernels. Each case prints what the kernel left in memory; the runner compares.
//
//   #include <run.hpp>
//   #include HIPAUDIT_CASE
//
//   int main() {
//     KERNEL(broadcast);                                  // 2 blocks of 128, inputs by type
//     KERNEL(row_maximum).block(32, 8).with(_, _, 64);    // _: the default for this argument
//     KERNEL(fill<float, 4>).with(_, [](size_t i) { return 0.5f * i; });
//     SKIP(uses_a_texture, "the CPU back end has none");
//   }
//
// A pointer argument is memory of elements() values, filled by its function of the index; those
// that are not const are printed after the launch. Inputs are whole numbers 0 to 7, or quarters
// from -4 to 12, so that sums in floating point are exact whatever their order.
//
// What holds of a case is said by its marks; without one, bad.hip gives other results at 64 lanes
// than at 32, which are CUDA's, and what `fix` makes of it gives CUDA's at both:
//
//   reverse(why)           written for 64 lanes: they are the reference, 32 lanes go wrong
//   everywhere(why)        wrong at 32 lanes too: the reference is what `fix` gives at 32, and
//                          without a fixed.hip what expect() says
//   same(why)              bad.hip is right at both: slow, or wrong elsewhere only
//   unfixed(why)           no fix that is safe: what `fix` gives is as wrong as before
//   unsafe_fix(why)        as unfixed, but right after `fix --unsafe-fixes`
//   follows_wave(why)      right at both, with other results: in good.hip, and in bad.hip after
//                          `fix --unsafe-fixes`
//   unordered()            the order of what is in memory is of no account
//   expect(argument, f)    f(i) is what element i must be at this wave size (corpus::wave())
//   lockstep()             run with the wave's lanes in lockstep, which the code relies on
#ifndef HIPAUDIT_TESTS_CORPUS_RUN_HPP
#define HIPAUDIT_TESTS_CORPUS_RUN_HPP

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#define KERNEL(...) corpus::case_of(#__VA_ARGS__, __VA_ARGS__)
#define HOST(name, ...) corpus::HostCase(#name, __VA_ARGS__)
#define SKIP(name, why) corpus::line(#name, "skip", why)

struct Default {};
constexpr Default _{};

namespace corpus {

constexpr unsigned kMaxSteps = 8u << 20;

inline unsigned wave() { return static_cast<unsigned>(warpSize); }

inline void line(const std::string& name, const char* key, const std::string& text) {
  std::printf("%s\t%s\t%s\n", name.c_str(), key, text.c_str());
}

// ---- values ----

inline unsigned scramble(std::size_t i, unsigned argument) {
  std::uint64_t h = (i + 1) * 0x9e3779b97f4a7c15ull + argument * 0xbf58476d1ce4e5b9ull;
  h = (h ^ h >> 29) * 0x94d049bb133111ebull;
  return static_cast<unsigned>(h >> 40);
}

template <class T>
T sample(std::size_t i, unsigned argument) {
  const unsigned h = scramble(i, argument);
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(static_cast<int>(h % 64) - 16) / 4;
  } else if constexpr (std::is_same_v<T, __half>) {
    return __float2half(sample<float>(i, argument));
  } else if constexpr (std::is_same_v<T, __half2>) {
    return __floats2half2_rn(sample<float>(2 * i, argument), sample<float>(2 * i + 1, argument));
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(h % 8);
  } else if constexpr (std::is_pointer_v<T>) {
    return nullptr;
  } else {  // word by word: floats where the type is a vector or struct of them cannot be told
    static_assert(std::is_trivially_copyable_v<T>, "give this argument its values by with()");
    T value{};
    for (std::size_t k = 0; k < sizeof(T) / 4; ++k) {
      const float word = sample<float>(i * sizeof(T) / 4 + k, argument);
      std::memcpy(reinterpret_cast<char*>(&value) + 4 * k, &word, 4);
    }
    return value;
  }
}

template <class T>
std::string text_of(const T& value) {
  char text[64];
  if constexpr (std::is_floating_point_v<T>) {
    std::snprintf(text, sizeof text, "%.*g", sizeof(T) == 4 ? 9 : 17, static_cast<double>(value));
  } else if constexpr (std::is_same_v<T, __half>) {
    return text_of(__half2float(value));
  } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
    std::snprintf(text, sizeof text, "%lld", static_cast<long long>(value));
  } else if constexpr (std::is_integral_v<T>) {
    std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(value));
  } else {
    std::string all;
    for (std::size_t k = 0; k < sizeof(T); k += 2) {
      std::uint16_t part;
      std::memcpy(&part, reinterpret_cast<const char*>(&value) + k, 2);
      std::snprintf(text, sizeof text, "%s%04x", k == 0 ? "" : ":", part);
      all += text;
    }
    return all;
  }
  return text;
}

template <class F>
std::string texts_of(std::size_t count, F value) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += (i == 0 ? "" : " ") + text_of(value(i));
  return all;
}

// ---- cases ----

class Case {
 public:
  Case(const Case&) = delete;
  Case& operator=(const Case&) = delete;

  Case& reverse(const char* why) { return mark("reverse", why); }
  Case& everywhere(const char* why) { return mark("everywhere", why); }
  Case& same(const char* why) { return mark("same", why); }
  Case& unfixed(const char* why) { return mark("unfixed", why); }
  Case& unsafe_fix(const char* why) { return mark("unsafe-fix", why); }
  Case& follows_wave(const char* why) { return mark("follows-wave", why); }
  Case& unordered() { return mark("unordered", "-"); }
  Case& lockstep() {
    lockstep_ = true;
    return *this;
  }

 protected:
  explicit Case(const char* name) : name_(name) {}
  ~Case() = default;

  Case& mark(const char* key, const char* why) {
    line(name_, key, why);
    return *this;
  }

  // In a process of its own: a case that crashes or leaves globals behind concerns no other.
  template <class F>
  void in_a_process(F work) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
      hipshim::cpu::set_print_reports(std::getenv("HIPAUDIT_CORPUS_REPORTS") != nullptr);
      hipshim::cpu::set_max_steps(kMaxSteps);
      hipshim::cpu::set_lockstep(lockstep_);
      work();
      for (const auto& report : hipshim::cpu::reports())
        line(name_, "report",
             hipshim::cpu::name_of(report.kind)
                 + (' ' + report.text.substr(0, report.text.find('\n'))));
      std::fflush(nullptr);
      _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) std::abort();
    if (WIFSIGNALED(status))
      line(name_, "error", "signal " + std::to_string(WTERMSIG(status)));
    else if (WEXITSTATUS(status) != 0)
      line(name_, "error", "status " + std::to_string(WEXITSTATUS(status)));
  }

  void outcome(hipError_t status) {
    line(name_, "error", status == hipSuccess ? "none" : hipGetErrorName(status));
  }

  std::string name_;

 private:
  bool lockstep_ = false;
};

// What a case without a kernel of its own shows.
class Output {
 public:
  explicit Output(std::string name) : name_(std::move(name)) {}
  template <class T>
  void values(const char* key, const T* data, std::size_t count) {
    line(name_, key, texts_of(count, [&](std::size_t i) { return data[i]; }));
  }
  template <class T>
  void value(const char* key, const T& single) {
    values(key, &single, 1);
  }

 private:
  std::string name_;
};

class HostCase : public Case {
 public:
  HostCase(const char* name, std::function<void(Output&)> work)
      : Case(name), work_(std::move(work)) {}
  ~HostCase() {
    in_a_process([&] {
      Output output(name_);
      work_(output);
      outcome(hipGetLastError());
    });
  }

 private:
  std::function<void(Output&)> work_;
};

// One argument of a kernel: a value, or memory.
template <class T>
struct Argument {
  static_assert(!std::is_reference_v<T>, "kernels take no references");
  T value{};
  bool given = false;
  void set(Default) {}
  template <class V>
  void set(V v) {
    value = static_cast<T>(v);
    given = true;
  }
  void make(std::size_t, std::size_t threads, unsigned) {
    if constexpr (std::is_same_v<T, bool>) {
      if (!given) value = true;
    } else if constexpr (std::is_arithmetic_v<T>) {
      if (!given) value = std::is_integral_v<T> ? static_cast<T>(threads) : T(2);
    }
  }
  void print(const std::string&, unsigned) const {}
};

template <class T>
struct Argument<T*> {
  using Value = std::conditional_t<std::is_void_v<T>, char, std::remove_cv_t<T>>;
  std::function<Value(std::size_t)> fill;
  std::size_t count = 0;
  Value* value = nullptr;

  void set(Default) {}
  template <class V>
  void set(V v) {
    if constexpr (std::is_invocable_v<V, std::size_t>)
      fill = [v](std::size_t i) { return static_cast<Value>(v(i)); };
    else
      fill = [v](std::size_t) { return static_cast<Value>(v); };
  }
  void make(std::size_t elements, std::size_t, unsigned argument) {
    count = elements;
    void* memory = nullptr;
    if (hipMalloc(&memory, count * sizeof(Value)) != hipSuccess) std::abort();
    value = static_cast<Value*>(memory);
    for (std::size_t i = 0; i < count; ++i) value[i] = fill ? fill(i) : sample<Value>(i, argument);
  }
  void print(const std::string& name, unsigned argument) const {
    if constexpr (!std::is_const_v<T>)
      line(name, ("arg" + std::to_string(argument)).c_str(),
           texts_of(count, [&](std::size_t i) { return value[i]; }));
  }
};

template <class... A>
class KernelCase : public Case {
 public:
  KernelCase(const char* name, void (*kernel)(A...)) : Case(name), kernel_(kernel) {}
  ~KernelCase() {
    in_a_process([&] { execute(std::index_sequence_for<A...>{}); });
  }

  KernelCase& grid(unsigned x, unsigned y = 1, unsigned z = 1) {
    grid_ = dim3(x, y, z);
    return *this;
  }
  KernelCase& block(unsigned x, unsigned y = 1, unsigned z = 1) {
    block_ = dim3(x, y, z);
    return *this;
  }
  KernelCase& shared(std::size_t bytes) {
    shared_ = bytes;
    return *this;
  }
  KernelCase& elements(std::size_t count) {
    elements_ = count;
    return *this;
  }
  template <class... V>
  KernelCase& with(V... values) {
    static_assert(sizeof...(V) == sizeof...(A), "one value, or _, for each argument");
    std::apply([&](auto&... arguments) { (arguments.set(values), ...); }, arguments_);
    return *this;
  }
  template <class F>
  KernelCase& expect(unsigned argument, F value) {
    expected_.emplace_back(argument, [value](std::size_t n) { return texts_of(n, value); });
    return *this;
  }

 private:
  template <std::size_t... i>
  void execute(std::index_sequence<i...>) {
    const std::size_t threads =
        std::size_t{grid_.x} * grid_.y * grid_.z * block_.x * block_.y * block_.z;
    (std::get<i>(arguments_).make(elements_, threads, i), ...);
    kernel_<<<grid_, block_, shared_>>>(static_cast<A>(std::get<i>(arguments_).value)...);
    outcome(hipGetLastError());
    (std::get<i>(arguments_).print(name_, i), ...);
    for (const auto& [argument, texts] : expected_)
      line(name_, ("expect" + std::to_string(argument)).c_str(), texts(elements_));
  }

  void (*kernel_)(A...);
  std::tuple<Argument<A>...> arguments_;
  std::vector<std::pair<unsigned, std::function<std::string(std::size_t)>>> expected_;
  dim3 grid_{2}, block_{128};
  std::size_t shared_ = 0, elements_ = 2048;
};

template <class... A>
KernelCase<A...> case_of(const char* name, void (*kernel)(A...)) {
  return KernelCase<A...>(name, kernel);
}

}  // namespace corpus

#endif  // HIPAUDIT_TESTS_CORPUS_RUN_HPP
