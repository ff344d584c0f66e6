// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <program.hpp>
#include <vector>

#include "radix/sort.hpp"

namespace {

using program::OnDevice;
using program::check;

constexpr int kCount = 3000;

struct Sorted {
  std::vector<unsigned> keys;
  std::vector<int> order;
};

Sorted reference(const std::vector<unsigned>& keys, int shift, unsigned mask) {
  Sorted sorted;
  sorted.order.resize(keys.size());
  std::iota(sorted.order.begin(), sorted.order.end(), 0);
  std::stable_sort(sorted.order.begin(), sorted.order.end(), [&](int a, int b) {
    return (keys[a] >> shift & mask) < (keys[b] >> shift & mask);
  });
  for (const int i : sorted.order) sorted.keys.push_back(keys[i]);
  return sorted;
}

struct Buffers {
  explicit Buffers(const std::vector<unsigned>& of)
      : keys(of), other_keys(of.size()), values(of.size()), other_values(of.size()),
        scratch(static_cast<size_t>(radix::scratch_size(static_cast<int>(of.size())))) {
    std::vector<int> order(of.size());
    std::iota(order.begin(), order.end(), 0);
    values.set(order);
  }
  radix::Pairs first() { return {keys, values}; }
  radix::Pairs second() { return {other_keys, other_values}; }

  OnDevice<unsigned> keys, other_keys;
  OnDevice<int> values, other_values, scratch;
};

void one_pass(const char* name, const std::vector<unsigned>& keys, int shift, bool match) {
  check(name, [&] {
    Buffers buffers(keys);
    radix::pass(buffers.second(), buffers.first(), buffers.scratch, kCount, shift, match, nullptr);
    const Sorted want = reference(keys, shift, radix::kDigits - 1);
    return buffers.other_keys.values() == want.keys && buffers.other_values.values() == want.order;
  });
}

void all_passes(const char* name, const std::vector<unsigned>& keys, bool match) {
  check(name, [&] {
    Buffers buffers(keys);
    radix::sort(buffers.first(), buffers.second(), buffers.scratch, kCount, match, nullptr);
    const Sorted want = reference(keys, 0, ~0u);
    return buffers.keys.values() == want.keys && buffers.values.values() == want.order;
  });
}

}  // namespace

int main() {
  std::vector<unsigned> keys(kCount), few(kCount);
  program::Numbers numbers(11);
  for (unsigned& key : keys) key = numbers.next();
  for (unsigned& key : few) key = numbers.below(3) * 0x01010101u;
  one_pass("a pass by match", keys, 8, true);
  one_pass("a pass by votes", keys, 28, false);
  all_passes("sorted by match", keys, true);
  all_passes("sorted by votes", keys, false);
  all_passes("few distinct keys", few, true);
  return program::status();
}
