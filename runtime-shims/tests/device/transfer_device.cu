// SPDX-License-Identifier: Apache-2.0
//
// On an NVIDIA GPU: streams, hand-over, pinned buffers, batches and error checks, on the real run
// time.
//
//   nvcc -std=c++17 -arch=sm_90 -I../../include transfer_device.cu -o transfer_device &&
//   ./transfer_device
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "hipshim/error.hpp"
#include "hipshim/stream.hpp"
#include "hipshim/transfer.hpp"

namespace e = hipshim::error;
namespace s = hipshim::stream;
namespace t = hipshim::transfer;

static int failures = 0;
static int checks = 0;

static void expect(bool holds, const char* what, int line) {
  ++checks;
  if (holds) return;
  if (++failures < 20) std::printf("line %d: %s\n", line, what);
}
#define EXPECT(...) expect((__VA_ARGS__), #__VA_ARGS__, __LINE__)

static std::mt19937 random_bits(11);
static std::size_t below(std::size_t n) { return random_bits() % n; }

// Tensors at odd places of one device allocation, with guard bytes between them.
struct Tensors {
  std::vector<char> wanted, pageable;
  std::vector<std::size_t> places;
  std::vector<t::Item> items;
  char* device = nullptr;

  Tensors(const std::vector<std::size_t>& sizes, std::size_t alignment) {
    std::size_t end = 0;
    for (std::size_t n : sizes) {
      end += 16 + below(64);
      end = (end + alignment - 1) / alignment * alignment;
      places.push_back(end);
      end += n;
    }
    wanted.resize(end + 64);
    pageable.resize(end + 64);
    for (char& c : wanted) c = static_cast<char>(random_bits());
    HIPSHIM_CHECK(cudaMalloc(&device, wanted.size()));
    HIPSHIM_CHECK(cudaMemcpy(device, wanted.data(), wanted.size(), cudaMemcpyHostToDevice));
    for (std::size_t i = 0; i < sizes.size(); ++i)
      items.emplace_back(device + places[i], sizes[i], pageable.data() + places[i]);
  }
  ~Tensors() { cudaFree(device); }
  std::vector<char> device_bytes() const {
    std::vector<char> bytes(wanted.size());
    HIPSHIM_CHECK(cudaMemcpy(bytes.data(), device, bytes.size(), cudaMemcpyDeviceToHost));
    return bytes;
  }
};

static std::vector<std::size_t> mixed_sizes(std::size_t count, std::size_t largest) {
  std::vector<std::size_t> sizes = {0, 1, 3, 4, 15, 16, 17, 63, 64, 65, 16384, 16385};
  std::size_t powers = 1;
  while ((std::size_t{1} << powers) < largest) ++powers;
  while (sizes.size() < count) {
    const std::size_t power = std::size_t{1} << below(powers);
    sizes.push_back(power + below(power));
  }
  return sizes;
}

static void test_batches() {
  s::Stream stream(s::Kind::non_blocking);
  t::Batch batch;
  for (std::size_t alignment : {1, 2, 4, 8, 16, 256})
    for (std::size_t largest : {1000, 100000, 4000000}) {
      Tensors tensors(mixed_sizes(60, largest), alignment);
      const auto& items = tensors.items;
      EXPECT(batch.plan(items.data(), items.size()).ok());
      EXPECT(batch.to_host(stream.get()).ok());
      EXPECT(batch.wait().ok());
      for (std::size_t i = 0; i < items.size(); ++i)
        EXPECT(std::memcmp(batch.view(i), tensors.wanted.data() + tensors.places[i], items[i].bytes)
               == 0);
      for (unsigned threads : {0u, 1u, 3u}) {
        std::memset(tensors.pageable.data(), 0, tensors.pageable.size());
        EXPECT(batch.fetch(stream.get(), threads).ok());
        for (std::size_t i = 0; i < items.size(); ++i)
          EXPECT(
              std::memcmp(items[i].host, tensors.wanted.data() + tensors.places[i], items[i].bytes)
              == 0);

        // New bytes to the device; what lies between the tensors must stay as it was.
        for (std::size_t i = 0; i < items.size(); ++i)
          for (std::size_t b = 0; b < items[i].bytes; ++b) {
            const char c = static_cast<char>(random_bits());
            tensors.wanted[tensors.places[i] + b] = c;
            static_cast<char*>(items[i].host)[b] = c;
          }
        EXPECT(batch.send(stream.get(), threads).ok());
        std::memset(tensors.pageable.data(), '!', tensors.pageable.size());
        EXPECT(stream.synchronize().ok());
        EXPECT(tensors.device_bytes() == tensors.wanted);
      }
      for (std::size_t i = 0; i < items.size(); ++i) {
        std::memset(batch.view(i), static_cast<int>(i), items[i].bytes);
        std::memset(tensors.wanted.data() + tensors.places[i], static_cast<int>(i), items[i].bytes);
      }
      EXPECT(batch.to_device(stream.get()).ok());
      EXPECT(batch.wait().ok());
      EXPECT(tensors.device_bytes() == tensors.wanted);
    }
}

