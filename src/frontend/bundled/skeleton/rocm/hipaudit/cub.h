// SPDX-License-Identifier: Apache-2.0
// hipCUB: warp, block and device primitives. CUB's own names are an alias.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

// hipCUB's default logical warp is the device's wave; on the host its constant is 64.
#define HIPCUB_WARP_THREADS 64
#define HIPCUB_HOST_WARP_THREADS 64
#define HIPCUB_DEVICE_WARP_THREADS 64
#define CUB_PTX_WARP_THREADS 32
#define CUB_LOG_WARP_THREADS(x) 5
#define CUB_MAX(a, b) (((b) > (a)) ? (b) : (a))
#define CUB_MIN(a, b) (((b) < (a)) ? (b) : (a))
#define CUB_RUNTIME_FUNCTION
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y) - 1) / (y))
#define HIPCUB_RUNTIME_FUNCTION
#define HIPCUB_HOST_DEVICE __host__ __device__
#define HIPCUB_DEVICE __device__
#define HIPCUB_ARCH 1
#define HIPCUB_STDERR
#define CubDebugExit(e) (void)(e)
#define CubDebug(e) (e)
#define HipcubDebug(e) (e)
#define CUB_NS_PREFIX
#define CUB_NS_POSTFIX
#define CUB_NS_QUALIFIER ::cub
#include <hipaudit/traits.h>
// hipCUB on AMD is made of rocPRIM, and brings its names along.
#include <hipaudit/rocprim.h>

namespace hipcub {
#define HIPAUDIT_D __device__
#define HIPAUDIT_HD1 __host__ __device__
struct Sum { template <class T> HIPAUDIT_HD1 T operator()(const T &a, const T &b) const HIPAUDIT_BODY };
struct Difference { template <class T> HIPAUDIT_HD1 T operator()(const T &a, const T &b) const HIPAUDIT_BODY };
struct Max { template <class T> HIPAUDIT_HD1 T operator()(const T &a, const T &b) const HIPAUDIT_BODY };
struct Min { template <class T> HIPAUDIT_HD1 T operator()(const T &a, const T &b) const HIPAUDIT_BODY };
struct Equality { template <class T> HIPAUDIT_HD1 bool operator()(const T &a, const T &b) const HIPAUDIT_BODY };
struct Inequality { template <class T> HIPAUDIT_HD1 bool operator()(const T &a, const T &b) const HIPAUDIT_BODY };
struct ArgMax { template <class T> HIPAUDIT_HD1 T operator()(const T &a, const T &b) const HIPAUDIT_BODY };
struct ArgMin { template <class T> HIPAUDIT_HD1 T operator()(const T &a, const T &b) const HIPAUDIT_BODY };
template <class B> struct CastOp { template <class A> HIPAUDIT_HD1 B operator()(const A &a) const HIPAUDIT_BODY };
template <class Op> struct SwizzleScanOp { HIPAUDIT_HD1 SwizzleScanOp(Op) HIPAUDIT_BODY };
template <class K, class V, int = 0, int = 0> struct KeyValuePair { typedef K Key; typedef V Value; Key key; Value value; KeyValuePair() = default; HIPAUDIT_HD1 KeyValuePair(const K &, const V &) HIPAUDIT_BODY };
struct NullType {};
template <class T> struct Traits { typedef unsigned long long UnsignedBits; };
template <class T> struct NumericTraits : Traits<T> {};
template <bool C, class T, class F> struct If { typedef T Type; };
template <class T> struct DoubleBuffer { T *d_buffers[2]; int selector; HIPAUDIT_HD1 DoubleBuffer() HIPAUDIT_BODY HIPAUDIT_HD1 DoubleBuffer(T *, T *) HIPAUDIT_BODY HIPAUDIT_HD1 T *Current() HIPAUDIT_BODY HIPAUDIT_HD1 T *Alternate() HIPAUDIT_BODY };
template <class T> struct Uninitialized { HIPAUDIT_HD1 T &Alias() HIPAUDIT_BODY };
template <int N, int Bits = 0> struct Log2 { static constexpr int VALUE = N > 1 ? Log2<(N > 1 ? (N + 1) / 2 : 1)>::VALUE + 1 : 0; };
template <> struct Log2<1> { static constexpr int VALUE = 0; };
template <int N> struct PowerOfTwo { static constexpr bool VALUE = (N & (N - 1)) == 0; };
template <class T, class U> struct Equals { static constexpr int VALUE = __is_same(T, U); };
template <class T> struct RemoveQualifiers { typedef std::remove_cv_t<T> Type; };
template <int V> struct Int2Type { enum { VALUE = V }; };
template <int LOGICAL_WARP_THREADS, int ARCH = HIPCUB_ARCH> __device__ inline uint64_t WarpMask(unsigned int) HIPAUDIT_BODY
template <class T, int BLOCK_THREADS, int ARCH = HIPCUB_ARCH> struct BlockRakingLayout {
  static constexpr int SHARED_ELEMENTS = BLOCK_THREADS, MAX_RAKING_THREADS = BLOCK_THREADS < HIPCUB_DEVICE_WARP_THREADS ? BLOCK_THREADS : HIPCUB_DEVICE_WARP_THREADS;
  static constexpr int SEGMENT_LENGTH = (SHARED_ELEMENTS + MAX_RAKING_THREADS - 1) / MAX_RAKING_THREADS, RAKING_THREADS = (SHARED_ELEMENTS + SEGMENT_LENGTH - 1) / SEGMENT_LENGTH;
  static constexpr bool UNGUARDED = SHARED_ELEMENTS % RAKING_THREADS == 0;
  struct _TempStorage { T buff[BLOCK_THREADS]; };
  struct TempStorage : Uninitialized<_TempStorage> {};
  static __device__ T *PlacementPtr(TempStorage &, unsigned int) HIPAUDIT_BODY static __device__ T *RakingPtr(TempStorage &, unsigned int) HIPAUDIT_BODY
};

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED };
enum BlockHistogramAlgorithm { BLOCK_HISTO_ATOMIC, BLOCK_HISTO_SORT };
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
template <CacheLoadModifier M, class It> HIPAUDIT_D decltype(*It()) ThreadLoad(It) HIPAUDIT_BODY
template <CacheStoreModifier M, class It, class T> HIPAUDIT_D void ThreadStore(It, T) HIPAUDIT_BODY

