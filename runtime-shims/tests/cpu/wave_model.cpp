// SPDX-License-Identifier: Apache-2.0
//
// wave.hpp and block.hpp, executed on waves of 32 and of 64 lanes and compared with plain loops
// over the lanes. The hardware operations are played by fibers that meet:
//
//   the CPU back end's functions (votes, permutations, the barrier), under every set of active
//   lanes the DPP trees of both AMD families (detail/dpp_tree.hpp), on DPP moves played as the ISA
//   guides describe them, with junk where a lane has no source and no fill
//
// Sums of floating values use values whose sums are exact, so that every order gives the same bits.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <random>
#include <ucontext.h>
#include <vector>

// In place of the toolkit's 16-bit types: their bits.
struct __half {
  std::uint16_t bits;
};
struct __half2 {
  std::uint16_t bits[2];
};
struct TestBfloat {
  std::uint16_t bits;
};
struct TestBfloat2 {
  std::uint16_t bits[2];
};
#define HIPSHIM_FP16_HEADER <cstdint>
#define HIPSHIM_BF16_HEADER <cstdint>
#define HIPSHIM_BF16 TestBfloat
#define HIPSHIM_BF162 TestBfloat2

#include "hipshim/block.hpp"
#include "hipshim/wave.hpp"

namespace {

namespace w = hipshim::wave;
namespace b = hipshim::block;
namespace d = hipshim::detail;

// One fiber per thread. A thread leaves a word for its wave, or comes to the barrier, and yields; a
// wave goes on when each of its lanes has left a word, the block when each thread has come.
class Block {
 public:
  Block(unsigned wave_size, unsigned threads, std::uint64_t active, std::function<void()> body)
      : wave_size_(wave_size), body_(std::move(body)) {
    while (stacks().size() < threads) stacks().emplace_back(64 * 1024);
    for (unsigned i = 0; i < threads; ++i) {
      threads_.push_back({});
      threads_[i].done = ((active >> (i % 64)) & 1) == 0;
    }
  }

  void run() {
    current_ = this;
    for (unsigned i = 0; i < threads_.size(); ++i)
      if (!threads_[i].done) start(i);
    while (true) {
      bool progress = false;
      // In an order of its own each time, so that a missing barrier shows.
      const unsigned waves = (threads() + wave_size_ - 1) / wave_size_;
      for (unsigned i = 0; i < waves; ++i)
        progress = step((downwards_ ? waves - 1 - i : i) * wave_size_) || progress;
      downwards_ = (order_() & 1) != 0;
      if (progress) continue;
      bool running = false;
      for (Thread& thread : threads_) {
        running = running || !thread.done;
        thread.at_barrier = false;
      }
      if (!running) return;
    }
  }

  // The words of the caller's wave; those of lanes that are not there are junk.
  const std::vector<std::uint32_t>& meet(std::uint32_t word) {
    threads_[thread_].left = word;
    swapcontext(&threads_[thread_].context, &scheduler_);
    return seen_;
  }
  void barrier() {
    threads_[thread_].at_barrier = true;
    while (threads_[thread_].at_barrier) swapcontext(&threads_[thread_].context, &scheduler_);
  }

  bool is_active(unsigned lane) const {
    const unsigned i = thread_ / wave_size_ * wave_size_ + lane;
    return i < threads_.size() && !threads_[i].done;
  }
  unsigned thread() const { return thread_; }
  unsigned threads() const { return static_cast<unsigned>(threads_.size()); }
  unsigned lane() const { return thread_ % wave_size_; }
  unsigned wave_size() const { return wave_size_; }
  static Block& current() { return *current_; }

 private:
  struct Thread {
    ucontext_t context;
    std::uint32_t left = 0;
    bool done = false, at_barrier = false;
  };

  static std::vector<std::vector<char>>& stacks() {
    static std::vector<std::vector<char>> all;
    return all;
  }

  // Lets each lane of a wave run to its next meeting, unless the wave waits at the barrier.
  bool step(unsigned first) {
    const unsigned end = std::min(first + wave_size_, threads());
    seen_.assign(wave_size_, 0x7fa5a5a5u);
    for (unsigned i = first; i < end; ++i)
      if (!threads_[i].done) seen_[i - first] = threads_[i].left;
    bool progress = false;
    for (thread_ = first; thread_ < end; ++thread_)
      if (!threads_[thread_].done && !threads_[thread_].at_barrier) {
        swapcontext(&scheduler_, &threads_[thread_].context);
        progress = true;
      }
    return progress;
  }

  static void enter() {
    Block& block = current();
    block.body_();
    block.threads_[block.thread_].done = true;
    swapcontext(&block.threads_[block.thread_].context, &block.scheduler_);
  }

