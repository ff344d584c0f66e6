// SPDX-License-Identifier: Apache-2.0
//
// char1 .. double4, dim3, with HIP's operators.
#ifndef HIPSHIM_CPU_VECTOR_TYPES_HPP
#define HIPSHIM_CPU_VECTOR_TYPES_HPP

#include <cstddef>
#include <type_traits>

namespace hipshim {
namespace cpu {
template <class V>
struct VectorTraits {
  static constexpr int kSize = 0;
};
}  // namespace cpu
}  // namespace hipshim

#define HIPSHIM_CPU_VECTOR_FN __attribute__((disable_sanitizer_instrumentation)) inline

#define HIPSHIM_CPU_VECTOR(name, T)                                                                \
  struct name##1 { T x; };                                                                         \
  struct alignas(sizeof(T) * 2) name##2 { T x, y; };                                               \
  struct name##3 { T x, y, z; };                                                                   \
  struct alignas(sizeof(T) * 4) name##4 { T x, y, z, w; };                                         \
  HIPSHIM_CPU_VECTOR_FN name##1 make_##name##1(T x) { return {x}; }                                \
  HIPSHIM_CPU_VECTOR_FN name##2 make_##name##2(T x, T y) { return {x, y}; }                        \
  HIPSHIM_CPU_VECTOR_FN name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }                \
  HIPSHIM_CPU_VECTOR_FN name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }        \
  namespace hipshim {                                                                              \
  namespace cpu {                                                                                  \
  template <>                                                                                      \
  struct VectorTraits<name##1> {                                                                   \
    static constexpr int kSize = 1;                                                                \
    using Element = T;                                                                             \
  };                                                                                               \
  template <>                                                                                      \
  struct VectorTraits<name##2> {                                                                   \
    static constexpr int kSize = 2;                                                                \
    using Element = T;                                                                             \
  };                                                                                               \
  template <>                                                                                      \
  struct VectorTraits<name##3> {                                                                   \
    static constexpr int kSize = 3;                                                                \
    using Element = T;                                                                             \
  };                                                                                               \
  template <>                                                                                      \
  struct VectorTraits<name##4> {                                                                   \
    static constexpr int kSize = 4;                                                                \
    using Element = T;                                                                             \
  };                                                                                               \
  }                                                                                                \
  }

HIPSHIM_CPU_VECTOR(char, signed char)
HIPSHIM_CPU_VECTOR(uchar, unsigned char)
HIPSHIM_CPU_VECTOR(short, short)
HIPSHIM_CPU_VECTOR(ushort, unsigned short)
HIPSHIM_CPU_VECTOR(int, int)
HIPSHIM_CPU_VECTOR(uint, unsigned)
HIPSHIM_CPU_VECTOR(long, long)
HIPSHIM_CPU_VECTOR(ulong, unsigned long)
HIPSHIM_CPU_VECTOR(longlong, long long)
HIPSHIM_CPU_VECTOR(ulonglong, unsigned long long)
HIPSHIM_CPU_VECTOR(float, float)
HIPSHIM_CPU_VECTOR(double, double)
#undef HIPSHIM_CPU_VECTOR

namespace hipshim {
namespace cpu {
template <class V>
using IfVector = std::enable_if_t<(VectorTraits<V>::kSize > 0), V>;
template <class V, class Op>
HIPSHIM_CPU_VECTOR_FN V zip(V a, const V& b, Op op) {
  using T = typename VectorTraits<V>::Element;
  a.x = static_cast<T>(op(a.x, b.x));
  if constexpr (VectorTraits<V>::kSize > 1) a.y = static_cast<T>(op(a.y, b.y));
  if constexpr (VectorTraits<V>::kSize > 2) a.z = static_cast<T>(op(a.z, b.z));
  if constexpr (VectorTraits<V>::kSize > 3) a.w = static_cast<T>(op(a.w, b.w));
  return a;
}
template <class V>
HIPSHIM_CPU_VECTOR_FN V splat(typename VectorTraits<V>::Element value) {
  V v{};
  return zip(v, v, [value](auto, auto) { return value; });
}
}  // namespace cpu
}  // namespace hipshim

#define HIPSHIM_CPU_VECTOR_OP(op)                                                                  \
  template <class V>                                                                               \
  HIPSHIM_CPU_VECTOR_FN hipshim::cpu::IfVector<V> operator op(const V& a, const V& b) {            \
    return hipshim::cpu::zip(a, b, [](auto x, auto y) { return x op y; });                         \
  }                                                                                                \
  template <class V>                                                                               \
  HIPSHIM_CPU_VECTOR_FN hipshim::cpu::IfVector<V> operator op(                                     \
      const V& a, const typename hipshim::cpu::VectorTraits<V>::Element& b) {                      \
    return hipshim::cpu::zip(a, hipshim::cpu::splat<V>(b), [](auto x, auto y) { return x op y; }); \
  }                                                                                                \
  template <class V>                                                                               \
  HIPSHIM_CPU_VECTOR_FN hipshim::cpu::IfVector<V> operator op(                                     \
      const typename hipshim::cpu::VectorTraits<V>::Element& a, const V& b) {                      \
    return hipshim::cpu::zip(hipshim::cpu::splat<V>(a), b, [](auto x, auto y) { return x op y; }); \
  }                                                                                                \
  template <class V, class B>                                                                      \
  HIPSHIM_CPU_VECTOR_FN std::enable_if_t<(hipshim::cpu::VectorTraits<V>::kSize > 0), V>&           \
  operator op## = (V & a, const B& b) {                                                            \
    return a = a op b;                                                                             \
  }
HIPSHIM_CPU_VECTOR_OP(+)
HIPSHIM_CPU_VECTOR_OP(-)
HIPSHIM_CPU_VECTOR_OP(*)
HIPSHIM_CPU_VECTOR_OP(/)
#undef HIPSHIM_CPU_VECTOR_OP

template <class V>
HIPSHIM_CPU_VECTOR_FN std::enable_if_t<(hipshim::cpu::VectorTraits<V>::kSize > 0), bool>
operator==(const V& a, const V& b) {
  bool same = true;
  hipshim::cpu::zip(a, b, [&same](auto x, auto y) {
    same = same && x == y;
    return x;
  });
  return same;
}
template <class V>
HIPSHIM_CPU_VECTOR_FN std::enable_if_t<(hipshim::cpu::VectorTraits<V>::kSize > 0), bool>
operator!=(const V& a, const V& b) {
  return !(a == b);
}

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(const uint3& v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

#endif  // HIPSHIM_CPU_VECTOR_TYPES_HPP
