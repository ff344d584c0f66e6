// SPDX-License-Identifier: Apache-2.0
//
// Pinned memory that owns itself, and many small copies made as one.
//
// A copy between host and device has a price of its own, paid once a call, and more when the host
// memory is not pinned. A Batch pays it once for any number of tensors: on the device one kernel
// gathers them into a packed buffer, one transfer takes that to a pinned buffer of the host; or the
// other way round. Ownership is plain:
//
//   the Batch    owns both packed buffers, reuses them from plan to plan, and never owns a tensor
//   the caller   owns the tensors, and keeps them while a transfer is in flight, that is until
//                wait() or until the stream is synchronized
//   view(i)      is where tensor i lies in the pinned buffer: lent until the next plan() or the
//                end of the Batch. Reading it there (after to_host) or writing it there (before
//                to_device) saves the host's own copying, which is most of the work
//
// Words used in the contracts below:
//   Cost       on the host, in run-time calls, and in bytes moved
//   Emitted    the hipaudit rules whose fixes write the call; none yet
#ifndef HIPSHIM_TRANSFER_HPP
#define HIPSHIM_TRANSFER_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/segments.hpp"
#include "hipshim/error.hpp"
#include "hipshim/stream.hpp"

#if defined(HIPSHIM_HOST_RUNTIME_HEADER)

#include <atomic>
#include <thread>
#include <utility>
#include <vector>
#include HIPSHIM_NUMA_HEADER
#include HIPSHIM_HOST_DETAIL_HEADER
#if defined(HIPSHIM_COPY_KERNEL_HEADER)
#include HIPSHIM_COPY_KERNEL_HEADER
#endif

