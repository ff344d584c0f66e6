// SPDX-License-Identifier: Apache-2.0
//
// What the parts of the runtime share: the running block, and the memory that is watched.
#ifndef HIPSHIM_CPU_STATE_HPP
#define HIPSHIM_CPU_STATE_HPP

#include <boost/context/detail/fcontext.hpp>
#include <cstdint>

#include "hipshim/cpu/runtime.hpp"

// Made by the linker: the bounds of the section that holds every __shared__ variable, and where the
// program begins.
extern "C" {
extern char hipshim_shared_begin[] __asm__("__start_hipshim_shared");
extern char hipshim_shared_end[] __asm__("__stop_hipshim_shared");
extern char hipshim_program_begin[] __asm__("__executable_start");
}

namespace hipshim {
namespace cpu {

namespace context = boost::context::detail;

constexpr unsigned kMaxThreads = 1024;
constexpr unsigned kMaxWaves = kMaxThreads / 32;
constexpr unsigned kMaxDepth = 256;
constexpr std::size_t kMaxShared = 64 * 1024;  // per block, static and dynamic

struct Settings {
  unsigned wave_size;
  bool checked;
  bool lockstep;
  unsigned timeout_ms;
  unsigned max_steps;  // 0: no limit
};
extern Settings settings;

enum class Kind : std::uint8_t { kVote, kExchange, kGather, kFence, kAccess };

struct Lane {
  context::fcontext_t resume_at = nullptr;
  uint3 thread{};
  unsigned index = 0;  // in the block
  unsigned wave = 0;
  unsigned lane = 0;      // in the wave
  unsigned accesses = 0;  // since it last met another lane

  char* stack_top = nullptr;
  std::size_t stack_size = 0;
  void* bottom_frame = nullptr;  // of the function that calls the kernel

  // Where it waits: return addresses, innermost first.
  std::uint64_t site = 0;
  unsigned depth = 0;
  void* chain[kMaxDepth];

  // What it waits with.
  Kind kind = Kind::kFence;
  bool predicate = false;
  unsigned source = 0;
  std::size_t size = 0;
  const void* value = nullptr;
  void* result = nullptr;
  std::uint64_t answer = 0;
  Mask mask;
};

// One bit per lane. A lane is in exactly one of these sets, or running.
struct Wave {
  unsigned first = 0;  // index of lane 0
  std::uint64_t exists = 0;
  std::uint64_t ready = 0;
  std::uint64_t meeting = 0;
  std::uint64_t at_barrier = 0;
  std::uint64_t spinning = 0;
  std::uint64_t done = 0;
  // Fences count up; what a lane did at a smaller count than these is ordered before now.
  std::uint32_t fences = 0;
  std::uint32_t ordered_all = 0;
  std::uint32_t ordered[64][64] = {};  // [earlier lane][later lane], when fences were partial
  bool partial_fences = false;
};

struct Block {
  unsigned threads = 0;
  unsigned waves = 0;
  unsigned current_wave = 0;
  unsigned barrier_threads = 0;
  unsigned barrier_holds = 0;
  uint3 index{};
  Lane lanes[kMaxThreads];
  Wave wave[kMaxWaves];
};
extern Block block;
extern Lane* running;  // null outside kernels

// ---- reports ----

struct Place {
  void* const* chain;  // innermost first
  unsigned depth;
};
// `other` is the second place of the message, or null.
void report(Misuse kind, Place at, const std::string& text, void* other = nullptr);
unsigned walk_stack(const Lane& lane, void* frame, void** chain);

// ---- memory ----

void start_memory();
void shared_of_block(std::size_t dynamic_size);  // a block starts: nothing is written
void next_interval();                            // all threads have met
void check_access(const volatile void* address, std::size_t size, bool write, bool atomic,
                  void* frame, bool whole_object = false);
void finish_pending();
void meet_for_access(void* frame);
void spin();
std::size_t static_shared_size();

void* device_allocate(std::size_t size);
bool device_free(void* memory);
bool in_device_memory(const void* memory);
std::size_t device_room(const void* memory);

}  // namespace cpu
}  // namespace hipshim

#endif  // HIPSHIM_CPU_STATE_HPP