// A class with shared storage that is constructed over it.
#define HIPAUDIT_CUB(N)                                             \
  struct TempStorage { int hipaudit_bytes[1]; };                    \
  HIPAUDIT_D N() HIPAUDIT_BODY                                                   \
  HIPAUDIT_D N(TempStorage &storage) HIPAUDIT_BODY                               \
  HIPAUDIT_D N(TempStorage &storage, int linear_tid) HIPAUDIT_BODY

template <class T, int LOGICAL_WARP_THREADS = HIPCUB_DEVICE_WARP_THREADS, int ARCH = HIPCUB_ARCH> class WarpReduce {
public:
  HIPAUDIT_CUB(WarpReduce)
  HIPAUDIT_D T Sum(T input) HIPAUDIT_BODY HIPAUDIT_D T Sum(T input, int valid) HIPAUDIT_BODY
  template <class Op> HIPAUDIT_D T Reduce(T input, Op op) HIPAUDIT_BODY template <class Op> HIPAUDIT_D T Reduce(T input, Op op, int valid) HIPAUDIT_BODY
  template <class F> HIPAUDIT_D T HeadSegmentedSum(T input, F head) HIPAUDIT_BODY template <class F> HIPAUDIT_D T TailSegmentedSum(T input, F tail) HIPAUDIT_BODY
  template <class Op, class F> HIPAUDIT_D T HeadSegmentedReduce(T input, F head, Op op) HIPAUDIT_BODY template <class Op, class F> HIPAUDIT_D T TailSegmentedReduce(T input, F tail, Op op) HIPAUDIT_BODY
};
template <class T, int LOGICAL_WARP_THREADS = HIPCUB_DEVICE_WARP_THREADS, int ARCH = HIPCUB_ARCH> class WarpScan {
public:
  HIPAUDIT_CUB(WarpScan)
  HIPAUDIT_D void InclusiveSum(T in, T &out) HIPAUDIT_BODY HIPAUDIT_D void InclusiveSum(T in, T &out, T &aggregate) HIPAUDIT_BODY
  HIPAUDIT_D void ExclusiveSum(T in, T &out) HIPAUDIT_BODY HIPAUDIT_D void ExclusiveSum(T in, T &out, T &aggregate) HIPAUDIT_BODY
  template <class Op> HIPAUDIT_D void InclusiveScan(T in, T &out, Op op) HIPAUDIT_BODY template <class Op> HIPAUDIT_D void InclusiveScan(T in, T &out, Op op, T &aggregate) HIPAUDIT_BODY
  template <class Op> HIPAUDIT_D void ExclusiveScan(T in, T &out, Op op) HIPAUDIT_BODY template <class Op> HIPAUDIT_D void ExclusiveScan(T in, T &out, T init, Op op) HIPAUDIT_BODY
  template <class Op> HIPAUDIT_D void ExclusiveScan(T in, T &out, T init, Op op, T &aggregate) HIPAUDIT_BODY HIPAUDIT_D T Broadcast(T in, unsigned int lane) HIPAUDIT_BODY
  template <class Op> HIPAUDIT_D void Scan(T in, T &inclusive, T &exclusive, Op op) HIPAUDIT_BODY
};
template <class T, int N, int LOGICAL_WARP_THREADS = HIPCUB_DEVICE_WARP_THREADS, int ARCH = HIPCUB_ARCH> class WarpExchange {
public:
  HIPAUDIT_CUB(WarpExchange)
  template <class U> HIPAUDIT_D void BlockedToStriped(const T (&in)[N], U (&out)[N]) HIPAUDIT_BODY template <class U> HIPAUDIT_D void StripedToBlocked(const T (&in)[N], U (&out)[N]) HIPAUDIT_BODY
};
template <class K, int N, int LOGICAL_WARP_THREADS = HIPCUB_DEVICE_WARP_THREADS, class V = NullType, int ARCH = HIPCUB_ARCH> class WarpMergeSort {
public:
  HIPAUDIT_CUB(WarpMergeSort)
  template <class Cmp> HIPAUDIT_D void Sort(K (&keys)[N], Cmp cmp) HIPAUDIT_BODY template <class Cmp> HIPAUDIT_D void Sort(K (&keys)[N], V (&values)[N], Cmp cmp) HIPAUDIT_BODY
};
template <class T, int N, int A = 0, int LOGICAL_WARP_THREADS = HIPCUB_DEVICE_WARP_THREADS, int ARCH = HIPCUB_ARCH> class WarpLoad {
public:
  HIPAUDIT_CUB(WarpLoad)
  template <class It> HIPAUDIT_D void Load(It it, T (&items)[N]) HIPAUDIT_BODY
};