namespace hipshim {
inline namespace v1 {
namespace transfer {
namespace detail {

using namespace hipshim::v1::detail;
using error::Status;

}  // namespace detail

using error::Status;
using stream::Handle;

// Placement: the NUMA node of pinned memory
//   CUDA       cudaHostAlloc has no say in it
//   HIP        hipHostMalloc takes the node nearest to the current device; with NumaUser it follows
//              numactl's policy, on Linux
//   Valid      near_device(), the default: a wish; where the system does not tell the device's
//              node, the run time chooses. for_caller(): by the calling thread's policy.
//              on_node(n): that node, or an error. Nodes are Linux's; elsewhere on_node is an error
class Placement {
 public:
  enum class Kind { near_device, for_caller, on_node };

  static Placement near_device() { return Placement(Kind::near_device, -1); }
  static Placement for_caller() { return Placement(Kind::for_caller, -1); }
  static Placement on_node(int node) { return Placement(Kind::on_node, node); }

  Kind kind() const { return kind_; }
  int node() const { return node_; }

 private:
  Placement(Kind kind, int node) : kind_(kind), node_(node) {}

  Kind kind_;
  int node_;
};

// PinnedBuffer: owns pinned memory of the host
//   CUDA       cudaHostAlloc with Portable and Mapped, or pages that are registered; cudaFreeHost
//   HIP        hipHostMallocPortable alone gives memory that is not coherent, which CUDA's always
//              is; Mapped with it restores that. hipHostFree waits for the whole device: keep
//              buffers, do not make them in a loop
//   Valid      data() on the host, in asynchronous copies and, on NVIDIA and where HIP says
//              unified addressing, on the device. Not zeroed
//   Cost       making and freeing are slow, because every page is pinned
//   Undefined  to free it while a copy of it is in flight
class PinnedBuffer {
 public:
  PinnedBuffer() = default;
  // Throws error::Failure where it cannot be made; create() returns the Status instead.
  explicit PinnedBuffer(std::size_t bytes, Placement placement = Placement::near_device()) {
    HIPSHIM_CHECK(create(*this, bytes, placement));
  }
  PinnedBuffer(PinnedBuffer&& other) noexcept { swap(other); }
  PinnedBuffer& operator=(PinnedBuffer&& other) noexcept {
    PinnedBuffer taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~PinnedBuffer() { reset(); }

  static Status create(PinnedBuffer& buffer, std::size_t bytes,
                       Placement placement = Placement::near_device()) {
    PinnedBuffer made;
    if (bytes != 0) HIPSHIM_TRY(made.allocate(bytes, placement));
    made.bytes_ = bytes;
    buffer.swap(made);
    return {};
  }

  void* data() const { return memory_; }
  std::size_t bytes() const { return bytes_; }

  void reset() noexcept {
    if (mapped_ != 0) {
      static_cast<void>(HIPSHIM_RUNTIME(HostUnregister)(memory_));
      detail::unmap_pages(memory_, mapped_);
    } else if (memory_ != nullptr) {
      static_cast<void>(detail::pinned_free(memory_));
    }
    memory_ = nullptr;
    bytes_ = mapped_ = 0;
  }

 private:
  void swap(PinnedBuffer& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(bytes_, other.bytes_);
    std::swap(mapped_, other.mapped_);
  }

  Status allocate(std::size_t bytes, Placement placement) {
    int node = placement.node();
    bool by_runtime = false;
    switch (placement.kind()) {
    case Placement::Kind::near_device:
      by_runtime = detail::kRuntimePlacesNearDevice;
      if (!by_runtime) {
        HIPSHIM_TRY(detail::node_of_device(node));
        by_runtime = node < 0;
      }
      break;
    case Placement::Kind::for_caller: by_runtime = detail::kRuntimePlacesForCaller; break;
    case Placement::Kind::on_node: break;
    }
    const bool strict = placement.kind() == Placement::Kind::on_node;
    if (by_runtime)
      return HIPSHIM_STATUS(
          detail::pinned_alloc(&memory_, bytes, placement.kind() == Placement::Kind::for_caller));
    return register_pages(bytes, node, strict);
  }

  Status register_pages(std::size_t bytes, int node, bool strict) {
    constexpr std::size_t kPage = 4096;
    const std::size_t whole = detail::round_up(bytes, kPage);
    void* pages = detail::map_pages(whole);
    if (pages == nullptr)
      return Status(HIPSHIM_RUNTIME(ErrorMemoryAllocation), "mmap", __FILE__, __LINE__);
    const bool bound = node >= 0 && detail::bind_pages(pages, whole, node, strict);
    Status status;
    if (strict && !bound)
      status = Status(HIPSHIM_RUNTIME(ErrorInvalidValue),
                      "mbind: no such NUMA node for pinned memory", __FILE__, __LINE__);
    else
      status = HIPSHIM_STATUS(HIPSHIM_RUNTIME(HostRegister)(pages, whole, detail::kRegisterFlags));
    if (!status.ok()) {
      detail::unmap_pages(pages, whole);
      return status;
    }
    memory_ = pages;
    mapped_ = whole;
    return {};
  }

  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
  std::size_t mapped_ = 0;  // bytes of own pages; 0 where the run time allocated
};

// Item: one tensor of a batch. `device` is its place on the device, `host` its place in the
// caller's memory, pinned or not; null where the caller reads or writes the view. to_host and fetch
// do not write to `device`
//   CUDA       the arguments of one cudaMemcpyAsync
//   HIP        the same
struct Item {
  void* device = nullptr;
  std::size_t bytes = 0;
  void* host = nullptr;

  Item() = default;
  Item(const void* on_device, std::size_t size, void* on_host = nullptr)
      : device(const_cast<void*>(on_device)), bytes(size), host(on_host) {}
};

#if defined(HIPSHIM_COPY_KERNEL_HEADER)

namespace detail {

class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;
  ~DeviceBuffer() { reset(); }

  Status allocate(std::size_t bytes) {
    reset();
    void* memory = nullptr;
    HIPSHIM_TRY(HIPSHIM_RUNTIME(Malloc)(&memory, bytes));
    memory_ = static_cast<char*>(memory);
    return {};
  }
  void reset() noexcept {
    if (memory_ != nullptr)
      static_cast<void>(HIPSHIM_RUNTIME(Free)(std::exchange(memory_, nullptr)));
  }
  char* data() const { return memory_; }

 private:
  char* memory_ = nullptr;
};

// Threads that help the caller's; the end of the team waits for them.
class Team {
 public:
  Team() = default;
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  ~Team() {
    stopped_.store(true, std::memory_order_release);
    join();
  }
  template <class Work>
  void start(unsigned helpers, const Work& work) {
    threads_.reserve(helpers);
    for (unsigned i = 0; i < helpers; ++i) threads_.emplace_back(work);
  }
  void join() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }
  bool stopped() const { return stopped_.load(std::memory_order_acquire); }

 private:
  std::atomic<bool> stopped_{false};
  std::vector<std::thread> threads_;
};

// The host's copying is cut into slices that threads take in turn; transfers go by chunk, so that
// one chunk is copied while the next one travels.
constexpr std::size_t kSliceBytes = std::size_t{1} << 20;
constexpr std::size_t kChunkBytes = std::size_t{8} << 20;
constexpr std::size_t kSlicesOfChunk = kChunkBytes / kSliceBytes;
constexpr unsigned kMostThreads = 16;

// A helper is worth its start from a few slices on.
inline unsigned threads_for(std::size_t bytes, unsigned wanted) {
  if (wanted != 0) return wanted;
  const std::size_t useful = 1 + bytes / (4 * kSliceBytes);
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::min<std::size_t>({useful, cores, kMostThreads}));
}

}  // namespace detail

// Batch: a list of tensors, and the two packed buffers through which they travel
//   CUDA       a loop of cudaMemcpyAsync; cudaMemcpyBatchAsync from 12.8 on
//   HIP        a loop of hipMemcpyAsync, which stops the host where its memory is pageable (on the
//              way to the device, from 4 MiB on); hipMemcpyBatchAsync from 7.1 on only
//   Valid      on one device, the current one at plan(); by one thread at a time. A transfer waits
//              on the device for the Batch's last one, also across streams. A failed plan leaves
//              no tensors; a failed transfer leaves the tensors it was to write unspecified
//   Cost       the tensors' sizes, rounded up to 64 bytes, once on the device and once pinned, and
//              24 bytes for every 16 KiB or less of a tensor. Both only grow
//   Undefined  on a stream that captures
class Batch {
 public:
  explicit Batch(Placement placement = Placement::near_device()) : placement_(placement) {}
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  ~Batch() {
    // Nothing may be freed under a transfer.
    if (!wait().ok()) static_cast<void>(HIPSHIM_RUNTIME(DeviceSynchronize)());
  }

