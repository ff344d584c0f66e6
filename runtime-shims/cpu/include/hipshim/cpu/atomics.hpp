// SPDX-License-Identifier: Apache-2.0
//
// HIP's atomics. One thread of the program runs at a time, so a read and a write are enough; the
// runtime is told of each, for races and for threads that wait.
#ifndef HIPSHIM_CPU_ATOMICS_HPP
#define HIPSHIM_CPU_ATOMICS_HPP

#include <cstring>
#include <type_traits>

#include "hipshim/cpu/runtime.hpp"

namespace hipshim {
namespace cpu {
template <class T, class Op>
HIPSHIM_CPU_FN T update(T* address, Op op) {
  before_atomic(address, sizeof(T));
  const T old = *address;
  *address = static_cast<T>(op(old));
  return old;
}
}  // namespace cpu
}  // namespace hipshim

#define HIPSHIM_CPU_ATOMIC(name, T, expression)                                                    \
  HIPSHIM_CPU_FN T name(T* address, T value) {                                                     \
    return hipshim::cpu::update(address, [value](T old) {                                          \
      static_cast<void>(old), static_cast<void>(value);                                            \
      return expression;                                                                           \
    });                                                                                            \
  }                                                                                                \
  HIPSHIM_CPU_FN T name##_system(T* address, T value) { return name(address, value); }
// Sums wrap: they are made in the unsigned type.
#define HIPSHIM_CPU_ATOMIC_INT(T, U)                                                               \
  HIPSHIM_CPU_ATOMIC(atomicAdd, T, static_cast<T>(static_cast<U>(old) + static_cast<U>(value)))    \
  HIPSHIM_CPU_ATOMIC(atomicSub, T, static_cast<T>(static_cast<U>(old) - static_cast<U>(value)))    \
  HIPSHIM_CPU_ATOMIC(atomicMin, T, value < old ? value : old)                                      \
  HIPSHIM_CPU_ATOMIC(atomicMax, T, old < value ? value : old)                                      \
  HIPSHIM_CPU_ATOMIC(atomicAnd, T, old& value)                                                     \
  HIPSHIM_CPU_ATOMIC(atomicOr, T, old | value)                                                     \
  HIPSHIM_CPU_ATOMIC(atomicXor, T, old ^ value)                                                    \
  HIPSHIM_CPU_ATOMIC(atomicExch, T, value)                                                         \
  HIPSHIM_CPU_CAS(T)
#define HIPSHIM_CPU_CAS(T)                                                                         \
  HIPSHIM_CPU_FN T atomicCAS(T* address, T compare, T value) {                                     \
    return hipshim::cpu::update(address, [=](T old) { return old == compare ? value : old; });     \
  }                                                                                                \
  HIPSHIM_CPU_FN T atomicCAS_system(T* address, T compare, T value) {                              \
    return atomicCAS(address, compare, value);                                                     \
  }
#define HIPSHIM_CPU_ATOMIC_FLOAT(T)                                                                \
  HIPSHIM_CPU_ATOMIC(atomicAdd, T, old + value)                                                    \
  HIPSHIM_CPU_ATOMIC(atomicSub, T, old - value)                                                    \
  HIPSHIM_CPU_ATOMIC(atomicMin, T, value < old ? value : old)                                      \
  HIPSHIM_CPU_ATOMIC(atomicMax, T, old < value ? value : old)                                      \
  HIPSHIM_CPU_ATOMIC(atomicExch, T, value)                                                         \
  HIPSHIM_CPU_ATOMIC(unsafeAtomicAdd, T, old + value)                                              \
  HIPSHIM_CPU_ATOMIC(safeAtomicAdd, T, old + value)