template <class T, int BLOCK_DIM_X, BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = HIPCUB_ARCH>
class BlockReduce {
public:
  HIPAUDIT_CUB(BlockReduce)
  HIPAUDIT_D T Sum(T input) HIPAUDIT_BODY HIPAUDIT_D T Sum(T input, int valid) HIPAUDIT_BODY template <int N> HIPAUDIT_D T Sum(T (&input)[N]) HIPAUDIT_BODY
  template <class Op> HIPAUDIT_D T Reduce(T input, Op op) HIPAUDIT_BODY template <class Op> HIPAUDIT_D T Reduce(T input, Op op, int valid) HIPAUDIT_BODY template <int N, class Op> HIPAUDIT_D T Reduce(T (&input)[N], Op op) HIPAUDIT_BODY
};
template <class T, int BLOCK_DIM_X, BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = HIPCUB_ARCH> class BlockScan {
public:
  HIPAUDIT_CUB(BlockScan)
#define HIPAUDIT_SCAN(n)                                                                                                                            \
  HIPAUDIT_D void n##Sum(T in, T &out) HIPAUDIT_BODY HIPAUDIT_D void n##Sum(T in, T &out, T &aggregate) HIPAUDIT_BODY template <class P> HIPAUDIT_D void n##Sum(T in, T &out, P &prefix) HIPAUDIT_BODY \
  template <int N> HIPAUDIT_D void n##Sum(T (&in)[N], T (&out)[N]) HIPAUDIT_BODY template <int N> HIPAUDIT_D void n##Sum(T (&in)[N], T (&out)[N], T &aggregate) HIPAUDIT_BODY          \
  template <class Op> HIPAUDIT_D void n##Scan(T in, T &out, Op op) HIPAUDIT_BODY template <class Op> HIPAUDIT_D void n##Scan(T in, T &out, T init, Op op) HIPAUDIT_BODY                \
  template <class Op> HIPAUDIT_D void n##Scan(T in, T &out, T init, Op op, T &aggregate) HIPAUDIT_BODY template <class Op, class P> HIPAUDIT_D void n##Scan(T in, T &out, Op op, P &prefix) HIPAUDIT_BODY \
  template <int N, class Op> HIPAUDIT_D void n##Scan(T (&in)[N], T (&out)[N], Op op) HIPAUDIT_BODY template <int N, class Op> HIPAUDIT_D void n##Scan(T (&in)[N], T (&out)[N], T init, Op op) HIPAUDIT_BODY \
  template <int N, class P> HIPAUDIT_D void n##Sum(T (&in)[N], T (&out)[N], P &prefix) HIPAUDIT_BODY template <int N, class Op, class P> HIPAUDIT_D void n##Scan(T (&in)[N], T (&out)[N], Op op, P &prefix) HIPAUDIT_BODY \
  template <class Op> HIPAUDIT_D void n##Scan(T in, T &out, Op op, T &aggregate) HIPAUDIT_BODY template <int N, class Op> HIPAUDIT_D void n##Scan(T (&in)[N], T (&out)[N], Op op, T &aggregate) HIPAUDIT_BODY \
  template <int N, class Op> HIPAUDIT_D void n##Scan(T (&in)[N], T (&out)[N], T init, Op op, T &aggregate) HIPAUDIT_BODY
  HIPAUDIT_SCAN(Inclusive) HIPAUDIT_SCAN(Exclusive)
#undef HIPAUDIT_SCAN
};
template <class T, int BLOCK_DIM_X, int N, BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = HIPCUB_ARCH> class BlockLoad {
public:
  HIPAUDIT_CUB(BlockLoad)
  template <class It> HIPAUDIT_D void Load(It it, T (&items)[N]) HIPAUDIT_BODY template <class It> HIPAUDIT_D void Load(It it, T (&items)[N], int valid) HIPAUDIT_BODY
  template <class It, class D> HIPAUDIT_D void Load(It it, T (&items)[N], int valid, D oob) HIPAUDIT_BODY
};
template <class T, int BLOCK_DIM_X, int N, BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = HIPCUB_ARCH> class BlockStore {
public:
  HIPAUDIT_CUB(BlockStore)
  template <class It> HIPAUDIT_D void Store(It it, T (&items)[N]) HIPAUDIT_BODY template <class It> HIPAUDIT_D void Store(It it, T (&items)[N], int valid) HIPAUDIT_BODY
};
template <class K, int BLOCK_DIM_X, int N, class V = NullType, int BITS = 4, bool MEMO = true, BlockScanAlgorithm A = BLOCK_SCAN_WARP_SCANS, int CFG = 0, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int ARCH = HIPCUB_ARCH>
class BlockRadixSort {
public:
  HIPAUDIT_CUB(BlockRadixSort)
#define HIPAUDIT_SORT(n) HIPAUDIT_D void n(K (&keys)[N], int begin_bit = 0, int end_bit = sizeof(K) * 8) HIPAUDIT_BODY template <class W> HIPAUDIT_D void n(K (&keys)[N], W (&values)[N], int begin_bit = 0, int end_bit = sizeof(K) * 8) HIPAUDIT_BODY
  HIPAUDIT_SORT(Sort) HIPAUDIT_SORT(SortDescending) HIPAUDIT_SORT(SortBlockedToStriped) HIPAUDIT_SORT(SortDescendingBlockedToStriped)
#undef HIPAUDIT_SORT
};
template <class K, int BLOCK_DIM_X, int N, class V = NullType, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1> class BlockMergeSort {
public:
  HIPAUDIT_CUB(BlockMergeSort)
  template <class Cmp> HIPAUDIT_D void Sort(K (&keys)[N], Cmp cmp) HIPAUDIT_BODY template <class Cmp> HIPAUDIT_D void Sort(K (&keys)[N], V (&values)[N], Cmp cmp) HIPAUDIT_BODY
};
template <class T, int BLOCK_DIM_X, int N, bool SLICE = false, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = HIPCUB_ARCH> class BlockExchange {
public:
  HIPAUDIT_CUB(BlockExchange)
#define HIPAUDIT_EX(n) template <class U> HIPAUDIT_D void n(const T (&in)[N], U (&out)[N]) HIPAUDIT_BODY HIPAUDIT_D void n(T (&items)[N]) HIPAUDIT_BODY
  HIPAUDIT_EX(BlockedToStriped) HIPAUDIT_EX(StripedToBlocked) HIPAUDIT_EX(BlockedToWarpStriped) HIPAUDIT_EX(WarpStripedToBlocked)
#undef HIPAUDIT_EX
  template <class U, class R> HIPAUDIT_D void ScatterToBlocked(T (&in)[N], U (&out)[N], R (&ranks)[N]) HIPAUDIT_BODY template <class U, class R> HIPAUDIT_D void ScatterToStriped(T (&in)[N], U (&out)[N], R (&ranks)[N]) HIPAUDIT_BODY
};
template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = HIPCUB_ARCH> class BlockDiscontinuity {
public:
  HIPAUDIT_CUB(BlockDiscontinuity)
  template <int N, class F, class Op> HIPAUDIT_D void FlagHeads(F (&flags)[N], T (&in)[N], Op op) HIPAUDIT_BODY template <int N, class F, class Op> HIPAUDIT_D void FlagTails(F (&flags)[N], T (&in)[N], Op op) HIPAUDIT_BODY
};
template <class T, int BLOCK_DIM_X, int N, int BINS, BlockHistogramAlgorithm ALGORITHM = BLOCK_HISTO_SORT, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = HIPCUB_ARCH>
class BlockHistogram {
public:
  HIPAUDIT_CUB(BlockHistogram)
  template <class C> HIPAUDIT_D void InitHistogram(C (&h)[BINS]) HIPAUDIT_BODY template <class C> HIPAUDIT_D void Histogram(T (&items)[N], C (&h)[BINS]) HIPAUDIT_BODY template <class C> HIPAUDIT_D void Composite(T (&items)[N], C (&h)[BINS]) HIPAUDIT_BODY
};
template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1> class BlockShuffle {
public:
  HIPAUDIT_CUB(BlockShuffle)
  HIPAUDIT_D void Offset(T in, T &out, int distance = 1) HIPAUDIT_BODY HIPAUDIT_D void Rotate(T in, T &out, unsigned int distance = 1) HIPAUDIT_BODY
};

