// SPDX-License-Identifier: Apache-2.0
// ATen, c10 and torch as extensions and kernels use them. Declarations only; the dispatch macros expand to a real switch, so
// that the kernels behind them are instantiated.
#pragma once
#include <hipaudit/traits.h>
// What the real headers bring in with them, and extensions lean on.
#include <algorithm>
#include <array>
#include <atomic>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>

#ifndef USE_ROCM
#define USE_ROCM 1
#endif
#ifndef TORCH_VERSION_MAJOR
#define TORCH_VERSION_MAJOR 2
#define TORCH_VERSION_MINOR 8
#define TORCH_VERSION_PATCH 0
#endif
#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_EXPORT
#define C10_API
#define TORCH_API
#define TORCH_CUDA_CU_API
#define TORCH_CUDA_CPP_API
#define C10_CUDA_API
#define C10_ALWAYS_INLINE inline __attribute__((always_inline))
#define C10_NOINLINE __attribute__((noinline))
#define C10_UNUSED __attribute__((unused))
#define C10_RESTRICT __restrict
#define C10_LIKELY(x) (__builtin_expect(static_cast<bool>(x), 1))
#define C10_UNLIKELY(x) (__builtin_expect(static_cast<bool>(x), 0))
#define C10_MAX_THREADS_PER_BLOCK(n) (n)
#define C10_MIN_BLOCKS_PER_SM(t, b) (b)
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(t) __launch_bounds__((t))
#define C10_LAUNCH_BOUNDS_2(t, b) __launch_bounds__((t), (b))
#define C10_CLANG_DIAGNOSTIC_PUSH()
#define C10_CLANG_DIAGNOSTIC_POP()
#define C10_CLANG_DIAGNOSTIC_IGNORE(x)
// The wave size in device code, and 64 on the host, as PyTorch has it.
#define C10_WARP_SIZE warpSize

#define CUDA_KERNEL_LOOP_TYPE(i, n, index_type)                                  \
  int64_t _i_n_d_e_x = blockIdx.x * blockDim.x + threadIdx.x;                    \
  for (index_type i = _i_n_d_e_x; _i_n_d_e_x < (n); _i_n_d_e_x += blockDim.x * gridDim.x, i = _i_n_d_e_x)
#define CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)
#define HIP_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)

