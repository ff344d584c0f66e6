// SPDX-License-Identifier: Apache-2.0
//
// Watched memory. Kernels are compiled with -fsanitize=thread, whose calls before each access end
// here; ThreadSanitizer's own runtime is not linked. Locals that nobody else can reach make no
// call.
//
//   shared    every __shared__ variable lies in one section, the dynamic part too. Each byte has a
//             record of its last write and its last two readers
//   device    hipMalloc's memory lies in one region, with a byte for each 16: how many are valid
#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "state.hpp"

namespace hipshim {
namespace cpu {

// The largest block's dynamic shared memory, with room behind it so that an overrun is seen.
alignas(256) __attribute__((section("hipshim_shared"))) char dynamic_shared[kMaxShared + 4096] = {};

namespace {

struct Access {
  std::uint32_t interval = 0;  // between two barriers; 0: never
  std::uint32_t fences = 0;    // of its wave, when it happened
  std::uint32_t pc = 0;        // from the start of the program
  std::uint16_t thread = 0;
  bool atomic = false;
};

struct Cell {
  Access write, read, earlier_read;  // the two reads are of different threads
};

struct Object {
  std::uintptr_t begin;
  std::size_t size;
  std::string name;
};

const std::uintptr_t kSharedBegin = reinterpret_cast<std::uintptr_t>(hipshim_shared_begin);
std::size_t shared_size = 0;  // 0 until the first launch
Cell* cells = nullptr;
unsigned char* valid = nullptr;  // per byte of the section
std::vector<Object> objects;
std::uint32_t interval = 0, first_interval = 1;
std::size_t dynamic_size = 0;

// What a write changes is not known before it is done. A conflicting write is reported only if it
// changes the byte in question: threads that store one and the same value are right code. And an
// atomic writes what it changes: a 16-bit one is made of a wider word and leaves the rest alone.
struct Pending {
  char* address = nullptr;
  std::size_t size = 0;
  unsigned char before[16];
  Access mine;
  std::uint32_t conflicts = 0;  // one bit per byte
  std::string text;
  void* other = nullptr;
  void* chain[kMaxDepth];
  unsigned depth = 0;
} pending;

constexpr std::size_t kDeviceRoom = std::size_t{64} << 30;
constexpr std::size_t kGranule = 16;
std::uintptr_t device_begin = 0;
unsigned char* device_valid = nullptr;
std::size_t device_used = 256;  // so that there is nothing below the first allocation
std::map<std::uintptr_t, std::size_t> device_blocks;
std::multimap<std::size_t, std::uintptr_t> device_holes;  // freed, by size of the whole slot

void* reserve(std::size_t size) {
  void* at = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) {
    std::perror("hipshim-cpu: memory");
    std::abort();
  }
  return at;
}

std::string readable(const char* symbol) {
  int status = 0;
  char* text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  std::string name = status == 0 ? text : symbol;
  std::free(text);
  return name;
}

// The program's own symbol table says where each shared array begins and ends. A stripped program
// has none: then only the section's own bounds are known.
void read_objects() {
  const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat info{};
  if (file < 0 || fstat(file, &info) != 0) return;
  const auto size = static_cast<std::size_t>(info.st_size);
  void* map = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (map == MAP_FAILED) return;
  const auto* bytes = static_cast<const char*>(map);
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(bytes);
  const auto* sections = reinterpret_cast<const Elf64_Shdr*>(bytes + header->e_shoff);
  const std::uintptr_t bias =
      header->e_type == ET_DYN ? reinterpret_cast<std::uintptr_t>(hipshim_program_begin) : 0;
  for (unsigned s = 0; s < header->e_shnum; ++s) {
    if (sections[s].sh_type != SHT_SYMTAB) continue;
    const auto* symbols = reinterpret_cast<const Elf64_Sym*>(bytes + sections[s].sh_offset);
    const char* names = bytes + sections[sections[s].sh_link].sh_offset;
    for (std::size_t i = 0; i < sections[s].sh_size / sizeof(Elf64_Sym); ++i) {
      const Elf64_Sym& symbol = symbols[i];
      const std::uintptr_t begin = symbol.st_value + bias;
      if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || begin < kSharedBegin
          || begin >= kSharedBegin + shared_size)
        continue;
      const char* name = names + symbol.st_name;
      if (std::strstr(name, "hipshim_redzone") != nullptr) continue;
      if (begin == reinterpret_cast<std::uintptr_t>(dynamic_shared)) continue;
      objects.push_back({begin, symbol.st_size, readable(name)});
    }
  }
  munmap(map, size);
  std::sort(objects.begin(), objects.end(),
            [](const Object& a, const Object& b) { return a.begin < b.begin; });
}

std::string describe_shared(std::uintptr_t at) {
  const auto dynamic = reinterpret_cast<std::uintptr_t>(dynamic_shared);
  if (at >= dynamic && at < dynamic + sizeof dynamic_shared)
    return "dynamic shared memory (" + std::to_string(dynamic_size) + " bytes) at byte "
           + std::to_string(at - dynamic);
  const Object* best = nullptr;
  for (const Object& object : objects)
    if (object.begin <= at) best = &object;
  if (best == nullptr) return "shared memory";
  return best->name + " (" + std::to_string(best->size) + " bytes) at byte "
         + std::to_string(at - best->begin);
}

std::string describe_thread(unsigned index) {
  const uint3& t = block.lanes[index].thread;
  const uint3& b = block.index;
  const auto text = [](const uint3& v) {
    return "(" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + ")";
  };
  return "thread " + text(t) + " of block " + text(b);
}

std::uint32_t short_pc(void* pc) {
  return static_cast<std::uint32_t>(static_cast<char*>(pc) - hipshim_program_begin);
}
void* long_pc(std::uint32_t pc) { return hipshim_program_begin + pc; }

bool ordered(const Access& earlier, const Lane& now) {
  if (earlier.interval != interval || earlier.thread == now.index) return true;
  const Lane& other = block.lanes[earlier.thread];
  if (other.wave != now.wave) return false;
  if (settings.lockstep) return true;
  const Wave& wave = block.wave[now.wave];
  return earlier.fences < wave.ordered_all
         || (wave.partial_fences && earlier.fences < wave.ordered[other.lane][now.lane]);
}

// `at` is in the section; `size` was not yet cut to it.
void check_shared(std::uintptr_t at, std::size_t size, bool write, bool atomic, void* frame,
                  bool whole_object) {
  const Lane& lane = *running;
  const std::size_t offset = at - kSharedBegin;
  const Access mine{interval, block.wave[lane.wave].fences, short_pc(static_cast<void**>(frame)[1]),
                    static_cast<std::uint16_t>(lane.index), atomic};
  // Whether a write changes anything is looked at afterwards; long ones are taken to.
  const bool wait = write && size <= sizeof pending.before;
  bool out = false, unwritten = false, written = false, with_read = false;
  const Access* conflict = nullptr;
  std::uint32_t conflicts = 0;
  const std::size_t last = std::min(size, shared_size - offset);
  for (std::size_t i = 0; i < last; ++i) {
    if (valid[offset + i] == 0) {
      out = out || !(atomic && written);  // the rest of a word whose first part is an element
      continue;
    }
    Cell& cell = cells[offset + i];
    const bool known = cell.write.interval >= first_interval;
    unwritten = unwritten || !known;
    written = written || known;
    const Access* with = nullptr;
    if (!(atomic && cell.write.atomic) && !ordered(cell.write, lane)) with = &cell.write;
    if (write) {
      for (const Access* read : {&cell.read, &cell.earlier_read})
        if (with == nullptr && !(atomic && read->atomic) && !ordered(*read, lane)) {
          with = read;
          with_read = with_read || conflict == nullptr;
        }
    } else {
      if (cell.read.interval == interval && cell.read.thread != mine.thread)
        cell.earlier_read = cell.read;
      cell.read = mine;
    }
    if (with != nullptr) {
      if (conflict == nullptr) conflict = with;
      if (i < 32) conflicts |= 1u << i;
    }
  }

  void* chain[kMaxDepth];
  unsigned depth = 0;
  const auto place = [&] {
    if (depth == 0) depth = walk_stack(lane, frame, chain);
    return Place{chain, depth};
  };
  if (out || last < size)
    report(Misuse::kOutOfBounds, place(),
           describe_thread(lane.index) + (write ? " writes " : " reads ") + std::to_string(size)
               + " bytes outside: " + describe_shared(at));
  // Padding is copied with a whole object, and an atomic on part of a word reads the rest: neither
  // need have been written.
  if ((!write || atomic) && (whole_object || atomic ? !written && !out && last != 0 : unwritten))
    report(Misuse::kReadBeforeWrite, place(),
           describe_thread(lane.index) + " reads " + describe_shared(at)
               + ", which no thread of the block has written");
  std::string text;
  void* other = nullptr;
  if (conflict != nullptr) {
    place();
    other = long_pc(conflict->pc);
    text = describe_thread(lane.index)
           + (atomic  ? " updates "
              : write ? " writes "
                      : " reads ")
           + describe_shared(at) + "; " + describe_thread(conflict->thread)
           + (with_read ? " read" : " wrote") + " it and nothing orders the two";
    if (!wait || (unwritten && !atomic)) {
      report(Misuse::kRace, place(), text, other);
      conflicts = 0;
    }
  }
  if (wait && (atomic || conflicts != 0)) {
    pending.address = reinterpret_cast<char*>(at);
    pending.size = last;
    std::memcpy(pending.before, pending.address, last);
    pending.mine = mine;
    pending.conflicts = conflicts;
    pending.text = std::move(text);
    pending.other = other;
    pending.depth = depth;
    std::memcpy(pending.chain, chain, depth * sizeof *chain);
  }
  if (write && !(wait && atomic))
    for (std::size_t i = 0; i < last; ++i)
      if (valid[offset + i] != 0) cells[offset + i].write = mine;
}

void check_device(std::uintptr_t at, std::size_t size, bool write, bool atomic, void* frame) {
  const std::size_t offset = at - device_begin;
  if (atomic) size = 1;  // the rest of a word whose first part is an element
  bool good = true;
  for (std::size_t i = offset; good && i < offset + size;) {
    const std::size_t end = std::min(offset + size, (i / kGranule + 1) * kGranule);
    good = device_valid[i / kGranule] >= end - i / kGranule * kGranule;
    i = end;
  }
  if (good) return;
  void* chain[kMaxDepth];
  const unsigned depth = walk_stack(*running, frame, chain);
  std::string where = "memory that is not allocated";
  auto next = device_blocks.upper_bound(at);
  if (next != device_blocks.begin()) {
    const auto& [begin, length] = *std::prev(next);
    where = "byte " + std::to_string(at - begin) + " of an allocation of " + std::to_string(length)
            + " bytes";
  }
  report(Misuse::kOutOfBounds, {chain, depth},
         describe_thread(running->index) + (write ? " writes " : " reads ") + std::to_string(size)
             + " bytes outside: " + where);
}

}  // namespace