// Iterators.
#define HIPAUDIT_IT(V)                                                                                                                                \
  typedef ptrdiff_t difference_type; typedef V value_type; typedef V *pointer; typedef V reference;
template <class V, class O = ptrdiff_t> class CountingInputIterator { public: HIPAUDIT_IT(V) HIPAUDIT_HD1 CountingInputIterator(V) HIPAUDIT_BODY HIPAUDIT_HD1 V operator*() const HIPAUDIT_BODY template <class D> HIPAUDIT_HD1 V operator[](D) const HIPAUDIT_BODY template <class D> HIPAUDIT_HD1 CountingInputIterator operator+(D) const HIPAUDIT_BODY };
template <class V, class O = ptrdiff_t> class ConstantInputIterator { public: HIPAUDIT_IT(V) HIPAUDIT_HD1 ConstantInputIterator(V, O = 0) HIPAUDIT_BODY HIPAUDIT_HD1 V operator*() const HIPAUDIT_BODY template <class D> HIPAUDIT_HD1 V operator[](D) const HIPAUDIT_BODY template <class D> HIPAUDIT_HD1 ConstantInputIterator operator+(D) const HIPAUDIT_BODY };
template <class V, class Op, class In, class O = ptrdiff_t> class TransformInputIterator { public: HIPAUDIT_IT(V) HIPAUDIT_HD1 TransformInputIterator(In, Op) HIPAUDIT_BODY HIPAUDIT_HD1 V operator*() const HIPAUDIT_BODY template <class D> HIPAUDIT_HD1 V operator[](D) const HIPAUDIT_BODY template <class D> HIPAUDIT_HD1 TransformInputIterator operator+(D) const HIPAUDIT_BODY };
template <class In, class O = ptrdiff_t, class V = KeyValuePair<O, int>> class ArgIndexInputIterator { public: HIPAUDIT_IT(V) HIPAUDIT_HD1 ArgIndexInputIterator(In, O = 0) HIPAUDIT_BODY HIPAUDIT_HD1 V operator*() const HIPAUDIT_BODY };
template <class V = NullType> class DiscardOutputIterator { public: HIPAUDIT_HD1 DiscardOutputIterator(size_t = 0) HIPAUDIT_BODY };
template <CacheLoadModifier M, class V, class O = ptrdiff_t> class CacheModifiedInputIterator { public: HIPAUDIT_IT(V) HIPAUDIT_HD1 CacheModifiedInputIterator(const V *) HIPAUDIT_BODY HIPAUDIT_HD1 V operator*() const HIPAUDIT_BODY template <class D> HIPAUDIT_HD1 V operator[](D) const HIPAUDIT_BODY };