namespace c10 {
struct Error : std::exception {
  const char *what() const noexcept override;
  std::string msg() const;
};
namespace hipaudit_detail {
template <class... A> [[noreturn]] void fail(const A &...);
template <class... A> void say(const A &...);
[[noreturn]] void unreachable();
} // namespace hipaudit_detail
template <class... A> std::string str(const A &...);

// Half converts to HIP's half by itself; BFloat16 only when asked.
#define HIPAUDIT_NARROW_TYPE(N, Raw, How)                                                                                                             \
  struct alignas(2) N {                                                                                                                          \
    unsigned short x;                                                                                                                            \
    struct from_bits_t {};                                                                                                                       \
    C10_HOST_DEVICE static constexpr from_bits_t from_bits() { return {}; }                                                                      \
    N() = default;                                                                                                                               \
    constexpr C10_HOST_DEVICE N(unsigned short bits, from_bits_t) : x(bits) {}                                                                   \
    C10_HOST_DEVICE N(float v);                                                                                                                  \
    C10_HOST_DEVICE operator float() const;                                                                                                      \
    C10_HOST_DEVICE N(const Raw &v);                                                                                                             \
    How C10_HOST_DEVICE operator Raw() const;                                                                                                    \
  };                                                                                                                                             \
  HIPAUDIT_NARROW_OP(N, +) HIPAUDIT_NARROW_OP(N, -) HIPAUDIT_NARROW_OP(N, *) HIPAUDIT_NARROW_OP(N, /)                                            \
  C10_HOST_DEVICE N operator-(const N &a);
#define HIPAUDIT_NARROW_OP(N, op)                                                                                                                \
  C10_HOST_DEVICE N operator op(const N &a, const N &b); C10_HOST_DEVICE N &operator op##=(N &a, const N &b);                                    \
  C10_HOST_DEVICE float operator op(N a, float b); C10_HOST_DEVICE float operator op(float a, N b);                                              \
  C10_HOST_DEVICE float &operator op##=(float &a, const N &b);                                                                                   \
  C10_HOST_DEVICE double operator op(N a, double b); C10_HOST_DEVICE double operator op(double a, N b);                                          \
  C10_HOST_DEVICE N operator op(N a, int b); C10_HOST_DEVICE N operator op(int a, N b);                                                          \
  C10_HOST_DEVICE N operator op(N a, int64_t b); C10_HOST_DEVICE N operator op(int64_t a, N b);
HIPAUDIT_NARROW_TYPE(Half, __half, )
HIPAUDIT_NARROW_TYPE(BFloat16, __hip_bfloat16, explicit)
#undef HIPAUDIT_NARROW_TYPE
#undef HIPAUDIT_NARROW_OP
#define HIPAUDIT_F8(N)                                                                                                                           \
  struct alignas(1) N {                                                                                                                          \
    uint8_t x;                                                                                                                                   \
    struct from_bits_t {};                                                                                                                       \
    C10_HOST_DEVICE static constexpr from_bits_t from_bits() { return {}; }                                                                      \
    N() = default; constexpr C10_HOST_DEVICE N(uint8_t bits, from_bits_t) : x(bits) {}                                                           \
    C10_HOST_DEVICE N(float v); C10_HOST_DEVICE operator float() const; C10_HOST_DEVICE bool isnan() const;                                      \
  };
HIPAUDIT_F8(Float8_e4m3fn) HIPAUDIT_F8(Float8_e5m2) HIPAUDIT_F8(Float8_e4m3fnuz) HIPAUDIT_F8(Float8_e5m2fnuz)
#undef HIPAUDIT_F8
template <class T> struct complex {
  T real_, imag_;
  constexpr C10_HOST_DEVICE complex(T re = T(), T im = T()) : real_(re), imag_(im) {}
  constexpr C10_HOST_DEVICE T real() const { return real_; }
  constexpr C10_HOST_DEVICE T imag() const { return imag_; }
  template <class U> explicit C10_HOST_DEVICE complex(const complex<U> &);
  C10_HOST_DEVICE complex &operator+=(const complex &); C10_HOST_DEVICE complex &operator*=(const complex &); C10_HOST_DEVICE complex &operator-=(const complex &);
};
#define HIPAUDIT_CX(op)                                                                                                        \
  template <class T> C10_HOST_DEVICE complex<T> operator op(const complex<T> &, const complex<T> &);                            \
  template <class T> C10_HOST_DEVICE complex<T> operator op(const complex<T> &, const T &);                                     \
  template <class T> C10_HOST_DEVICE complex<T> operator op(const T &, const complex<T> &);
HIPAUDIT_CX(+) HIPAUDIT_CX(-) HIPAUDIT_CX(*) HIPAUDIT_CX(/)
template <class T> C10_HOST_DEVICE complex<T> operator-(const complex<T> &); template <class T> C10_HOST_DEVICE complex<T> operator+(const complex<T> &);
template <class T> C10_HOST_DEVICE bool operator==(const complex<T> &, const complex<T> &); template <class T> C10_HOST_DEVICE bool operator!=(const complex<T> &, const complex<T> &);
#undef HIPAUDIT_CX

#define AT_FORALL_SCALAR_TYPES_HIPAUDIT(_)                                                                                       \
  _(uint8_t, Byte) _(int8_t, Char) _(int16_t, Short) _(int, Int) _(int64_t, Long) _(Half, Half) _(float, Float) _(double, Double) \
  _(complex<Half>, ComplexHalf) _(complex<float>, ComplexFloat) _(complex<double>, ComplexDouble) _(bool, Bool)                 \
  _(BFloat16, BFloat16) _(Float8_e5m2, Float8_e5m2) _(Float8_e4m3fn, Float8_e4m3fn) _(Float8_e5m2fnuz, Float8_e5m2fnuz)         \
  _(Float8_e4m3fnuz, Float8_e4m3fnuz) _(uint16_t, UInt16) _(uint32_t, UInt32) _(uint64_t, UInt64)
enum class ScalarType : int8_t {
#define HIPAUDIT_E(T, n) n,
  AT_FORALL_SCALAR_TYPES_HIPAUDIT(HIPAUDIT_E)
#undef HIPAUDIT_E
  Undefined, NumOptions, QInt8, QUInt8
};
#define HIPAUDIT_K(T, n) constexpr ScalarType k##n = ScalarType::n;
AT_FORALL_SCALAR_TYPES_HIPAUDIT(HIPAUDIT_K)
#undef HIPAUDIT_K
template <class T> struct CppTypeToScalarType;
namespace impl {
template <ScalarType N> struct ScalarTypeToCPPType;
#define HIPAUDIT_M(T, n)                                                                        \
  template <> struct ScalarTypeToCPPType<ScalarType::n> { using type = T; static type t; };
AT_FORALL_SCALAR_TYPES_HIPAUDIT(HIPAUDIT_M)
#undef HIPAUDIT_M
template <ScalarType N> using ScalarTypeToCPPTypeT = typename ScalarTypeToCPPType<N>::type;
} // namespace impl
#define HIPAUDIT_M(T, n) template <> struct CppTypeToScalarType<T> { static constexpr ScalarType value = ScalarType::n; };
AT_FORALL_SCALAR_TYPES_HIPAUDIT(HIPAUDIT_M)
#undef HIPAUDIT_M
const char *toString(ScalarType);
std::ostream &operator<<(std::ostream &, ScalarType);
size_t elementSize(ScalarType);
bool isFloatingType(ScalarType);
bool isReducedFloatingType(ScalarType);
bool isComplexType(ScalarType);
bool isSignedType(ScalarType);
bool isIntegralType(ScalarType, bool = false);
ScalarType promoteTypes(ScalarType, ScalarType);
struct TypeMeta {
  ScalarType toScalarType() const; bool isScalarType(ScalarType) const; size_t itemsize() const; std::string_view name() const; operator ScalarType() const;
  template <class T> static TypeMeta Make(); template <class T> bool Match() const; static TypeMeta fromScalarType(ScalarType);
};
bool operator==(TypeMeta, TypeMeta); bool operator!=(TypeMeta, TypeMeta); bool operator==(TypeMeta, ScalarType); bool operator!=(TypeMeta, ScalarType);
bool operator==(ScalarType, TypeMeta); bool operator!=(ScalarType, TypeMeta); std::ostream &operator<<(std::ostream &, TypeMeta);
ScalarType typeMetaToScalarType(TypeMeta); TypeMeta scalarTypeToTypeMeta(ScalarType);

template <class T> using optional = std::optional<T>;
using std::nullopt;
using nullopt_t = std::nullopt_t;
template <class T, class... A> using intrusive_ptr = std::shared_ptr<T>;
using string_view = std::string_view;
template <class T> using List = std::vector<T>;

template <class T> class ArrayRef {
public:
  using value_type = T;
  ArrayRef();
  ArrayRef(const T &); ArrayRef(const T *, size_t); ArrayRef(const T *, const T *);
  template <class A> ArrayRef(const std::vector<T, A> &);
  ArrayRef(const std::initializer_list<T> &);
  template <size_t N> ArrayRef(const T (&)[N]);
  const T *begin() const; const T *end() const; const T *data() const;
  size_t size() const; bool empty() const;
  const T &operator[](size_t) const; const T &at(size_t) const; const T &front() const; const T &back() const;
  std::vector<T> vec() const; ArrayRef slice(size_t, size_t) const;
  bool equals(ArrayRef) const;
};
template <class T> bool operator==(ArrayRef<T>, ArrayRef<T>);
template <class T> bool operator!=(ArrayRef<T>, ArrayRef<T>);
using IntArrayRef = ArrayRef<int64_t>;
template <class T, unsigned N = 4> class SmallVector : public std::vector<T> { using std::vector<T>::vector; };
using DimVector = SmallVector<int64_t, 5>;

enum class DeviceType : int8_t { CPU, CUDA, MKLDNN, OPENGL, OPENCL, IDEEP, HIP, FPGA, MAIA, XLA, Vulkan, Metal, XPU, MPS, Meta, HPU, VE, Lazy, IPU, MTIA, PrivateUse1, COMPILE_TIME_MAX_DEVICE_TYPES };
std::string DeviceTypeName(DeviceType, bool = false);
std::ostream &operator<<(std::ostream &, DeviceType);
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA, kHIP = DeviceType::HIP, kMeta = DeviceType::Meta, kXPU = DeviceType::XPU, kPrivateUse1 = DeviceType::PrivateUse1;
using DeviceIndex = int8_t;
struct Device {
  Device(DeviceType, DeviceIndex = -1); Device(const std::string &);
  DeviceType type() const; DeviceIndex index() const; bool is_cuda() const; bool is_cpu() const; bool has_index() const; std::string str() const;
};
bool operator==(const Device &, const Device &);
bool operator!=(const Device &, const Device &);
std::ostream &operator<<(std::ostream &, const Device &);
enum class Layout : int8_t { Strided, Sparse, SparseCsr };
constexpr Layout kStrided = Layout::Strided, kSparse = Layout::Sparse;
enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
class Scalar {
public:
  Scalar();
  template <class T, std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, int> = 0> Scalar(T);
  bool isFloatingPoint() const; bool isIntegral(bool) const; bool isBoolean() const; Half toHalf() const; uint8_t toByte() const;
  template <class T> T to() const;
  double toDouble() const; float toFloat() const; int64_t toLong() const; int toInt() const; bool toBool() const; ScalarType type() const;
};
struct Storage { void *data() const; const void *data_ptr() const; size_t nbytes() const; };
class DataPtr { public: void *get() const; };
struct Allocator { DataPtr allocate(size_t); void *raw_allocate(size_t); void raw_deallocate(void *); };

struct TensorOptions {
  TensorOptions();
  TensorOptions(ScalarType); TensorOptions(TypeMeta); TensorOptions(Device); TensorOptions(DeviceType); TensorOptions(Layout); TensorOptions(MemoryFormat);
  TensorOptions dtype(ScalarType) const; TensorOptions dtype(TypeMeta) const; TensorOptions dtype(std::nullopt_t) const; TypeMeta dtype() const; TensorOptions device(Device) const; Device device() const;
  TensorOptions device(DeviceType, DeviceIndex = -1) const; TensorOptions layout(Layout) const; TensorOptions requires_grad(bool = true) const;
  TensorOptions pinned_memory(bool = true) const; TensorOptions memory_format(MemoryFormat) const; TensorOptions device_index(int16_t) const;
};
TensorOptions dtype(ScalarType);
TensorOptions dtype(TypeMeta);
TensorOptions layout(Layout);
TensorOptions memory_format(MemoryFormat);
TensorOptions device(Device);
TensorOptions device(DeviceType, DeviceIndex = -1);
TensorOptions requires_grad(bool = true);

// Streams. The HIP names, and the CUDA names that ROCm builds keep as aliases.
struct StreamId;
class Stream { public: Device device() const; DeviceIndex device_index() const; int64_t id() const; void synchronize() const; };
namespace hip {
class HIPStream {
public:
  explicit HIPStream(Stream);
  operator hipStream_t() const; operator Stream() const;
  hipStream_t stream() const; DeviceIndex device_index() const; Device device() const; int64_t id() const; bool query() const; void synchronize() const;
  int priority() const; Stream unwrap() const; static std::tuple<int, int> priority_range();
};
bool operator==(const HIPStream &, const HIPStream &);
HIPStream getCurrentHIPStream(DeviceIndex = -1);
HIPStream getDefaultHIPStream(DeviceIndex = -1);
HIPStream getStreamFromPool(bool = false, DeviceIndex = -1);
HIPStream getStreamFromPool(int, DeviceIndex = -1);
HIPStream getStreamFromExternal(hipStream_t, DeviceIndex);
void setCurrentHIPStream(HIPStream);
HIPStream getCurrentHIPStreamMasqueradingAsCUDA(DeviceIndex = -1);
HIPStream getDefaultHIPStreamMasqueradingAsCUDA(DeviceIndex = -1);
HIPStream getStreamFromPoolMasqueradingAsCUDA(bool = false, DeviceIndex = -1);
void setCurrentHIPStreamMasqueradingAsCUDA(HIPStream);
using HIPStreamMasqueradingAsCUDA = HIPStream;
DeviceIndex device_count() noexcept;
DeviceIndex current_device();
void set_device(DeviceIndex);
void device_synchronize();
hipError_t SetDevice(DeviceIndex, bool = false); hipError_t MaybeSetDevice(DeviceIndex); DeviceIndex ExchangeDevice(DeviceIndex); DeviceIndex MaybeExchangeDevice(DeviceIndex);
void stream_synchronize(hipStream_t);
int warp_size();
void c10_hip_check_implementation(int32_t, const char *, const char *, int, bool);
#define HIPAUDIT_GUARD(N, Arg) struct N { explicit N(Arg); ~N(); };
struct HIPGuard {
  explicit HIPGuard(DeviceIndex); explicit HIPGuard(Device); ~HIPGuard();
  void set_device(Device); void set_index(DeviceIndex); Device current_device() const;
};
struct OptionalHIPGuard {
  OptionalHIPGuard(); explicit OptionalHIPGuard(std::optional<Device>); explicit OptionalHIPGuard(std::optional<DeviceIndex>);
  explicit OptionalHIPGuard(DeviceIndex); explicit OptionalHIPGuard(Device); ~OptionalHIPGuard();
  void set_device(Device); void set_index(DeviceIndex); void reset();
};
struct HIPStreamGuard { explicit HIPStreamGuard(Stream); explicit HIPStreamGuard(HIPStream); ~HIPStreamGuard(); void reset_stream(Stream); };
struct OptionalHIPStreamGuard { OptionalHIPStreamGuard(); explicit OptionalHIPStreamGuard(Stream); ~OptionalHIPStreamGuard(); };
#undef HIPAUDIT_GUARD
using HIPGuardMasqueradingAsCUDA = HIPGuard;
using OptionalHIPGuardMasqueradingAsCUDA = OptionalHIPGuard;
using HIPStreamGuardMasqueradingAsCUDA = HIPStreamGuard;
namespace HIPCachingAllocator {
Allocator *get(); void emptyCache(); void *raw_alloc(size_t); void *raw_alloc_with_stream(size_t, hipStream_t); void raw_delete(void *);
void recordStream(const DataPtr &, HIPStream);
} // namespace HIPCachingAllocator
namespace HIPCachingAllocatorMasqueradingAsCUDA { using namespace HIPCachingAllocator; }
} // namespace hip
namespace cuda {
using namespace ::c10::hip;
using CUDAStream = hip::HIPStream;
using CUDAGuard = hip::HIPGuard;
using OptionalCUDAGuard = hip::OptionalHIPGuard;
using CUDAStreamGuard = hip::HIPStreamGuard;
using OptionalCUDAStreamGuard = hip::OptionalHIPStreamGuard;
hip::HIPStream getCurrentCUDAStream(DeviceIndex = -1);
hip::HIPStream getDefaultCUDAStream(DeviceIndex = -1);
void setCurrentCUDAStream(hip::HIPStream);
namespace CUDACachingAllocator { using namespace ::c10::hip::HIPCachingAllocator; }
} // namespace cuda
struct DeviceGuard { explicit DeviceGuard(Device); ~DeviceGuard(); };
struct OptionalDeviceGuard { OptionalDeviceGuard(); explicit OptionalDeviceGuard(std::optional<Device>); ~OptionalDeviceGuard(); };
struct InferenceMode { InferenceMode(bool = true); };
class SymInt { public: SymInt(int64_t); SymInt(int); int64_t guard_int(const char *, int64_t) const; int64_t expect_int() const; };
#define HIPAUDIT_SYM(op) SymInt operator op(const SymInt &, const SymInt &);
HIPAUDIT_SYM(+) HIPAUDIT_SYM(-) HIPAUDIT_SYM(*) HIPAUDIT_SYM(/) HIPAUDIT_SYM(%)
#undef HIPAUDIT_SYM
#define HIPAUDIT_SYM(op) bool operator op(const SymInt &, const SymInt &);
HIPAUDIT_SYM(==) HIPAUDIT_SYM(!=) HIPAUDIT_SYM(<) HIPAUDIT_SYM(<=) HIPAUDIT_SYM(>) HIPAUDIT_SYM(>=)
#undef HIPAUDIT_SYM
using SymIntArrayRef = ArrayRef<SymInt>;
enum class DispatchKey : uint16_t { Undefined, CPU, CUDA, HIP, Meta, AutogradCPU, AutogradCUDA, AutogradOther, Autograd, Autocast, BackendSelect, CompositeExplicitAutograd, CompositeImplicitAutograd, PrivateUse1, CatchAll };
template <class T> struct integer_range_t { struct iterator { T v; T operator*() const; iterator &operator++(); bool operator!=(const iterator &) const; }; iterator begin() const; iterator end() const; };
template <class T> integer_range_t<T> irange(T); template <class T, class U> integer_range_t<U> irange(T, U);
template <class C> int64_t multiply_integers(const C &); template <class To, class From> C10_HOST_DEVICE To convert(From);
template <class T> C10_HOST_DEVICE T load(const T *);
namespace cuda { namespace compat {
#define HIPAUDIT_COMPAT(n) C10_HOST_DEVICE float n(float); C10_HOST_DEVICE double n(double);
HIPAUDIT_COMPAT(abs) HIPAUDIT_COMPAT(exp) HIPAUDIT_COMPAT(rsqrt) HIPAUDIT_COMPAT(ceil) HIPAUDIT_COMPAT(floor) HIPAUDIT_COMPAT(log) HIPAUDIT_COMPAT(log1p) HIPAUDIT_COMPAT(sqrt) HIPAUDIT_COMPAT(tanh) HIPAUDIT_COMPAT(normcdf) HIPAUDIT_COMPAT(sin) HIPAUDIT_COMPAT(cos)
#undef HIPAUDIT_COMPAT
C10_HOST_DEVICE float pow(float, float); C10_HOST_DEVICE double pow(double, double); C10_HOST_DEVICE float max(float, float); C10_HOST_DEVICE double max(double, double); C10_HOST_DEVICE float min(float, float); C10_HOST_DEVICE double min(double, double);
} } // namespace cuda::compat
namespace hip { namespace compat { using namespace ::c10::cuda::compat; } }
} // namespace c10
namespace caffe2 { using ::c10::TypeMeta; }
// std::numeric_limits of torch's own types, and the functions of its complex numbers.
namespace std {
#define HIPAUDIT_CX(R, n) template <class T> C10_HOST_DEVICE R n(const c10::complex<T> &);
HIPAUDIT_CX(c10::complex<T>, conj) HIPAUDIT_CX(T, real) HIPAUDIT_CX(T, imag) HIPAUDIT_CX(T, abs) HIPAUDIT_CX(T, arg) HIPAUDIT_CX(T, norm) HIPAUDIT_CX(c10::complex<T>, exp) HIPAUDIT_CX(c10::complex<T>, log)
HIPAUDIT_CX(c10::complex<T>, sqrt) HIPAUDIT_CX(c10::complex<T>, sin) HIPAUDIT_CX(c10::complex<T>, cos) HIPAUDIT_CX(c10::complex<T>, tanh)
#undef HIPAUDIT_CX
#define HIPAUDIT_LIMITS(N)                                                                                                                       \
  template <> class numeric_limits<c10::N> {                                                                                                     \
  public:                                                                                                                                        \
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false, has_quiet_NaN = true;                   \
    static constexpr C10_HOST_DEVICE c10::N min() { return c10::N(1, c10::N::from_bits()); } static constexpr C10_HOST_DEVICE c10::N lowest() { return c10::N(2, c10::N::from_bits()); } \
    static constexpr C10_HOST_DEVICE c10::N max() { return c10::N(3, c10::N::from_bits()); } static constexpr C10_HOST_DEVICE c10::N epsilon() { return c10::N(4, c10::N::from_bits()); } \
    static constexpr C10_HOST_DEVICE c10::N infinity() { return c10::N(5, c10::N::from_bits()); } static constexpr C10_HOST_DEVICE c10::N quiet_NaN() { return c10::N(6, c10::N::from_bits()); } \
  };
HIPAUDIT_LIMITS(Half) HIPAUDIT_LIMITS(BFloat16) HIPAUDIT_LIMITS(Float8_e4m3fn) HIPAUDIT_LIMITS(Float8_e5m2) HIPAUDIT_LIMITS(Float8_e4m3fnuz) HIPAUDIT_LIMITS(Float8_e5m2fnuz)
#undef HIPAUDIT_LIMITS
} // namespace std

