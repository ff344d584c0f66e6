// SPDX-License-Identifier: Apache-2.0
//
// What code compiled with -fsanitize=thread calls. Only the runtime of the CPU back end answers.
#include <cstring>

#include "state.hpp"

using hipshim::cpu::check_access;

#define FRAME __builtin_frame_address(0)
#define CALLBACK extern "C" __attribute__((visibility("default")))

CALLBACK void __tsan_init() {}
CALLBACK void __tsan_func_entry(void*) {}
CALLBACK void __tsan_func_exit() {}
CALLBACK void __tsan_vptr_update(void** address, void*) {
  check_access(address, sizeof(void*), true, false, FRAME);
}
CALLBACK void __tsan_vptr_read(void** address) {
  check_access(address, sizeof(void*), false, false, FRAME);
}

#define ACCESS(n)                                                                                  \
  CALLBACK void __tsan_read##n(void* p) { check_access(p, n, false, false, FRAME); }               \
  CALLBACK void __tsan_write##n(void* p) { check_access(p, n, true, false, FRAME); }               \
  CALLBACK void __tsan_unaligned_read##n(void* p) { check_access(p, n, false, false, FRAME); }     \
  CALLBACK void __tsan_unaligned_write##n(void* p) { check_access(p, n, true, false, FRAME); }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)
#undef ACCESS

CALLBACK void __tsan_read_range(void* p, std::size_t n) { check_access(p, n, false, false, FRAME); }
CALLBACK void __tsan_write_range(void* p, std::size_t n) { check_access(p, n, true, false, FRAME); }

CALLBACK void* __tsan_memcpy(void* to, const void* from, std::size_t n) {
  check_access(from, n, false, false, FRAME, true);
  check_access(to, n, true, false, FRAME);
  return std::memcpy(to, from, n);
}
CALLBACK void* __tsan_memmove(void* to, const void* from, std::size_t n) {
  check_access(from, n, false, false, FRAME, true);
  check_access(to, n, true, false, FRAME);
  return std::memmove(to, from, n);
}
CALLBACK void* __tsan_memset(void* to, int value, std::size_t n) {
  check_access(to, n, true, false, FRAME);
  return std::memset(to, value, n);
}

// Atomic operations of the language. The runtime has one thread, so any memory order will do.
#define ATOMIC(bits, T)                                                                            \
  CALLBACK T __tsan_atomic##bits##_load(const volatile T* p, int) {                                \
    check_access(p, sizeof(T), false, true, FRAME);                                                \
    return *p;                                                                                     \
  }                                                                                                \
  CALLBACK void __tsan_atomic##bits##_store(volatile T* p, T v, int) {                             \
    check_access(p, sizeof(T), true, true, FRAME);                                                 \
    *p = v;                                                                                        \
  }                                                                                                \
  ATOMIC_UPDATE(bits, T, exchange, v)                                                              \
  ATOMIC_UPDATE(bits, T, fetch_add, static_cast<T>(old + v))                                       \
  ATOMIC_UPDATE(bits, T, fetch_sub, static_cast<T>(old - v))                                       \
  ATOMIC_UPDATE(bits, T, fetch_and, static_cast<T>(old & v))                                       \
  ATOMIC_UPDATE(bits, T, fetch_or, static_cast<T>(old | v))                                        \
  ATOMIC_UPDATE(bits, T, fetch_xor, static_cast<T>(old ^ v))                                       \
  ATOMIC_UPDATE(bits, T, fetch_nand, static_cast<T>(~(old & v)))                                   \
  CALLBACK int __tsan_atomic##bits##_compare_exchange_strong(volatile T* p, T* expected, T v, int, \
                                                             int) {                                \
    check_access(p, sizeof(T), true, true, FRAME);                                                 \
    const T old = *p;                                                                              \
    if (old == *expected) {                                                                        \
      *p = v;                                                                                      \
      return 1;                                                                                    \
    }                                                                                              \
    *expected = old;                                                                               \
    return 0;                                                                                      \
  }                                                                                                \
  CALLBACK int __tsan_atomic##bits##_compare_exchange_weak(volatile T* p, T* expected, T v, int a, \
                                                           int b) {                                \
    return __tsan_atomic##bits##_compare_exchange_strong(p, expected, v, a, b);                    \
  }                                                                                                \
  CALLBACK T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T v, int,       \
                                                        int) {                                     \
    check_access(p, sizeof(T), true, true, FRAME);                                                 \
    const T old = *p;                                                                              \
    if (old == expected) *p = v;                                                                   \
    return old;                                                                                    \
  }
#define ATOMIC_UPDATE(bits, T, name, expression)                                                   \
  CALLBACK T __tsan_atomic##bits##_##name(volatile T* p, T v, int) {                               \
    check_access(p, sizeof(T), true, true, FRAME);                                                 \
    const T old = *p;                                                                              \
    *p = expression;                                                                               \
    return old;                                                                                    \
  }
ATOMIC(8, std::uint8_t)
ATOMIC(16, std::uint16_t)
ATOMIC(32, std::uint32_t)
ATOMIC(64, std::uint64_t)
#undef ATOMIC_UPDATE
#undef ATOMIC

CALLBACK void __tsan_atomic_thread_fence(int) {}
CALLBACK void __tsan_atomic_signal_fence(int) {}

namespace hipshim {
namespace cpu {

// HIP's atomics are compiled into the runtime's headers, not instrumented: they say so themselves.
void before_atomic(const volatile void* address, std::size_t size, bool write) {
  if (running == nullptr) return;
  if (settings.checked)
    check_access(address, size, write, true, FRAME);
  else
    spin();
}

}  // namespace cpu
}  // namespace hipshim
