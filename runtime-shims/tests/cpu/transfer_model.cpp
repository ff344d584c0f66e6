// SPDX-License-Identifier: Apache-2.0
//
// Streams, events, pinned buffers and batches on a run time that is played on the host
// (fake_runtime.hpp): what is copied where, in which order, who owns it, and what is left after the
// n-th call has failed, for every n.
#include <algorithm>
#include <cstdio>
#include <random>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "fake_runtime.hpp"
#define HIPSHIM_HOST_RUNTIME_HEADER <cstddef>  // declared above
#define HIPSHIM_COPY_KERNEL_HEADER <cstddef>   // declared below
#include "hipshim/detail/segments.hpp"
#include "hipshim/error.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

// The launch of a back end: queued, and every thread of every block reads the table on the device.
template <bool kGather>
hipError_t launch_copies(const Segment* segments, const Segment*, std::size_t count, char* packed,
                         hipStream_t stream) {
  if (fake::fails("hipLaunchKernel")) return hipErrorInvalidValue;
  fake::find(stream)->push({[=] {
                              for (std::size_t i = 0; i < count; ++i)
                                for (std::size_t thread = 0; thread < 32; ++thread)
                                  copy_segment<kGather>(segments[i], packed, thread, 32);
                            },
                            {packed, segments},
                            1});
  return hipSuccess;
}

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#include "hipshim/stream.hpp"
#include "hipshim/transfer.hpp"

namespace {

namespace d = hipshim::detail;
namespace e = hipshim::error;
namespace s = hipshim::stream;
namespace t = hipshim::transfer;

int failures = 0;

void expect(bool holds, const char* what, int line) {
  if (holds) return;
  if (++failures < 20) std::printf("line %d: %s\n", line, what);
}
#define EXPECT(...) expect((__VA_ARGS__), #__VA_ARGS__, __LINE__)

std::mt19937 random_bits(7);
std::size_t below(std::size_t n) { return random_bits() % n; }

// A list of tensors on the "device", at any alignment, and their places on the host.
struct Tensors {
  std::vector<std::vector<char>> device, host;
  std::vector<std::size_t> shift;
  std::vector<t::Item> items;

  explicit Tensors(const std::vector<std::size_t>& sizes, bool odd = true) {
    for (std::size_t n : sizes) {
      shift.push_back(odd ? below(17) : 0);
      device.emplace_back(n + 32);
      host.emplace_back(n + 32);
    }
    fill();
    for (std::size_t i = 0; i < sizes.size(); ++i)
      items.emplace_back(device[i].data() + shift[i], sizes[i], host[i].data() + shift[i]);
  }
  void fill() {
    for (auto* side : {&device, &host})
      for (auto& bytes : *side)
        for (char& c : bytes) c = static_cast<char>(random_bits());
  }
  std::size_t bytes(std::size_t i) const { return items[i].bytes; }
  const char* on_device(std::size_t i) const { return device[i].data() + shift[i]; }
  char* on_host(std::size_t i) { return host[i].data() + shift[i]; }
  bool equal(std::size_t i) { return std::memcmp(on_device(i), on_host(i), bytes(i)) == 0; }
};

std::vector<std::size_t> mixed_sizes(std::size_t count) {
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < count; ++i)
    sizes.push_back(i % 7 == 0 ? 0 : std::size_t{1} << below(16));
  for (std::size_t& n : sizes) n += n > 2 ? below(n / 2) : 0;
  return sizes;
}