namespace at {
using namespace ::c10;
using ::c10::Half; using ::c10::BFloat16; using ::c10::ScalarType; using ::c10::Device; using ::c10::Scalar; using ::c10::optional;
template <class T> struct DefaultPtrTraits { typedef T *PtrType; };
template <class T> struct RestrictPtrTraits { typedef T *__restrict__ PtrType; };
template <class T, size_t N, template <class> class PtrTraits = DefaultPtrTraits, class index_t = int64_t> class TensorAccessor {
public:
  using PtrType = typename PtrTraits<T>::PtrType;
  C10_HOST_DEVICE TensorAccessor(PtrType, const index_t *, const index_t *);
  C10_HOST_DEVICE TensorAccessor<T, N - 1, PtrTraits, index_t> operator[](index_t i);
  C10_HOST_DEVICE const TensorAccessor<T, N - 1, PtrTraits, index_t> operator[](index_t i) const;
  C10_HOST_DEVICE index_t size(index_t) const; C10_HOST_DEVICE index_t stride(index_t) const; C10_HOST_DEVICE PtrType data(); C10_HOST_DEVICE const PtrType data() const;
};
template <class T, template <class> class PtrTraits, class index_t> class TensorAccessor<T, 1, PtrTraits, index_t> {
public:
  using PtrType = typename PtrTraits<T>::PtrType;
  C10_HOST_DEVICE TensorAccessor(PtrType, const index_t *, const index_t *);
  C10_HOST_DEVICE T &operator[](index_t i); C10_HOST_DEVICE const T &operator[](index_t i) const;
  C10_HOST_DEVICE index_t size(index_t) const; C10_HOST_DEVICE index_t stride(index_t) const; C10_HOST_DEVICE PtrType data(); C10_HOST_DEVICE const PtrType data() const;
};
template <class T, size_t N, template <class> class PtrTraits = DefaultPtrTraits, class index_t = int64_t> class GenericPackedTensorAccessor {
public:
  using PtrType = typename PtrTraits<T>::PtrType;
  C10_HOST_DEVICE TensorAccessor<T, N - 1, PtrTraits, index_t> operator[](index_t i);
  C10_HOST_DEVICE const TensorAccessor<T, N - 1, PtrTraits, index_t> operator[](index_t i) const;
  C10_HOST_DEVICE index_t size(index_t) const; C10_HOST_DEVICE index_t stride(index_t) const; C10_HOST_DEVICE PtrType data(); C10_HOST_DEVICE const PtrType data() const;
};
template <class T, template <class> class PtrTraits, class index_t> class GenericPackedTensorAccessor<T, 1, PtrTraits, index_t> {
public:
  using PtrType = typename PtrTraits<T>::PtrType;
  C10_HOST_DEVICE T &operator[](index_t i); C10_HOST_DEVICE const T &operator[](index_t i) const;
  C10_HOST_DEVICE index_t size(index_t) const; C10_HOST_DEVICE index_t stride(index_t) const; C10_HOST_DEVICE PtrType data(); C10_HOST_DEVICE const PtrType data() const;
};
template <class T, size_t N, template <class> class P = DefaultPtrTraits> using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, P, int32_t>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits> using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, P, int64_t>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
using PackedTensorAccessor = GenericPackedTensorAccessor<T, N, P, I>;

class Tensor;
class IValue;
class Generator { public: Generator(); uint64_t current_seed() const; template <class T> T *get() const; std::mutex &mutex() const; bool defined() const; };
using TensorList = ArrayRef<Tensor>;
using ITensorListRef = ArrayRef<Tensor>;
using OptionalIntArrayRef = std::optional<IntArrayRef>;
struct DeprecatedTypeProperties { ScalarType scalarType() const; bool is_cuda() const; bool is_sparse() const; std::string toString() const; operator ScalarType() const; int backend() const; TensorOptions options() const; };
bool operator==(const DeprecatedTypeProperties &, const DeprecatedTypeProperties &); bool operator!=(const DeprecatedTypeProperties &, const DeprecatedTypeProperties &);
namespace indexing {
enum class TensorIndexType { None, Ellipsis, Integer, Boolean, Slice, Tensor };
constexpr std::nullopt_t None = std::nullopt; constexpr TensorIndexType Ellipsis = TensorIndexType::Ellipsis;
struct Slice { Slice(std::optional<int64_t> = {}, std::optional<int64_t> = {}, std::optional<int64_t> = {}); };
struct TensorIndex { TensorIndex(std::nullopt_t); TensorIndex(TensorIndexType); TensorIndex(const char *); TensorIndex(int64_t); TensorIndex(int); TensorIndex(bool); TensorIndex(Slice); TensorIndex(Tensor); };
} // namespace indexing

// Element-wise functions exist as members, as members with a trailing underscore, as functions and as functions with _out.
#define HIPAUDIT_UNARY(X)                                                                                                                        \
  X(abs) X(neg) X(sqrt) X(rsqrt) X(exp) X(log) X(log2) X(log1p) X(sin) X(cos) X(tanh) X(sigmoid) X(relu) X(floor) X(ceil) X(round) X(sign) X(reciprocal) X(square) X(erf) X(logical_not) X(bitwise_not)
#define HIPAUDIT_BINARY(X)                                                                                                                       \
  X(mul) X(div) X(true_divide) X(floor_divide) X(remainder) X(pow) X(fmod) X(eq) X(ne) X(lt) X(le) X(gt) X(ge) X(logical_and) X(logical_or) X(bitwise_and) X(bitwise_or) X(bitwise_xor) X(atan2)
#define HIPAUDIT_OPERATORS(X) X(+) X(-) X(*) X(/) X(%) X(==) X(!=) X(<) X(<=) X(>) X(>=) X(&) X(|) X(^)
class Tensor {
public:
  Tensor();
  template <class T> T *data_ptr() const; void *data_ptr() const; template <class T> T *data() const; Tensor data() const;
  template <class T> T *mutable_data_ptr() const; template <class T> const std::remove_const_t<T> *const_data_ptr() const; void *mutable_data_ptr() const; const void *const_data_ptr() const;
  template <class T, size_t N> TensorAccessor<T, N> accessor() const;
  template <class T, size_t N, template <class> class P = DefaultPtrTraits> PackedTensorAccessor32<T, N, P> packed_accessor32() const;
  template <class T, size_t N, template <class> class P = DefaultPtrTraits> PackedTensorAccessor64<T, N, P> packed_accessor64() const;
  template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t> GenericPackedTensorAccessor<T, N, P, I> packed_accessor() const;
  template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t> GenericPackedTensorAccessor<T, N, P, I> generic_packed_accessor() const;
  template <class T> T item() const; Scalar item() const;
  IntArrayRef sizes() const; IntArrayRef strides() const; int64_t size(int64_t) const; int64_t stride(int64_t) const; int64_t dim() const; int64_t ndimension() const; SymIntArrayRef sym_sizes() const; SymInt sym_size(int64_t) const; SymInt sym_numel() const;
  int64_t numel() const; size_t nbytes() const; int64_t itemsize() const; int64_t element_size() const; int64_t storage_offset() const; const Storage &storage() const; bool has_storage() const; int64_t use_count() const;
  ScalarType scalar_type() const; TypeMeta dtype() const; DeprecatedTypeProperties &type() const; TensorOptions options() const; Device device() const; Layout layout() const; MemoryFormat suggest_memory_format(bool = false) const;
  DeviceIndex get_device() const; bool is_cuda() const; bool is_hip() const; bool is_cpu() const; bool is_meta() const; bool is_xpu() const; bool is_privateuseone() const; bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const; bool is_non_overlapping_and_dense() const;
  bool defined() const; bool is_sparse() const; bool is_floating_point() const; bool is_complex() const; bool is_signed() const; bool is_quantized() const; bool requires_grad() const; bool is_same(const Tensor &) const; bool is_leaf() const; bool sizes_equal(const Tensor &) const;
  bool equal(const Tensor &) const; bool allclose(const Tensor &, double = 0, double = 0, bool = false) const; void reset(); void print() const; bool is_alias_of(const Tensor &) const; template <class F> void register_hook(F &&) const HIPAUDIT_BODY
  Tensor contiguous(MemoryFormat = MemoryFormat::Contiguous) const; Tensor clone(std::optional<MemoryFormat> = {}) const; Tensor detach() const; Tensor &detach_() const; Tensor cuda() const; Tensor cpu() const; Tensor hip() const; const Tensor &set_data(const Tensor &) const;
  Tensor to(ScalarType, bool = false, bool = false) const; Tensor to(TypeMeta, bool = false, bool = false) const; Tensor to(Device, bool = false) const; Tensor to(DeviceType, bool = false) const; Tensor to(const Tensor &, bool = false, bool = false) const;
  Tensor to(TensorOptions, bool = false, bool = false) const; Tensor to(Device, ScalarType, bool = false, bool = false) const; Tensor to(DeviceType, ScalarType, bool = false, bool = false) const; Tensor toType(ScalarType) const; Tensor type_as(const Tensor &) const;
  Tensor view(IntArrayRef) const; Tensor view(ScalarType) const; Tensor view_as(const Tensor &) const; Tensor reshape(IntArrayRef) const; Tensor reshape_as(const Tensor &) const; Tensor flatten(int64_t = 0, int64_t = -1) const; Tensor unflatten(int64_t, IntArrayRef) const; Tensor expand(IntArrayRef, bool = false) const; Tensor expand_as(const Tensor &) const;
  Tensor transpose(int64_t, int64_t) const; Tensor &transpose_(int64_t, int64_t) const; Tensor t() const; Tensor permute(IntArrayRef) const; Tensor squeeze() const; Tensor squeeze(int64_t) const; Tensor unsqueeze(int64_t) const; Tensor &unsqueeze_(int64_t) const; Tensor &squeeze_(int64_t) const; Tensor flip(IntArrayRef) const; Tensor roll(IntArrayRef, IntArrayRef = {}) const; Tensor movedim(int64_t, int64_t) const;
  Tensor narrow(int64_t, int64_t, int64_t) const; Tensor slice(int64_t = 0, std::optional<int64_t> = {}, std::optional<int64_t> = {}, int64_t = 1) const; Tensor select(int64_t, int64_t) const; Tensor as_strided(IntArrayRef, IntArrayRef, std::optional<int64_t> = {}) const; Tensor unfold(int64_t, int64_t, int64_t) const; Tensor diagonal(int64_t = 0, int64_t = 0, int64_t = 1) const;
  Tensor index_select(int64_t, const Tensor &) const; Tensor &index_copy_(int64_t, const Tensor &, const Tensor &) const; Tensor &index_add_(int64_t, const Tensor &, const Tensor &, Scalar = 1) const; Tensor &index_fill_(int64_t, const Tensor &, Scalar) const; Tensor gather(int64_t, const Tensor &, bool = false) const; Tensor scatter(int64_t, const Tensor &, const Tensor &) const; Tensor &scatter_(int64_t, const Tensor &, const Tensor &) const; Tensor &scatter_(int64_t, const Tensor &, Scalar) const; Tensor &scatter_add_(int64_t, const Tensor &, const Tensor &) const;
  Tensor masked_select(const Tensor &) const; Tensor masked_fill(const Tensor &, Scalar) const; Tensor &masked_fill_(const Tensor &, Scalar) const; Tensor &masked_fill_(const Tensor &, const Tensor &) const; Tensor &masked_scatter_(const Tensor &, const Tensor &) const; Tensor where(const Tensor &, const Tensor &) const; Tensor nonzero() const; Tensor argsort(int64_t = -1, bool = false) const;
  Tensor operator[](int64_t) const; Tensor operator[](const Tensor &) const; Tensor operator[](Scalar) const; Tensor index(ArrayRef<indexing::TensorIndex>) const; Tensor index(std::initializer_list<indexing::TensorIndex>) const; template <class... A> Tensor &index_put_(std::initializer_list<indexing::TensorIndex>, A &&...) const;
  std::vector<Tensor> split(int64_t, int64_t = 0) const; std::vector<Tensor> split_with_sizes(IntArrayRef, int64_t = 0) const; std::vector<Tensor> unbind(int64_t = 0) const; std::vector<Tensor> chunk(int64_t, int64_t = 0) const;
  Tensor &copy_(const Tensor &, bool = false) const; Tensor &zero_() const; Tensor &fill_(Scalar) const; Tensor &fill_(const Tensor &) const; Tensor &resize_(IntArrayRef, std::optional<MemoryFormat> = {}) const; Tensor &resize_as_(const Tensor &) const; Tensor &set_(const Tensor &) const; Tensor &set_requires_grad(bool) const; Tensor &requires_grad_(bool = true) const; Tensor &normal_(double = 0, double = 1) const; Tensor &uniform_(double = 0, double = 1) const; Tensor &random_() const; Tensor &exponential_(double = 1) const; Tensor &bernoulli_(double = 0.5) const; Tensor bernoulli() const; Tensor bernoulli(double) const;
  Tensor new_empty(IntArrayRef, const TensorOptions & = {}) const; Tensor new_zeros(IntArrayRef, const TensorOptions & = {}) const; Tensor new_ones(IntArrayRef, const TensorOptions & = {}) const; Tensor new_full(IntArrayRef, Scalar, const TensorOptions & = {}) const; Tensor new_empty_strided(IntArrayRef, IntArrayRef, const TensorOptions & = {}) const;
#define HIPAUDIT_REDUCE(n) Tensor n() const; Tensor n(IntArrayRef, bool = false) const; Tensor n(int64_t, bool = false) const;
  HIPAUDIT_REDUCE(sum) HIPAUDIT_REDUCE(mean) HIPAUDIT_REDUCE(any) HIPAUDIT_REDUCE(all) HIPAUDIT_REDUCE(prod) HIPAUDIT_REDUCE(amax) HIPAUDIT_REDUCE(amin) HIPAUDIT_REDUCE(std) HIPAUDIT_REDUCE(var) HIPAUDIT_REDUCE(logsumexp)
#undef HIPAUDIT_REDUCE
  Tensor sum(ScalarType) const; Tensor sum(IntArrayRef, bool, ScalarType) const; Tensor max() const; Tensor min() const; std::tuple<Tensor, Tensor> max(int64_t, bool = false) const; std::tuple<Tensor, Tensor> min(int64_t, bool = false) const; Tensor argmax(std::optional<int64_t> = {}, bool = false) const; Tensor argmin(std::optional<int64_t> = {}, bool = false) const; Tensor norm(Scalar = 2) const; Tensor norm(Scalar, int64_t, bool = false) const; Tensor softmax(int64_t) const; Tensor log_softmax(int64_t) const; Tensor dot(const Tensor &) const;
#define HIPAUDIT_X(n) Tensor n() const; Tensor &n##_() const;
  HIPAUDIT_UNARY(HIPAUDIT_X)
#undef HIPAUDIT_X
#define HIPAUDIT_X(n) Tensor n(const Tensor &) const; Tensor n(Scalar) const; Tensor &n##_(const Tensor &) const; Tensor &n##_(Scalar) const;
  HIPAUDIT_BINARY(HIPAUDIT_X)
#undef HIPAUDIT_X
  Tensor div(const Tensor &, std::optional<std::string_view>) const; Tensor div(Scalar, std::optional<std::string_view>) const; Tensor &div_(const Tensor &, std::optional<std::string_view>) const; Tensor add(const Tensor &, Scalar = 1) const; Tensor add(Scalar, Scalar = 1) const; Tensor &add_(const Tensor &, Scalar = 1) const; Tensor &add_(Scalar, Scalar = 1) const; Tensor sub(const Tensor &, Scalar = 1) const; Tensor sub(Scalar, Scalar = 1) const; Tensor &sub_(const Tensor &, Scalar = 1) const; Tensor &sub_(Scalar, Scalar = 1) const;
  Tensor clamp(std::optional<Scalar> = {}, std::optional<Scalar> = {}) const; Tensor &clamp_(std::optional<Scalar> = {}, std::optional<Scalar> = {}) const; Tensor clamp_min(Scalar) const; Tensor clamp_max(Scalar) const; Tensor &clamp_min_(Scalar) const; Tensor &clamp_max_(Scalar) const; Tensor maximum(const Tensor &) const; Tensor minimum(const Tensor &) const; Tensor &addmm_(const Tensor &, const Tensor &, Scalar = 1, Scalar = 1) const; Tensor addmm(const Tensor &, const Tensor &, Scalar = 1, Scalar = 1) const; Tensor &addcmul_(const Tensor &, const Tensor &, Scalar = 1) const; Tensor &addcdiv_(const Tensor &, const Tensor &, Scalar = 1) const;
  Tensor matmul(const Tensor &) const; Tensor mm(const Tensor &) const; Tensor bmm(const Tensor &) const; Tensor cumsum(int64_t) const; Tensor repeat(IntArrayRef) const; Tensor repeat_interleave(const Tensor &) const; Tensor repeat_interleave(int64_t, std::optional<int64_t> = {}) const; Tensor tile(IntArrayRef) const; Tensor tril(int64_t = 0) const; Tensor triu(int64_t = 0) const; Tensor inverse() const; Tensor isnan() const; Tensor isinf() const; Tensor isfinite() const; Tensor bincount(const Tensor & = {}, int64_t = 0) const;
  std::tuple<Tensor, Tensor> sort(int64_t = -1, bool = false) const; std::tuple<Tensor, Tensor> sort(std::optional<bool>, int64_t = -1, bool = false) const; std::tuple<Tensor, Tensor> topk(int64_t, int64_t = -1, bool = true, bool = true) const; Tensor &grad() const; Tensor &mutable_grad() const; void backward(const Tensor & = {}, std::optional<bool> = {}, bool = false) const; Tensor pin_memory() const; bool is_pinned() const; void record_stream(Stream) const;
#define HIPAUDIT_X(op) friend Tensor operator op(const Tensor &, const Tensor &); friend Tensor operator op(const Tensor &, const Scalar &); friend Tensor operator op(const Scalar &, const Tensor &);
  HIPAUDIT_OPERATORS(HIPAUDIT_X)
#undef HIPAUDIT_X
#define HIPAUDIT_X(op) Tensor &operator op(const Tensor &); Tensor &operator op(const Scalar &);
  HIPAUDIT_X(+=) HIPAUDIT_X(-=) HIPAUDIT_X(*=) HIPAUDIT_X(/=) HIPAUDIT_X(&=) HIPAUDIT_X(|=) HIPAUDIT_X(^=)
#undef HIPAUDIT_X
  Tensor operator-() const; Tensor operator~() const; Tensor operator!() const; Tensor half() const; Tensor coalesce() const; Tensor indices() const; Tensor values() const; Tensor _indices() const; Tensor _values() const; Tensor to_dense() const; Tensor to_sparse() const; std::string toString() const; void *unsafeGetTensorImpl() const;
  friend std::ostream &operator<<(std::ostream &, const Tensor &);
};
using TensorBase = Tensor;
#define HIPAUDIT_X(n) Tensor n(const Tensor &); Tensor &n##_(Tensor &); Tensor &n##_out(Tensor &, const Tensor &);
HIPAUDIT_UNARY(HIPAUDIT_X)
#undef HIPAUDIT_X
#define HIPAUDIT_X(n) Tensor n(const Tensor &, const Tensor &); Tensor n(const Tensor &, const Scalar &); Tensor &n##_out(Tensor &, const Tensor &, const Tensor &);
HIPAUDIT_BINARY(HIPAUDIT_X)
#undef HIPAUDIT_X
#undef HIPAUDIT_UNARY
#undef HIPAUDIT_BINARY
#undef HIPAUDIT_OPERATORS
#define HIPAUDIT_MAKE(n) Tensor n(IntArrayRef, const TensorOptions & = {}); Tensor n##_like(const Tensor &, const TensorOptions & = {}, std::optional<MemoryFormat> = {}); Tensor n(IntArrayRef, const TensorOptions &, std::optional<MemoryFormat>); template <class G> Tensor n(IntArrayRef, std::optional<G>, const TensorOptions & = {});
HIPAUDIT_MAKE(empty) HIPAUDIT_MAKE(zeros) HIPAUDIT_MAKE(ones) HIPAUDIT_MAKE(rand) HIPAUDIT_MAKE(randn)
#undef HIPAUDIT_MAKE
Tensor empty_symint(SymIntArrayRef, const TensorOptions & = {}); Tensor zeros_symint(SymIntArrayRef, const TensorOptions & = {}); Tensor full(IntArrayRef, Scalar, const TensorOptions & = {}); Tensor full_like(const Tensor &, Scalar, const TensorOptions & = {}); Tensor eye(int64_t, const TensorOptions & = {}); Tensor randint(int64_t, IntArrayRef, const TensorOptions & = {}); Tensor randint(int64_t, int64_t, IntArrayRef, const TensorOptions & = {}); Tensor randperm(int64_t, const TensorOptions & = {}); Tensor scalar_tensor(Scalar, const TensorOptions & = {}); Tensor linspace(Scalar, Scalar, int64_t, const TensorOptions & = {});
Tensor arange(Scalar, const TensorOptions & = {}); Tensor arange(Scalar, Scalar, const TensorOptions & = {}); Tensor arange(Scalar, Scalar, Scalar, const TensorOptions & = {}); Tensor empty_strided(IntArrayRef, IntArrayRef, const TensorOptions & = {});
Tensor from_blob(void *, IntArrayRef, const TensorOptions & = {}); Tensor from_blob(void *, IntArrayRef, IntArrayRef, const TensorOptions & = {}); template <class D> Tensor from_blob(void *, IntArrayRef, const D &, const TensorOptions & = {}) HIPAUDIT_BODY template <class D> Tensor from_blob(void *, IntArrayRef, IntArrayRef, const D &, const TensorOptions & = {}) HIPAUDIT_BODY
template <class T> Tensor tensor(T, const TensorOptions & = {}); template <class T> Tensor tensor(std::initializer_list<T>, const TensorOptions & = {}); template <class T> Tensor tensor(ArrayRef<T>, const TensorOptions & = {}); template <class T> Tensor tensor(const std::vector<T> &, const TensorOptions & = {});
Tensor cat(TensorList, int64_t = 0); Tensor stack(TensorList, int64_t = 0); Tensor &cat_out(Tensor &, TensorList, int64_t = 0); Tensor matmul(const Tensor &, const Tensor &); Tensor mm(const Tensor &, const Tensor &); Tensor bmm(const Tensor &, const Tensor &); Tensor &matmul_out(Tensor &, const Tensor &, const Tensor &); Tensor &mm_out(Tensor &, const Tensor &, const Tensor &); Tensor &bmm_out(Tensor &, const Tensor &, const Tensor &); Tensor addmm(const Tensor &, const Tensor &, const Tensor &, Scalar = 1, Scalar = 1); Tensor &addmm_out(Tensor &, const Tensor &, const Tensor &, const Tensor &, Scalar = 1, Scalar = 1); Tensor linear(const Tensor &, const Tensor &, const std::optional<Tensor> & = {});
Tensor add(const Tensor &, const Tensor &, Scalar = 1); Tensor sub(const Tensor &, const Tensor &, Scalar = 1); Tensor &add_out(Tensor &, const Tensor &, const Tensor &, Scalar = 1); Tensor &sub_out(Tensor &, const Tensor &, const Tensor &, Scalar = 1); Tensor sum(const Tensor &); Tensor sum(const Tensor &, IntArrayRef, bool = false, std::optional<ScalarType> = {}); Tensor &sum_out(Tensor &, const Tensor &, IntArrayRef, bool = false, std::optional<ScalarType> = {}); Tensor mean(const Tensor &); Tensor mean(const Tensor &, IntArrayRef, bool = false); Tensor cumsum(const Tensor &, int64_t, std::optional<ScalarType> = {}); Tensor &cumsum_out(Tensor &, const Tensor &, int64_t, std::optional<ScalarType> = {}); Tensor max(const Tensor &); Tensor min(const Tensor &); std::tuple<Tensor, Tensor> max(const Tensor &, int64_t, bool = false); std::tuple<Tensor, Tensor> min(const Tensor &, int64_t, bool = false); Tensor maximum(const Tensor &, const Tensor &); Tensor minimum(const Tensor &, const Tensor &); Tensor any(const Tensor &); Tensor all(const Tensor &); Tensor norm(const Tensor &, Scalar = 2); Tensor argmax(const Tensor &, std::optional<int64_t> = {}, bool = false);
Tensor where(const Tensor &, const Tensor &, const Tensor &); std::vector<Tensor> where(const Tensor &); Tensor softmax(const Tensor &, int64_t, std::optional<ScalarType> = {}); Tensor log_softmax(const Tensor &, int64_t); Tensor clamp(const Tensor &, std::optional<Scalar> = {}, std::optional<Scalar> = {}); Tensor nonzero(const Tensor &); Tensor masked_select(const Tensor &, const Tensor &); Tensor index_select(const Tensor &, int64_t, const Tensor &); Tensor &index_select_out(Tensor &, const Tensor &, int64_t, const Tensor &); Tensor gather(const Tensor &, int64_t, const Tensor &, bool = false); Tensor flatten(const Tensor &, int64_t = 0, int64_t = -1); Tensor reshape(const Tensor &, IntArrayRef); Tensor transpose(const Tensor &, int64_t, int64_t); Tensor squeeze(const Tensor &); Tensor unsqueeze(const Tensor &, int64_t); Tensor broadcast_to(const Tensor &, IntArrayRef); Tensor clone(const Tensor &); Tensor pad(const Tensor &, IntArrayRef, std::string_view = "constant", std::optional<double> = {}); Tensor gelu(const Tensor &); Tensor silu(const Tensor &); Tensor einsum(std::string_view, TensorList); Tensor bincount(const Tensor &, const Tensor & = {}, int64_t = 0); Tensor searchsorted(const Tensor &, const Tensor &); Tensor isnan(const Tensor &); Tensor isinf(const Tensor &); Tensor repeat_interleave(const Tensor &); Tensor repeat_interleave(const Tensor &, const Tensor &); Tensor tril(const Tensor &, int64_t = 0); Tensor triu(const Tensor &, int64_t = 0); Tensor _convolution(const Tensor &); template <class... A> Tensor conv2d(const Tensor &, const Tensor &, A &&...);
std::tuple<Tensor, Tensor> _fused_dropout(const Tensor &, double, std::optional<Generator> = {}); Tensor dropout(const Tensor &, double, bool); std::tuple<Tensor, Tensor> sort(const Tensor &, int64_t = -1, bool = false); std::tuple<Tensor, Tensor> topk(const Tensor &, int64_t, int64_t = -1, bool = true, bool = true); std::tuple<Tensor, Tensor, Tensor> unique_consecutive(const Tensor &, bool = false, bool = false, std::optional<int64_t> = {}); std::tuple<Tensor, Tensor> _unique(const Tensor &, bool = true, bool = false); std::tuple<Tensor, Tensor, Tensor> _unique2(const Tensor &, bool = true, bool = false, bool = false); std::tuple<Tensor, Tensor, Tensor> unique_dim(const Tensor &, int64_t, bool = true, bool = false, bool = false); std::vector<Tensor> split(const Tensor &, int64_t, int64_t = 0); std::vector<Tensor> chunk(const Tensor &, int64_t, int64_t = 0); std::vector<Tensor> unbind(const Tensor &, int64_t = 0); Tensor sparse_coo_tensor(const Tensor &, const Tensor &, IntArrayRef, const TensorOptions & = {}); bool equal(const Tensor &, const Tensor &); bool allclose(const Tensor &, const Tensor &, double = 0, double = 0, bool = false); std::vector<Tensor> broadcast_tensors(TensorList); Tensor unbind_copy(const Tensor &); template <class... A> Tensor index(const Tensor &, A &&...);
std::vector<int64_t> infer_size(IntArrayRef, IntArrayRef);
std::optional<Device> device_of(const Tensor &);
std::optional<Device> device_of(TensorList);
#define GPU_LAMBDA __host__ __device__
class IValue { public: template <class T> IValue(T &&); IValue(); Tensor toTensor() const; int64_t toInt() const; double toDouble() const; bool toBool() const; std::string toStringRef() const; bool isNone() const; bool isTensor() const; std::vector<int64_t> toIntVector() const; std::vector<Tensor> toTensorVector() const; Device toDevice() const; template <class T> T to() const; };
template <class R> C10_HOST_DEVICE R OffsetCalculatorBase(R);
class TensorIteratorBase { public: void *data_ptr(int64_t) const; int ndim() const; Device device(int64_t = 0) const; bool can_use_32bit_indexing() const; int ntensors() const; Tensor input(int64_t = 0) const; Tensor output(int64_t = 0) const; int64_t numel() const; ScalarType dtype(int64_t = 0) const; ScalarType common_dtype() const; };
class TensorIterator : public TensorIteratorBase { public: static TensorIterator unary_op(const Tensor &, const Tensor &); static TensorIterator binary_op(const Tensor &, const Tensor &, const Tensor &); };
namespace native {
template <class F> void gpu_kernel(TensorIteratorBase &, const F &) HIPAUDIT_BODY
template <class F> void gpu_kernel_with_scalars(TensorIteratorBase &, const F &) HIPAUDIT_BODY
namespace cuda_utils {
template <class T> C10_DEVICE T WarpReduceSum(T); template <class T> C10_DEVICE T WarpReduceMax(T); template <class T> C10_DEVICE T BlockReduceSum(T, T *); template <class T> C10_DEVICE T BlockReduceMax(T, T *);
} // namespace cuda_utils
} // namespace native

template <class T, bool IsCuda = true> struct AccumulateType { using type = T; };
template <> struct AccumulateType<Half, true> { using type = float; };
template <> struct AccumulateType<BFloat16, true> { using type = float; };
template <> struct AccumulateType<Half, false> { using type = float; };
template <> struct AccumulateType<BFloat16, false> { using type = float; };
template <> struct AccumulateType<float, false> { using type = double; };
template <> struct AccumulateType<int8_t, true> { using type = int64_t; };
template <> struct AccumulateType<uint8_t, true> { using type = int64_t; };
template <> struct AccumulateType<int16_t, true> { using type = int64_t; };
template <> struct AccumulateType<int, true> { using type = int64_t; };
template <class T, bool IsCuda> using acc_type = typename AccumulateType<T, IsCuda>::type;
template <class T> struct OpMathType { using type = T; };
template <> struct OpMathType<Half> { using type = float; };
template <> struct OpMathType<BFloat16> { using type = float; };
template <class T> using opmath_type = typename OpMathType<T>::type;
template <class T> C10_HOST_DEVICE bool _isnan(T);
template <class T> struct numeric_limits { static C10_HOST_DEVICE T lowest(); static C10_HOST_DEVICE T max(); static C10_HOST_DEVICE T lower_bound(); static C10_HOST_DEVICE T upper_bound(); };
template <class T> C10_HOST_DEVICE T ceil_div(T a, T b);
struct PhiloxCudaState { PhiloxCudaState() = default; PhiloxCudaState(uint64_t, uint64_t); union Payload { uint64_t val; int64_t *ptr; }; Payload seed_, offset_; uint32_t offset_intragraph_ = 0; bool captured_ = false; };
struct Philox4_32 { C10_HOST_DEVICE Philox4_32(uint64_t = 0, uint64_t = 0, uint64_t = 0); C10_HOST_DEVICE uint32_t operator()(); };
struct CUDAGeneratorImpl { PhiloxCudaState philox_cuda_state(uint64_t); std::pair<uint64_t, uint64_t> philox_engine_inputs(uint64_t); std::mutex mutex_; uint64_t current_seed() const; uint64_t seed(); void set_current_seed(uint64_t); };
using HIPGeneratorImpl = CUDAGeneratorImpl;
template <class T> T *check_generator(std::optional<Generator>);
template <class F> void parallel_for(int64_t, int64_t, int64_t, const F &) HIPAUDIT_BODY
int get_num_threads(); void set_num_threads(int);
template <class T> C10_HOST_DEVICE T round_up(T, T);
struct RecordFunctionGuard {};
struct AutoNonVariableTypeMode { AutoNonVariableTypeMode(bool = true); };
struct GradMode { static bool is_enabled(); static void set_enabled(bool); };
struct AutoGradMode { AutoGradMode(bool); };
template <class T> T *get_generator_or_default(const std::optional<Generator> &, const Generator &);
enum class BlasBackend : int8_t { Default, Cublas, Cublaslt, Ck };
class Context { public: BlasBackend blasPreferredBackend(); bool allowFP16ReductionCuBLAS() const; bool allowBF16ReductionCuBLAS() const; bool hasCUDA() const; bool hasHIP() const; bool deterministicCuDNN() const; bool deterministicAlgorithms() const; bool allowTF32CuBLAS() const; hipDeviceProp_t *getCurrentDeviceProperties(); hipDeviceProp_t *getDeviceProperties(int); void lazyInitCUDA(); };
Context &globalContext();
struct NoGradGuard { NoGradGuard(); ~NoGradGuard(); };
struct AutoDispatchBelowADInplaceOrView {};
using CheckedFrom = const char *;
void checkDim(CheckedFrom, const Tensor &, const char *, int, int64_t);
struct TensorArg { TensorArg(const Tensor &, const char *, int); const Tensor *operator->() const; };
template <class... A> void checkAllSameGPU(const A &...); template <class... A> void checkSameGPU(const A &...);
namespace hip {
using namespace ::c10::hip;
hipDeviceProp_t *getCurrentDeviceProperties(); hipDeviceProp_t *getDeviceProperties(DeviceIndex); int warp_size(); Allocator *getCUDADeviceAllocator(); Allocator *getHIPDeviceAllocator();
struct HIPEvent { HIPEvent(unsigned = 0); void record(); void record(const HIPStream &); void block(const HIPStream &); void synchronize(); bool query(); float elapsed_time(const HIPEvent &); operator hipEvent_t() const; hipEvent_t event() const; };
template <class T> C10_HOST_DEVICE T ATenCeilDiv(T a, T b); bool is_available();
bool getApplyGrid(uint64_t, dim3 &, int64_t, int = 512); dim3 getApplyBlock(int = 512);
struct HIPBlasHandle { template <class H> operator H *() const; };
HIPBlasHandle getCurrentHIPBlasHandle(); HIPBlasHandle getCurrentCUDABlasHandle(); HIPBlasHandle getCurrentHIPSparseHandle(); HIPBlasHandle getCurrentHIPBlasLtHandle(); HIPBlasHandle getCurrentCUDABlasLtHandle(); size_t getChosenWorkspaceSize(); HIPBlasHandle getCurrentCUDASparseHandle(); HIPBlasHandle getCurrentCUDASolverDnHandle();
namespace detail {
const Generator &getDefaultCUDAGenerator(DeviceIndex = -1); const Generator &getDefaultHIPGenerator(DeviceIndex = -1); Generator createCUDAGenerator(DeviceIndex = -1); bool canUse32BitIndexMath(const Tensor &, int64_t = 0); bool maybeOverlappingIndices(const Tensor &);
template <class T, class I> struct TensorInfo { T *data; I sizes[25], strides[25]; int dims; C10_HOST_DEVICE bool isContiguous() const; void reduceDim(int); int collapseDims(const int = -1); };
template <class T, class I> TensorInfo<T, I> getTensorInfo(const Tensor &);
template <class T, class I, int D> struct IndexToOffset { static C10_HOST_DEVICE I get(I, const TensorInfo<T, I> &); };
constexpr int CUDA_NUM_THREADS = 1024;
int GET_BLOCKS(int64_t, int64_t = 1024);
} // namespace detail
namespace philox { C10_DEVICE std::tuple<uint64_t, uint64_t> unpack(PhiloxCudaState); }
} // namespace hip
namespace cuda {
using namespace ::c10::cuda;
using namespace ::at::hip;
using ::at::hip::getCurrentDeviceProperties; using ::at::hip::getDeviceProperties; using ::at::hip::warp_size;
using CUDAEvent = hip::HIPEvent;
namespace detail { using namespace ::at::hip::detail; }
namespace philox { using ::at::hip::philox::unpack; }
} // namespace cuda
namespace native {
template <class T, class I> C10_DEVICE void fastAtomicAdd(T *, I, const I, T, bool);
constexpr int num_threads() { return 256; }
} // namespace native
} // namespace at

