// SPDX-License-Identifier: Apache-2.0
//
// Every function of error.hpp, stream.hpp and transfer.hpp, where there is a run time.
#include "kernel.hpp"

#include "hipshim/error.hpp"
#include "hipshim/stream.hpp"
#include "hipshim/transfer.hpp"

#if defined(HIPSHIM_HOST_RUNTIME_HEADER)

namespace e = hipshim::error;
namespace s = hipshim::stream;
namespace t = hipshim::transfer;

e::Code as_code(void** p) {
  HIPSHIM_TRY(HIPSHIM_RUNTIME(Malloc)(p, 8));
  HIPSHIM_CHECK(HIPSHIM_RUNTIME(Free)(*p));
  const e::Status status = HIPSHIM_STATUS(HIPSHIM_RUNTIME(Free)(*p));
  static_cast<void>(status.message().size());
  static_cast<void>(e::Failure(status).status().call());
  return status == HIPSHIM_RUNTIME(Success) ? e::kSuccess : status.code();
}

e::Status streams(s::Handle other) {
  int least = 0, greatest = 0;
  HIPSHIM_TRY(s::priority_range(&least, &greatest));
  s::Stream stream(s::Kind::non_blocking, greatest), moved;
  HIPSHIM_TRY(s::Stream::create(stream, s::Kind::blocking));
  moved = std::move(stream);
  HIPSHIM_TRY(moved.synchronize());
  s::Event event(s::Timing::on), before;
  HIPSHIM_TRY(s::Event::create(before, s::Timing::on));
  HIPSHIM_TRY(event.record(moved.get()));
  HIPSHIM_TRY(event.wait_on(other));
  HIPSHIM_TRY(event.synchronize());
  bool done = false;
  HIPSHIM_TRY(event.query(done));
  float milliseconds = 0;
  HIPSHIM_TRY(event.elapsed(milliseconds, before));
  HIPSHIM_TRY(s::hand_over(moved.get(), other));
  HIPSHIM_TRY(s::hand_over(moved.get(), other, event));
  s::Pool pool(s::Kind::non_blocking), more;
  HIPSHIM_TRY(s::Pool::create(more, s::Kind::blocking, 2, greatest));
  HIPSHIM_TRY(pool.fork(other));
  HIPSHIM_TRY(pool.join(pool.next()));
  return event.owns() && moved.owns() ? more.fork(pool[pool.size() - 1]) : e::Status{};
}

e::Status pinned() {
  t::PinnedBuffer a(100), b;
  HIPSHIM_TRY(t::PinnedBuffer::create(b, 100, t::Placement::for_caller()));
  b = t::PinnedBuffer(a.bytes(), t::Placement::on_node(0));
  return HIPSHIM_STATUS(HIPSHIM_RUNTIME(Memset)(b.data(), 0, b.bytes()));
}

#if defined(HIPSHIM_COPY_KERNEL_HEADER)
e::Status batches(float* device, const float* constant, float* host, s::Handle stream) {
  t::Batch batch(t::Placement::for_caller());
  const t::Item items[] = {{device, 400, host}, {constant, 40}};
  HIPSHIM_TRY(batch.plan(items, 2));
  HIPSHIM_TRY(batch.to_host(stream));
  HIPSHIM_TRY(batch.wait());
  *static_cast<float*>(batch.view(0)) = static_cast<float>(batch.bytes() + batch.count());
  HIPSHIM_TRY(batch.to_device(stream));
  HIPSHIM_TRY(batch.fetch(stream, 2));
  HIPSHIM_TRY(batch.send(stream));
  HIPSHIM_TRY(t::copy_batch(batch, items, 1, t::Direction::to_device, stream));
  return t::copy_batch(batch, items, 2, t::Direction::to_host, stream, 1);
}
#endif

#if defined(__HIP__) || defined(__CUDACC__)
__global__ void fill(int* p, int value) { *p = value; }
void launch(int* p) { HIPSHIM_CHECK_LAUNCH(fill<<<1, 1>>>(p, 3)); }
#endif

#endif
