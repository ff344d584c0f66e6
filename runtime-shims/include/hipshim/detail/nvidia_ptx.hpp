// SPDX-License-Identifier: Apache-2.0
//
// What ptx.hpp needs of the NVIDIA back end: the instructions themselves.
#ifndef HIPSHIM_DETAIL_NVIDIA_PTX_HPP
#define HIPSHIM_DETAIL_NVIDIA_PTX_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/nvidia.hpp"
#include "hipshim/detail/ptx_model.hpp"

namespace hipshim {
inline namespace v1 {
namespace ptx {
namespace detail {

using namespace hipshim::v1::detail;

struct Cta {};
struct Gpu {};
struct Sys {};

HIPSHIM_DEVICE inline std::uint32_t reversed(std::uint32_t a) { return __brev(a); }
HIPSHIM_DEVICE inline std::uint64_t reversed(std::uint64_t a) { return __brevll(a); }
HIPSHIM_DEVICE inline int set_bits(std::uint32_t a) { return __popc(a); }
HIPSHIM_DEVICE inline int set_bits(std::uint64_t a) { return __popcll(a); }
HIPSHIM_DEVICE inline int zeros_above(std::uint32_t a) { return __clz(static_cast<int>(a)); }
HIPSHIM_DEVICE inline int zeros_above(std::uint64_t a) {
  return __clzll(static_cast<long long>(a));
}

HIPSHIM_DEVICE inline std::uint32_t bfe_u(std::uint32_t a, unsigned position, unsigned length) {
  std::uint32_t d;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(position), "r"(length));
  return d;
}
HIPSHIM_DEVICE inline std::uint64_t bfe_u(std::uint64_t a, unsigned position, unsigned length) {
  std::uint64_t d;
  asm("bfe.u64 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "r"(position), "r"(length));
  return d;
}
HIPSHIM_DEVICE inline std::int32_t bfe_s(std::uint32_t a, unsigned position, unsigned length) {
  std::int32_t d;
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(position), "r"(length));
  return d;
}
HIPSHIM_DEVICE inline std::int64_t bfe_s(std::uint64_t a, unsigned position, unsigned length) {
  std::int64_t d;
  asm("bfe.s64 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "r"(position), "r"(length));
  return d;
}
HIPSHIM_DEVICE inline std::uint32_t bfi(std::uint32_t from, std::uint32_t into, unsigned position,
                                        unsigned length) {
  std::uint32_t d;
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(from), "r"(into), "r"(position), "r"(length));
  return d;
}
HIPSHIM_DEVICE inline std::uint64_t bfi(std::uint64_t from, std::uint64_t into, unsigned position,
                                        unsigned length) {
  std::uint64_t d;
  asm("bfi.b64 %0, %1, %2, %3, %4;" : "=l"(d) : "l"(from), "l"(into), "r"(position), "r"(length));
  return d;
}
HIPSHIM_DEVICE inline std::uint32_t prmt(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
  std::uint32_t d;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(selector));
  return d;
}
template <unsigned Table>
HIPSHIM_DEVICE inline std::uint32_t lop3(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::uint32_t d;
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(c), "n"(Table));
  return d;
}
HIPSHIM_DEVICE inline std::uint32_t shf_right_wrap(std::uint32_t low, std::uint32_t high,
                                                   std::uint32_t count) {
  return __funnelshift_r(low, high, count);
}
HIPSHIM_DEVICE inline std::uint32_t shf_left_wrap(std::uint32_t low, std::uint32_t high,
                                                  std::uint32_t count) {
  return __funnelshift_l(low, high, count);
}
HIPSHIM_DEVICE inline std::uint64_t mul_high(std::uint64_t a, std::uint64_t b) {
  return __umul64hi(a, b);
}

#define HIPSHIM_DETAIL_SHFL(kind, name)                                                            \
  HIPSHIM_DEVICE inline std::uint32_t shfl_of(                                                     \
      std::integral_constant<ptx_model::Shuffle, ptx_model::Shuffle::kind>, std::uint32_t mask,    \
      std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t& within) {                  \
    std::uint32_t d;                                                                               \
    asm volatile("{ .reg .pred p; shfl.sync." name                                                 \
                 ".b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }"                              \
                 : "=r"(d), "=r"(within)                                                           \
                 : "r"(a), "r"(b), "r"(c), "r"(mask));                                             \
    return d;                                                                                      \
  }
HIPSHIM_DETAIL_SHFL(kUp, "up")
HIPSHIM_DETAIL_SHFL(kDown, "down")
HIPSHIM_DETAIL_SHFL(kButterfly, "bfly")
HIPSHIM_DETAIL_SHFL(kIndex, "idx")
#undef HIPSHIM_DETAIL_SHFL

template <ptx_model::Shuffle Kind>
HIPSHIM_DEVICE inline std::uint32_t shfl(std::uint32_t mask, std::uint32_t a, std::uint32_t b,
                                         std::uint32_t c, bool& within) {
  std::uint32_t answer = 0;
  const std::uint32_t d =
      detail::shfl_of(std::integral_constant<ptx_model::Shuffle, Kind>{}, mask, a, b, c, answer);
  within = answer != 0;
  return d;
}

HIPSHIM_DEVICE inline void fence(Cta) { __threadfence_block(); }
HIPSHIM_DEVICE inline void fence(Gpu) { __threadfence(); }
HIPSHIM_DEVICE inline void fence(Sys) { __threadfence_system(); }
HIPSHIM_DEVICE inline void barrier() { __syncthreads(); }

// Loads and stores of 4 and 8 bytes, one function a scope and an order.
#define HIPSHIM_DETAIL_ACCESS(Scope, scope)                                                        \
  HIPSHIM_DEVICE inline std::uint32_t load_word(Scope, std::false_type, const std::uint32_t* p) {  \
    std::uint32_t d;                                                                               \
    asm volatile("ld.relaxed." scope ".u32 %0, [%1];" : "=r"(d) : "l"(p) : "memory");              \
    return d;                                                                                      \
  }                                                                                                \
  HIPSHIM_DEVICE inline std::uint32_t load_word(Scope, std::true_type, const std::uint32_t* p) {   \
    std::uint32_t d;                                                                               \
    asm volatile("ld.acquire." scope ".u32 %0, [%1];" : "=r"(d) : "l"(p) : "memory");              \
    return d;                                                                                      \
  }                                                                                                \
  HIPSHIM_DEVICE inline std::uint64_t load_word(Scope, std::false_type, const std::uint64_t* p) {  \
    std::uint64_t d;                                                                               \
    asm volatile("ld.relaxed." scope ".u64 %0, [%1];" : "=l"(d) : "l"(p) : "memory");              \
    return d;                                                                                      \
  }                                                                                                \
  HIPSHIM_DEVICE inline std::uint64_t load_word(Scope, std::true_type, const std::uint64_t* p) {   \
    std::uint64_t d;                                                                               \
    asm volatile("ld.acquire." scope ".u64 %0, [%1];" : "=l"(d) : "l"(p) : "memory");              \
    return d;                                                                                      \
  }                                                                                                \
  HIPSHIM_DEVICE inline void store_word(Scope, std::false_type, std::uint32_t* p,                  \
                                        std::uint32_t v) {                                         \
    asm volatile("st.relaxed." scope ".u32 [%0], %1;" : : "l"(p), "r"(v) : "memory");              \
  }                                                                                                \
  HIPSHIM_DEVICE inline void store_word(Scope, std::true_type, std::uint32_t* p,                   \
                                        std::uint32_t v) {                                         \
    asm volatile("st.release." scope ".u32 [%0], %1;" : : "l"(p), "r"(v) : "memory");              \
  }                                                                                                \
  HIPSHIM_DEVICE inline void store_word(Scope, std::false_type, std::uint64_t* p,                  \
                                        std::uint64_t v) {                                         \
    asm volatile("st.relaxed." scope ".u64 [%0], %1;" : : "l"(p), "l"(v) : "memory");              \
  }                                                                                                \
  HIPSHIM_DEVICE inline void store_word(Scope, std::true_type, std::uint64_t* p,                   \
                                        std::uint64_t v) {                                         \
    asm volatile("st.release." scope ".u64 [%0], %1;" : : "l"(p), "l"(v) : "memory");              \
  }
HIPSHIM_DETAIL_ACCESS(Cta, "cta")
HIPSHIM_DETAIL_ACCESS(Gpu, "gpu")
HIPSHIM_DETAIL_ACCESS(Sys, "sys")
#undef HIPSHIM_DETAIL_ACCESS

template <class T>
using WordOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <class Scope, class Acquire, class T>
HIPSHIM_DEVICE inline T load_as_word(const T* p) {
  const WordOf<T> word =
      detail::load_word(Scope{}, Acquire{}, reinterpret_cast<const WordOf<T>*>(p));
  T value;
  memcpy(&value, &word, sizeof value);
  return value;
}
template <class Scope, class Release, class T>
HIPSHIM_DEVICE inline void store_as_word(T* p, T value) {
  WordOf<T> word;
  memcpy(&word, &value, sizeof word);
  detail::store_word(Scope{}, Release{}, reinterpret_cast<WordOf<T>*>(p), word);
}
template <class Scope, class T>
HIPSHIM_DEVICE inline T load_relaxed_in(const T* p) {
  return detail::load_as_word<Scope, std::false_type>(p);
}
template <class Scope, class T>
HIPSHIM_DEVICE inline T load_acquire_in(const T* p) {
  return detail::load_as_word<Scope, std::true_type>(p);
}
template <class Scope, class T>
HIPSHIM_DEVICE inline void store_relaxed_in(T* p, T value) {
  detail::store_as_word<Scope, std::false_type>(p, value);
}
template <class Scope, class T>
HIPSHIM_DEVICE inline void store_release_in(T* p, T value) {
  detail::store_as_word<Scope, std::true_type>(p, value);
}

template <class T>
HIPSHIM_DEVICE inline T load_constant(const T* p) {
  return __ldg(p);
}
template <class T>
HIPSHIM_DEVICE inline T load_streaming_once(const T* p) {
  return __ldcs(p);
}
template <class T>
HIPSHIM_DEVICE inline void store_streaming_once(T* p, T value) {
  __stcs(p, value);
}

HIPSHIM_DEVICE inline bool in_shared(const void* p) { return __isShared(p) != 0; }
HIPSHIM_DEVICE inline bool in_local(const void* p) { return __isLocal(p) != 0; }
HIPSHIM_DEVICE inline bool in_global(const void* p) { return __isGlobal(p) != 0; }

HIPSHIM_DEVICE inline std::uint64_t cycles() { return static_cast<std::uint64_t>(clock64()); }
HIPSHIM_DEVICE inline void trap() { __trap(); }
HIPSHIM_DEVICE inline void doze() { __nanosleep(20); }

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
template <unsigned Bytes>
HIPSHIM_DEVICE inline void copy_to_shared(void* shared, const void* global, unsigned from_global) {
  const auto to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;"
               :
               : "r"(to), "l"(global), "n"(Bytes), "r"(from_global < Bytes ? from_global : Bytes)
               : "memory");
}
HIPSHIM_DEVICE inline void commit_copies() {
  asm volatile("cp.async.commit_group;" : : : "memory");
}
template <unsigned Left>
HIPSHIM_DEVICE inline void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" : : "n"(Left) : "memory");
}
#else
template <unsigned Bytes>
HIPSHIM_DEVICE inline void copy_to_shared(void* shared, const void* global, unsigned from_global) {
  for (unsigned i = 0; i < Bytes; ++i)
    static_cast<unsigned char*>(shared)[i] = i < from_global
                                                 ? static_cast<const unsigned char*>(global)[i]
                                                 : static_cast<unsigned char>(0);
}
HIPSHIM_DEVICE inline void commit_copies() {}
template <unsigned>
HIPSHIM_DEVICE inline void wait_for_copies() {}
#endif

#define HIPSHIM_DETAIL_APPROX(name, instruction)                                                   \
  HIPSHIM_DEVICE inline float approx_##name(float x) {                                             \
    float y;                                                                                       \
    asm(instruction " %0, %1;" : "=f"(y) : "f"(x));                                                \
    return y;                                                                                      \
  }
HIPSHIM_DETAIL_APPROX(ex2, "ex2.approx.f32")
HIPSHIM_DETAIL_APPROX(lg2, "lg2.approx.f32")
HIPSHIM_DETAIL_APPROX(rcp, "rcp.approx.f32")
HIPSHIM_DETAIL_APPROX(rsqrt, "rsqrt.approx.f32")
HIPSHIM_DETAIL_APPROX(sqrt, "sqrt.approx.f32")
HIPSHIM_DETAIL_APPROX(sin, "sin.approx.f32")
HIPSHIM_DETAIL_APPROX(cos, "cos.approx.f32")
HIPSHIM_DETAIL_APPROX(tanh, "tanh.approx.f32")
#undef HIPSHIM_DETAIL_APPROX

}  // namespace detail
}  // namespace ptx
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_NVIDIA_PTX_HPP