#define HIPAUDIT_GPU_ATOMIC(n) template <class T> C10_DEVICE T n(T *address, T value); template <class T, class U> C10_DEVICE T n(T *address, U value);
HIPAUDIT_GPU_ATOMIC(gpuAtomicAdd) HIPAUDIT_GPU_ATOMIC(gpuAtomicMul) HIPAUDIT_GPU_ATOMIC(gpuAtomicMax) HIPAUDIT_GPU_ATOMIC(gpuAtomicMin)
template <class T> C10_DEVICE void gpuAtomicAddNoReturn(T *address, T value);
#undef HIPAUDIT_GPU_ATOMIC
template <class = void> C10_DEVICE c10::Half atomicAdd(c10::Half *address, c10::Half value);
template <class = void> C10_DEVICE c10::BFloat16 atomicAdd(c10::BFloat16 *address, c10::BFloat16 value);
#ifdef __HIP__
HIPAUDIT_NARROW_SHFL(c10::Half)
#endif
template <class = void> C10_DEVICE uint8_t atomicAdd(uint8_t *address, uint8_t value);
template <class = void> C10_DEVICE int64_t atomicAdd(int64_t *address, int64_t value);
template <class = void> C10_DEVICE bool atomicAdd(bool *address, bool value);
#define HIPAUDIT_WARP(n, A) template <class T> C10_DEVICE T n(T value, A, int width = warpSize, unsigned long long mask = 0xffffffffffffffffULL);
HIPAUDIT_WARP(WARP_SHFL, int lane) HIPAUDIT_WARP(WARP_SHFL_UP, unsigned int delta) HIPAUDIT_WARP(WARP_SHFL_DOWN, unsigned int delta) HIPAUDIT_WARP(WARP_SHFL_XOR, int lane_mask)
#undef HIPAUDIT_WARP
C10_DEVICE unsigned long long WARP_BALLOT(int predicate);
C10_DEVICE int WARP_ANY(int predicate);
C10_DEVICE void WARP_SYNC(unsigned long long mask = 0xffffffffffffffffULL);
template <class T> C10_DEVICE T doLdg(const T *p);

