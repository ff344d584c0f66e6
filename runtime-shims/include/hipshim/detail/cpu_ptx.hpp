// SPDX-License-Identifier: Apache-2.0
//
// What ptx.hpp needs of the CPU back end. All but the cross-lane operations and the barrier also
// work in plain host code.
#ifndef HIPSHIM_DETAIL_CPU_PTX_HPP
#define HIPSHIM_DETAIL_CPU_PTX_HPP

#include <chrono>
#include <cmath>
#include <cstdlib>

#include "hipshim/config.hpp"
#include "hipshim/detail/half_wave.hpp"
#include "hipshim/detail/ptx_model.hpp"

namespace hipshim {
inline namespace v1 {
namespace ptx {
namespace detail {

using namespace hipshim::v1::detail;

struct Cta {};
struct Gpu {};
struct Sys {};

template <class Word>
inline Word reversed(Word a) {
  return ptx_model::reversed(a);
}
inline int set_bits(std::uint32_t a) { return __builtin_popcount(a); }
inline int set_bits(std::uint64_t a) { return __builtin_popcountll(a); }
inline int zeros_above(std::uint32_t a) { return a != 0 ? __builtin_clz(a) : 32; }
inline int zeros_above(std::uint64_t a) { return a != 0 ? __builtin_clzll(a) : 64; }

template <class Word>
inline Word bfe_u(Word a, unsigned position, unsigned length) {
  return ptx_model::bfe_unsigned(a, position, length);
}
template <class Word>
inline std::make_signed_t<Word> bfe_s(Word a, unsigned position, unsigned length) {
  return ptx_model::bfe_signed(a, position, length);
}
template <class Word>
inline Word bfi(Word from, Word into, unsigned position, unsigned length) {
  return ptx_model::bfi(from, into, position, length);
}
inline std::uint32_t prmt(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
  return ptx_model::prmt(a, b, selector);
}
template <unsigned Table>
inline std::uint32_t lop3(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return ptx_model::lop3(a, b, c, Table);
}
inline std::uint32_t shf_right_wrap(std::uint32_t low, std::uint32_t high, std::uint32_t count) {
  return ptx_model::shf_right(low, high, count & 31u);
}
inline std::uint32_t shf_left_wrap(std::uint32_t low, std::uint32_t high, std::uint32_t count) {
  return ptx_model::shf_left(low, high, count & 31u);
}
// In four pieces, because a host compiler may have no integer of 128 bits.
inline std::uint64_t mul_high(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t low = 0xffffffffu;
  const std::uint64_t middle = (a >> 32) * (b & low) + (((a & low) * (b & low)) >> 32);
  const std::uint64_t other = (a & low) * (b >> 32) + (middle & low);
  return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
}

template <ptx_model::Shuffle Kind>
inline std::uint32_t shfl(std::uint32_t, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                          bool& within) {
  const std::uint32_t lane = wave_lane();
  const ptx_model::Source from = ptx_model::source(Kind, lane & 31u, b, c);
  within = from.within;
  return wave_permute(a, (lane & ~31u) | from.lane);
}

template <class Scope>
inline void fence(Scope) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
inline void barrier() { cpu::block_barrier(); }

template <class Scope, class T>
inline T load_relaxed_in(const T* p) {
  T value;
  __atomic_load(p, &value, __ATOMIC_RELAXED);
  return value;
}
template <class Scope, class T>
inline T load_acquire_in(const T* p) {
  T value;
  __atomic_load(p, &value, __ATOMIC_ACQUIRE);
  return value;
}
template <class Scope, class T>
inline void store_relaxed_in(T* p, T value) {
  __atomic_store(p, &value, __ATOMIC_RELAXED);
}
template <class Scope, class T>
inline void store_release_in(T* p, T value) {
  __atomic_store(p, &value, __ATOMIC_RELEASE);
}

template <class T>
inline T load_constant(const T* p) {
  return *p;
}
template <class T>
inline T load_streaming_once(const T* p) {
  return *p;
}
template <class T>
inline void store_streaming_once(T* p, T value) {
  *p = value;
}

inline bool in_shared(const void*) { return false; }
inline bool in_local(const void*) { return false; }
inline bool in_global(const void*) { return true; }

inline std::uint64_t cycles() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}
inline void doze() {}
inline void trap() { std::abort(); }

template <unsigned Bytes>
inline void copy_to_shared(void* shared, const void* global, unsigned from_global) {
  const unsigned count = from_global < Bytes ? from_global : Bytes;
  std::memcpy(shared, global, count);
  std::memset(static_cast<char*>(shared) + count, 0, Bytes - count);
}
inline void commit_copies() {}
template <unsigned>
inline void wait_for_copies() {}

inline float approx_ex2(float x) { return std::exp2(x); }
inline float approx_lg2(float x) { return std::log2(x); }
inline float approx_rcp(float x) { return 1.0f / x; }
inline float approx_rsqrt(float x) { return 1.0f / std::sqrt(x); }
inline float approx_sqrt(float x) { return std::sqrt(x); }
inline float approx_sin(float x) { return std::sin(x); }
inline float approx_cos(float x) { return std::cos(x); }
inline float approx_tanh(float x) { return std::tanh(x); }

}  // namespace detail
}  // namespace ptx
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_CPU_PTX_HPP