  // plan: takes the list of tensors, and room for them
  //   CUDA       none
  //   HIP        none
  //   Valid      views afterwards; the list is copied. Any bytes, also 0, at any address; aligned
  //              to 16 is fastest, to 4 next
  //   Cost       waits for the last transfer; allocates only when the room is too small. The table
  //              of a new plan goes with the next to_device, and before the next to_host as a copy
  //              of its own: a plan used again is cheaper
  //   Undefined  items of to_device or send that overlap each other
  Status plan(const Item* items, std::size_t count) {
    HIPSHIM_TRY(wait());
    items_.clear();
    packing_ = detail::Packing{};
    detail::Packing packing = detail::pack_layout(items, count);
    const std::size_t head = detail::round_up(packing.segments * sizeof(detail::Segment), 256);
    HIPSHIM_TRY(reserve(head + packing.bytes));
    head_ = head;
    if (packing.segments != 0)
      detail::write_segments(items, packing, static_cast<detail::Segment*>(pinned_.data()));
    items_.assign(items, items + count);
    packing_ = std::move(packing);
    table_on_device_ = false;
    return {};
  }

  std::size_t count() const { return items_.size(); }
  // The packed size, padding included.
  std::size_t bytes() const { return packing_.bytes; }
  void* view(std::size_t i) const { return packed_host() + packing_.offsets[i]; }

  // to_host: queues the way of all tensors into their views
  //   CUDA       cudaMemcpyAsync device to host, for each
  //   HIP        the same
  //   Valid      views after wait(), or after the stream was synchronized
  //   Cost       1 launch, 1 transfer, 2 calls for events; one small copy more after plan()
  Status to_host(Handle stream) {
    if (packing_.segments == 0) return {};
    HIPSHIM_TRY(enter(stream));
    Status status = queue_gather(stream);
    if (status.ok()) status = queue_to_host(0, packing_.bytes, stream);
    return leave(stream, status);
  }