  void start(unsigned i) {
    getcontext(&threads_[i].context);
    threads_[i].context.uc_stack.ss_sp = stacks()[i].data();
    threads_[i].context.uc_stack.ss_size = stacks()[i].size();
    threads_[i].context.uc_link = nullptr;
    makecontext(&threads_[i].context, &Block::enter, 0);
  }

  inline static Block* current_ = nullptr;
  unsigned wave_size_;
  std::function<void()> body_;
  ucontext_t scheduler_{};
  std::vector<Thread> threads_;
  unsigned thread_ = 0;
  std::vector<std::uint32_t> seen_;
  std::minstd_rand order_;
  bool downwards_ = false;
};

int failures = 0;
long checks = 0;

void expect(bool holds, const char* what, unsigned size, std::uint64_t active, unsigned lane) {
  ++checks;
  if (holds || ++failures > 20) return;
  std::printf("wrong: %s, wave of %u, active %016llx, lane %u\n", what, size,
              static_cast<unsigned long long>(active), lane);
}

bool reads_missing_lane = false;

}  // namespace

namespace hipshim::cpu {
std::uint32_t wave_lane() { return Block::current().lane(); }
std::uint32_t wave_size() { return Block::current().wave_size(); }
std::uint64_t wave_ballot(bool predicate) {
  Block& block = Block::current();
  std::uint64_t here = 0;
  for (unsigned i = 0; i < block.wave_size(); ++i)
    if (block.is_active(i)) here |= std::uint64_t{1} << i;
  const auto& votes = block.meet(predicate ? 1 : 0);
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < block.wave_size(); ++i)
    if (((here >> i) & 1) != 0 && votes[i] != 0) bits |= std::uint64_t{1} << i;
  return bits;
}
std::uint32_t wave_permute(std::uint32_t word, std::uint32_t source) {
  Block& block = Block::current();
  source %= block.wave_size();
  if (!block.is_active(source)) reads_missing_lane = true;
  return block.meet(word)[source];
}
void wave_fence() { Block::current().meet(0); }
std::uint32_t block_thread() { return Block::current().thread(); }
std::uint32_t block_threads() { return Block::current().threads(); }
void block_barrier() { Block::current().barrier(); }
}  // namespace hipshim::cpu

namespace {

// ---- DPP, played ----

// The lanes that the program has running; whole-wave mode runs all, and so do the fibers.
std::uint64_t running = 0;

struct PlayedDpp {
  template <class Work>
  static Work from(Work value, unsigned source, bool valid, Work otherwise) {
    const Work other = d::pull_from(0, value, valid ? source : d::lane_in_wave());
    return valid ? other : otherwise;
  }
  template <class Work>
  static Work junk() {
    Work value;
    std::memset(static_cast<void*>(&value), 0x5b, sizeof value);
    return value;
  }

  // Which lane a DPP control reads, or none.
  static bool source(unsigned control, unsigned lane, unsigned& from) {
    if (control < 0x100) {
      from = (lane & ~3u) | ((control >> 2 * (lane & 3)) & 3);
      return true;
    }
    if (control > 0x110 && control < 0x120) {
      from = lane - (control & 15);
      return (lane & 15) >= (control & 15);
    }
    switch (control) {
    case 0x138: from = lane - 1; return lane != 0;
    case 0x140: from = (lane & ~15u) | (15 - (lane & 15)); return true;
    case 0x141: from = (lane & ~7u) | (7 - (lane & 7)); return true;
    case 0x142: from = (lane & ~15u) - 1; return lane >= 16;
    case 0x143: from = 31; return lane >= 32;
    default: expect(false, "unknown DPP control", 0, control, lane); return false;
    }
  }

