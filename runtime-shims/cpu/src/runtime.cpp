// SPDX-License-Identifier: Apache-2.0
//
// Launches, fibers, and how lanes meet.
//
// Who runs next is decided by the fiber that stops, on its own stack: another ready lane of the
// wave; else the wave's group with the smallest site is released; else the next wave; else, when
// every thread that is left waits at a barrier, the barrier opens. Smallest site first is what a
// wave does: the lanes that are behind catch up before those ahead go on, so branches rejoin.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "hip/hip_runtime_api.h"
#include "state.hpp"

namespace hipshim {
namespace cpu {

namespace {

unsigned from_environment(const char* name, unsigned otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr && *text != 0 ? static_cast<unsigned>(std::strtoul(text, nullptr, 10))
                                       : otherwise;
}

Settings settings_at_start() {
  Settings s{};
  s.wave_size = from_environment("HIPSHIM_CPU_WAVE", 64);
  if (s.wave_size != 32 && s.wave_size != 64) {
    std::fprintf(stderr, "hipshim-cpu: HIPSHIM_CPU_WAVE must be 32 or 64\n");
    std::exit(2);
  }
  s.checked = from_environment("HIPSHIM_CPU_CHECKED", 1) != 0;
  s.lockstep = from_environment("HIPSHIM_CPU_LOCKSTEP", 0) != 0;
  s.timeout_ms = from_environment("HIPSHIM_CPU_TIMEOUT_MS", 30000);
  s.max_steps = from_environment("HIPSHIM_CPU_MAX_STEPS", 0);
  return s;
}

using Clock = std::chrono::steady_clock;

constexpr unsigned kSpinAccesses = 1u << 16;

unsigned long long resumed = 0;
unsigned long long resumed_before = 0;  // this launch
unsigned long long spun = 0;            // accesses of waiting lanes in this launch
int wave_size_value = 64;
uint3 thread_index{}, block_index{};
dim3 block_dim, grid_dim;

Lane scheduler;  // stands for the launching thread
Lane finished;   // where the last context of a lane that ended is left
void (*kernel_thread)(void*) = nullptr;
void* kernel_opaque = nullptr;
Clock::time_point last_progress;
bool progress = false;  // since last_progress was set
bool stuck = false;

std::uint64_t bit(unsigned lane) { return std::uint64_t{1} << lane; }

unsigned first_bit(std::uint64_t bits) { return static_cast<unsigned>(__builtin_ctzll(bits)); }

Wave& wave_of(const Lane& lane) { return block.wave[lane.wave]; }

Lane& lane_at(const Wave& wave, unsigned lane) { return block.lanes[wave.first + lane]; }

// ---- stacks ----

std::size_t stack_size() {
  static const std::size_t size =
      std::max(32u, from_environment("HIPSHIM_CPU_STACK_KB", 256)) * std::size_t{1024};
  return size;
}

char* stacks = nullptr;

// A fault in a guard page is a kernel that needs more stack; any other goes its usual way.
void on_fault(int signal, siginfo_t* info, void*) {
  const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const auto begin = reinterpret_cast<std::uintptr_t>(stacks);
  const std::size_t each = stack_size() + 4096;
  if (at - begin < each * kMaxThreads && (at - begin) % each < 4096) {
    constexpr char kText[] =
        "hipshim-cpu: a thread of the kernel has no stack left; set HIPSHIM_CPU_STACK_KB\n";
    static_cast<void>(!write(2, kText, sizeof kText - 1));
    _exit(67);
  }
  std::signal(signal, SIG_DFL);
}

void watch_stacks() {
  static char own_stack[64 * 1024];
  stack_t alternate{};
  alternate.ss_sp = own_stack;
  alternate.ss_size = sizeof own_stack;
  sigaltstack(&alternate, nullptr);
  struct sigaction action{};
  struct sigaction before{};
  action.sa_sigaction = &on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  // A program with a handler of its own keeps it.
  if (sigaction(SIGSEGV, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
    sigaction(SIGSEGV, &action, nullptr);
}

// A guard page below each stack. The tops are staggered: at equal offsets all lanes' frames would
// fall into the same few cache sets.
void* stack_top(unsigned index) {
  static char* memory = [] {
    const std::size_t all = (stack_size() + 4096) * kMaxThreads;
    void* at = mmap(nullptr, all, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (at == MAP_FAILED) {
      std::perror("hipshim-cpu: stacks");
      std::abort();
    }
    for (unsigned i = 0; i < kMaxThreads; ++i)
      mprotect(static_cast<char*>(at) + i * (stack_size() + 4096), 4096, PROT_NONE);
    stacks = static_cast<char*>(at);
    watch_stacks();
    return stacks;
  }();
  return memory + (index + 1) * (stack_size() + 4096) - (index % 31) * 256;
}

// ---- switching ----

void arrived_from(context::transfer_t from) {
  static_cast<Lane*>(from.data)->resume_at = from.fctx;
}

void switch_to(Lane& from, Lane& to) {
  running = &to == &scheduler ? nullptr : &to;
  thread_index = to.thread;
  arrived_from(context::jump_fcontext(to.resume_at, &from));
}

[[noreturn]] void thread_main(context::transfer_t from);

// ---- groups ----

bool site_before(const Lane& a, const Lane& b) {
  unsigned i = a.depth, j = b.depth;
  while (i > 0 && j > 0) {
    --i, --j;
    if (a.chain[i] != b.chain[j]) return a.chain[i] < b.chain[j];
  }
  return i < j;
}

std::uint64_t smallest_group(const Wave& wave) {
  const Lane* best = nullptr;
  std::uint64_t group = 0;
  for (std::uint64_t rest = wave.meeting; rest != 0; rest &= rest - 1) {
    const unsigned i = first_bit(rest);
    const Lane& lane = lane_at(wave, i);
    if (best != nullptr && lane.site == best->site) {
      group |= bit(i);
    } else if (best == nullptr || site_before(lane, *best)) {
      best = &lane;
      group = bit(i);
    }
  }
  return group;
}

std::string list_lanes(std::uint64_t lanes) {
  std::string text;
  for (unsigned i = 0; i < 64; ++i) {
    if ((lanes >> i & 1) == 0) continue;
    unsigned last = i;
    while (last < 63 && (lanes >> (last + 1) & 1) != 0) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(i);
    if (last > i) text += "-" + std::to_string(last);
    i = last;
  }
  return text;
}

Place place_of(const Lane& lane) { return {lane.chain, lane.depth}; }

void check_masks(const Wave& wave, std::uint64_t group) {
  for (std::uint64_t rest = group; rest != 0; rest &= rest - 1) {
    const Lane& lane = lane_at(wave, first_bit(rest));
    if (!lane.mask.given) continue;
    if ((lane.mask.bits & bit(lane.lane)) == 0)
      report(Misuse::kMaskWithoutCaller, place_of(lane),
             "lane " + std::to_string(lane.lane) + " passes a mask (lanes "
                 + list_lanes(lane.mask.bits) + ") that does not name it");
    const std::uint64_t absent = lane.mask.bits & wave.exists & ~group;
    if (absent == 0) continue;
    const std::uint64_t left = absent & wave.done;
    report(Misuse::kLanesNeverArrive, place_of(lane),
           "the mask of lane " + std::to_string(lane.lane) + " names lanes " + list_lanes(absent)
               + ", which do not arrive here"
               + (left == 0        ? ""
                  : left == absent ? " (they have left the kernel)"
                                   : " (of these " + list_lanes(left) + " have left the kernel)"));
  }
}

void order_group(Wave& wave, std::uint64_t group) {
  const std::uint32_t now = ++wave.fences;
  if (group == (wave.exists & ~wave.done)) {
    wave.ordered_all = now;
    return;
  }
  wave.partial_fences = true;
  for (std::uint64_t a = group; a != 0; a &= a - 1)
    for (std::uint64_t b = group; b != 0; b &= b - 1)
      wave.ordered[first_bit(a)][first_bit(b)] = now;
}

// The sizes that kernels use need no call.
void copy_value(void* to, const void* from, std::size_t size) {
  if (size == 4)
    std::memcpy(to, from, 4);
  else if (size == 8)
    std::memcpy(to, from, 8);
  else
    std::memcpy(to, from, size);
}

void release(Wave& wave, std::uint64_t group) {
  const Lane& first = lane_at(wave, first_bit(group));
  if (settings.checked && first.kind != Kind::kAccess) check_masks(wave, group);
  switch (first.kind) {
  case Kind::kVote: {
    std::uint64_t votes = 0;
    for (std::uint64_t rest = group; rest != 0; rest &= rest - 1)
      if (lane_at(wave, first_bit(rest)).predicate) votes |= bit(first_bit(rest));
    for (std::uint64_t rest = group; rest != 0; rest &= rest - 1)
      lane_at(wave, first_bit(rest)).answer = votes;
    break;
  }
  case Kind::kExchange:
    for (std::uint64_t rest = group; rest != 0; rest &= rest - 1) {
      const Lane& lane = lane_at(wave, first_bit(rest));
      if (lane.source < settings.wave_size && (group & bit(lane.source)) != 0) {
        copy_value(lane.result, lane_at(wave, lane.source).value, lane.size);
        continue;
      }
      std::memset(lane.result, 0, lane.size);
      if (settings.checked)
        report(Misuse::kInactiveLane, place_of(lane),
               "lane " + std::to_string(lane.lane) + " reads lane " + std::to_string(lane.source)
                   + ", which takes no part (active: " + list_lanes(group) + ")");
    }
    break;
  case Kind::kGather:
    for (std::uint64_t rest = group; rest != 0; rest &= rest - 1) {
      Lane& lane = lane_at(wave, first_bit(rest));
      for (std::uint64_t from = group; from != 0; from &= from - 1)
        copy_value(static_cast<char*>(lane.result) + first_bit(from) * lane.size,
                   lane_at(wave, first_bit(from)).value, lane.size);
      lane.answer = group;
    }
    break;
  case Kind::kFence: order_group(wave, group); break;
  case Kind::kAccess: break;
  }
  wave.meeting &= ~group;
  wave.ready |= group;
  if (first.kind == Kind::kAccess) {
    spun += static_cast<unsigned>(__builtin_popcountll(group));
    return;
  }
  progress = true;
  resumed += static_cast<unsigned>(__builtin_popcountll(group));
  for (std::uint64_t rest = group; rest != 0; rest &= rest - 1)
    lane_at(wave, first_bit(rest)).accesses = 0;
}

// ---- the barrier ----

void check_barrier() {
  const Lane* first = nullptr;
  unsigned waiting = 0, left = 0;
  const Lane* elsewhere = nullptr;
  for (unsigned i = 0; i < block.threads; ++i) {
    const Lane& lane = block.lanes[i];
    if ((wave_of(lane).done & bit(lane.lane)) != 0) {
      ++left;
      continue;
    }
    ++waiting;
    if (first == nullptr)
      first = &lane;
    else if (lane.site != first->site)
      elsewhere = &lane;
  }
  if (elsewhere != nullptr)
    report(Misuse::kBarrierSkipped, place_of(*first),
           "thread " + std::to_string(first->index) + " waits at this barrier, thread "
               + std::to_string(elsewhere->index) + " at another",
           elsewhere->chain[0]);
  if (left != 0 && first != nullptr)
    report(Misuse::kBarrierSkipped, place_of(*first),
           std::to_string(left) + " of " + std::to_string(block.threads)
               + " threads have left the kernel; " + std::to_string(waiting)
               + " wait at this barrier");
}

void open_barrier() {
  if (settings.checked) check_barrier();
  block.barrier_threads = block.barrier_holds = 0;
  for (unsigned w = 0; w < block.waves; ++w) {
    Wave& wave = block.wave[w];
    for (std::uint64_t rest = wave.at_barrier; rest != 0; rest &= rest - 1) {
      Lane& lane = lane_at(wave, first_bit(rest));
      ++block.barrier_threads;
      if (lane.predicate) ++block.barrier_holds;
      lane.accesses = 0;
    }
    wave.ready = wave.at_barrier;
    wave.at_barrier = 0;
  }
  resumed += block.barrier_threads;
  next_interval();
}

// ---- who runs next ----

Lane& take_ready(Wave& wave) {
  const unsigned i = first_bit(wave.ready);
  wave.ready &= wave.ready - 1;
  return lane_at(wave, i);
}

Lane& next_lane() {
  for (;;) {
    bool spinning = false, waiting = false;
    for (unsigned n = 0; n < block.waves; ++n) {
      Wave& wave = block.wave[block.current_wave];
      if (wave.ready == 0 && wave.spinning == 0 && wave.meeting != 0)
        release(wave, smallest_group(wave));
      if (wave.ready != 0) return take_ready(wave);
      spinning = spinning || wave.spinning != 0;
      waiting = waiting || wave.at_barrier != 0;
      if (++block.current_wave == block.waves) block.current_wave = 0;
    }
    if (spinning) {
      if (progress) last_progress = Clock::now();
      progress = false;
      if (Clock::now() - last_progress > std::chrono::milliseconds(settings.timeout_ms)) {
        for (unsigned w = 0; w < block.waves; ++w)
          if (block.wave[w].spinning != 0) {
            const Lane& lane = lane_at(block.wave[w], first_bit(block.wave[w].spinning));
            report(Misuse::kNoProgress, place_of(lane),
                   "thread " + std::to_string(lane.index)
                       + " repeats an access here and waits for another thread: every thread of "
                         "the block waits (a wave has one program counter: a lane cannot wait for "
                         "another lane of its wave)");
            break;
          }
        stuck = true;
        return scheduler;
      }
      for (unsigned w = 0; w < block.waves; ++w) {
        spun += kSpinAccesses * static_cast<unsigned>(__builtin_popcountll(block.wave[w].spinning));
        block.wave[w].ready = block.wave[w].spinning;
        block.wave[w].spinning = 0;
      }
      continue;
    }
    if (!waiting) return scheduler;
    open_barrier();
    progress = true;
    block.current_wave = 0;
  }
}

bool out_of_steps(const Lane& lane) {
  if (settings.max_steps == 0 || resumed - resumed_before + spun <= settings.max_steps)
    return false;
  report(Misuse::kNoProgress, place_of(lane),
         "the kernel has not ended after " + std::to_string(settings.max_steps)
             + " steps, as HIPSHIM_CPU_MAX_STEPS allows");
  stuck = true;
  return true;
}

void stop(Lane& lane) {
  if (settings.checked) finish_pending();
  Lane& next = out_of_steps(lane) ? scheduler : next_lane();
  if (&next == &lane) {
    running = &lane;
    return;
  }
  switch_to(lane, next);
}

// `frame` is that of the function that the kernel called.
void note_site(Lane& lane, void* frame) {
  lane.depth = walk_stack(lane, frame, lane.chain);
  std::uint64_t hash = lane.depth;
  for (unsigned i = 0; i < lane.depth; ++i)
    hash = (hash ^ reinterpret_cast<std::uintptr_t>(lane.chain[i])) * 0x9e3779b97f4a7c15ull;
  lane.site = hash;
}

Lane& meet(Kind kind, Mask mask, void* frame) {
  Lane& lane = *running;
  lane.kind = kind;
  lane.mask = mask;
  note_site(lane, frame);
  wave_of(lane).meeting |= bit(lane.lane);
  return lane;
}

void outside_a_kernel(const char* what) {
  std::fprintf(stderr, "hipshim-cpu: %s was called outside a kernel\n", what);
  std::abort();
}

[[noreturn]] void thread_main(context::transfer_t from) {
  arrived_from(from);
  running->bottom_frame = __builtin_frame_address(0);
  kernel_thread(kernel_opaque);
  Lane& lane = *running;
  wave_of(lane).done |= bit(lane.lane);
  if (settings.checked) finish_pending();
  progress = true;
  switch_to(finished, next_lane());
  std::abort();
}

void run_block(std::size_t dynamic_size) {
  block.current_wave = 0;
  for (unsigned w = 0; w < block.waves; ++w) {
    Wave& wave = block.wave[w];
    wave.first = w * settings.wave_size;
    const unsigned lanes = std::min(settings.wave_size, block.threads - wave.first);
    wave.exists = lanes == 64 ? ~std::uint64_t{0} : bit(lanes) - 1;
    wave.ready = wave.exists;
    wave.meeting = wave.at_barrier = wave.spinning = wave.done = 0;
    wave.fences = wave.ordered_all = 0;
    if (wave.partial_fences) std::memset(wave.ordered, 0, sizeof wave.ordered);
    wave.partial_fences = false;
  }
  for (unsigned i = 0; i < block.threads; ++i) {
    Lane& lane = block.lanes[i];
    lane.index = i;
    lane.wave = i / settings.wave_size;
    lane.lane = i % settings.wave_size;
    lane.thread = {i % block_dim.x, i / block_dim.x % block_dim.y, i / block_dim.x / block_dim.y};
    lane.accesses = 0;
    lane.stack_top = static_cast<char*>(stack_top(i));
    lane.stack_size = stack_size() - 31 * 256;
    lane.resume_at = context::make_fcontext(lane.stack_top, lane.stack_size, &thread_main);
  }
  shared_of_block(dynamic_size);
  progress = true;
  stuck = false;
  switch_to(scheduler, next_lane());
}

}  // namespace

Settings settings = settings_at_start();
Block block;
Lane* running = nullptr;

unsigned walk_stack(const Lane& lane, void* frame, void** chain) {
  auto** at = static_cast<void**>(frame);
  const char* const top = lane.stack_top;
  const char* const bottom = top - lane.stack_size;
  unsigned depth = 0;
  while (depth < kMaxDepth) {
    const char* here = reinterpret_cast<const char*>(at);
    if (here < bottom || here + 16 > top || at[1] == nullptr) break;
    chain[depth++] = at[1];
    if (at[0] == lane.bottom_frame || static_cast<char*>(at[0]) <= here) break;
    at = static_cast<void**>(at[0]);
  }
  return depth;
}

bool set_wave_size(unsigned lanes) {
  if ((lanes != 32 && lanes != 64) || running != nullptr) return false;
  settings.wave_size = lanes;
  wave_size_value = static_cast<int>(lanes);
  return true;
}
void set_checked(bool on) { settings.checked = on; }
void set_lockstep(bool on) { settings.lockstep = on; }
void set_timeout_ms(unsigned milliseconds) { settings.timeout_ms = milliseconds; }
void set_max_steps(unsigned steps) { settings.max_steps = steps; }
unsigned long long steps() { return resumed; }

unsigned lane_of_wave() {
  if (running == nullptr) outside_a_kernel("a lane id");
  return running->lane;
}
unsigned lanes_per_wave() { return settings.wave_size; }

std::uint64_t vote(bool predicate, Mask mask) {
  if (running == nullptr) outside_a_kernel("a vote");
  Lane& lane = meet(Kind::kVote, mask, __builtin_frame_address(0));
  lane.predicate = predicate;
  stop(lane);
  return lane.answer;
}

void exchange(const void* value, void* result, std::size_t size, unsigned source, Mask mask) {
  if (running == nullptr) outside_a_kernel("a shuffle");
  Lane& lane = meet(Kind::kExchange, mask, __builtin_frame_address(0));
  lane.value = value;
  lane.result = result;
  lane.size = size;
  lane.source = source;
  stop(lane);
}

std::uint64_t gather(const void* value, void* all, std::size_t size, Mask mask) {
  if (running == nullptr) outside_a_kernel("a cross-lane operation");
  Lane& lane = meet(Kind::kGather, mask, __builtin_frame_address(0));
  lane.value = value;
  lane.result = all;
  lane.size = size;
  stop(lane);
  return lane.answer;
}

void fence(Mask mask) {
  if (running == nullptr) outside_a_kernel("a wave barrier");
  stop(meet(Kind::kFence, mask, __builtin_frame_address(0)));
}

void meet_for_access(void* frame) { stop(meet(Kind::kAccess, {}, frame)); }

Tally barrier(bool predicate) {
  if (running == nullptr) outside_a_kernel("a barrier");
  Lane& lane = *running;
  note_site(lane, __builtin_frame_address(0));
  lane.predicate = predicate;
  wave_of(lane).at_barrier |= bit(lane.lane);
  stop(lane);
  return {block.barrier_threads, block.barrier_holds};
}

// Called often by a lane that waits for others: now and then they get their turn.
void spin() {
  Lane& lane = *running;
  if (++lane.accesses < kSpinAccesses) return;
  lane.accesses = 0;
  note_site(lane, __builtin_frame_address(0));
  wave_of(lane).spinning |= bit(lane.lane);
  stop(lane);
}

void Launch::start(void (*thread)(void*), void* opaque) {
  if (running != nullptr) outside_a_kernel("nothing, but a kernel was launched inside one: that");
  const auto fits = [](const dim3& d) { return d.x != 0 && d.y != 0 && d.z != 0; };
  const auto threads = std::uint64_t{block_.x} * block_.y * block_.z;
  if (!fits(grid_) || !fits(block_) || threads > kMaxThreads || shared_ > kMaxShared) {
    note_error(hipErrorInvalidConfiguration);
    return;
  }
  if (!is_stream(stream_)) {
    note_error(hipErrorContextIsDestroyed);
    return;
  }
  start_memory();
  wave_size_value = static_cast<int>(settings.wave_size);
  block_dim = block_;
  grid_dim = grid_;
  kernel_thread = thread;
  kernel_opaque = opaque;
  block.threads = static_cast<unsigned>(threads);
  block.waves = (block.threads + settings.wave_size - 1) / settings.wave_size;
  resumed_before = resumed;
  spun = 0;
  for (unsigned z = 0; z < grid_.z; ++z)
    for (unsigned y = 0; y < grid_.y; ++y)
      for (unsigned x = 0; x < grid_.x; ++x) {
        block_index = block.index = {x, y, z};
        run_block(shared_);
        if (stuck) {
          note_error(hipErrorLaunchTimeOut);
          return;
        }
      }
}

// ---- the hooks of hipshim/detail/cpu.hpp ----

std::uint32_t wave_lane() { return lane_of_wave(); }
std::uint32_t wave_size() { return settings.wave_size; }

std::uint64_t wave_ballot(bool predicate) {
  if (running == nullptr) outside_a_kernel("a vote");
  Lane& lane = meet(Kind::kVote, {}, __builtin_frame_address(0));
  lane.predicate = predicate;
  stop(lane);
  return lane.answer;
}

std::uint32_t wave_permute(std::uint32_t word, std::uint32_t source) {
  if (running == nullptr) outside_a_kernel("a shuffle");
  std::uint32_t result = 0;
  Lane& lane = meet(Kind::kExchange, {}, __builtin_frame_address(0));
  lane.value = &word;
  lane.result = &result;
  lane.size = sizeof word;
  lane.source = source % settings.wave_size;
  stop(lane);
  return result;
}

void wave_fence() {
  if (running == nullptr) outside_a_kernel("a wave barrier");
  stop(meet(Kind::kFence, {}, __builtin_frame_address(0)));
}

std::uint32_t block_thread() {
  if (running == nullptr) outside_a_kernel("a thread index");
  return running->index;
}
std::uint32_t block_threads() { return block.threads; }
void block_barrier() { barrier(); }

}  // namespace cpu
}  // namespace hipshim

const uint3& threadIdx = hipshim::cpu::thread_index;
const uint3& blockIdx = hipshim::cpu::block_index;
const dim3& blockDim = hipshim::cpu::block_dim;
const dim3& gridDim = hipshim::cpu::grid_dim;
const int& warpSize = hipshim::cpu::wave_size_value;