  // to_device: queues the way of all views into their tensors
  //   CUDA       cudaMemcpyAsync host to device, for each
  //   HIP        the same
  //   Valid      tensors for later work on the stream. Views may be written again after wait()
  //   Cost       1 transfer, 1 launch, 2 calls for events
  Status to_device(Handle stream) {
    if (packing_.segments == 0) return {};
    HIPSHIM_TRY(enter(stream));
    Status status = queue_to_device(0, packing_.bytes, stream);
    if (status.ok()) status = queue_scatter(stream);
    return leave(stream, status);
  }

  // wait: the host waits for the last transfer of this Batch
  //   CUDA       cudaStreamSynchronize, but for these copies alone
  //   HIP        the same
  //   Cost       1 call
  Status wait() {
    if (!in_flight_) return {};
    const Status status = last_.synchronize();
    in_flight_ = !status.ok();
    return status;
  }

  // fetch: all tensors into their `host` places, now
  //   CUDA       cudaMemcpyAsync device to host for each, then cudaStreamSynchronize
  //   HIP        the same
  //   Valid      host places and views when it returns. An item without a host place is in its view
  //   Cost       to_host, and the host's copying out of the pinned buffer by `threads` threads (0:
  //              one for 4 MB, 16 at most), in chunks of 8 MB, each while the next one travels
  Status fetch(Handle stream, unsigned threads = 0) {
    if (packing_.segments == 0) return {};
    HIPSHIM_TRY(wait());
    HIPSHIM_TRY(make_chunk_events());
    HIPSHIM_TRY(enter(stream));
    Status status = queue_gather(stream);
    for (std::size_t chunk = 0; status.ok() && chunk < chunks(); ++chunk) {
      status = queue_to_host(chunk_begin(chunk), chunk_end(chunk), stream);
      if (status.ok()) status = arrived_[chunk].record(stream);
    }
    HIPSHIM_TRY(leave(stream, status));
    HIPSHIM_TRY(unpack_chunks(detail::threads_for(packing_.bytes, threads)));
    return wait();
  }

  // send: all tensors from their `host` places, queued
  //   CUDA       cudaMemcpyAsync host to device for each
  //   HIP        the same
  //   Valid      tensors for later work on the stream; host places may be written again when it
  //              returns. Of an item without a host place the view is sent
  //   Cost       to_device, and the host's copying into the pinned buffer, as in fetch. A second
  //              send waits for the first
  Status send(Handle stream, unsigned threads = 0) {
    if (packing_.segments == 0) return {};
    HIPSHIM_TRY(wait());
    HIPSHIM_TRY(enter(stream));
    Status status = pack_chunks(stream, detail::threads_for(packing_.bytes, threads));
    if (status.ok()) status = queue_scatter(stream);
    return leave(stream, status);
  }

 private:
  char* packed_host() const { return static_cast<char*>(pinned_.data()) + head_; }
  char* packed_device() const { return device_.data() + head_; }

  std::size_t slices() const {
    return detail::round_up(packing_.bytes, detail::kSliceBytes) / detail::kSliceBytes;
  }
  std::size_t chunks() const {
    return detail::round_up(packing_.bytes, detail::kChunkBytes) / detail::kChunkBytes;
  }
  std::size_t chunk_begin(std::size_t chunk) const { return chunk * detail::kChunkBytes; }
  std::size_t chunk_end(std::size_t chunk) const {
    return std::min(packing_.bytes, (chunk + 1) * detail::kChunkBytes);
  }

