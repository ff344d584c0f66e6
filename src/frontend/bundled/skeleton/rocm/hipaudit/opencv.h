// SPDX-License-Identifier: Apache-2.0
// OpenCV's core as its GPU modules see it: element types, views of device memory, checks. Declarations only.
#pragma once
#include <hipaudit/traits.h>
#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>
#ifdef __HIP__
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#define __CV_CUDA_HOST_DEVICE__ __host__ __device__ __forceinline__
#else
#define __CV_CUDA_HOST_DEVICE__
#endif

#define CV_VERSION_MAJOR 4
#define CV_VERSION_MINOR 10
#define CV_VERSION_REVISION 0
#define CV_VERSION "4.10.0"
#define HAVE_CUDA 1
#define CV_EXPORTS
#define CV_EXPORTS_W
#define CV_EXPORTS_W_SIMPLE
#define CV_EXPORTS_AS(name)
#define CV_EXPORTS_W_MAP
#define CV_EXPORTS_TEMPLATE
#define CV_WRAP
#define CV_WRAP_AS(name)
#define CV_OUT
#define CV_IN_OUT
#define CV_PROP
#define CV_PROP_RW
#define CV_NORETURN [[noreturn]]
#define CV_OVERRIDE override
#define CV_FINAL final
#define CV_NOEXCEPT noexcept
#define CV_INLINE static inline
#define CV_DEPRECATED
#define CV_UNUSED(name) (void)name
#define CV_Func __func__
#define CV_Error(code, message) ::cv::error(code, message, CV_Func, __FILE__, __LINE__)
#define CV_Error_(code, args) ::cv::error(code, "", CV_Func, __FILE__, __LINE__)
#define CV_Assert(expr) do { if (!(expr)) ::cv::error(-215, #expr, CV_Func, __FILE__, __LINE__); } while (0)
#define CV_DbgAssert(expr) (void)0
#define CV_StaticAssert(expr, message) static_assert(expr, message)
#define CV_LOG_INFO(...) (void)0
#define CV_LOG_WARNING(...) (void)0
#define CV_LOG_ERROR(...) (void)0
#define CV_LOG_DEBUG(...) (void)0
#define CV_LOG_ONCE_WARNING(...) (void)0
#define CV_INSTRUMENT_REGION() (void)0
#define CV_TRACE_FUNCTION() (void)0
// A type is its depth and, in the bits above, its channels less one.
enum { CV_8U, CV_8S, CV_16U, CV_16S, CV_32S, CV_32F, CV_64F, CV_16F };
#define CV_CN_MAX 512
#define CV_CN_SHIFT 3
#define CV_DEPTH_MAX 8
#define CV_MAT_TYPE_MASK 0xFFF
#define CV_MAT_DEPTH_MASK 7
#define CV_MAT_TYPE(flags) ((flags) & CV_MAT_TYPE_MASK)
#define CV_ELEM_SIZE(type) (CV_MAT_CN(type) * 8)
#define CV_MAT_DEPTH(type) ((type) & 7)
#define CV_MAT_CN(type) ((((type) >> 3) & 511) + 1)
#define CV_MAKETYPE(depth, channels) (CV_MAT_DEPTH(depth) + (((channels) - 1) << 3))
#define CV_MAKE_TYPE CV_MAKETYPE
#define HIPAUDIT_CV(n) CV_##n##C1 = CV_##n, CV_##n##C2 = CV_MAKETYPE(CV_##n, 2), CV_##n##C3 = CV_MAKETYPE(CV_##n, 3), CV_##n##C4 = CV_MAKETYPE(CV_##n, 4),
enum { HIPAUDIT_CV(8U) HIPAUDIT_CV(8S) HIPAUDIT_CV(16U) HIPAUDIT_CV(16S) HIPAUDIT_CV(32S) HIPAUDIT_CV(32F) HIPAUDIT_CV(64F) HIPAUDIT_CV(16F) };
#undef HIPAUDIT_CV
#define CV_PI 3.1415926535897932384626433832795
#define CV_2PI 6.283185307179586476925286766559
#define CV_LOG2 0.69314718055994530941723212145818
#ifndef FLT_EPSILON
#define FLT_EPSILON 1.19209290e-7F
#endif
typedef unsigned char uchar;
typedef signed char schar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef int64_t int64;
typedef uint64_t uint64;