// Tensors lie apart, aligned and in order; segments cover each byte of each tensor once.
void test_layout() {
  for (int round = 0; round < 200; ++round) {
    Tensors tensors(mixed_sizes(1 + below(40)));
    const auto& items = tensors.items;
    const d::Packing packing = d::pack_layout(items.data(), items.size());
    std::vector<int> owner(packing.bytes, -1);
    for (std::size_t i = 0; i < items.size(); ++i) {
      EXPECT(packing.offsets[i] % 64 == 0);
      for (std::size_t b = 0; b < items[i].bytes; ++b) {
        int& slot = owner[packing.offsets[i] + b];
        EXPECT(slot == -1);
        slot = static_cast<int>(i);
      }
    }
    std::vector<d::Segment> segments(packing.segments);
    d::write_segments(items.data(), packing, segments.data());
    for (const d::Segment& segment : segments) {
      EXPECT(segment.bytes > 0 && segment.bytes <= d::kSegmentBytes);
      const int i = owner[segment.offset];
      EXPECT(i >= 0
             && segment.tensor - static_cast<char*>(items[static_cast<std::size_t>(i)].device)
                    == static_cast<long>(segment.offset
                                         - packing.offsets[static_cast<std::size_t>(i)]));
      for (std::size_t b = 0; b < segment.bytes; ++b) {
        EXPECT(owner[segment.offset + b] == i);
        owner[segment.offset + b] = -2;
      }
    }
    EXPECT(std::none_of(owner.begin(), owner.end(), [](int o) { return o >= 0; }));
  }
}

// Cut anywhere, the parts of all ranges are the tensors again.
void test_parts() {
  for (int round = 0; round < 200; ++round) {
    Tensors tensors(mixed_sizes(1 + below(40)));
    const auto& items = tensors.items;
    const d::Packing packing = d::pack_layout(items.data(), items.size());
    std::vector<std::vector<int>> seen;
    for (const t::Item& item : items) seen.emplace_back(item.bytes);
    for (std::size_t begin = 0; begin < packing.bytes;) {
      const std::size_t end = std::min(packing.bytes, begin + 1 + below(9000));
      d::for_each_part(items.data(), packing, begin, end,
                       [&](std::size_t i, std::size_t from, std::size_t bytes, std::size_t place) {
                         EXPECT(place == packing.offsets[i] + from);
                         EXPECT(place >= begin && place + bytes <= end && bytes > 0);
                         for (std::size_t b = from; b < from + bytes; ++b) ++seen[i].at(b);
                       });
      begin = end;
    }
    for (const auto& counts : seen)
      for (int n : counts) EXPECT(n == 1);
  }
}

// The body of the kernel, thread by thread: equal to memcpy, and nothing beside it is touched.
void test_segment_copy() {
  for (int round = 0; round < 3000; ++round) {
    const std::size_t bytes = below(2) ? below(200) : below(d::kSegmentBytes + 1);
    const std::size_t at = below(33);
    const std::size_t threads = below(2) ? 256 : 1 + below(64);
    alignas(64) static char tensor[d::kSegmentBytes + 128], packed[d::kSegmentBytes + 256];
    for (char& c : tensor) c = static_cast<char>(random_bits());
    for (char& c : packed) c = static_cast<char>(random_bits());
    const bool gather = below(2) != 0;
    std::vector<char> wanted_tensor(tensor, tensor + sizeof tensor);
    std::vector<char> wanted_packed(packed, packed + sizeof packed);
    if (gather)
      std::memcpy(wanted_packed.data() + 64, tensor + at, bytes);
    else
      std::memcpy(wanted_tensor.data() + at, packed + 64, bytes);
    const d::Segment segment{tensor + at, 64, bytes};
    for (std::size_t thread = 0; thread < threads; ++thread) {
      if (gather)
        d::copy_segment<true>(segment, packed, thread, threads);
      else
        d::copy_segment<false>(segment, packed, thread, threads);
    }
    EXPECT(std::memcmp(tensor, wanted_tensor.data(), sizeof tensor) == 0);
    EXPECT(std::memcmp(packed, wanted_packed.data(), sizeof packed) == 0);
  }
}

void test_views() {
  s::Stream stream(s::Kind::non_blocking);
  t::Batch batch;
  for (int round = 0; round < 30; ++round) {
    Tensors tensors(mixed_sizes(below(60)));
    EXPECT(batch.plan(tensors.items.data(), tensors.items.size()).ok());
    EXPECT(batch.to_host(stream.get()).ok());
    EXPECT(batch.wait().ok());
    for (std::size_t i = 0; i < batch.count(); ++i)
      EXPECT(std::memcmp(batch.view(i), tensors.on_device(i), tensors.bytes(i)) == 0);
    for (std::size_t i = 0; i < batch.count(); ++i)
      std::memcpy(batch.view(i), tensors.on_host(i), tensors.bytes(i));
    EXPECT(batch.to_device(stream.get()).ok());
    EXPECT(stream.synchronize().ok());
    for (std::size_t i = 0; i < batch.count(); ++i) EXPECT(tensors.equal(i));
  }
}

