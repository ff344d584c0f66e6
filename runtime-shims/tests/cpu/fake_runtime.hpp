// SPDX-License-Identifier: Apache-2.0
//
// A host run time with HIP's names that is as unhelpful as its contract allows: queued work runs
// only when the host waits for it or other work needs it, so an order that nobody asked for does
// not come about; any call can be told to fail; memory that is freed under queued work is noticed.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

enum hipError_t {
  hipSuccess = 0,
  hipErrorInvalidValue = 1,
  hipErrorMemoryAllocation = 2,
  hipErrorNotReady = 600,
};
enum hipMemcpyKind { hipMemcpyHostToDevice, hipMemcpyDeviceToHost, hipMemcpyDeviceToDevice };
constexpr unsigned hipStreamDefault = 0, hipStreamNonBlocking = 1, hipEventDisableTiming = 2;
#define hipEventReleaseToSystem 0x80000000u
constexpr unsigned hipHostMallocPortable = 1, hipHostMallocMapped = 2;
constexpr unsigned hipHostMallocNumaUser = 0x20000000;
constexpr unsigned hipHostRegisterPortable = 1, hipHostRegisterMapped = 2;

namespace fake {

struct Work {
  std::function<void()> run;
  const void* touched[2] = {};
  std::size_t bytes = 0;
};

struct Stream {
  unsigned flags = 0;
  int priority = 0;
  std::deque<Work> queue;
  std::size_t queued = 0, ran = 0;

  void push(Work work) {
    queue.push_back(std::move(work));
    ++queued;
  }
  void run_until(std::size_t count) {
    while (ran < count) {
      Work work = std::move(queue.front());
      queue.pop_front();
      ++ran;
      work.run();
    }
  }
};

// What a record marks: so many pieces of work of a stream.
struct Mark {
  std::shared_ptr<Stream> stream;
  std::size_t count = 0;
  void reach() const {
    if (stream) stream->run_until(count);
  }
  bool reached() const { return !stream || stream->ran >= count; }
};

struct Event {
  unsigned flags = 0;
  Mark mark;
};

struct State {
  std::thread::id owner = std::this_thread::get_id();
  std::map<Stream*, std::shared_ptr<Stream>> streams;
  std::map<Event*, std::unique_ptr<Event>> events;
  std::map<char*, std::size_t> device, pinned, registered;
  std::shared_ptr<Stream> null_stream = std::make_shared<Stream>();
  int current_device = 0;
  unsigned pinned_flags = 0;
  hipError_t last_error = hipSuccess;
  long calls = 0, fail_at = 0;
  std::string failed;
  long to_host = 0, to_device = 0, allocations = 0;
  long faults = 0;

  std::size_t live() const {
    return streams.size() + events.size() + device.size() + pinned.size() + registered.size();
  }
};

inline State& state() {
  static State it;
  return it;
}

inline void fault(const char* what) {
  ++state().faults;
  std::printf("fault: %s\n", what);
}

// True where this call was chosen to fail.
inline bool fails(const char* call) {
  State& s = state();
  if (std::this_thread::get_id() != s.owner) fault("a helper thread called the run time");
  if (++s.calls != s.fail_at) return false;
  s.failed = call;
  return true;
}

inline std::shared_ptr<Stream> find(Stream* stream) {
  if (stream == nullptr) return state().null_stream;
  const auto it = state().streams.find(stream);
  if (it == state().streams.end()) {
    fault("a stream that is not alive was used");
    return state().null_stream;
  }
  return it->second;
}

inline void check_unused(const char* memory, std::size_t bytes) {
  const auto look = [&](const Stream& stream) {
    for (const Work& work : stream.queue)
      for (const void* touched : work.touched) {
        const char* p = static_cast<const char*>(touched);
        if (p != nullptr && p < memory + bytes && memory < p + work.bytes)
          fault("memory was freed under queued work");
      }
  };
  look(*state().null_stream);
  for (const auto& it : state().streams) look(*it.second);
}

inline hipError_t release(std::map<char*, std::size_t>& from, void* memory, const char* call) {
  if (memory == nullptr) return hipSuccess;
  const auto it = from.find(static_cast<char*>(memory));
  if (it == from.end()) {
    fault("memory was freed that is not alive");
    return hipErrorInvalidValue;
  }
  check_unused(it->first, it->second);
  if (std::strcmp(call, "unregister") != 0) std::free(memory);
  from.erase(it);
  return hipSuccess;
}

}  // namespace fake

using hipStream_t = fake::Stream*;
using hipEvent_t = fake::Event*;

