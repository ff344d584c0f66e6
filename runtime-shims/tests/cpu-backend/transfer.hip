// SPDX-License-Identifier: Apache-2.0
//
// hipshim's streams, transfers and checks on the CPU back end: kernels fill tensors, batches carry
// them to the host and back, and refused launches are named.
#include "check.hpp"

#include <deque>
#include <string>

#include "hipshim/transfer.hpp"

namespace {

namespace s = hipshim::stream;
namespace t = hipshim::transfer;

__global__ void fill(int* out, int count, int from) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) out[i] = from + i;
}

void check_batches() {
  const std::vector<int> counts = {5, 0, 5000, 1, 64, 70000};
  s::Stream first(s::Kind::non_blocking), second(s::Kind::non_blocking);
  std::deque<Buffer<int>> device;
  std::vector<std::vector<int>> host;
  std::vector<t::Item> items;
  for (int count : counts) {
    device.emplace_back(static_cast<std::size_t>(count) + 1);
    host.emplace_back(static_cast<std::size_t>(count) + 1);
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    items.emplace_back(device[i].device(), static_cast<std::size_t>(counts[i]) * sizeof(int),
                       host[i].data());
    HIPSHIM_CHECK_LAUNCH(fill<<<1100, 64, 0, first.get()>>>(device[i].device(), counts[i],
                                                            static_cast<int>(i) * 100));
  }
  HIPSHIM_CHECK(s::hand_over(first.get(), second.get()));
  t::Batch batch;
  HIPSHIM_CHECK(
      t::copy_batch(batch, items.data(), items.size(), t::Direction::to_host, second.get()));
  for (std::size_t i = 0; i < counts.size(); ++i)
    for (int k = 0; k < counts[i]; ++k) {
      int& value = host[i][static_cast<std::size_t>(k)];
      check(value == static_cast<int>(i) * 100 + k, "fetched", k);
      value = -value;
    }
  HIPSHIM_CHECK(
      t::copy_batch(batch, items.data(), items.size(), t::Direction::to_device, second.get()));
  HIPSHIM_CHECK(batch.to_host(first.get()));
  HIPSHIM_CHECK(batch.wait());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    for (int k = 0; k < counts[i]; ++k)
      check(static_cast<int*>(batch.view(i))[k] == -(static_cast<int>(i) * 100 + k), "view", k);
    check(device[i].host().back() == 0, "what lies behind a tensor stays", static_cast<long>(i));
  }
}

void check_errors() {
  Buffer<int> out(1);
  try {
    HIPSHIM_CHECK_LAUNCH(fill<<<1, 5000>>>(out.device(), 1, 1));
    check(false, "a block of 5000 threads was taken");
  } catch (const hipshim::error::Failure& failure) {
    check(std::string(failure.what()).find("fill<<<1, 5000>>>(out.device(), 1, 1) at ") == 0,
          failure.what());
  }
}

}  // namespace

int main() {
  return at_both_wave_sizes([](unsigned) {
    check_batches();
    check_errors();
  });
}