void test_host_places() {
  s::Stream stream(s::Kind::non_blocking);
  t::Batch batch;
  std::vector<std::size_t> large = {5u << 20, 64, (3u << 20) + 7, 1, 0, 9u << 20, 100000, 12};
  for (unsigned threads = 0; threads <= 5; ++threads)
    for (const auto& sizes : {mixed_sizes(50), large}) {
      Tensors tensors(sizes);
      EXPECT(t::copy_batch(batch, tensors.items.data(), tensors.items.size(), t::Direction::to_host,
                           stream.get(), threads)
                 .ok());
      for (std::size_t i = 0; i < sizes.size(); ++i) EXPECT(tensors.equal(i));
      tensors.fill();
      const auto sent = tensors.host;
      EXPECT(t::copy_batch(batch, tensors.items.data(), tensors.items.size(),
                           t::Direction::to_device, stream.get(), threads)
                 .ok());
      // The host places are the caller's again, while the transfer has not even begun.
      for (auto& bytes : tensors.host) std::fill(bytes.begin(), bytes.end(), '!');
      EXPECT(stream.synchronize().ok());
      tensors.host = sent;
      for (std::size_t i = 0; i < sizes.size(); ++i)
        EXPECT(std::memcmp(tensors.on_device(i), sent[i].data() + tensors.shift[i], sizes[i]) == 0);
    }
}

// An item without a host place stays in its view, in both directions.
void test_views_among_host_places() {
  s::Stream stream(s::Kind::blocking);
  t::Batch batch;
  Tensors tensors({100, 20000, 7});
  tensors.items[1].host = nullptr;
  EXPECT(batch.plan(tensors.items.data(), 3).ok());
  EXPECT(batch.fetch(stream.get()).ok());
  EXPECT(tensors.equal(0) && tensors.equal(2) && !tensors.equal(1));
  EXPECT(std::memcmp(batch.view(1), tensors.on_device(1), 20000) == 0);
  std::memset(batch.view(1), 'v', 20000);
  EXPECT(batch.send(stream.get()).ok());
  EXPECT(stream.synchronize().ok());
  EXPECT(std::count(tensors.on_device(1), tensors.on_device(1) + 20000, 'v') == 20000);
}

// One transfer a batch, and no allocation for a plan that fits.
void test_one_transfer() {
  s::Stream stream(s::Kind::non_blocking);
  t::Batch batch;
  Tensors tensors(mixed_sizes(300));
  Tensors fewer(mixed_sizes(30));
  auto& state = fake::state();
  EXPECT(batch.plan(tensors.items.data(), tensors.items.size()).ok());
  state.to_host = state.to_device = state.allocations = 0;
  EXPECT(batch.to_device(stream.get()).ok());
  EXPECT(state.to_device == 1 && state.to_host == 0);
  EXPECT(batch.to_host(stream.get()).ok());
  EXPECT(state.to_device == 1 && state.to_host == 1);
  EXPECT(batch.plan(fewer.items.data(), fewer.items.size()).ok());
  EXPECT(batch.to_host(stream.get()).ok());
  EXPECT(state.to_device == 2 && state.to_host == 2);  // the table of the new plan
  EXPECT(batch.to_host(stream.get()).ok());
  EXPECT(state.to_device == 2 && state.to_host == 3);
  EXPECT(batch.wait().ok());
  EXPECT(state.allocations == 0);
}