HIPSHIM_CPU_ATOMIC_INT(int, unsigned)
HIPSHIM_CPU_ATOMIC_INT(unsigned, unsigned)
HIPSHIM_CPU_ATOMIC_INT(long, unsigned long)
HIPSHIM_CPU_ATOMIC_INT(unsigned long, unsigned long)
HIPSHIM_CPU_ATOMIC_INT(long long, unsigned long long)
HIPSHIM_CPU_ATOMIC_INT(unsigned long long, unsigned long long)
HIPSHIM_CPU_CAS(unsigned short)
HIPSHIM_CPU_ATOMIC_FLOAT(float)
HIPSHIM_CPU_ATOMIC_FLOAT(double)
HIPSHIM_CPU_ATOMIC(atomicInc, unsigned, old >= value ? 0 : old + 1)
HIPSHIM_CPU_ATOMIC(atomicDec, unsigned, old == 0 || old > value ? value : old - 1)
#undef HIPSHIM_CPU_ATOMIC_FLOAT
#undef HIPSHIM_CPU_CAS
#undef HIPSHIM_CPU_ATOMIC_INT
#undef HIPSHIM_CPU_ATOMIC

// clang's scoped atomics, which it has for GPUs only.
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
#define HIPSHIM_CPU_SCOPED(name, expression)                                                       \
  template <class T, class V>                                                                      \
  HIPSHIM_CPU_FN T name(T* address, V v, int, int) {                                               \
    const T value = static_cast<T>(v);                                                             \
    return hipshim::cpu::update(address, [value](T old) {                                          \
      static_cast<void>(old);                                                                      \
      return expression;                                                                           \
    });                                                                                            \
  }
namespace hipshim {
namespace cpu {
HIPSHIM_CPU_SCOPED(scoped_add, old + value)
HIPSHIM_CPU_SCOPED(scoped_sub, old - value)
HIPSHIM_CPU_SCOPED(scoped_and, old& value)
HIPSHIM_CPU_SCOPED(scoped_or, old | value)
HIPSHIM_CPU_SCOPED(scoped_xor, old ^ value)
HIPSHIM_CPU_SCOPED(scoped_min, value < old ? value : old)
HIPSHIM_CPU_SCOPED(scoped_max, old < value ? value : old)
HIPSHIM_CPU_SCOPED(scoped_exchange, value)
template <class T>
HIPSHIM_CPU_FN std::remove_cv_t<T> scoped_load(T* address, int, int) {
  before_atomic(address, sizeof(T), false);
  return *address;
}
template <class T, class V>
HIPSHIM_CPU_FN void scoped_store(T* address, V value, int, int) {
  before_atomic(address, sizeof(T));
  *address = static_cast<T>(value);
}
template <class T, class V>
HIPSHIM_CPU_FN bool scoped_compare(T* address, T* expected, V value, int, int, int) {
  before_atomic(address, sizeof(T));
  const T old = *address;
  if (std::memcmp(&old, expected, sizeof old) == 0) {
    *address = static_cast<T>(value);
    return true;
  }
  *expected = old;
  return false;
}
}  // namespace cpu
}  // namespace hipshim
#undef HIPSHIM_CPU_SCOPED
#define __hip_atomic_fetch_add ::hipshim::cpu::scoped_add
#define __hip_atomic_fetch_sub ::hipshim::cpu::scoped_sub
#define __hip_atomic_fetch_and ::hipshim::cpu::scoped_and
#define __hip_atomic_fetch_or ::hipshim::cpu::scoped_or
#define __hip_atomic_fetch_xor ::hipshim::cpu::scoped_xor
#define __hip_atomic_fetch_min ::hipshim::cpu::scoped_min
#define __hip_atomic_fetch_max ::hipshim::cpu::scoped_max
#define __hip_atomic_exchange ::hipshim::cpu::scoped_exchange
#define __hip_atomic_load ::hipshim::cpu::scoped_load
#define __hip_atomic_store ::hipshim::cpu::scoped_store
#define __hip_atomic_compare_exchange_strong ::hipshim::cpu::scoped_compare
#define __hip_atomic_compare_exchange_weak ::hipshim::cpu::scoped_compare

#endif  // HIPSHIM_CPU_ATOMICS_HPP
