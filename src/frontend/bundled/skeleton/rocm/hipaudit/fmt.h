// SPDX-License-Identifier: Apache-2.0
// {fmt}: formatting to strings and streams, and user-made formatters.
#pragma once
#include <cstdio>
#include <string>
#include <string_view>
#define FMT_VERSION 100000
#define FMT_STRING(s) s
namespace fmt {
using std::string_view;
class format_error {};
struct format_parse_context { using iterator = const char *; iterator begin() const; iterator end() const; void advance_to(iterator); };
struct format_context { using iterator = char *; iterator out() const; void advance_to(iterator); };
template <class T, class Char = char, class Enable = void> struct formatter {
  template <class C> constexpr auto parse(C &c) -> decltype(c.begin());
  template <class V, class C> auto format(const V &, C &c) const -> decltype(c.out());
};
template <class... A> std::string format(std::string_view, A &&...);
template <class Out, class... A> Out format_to(Out, std::string_view, A &&...);
template <class... A> void print(std::string_view, A &&...);
template <class... A> void print(std::FILE *, std::string_view, A &&...);
template <class... A> void println(std::string_view, A &&...);
template <class... A> void println(std::FILE *, std::string_view, A &&...);
template <class... A> std::string sprintf(std::string_view, A &&...);
template <class T> std::string to_string(const T &);
template <class R> std::string join(R &&, std::string_view);
template <class It> std::string join(It, It, std::string_view);
template <class T> const void *ptr(const T *);
template <class T> std::string_view streamed(const T &);
std::string_view runtime(std::string_view);
template <class T> struct named_arg { template <class V> named_arg operator=(V &&) const; };
template <class T> named_arg<T> arg(const char *, const T &);
inline namespace literals { named_arg<int> operator""_a(const char *, decltype(sizeof(0))); }
} // namespace fmt