std::size_t static_shared_size() {
  std::size_t size = 0;
  for (const Object& object : objects) size += object.size;
  return size;
}

void start_memory() {
  if (shared_size != 0) return;
  shared_size = static_cast<std::size_t>(hipshim_shared_end - hipshim_shared_begin);
  cells = static_cast<Cell*>(reserve(shared_size * sizeof(Cell)));
  valid = static_cast<unsigned char*>(reserve(shared_size));
  read_objects();
  if (objects.empty()) std::memset(valid, 1, shared_size);
  for (const Object& object : objects)
    std::memset(valid + (object.begin - kSharedBegin), 1, object.size);
}

void shared_of_block(std::size_t dynamic) {
  finish_pending();
  auto* flags = valid + (dynamic_shared - hipshim_shared_begin);
  if (dynamic != dynamic_size || interval == 0) {
    std::memset(flags, 0, sizeof dynamic_shared);
    std::memset(flags, 1, dynamic);
    dynamic_size = dynamic;
  }
  first_interval = ++interval;
}

void next_interval() { ++interval; }

void finish_pending() {
  if (pending.address == nullptr) return;
  const auto* now = reinterpret_cast<const unsigned char*>(pending.address);
  Cell* cell = cells + (reinterpret_cast<std::uintptr_t>(pending.address) - kSharedBegin);
  pending.address = nullptr;
  bool wrong = false;
  for (std::size_t i = 0; i < pending.size; ++i) {
    if (now[i] == pending.before[i]) continue;
    wrong = wrong || (pending.conflicts >> i & 1) != 0;
    if (pending.mine.atomic) cell[i].write = pending.mine;
  }
  if (wrong) report(Misuse::kRace, {pending.chain, pending.depth}, pending.text, pending.other);
}

