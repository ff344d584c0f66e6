// SPDX-License-Identifier: Apache-2.0
// Thrust: containers, iterators, functors and algorithms.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

#define THRUST_VERSION 200000
#define THRUST_DEVICE_SYSTEM_CUDA 1
#define THRUST_DEVICE_SYSTEM_OMP 2
#define THRUST_DEVICE_SYSTEM_TBB 3
#define THRUST_DEVICE_SYSTEM_CPP 4
#define THRUST_DEVICE_SYSTEM_HIP 5
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_HIP
#define THRUST_DEVICE_COMPILER_HIP 5
#define THRUST_DEVICE_COMPILER THRUST_DEVICE_COMPILER_HIP
#define HIPAUDIT_T __host__ __device__
#include <hipaudit/traits.h>

namespace thrust {
template <class T> struct device_reference;
template <class T> class device_ptr {
public:
  using value_type = std::remove_cv_t<T>; using difference_type = std::ptrdiff_t; using pointer = device_ptr; using reference = device_reference<T>; using iterator_category = std::random_access_iterator_tag;
  HIPAUDIT_T device_ptr() HIPAUDIT_BODY HIPAUDIT_T explicit device_ptr(T *) HIPAUDIT_BODY template <class U> HIPAUDIT_T device_ptr(const device_ptr<U> &) HIPAUDIT_BODY
  HIPAUDIT_T T *get() const HIPAUDIT_BODY HIPAUDIT_T device_reference<T> operator*() const HIPAUDIT_BODY HIPAUDIT_T device_reference<T> operator[](std::ptrdiff_t) const HIPAUDIT_BODY
  HIPAUDIT_T device_ptr operator+(std::ptrdiff_t) const HIPAUDIT_BODY HIPAUDIT_T device_ptr operator-(std::ptrdiff_t) const HIPAUDIT_BODY HIPAUDIT_T std::ptrdiff_t operator-(const device_ptr &) const HIPAUDIT_BODY HIPAUDIT_T device_ptr &operator++() HIPAUDIT_BODY HIPAUDIT_T device_ptr operator++(int) HIPAUDIT_BODY HIPAUDIT_T device_ptr &operator+=(std::ptrdiff_t) HIPAUDIT_BODY
  HIPAUDIT_T bool operator==(const device_ptr &) const HIPAUDIT_BODY HIPAUDIT_T bool operator!=(const device_ptr &) const HIPAUDIT_BODY HIPAUDIT_T bool operator<(const device_ptr &) const HIPAUDIT_BODY
};
template <class T> struct device_reference { HIPAUDIT_T operator T() const HIPAUDIT_BODY HIPAUDIT_T device_reference &operator=(const T &) HIPAUDIT_BODY HIPAUDIT_T device_reference &operator+=(const T &) HIPAUDIT_BODY HIPAUDIT_T device_ptr<T> operator&() const HIPAUDIT_BODY };
template <class T> HIPAUDIT_T device_ptr<T> device_pointer_cast(T *) HIPAUDIT_BODY template <class T> HIPAUDIT_T device_ptr<T> device_pointer_cast(const device_ptr<T> &) HIPAUDIT_BODY
template <class T> HIPAUDIT_T T *raw_pointer_cast(T *) HIPAUDIT_BODY template <class T> HIPAUDIT_T T *raw_pointer_cast(const device_ptr<T> &) HIPAUDIT_BODY template <class T> HIPAUDIT_T T &raw_reference_cast(T &) HIPAUDIT_BODY template <class T> HIPAUDIT_T T *raw_pointer_cast(typename std::vector<T>::iterator) HIPAUDIT_BODY
template <class T> device_ptr<T> device_malloc(std::size_t) HIPAUDIT_BODY template <class T> device_ptr<T> device_new(std::size_t = 1) HIPAUDIT_BODY template <class T> void device_free(device_ptr<T>) HIPAUDIT_BODY template <class T> void device_delete(device_ptr<T>, std::size_t = 0) HIPAUDIT_BODY
template <class T> struct device_allocator { using value_type = T; using pointer = device_ptr<T>; pointer allocate(std::size_t) HIPAUDIT_BODY void deallocate(pointer, std::size_t) HIPAUDIT_BODY };
template <class T> struct device_malloc_allocator : device_allocator<T> {};

template <class T, class A = device_allocator<T>> class device_vector;
template <class T, class A = std::allocator<T>> class host_vector : public std::vector<T, A> {
public:
  using std::vector<T, A>::vector;
  template <class U, class B> host_vector(const device_vector<U, B> &) HIPAUDIT_BODY template <class U, class B> host_vector &operator=(const device_vector<U, B> &) HIPAUDIT_BODY host_vector &operator=(const std::vector<T> &) HIPAUDIT_BODY
};
template <class T, class A> class device_vector {
public:
  using value_type = T; using iterator = device_ptr<T>; using const_iterator = device_ptr<const T>; using reference = device_reference<T>; using size_type = std::size_t; using pointer = device_ptr<T>;
  device_vector() HIPAUDIT_BODY explicit device_vector(std::size_t) HIPAUDIT_BODY device_vector(std::size_t, const T &) HIPAUDIT_BODY device_vector(const device_vector &) HIPAUDIT_BODY template <class U, class B> device_vector(const host_vector<U, B> &) HIPAUDIT_BODY template <class U> device_vector(const std::vector<U> &) HIPAUDIT_BODY template <class It, class = decltype(*std::declval<It &>())> device_vector(It, It) HIPAUDIT_BODY device_vector(std::initializer_list<T>) HIPAUDIT_BODY
  device_vector &operator=(const device_vector &) HIPAUDIT_BODY template <class U, class B> device_vector &operator=(const host_vector<U, B> &) HIPAUDIT_BODY template <class U> device_vector &operator=(const std::vector<U> &) HIPAUDIT_BODY
  iterator begin() HIPAUDIT_BODY iterator end() HIPAUDIT_BODY const_iterator begin() const HIPAUDIT_BODY const_iterator end() const HIPAUDIT_BODY const_iterator cbegin() const HIPAUDIT_BODY const_iterator cend() const HIPAUDIT_BODY pointer data() HIPAUDIT_BODY device_ptr<const T> data() const HIPAUDIT_BODY
  reference operator[](std::size_t) HIPAUDIT_BODY T operator[](std::size_t) const HIPAUDIT_BODY reference front() HIPAUDIT_BODY reference back() HIPAUDIT_BODY std::size_t size() const HIPAUDIT_BODY bool empty() const HIPAUDIT_BODY std::size_t capacity() const HIPAUDIT_BODY
  void resize(std::size_t) HIPAUDIT_BODY void resize(std::size_t, const T &) HIPAUDIT_BODY void reserve(std::size_t) HIPAUDIT_BODY void clear() HIPAUDIT_BODY void push_back(const T &) HIPAUDIT_BODY void pop_back() HIPAUDIT_BODY void shrink_to_fit() HIPAUDIT_BODY void swap(device_vector &) HIPAUDIT_BODY template <class It> void assign(It, It) HIPAUDIT_BODY void assign(std::size_t, const T &) HIPAUDIT_BODY iterator erase(iterator) HIPAUDIT_BODY iterator erase(iterator, iterator) HIPAUDIT_BODY template <class It> void insert(iterator, It, It) HIPAUDIT_BODY
};
template <class T> using universal_vector = device_vector<T>;
template <class T, class A, class B> bool operator==(const device_vector<T, A> &, const host_vector<T, B> &) HIPAUDIT_BODY

// Execution policies.
struct execution_policy_base {};
template <class T> struct execution_policy : execution_policy_base {};
namespace detail {
struct host_t : execution_policy<host_t> { template <class A> host_t operator()(A &) const HIPAUDIT_BODY };
struct device_t : execution_policy<device_t> { template <class A> device_t operator()(A &) const HIPAUDIT_BODY };
struct par_t : execution_policy<par_t> { par_t on(hipStream_t) const HIPAUDIT_BODY template <class A> par_t operator()(A &&) const HIPAUDIT_BODY };
template <class T> constexpr bool policy_v = std::is_base_of_v<execution_policy_base, std::decay_t<T>>;
template <class T> using no_policy = std::enable_if_t<!policy_v<T>, int>;
template <class T> using yes_policy = std::enable_if_t<policy_v<T>, int>;
template <class... A> struct last; template <class T> struct last<T> { using type = T; }; template <class T, class... A> struct last<T, A...> : last<A...> {};
template <class It> using value_t = typename std::iterator_traits<It>::value_type;
} // namespace detail
inline constexpr detail::host_t host{};
inline constexpr detail::device_t device{};
inline constexpr detail::par_t seq{};
namespace hip { inline constexpr detail::par_t par{}; inline constexpr detail::par_t par_nosync{}; using detail::par_t; template <class T> using execution_policy = thrust::execution_policy<T>; using tag = detail::device_t; template <class T> using pointer = device_ptr<T>; template <class T> using vector = device_vector<T>; template <class T> using allocator = device_allocator<T>; namespace experimental { template <class T> using pinned_allocator = std::allocator<T>; } }
namespace cuda { using hip::par; using hip::par_nosync; namespace experimental { template <class T> using pinned_allocator = std::allocator<T>; } }
namespace system { namespace hip { namespace detail {} } namespace cuda {} class system_error : public std::exception { public: const char *what() const noexcept override HIPAUDIT_BODY }; }
using system::system_error;

// Pairs and tuples.
template <class A, class B> struct pair { A first; B second; pair() = default; HIPAUDIT_T pair(const A &, const B &) HIPAUDIT_BODY };
template <class A, class B> HIPAUDIT_T pair<A, B> make_pair(A, B) HIPAUDIT_BODY
template <class... T> struct tuple { HIPAUDIT_T tuple() HIPAUDIT_BODY template <class... U> HIPAUDIT_T tuple(const U &...) HIPAUDIT_BODY template <class... U> HIPAUDIT_T tuple &operator=(const tuple<U...> &) HIPAUDIT_BODY };
template <std::size_t I, class T> struct tuple_element; template <class T, class... R> struct tuple_element<0, tuple<T, R...>> { using type = T; }; template <std::size_t I, class T, class... R> struct tuple_element<I, tuple<T, R...>> : tuple_element<I - 1, tuple<R...>> {};
template <class T> struct tuple_size; template <class... T> struct tuple_size<tuple<T...>> { static constexpr std::size_t value = sizeof...(T); };
template <int I, class... T> HIPAUDIT_T typename tuple_element<I, tuple<T...>>::type &get(tuple<T...> &) HIPAUDIT_BODY template <int I, class... T> HIPAUDIT_T const typename tuple_element<I, tuple<T...>>::type &get(const tuple<T...> &) HIPAUDIT_BODY template <int I, class... T> HIPAUDIT_T typename tuple_element<I, tuple<T...>>::type &get(tuple<T...> &&) HIPAUDIT_BODY
template <class... T> HIPAUDIT_T tuple<std::decay_t<T>...> make_tuple(T &&...) HIPAUDIT_BODY template <class... T> HIPAUDIT_T tuple<T &...> tie(T &...) HIPAUDIT_BODY
template <class T> struct complex { HIPAUDIT_T complex(T re = T(), T im = T()) HIPAUDIT_BODY HIPAUDIT_T T real() const HIPAUDIT_BODY HIPAUDIT_T T imag() const HIPAUDIT_BODY HIPAUDIT_T void real(T) HIPAUDIT_BODY HIPAUDIT_T void imag(T) HIPAUDIT_BODY HIPAUDIT_T complex &operator+=(const complex &) HIPAUDIT_BODY HIPAUDIT_T complex &operator-=(const complex &) HIPAUDIT_BODY HIPAUDIT_T complex &operator*=(const complex &) HIPAUDIT_BODY HIPAUDIT_T complex &operator/=(const complex &) HIPAUDIT_BODY };
#define HIPAUDIT_CX(op) template <class T> HIPAUDIT_T complex<T> operator op(const complex<T> &, const complex<T> &) HIPAUDIT_BODY template <class T> HIPAUDIT_T complex<T> operator op(const complex<T> &, const T &) HIPAUDIT_BODY template <class T> HIPAUDIT_T complex<T> operator op(const T &, const complex<T> &) HIPAUDIT_BODY
HIPAUDIT_CX(+) HIPAUDIT_CX(-) HIPAUDIT_CX(*) HIPAUDIT_CX(/)
#undef HIPAUDIT_CX
template <class T> HIPAUDIT_T T abs(const complex<T> &) HIPAUDIT_BODY template <class T> HIPAUDIT_T T norm(const complex<T> &) HIPAUDIT_BODY template <class T> HIPAUDIT_T T arg(const complex<T> &) HIPAUDIT_BODY template <class T> HIPAUDIT_T complex<T> conj(const complex<T> &) HIPAUDIT_BODY template <class T> HIPAUDIT_T complex<T> exp(const complex<T> &) HIPAUDIT_BODY template <class T> HIPAUDIT_T complex<T> sqrt(const complex<T> &) HIPAUDIT_BODY template <class T> HIPAUDIT_T complex<T> polar(const T &, const T & = T()) HIPAUDIT_BODY

// Functors.
template <class A, class R> struct unary_function { using argument_type = A; using result_type = R; };
template <class A, class B, class R> struct binary_function { using first_argument_type = A; using second_argument_type = B; using result_type = R; };
#define HIPAUDIT_F2(n, R) template <class T = void> struct n { HIPAUDIT_T R operator()(const T &, const T &) const HIPAUDIT_BODY }; template <> struct n<void> { template <class T> HIPAUDIT_T R operator()(const T &, const T &) const HIPAUDIT_BODY };
HIPAUDIT_F2(plus, T) HIPAUDIT_F2(minus, T) HIPAUDIT_F2(multiplies, T) HIPAUDIT_F2(divides, T) HIPAUDIT_F2(modulus, T) HIPAUDIT_F2(maximum, T) HIPAUDIT_F2(minimum, T) HIPAUDIT_F2(bit_and, T) HIPAUDIT_F2(bit_or, T) HIPAUDIT_F2(bit_xor, T)
HIPAUDIT_F2(equal_to, bool) HIPAUDIT_F2(not_equal_to, bool) HIPAUDIT_F2(less, bool) HIPAUDIT_F2(greater, bool) HIPAUDIT_F2(less_equal, bool) HIPAUDIT_F2(greater_equal, bool) HIPAUDIT_F2(logical_and, bool) HIPAUDIT_F2(logical_or, bool)
#undef HIPAUDIT_F2
template <class T = void> struct negate { HIPAUDIT_T T operator()(const T &) const HIPAUDIT_BODY };
template <class T = void> struct square { HIPAUDIT_T T operator()(const T &) const HIPAUDIT_BODY };
template <class T = void> struct identity { HIPAUDIT_T const T &operator()(const T &) const HIPAUDIT_BODY };
template <class T = void> struct logical_not { HIPAUDIT_T bool operator()(const T &) const HIPAUDIT_BODY };
template <class F> HIPAUDIT_T F not1(F) HIPAUDIT_BODY template <class F> HIPAUDIT_T F not_fn(F) HIPAUDIT_BODY
namespace placeholders { struct hipaudit_placeholder { template <class T> hipaudit_placeholder operator+(T) const HIPAUDIT_BODY template <class T> hipaudit_placeholder operator*(T) const HIPAUDIT_BODY template <class T> hipaudit_placeholder operator-(T) const HIPAUDIT_BODY template <class T> hipaudit_placeholder operator/(T) const HIPAUDIT_BODY template <class T> hipaudit_placeholder operator>(T) const HIPAUDIT_BODY template <class T> hipaudit_placeholder operator<(T) const HIPAUDIT_BODY template <class T> hipaudit_placeholder operator==(T) const HIPAUDIT_BODY template <class T> hipaudit_placeholder operator%(T) const HIPAUDIT_BODY template <class... A> HIPAUDIT_T int operator()(A &&...) const HIPAUDIT_BODY }; static constexpr hipaudit_placeholder _1{}, _2{}, _3{}; }

// Iterators.
#define HIPAUDIT_ITER(N, V, R) using value_type = V; using reference = R; using pointer = V *; using difference_type = std::ptrdiff_t; using iterator_category = std::random_access_iterator_tag; \
  HIPAUDIT_T R operator*() const HIPAUDIT_BODY HIPAUDIT_T R operator[](std::ptrdiff_t) const HIPAUDIT_BODY HIPAUDIT_T N operator+(std::ptrdiff_t) const HIPAUDIT_BODY HIPAUDIT_T N operator-(std::ptrdiff_t) const HIPAUDIT_BODY HIPAUDIT_T std::ptrdiff_t operator-(const N &) const HIPAUDIT_BODY HIPAUDIT_T N &operator++() HIPAUDIT_BODY HIPAUDIT_T bool operator==(const N &) const HIPAUDIT_BODY HIPAUDIT_T bool operator!=(const N &) const HIPAUDIT_BODY
template <class T> class counting_iterator { public: HIPAUDIT_ITER(counting_iterator, T, T) HIPAUDIT_T counting_iterator(T = T()) HIPAUDIT_BODY };
template <class T> class constant_iterator { public: HIPAUDIT_ITER(constant_iterator, T, T) HIPAUDIT_T constant_iterator(T = T(), std::ptrdiff_t = 0) HIPAUDIT_BODY };
namespace detail { template <class F, class It> using call_t = std::decay_t<decltype(std::declval<F>()(std::declval<value_t<It>>()))>; }
template <class F, class It, class R = detail::call_t<F, It>, class V = std::decay_t<R>> class transform_iterator { public: HIPAUDIT_ITER(transform_iterator, V, V) HIPAUDIT_T transform_iterator(It, F = F()) HIPAUDIT_BODY };
template <class A, class B> class permutation_iterator { public: HIPAUDIT_ITER(permutation_iterator, detail::value_t<A>, typename std::iterator_traits<A>::reference) HIPAUDIT_T permutation_iterator(A, B) HIPAUDIT_BODY };
template <class T> class zip_iterator; template <class... It> class zip_iterator<tuple<It...>> { public: HIPAUDIT_ITER(zip_iterator, tuple<detail::value_t<It>...>, tuple<detail::value_t<It>...>) HIPAUDIT_T zip_iterator(tuple<It...>) HIPAUDIT_BODY HIPAUDIT_T const tuple<It...> &get_iterator_tuple() const HIPAUDIT_BODY };
template <class It> class reverse_iterator { public: HIPAUDIT_ITER(reverse_iterator, detail::value_t<It>, typename std::iterator_traits<It>::reference) HIPAUDIT_T reverse_iterator(It) HIPAUDIT_BODY };
class discard_iterator_base {};
template <class T = void> class discard_iterator { public: using value_type = int; using reference = int; using pointer = int *; using difference_type = std::ptrdiff_t; using iterator_category = std::random_access_iterator_tag; HIPAUDIT_T int &operator*() const HIPAUDIT_BODY };
#undef HIPAUDIT_ITER
template <class T> HIPAUDIT_T counting_iterator<T> make_counting_iterator(T) HIPAUDIT_BODY template <class T> HIPAUDIT_T constant_iterator<T> make_constant_iterator(T) HIPAUDIT_BODY template <class It, class F> HIPAUDIT_T transform_iterator<F, It> make_transform_iterator(It, F) HIPAUDIT_BODY template <class A, class B> HIPAUDIT_T permutation_iterator<A, B> make_permutation_iterator(A, B) HIPAUDIT_BODY template <class... It> HIPAUDIT_T zip_iterator<tuple<It...>> make_zip_iterator(tuple<It...>) HIPAUDIT_BODY template <class... It> HIPAUDIT_T zip_iterator<tuple<It...>> make_zip_iterator(It...) HIPAUDIT_BODY template <class It> HIPAUDIT_T reverse_iterator<It> make_reverse_iterator(It) HIPAUDIT_BODY discard_iterator<> make_discard_iterator() HIPAUDIT_BODY
template <class It> struct iterator_traits : std::iterator_traits<It> {}; template <class It> struct iterator_value { using type = detail::value_t<It>; }; template <class It> struct iterator_difference { using type = std::ptrdiff_t; }; template <class It> struct iterator_system { using type = detail::device_t; };
template <class It> HIPAUDIT_T std::ptrdiff_t distance(It, It) HIPAUDIT_BODY template <class It> HIPAUDIT_T void advance(It &, std::ptrdiff_t) HIPAUDIT_BODY template <class It> HIPAUDIT_T It next(It, std::ptrdiff_t = 1) HIPAUDIT_BODY

// Algorithms, with and without a policy.
#define HIPAUDIT_VOID(n) template <class... A> HIPAUDIT_T void n(A &&...) HIPAUDIT_BODY
HIPAUDIT_VOID(sort) HIPAUDIT_VOID(stable_sort) HIPAUDIT_VOID(sort_by_key) HIPAUDIT_VOID(stable_sort_by_key) HIPAUDIT_VOID(fill) HIPAUDIT_VOID(sequence) HIPAUDIT_VOID(generate) HIPAUDIT_VOID(replace) HIPAUDIT_VOID(replace_if) HIPAUDIT_VOID(tabulate) HIPAUDIT_VOID(reverse) HIPAUDIT_VOID(uninitialized_fill)
HIPAUDIT_VOID(shuffle)
#undef HIPAUDIT_VOID
// The result is an output iterator, at a fixed place after the policy.
#define HIPAUDIT_OUT3(n) template <class I, class J, class O, class... A, detail::no_policy<I> = 0> HIPAUDIT_T O n(I, J, O, A &&...) HIPAUDIT_BODY template <class P, class I, class J, class O, class... A, detail::yes_policy<P> = 0> HIPAUDIT_T O n(const P &, I, J, O, A &&...) HIPAUDIT_BODY
HIPAUDIT_OUT3(copy) HIPAUDIT_OUT3(copy_n) HIPAUDIT_OUT3(inclusive_scan) HIPAUDIT_OUT3(exclusive_scan) HIPAUDIT_OUT3(transform_inclusive_scan) HIPAUDIT_OUT3(transform_exclusive_scan) HIPAUDIT_OUT3(adjacent_difference) HIPAUDIT_OUT3(unique_copy) HIPAUDIT_OUT3(reverse_copy) HIPAUDIT_OUT3(uninitialized_copy)
#define HIPAUDIT_OUT4(n) template <class I, class J, class K, class O, class... A, detail::no_policy<I> = 0> HIPAUDIT_T O n(I, J, K, O, A &&...) HIPAUDIT_BODY template <class P, class I, class J, class K, class O, class... A, detail::yes_policy<P> = 0> HIPAUDIT_T O n(const P &, I, J, K, O, A &&...) HIPAUDIT_BODY
HIPAUDIT_OUT4(gather) HIPAUDIT_OUT4(merge) HIPAUDIT_OUT4(set_union) HIPAUDIT_OUT4(set_intersection) HIPAUDIT_OUT4(set_difference) HIPAUDIT_OUT4(inclusive_scan_by_key) HIPAUDIT_OUT4(exclusive_scan_by_key) HIPAUDIT_OUT4(replace_copy) HIPAUDIT_OUT4(replace_copy_if) HIPAUDIT_OUT4(gather_if)
template <class I, class O, class F, detail::no_policy<I> = 0> HIPAUDIT_T O transform(I, I, O, F) HIPAUDIT_BODY template <class I, class J, class O, class F, detail::no_policy<I> = 0> HIPAUDIT_T O transform(I, I, J, O, F) HIPAUDIT_BODY template <class P, class I, class O, class F, detail::yes_policy<P> = 0> HIPAUDIT_T O transform(const P &, I, I, O, F) HIPAUDIT_BODY template <class P, class I, class J, class O, class F, detail::yes_policy<P> = 0> HIPAUDIT_T O transform(const P &, I, I, J, O, F) HIPAUDIT_BODY
template <class I, class O, class F, class Q, detail::no_policy<I> = 0> HIPAUDIT_T O transform_if(I, I, O, F, Q) HIPAUDIT_BODY template <class P, class I, class O, class F, class Q, detail::yes_policy<P> = 0> HIPAUDIT_T O transform_if(const P &, I, I, O, F, Q) HIPAUDIT_BODY
template <class I, class O, class F, detail::no_policy<I> = 0> HIPAUDIT_T O copy_if(I, I, O, F) HIPAUDIT_BODY template <class I, class S, class O, class F, detail::no_policy<I> = 0> HIPAUDIT_T O copy_if(I, I, S, O, F) HIPAUDIT_BODY template <class P, class I, class O, class F, detail::yes_policy<P> = 0> HIPAUDIT_T O copy_if(const P &, I, I, O, F) HIPAUDIT_BODY template <class P, class I, class S, class O, class F, detail::yes_policy<P> = 0> HIPAUDIT_T O copy_if(const P &, I, I, S, O, F) HIPAUDIT_BODY
template <class I, class O, class F, detail::no_policy<I> = 0> HIPAUDIT_T O remove_copy_if(I, I, O, F) HIPAUDIT_BODY template <class... A> HIPAUDIT_T void scatter(A &&...) HIPAUDIT_BODY template <class... A> HIPAUDIT_T void scatter_if(A &&...) HIPAUDIT_BODY
#define HIPAUDIT_IN(n) template <class I, class... A, detail::no_policy<I> = 0> HIPAUDIT_T I n(I, A &&...) HIPAUDIT_BODY template <class P, class I, class... A, detail::yes_policy<P> = 0> HIPAUDIT_T I n(const P &, I, A &&...) HIPAUDIT_BODY
HIPAUDIT_IN(max_element) HIPAUDIT_IN(min_element) HIPAUDIT_IN(find) HIPAUDIT_IN(find_if) HIPAUDIT_IN(unique) HIPAUDIT_IN(remove) HIPAUDIT_IN(remove_if) HIPAUDIT_IN(partition) HIPAUDIT_IN(stable_partition) HIPAUDIT_IN(for_each) HIPAUDIT_IN(for_each_n) HIPAUDIT_IN(fill_n)
HIPAUDIT_IN(partition_point) HIPAUDIT_IN(generate_n)
#undef HIPAUDIT_IN
#define HIPAUDIT_BOUND(n)                                                                                                                           \
  template <class I, class T, detail::no_policy<I> = 0> HIPAUDIT_T I n(I, I, const T &) HIPAUDIT_BODY template <class I, class T, class F, detail::no_policy<I> = 0> HIPAUDIT_T I n(I, I, const T &, F) HIPAUDIT_BODY \
  template <class I, class J, class O, detail::no_policy<I> = 0> HIPAUDIT_T O n(I, I, J, J, O) HIPAUDIT_BODY template <class I, class J, class O, class F, detail::no_policy<I> = 0> HIPAUDIT_T O n(I, I, J, J, O, F) HIPAUDIT_BODY \
  template <class P, class I, class T, detail::yes_policy<P> = 0> HIPAUDIT_T I n(const P &, I, I, const T &) HIPAUDIT_BODY template <class P, class I, class J, class O, detail::yes_policy<P> = 0> HIPAUDIT_T O n(const P &, I, I, J, J, O) HIPAUDIT_BODY
HIPAUDIT_BOUND(lower_bound) HIPAUDIT_BOUND(upper_bound)
#undef HIPAUDIT_BOUND
template <class... A> HIPAUDIT_T bool binary_search(A &&...) HIPAUDIT_BODY
#define HIPAUDIT_BOOL(n, R) template <class... A> HIPAUDIT_T R n(A &&...) HIPAUDIT_BODY
HIPAUDIT_BOOL(equal, bool) HIPAUDIT_BOOL(is_sorted, bool) HIPAUDIT_BOOL(all_of, bool) HIPAUDIT_BOOL(any_of, bool) HIPAUDIT_BOOL(none_of, bool) HIPAUDIT_BOOL(count, std::ptrdiff_t) HIPAUDIT_BOOL(count_if, std::ptrdiff_t)
#undef HIPAUDIT_BOOL
template <class I, detail::no_policy<I> = 0> HIPAUDIT_T detail::value_t<I> reduce(I, I) HIPAUDIT_BODY template <class I, class T, detail::no_policy<I> = 0> HIPAUDIT_T T reduce(I, I, T) HIPAUDIT_BODY template <class I, class T, class F, detail::no_policy<I> = 0> HIPAUDIT_T T reduce(I, I, T, F) HIPAUDIT_BODY
template <class P, class I, detail::yes_policy<P> = 0> HIPAUDIT_T detail::value_t<I> reduce(const P &, I, I) HIPAUDIT_BODY template <class P, class I, class T, detail::yes_policy<P> = 0> HIPAUDIT_T T reduce(const P &, I, I, T) HIPAUDIT_BODY template <class P, class I, class T, class F, detail::yes_policy<P> = 0> HIPAUDIT_T T reduce(const P &, I, I, T, F) HIPAUDIT_BODY
template <class I, class U, class T, class F, detail::no_policy<I> = 0> HIPAUDIT_T T transform_reduce(I, I, U, T, F) HIPAUDIT_BODY template <class P, class I, class U, class T, class F, detail::yes_policy<P> = 0> HIPAUDIT_T T transform_reduce(const P &, I, I, U, T, F) HIPAUDIT_BODY
template <class I, class J, class T, detail::no_policy<I> = 0> HIPAUDIT_T T inner_product(I, I, J, T) HIPAUDIT_BODY template <class I, class J, class T, class F, class G, detail::no_policy<I> = 0> HIPAUDIT_T T inner_product(I, I, J, T, F, G) HIPAUDIT_BODY template <class P, class I, class J, class T, detail::yes_policy<P> = 0> HIPAUDIT_T T inner_product(const P &, I, I, J, T) HIPAUDIT_BODY
template <class I, class V, class K, class W, class... A, detail::no_policy<I> = 0> HIPAUDIT_T pair<K, W> reduce_by_key(I, I, V, K, W, A &&...) HIPAUDIT_BODY template <class P, class I, class V, class K, class W, class... A, detail::yes_policy<P> = 0> HIPAUDIT_T pair<K, W> reduce_by_key(const P &, I, I, V, K, W, A &&...) HIPAUDIT_BODY
template <class I, class V, class... A, detail::no_policy<I> = 0> HIPAUDIT_T pair<I, V> unique_by_key(I, I, V, A &&...) HIPAUDIT_BODY template <class P, class I, class V, class... A, detail::yes_policy<P> = 0> HIPAUDIT_T pair<I, V> unique_by_key(const P &, I, I, V, A &&...) HIPAUDIT_BODY
template <class I, detail::no_policy<I> = 0> HIPAUDIT_T pair<I, I> minmax_element(I, I) HIPAUDIT_BODY template <class T> HIPAUDIT_T void swap(T &, T &) HIPAUDIT_BODY template <class T> HIPAUDIT_T T min(const T &, const T &) HIPAUDIT_BODY template <class T> HIPAUDIT_T T max(const T &, const T &) HIPAUDIT_BODY
namespace random { struct minstd_rand { using result_type = unsigned; HIPAUDIT_T minstd_rand(unsigned = 1) HIPAUDIT_BODY HIPAUDIT_T void discard(unsigned long long) HIPAUDIT_BODY HIPAUDIT_T unsigned operator()() HIPAUDIT_BODY }; using default_random_engine = minstd_rand; template <class T = double> struct uniform_real_distribution { HIPAUDIT_T uniform_real_distribution(T = 0, T = 1) HIPAUDIT_BODY template <class E> HIPAUDIT_T T operator()(E &) HIPAUDIT_BODY }; template <class T = int> struct uniform_int_distribution { HIPAUDIT_T uniform_int_distribution(T = 0, T = 1) HIPAUDIT_BODY template <class E> HIPAUDIT_T T operator()(E &) HIPAUDIT_BODY }; template <class T = double> struct normal_distribution { HIPAUDIT_T normal_distribution(T = 0, T = 1) HIPAUDIT_BODY template <class E> HIPAUDIT_T T operator()(E &) HIPAUDIT_BODY }; }
using random::minstd_rand; using random::default_random_engine; using random::uniform_real_distribution; using random::uniform_int_distribution; using random::normal_distribution;
namespace async { template <class... A> int reduce(A &&...) HIPAUDIT_BODY }
} // namespace thrust