inline const char* hipGetErrorName(hipError_t code) {
  switch (code) {
  case hipSuccess: return "hipSuccess";
  case hipErrorInvalidValue: return "hipErrorInvalidValue";
  case hipErrorMemoryAllocation: return "hipErrorMemoryAllocation";
  case hipErrorNotReady: return "hipErrorNotReady";
  }
  return nullptr;
}
inline const char* hipGetErrorString(hipError_t code) {
  return code == hipErrorInvalidValue ? "invalid argument" : hipGetErrorName(code);
}
inline hipError_t hipGetLastError() {
  const hipError_t code = fake::state().last_error;
  fake::state().last_error = hipSuccess;
  return code;
}
inline hipError_t hipGetDevice(int* device) {
  if (fake::fails("hipGetDevice")) return hipErrorInvalidValue;
  *device = fake::state().current_device;
  return hipSuccess;
}
inline hipError_t hipMalloc(void** memory, std::size_t bytes) {
  if (fake::fails("hipMalloc")) return hipErrorMemoryAllocation;
  *memory = std::malloc(bytes);
  std::memset(*memory, 0xdd, bytes);
  fake::state().device[static_cast<char*>(*memory)] = bytes;
  ++fake::state().allocations;
  return hipSuccess;
}
inline hipError_t hipFree(void* memory) {
  return fake::release(fake::state().device, memory, "free");
}
inline hipError_t hipHostMalloc(void** memory, std::size_t bytes, unsigned flags) {
  if (fake::fails("hipHostMalloc")) return hipErrorMemoryAllocation;
  *memory = std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  std::memset(*memory, 0xbb, bytes);
  fake::state().pinned[static_cast<char*>(*memory)] = bytes;
  fake::state().pinned_flags = flags;
  ++fake::state().allocations;
  return hipSuccess;
}
inline hipError_t hipHostFree(void* memory) {
  return fake::release(fake::state().pinned, memory, "free");
}
inline hipError_t hipHostRegister(void* memory, std::size_t bytes, unsigned) {
  if (fake::fails("hipHostRegister")) return hipErrorMemoryAllocation;
  fake::state().registered[static_cast<char*>(memory)] = bytes;
  return hipSuccess;
}
inline hipError_t hipHostUnregister(void* memory) {
  return fake::release(fake::state().registered, memory, "unregister");
}

inline hipError_t hipDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (fake::fails("hipDeviceGetStreamPriorityRange")) return hipErrorInvalidValue;
  *least = 1;
  *greatest = -1;
  return hipSuccess;
}
inline hipError_t hipStreamCreateWithPriority(hipStream_t* stream, unsigned flags, int priority) {
  if (fake::fails("hipStreamCreateWithPriority")) return hipErrorInvalidValue;
  auto made = std::make_shared<fake::Stream>();
  made->flags = flags;
  made->priority = priority;
  *stream = made.get();
  fake::state().streams[made.get()] = made;
  return hipSuccess;
}
// Work that is queued stays alive in the marks and runs when it is needed.
inline hipError_t hipStreamDestroy(hipStream_t stream) {
  if (fake::state().streams.erase(stream) == 0) fake::fault("a stream was destroyed twice");
  return hipSuccess;
}
inline hipError_t hipStreamSynchronize(hipStream_t stream) {
  if (fake::fails("hipStreamSynchronize")) return hipErrorInvalidValue;
  const auto it = fake::find(stream);
  it->run_until(it->queued);
  return hipSuccess;
}
inline hipError_t hipDeviceSynchronize() {
  if (fake::fails("hipDeviceSynchronize")) return hipErrorInvalidValue;
  fake::state().null_stream->run_until(fake::state().null_stream->queued);
  for (const auto& it : fake::state().streams) it.second->run_until(it.second->queued);
  return hipSuccess;
}
inline hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned flags) {
  if (fake::fails("hipStreamWaitEvent") || flags != 0) return hipErrorInvalidValue;
  const fake::Mark mark = event->mark;
  fake::find(stream)->push({[mark] { mark.reach(); }, {}, 0});
  return hipSuccess;
}

inline hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags) {
  if (fake::fails("hipEventCreateWithFlags")) return hipErrorInvalidValue;
  auto made = std::make_unique<fake::Event>();
  made->flags = flags;
  *event = made.get();
  fake::state().events[made.get()] = std::move(made);
  return hipSuccess;
}
inline hipError_t hipEventDestroy(hipEvent_t event) {
  if (fake::state().events.erase(event) == 0) fake::fault("an event was destroyed twice");
  return hipSuccess;
}
inline hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  if (fake::fails("hipEventRecord")) return hipErrorInvalidValue;
  const auto it = fake::find(stream);
  event->mark = {it, it->queued};
  return hipSuccess;
}
inline hipError_t hipEventSynchronize(hipEvent_t event) {
  if (fake::fails("hipEventSynchronize")) return hipErrorInvalidValue;
  event->mark.reach();
  return hipSuccess;
}
inline hipError_t hipEventQuery(hipEvent_t event) {
  if (fake::fails("hipEventQuery")) return hipErrorInvalidValue;
  return event->mark.reached() ? hipSuccess : hipErrorNotReady;
}
inline hipError_t hipEventElapsedTime(float*, hipEvent_t, hipEvent_t) {
  return hipErrorInvalidValue;
}

inline hipError_t hipMemcpyAsync(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind,
                                 hipStream_t stream) {
  if (fake::fails("hipMemcpyAsync")) return hipErrorInvalidValue;
  fake::state().to_host += kind == hipMemcpyDeviceToHost;
  fake::state().to_device += kind == hipMemcpyHostToDevice;
  fake::find(stream)->push({[=] { std::memcpy(to, from, bytes); }, {to, from}, bytes});
  return hipSuccess;
}
