// SPDX-License-Identifier: Apache-2.0
// pybind11 as extension modules use it.
#pragma once
#include <hipaudit/traits.h>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>
namespace pybind11 {
class handle { public: template <class T> T cast() const; explicit operator bool() const; };
class object : public handle { public: template <class... A> object operator()(A &&...) const; object attr(const char *) const; };
#define HIPAUDIT_PY(n) class n : public object { public: template <class... A> n(A &&...); size_t size() const; object operator[](size_t) const; object operator[](const char *) const; };
HIPAUDIT_PY(str) HIPAUDIT_PY(int_) HIPAUDIT_PY(float_) HIPAUDIT_PY(bool_) HIPAUDIT_PY(list) HIPAUDIT_PY(tuple) HIPAUDIT_PY(dict) HIPAUDIT_PY(bytes) HIPAUDIT_PY(capsule) HIPAUDIT_PY(none)
#undef HIPAUDIT_PY
struct arg { constexpr explicit arg(const char *) {} template <class T> arg &operator=(T &&); arg &none(bool = true); arg &noconvert(bool = true); };
inline namespace literals { constexpr arg operator""_a(const char *s, size_t) { return arg(s); } }
template <class... A> struct init_t {};
template <class... A> init_t<A...> init();
template <class F> int init(F &&) HIPAUDIT_BODY
struct gil_scoped_release { gil_scoped_release(); ~gil_scoped_release(); };
struct gil_scoped_acquire { gil_scoped_acquire(); ~gil_scoped_acquire(); };
template <class G> struct call_guard {};
struct module_ : object { template <class F, class... E> module_ &def(const char *, F &&, const E &...) HIPAUDIT_BODY module_ def_submodule(const char *, const char * = nullptr); template <class T> void add_object(const char *, T); object &doc(); static module_ import(const char *); };
using module = module_;
template <class T, class... O> struct class_ : object {
  template <class... E> class_(handle, const char *, const E &...);
  template <class F, class... E> class_ &def(const char *, F &&, const E &...) HIPAUDIT_BODY
  template <class I, class... E> class_ &def(const I &, const E &...) HIPAUDIT_BODY
  template <class F, class... E> class_ &def_readwrite(const char *, F, const E &...) HIPAUDIT_BODY
  template <class F, class... E> class_ &def_readonly(const char *, F, const E &...) HIPAUDIT_BODY
  template <class F, class... E> class_ &def_property_readonly(const char *, F &&, const E &...) HIPAUDIT_BODY
  template <class F, class... E> class_ &def_static(const char *, F &&, const E &...) HIPAUDIT_BODY
};
template <class T> struct enum_ : class_<T> { template <class... E> enum_(handle, const char *, const E &...); enum_ &value(const char *, T, const char * = nullptr); enum_ &export_values(); };
struct buffer_info { void *ptr; std::ptrdiff_t itemsize, size, ndim; std::string format; std::vector<std::ptrdiff_t> shape, strides; };
template <class T, int F = 0> struct array_t : object {
  array_t(); array_t(std::ptrdiff_t); array_t(std::vector<std::ptrdiff_t>); buffer_info request() const; const T *data() const; T *mutable_data(); std::ptrdiff_t size() const; std::ptrdiff_t ndim() const; std::ptrdiff_t shape(std::ptrdiff_t) const; static constexpr int c_style = 1, forcecast = 2;
};
struct array : object { buffer_info request() const; static constexpr int c_style = 1, forcecast = 2; };
template <class T> object cast(T &&);
} // namespace pybind11
#define PYBIND11_MODULE(name, m) static void HIPAUDIT_PYBIND_CAT(hipaudit_module_, name)(::pybind11::module_ & m)
#define HIPAUDIT_PYBIND_CAT2(a, b) a##b
#define HIPAUDIT_PYBIND_CAT(a, b) HIPAUDIT_PYBIND_CAT2(a, b)