__global__ void slow_add(unsigned* value, unsigned rounds) {
  unsigned long long x = *value;
  for (unsigned i = 0; i < rounds; ++i) x = x * 6364136223846793005ull + 1442695040888963407ull;
  *value += x == 1 ? 2u : 1u;  // the loop cannot be dropped; x is never 1 here
}

// Increments on alternating streams: only ordered ones add up.
static void test_hand_over() {
  unsigned* value = nullptr;
  HIPSHIM_CHECK(cudaMalloc(&value, sizeof *value));
  HIPSHIM_CHECK(cudaMemset(value, 0, sizeof *value));
  HIPSHIM_CHECK(cudaDeviceSynchronize());
  s::Stream first(s::Kind::non_blocking), second(s::Kind::non_blocking);
  s::Event event(s::Timing::off);
  for (unsigned i = 0; i < 100; ++i) {
    const s::Stream& from = i % 2 == 0 ? first : second;
    const s::Stream& to = i % 2 == 0 ? second : first;
    HIPSHIM_CHECK_LAUNCH(slow_add<<<1, 1, 0, from.get()>>>(value, 20000));
    if (i % 3 == 0)
      EXPECT(s::hand_over(from.get(), to.get()).ok());
    else
      EXPECT(s::hand_over(from.get(), to.get(), event).ok());
  }
  unsigned got = 0;
  HIPSHIM_CHECK(cudaMemcpyAsync(&got, value, sizeof got, cudaMemcpyDeviceToHost, first.get()));
  EXPECT(first.synchronize().ok());
  EXPECT(got == 100);

  s::Pool pool(s::Kind::non_blocking);
  unsigned* values = nullptr;
  HIPSHIM_CHECK(cudaMalloc(&values, 4 * sizeof *values));
  HIPSHIM_CHECK(cudaMemsetAsync(values, 0, 4 * sizeof *values, first.get()));
  for (int round = 0; round < 20; ++round) {
    EXPECT(pool.fork(first.get()).ok());
    for (unsigned i = 0; i < pool.size(); ++i)
      HIPSHIM_CHECK_LAUNCH(slow_add<<<1, 1, 0, pool[i]>>>(values + i, 20000));
    EXPECT(pool.join(first.get()).ok());
    // Reversed, so that a missing join would lose an add.
    for (unsigned i = 0; i < pool.size(); ++i)
      HIPSHIM_CHECK_LAUNCH(slow_add<<<1, 1, 0, first.get()>>>(values + 3 - i, 100));
  }
  unsigned all[4] = {};
  HIPSHIM_CHECK(cudaMemcpyAsync(all, values, sizeof all, cudaMemcpyDeviceToHost, first.get()));
  EXPECT(first.synchronize().ok());
  for (unsigned n : all) EXPECT(n == 40);
  cudaFree(value);
  cudaFree(values);
}