// The packed buffers are one transfer's at a time, on whatever streams.
void test_batch_across_streams() {
  s::Stream first(s::Kind::non_blocking), second(s::Kind::non_blocking);
  for (int round = 0; round < 20; ++round) {
    t::Batch batch;
    Tensors tensors(mixed_sizes(20));
    EXPECT(batch.plan(tensors.items.data(), tensors.items.size()).ok());
    for (std::size_t i = 0; i < batch.count(); ++i)
      std::memcpy(batch.view(i), tensors.on_host(i), tensors.bytes(i));
    EXPECT(batch.to_device(first.get()).ok());
    EXPECT(batch.to_host(second.get()).ok());
    EXPECT(batch.wait().ok());  // runs the second stream, and through it the first
    for (std::size_t i = 0; i < batch.count(); ++i) {
      EXPECT(tensors.equal(i));
      EXPECT(std::memcmp(batch.view(i), tensors.on_host(i), tensors.bytes(i)) == 0);
    }
  }
}

void test_end_of_batch_waits() {
  s::Stream stream(s::Kind::non_blocking);
  Tensors tensors(mixed_sizes(20));
  {
    t::Batch batch;
    EXPECT(batch.plan(tensors.items.data(), tensors.items.size()).ok());
    for (std::size_t i = 0; i < batch.count(); ++i)
      std::memcpy(batch.view(i), tensors.on_host(i), tensors.bytes(i));
    EXPECT(batch.to_device(stream.get()).ok());
  }
  for (std::size_t i = 0; i < tensors.items.size(); ++i) EXPECT(tensors.equal(i));
}

// A new current device: the room is made anew there.
void test_other_device() {
  s::Stream stream(s::Kind::non_blocking);
  t::Batch batch;
  Tensors tensors(mixed_sizes(20));
  EXPECT(batch.plan(tensors.items.data(), tensors.items.size()).ok());
  fake::state().allocations = 0;
  fake::state().current_device = 1;
  EXPECT(batch.plan(tensors.items.data(), tensors.items.size()).ok());
  EXPECT(fake::state().allocations == 2);
  EXPECT(batch.fetch(stream.get()).ok());
  for (std::size_t i = 0; i < batch.count(); ++i) EXPECT(tensors.equal(i));
  fake::state().current_device = 0;
}

void append(s::Handle stream, std::string& text, char c) {
  fake::find(stream)->push({[&text, c] { text += c; }, {}, 0});
}

// The run time runs nothing that is not needed, so an order that is seen was asked for.
void test_hand_over() {
  s::Stream a(s::Kind::non_blocking), b(s::Kind::non_blocking);
  std::string text;
  append(a.get(), text, '1');
  EXPECT(s::hand_over(a.get(), b.get()).ok());
  append(a.get(), text, 'x');  // after the hand-over: b does not wait for it
  append(b.get(), text, '2');
  EXPECT(b.synchronize().ok());
  EXPECT(text == "12");
  EXPECT(a.synchronize().ok());
  EXPECT(text == "12x");

  text.clear();
  s::Event event(s::Timing::off);
  append(a.get(), text, '1');
  EXPECT(s::hand_over(a.get(), nullptr, event).ok());
  append(nullptr, text, '2');
  EXPECT(s::hand_over(nullptr, b.get(), event).ok());
  append(b.get(), text, '3');
  EXPECT(b.synchronize().ok());
  EXPECT(text == "123");
  EXPECT((event.get()->flags & hipEventReleaseToSystem) != 0);
  EXPECT((event.get()->flags & hipEventDisableTiming) != 0);
  bool done = false;
  append(a.get(), text, '4');
  EXPECT(event.record(a.get()).ok());
  EXPECT(event.query(done).ok() && !done);
  EXPECT(event.synchronize().ok());
  EXPECT(event.query(done).ok() && done);
}

void test_pool() {
  s::Pool pool(s::Kind::non_blocking);
  EXPECT(pool.size() == 4);
  for (unsigned i = 0; i < 9; ++i) EXPECT(pool.next() == pool[i % 4]);
  EXPECT(pool[0] != pool[1] && pool[0]->flags == hipStreamNonBlocking);
  s::Stream main(s::Kind::non_blocking);
  std::string text;
  append(main.get(), text, '0');
  EXPECT(pool.fork(main.get()).ok());
  EXPECT(s::Stream::create(main, s::Kind::non_blocking).ok());  // and its end changes nothing
  EXPECT(HIPSHIM_STATUS(hipStreamSynchronize(pool[3])).ok());
  EXPECT(text == "0");
  text.clear();
  append(main.get(), text, '1');
  EXPECT(pool.fork(main.get()).ok());
  for (unsigned i = 0; i < 4; ++i) append(pool.next(), text, 'p');
  EXPECT(pool.join(main.get()).ok());
  append(main.get(), text, '2');
  EXPECT(main.synchronize().ok());
  EXPECT(text == "1pppp2");
  s::Pool one(s::Kind::blocking, 0);
  EXPECT(one.size() == 1 && one[0]->flags == hipStreamDefault);
}