// Checks.
// No do-while: a check may stand without a semicolon.
#define TORCH_CHECK(cond, ...) if (C10_UNLIKELY(!(cond))) { ::c10::hipaudit_detail::fail("" __VA_OPT__(, ) __VA_ARGS__); }
#define TORCH_CHECK_WITH(type, cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_VALUE(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_INDEX(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_TYPE(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_NOT_IMPLEMENTED(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_INTERNAL_ASSERT(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_EQ(a, b) TORCH_CHECK((a) == (b))
#define TORCH_CHECK_NE(a, b) TORCH_CHECK((a) != (b))
#define TORCH_CHECK_LT(a, b) TORCH_CHECK((a) < (b))
#define TORCH_CHECK_LE(a, b) TORCH_CHECK((a) <= (b))
#define TORCH_CHECK_GT(a, b) TORCH_CHECK((a) > (b))
#define TORCH_CHECK_GE(a, b) TORCH_CHECK((a) >= (b))
#define TORCH_WARN(...) ::c10::hipaudit_detail::say(__VA_ARGS__)
#define TORCH_WARN_ONCE(...) ::c10::hipaudit_detail::say(__VA_ARGS__)
#define AT_ASSERT(cond) TORCH_CHECK(cond)
#define AT_ASSERTM(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define AT_CHECK(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define AT_ERROR(...) ::c10::hipaudit_detail::fail("" __VA_OPT__(, ) __VA_ARGS__)
#define CUDA_KERNEL_ASSERT(cond) do { if (!(cond)) __builtin_trap(); } while (0)
#define HIP_KERNEL_ASSERT(cond) CUDA_KERNEL_ASSERT(cond)
#define CUDA_KERNEL_ASSERT_MSG(cond, msg) CUDA_KERNEL_ASSERT(cond)
#define C10_HIP_CHECK(expr) do { const hipError_t hipaudit_err = (expr); TORCH_CHECK(hipaudit_err == hipSuccess, hipGetErrorString(hipaudit_err)); } while (0)
#define C10_HIP_CHECK_WARN(expr) do { const hipError_t hipaudit_err = (expr); if (hipaudit_err != hipSuccess) (void)hipGetLastError(); } while (0)
#define C10_HIP_KERNEL_LAUNCH_CHECK() C10_HIP_CHECK(hipGetLastError())
#define C10_CUDA_CHECK(expr) C10_HIP_CHECK(expr)
#define C10_CUDA_CHECK_WARN(expr) C10_HIP_CHECK_WARN(expr)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_HIP_KERNEL_LAUNCH_CHECK()
#define AT_CUDA_CHECK(expr) C10_HIP_CHECK(expr)
#define AT_CUDA_DRIVER_CHECK(expr) (void)(expr)
#define TORCH_CUDABLAS_CHECK(expr) (void)(expr)
#define TORCH_HIPBLAS_CHECK(expr) (void)(expr)
#define TORCH_CUDASPARSE_CHECK(expr) (void)(expr)
#define THCudaCheck(expr) C10_HIP_CHECK(expr)
#define THError(...) AT_ERROR(__VA_ARGS__)

