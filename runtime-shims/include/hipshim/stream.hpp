// SPDX-License-Identifier: Apache-2.0
//
// Streams and events that own their handle, and hand-over of work between streams.
//
// The null stream means the same on HIP and on CUDA: it waits for every blocking stream, and they
// wait for it; a non-blocking stream stands aside. So two blocking streams run side by side only
// until something touches the null stream. Which kind a stream is has no default here: it decides
// whether code is ordered that never says so. Between non-blocking streams order is made by events,
// with hand_over, fork and join.
//
// Words used in the contracts below:
//   Handle     hipStream_t or cudaStream_t; a Stream lends it, the null stream is one too
//   Cost       on the host, in run-time calls
//   Emitted    the hipaudit rules whose fixes write the call; none yet
#ifndef HIPSHIM_STREAM_HPP
#define HIPSHIM_STREAM_HPP

#include "hipshim/config.hpp"
#include "hipshim/error.hpp"

#if defined(HIPSHIM_HOST_RUNTIME_HEADER)

#include <atomic>
#include <utility>
#include <vector>
#include HIPSHIM_HOST_DETAIL_HEADER

namespace hipshim {
inline namespace v1 {
namespace stream {

using error::Status;
using Handle = HIPSHIM_RUNTIME(Stream_t);

enum class Kind {
  blocking,      // ordered with the null stream, both ways
  non_blocking,  // ordered by events alone
};

// priority_range: the priorities to choose from, as CUDA counts them: least is the default
//   CUDA       cudaDeviceGetStreamPriorityRange: least is 0, which is also the priority of a stream
//              made without one; greatest is below
//   HIP        least is 1, below the default; greatest is -1; there are three levels, and others
//              are clamped without a word. Here least is 0 again, so a "low" stream is an ordinary
//              one, as it was
//   Valid      for the current device
//   Cost       1 call
inline Status priority_range(int* least, int* greatest) {
  HIPSHIM_TRY(HIPSHIM_RUNTIME(DeviceGetStreamPriorityRange)(least, greatest));
  if (*least > 0) *least = 0;
  return {};
}

// Stream: owns one stream of the device that was current when it was made
//   CUDA       cudaStreamCreateWithPriority, cudaStreamDestroy
//   HIP        the same calls. From ROCm 7 on a handle used after its destruction is a crash, not
//              an error code; an owner has none
//   Valid      get() of a Stream that owns none (default made, moved from) ends the program with a
//              sentence: its null handle would be the null stream
//   Cost       1 call to make (2 with a priority), 1 to destroy. Streams are for keeping: HIP has 4
//              hardware queues for each priority by default (GPU_MAX_HW_QUEUES), and more streams
//              share them
//   Undefined  to destroy it while a capture that it takes part in goes on
class Stream {
 public:
  Stream() = default;
  // Throws error::Failure where it cannot be made; create() returns the Status instead.
  explicit Stream(Kind kind, int priority = 0) { HIPSHIM_CHECK(create(*this, kind, priority)); }
  Stream(Stream&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Stream& operator=(Stream&& other) noexcept {
    if (this != &other) {
      reset();
      handle_ = std::exchange(other.handle_, nullptr);
    }
    return *this;
  }
  ~Stream() { reset(); }

  // A priority beyond the range is clamped to it, on every back end.
  static Status create(Stream& stream, Kind kind, int priority = 0) {
    if (priority != 0) {
      int least = 0, greatest = 0;
      HIPSHIM_TRY(priority_range(&least, &greatest));
      priority = priority > least ? least : priority < greatest ? greatest : priority;
    }
    const unsigned flags = kind == Kind::blocking ? HIPSHIM_RUNTIME(StreamDefault)
                                                  : HIPSHIM_RUNTIME(StreamNonBlocking);
    Handle handle = nullptr;
    HIPSHIM_TRY(HIPSHIM_RUNTIME(StreamCreateWithPriority)(&handle, flags, priority));
    stream.reset();
    stream.handle_ = handle;
    return {};
  }

  Handle get() const {
    if (handle_ == nullptr)
      error::detail::misuse("hipshim::stream::Stream: used while it owns no stream");
    return handle_;
  }
  bool owns() const { return handle_ != nullptr; }
  Status synchronize() const { return HIPSHIM_STATUS(HIPSHIM_RUNTIME(StreamSynchronize)(get())); }

  // Work that is queued still runs; the handle is gone at once.
  void reset() noexcept {
    if (handle_ != nullptr)
      static_cast<void>(HIPSHIM_RUNTIME(StreamDestroy)(std::exchange(handle_, nullptr)));
  }

 private:
  Handle handle_ = nullptr;
};

enum class Timing { off, on };

// Event: owns one event, of the device that was current when it was made
//   CUDA       cudaEventCreateWithFlags, cudaEventDestroy
//   HIP        an event may release to the device only, and the host then reads stale pinned
//              memory; these release to the system. Memory that is not coherent
//              (hipHostMallocNonCoherent, or Portable alone) is shown to the host by a wait of the
//              host, never to another stream by wait_on
//   Valid      without Timing::on, elapsed is an error, as on CUDA
//   Cost       1 call to make, 1 to destroy. Timing costs at every record, so it is off
class Event {
 public:
  Event() = default;
  // Throws error::Failure where it cannot be made; create() returns the Status instead.
  explicit Event(Timing timing) { HIPSHIM_CHECK(create(*this, timing)); }
  Event(Event&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Event& operator=(Event&& other) noexcept {
    if (this != &other) {
      reset();
      handle_ = std::exchange(other.handle_, nullptr);
    }
    return *this;
  }
  ~Event() { reset(); }

  static Status create(Event& event, Timing timing = Timing::off) {
    const unsigned quiet = timing == Timing::off ? HIPSHIM_RUNTIME(EventDisableTiming) : 0u;
    HIPSHIM_RUNTIME(Event_t) handle = nullptr;
    HIPSHIM_TRY(
        HIPSHIM_RUNTIME(EventCreateWithFlags)(&handle, quiet | hipshim::v1::detail::kEventForHost));
    event.reset();
    event.handle_ = handle;
    return {};
  }

  HIPSHIM_RUNTIME(Event_t) get() const {
    if (handle_ == nullptr)
      error::detail::misuse("hipshim::stream::Event: used while it owns no event");
    return handle_;
  }
  bool owns() const { return handle_ != nullptr; }

  Status record(Handle stream) const {
    return HIPSHIM_STATUS(HIPSHIM_RUNTIME(EventRecord)(get(), stream));
  }
  // The stream waits, not the host. The flags are 0: HIP takes no others.
  Status wait_on(Handle stream) const {
    return HIPSHIM_STATUS(HIPSHIM_RUNTIME(StreamWaitEvent)(stream, get(), 0));
  }
  Status synchronize() const { return HIPSHIM_STATUS(HIPSHIM_RUNTIME(EventSynchronize)(get())); }
  Status query(bool& done) const {
    const error::Code code = HIPSHIM_RUNTIME(EventQuery)(get());
    done = code == error::kSuccess;
    if (code == HIPSHIM_RUNTIME(ErrorNotReady)) return {};
    return Status(code, "EventQuery", __FILE__, __LINE__);
  }
  Status elapsed(float& milliseconds, const Event& since) const {
    return HIPSHIM_STATUS(HIPSHIM_RUNTIME(EventElapsedTime)(&milliseconds, since.get(), get()));
  }

  void reset() noexcept {
    if (handle_ != nullptr)
      static_cast<void>(HIPSHIM_RUNTIME(EventDestroy)(std::exchange(handle_, nullptr)));
  }

 private:
  HIPSHIM_RUNTIME(Event_t) handle_ = nullptr;
};

// hand_over: what is queued on `to` from now on starts when what is queued on `from` by now is done
//   CUDA       cudaEventRecord, cudaStreamWaitEvent
//   HIP        the same
//   Valid      between any two streams, of one device or of two; with an Event of the caller's also
//              in a capture that `from` belongs to. The host does not wait
//   Cost       2 calls, with an Event of the caller's, which may be recorded again at once; 4
//              without
//   Undefined  to read on `to` pinned memory that is not coherent and was written on `from`
inline Status hand_over(Handle from, Handle to, const Event& event) {
  HIPSHIM_TRY(event.record(from));
  return event.wait_on(to);
}
inline Status hand_over(Handle from, Handle to) {
  Event event;
  HIPSHIM_TRY(Event::create(event));
  return hand_over(from, to, event);
}

// Pool: a few streams of one kind and one priority, lent in turn
//   CUDA       none; ports keep arrays of streams
//   HIP        the same. By default 4 streams have a hardware queue each, so 4 is the default; a
//              kernel that spins on what another stream writes may hang in any pool
//   Valid      next() from any thread; fork and join from one thread at a time. The pool owns its
//              streams: a handle is for use, never for destruction, and dies with the pool
//   Cost       next: none. fork: 1 call and 1 for each stream; join: 2 for each stream
//   Undefined  to destroy the pool while a capture that its streams take part in goes on
class Pool {
 public:
  Pool() = default;
  // Throws error::Failure where it cannot be made; create() returns the Status instead.
  explicit Pool(Kind kind, unsigned count = 4, int priority = 0) {
    HIPSHIM_CHECK(create(*this, kind, count, priority));
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  static Status create(Pool& pool, Kind kind, unsigned count = 4, int priority = 0) {
    std::vector<Stream> streams(count == 0 ? 1 : count);
    std::vector<Event> events(streams.size() + 1);
    for (Stream& stream : streams) HIPSHIM_TRY(Stream::create(stream, kind, priority));
    for (Event& event : events) HIPSHIM_TRY(Event::create(event));
    pool.streams_ = std::move(streams);
    pool.events_ = std::move(events);
    return {};
  }

  unsigned size() const { return static_cast<unsigned>(streams_.size()); }
  Handle operator[](unsigned i) const { return streams_[i].get(); }
  Handle next() {
    if (streams_.empty())
      error::detail::misuse("hipshim::stream::Pool: used while it owns no stream");
    return streams_[turn_.fetch_add(1, std::memory_order_relaxed) % streams_.size()].get();
  }

  // Every stream of the pool waits for what is queued on `from`.
  Status fork(Handle from) const {
    if (streams_.empty()) return {};
    const Event& reached = events_.back();
    HIPSHIM_TRY(reached.record(from));
    for (const Stream& stream : streams_) HIPSHIM_TRY(reached.wait_on(stream.get()));
    return {};
  }
  // `to` waits for what is queued on every stream of the pool.
  Status join(Handle to) const {
    for (std::size_t i = 0; i < streams_.size(); ++i)
      HIPSHIM_TRY(hand_over(streams_[i].get(), to, events_[i]));
    return {};
  }

 private:
  std::vector<Stream> streams_;
  std::vector<Event> events_;  // one for each stream, and one for fork
  std::atomic<std::size_t> turn_{0};
};

}  // namespace stream
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_HOST_RUNTIME_HEADER

#endif  // HIPSHIM_STREAM_HPP