static void test_streams() {
  int least = -9, greatest = 9;
  EXPECT(s::priority_range(&least, &greatest).ok());
  EXPECT(least == 0 && greatest < 0);
  for (int wanted : {0, least, greatest, greatest - 10, 10}) {
    s::Stream stream(s::Kind::non_blocking, wanted);
    int got = 5;
    HIPSHIM_CHECK(cudaStreamGetPriority(stream.get(), &got));
    EXPECT(got == (wanted < greatest ? greatest : wanted > 0 ? 0 : wanted));
  }
  unsigned flags = 9;
  HIPSHIM_CHECK(cudaStreamGetFlags(s::Stream(s::Kind::blocking).get(), &flags));
  EXPECT(flags == cudaStreamDefault);
  HIPSHIM_CHECK(cudaStreamGetFlags(s::Stream(s::Kind::non_blocking).get(), &flags));
  EXPECT(flags == cudaStreamNonBlocking);

  s::Stream stream(s::Kind::non_blocking);
  s::Event before(s::Timing::on), after(s::Timing::on);
  unsigned* value = nullptr;
  HIPSHIM_CHECK(cudaMalloc(&value, sizeof *value));
  EXPECT(before.record(stream.get()).ok());
  HIPSHIM_CHECK_LAUNCH(slow_add<<<1, 1, 0, stream.get()>>>(value, 100000));
  EXPECT(after.record(stream.get()).ok());
  bool done = true;
  EXPECT(after.query(done).ok());
  EXPECT(after.synchronize().ok());
  EXPECT(after.query(done).ok() && done);
  float milliseconds = 0;
  EXPECT(after.elapsed(milliseconds, before).ok() && milliseconds > 0);
  cudaFree(value);
}

static void test_pinned() {
  const t::Placement placements[] = {t::Placement::near_device(), t::Placement::for_caller(),
                                     t::Placement::on_node(0)};
  char* device = nullptr;
  HIPSHIM_CHECK(cudaMalloc(&device, 100000));
  for (const t::Placement& placement : placements) {
    t::PinnedBuffer buffer;
    const e::Status status = t::PinnedBuffer::create(buffer, 100000, placement);
    if (placement.kind() == t::Placement::Kind::on_node && !status.ok()) {
      std::printf("note: this system refuses a node: %s\n", status.message().c_str());
      continue;
    }
    EXPECT(status.ok());
    cudaPointerAttributes attributes{};
    HIPSHIM_CHECK(cudaPointerGetAttributes(&attributes, buffer.data()));
    EXPECT(attributes.type == cudaMemoryTypeHost);
    std::memset(buffer.data(), 7, 100000);
    HIPSHIM_CHECK(cudaMemcpy(device, buffer.data(), 100000, cudaMemcpyHostToDevice));
    std::memset(buffer.data(), 0, 100000);
    HIPSHIM_CHECK(cudaMemcpy(buffer.data(), device, 100000, cudaMemcpyDeviceToHost));
    EXPECT(static_cast<char*>(buffer.data())[99999] == 7);
  }
  t::PinnedBuffer none;
  EXPECT(!t::PinnedBuffer::create(none, 4096, t::Placement::on_node(1000)).ok());
  cudaFree(device);
}

static void test_errors() {
  void* memory = nullptr;
  try {
    HIPSHIM_CHECK(cudaMalloc(&memory, std::size_t{1} << 60));
    EXPECT(false);
  } catch (const e::Failure& failure) {
    const std::string text = failure.what();
    EXPECT(text.find("cudaMalloc(&memory") == 0);
    EXPECT(text.find("cudaErrorMemoryAllocation (out of memory)") != std::string::npos);
  }
  // The failure above was dealt with: it is not this launch's.
  unsigned* value = nullptr;
  HIPSHIM_CHECK(cudaMalloc(&value, sizeof *value));
  EXPECT(cudaMalloc(&memory, std::size_t{1} << 60) != cudaSuccess);
  HIPSHIM_CHECK_LAUNCH(slow_add<<<1, 1>>>(value, 1));
  try {
    HIPSHIM_CHECK_LAUNCH(slow_add<<<1, 4096>>>(value, 1));
    EXPECT(false);
  } catch (const e::Failure& failure) {
    EXPECT(failure.status().code() == cudaErrorInvalidConfiguration
           || failure.status().code() == cudaErrorInvalidValue);
    EXPECT(std::string(failure.what()).find("slow_add<<<1, 4096>>>(value, 1)") == 0);
  }
  HIPSHIM_CHECK(cudaDeviceSynchronize());
  cudaFree(value);
}

int main() {
  test_streams();
  test_hand_over();
  test_pinned();
  test_batches();
  test_errors();
  std::printf("%d checks, %d failures\n", checks, failures);
  return failures == 0 ? 0 : 1;
}