void check_access(const volatile void* address, std::size_t size, bool write, bool atomic,
                  void* frame, bool whole_object) {
  if (running == nullptr || !settings.checked) return;
  finish_pending();
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (at - kSharedBegin < shared_size) {
    if (settings.lockstep) meet_for_access(frame);
    check_shared(at, size, write, atomic, frame, whole_object);
    spin();
  } else if (device_begin != 0 && at - device_begin < device_used) {
    if (settings.lockstep) meet_for_access(frame);
    check_device(at, size, write, atomic, frame);
    spin();
  }
}

void* device_allocate(std::size_t size) {
  if (device_begin == 0) {
    device_begin = reinterpret_cast<std::uintptr_t>(reserve(kDeviceRoom));
    device_valid = static_cast<unsigned char*>(reserve(kDeviceRoom / kGranule));
  }
  // 256 bytes of alignment, as the hardware gives, and as much of nothing behind.
  const std::size_t slot = (size + 256 + 255) / 256 * 256;
  if (size > kDeviceRoom) return nullptr;
  std::uintptr_t at = 0;
  const auto hole = device_holes.find(slot);
  if (hole != device_holes.end()) {
    at = hole->second;
    device_holes.erase(hole);
  } else {
    if (slot > kDeviceRoom - device_used) return nullptr;
    at = device_begin + device_used;
    device_used += slot;
  }
  device_blocks[at] = size;
  unsigned char* flags = device_valid + (at - device_begin) / kGranule;
  std::memset(flags, kGranule, size / kGranule);
  if (size % kGranule != 0) flags[size / kGranule] = static_cast<unsigned char>(size % kGranule);
  return reinterpret_cast<void*>(at);
}

bool device_free(void* memory) {
  const auto at = reinterpret_cast<std::uintptr_t>(memory);
  const auto found = device_blocks.find(at);
  if (found == device_blocks.end()) return false;
  const std::size_t slot = (found->second + 256 + 255) / 256 * 256;
  std::memset(device_valid + (at - device_begin) / kGranule, 0, slot / kGranule);
  // Big ones go back to the system; small ones wait for the next of their size.
  if (slot >= std::size_t{1} << 20)
    madvise(reinterpret_cast<void*>((at + 4095) / 4096 * 4096), slot / 4096 * 4096 - 4096,
            MADV_DONTNEED);
  device_holes.emplace(slot, at);
  device_blocks.erase(found);
  return true;
}

bool in_device_memory(const void* memory) { return device_room(memory) != 0; }

// How many bytes may be used from here on; 0 outside every allocation.
std::size_t device_room(const void* memory) {
  const auto at = reinterpret_cast<std::uintptr_t>(memory);
  auto next = device_blocks.upper_bound(at);
  if (next == device_blocks.begin()) return 0;
  const auto& [begin, length] = *std::prev(next);
  return at < begin + length ? begin + length - at : 0;
}

}  // namespace cpu
}  // namespace hipshim