namespace cv {
using String = std::string;
template <class T> using Ptr = std::shared_ptr<T>;
template <class T, class... A> Ptr<T> makePtr(A &&...) HIPAUDIT_BODY
using std::max;
using std::min;
using std::swap;
struct Exception : std::exception { std::string msg, err, func, file; int code, line; const char *what() const noexcept override; };
[[noreturn]] void error(int, const String &, const char *, const char *, int);
[[noreturn]] void error(const Exception &);
namespace Error {
enum Code { StsOk = 0, StsError = -2, StsInternal = -3, StsNoMem = -4, StsBadArg = -5, StsBadSize = -201, StsNotImplemented = -213, StsAssert = -215, StsOutOfRange = -211, StsUnsupportedFormat = -210, StsUnmatchedSizes = -209, StsUnmatchedFormats = -205, GpuNotSupported = -216, GpuApiCallError = -217, OpenGlNotSupported = -218, BadNumChannels = -15 };
}
template <class T> struct Point_ { T x, y; Point_(); Point_(T, T); template <class U> operator Point_<U>() const; };
template <class T> struct Point3_ { T x, y, z; Point3_(); Point3_(T, T, T); };
template <class T> struct Size_ { T width, height; Size_(); Size_(T, T); T area() const; bool empty() const; template <class U> operator Size_<U>() const; };
template <class T> bool operator==(const Size_<T> &, const Size_<T> &); template <class T> bool operator!=(const Size_<T> &, const Size_<T> &);
template <class T> bool operator==(const Point_<T> &, const Point_<T> &); template <class T> bool operator!=(const Point_<T> &, const Point_<T> &);
template <class T> struct Rect_ { T x, y, width, height; Rect_(); Rect_(T, T, T, T); Rect_(Point_<T>, Size_<T>); Size_<T> size() const; Point_<T> tl() const; T area() const; };
typedef Point_<int> Point2i, Point; typedef Point_<float> Point2f; typedef Point_<double> Point2d; typedef Point3_<float> Point3f; typedef Size_<int> Size2i, Size; typedef Size_<float> Size2f; typedef Rect_<int> Rect;
template <class T, int N> struct Vec { T val[N]; Vec(); template <class... A> Vec(A...); T &operator[](int); const T &operator[](int) const; T &operator()(int); };
typedef Vec<uchar, 3> Vec3b; typedef Vec<uchar, 4> Vec4b; typedef Vec<int, 2> Vec2i; typedef Vec<int, 4> Vec4i; typedef Vec<float, 2> Vec2f; typedef Vec<float, 3> Vec3f; typedef Vec<float, 4> Vec4f; typedef Vec<double, 4> Vec4d;
template <class T> struct Scalar_ : Vec<T, 4> { Scalar_(); Scalar_(T, T = 0, T = 0, T = 0); template <class U> Scalar_(const Scalar_<U> &); static Scalar_ all(T); };
typedef Scalar_<double> Scalar;
struct Range { int start, end; Range(); Range(int, int); static Range all(); int size() const; };
struct TermCriteria { int type, maxCount; double epsilon; enum { COUNT = 1, MAX_ITER = 1, EPS = 2 }; TermCriteria(int = 0, int = 0, double = 0); };
struct KeyPoint { Point2f pt; float size, angle, response; int octave, class_id; };
struct DMatch { int queryIdx, trainIdx, imgIdx; float distance; DMatch(); DMatch(int, int, float); DMatch(int, int, int, float); };
enum { BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_WRAP, BORDER_REFLECT_101, BORDER_DEFAULT = 4, BORDER_TRANSPARENT };
enum { INTER_NEAREST, INTER_LINEAR, INTER_CUBIC, INTER_AREA, INTER_LANCZOS4, INTER_MAX = 7, WARP_INVERSE_MAP = 16 };
enum NormTypes { NORM_INF = 1, NORM_L1 = 2, NORM_L2 = 4, NORM_L2SQR = 5, NORM_HAMMING = 6, NORM_HAMMING2 = 7, NORM_MINMAX = 32 };
enum CmpTypes { CMP_EQ, CMP_GT, CMP_GE, CMP_LT, CMP_LE, CMP_NE };
enum { GEMM_1_T = 1, GEMM_2_T = 2, GEMM_3_T = 4, REDUCE_SUM = 0, REDUCE_AVG, REDUCE_MAX, REDUCE_MIN };
struct InputOutputArrayOfArraysTag;
class Mat; class UMat; class _InputArray; class _OutputArray; class _InputOutputArray;
namespace cuda { class GpuMat; class HostMem; class Stream; class Event; }
namespace cudev { template <class T> class GpuMat_; }
class _InputArray {
public:
  enum KindFlag { KIND_SHIFT = 16, FIXED_TYPE = 0x4000 << KIND_SHIFT, FIXED_SIZE = 0x2000 << KIND_SHIFT, KIND_MASK = 31 << KIND_SHIFT, NONE = 0, MAT = 1 << KIND_SHIFT, CUDA_GPU_MAT = 9 << KIND_SHIFT, OPENGL_BUFFER = 7 << KIND_SHIFT, CUDA_HOST_MEM = 8 << KIND_SHIFT };
  int flags; void *obj; Size sz;
  template <class T> _InputArray(const cudev::GpuMat_<T> &);
  _InputArray(); template <class T> _InputArray(const T &);
  Mat getMat(int = -1) const; cuda::GpuMat getGpuMat() const; Size size(int = -1) const; int type(int = -1) const; int depth(int = -1) const; int channels(int = -1) const; bool empty() const; int kind() const; bool isGpuMat() const; int rows(int = -1) const; int cols(int = -1) const;
};
class _OutputArray : public _InputArray { public: using _InputArray::_InputArray; template <class T> _OutputArray(cudev::GpuMat_<T> &); template <class T> _OutputArray(const cudev::GpuMat_<T> &); void create(Size, int) const; void create(int, int, int) const; cuda::GpuMat &getGpuMatRef() const; Mat &getMatRef(int = -1) const; bool needed() const; void release() const; void setTo(const _InputArray &) const; void assign(const cuda::GpuMat &) const; };
class _InputOutputArray : public _OutputArray { public: using _OutputArray::_OutputArray; template <class T> _InputOutputArray(cudev::GpuMat_<T> &); template <class T> _InputOutputArray(const cudev::GpuMat_<T> &); };
typedef const _InputArray &InputArray, &InputArrayOfArrays; typedef const _OutputArray &OutputArray, &OutputArrayOfArrays; typedef const _InputOutputArray &InputOutputArray;
const _InputOutputArray &noArray();
class Mat {
public:
  enum { MAGIC_VAL = 0x42FF0000, AUTO_STEP = 0, CONTINUOUS_FLAG = 1 << 14, SUBMATRIX_FLAG = 1 << 15 };
  int flags, dims, rows, cols; uchar *data; size_t step;
  Mat(); Mat(int, int, int); Mat(Size, int); Mat(int, int, int, void *, size_t = 0); Mat(int, int, int, const Scalar &);
  template <class T> T *ptr(int = 0); template <class T> const T *ptr(int = 0) const; template <class T> T &at(int, int); template <class T> const T &at(int, int) const; uchar *ptr(int = 0);
  int type() const; int depth() const; int channels() const; size_t elemSize() const; size_t elemSize1() const; size_t total() const; bool empty() const; bool isContinuous() const; Size size() const; void create(int, int, int); void create(Size, int); Mat clone() const; void copyTo(OutputArray) const; void convertTo(OutputArray, int, double = 1, double = 0) const; Mat &setTo(InputArray); Mat reshape(int, int = 0) const; Mat row(int) const; Mat col(int) const; Mat operator()(Rect) const; void release();
  static Mat zeros(int, int, int); static Mat eye(int, int, int);
};
class Algorithm { public: virtual ~Algorithm(); virtual void clear(); virtual bool empty() const; };
template <class T, size_t N = 0> struct AutoBuffer { explicit AutoBuffer(size_t = 0); T *data(); operator T *(); T &operator[](size_t); };
#define HIPAUDIT_SAT(A) template <class T> __CV_CUDA_HOST_DEVICE__ T saturate_cast(A v) HIPAUDIT_BODY
HIPAUDIT_SAT(uchar) HIPAUDIT_SAT(schar) HIPAUDIT_SAT(ushort) HIPAUDIT_SAT(short) HIPAUDIT_SAT(int) HIPAUDIT_SAT(unsigned) HIPAUDIT_SAT(float) HIPAUDIT_SAT(double)
#undef HIPAUDIT_SAT
int cvRound(double); int divUp(int, unsigned int); std::string format(const char *, ...); int64 getTickCount(); double getTickFrequency(); size_t alignSize(size_t, int); template <class T> T *alignPtr(T *, int = sizeof(T)); bool checkHardwareSupport(int);
template <class T> struct DataType { enum { depth, type, channels, generic_type, fmt }; typedef T value_type; typedef T channel_type; typedef T work_type; typedef T vec_type; };
namespace traits { template <class T> struct Depth { enum { value, fmt }; }; template <class T> struct Type { enum { value, fmt }; }; }
typedef _Float16 float16_t; typedef _Float16 hfloat;
template <class T> class DataDepth { public: enum { value, fmt }; };

namespace cuda {
namespace device { namespace compat { using ::make_double4; using ::make_long4; using ::make_ulong4; typedef ::double4 double4, double4Compat; typedef ::long4 long4; typedef ::ulong4 ulong4; } }
namespace compat = device::compat;
template <class T> struct DevPtr { typedef T elem_type; typedef int index_type; enum { elem_size = sizeof(T) }; T *data; __CV_CUDA_HOST_DEVICE__ DevPtr() : data(0) {} __CV_CUDA_HOST_DEVICE__ DevPtr(T *p) : data(p) {} __CV_CUDA_HOST_DEVICE__ size_t elemSize() const { return elem_size; } __CV_CUDA_HOST_DEVICE__ operator T *() { return data; } __CV_CUDA_HOST_DEVICE__ operator const T *() const { return data; } };
template <class T> struct PtrSz : DevPtr<T> { size_t size; __CV_CUDA_HOST_DEVICE__ PtrSz() : size(0) {} __CV_CUDA_HOST_DEVICE__ PtrSz(T *p, size_t n) : DevPtr<T>(p), size(n) {} };
template <class T> struct PtrStep : DevPtr<T> {
  size_t step;
  __CV_CUDA_HOST_DEVICE__ PtrStep() : step(0) {} __CV_CUDA_HOST_DEVICE__ PtrStep(T *p, size_t s) : DevPtr<T>(p), step(s) {}
  __CV_CUDA_HOST_DEVICE__ T *ptr(int y = 0) { return (T *)((char *)this->data + y * step); } __CV_CUDA_HOST_DEVICE__ const T *ptr(int y = 0) const { return (const T *)((const char *)this->data + y * step); }
  __CV_CUDA_HOST_DEVICE__ T &operator()(int y, int x) { return ptr(y)[x]; } __CV_CUDA_HOST_DEVICE__ const T &operator()(int y, int x) const { return ptr(y)[x]; }
};
template <class T> struct PtrStepSz : PtrStep<T> {
  int cols, rows;
  __CV_CUDA_HOST_DEVICE__ PtrStepSz() : cols(0), rows(0) {} __CV_CUDA_HOST_DEVICE__ PtrStepSz(int r, int c, T *p, size_t s) : PtrStep<T>(p, s), cols(c), rows(r) {}
  template <class U> explicit PtrStepSz(const PtrStepSz<U> &d) : PtrStep<T>((T *)d.data, d.step), cols(d.cols), rows(d.rows) {}
};
typedef PtrStepSz<unsigned char> PtrStepSzb; typedef PtrStepSz<unsigned short> PtrStepSzus; typedef PtrStepSz<float> PtrStepSzf; typedef PtrStepSz<int> PtrStepSzi;
typedef PtrStep<unsigned char> PtrStepb; typedef PtrStep<unsigned short> PtrStepus; typedef PtrStep<float> PtrStepf; typedef PtrStep<int> PtrStepi;
class Stream { public: Stream(); static Stream &Null(); bool queryIfComplete() const; void waitForCompletion(); explicit operator bool() const; void *cudaPtr() const; typedef void (*StreamCallback)(int, void *); void enqueueHostCallback(StreamCallback, void *); };
class Event { public: Event(); void record(Stream & = Stream::Null()); };
class GpuMat {
public:
  int flags, rows, cols; size_t step; uchar *data; const uchar *datastart, *dataend;
  struct Allocator { virtual bool allocate(GpuMat *, int, int, size_t); virtual void free(GpuMat *); }; static Allocator *defaultAllocator(); static void setDefaultAllocator(Allocator *); int *refcount; Allocator *allocator; GpuMat &adjustROI(int, int, int, int); GpuMat &operator=(const GpuMat &); GpuMat(const GpuMat &); void assignTo(GpuMat &, int = -1) const; void updateContinuityFlag(); void *cudaPtr() const; GpuMat(Allocator * = nullptr); GpuMat(int, int, int); GpuMat(Size, int); GpuMat(int, int, int, void *, size_t = 0); GpuMat(int, int, int, const Scalar &); GpuMat(Size, int, void *, size_t = 0); GpuMat(const GpuMat &, Rect); explicit GpuMat(InputArray);
  void create(int, int, int); void create(Size, int); void release(); void swap(GpuMat &); void upload(InputArray); void upload(InputArray, Stream &); void download(OutputArray) const; void download(OutputArray, Stream &) const; GpuMat clone() const; void copyTo(OutputArray) const; void copyTo(OutputArray, Stream &) const; void copyTo(OutputArray, InputArray, Stream &) const; GpuMat &setTo(Scalar); GpuMat &setTo(Scalar, Stream &); GpuMat &setTo(Scalar, InputArray, Stream &); void convertTo(OutputArray, int, Stream & = Stream::Null()) const; void convertTo(OutputArray, int, double, double = 0, Stream & = Stream::Null()) const;
  uchar *ptr(int = 0); const uchar *ptr(int = 0) const; template <class T> T *ptr(int = 0); template <class T> const T *ptr(int = 0) const; template <class T> operator PtrStepSz<T>() const; template <class T> operator PtrStep<T>() const; GpuMat row(int) const; GpuMat col(int) const; GpuMat rowRange(int, int) const; GpuMat colRange(int, int) const; GpuMat operator()(Rect) const; GpuMat operator()(Range, Range) const; GpuMat reshape(int, int = 0) const;
  bool isContinuous() const; size_t elemSize() const; size_t elemSize1() const; int type() const; int depth() const; int channels() const; size_t step1() const; Size size() const; bool empty() const; void locateROI(Size &, Point &) const;
};
struct StreamAccessor { static hipStream_t getStream(const Stream &); static Stream wrapStream(hipStream_t); };
struct EventAccessor { static hipEvent_t getEvent(const Event &); };
class BufferPool { public: explicit BufferPool(Stream &); GpuMat getBuffer(int, int, int); GpuMat getBuffer(Size, int); };
enum FeatureSet { FEATURE_SET_COMPUTE_10 = 10, FEATURE_SET_COMPUTE_20 = 20, FEATURE_SET_COMPUTE_30 = 30, FEATURE_SET_COMPUTE_35 = 35, NATIVE_DOUBLE = 13, GLOBAL_ATOMICS = 11, SHARED_ATOMICS = 12, WARP_SHUFFLE_FUNCTIONS = 30 };
bool deviceSupports(FeatureSet); int getDevice(); int getCudaEnabledDeviceCount(); GpuMat getInputMat(InputArray, Stream &); GpuMat getOutputMat(OutputArray, int, int, int, Stream &); GpuMat getOutputMat(OutputArray, Size, int, Stream &); void syncOutput(const GpuMat &, OutputArray, Stream &); void createContinuous(int, int, int, OutputArray); void ensureSizeIsEnough(int, int, int, OutputArray); void ensureSizeIsEnough(Size, int, OutputArray); void checkCudaError(hipError_t, const char *, int, const char *);
struct DeviceInfo { DeviceInfo(); int multiProcessorCount() const; bool supports(FeatureSet) const; size_t sharedMemPerBlock() const; int majorVersion() const; int minorVersion() const; int maxThreadsPerBlock() const; };
struct TargetArchs { static bool builtWith(FeatureSet); static bool has(int, int); };
} // namespace cuda
} // namespace cv
[[noreturn]] inline void throw_no_cuda() HIPAUDIT_BODY