void test_priorities() {
  int least = 5, greatest = 5;
  EXPECT(s::priority_range(&least, &greatest).ok());
  EXPECT(least == 0 && greatest == -1);
  EXPECT(s::Stream(s::Kind::blocking, least).get()->priority == 0);
  EXPECT(s::Stream(s::Kind::blocking, -5).get()->priority == -1);
  EXPECT(s::Stream(s::Kind::blocking, 3).get()->priority == 0);
}

// True when the process ends by abort.
template <class Body>
bool ends(const Body& body) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(1);
    body();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

void test_ownership() {
  s::Stream a(s::Kind::blocking);
  const s::Handle handle = a.get();
  s::Stream b(std::move(a));
  EXPECT(!a.owns() && b.get() == handle);
  a = std::move(b);
  EXPECT(a.get() == handle && !b.owns());
  s::Stream& itself = a;
  a = std::move(itself);
  EXPECT(a.owns());
  a = s::Stream(s::Kind::blocking);
  EXPECT(fake::state().streams.size() == 1);
  EXPECT(ends([] { s::Stream().get(); }));
  EXPECT(ends([] { s::Event().get(); }));
  EXPECT(ends([] { s::Pool().next(); }));

  t::PinnedBuffer p(1000);
  EXPECT(fake::state().pinned_flags == (hipHostMallocPortable | hipHostMallocMapped));
  void* data = p.data();
  t::PinnedBuffer q(std::move(p));
  EXPECT(p.data() == nullptr && p.bytes() == 0 && q.data() == data && q.bytes() == 1000);
  p = std::move(q);
  EXPECT(p.data() == data);
  p = t::PinnedBuffer(10, t::Placement::for_caller());
  EXPECT((fake::state().pinned_flags & hipHostMallocNumaUser) != 0);
  EXPECT(fake::state().pinned.size() == 1);
  t::PinnedBuffer empty(0);
  EXPECT(empty.data() == nullptr);
  t::PinnedBuffer kept(50);
  EXPECT(!t::PinnedBuffer::create(kept, 10, t::Placement::on_node(1023)).ok());
  EXPECT(kept.bytes() == 50 && fake::state().registered.empty());
  // Refused in some containers; where it is not, the pages are writable and registered.
  if (t::PinnedBuffer::create(kept, 5000, t::Placement::on_node(0)).ok()) {
    std::memset(kept.data(), 1, 5000);
    EXPECT(fake::state().registered.size() == 1);
  }
}

e::Status try_twice(hipError_t first, hipError_t second) {
  HIPSHIM_TRY(first);
  HIPSHIM_TRY(second);
  return {};
}
hipError_t as_code(const e::Status& status) { return status; }

void test_errors() {
  EXPECT(try_twice(hipSuccess, hipSuccess).ok());
  const e::Status status = try_twice(hipSuccess, hipErrorInvalidValue);
  EXPECT(std::strcmp(status.call(), "second") == 0 && as_code(status) == hipErrorInvalidValue);
  EXPECT(status.message().find("second at ") == 0);
  EXPECT(status.message().find("transfer_model.cpp:") != std::string::npos);
  EXPECT(status.message().find(": hipErrorInvalidValue (invalid argument)") != std::string::npos);
  try {
    HIPSHIM_CHECK(try_twice(hipErrorNotReady, hipSuccess));
    EXPECT(false);
  } catch (const e::Failure& failure) {
    EXPECT(failure.status().code() == hipErrorNotReady);
    EXPECT(std::strcmp(failure.status().call(), "first") == 0);
  }
  // A stale error is not the launch's; the launch's own is found, and named.
  int launched = 0;
  const auto launch = [&](hipError_t error) {
    ++launched;
    if (error != hipSuccess) fake::state().last_error = error;
  };
  fake::state().last_error = hipErrorNotReady;
  HIPSHIM_CHECK_LAUNCH(launch(hipSuccess));
  try {
    HIPSHIM_CHECK_LAUNCH(launch(hipErrorInvalidValue));
    EXPECT(false);
  } catch (const e::Failure& failure) {
    EXPECT(std::strcmp(failure.status().call(), "launch(hipErrorInvalidValue)") == 0);
  }
  EXPECT(launched == 2);
}

