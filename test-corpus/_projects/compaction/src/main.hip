// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <program.hpp>
#include <vector>

#include "compaction/compaction.hpp"

namespace {

using program::OnDevice;
using program::check;
using Indices = std::vector<int>;

constexpr int kCount = 5000;
constexpr compaction::Box kBox = {0.25f, 0.75f};

Indices sorted(Indices values, int count) {
  values.resize(static_cast<size_t>(std::min(count, kCount)));
  std::sort(values.begin(), values.end());
  return values;
}

}  // namespace

int main() {
  std::vector<float> in(kCount);
  program::Numbers numbers(3);
  Indices inside, outside;
  for (int i = 0; i < kCount; ++i) {
    in[i] = static_cast<float>(numbers.below(1000)) / 1000.0f;
    (in[i] >= kBox.low && in[i] < kBox.high ? inside : outside).push_back(i);
  }
  OnDevice<float> x(in);

  check("selected", [&] {
    OnDevice<int> out(kCount + 64), count(1);
    compaction::select(out, count, x, kBox, kCount, nullptr);
    return sorted(out.values(), count.values()[0]) == inside;
  });
  check("split", [&] {
    OnDevice<int> left(kCount + 64), right(kCount + 64), counts(2);
    compaction::split(left, right, counts, x, kBox, kCount, nullptr);
    const Indices sizes = counts.values();
    return sorted(left.values(), sizes[0]) == inside && sorted(right.values(), sizes[1]) == outside;
  });
  check("selected in order", [&] {
    OnDevice<int> out(kCount + 64), count(1), scratch(1024);
    compaction::select_in_order(out, count, scratch, x, kBox, kCount, nullptr);
    Indices list = out.values();
    list.resize(static_cast<size_t>(std::min(std::max(count.values()[0], 0), kCount)));
    return list == inside;
  });
  check("a bit for each", [&] {
    std::vector<unsigned> bits((kCount + 127) / 128 * 4);
    for (const int i : inside) bits[i / 32] |= 1u << i % 32;
    OnDevice<unsigned> marks(bits.size());
    compaction::mark(marks, x, kBox, kCount, nullptr);
    return marks.values() == bits;
  });
  return program::status();
}