  Status reserve(std::size_t bytes) {
    int device = 0;
    HIPSHIM_TRY(HIPSHIM_RUNTIME(GetDevice)(&device));
    if (bytes == 0 || (bytes <= room_ && device == on_device_)) return {};
    // Growth by half, so that a list that grows slowly does not allocate every time.
    const std::size_t room = bytes <= room_ ? room_ : std::max(bytes, room_ + room_ / 2);
    room_ = 0;
    pinned_.reset();
    device_.reset();
    if (device != on_device_) {
      on_device_ = -1;
      arrived_.clear();
      HIPSHIM_TRY(stream::Event::create(last_));
      on_device_ = device;
    }
    HIPSHIM_TRY(PinnedBuffer::create(pinned_, room, placement_));
    HIPSHIM_TRY(device_.allocate(room));
    room_ = room;
    return {};
  }

  // Both packed buffers belong to the last transfer until it is done.
  Status enter(Handle stream) {
    if (in_flight_) HIPSHIM_TRY(last_.wait_on(stream));
    return {};
  }
  // Also after a failure: what was queued before it still uses the buffers.
  Status leave(Handle stream, const Status& status) {
    const Status recorded = last_.record(stream);
    in_flight_ = recorded.ok();
    if (!recorded.ok()) static_cast<void>(HIPSHIM_RUNTIME(StreamSynchronize)(stream));
    return status.ok() ? recorded : status;
  }

  template <bool kGather>
  Status queue_copies(Handle stream) {
    return HIPSHIM_STATUS(
        detail::launch_copies<kGather>(reinterpret_cast<const detail::Segment*>(device_.data()),
                                       static_cast<const detail::Segment*>(pinned_.data()),
                                       packing_.segments, packed_device(), stream));
  }
  Status queue_gather(Handle stream) {
    if (!table_on_device_)
      HIPSHIM_TRY(HIPSHIM_RUNTIME(MemcpyAsync)(device_.data(), pinned_.data(), head_,
                                               HIPSHIM_RUNTIME(MemcpyHostToDevice), stream));
    table_on_device_ = true;
    return queue_copies<true>(stream);
  }
  Status queue_scatter(Handle stream) { return queue_copies<false>(stream); }

  Status queue_to_host(std::size_t begin, std::size_t end, Handle stream) {
    return HIPSHIM_STATUS(
        HIPSHIM_RUNTIME(MemcpyAsync)(packed_host() + begin, packed_device() + begin, end - begin,
                                     HIPSHIM_RUNTIME(MemcpyDeviceToHost), stream));
  }
  // The table lies in front of the tensors and travels with the first of them.
  Status queue_to_device(std::size_t begin, std::size_t end, Handle stream) {
    const std::size_t head = table_on_device_ ? 0 : head_;
    HIPSHIM_TRY(HIPSHIM_RUNTIME(MemcpyAsync)(packed_device() + begin - head,
                                             packed_host() + begin - head, end - begin + head,
                                             HIPSHIM_RUNTIME(MemcpyHostToDevice), stream));
    table_on_device_ = true;
    return {};
  }

  Status make_chunk_events() {
    while (arrived_.size() < chunks()) {
      stream::Event event;
      HIPSHIM_TRY(stream::Event::create(event));
      arrived_.push_back(std::move(event));
    }
    return {};
  }

  template <bool kToHost>
  void copy_slice(std::size_t slice) const {
    const std::size_t begin = slice * detail::kSliceBytes;
    const std::size_t end = std::min(packing_.bytes, begin + detail::kSliceBytes);
    char* packed = packed_host();
    detail::for_each_part(
        items_.data(), packing_, begin, end,
        [&](std::size_t i, std::size_t from, std::size_t bytes, std::size_t place) {
          if (items_[i].host == nullptr) return;
          char* host = static_cast<char*>(items_[i].host) + from;
          if (kToHost)
            std::memcpy(host, packed + place, bytes);
          else
            std::memcpy(packed + place, host, bytes);
        });
  }