// Device-wide: temporary storage, its size, then what CUB takes; the stream comes last.
#define HIPAUDIT_DEV(n) template <class... A> HIPAUDIT_HD1 static hipError_t n(void *temp, size_t &temp_bytes, A &&...args) HIPAUDIT_BODY
struct DeviceReduce { HIPAUDIT_DEV(Sum) HIPAUDIT_DEV(Reduce) HIPAUDIT_DEV(Max) HIPAUDIT_DEV(Min) HIPAUDIT_DEV(ArgMax) HIPAUDIT_DEV(ArgMin) HIPAUDIT_DEV(ReduceByKey) HIPAUDIT_DEV(TransformReduce) };
struct DeviceScan { HIPAUDIT_DEV(InclusiveSum) HIPAUDIT_DEV(ExclusiveSum) HIPAUDIT_DEV(InclusiveScan) HIPAUDIT_DEV(ExclusiveScan) HIPAUDIT_DEV(InclusiveSumByKey) HIPAUDIT_DEV(ExclusiveSumByKey) HIPAUDIT_DEV(InclusiveScanByKey) HIPAUDIT_DEV(ExclusiveScanByKey) };
struct DeviceRadixSort { HIPAUDIT_DEV(SortKeys) HIPAUDIT_DEV(SortKeysDescending) HIPAUDIT_DEV(SortPairs) HIPAUDIT_DEV(SortPairsDescending) };
struct DeviceMergeSort { HIPAUDIT_DEV(SortKeys) HIPAUDIT_DEV(SortPairs) HIPAUDIT_DEV(StableSortKeys) HIPAUDIT_DEV(StableSortPairs) };
struct DeviceSegmentedReduce { HIPAUDIT_DEV(Sum) HIPAUDIT_DEV(Reduce) HIPAUDIT_DEV(Max) HIPAUDIT_DEV(Min) HIPAUDIT_DEV(ArgMax) HIPAUDIT_DEV(ArgMin) };
struct DeviceSegmentedRadixSort { HIPAUDIT_DEV(SortKeys) HIPAUDIT_DEV(SortKeysDescending) HIPAUDIT_DEV(SortPairs) HIPAUDIT_DEV(SortPairsDescending) };
struct DeviceSegmentedSort { HIPAUDIT_DEV(SortKeys) HIPAUDIT_DEV(SortKeysDescending) HIPAUDIT_DEV(SortPairs) HIPAUDIT_DEV(SortPairsDescending) HIPAUDIT_DEV(StableSortPairs) };
struct DeviceSelect { HIPAUDIT_DEV(If) HIPAUDIT_DEV(Flagged) HIPAUDIT_DEV(Unique) HIPAUDIT_DEV(UniqueByKey) };
struct DevicePartition { HIPAUDIT_DEV(If) HIPAUDIT_DEV(Flagged) };
struct DeviceRunLengthEncode { HIPAUDIT_DEV(Encode) HIPAUDIT_DEV(NonTrivialRuns) };
struct DeviceHistogram { HIPAUDIT_DEV(HistogramEven) HIPAUDIT_DEV(HistogramRange) template <int C, int A, class... P> static hipError_t MultiHistogramEven(void *temp, size_t &temp_bytes, P &&...args) HIPAUDIT_BODY };
struct DeviceSpmv { HIPAUDIT_DEV(CsrMV) };
struct DeviceFor { template <class... A> static hipError_t Bulk(A &&...) HIPAUDIT_BODY template <class... A> static hipError_t ForEach(A &&...) HIPAUDIT_BODY };
#undef HIPAUDIT_DEV
class CachingDeviceAllocator {
public:
  CachingDeviceAllocator(bool = false, bool = false) HIPAUDIT_BODY CachingDeviceAllocator(unsigned int, unsigned int, unsigned int, size_t, bool = false, bool = false) HIPAUDIT_BODY
  hipError_t DeviceAllocate(void **p, size_t bytes, hipStream_t stream = 0) HIPAUDIT_BODY hipError_t DeviceFree(void *p) HIPAUDIT_BODY hipError_t FreeAllCached() HIPAUDIT_BODY
};
// Thread and warp helpers.
HIPAUDIT_D void CTA_SYNC() HIPAUDIT_BODY HIPAUDIT_D bool CTA_SYNC_AND(bool) HIPAUDIT_BODY HIPAUDIT_D void WARP_SYNC(unsigned int) HIPAUDIT_BODY
HIPAUDIT_D unsigned int LaneId() HIPAUDIT_BODY HIPAUDIT_D unsigned int WarpId() HIPAUDIT_BODY HIPAUDIT_D int RowMajorTid(int, int, int) HIPAUDIT_BODY HIPAUDIT_D unsigned int LaneMaskLt() HIPAUDIT_BODY HIPAUDIT_D unsigned int LaneMaskLe() HIPAUDIT_BODY HIPAUDIT_D unsigned int LaneMaskGe() HIPAUDIT_BODY
template <int W = 32, class T> HIPAUDIT_D T ShuffleIndex(T, int, unsigned int) HIPAUDIT_BODY template <int W = 32, class T> HIPAUDIT_D T ShuffleUp(T, int, int, unsigned int) HIPAUDIT_BODY template <int W = 32, class T> HIPAUDIT_D T ShuffleDown(T, int, int, unsigned int) HIPAUDIT_BODY
template <int N, class T, class Op> HIPAUDIT_D T ThreadReduce(T *, Op) HIPAUDIT_BODY template <class T, int N, class Op> HIPAUDIT_D T ThreadReduce(T (&)[N], Op) HIPAUDIT_BODY
#define HIPAUDIT_TL(n) template <int B, class T, int N, class It> HIPAUDIT_D void n(int tid, It it, T (&items)[N]) HIPAUDIT_BODY template <int B, class T, int N, class It> HIPAUDIT_D void n(int tid, It it, T (&items)[N], int valid) HIPAUDIT_BODY \
  template <int B, class T, int N, class It, class D> HIPAUDIT_D void n(int tid, It it, T (&items)[N], int valid, D oob) HIPAUDIT_BODY
HIPAUDIT_TL(LoadDirectStriped) HIPAUDIT_TL(StoreDirectStriped)
#undef HIPAUDIT_TL
template <class T, int N, class It> HIPAUDIT_D void LoadDirectBlocked(int tid, It it, T (&items)[N]) HIPAUDIT_BODY template <class T, int N, class It> HIPAUDIT_D void StoreDirectBlocked(int tid, It it, T (&items)[N]) HIPAUDIT_BODY template <class T, int N, class It> HIPAUDIT_D void LoadDirectBlocked(int tid, It it, T (&items)[N], int valid) HIPAUDIT_BODY
#undef HIPAUDIT_CUB
#undef HIPAUDIT_D
} // namespace hipcub