  template <class Work>
  static Work enter(Work value, Work neutral) {
    return ((running >> d::lane_in_wave()) & 1) != 0 ? value : neutral;
  }
  template <class Work>
  static Work leave(Work value) {
    return value;
  }
  template <unsigned Control, class Work>
  static Work pull(Work value) {
    unsigned lane = 0;
    const bool valid = source(Control, d::lane_in_wave(), lane);
    return from(value, lane, valid, junk<Work>());
  }
  template <unsigned Control, unsigned Rows, class Work>
  static Work move(Work fill, Work value) {
    unsigned lane = 0;
    const bool valid = source(Control, d::lane_in_wave(), lane);
    return from(value, lane, valid && ((Rows >> d::lane_in_wave() / 16) & 1) != 0, fill);
  }
  template <unsigned Lane, class Work>
  static Work other_row(Work value) {
    return from(value, ((d::lane_in_wave() ^ 16u) & ~15u) | Lane, true, value);
  }
  template <unsigned Lane, class Work>
  static Work lane(Work value) {
    return from(value, Lane, true, value);
  }
  static bool wide() { return d::lanes_per_wave() == 64; }
};

// ---- the model ----

template <class T>
bool same(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    if (a != a || b != b) return a != a && b != b;
  return std::memcmp(&a, &b, sizeof a) == 0;
}

// What each operation gives over some values, in a way of its own: sums in a wide type, extremes by
// sorting keys, bits one by one.
template <class Op, class T>
auto fold(const std::vector<T>& values) {
  using Result = d::ResultOf<Op, T>;
  if constexpr (std::is_same_v<Op, d::Add>) {
    if constexpr (std::is_floating_point_v<T>) {
      bool negative = !values.empty();
      long double sum = 0;
      for (T v : values) {
        sum += v;
        negative = negative && v == 0 && std::signbit(v);
      }
      return negative ? -T{0} : static_cast<T>(sum);
    } else {
      __int128 sum = 0;
      for (T v : values) sum += v;
      return static_cast<Result>(sum);
    }
  } else if constexpr (std::is_same_v<Op, d::Min> || std::is_same_v<Op, d::Max>) {
    constexpr bool kMin = std::is_same_v<Op, d::Min>;
    if constexpr (std::is_floating_point_v<T>) {
      T best = kMin ? std::numeric_limits<T>::infinity() : -std::numeric_limits<T>::infinity();
      if (!values.empty()) best = std::numeric_limits<T>::quiet_NaN();
      for (T v : values) {
        const bool before = kMin ? v < best || (v == best && std::signbit(v))
                                 : v > best || (v == best && !std::signbit(v));
        if (best != best || before) best = v;
      }
      return best;
    } else {
      Result best =
          kMin ? std::numeric_limits<Result>::max() : std::numeric_limits<Result>::lowest();
      for (T v : values)
        if (kMin ? v < best : v > best) best = v;
      return best;
    }
  } else {
    Result result = 0;
    for (unsigned bit = 0; bit < sizeof(Result) * 8; ++bit) {
      unsigned ones = 0;
      for (T v : values)
        ones += (static_cast<unsigned long long>(static_cast<Result>(v)) >> bit) & 1;
      const bool set = std::is_same_v<Op, d::And>  ? ones == values.size()
                       : std::is_same_v<Op, d::Or> ? ones != 0
                                                   : ones % 2 != 0;
      if (set) result = static_cast<Result>(result | static_cast<Result>(1ull << bit));
    }
    return result;
  }
}

// An exclusive scan of floating values begins with +0.0, or with an infinity, which a NaN loses to.
template <class Op, class T>
auto fold_exclusive(const std::vector<T>& values) {
  const auto result = fold<Op>(values);
  if constexpr (std::is_floating_point_v<T>) {
    if constexpr (std::is_same_v<Op, d::Add>) return T{0} + result;
    if (result != result) return fold<Op, T>({});
  }
  return result;
}

template <class T>
std::vector<T> some(const std::vector<T>& values, std::uint64_t lanes, unsigned from, unsigned to) {
  std::vector<T> result;
  for (unsigned i = from; i < to; ++i)
    if (((lanes >> i) & 1) != 0) result.push_back(values[i]);
  return result;
}

// ---- trees ----

// `active` are the lanes that call. For the DPP trees all fibers run, as in whole-wave mode.
template <class Tree, class Op, class T>
void check_tree(unsigned size, std::uint64_t active, std::uint64_t mask,
                const std::vector<T>& values, const char* what) {
  using Value = d::Codec<Op, T>;
  constexpr bool kPlayed = !std::is_same_v<Tree, d::ShuffleTree>;
  running = active;
  reads_missing_lane = false;
  const std::uint64_t members = active & mask;
  Block(size, size, kPlayed ? ~std::uint64_t{0} : active, [&] {
    const unsigned lane = d::lane_in_wave();
    const T v = values[lane];
    const d::Named lanes{mask};
    const auto reduce = [&](auto width) {
      constexpr unsigned kWidth = decltype(width)::value;
      const auto got = Value::decode(Tree::template reduce<Op, kWidth>(lanes, Value::encode(v)), v);
      if (((members >> lane) & 1) == 0) return;
      const unsigned group = kWidth == 0 ? size : kWidth;
      const unsigned first = lane / group * group;
      expect(same(got, fold<Op>(some(values, members, first, first + group))), what, size, members,
             lane);
    };
    reduce(std::integral_constant<unsigned, 0>{});
    reduce(std::integral_constant<unsigned, 32>{});
    reduce(std::integral_constant<unsigned, 16>{});
    reduce(std::integral_constant<unsigned, 8>{});
    reduce(std::integral_constant<unsigned, 4>{});
    reduce(std::integral_constant<unsigned, 2>{});
    const auto up_to = Value::decode(Tree::template inclusive<Op>(lanes, Value::encode(v)), v);
    const auto scan_of = [&](auto width) {
      constexpr unsigned kWidth = decltype(width)::value;
      const auto got =
          Value::decode(Tree::template inclusive<Op, kWidth>(lanes, Value::encode(v)), v);
      if (((members >> lane) & 1) == 0) return;
      expect(same(got, fold<Op>(some(values, members, lane / kWidth * kWidth, lane + 1))),
             "inclusive scan of a group", size, members, lane);
    };
    scan_of(std::integral_constant<unsigned, 32>{});
    scan_of(std::integral_constant<unsigned, 16>{});
    const auto below =
        Value::decode(Tree::template exclusive<Op>(lanes, Value::encode(v), Value::start()), v);
    if (((members >> lane) & 1) == 0) return;
    expect(same(up_to, fold<Op>(some(values, members, 0, lane + 1))), "inclusive scan", size,
           members, lane);
    expect(same(below, fold_exclusive<Op>(some(values, members, 0, lane))), "exclusive scan", size,
           members, lane);
  }).run();
  expect(!reads_missing_lane, "reads a lane that is not there", size, active, 0);
}

template <class Op, class T>
void check_trees(unsigned size, std::uint64_t active, std::uint64_t mask,
                 const std::vector<T>& values) {
  check_tree<d::ShuffleTree, Op>(size, active, mask, values, "reduction by shuffles");
  check_tree<d::ExchangeTree<PlayedDpp>, Op>(size, active, mask, values,
                                             "reduction by DPP, gfx10 and newer");
  if (size == 64)
    check_tree<d::BroadcastTree<PlayedDpp>, Op>(size, active, mask, values,
                                                "reduction by DPP, gfx9");
}

template <class T>
void check_type(unsigned size, std::uint64_t active, std::uint64_t mask,
                const std::vector<T>& values) {
  check_trees<d::Add>(size, active, mask, values);
  check_trees<d::Min>(size, active, mask, values);
  check_trees<d::Max>(size, active, mask, values);
  if constexpr (std::is_integral_v<T>) {
    check_trees<d::And>(size, active, mask, values);
    check_trees<d::Or>(size, active, mask, values);
    check_trees<d::Xor>(size, active, mask, values);
  }
}

template <class T, class Random>
std::vector<T> integers(Random& random) {
  std::vector<T> values(64);
  for (auto&& v : values) {
    const std::uint64_t bits = (std::uint64_t{random()} << 32) | random();
    v = static_cast<T>(std::is_same_v<T, bool> ? bits & 1 : bits);
  }
  return values;
}

// Quarters: every sum of 64 of them is exact. `special` mixes in what floating values have.
template <class T, class Random>
std::vector<T> floats(Random& random, bool special) {
  constexpr T kSpecial[] = {T(0.0), -T(0.0), std::numeric_limits<T>::infinity(),
                            -std::numeric_limits<T>::infinity(),
                            std::numeric_limits<T>::quiet_NaN()};
  std::vector<T> values(64);
  for (T& v : values) {
    v = static_cast<T>(static_cast<int>(random() % 2000) - 1000) / 4;
    if (special && random() % 3 == 0) v = kSpecial[random() % 5];
  }
  return values;
}

template <class Random>
void check_all_types(unsigned size, std::uint64_t active, std::uint64_t mask, Random& random) {
  check_type(size, active, mask, integers<bool>(random));
  check_type(size, active, mask, integers<signed char>(random));
  check_type(size, active, mask, integers<unsigned char>(random));
  check_type(size, active, mask, integers<short>(random));
  check_type(size, active, mask, integers<unsigned short>(random));
  check_type(size, active, mask, integers<int>(random));
  check_type(size, active, mask, integers<unsigned>(random));
  check_type(size, active, mask, integers<long long>(random));
  check_type(size, active, mask, integers<unsigned long long>(random));
  for (const bool special : {false, true}) {
    check_type(size, active, mask, floats<float>(random, special));
    check_type(size, active, mask, floats<double>(random, special));
  }
  check_type(size, active, mask, std::vector<float>(64, -0.0f));
  check_type(size, active, mask, std::vector<double>(64, -0.0));
  check_type(size, active, mask, std::vector<float>(64, std::nanf("")));
}

// ---- the public names ----

template <class T>
void check_names(unsigned size, std::uint64_t active, const std::vector<T>& values) {
  const bool complete = active == ~std::uint64_t{0} >> (64 - size);
  Block(size, size, active, [&] {
    const unsigned lane = w::lane_id();
    const T v = values[lane];
    const std::uint64_t mask = 0xf0f0f0f0f0f0f0f3ull;
    const bool named = ((mask >> lane) & 1) != 0;
    const auto all = some(values, active, 0, size), up_to = some(values, active, 0, lane + 1),
               below = some(values, active, 0, lane),
               group = some(values, active, lane / 8 * 8, lane / 8 * 8 + 8),
               row_up_to = some(values, active, lane / 32 * 32, lane + 1),
               masked_row_up_to = some(values, active & mask, lane / 32 * 32, lane + 1),
               masked = some(values, active & mask, 0, size),
               masked_up_to = some(values, active & mask, 0, lane + 1),
               masked_below = some(values, active & mask, 0, lane),
               masked_group = some(values, active & mask, lane / 8 * 8, lane / 8 * 8 + 8);
    const auto check = [&](bool holds, const char* what) {
      expect(holds, what, size, active, lane);
    };
#define CHECK_NAME(op, name)                                                                       \
  check(same(w::reduce_##name(v), fold<op>(all)), "reduce_" #name);                                \
  check(same(w::reduce_##name<8>(v), fold<op>(group)), "reduce_" #name "<8>");                     \
  check(same(w::inclusive_##name(v), fold<op>(up_to)), "inclusive_" #name);                        \
  check(same(w::inclusive_##name<32>(v), fold<op>(row_up_to)), "inclusive_" #name "<32>");         \
  check(same(w::exclusive_##name(v), fold_exclusive<op>(below)), "exclusive_" #name);              \
  {                                                                                                \
    const auto reduced = w::reduce_##name##_sync(mask, v);                                         \
    const auto in_group = w::reduce_##name##_sync<8>(mask, v);                                     \
    const auto inclusive = w::inclusive_##name##_sync(mask, v);                                    \
    const auto exclusive = w::exclusive_##name##_sync(mask, v);                                    \
    const auto in_row = w::inclusive_##name##_sync<32>(mask, v);                                   \
    check(!named || same(in_row, fold<op>(masked_row_up_to)), "inclusive_" #name "_sync<32>");     \
    check(!named || same(reduced, fold<op>(masked)), "reduce_" #name "_sync");                     \
    check(!named || same(in_group, fold<op>(masked_group)), "reduce_" #name "_sync<8>");           \
    check(!named || same(inclusive, fold<op>(masked_up_to)), "inclusive_" #name "_sync");          \
    check(!named || same(exclusive, fold_exclusive<op>(masked_below)),                             \
          "exclusive_" #name "_sync");                                                             \
  }                                                                                                \
  if (complete) {                                                                                  \
    check(same(w::reduce_##name##_sync(w::whole, v), fold<op>(all)), "whole reduce_" #name);       \
    check(same(w::inclusive_##name##_sync(w::whole, v), fold<op>(up_to)),                          \
          "whole inclusive_" #name);                                                               \
    check(same(w::exclusive_##name##_sync(w::whole, v), fold_exclusive<op>(below)),                \
          "whole exclusive_" #name);                                                               \
  }
    CHECK_NAME(d::Add, sum)
    CHECK_NAME(d::Min, min)
    CHECK_NAME(d::Max, max)
    if constexpr (std::is_integral_v<T>) {
      CHECK_NAME(d::And, and)
      CHECK_NAME(d::Or, or)
      CHECK_NAME(d::Xor, xor)
    }
#undef CHECK_NAME
  }).run();
}

unsigned model_source(char kind, unsigned lane, unsigned n, unsigned width, unsigned size) {
  const unsigned start = lane / width * width;
  n %= size;
  switch (kind) {
  case 'i': return start + n % width;
  case 'u': return lane - start >= n ? lane - n : lane;
  case 'd': return lane - start + n < width ? lane + n : lane;
  default: return (lane ^ n) < start + width ? lane ^ n : lane;
  }
}

struct Record {
  long long a;
  short b;
  bool operator==(const Record& other) const { return a == other.a && b == other.b; }
};

template <class T, class Make>
void check_shuffles(unsigned size, std::uint64_t active, Make make) {
  for (unsigned width = 1; width <= size; width *= 2)
    for (unsigned n : {0u, 1u, 2u, 7u, 16u, 31u, 32u, 33u, 63u, 64u})
      Block(size, size, active, [&] {
        const unsigned lane = w::lane_id();
        const T own = make(lane);
        const int signed_n = static_cast<int>(n), signed_width = static_cast<int>(width);
        const T got[8] = {T(w::shfl(own, signed_n, signed_width)),
                          T(w::shfl_up(own, n, signed_width)),
                          T(w::shfl_down(own, n, signed_width)),
                          T(w::shfl_xor(own, signed_n, signed_width)),
                          T(w::shfl_sync(~0ull, own, signed_n, signed_width)),
                          T(w::shfl_up_sync(w::whole, own, n, signed_width)),
                          T(w::shfl_down_sync(w::full_mask(), own, n, signed_width)),
                          T(w::shfl_xor_sync(~0ull, own, signed_n, signed_width))};
        for (unsigned k = 0; k < 8; ++k) {
          const unsigned source = model_source("iudx"[k % 4], lane, n, width, size);
          if (((active >> source) & 1) == 0) continue;
          expect(got[k] == make(source), "shuffle", size, active, lane);
        }
        const T defaulted = T(w::shfl(own, signed_n));
        if (((active >> n % size) & 1) != 0)
          expect(defaulted == make(n % size), "shuffle over the wave", size, active, lane);
      }).run();
}

void check_votes(unsigned size, std::uint64_t active, std::uint64_t yes, std::uint64_t mask,
                 const std::vector<int>& values) {
  Block(size, size, active, [&] {
    const unsigned lane = w::lane_id();
    const std::uint64_t votes = active & yes, members = active & mask;
    const int p = static_cast<int>((yes >> lane) & 1);
    const auto check = [&](bool holds, const char* what) {
      expect(holds, what, size, active, lane);
    };
    check(w::size() == size && lane < size, "size");
    check(w::full_mask() == ~std::uint64_t{0} >> (64 - size), "full_mask");
    check(w::active_mask() == active, "active_mask");
    check(w::ballot(p) == votes, "ballot");
    check(w::ballot_sync(mask, p) == (votes & mask), "ballot_sync");
    check(w::any(p) == (votes != 0), "any");
    check(w::any_sync(mask, p) == ((votes & mask) != 0), "any_sync");
    check(w::all(p) == (votes == active), "all");
    check(w::all_sync(mask, p) == ((votes & mask) == members), "all_sync");
    std::uint64_t below = 0;
    for (unsigned i = 0; i < lane; ++i) below |= std::uint64_t{1} << i;
    const std::uint64_t self = std::uint64_t{1} << lane;
    check(w::lanemask_lt() == below && w::lanemask_le() == (below | self)
              && w::lanemask_eq() == self && w::lanemask_ge() == (w::full_mask() & ~below)
              && w::lanemask_gt() == (w::full_mask() & ~(below | self)),
          "lanemask");
    std::uint64_t peers = 0;
    bool equal = true;
    int first = -1;
    for (unsigned i = 0; i < size; ++i) {
      if (((members >> i) & 1) == 0) continue;
      if (first < 0) first = values[i];
      equal = equal && values[i] == first;
      if (values[i] == values[lane]) peers |= std::uint64_t{1} << i;
    }
    const std::uint64_t matched = w::match_any_sync(mask, values[lane]);
    int answer = 7;
    const std::uint64_t agreed = w::match_all_sync(mask, values[lane], &answer);
    if (((mask >> lane) & 1) != 0) {
      check(matched == peers, "match_any_sync");
      check(agreed == (equal ? members : 0) && answer == (equal ? 1 : 0), "match_all_sync");
    }
    w::sync();
    w::sync(mask);
  }).run();
}

void check_counts() {
  for (unsigned i = 0; i < 64; ++i) {
    const std::uint64_t one = std::uint64_t{1} << i;
    expect(w::popc(one) == 1 && w::popc(~one) == 63, "popc", 64, one, i);
    expect(w::ffs(one) == static_cast<int>(i) + 1, "ffs", 64, one, i);
    expect(w::clz(one) == 63 - static_cast<int>(i), "clz", 64, one, i);
  }
  expect(w::popc(0u) == 0 && w::ffs(0u) == 0 && w::clz(0u) == 64, "counts of nothing", 64, 0, 0);
}

// ---- the block ----

template <class T>
void check_block(unsigned wave_size, unsigned threads, const std::vector<T>& values) {
  static b::scratch<T> memory;
  static b::scratch<int> votes;
  const auto part = [&](unsigned end) {
    return std::vector<T>(values.begin(), values.begin() + end);
  };
  // Folds over all prefixes are slow, so threads look them up.
#define PREFIXES(op, name)                                                                         \
  std::vector<d::ResultOf<op, T>> name##_to(threads), name##_below(threads);                       \
  for (unsigned i = 0; i < threads; ++i) {                                                         \
    name##_to[i] = fold<op>(part(i + 1));                                                          \
    name##_below[i] = fold_exclusive<op>(part(i));                                                 \
  }
  PREFIXES(d::Add, sum)
  PREFIXES(d::Min, min)
  PREFIXES(d::Max, max)
#undef PREFIXES
  const std::vector<T> values_here = part(threads);
  int positive = 0;
  for (unsigned i = 0; i < threads; ++i) positive += values[i] > T{0} ? 1 : 0;
  Block(wave_size, threads, ~std::uint64_t{0}, [&] {
    const unsigned i = b::thread_rank();
    const T v = values[i];
    const auto check = [&](bool holds, const char* what) {
      expect(holds, what, wave_size, threads, i);
    };
    check(b::size() == threads, "block size");
    // One after the other in the same memory.
#define CHECK_BLOCK(op, name)                                                                      \
  {                                                                                                \
    d::ResultOf<d::Add, T> total = 0, other_total = 0;                                             \
    check(same(b::reduce_##name(memory, v), name##_to[threads - 1]), "block reduce_" #name);       \
    check(same(b::reduce_##name(v), name##_to[threads - 1]), "block reduce_" #name ", own");       \
    check(same(b::inclusive_##name(memory, v), name##_to[i]), "block inclusive_" #name);           \
    check(same(b::inclusive_##name(v, &total), name##_to[i]), "block inclusive_" #name ", own");   \
    check(same(b::exclusive_##name(memory, v, &other_total), name##_below[i]),                     \
          "block exclusive_" #name);                                                               \
    check(same(b::exclusive_##name(v), name##_below[i]), "block exclusive_" #name ", own");        \
    check(same(total, name##_to[threads - 1])                                                      \
              && same(other_total, fold_exclusive<d::op>(values_here)),                            \
          "block total of " #name);                                                                \
  }
    CHECK_BLOCK(Add, sum)
    CHECK_BLOCK(Min, min)
    CHECK_BLOCK(Max, max)
#undef CHECK_BLOCK
    const int p = v > T{0} ? 1 : 0;
    check(b::count(p) == positive && b::count(votes, p) == positive, "count");
    check(b::any(p) == (positive != 0) && b::any(votes, 0) == 0 && b::any(1) == 1, "any");
    check(b::all(p) == (positive == static_cast<int>(threads)) && b::all(votes, 1) == 1, "all");
  }).run();
}

void check_block_bits(unsigned wave_size, unsigned threads, const std::vector<unsigned>& values) {
  static b::scratch<unsigned> memory;
  Block(wave_size, threads, ~std::uint64_t{0}, [&] {
    const unsigned i = b::thread_rank();
    unsigned all = ~0u, any = 0, odd = 0, all_to = ~0u, any_to = 0, odd_to = 0;
    for (unsigned k = 0; k < threads; ++k) {
      all &= values[k];
      any |= values[k];
      odd ^= values[k];
      if (k == i) all_to = all, any_to = any, odd_to = odd;
    }
    const unsigned v = values[i];
    const auto check = [&](bool holds, const char* what) {
      expect(holds, what, wave_size, threads, i);
    };
    check(b::reduce_and(memory, v) == all && b::reduce_and(v) == all, "block reduce_and");
    check(b::reduce_or(memory, v) == any && b::reduce_or(v) == any, "block reduce_or");
    check(b::reduce_xor(memory, v) == odd && b::reduce_xor(v) == odd, "block reduce_xor");
    check(b::inclusive_and(v) == all_to, "block inclusive_and");
    check(b::inclusive_or(v) == any_to, "block inclusive_or");
    check(b::inclusive_xor(memory, v) == odd_to, "block inclusive_xor");
    check((b::exclusive_and(v) & v) == all_to, "block exclusive_and");
    check((b::exclusive_or(memory, v) | v) == any_to, "block exclusive_or");
    check(b::exclusive_xor(v) == (odd_to ^ v), "block exclusive_xor");
  }).run();
}

// ---- 16-bit formats ----

float half_value(unsigned bits) {
  const unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
  const float sign = (bits & 0x8000) != 0 ? -1.0f : 1.0f;
  if (exponent == 31) return fraction != 0 ? std::nanf("") : sign * INFINITY;
  return sign
         * std::ldexp(exponent == 0 ? fraction / 1024.0f : 1 + fraction / 1024.0f,
                      exponent == 0 ? -14 : static_cast<int>(exponent) - 15);
}

float bfloat_value(unsigned bits) {
  const unsigned exponent = bits >> 7 & 255, fraction = bits & 127;
  const float sign = (bits & 0x8000) != 0 ? -1.0f : 1.0f;
  if (exponent == 255) return fraction != 0 ? std::nanf("") : sign * INFINITY;
  return sign
         * std::ldexp(exponent == 0 ? fraction / 128.0f : 1 + fraction / 128.0f,
                      exponent == 0 ? -126 : static_cast<int>(exponent) - 127);
}

// Every value there and back, and everything between two neighbours to the nearer one, from the
// middle to the even one.
template <class Value, class Widen, class Narrow>
void check_format(unsigned infinity, Value value, Widen widen, Narrow narrow) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const float v = widen(static_cast<std::uint16_t>(bits));
    expect(same(v, value(bits)), "widened", 16, bits, 0);
    const unsigned back = narrow(v);
    expect(v != v ? (back & 0x7fff) > infinity && (back & 0x8000) == (bits & 0x8000) : back == bits,
           "there and back", 16, bits, 0);
    if ((bits & 0x7fff) + 1 >= infinity) continue;
    const float next = value(bits + 1);
    const float middle = static_cast<float>((static_cast<double>(v) + next) / 2);
    expect(narrow(middle) == bits + (bits & 1), "half way", 16, bits, 0);
    expect(narrow(std::nextafter(middle, v)) == bits, "below half way", 16, bits, 0);
    expect(narrow(std::nextafter(middle, next)) == bits + 1, "above half way", 16, bits, 0);
  }
  const float last = value(infinity - 1), step = last - value(infinity - 2);
  expect(narrow(last + step / 2) == infinity, "rounds to infinity", 16, infinity, 0);
  expect(narrow(std::nextafter(last + step / 2, 0.0f)) == infinity - 1, "just finite", 16, infinity,
         0);
}

template <class T, class Random, class Value>
void check_small_floats(unsigned size, std::uint64_t active, Random& random, Value value) {
  std::vector<T> given(64);
  std::vector<float> values(64);
  for (unsigned i = 0; i < 64; ++i) {
    values[i] = static_cast<float>(static_cast<int>(random() % 16) - 8) / 4;
    given[i] = d::narrow16(values[i], T{});
  }
  Block(size, size, active, [&] {
    const unsigned lane = w::lane_id();
    const auto check = [&](T got, float want, const char* what) {
      expect(value(got.bits) == want, what, size, active, lane);
    };
    const auto all = some(values, active, 0, size), up_to = some(values, active, 0, lane + 1);
    check(w::reduce_sum(given[lane]), fold<d::Add>(all), "16-bit sum");
    check(w::reduce_min(given[lane]), fold<d::Min>(all), "16-bit min");
    check(w::reduce_max(given[lane]), fold<d::Max>(all), "16-bit max");
    check(w::inclusive_sum(given[lane]), fold<d::Add>(up_to), "16-bit scan");
    check(T(w::shfl(given[lane], static_cast<int>(lane))), values[lane], "16-bit shuffle");
  }).run();
}

}  // namespace

int main() {
  std::mt19937 random(11);
  const auto random64 = [&] { return (std::uint64_t{random()} << 32) | random(); };
  for (unsigned size : {32u, 64u}) {
    const std::uint64_t whole = ~std::uint64_t{0} >> (64 - size);
    // Whole, cut short at several places, single lanes, holes, and anything.
    std::vector<std::uint64_t> actives = {whole,
                                          1,
                                          whole & 0x7,
                                          whole >> 1,
                                          whole & 0x1ffff,
                                          std::uint64_t{1} << (size - 1),
                                          whole & 0xaaaaaaaaaaaaaaaaull};
    if (size == 64)
      actives.insert(actives.end(), {0xffffffffull, 0xffffffff00000000ull, 0x1ffffffffull});
    actives.push_back((random64() & whole) | 2);
    for (const std::uint64_t active : actives) {
      check_all_types(size, active, ~std::uint64_t{0}, random);
      const std::uint64_t mask = random64();
      check_type(size, active, mask, integers<int>(random));
      check_type(size, active, mask, floats<float>(random, true));
      check_type(size, active, mask, floats<double>(random, false));
      check_names(size, active, integers<int>(random));
      check_names(size, active, floats<float>(random, true));
      check_small_floats<__half>(size, active, random, half_value);
      check_small_floats<TestBfloat>(size, active, random, bfloat_value);
      check_shuffles<int>(size, active,
                          [](unsigned lane) { return static_cast<int>(lane * 7 - 90); });
      check_shuffles<double>(size, active, [](unsigned lane) { return 1.0 / (lane + 1); });
      check_shuffles<Record>(size, active, [](unsigned lane) {
        return Record{static_cast<long long>(lane) << 40, static_cast<short>(lane)};
      });
      for (const std::uint64_t yes : {std::uint64_t{0}, ~std::uint64_t{0}, random64()})
        for (const unsigned kinds : {1u, 3u, 1000u}) {
          std::vector<int> values(64);
          for (int& v : values) v = static_cast<int>(random() % kinds) - 1;
          check_votes(size, active, yes, random64() | 1, values);
        }
    }
    for (const unsigned threads :
         {1u, 2u, 31u, 32u, 33u, 63u, 64u, 65u, 96u, 100u, 128u, 192u, 255u, 256u, 1000u, 1024u}) {
      const auto longer = [&](auto make) {
        auto values = make();
        while (values.size() < threads) {
          const auto more = make();
          values.insert(values.end(), more.begin(), more.end());
        }
        return values;
      };
      check_block(size, threads, longer([&] { return integers<int>(random); }));
      check_block(size, threads, longer([&] { return floats<float>(random, false); }));
      check_block(size, threads, longer([&] { return floats<double>(random, threads < 100); }));
      check_block_bits(size, threads, longer([&] { return integers<unsigned>(random); }));
    }
  }
  check_counts();
  check_format(0x7c00, half_value, d::f16_to_float, d::float_to_f16);
  check_format(0x7f80, bfloat_value, d::bf16_to_float, d::float_to_bf16);
  std::printf("%ld checks, %d failed\n", checks, failures);
  return failures == 0 ? 0 : 1;
}