  // Helpers ask the run time nothing: the caller's thread alone watches the events and says which
  // chunks have arrived.
  Status unpack_chunks(unsigned threads) {
    std::atomic<std::size_t> next{0}, arrived{0};
    const std::size_t all = slices();
    detail::Team team;
    team.start(threads - 1, [&] {
      for (std::size_t slice = next++; slice < all; slice = next++) {
        while (arrived.load(std::memory_order_acquire) <= slice / detail::kSlicesOfChunk) {
          if (team.stopped()) return;
          std::this_thread::yield();
        }
        copy_slice<true>(slice);
      }
    });
    std::size_t known = 0, mine = next++;
    while (mine < all || known < chunks()) {
      bool done = false;
      if (known < chunks()) HIPSHIM_TRY(arrived_[known].query(done));
      const bool idle = mine >= all || mine / detail::kSlicesOfChunk >= known;
      if (!done && idle) {
        HIPSHIM_TRY(arrived_[known].synchronize());
        done = true;
      }
      if (done) {
        arrived.store(++known, std::memory_order_release);
      } else {
        copy_slice<true>(mine);
        mine = next++;
      }
    }
    team.join();
    return {};
  }

  Status pack_chunks(Handle stream, unsigned threads) {
    std::atomic<std::size_t> next{0};
    std::vector<std::atomic<std::size_t>> packed(chunks());
    for (auto& slices_done : packed) slices_done.store(0, std::memory_order_relaxed);
    const std::size_t all = slices();
    const auto pack = [&](std::size_t slice) {
      copy_slice<false>(slice);
      packed[slice / detail::kSlicesOfChunk].fetch_add(1, std::memory_order_release);
    };
    detail::Team team;
    team.start(threads - 1, [&] {
      for (std::size_t slice = next++; slice < all && !team.stopped(); slice = next++) pack(slice);
    });
    for (std::size_t chunk = 0; chunk < chunks();) {
      const std::size_t wanted =
          std::min(detail::kSlicesOfChunk, all - chunk * detail::kSlicesOfChunk);
      if (packed[chunk].load(std::memory_order_acquire) == wanted) {
        HIPSHIM_TRY(queue_to_device(chunk_begin(chunk), chunk_end(chunk), stream));
        ++chunk;
        continue;
      }
      const std::size_t mine = next++;
      if (mine < all)
        pack(mine);
      else
        std::this_thread::yield();
    }
    return {};
  }

  Placement placement_;
  PinnedBuffer pinned_;          // the table of segments, then the tensors
  detail::DeviceBuffer device_;  // the same
  std::size_t room_ = 0;
  std::size_t head_ = 0;  // bytes of the table
  int on_device_ = -1;
  bool table_on_device_ = false;
  bool in_flight_ = false;
  stream::Event last_;                  // the end of the last transfer
  std::vector<stream::Event> arrived_;  // one for each chunk of a fetch
  std::vector<Item> items_;
  detail::Packing packing_;
};

// copy_batch: plans and copies once, host place to device or device to host place
//   CUDA       a loop of cudaMemcpyAsync, then, to the host, cudaStreamSynchronize
//   HIP        the same; every copy into pageable memory stops the host
//   Valid      to_host: host places when it returns. to_device: tensors for later work on the
//              stream; host places may be written again. The Batch lends its buffers, to one call
//              after the other
//   Cost       Batch::plan, and Batch::fetch or Batch::send. Where the same tensors travel again,
//              keep the plan and call those; where views will do, call to_host or to_device
//   Undefined  as Batch
enum class Direction { to_host, to_device };
inline Status copy_batch(Batch& batch, const Item* items, std::size_t count, Direction direction,
                         Handle stream, unsigned threads = 0) {
  HIPSHIM_TRY(batch.plan(items, count));
  return direction == Direction::to_host ? batch.fetch(stream, threads)
                                         : batch.send(stream, threads);
}

#else

// A host compiler cannot compile the kernels of a Batch.
struct BatchNeedsDeviceCompiler {
  template <class... Arguments>
  explicit BatchNeedsDeviceCompiler(Arguments...) {
    static_assert(sizeof...(Arguments) + 1 == 0,
                  "hipshim::transfer::Batch launches kernels: compile this file as HIP or CUDA");
  }
};
using Batch = BatchNeedsDeviceCompiler;

#endif  // HIPSHIM_COPY_KERNEL_HEADER

}  // namespace transfer
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_HOST_RUNTIME_HEADER

#endif  // HIPSHIM_TRANSFER_HPP