// Dispatch.
namespace detail {
inline at::ScalarType scalar_type(at::ScalarType t) { return t; }
inline at::ScalarType scalar_type(const at::DeprecatedTypeProperties &t) { return t; }
} // namespace detail
#define AT_DISPATCH_CASE(ENUM, ...) case ENUM: { using scalar_t [[maybe_unused]] = ::c10::impl::ScalarTypeToCPPTypeT<ENUM>; return __VA_ARGS__(); }
#define AT_PRIVATE_CASE_TYPE_USING_HINT(ENUM, HINT, ...) case ENUM: { using HINT [[maybe_unused]] = ::c10::impl::ScalarTypeToCPPTypeT<ENUM>; return __VA_ARGS__(); }
#define AT_PRIVATE_CASE_TYPE(NAME, ENUM, TYPE, ...) AT_DISPATCH_CASE(ENUM, __VA_ARGS__)
#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)                                            \
  [&] {                                                                                \
    const auto &the_type = TYPE;                                                       \
    at::ScalarType _st = ::detail::scalar_type(the_type);                              \
    constexpr const char *at_dispatch_name [[maybe_unused]] = NAME;                    \
    switch (_st) { __VA_ARGS__ default: ::c10::hipaudit_detail::unreachable(); } \
  }()
#define AT_DISPATCH_CASE_FLOATING_TYPES(...) AT_DISPATCH_CASE(at::ScalarType::Double, __VA_ARGS__) AT_DISPATCH_CASE(at::ScalarType::Float, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(...) AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(at::ScalarType::Half, __VA_ARGS__)
#define AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES(...) AT_DISPATCH_CASE(at::ScalarType::Half, __VA_ARGS__) AT_DISPATCH_CASE(at::ScalarType::BFloat16, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND(A, ...) AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND2(A, B, ...) AT_DISPATCH_CASE_FLOATING_TYPES_AND(A, __VA_ARGS__) AT_DISPATCH_CASE(B, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND3(A, B, C, ...) AT_DISPATCH_CASE_FLOATING_TYPES_AND2(A, B, __VA_ARGS__) AT_DISPATCH_CASE(C, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND4(A, B, C, D, ...) AT_DISPATCH_CASE_FLOATING_TYPES_AND3(A, B, C, __VA_ARGS__) AT_DISPATCH_CASE(D, __VA_ARGS__)
#define AT_DISPATCH_CASE_COMPLEX_TYPES(...) AT_DISPATCH_CASE(at::ScalarType::ComplexDouble, __VA_ARGS__) AT_DISPATCH_CASE(at::ScalarType::ComplexFloat, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(...) AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)                                                                                      \
  AT_DISPATCH_CASE(at::ScalarType::Byte, __VA_ARGS__) AT_DISPATCH_CASE(at::ScalarType::Char, __VA_ARGS__)                          \
  AT_DISPATCH_CASE(at::ScalarType::Int, __VA_ARGS__) AT_DISPATCH_CASE(at::ScalarType::Long, __VA_ARGS__) AT_DISPATCH_CASE(at::ScalarType::Short, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...) AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES_AND(A, ...) AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES_AND2(A, B, ...) AT_DISPATCH_CASE_ALL_TYPES_AND(A, __VA_ARGS__) AT_DISPATCH_CASE(B, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES_AND3(A, B, C, ...) AT_DISPATCH_CASE_ALL_TYPES_AND2(A, B, __VA_ARGS__) AT_DISPATCH_CASE(C, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(...) AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__)

#define AT_DISPATCH_FLOATING_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(__VA_ARGS__))
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND(A, T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_TYPES_AND(A, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND2(A, B, T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_TYPES_AND2(A, B, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND3(A, B, C, T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_TYPES_AND3(A, B, C, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND4(A, B, C, D, T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_TYPES_AND4(A, B, C, D, __VA_ARGS__))
#define AT_DISPATCH_COMPLEX_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND(A, T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND1(A, T, N, ...) AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND(A, T, N, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND2(A, B, T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__) AT_DISPATCH_CASE(B, __VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES_AND(A, T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_HALF(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_ALL_TYPES_AND(at::ScalarType::Half, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND(A, T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_ALL_TYPES_AND(A, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND2(A, B, T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_ALL_TYPES_AND2(A, B, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND3(A, B, C, T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_ALL_TYPES_AND3(A, B, C, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND2(A, B, T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__) AT_DISPATCH_CASE(B, __VA_ARGS__))
#define AT_DISPATCH_INDEX_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_PRIVATE_CASE_TYPE_USING_HINT(at::ScalarType::Int, index_t, __VA_ARGS__) AT_PRIVATE_CASE_TYPE_USING_HINT(at::ScalarType::Long, index_t, __VA_ARGS__))

namespace torch {
using namespace ::at;
using ::at::Tensor; using ::at::TensorList; using ::c10::TensorOptions; using ::c10::Device; using ::c10::ScalarType; using ::c10::optional; using ::c10::nullopt;
using Dtype = ScalarType;
constexpr ScalarType kUInt8 = ScalarType::Byte, kInt8 = ScalarType::Char, kInt16 = ScalarType::Short, kInt32 = ScalarType::Int, kInt64 = ScalarType::Long,
                     kFloat16 = ScalarType::Half, kFloat32 = ScalarType::Float, kFloat64 = ScalarType::Double, kU8 = ScalarType::Byte, kI32 = ScalarType::Int,
                     kI64 = ScalarType::Long, kF16 = ScalarType::Half, kF32 = ScalarType::Float, kF64 = ScalarType::Double;
namespace headeronly { using namespace ::c10; }
using NoGradGuard = ::at::NoGradGuard; using IValue = ::at::IValue;
namespace nn { namespace functional { using ::at::relu; using ::at::softmax; using ::at::pad; } }
namespace cuda { int64_t device_count(); bool is_available(); void synchronize(int64_t = -1); }
void manual_seed(uint64_t);
class Library { public: template <class F> Library &def(const char *, F &&) HIPAUDIT_BODY Library &def(const char *); template <class F> Library &impl(const char *, F &&) HIPAUDIT_BODY template <class F> Library &impl(const char *, c10::DeviceType, F &&) HIPAUDIT_BODY template <class F> Library &impl(const char *, c10::DispatchKey, F &&) HIPAUDIT_BODY template <class F> Library &fallback(F &&) HIPAUDIT_BODY template <class F> Library &set_python_module(F &&) HIPAUDIT_BODY };
class CppFunction { public: template <class F> static CppFunction makeFallthrough(F &&); };
template <class F> F dispatch(c10::DeviceType, F); template <class F> F dispatch(c10::DispatchKey, F);
struct RegisterOperators { RegisterOperators(); template <class F> RegisterOperators(const char *, F &&) HIPAUDIT_BODY template <class F> RegisterOperators &op(const char *, F &&) HIPAUDIT_BODY };
namespace jit { using ::torch::RegisterOperators; }
template <class T> struct class_ { template <class F> class_ &def(const char *, F &&) HIPAUDIT_BODY template <class I> class_ &def(I) HIPAUDIT_BODY };
struct CustomClassHolder { virtual ~CustomClassHolder(); };
namespace autograd {
using variable_list = std::vector<Tensor>;
using Variable = Tensor;
struct AutogradContext {
  void save_for_backward(variable_list); variable_list get_saved_variables() const; void mark_non_differentiable(const variable_list &); void mark_dirty(const variable_list &); bool needs_input_grad(size_t) const; void set_materialize_grads(bool);
  std::unordered_map<std::string, ::at::IValue> saved_data;
};
template <class T> struct Function { template <class X = T, class... A> static auto apply(A &&...args) -> decltype(X::forward(nullptr, static_cast<A &&>(args)...)) HIPAUDIT_BODY };
} // namespace autograd
} // namespace torch
#define HIPAUDIT_CAT2(a, b) a##b
#define HIPAUDIT_CAT(a, b) HIPAUDIT_CAT2(a, b)
#define TORCH_LIBRARY(ns, m) static void HIPAUDIT_CAT(hipaudit_library_, __COUNTER__)(::torch::Library & m)
#define TORCH_LIBRARY_FRAGMENT(ns, m) TORCH_LIBRARY(ns, m)
#define TORCH_LIBRARY_EXPAND(ns, m) TORCH_LIBRARY(ns, m)
#define TORCH_LIBRARY_IMPL(ns, key, m) TORCH_LIBRARY(ns, m)
#ifndef TORCH_EXTENSION_NAME
#define TORCH_EXTENSION_NAME hipaudit_extension
#endif
#define TORCH_FN(f) f
#define REGISTER_EXTENSION(name)
#define REGISTER_DISPATCH(name, fn)
#define DECLARE_DISPATCH(fn, name)
#define TORCH_DISABLE_FP_CONTRACT