// A plan that finds no room leaves a Batch that can be planned again.
void test_no_room() {
  s::Stream stream(s::Kind::non_blocking);
  Tensors small({100, 200}), large({100000});
  for (long call : {1, 2, 3}) {  // hipGetDevice, hipHostMalloc, hipMalloc
    t::Batch batch;
    EXPECT(batch.plan(small.items.data(), 2).ok());
    fake::state().fail_at = fake::state().calls + call;
    EXPECT(!batch.plan(large.items.data(), 1).ok() && batch.count() == 0);
    EXPECT(batch.to_host(stream.get()).ok());  // of no tensors
    fake::state().fail_at = 0;
    EXPECT(batch.plan(small.items.data(), 2).ok());
    EXPECT(batch.fetch(stream.get()).ok());
    EXPECT(small.equal(0) && small.equal(1));
  }
}

// Everything once; gives back the first failure.
e::Status run_everything(Tensors& tensors) {
  s::Stream stream;
  HIPSHIM_TRY(s::Stream::create(stream, s::Kind::non_blocking, -1));
  s::Pool pool;
  HIPSHIM_TRY(s::Pool::create(pool, s::Kind::non_blocking, 2));
  HIPSHIM_TRY(pool.fork(stream.get()));
  HIPSHIM_TRY(pool.join(stream.get()));
  t::Batch batch;
  HIPSHIM_TRY(batch.plan(tensors.items.data(), 2));
  HIPSHIM_TRY(batch.to_host(stream.get()));
  HIPSHIM_TRY(batch.to_device(pool.next()));
  HIPSHIM_TRY(batch.plan(tensors.items.data(), tensors.items.size()));
  HIPSHIM_TRY(batch.fetch(stream.get(), 3));
  HIPSHIM_TRY(batch.send(stream.get(), 3));
  HIPSHIM_TRY(batch.to_host(pool.next()));
  t::PinnedBuffer buffer;
  HIPSHIM_TRY(t::PinnedBuffer::create(buffer, 100));
  HIPSHIM_TRY(s::hand_over(pool.next(), stream.get()));
  return batch.wait();
}

// The n-th call fails, for every n: the Status says so,
// nothing is freed under queued work, nothing stays behind, and no helper thread hangs.
void test_every_failure() {
  Tensors tensors({3000000, 20000, 17, 9000000, 40});
  long n = 0;
  for (bool reached = true; reached && failures == 0;) {
    auto& state = fake::state();
    state.calls = 0;
    state.fail_at = ++n;
    state.failed.clear();
    const e::Status status = run_everything(tensors);
    reached = !state.failed.empty();
    state.fail_at = 0;
    EXPECT(status.ok() != reached);
    if (reached) {
      EXPECT(state.failed.size() > 3);
      // The call that failed is named by what both run times share: the name behind the prefix.
      const std::string name = state.failed.substr(3);
      EXPECT(status.message().find(name) != std::string::npos
             || status.message().find("launch_copies") != std::string::npos
             || name == "HostMalloc");
    }
    EXPECT(state.live() == 0);
  }
  EXPECT(n > 50);
}

}  // namespace

int main() {
  test_layout();
  test_parts();
  test_segment_copy();
  test_views();
  test_host_places();
  test_views_among_host_places();
  test_one_transfer();
  test_batch_across_streams();
  test_end_of_batch_waits();
  test_other_device();
  test_hand_over();
  test_pool();
  test_priorities();
  test_ownership();
  test_errors();
  test_no_room();
  test_every_failure();
  EXPECT(fake::state().live() == 0);
  EXPECT(fake::state().faults == 0);
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
