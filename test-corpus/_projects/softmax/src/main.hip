// SPDX-License-Identifier: Apache-2.0
// Compares every entry point with the same computed on the host, one value after another.
#include <algorithm>
#include <cmath>
#include <program.hpp>
#include <vector>

#include "softmax/softmax.hpp"

namespace {

using Values = std::vector<float>;

using program::OnDevice;
using program::check;

bool close(const Values& a, const Values& b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (!(std::fabs(a[i] - b[i]) <= 1e-5f + 1e-4f * std::fabs(b[i]))) return false;
  return true;
}

// From -8 to 8.
Values numbers(size_t count, unsigned seed) {
  Values values(count);
  program::Numbers from(seed);
  for (float& value : values) value = static_cast<float>(from.below(4096)) / 256.0f - 8.0f;
  return values;
}

Values reference(const Values& in, int rows, int columns, bool logarithm) {
  Values out(in.size());
  for (int r = 0; r < rows; ++r) {
    const float* row = in.data() + static_cast<size_t>(r) * columns;
    const float best = *std::max_element(row, row + columns);
    double sum = 0;
    for (int c = 0; c < columns; ++c) sum += std::exp(static_cast<double>(row[c] - best));
    for (int c = 0; c < columns; ++c)
      out[static_cast<size_t>(r) * columns + c] = static_cast<float>(
          logarithm ? row[c] - best - std::log(sum) : std::exp(row[c] - best) / sum);
  }
  return out;
}

void forward(const char* name, int rows, int columns, bool large) {
  check(name, [&] {
    const Values in = numbers(static_cast<size_t>(rows) * columns, 7u + columns);
    OnDevice<float> x(in), y(in.size());
    (large ? softmax::forward_large : softmax::forward_small)(y, x, rows, columns, nullptr);
    return close(y.values(), reference(in, rows, columns, false));
  });
}

}  // namespace

int main() {
  forward("one value for each lane", 13, 30, false);
  forward("four values for each lane", 10, 100, false);
  forward("rows of a thousand", 6, 1000, false);
  forward("a block for each row", 5, 3000, true);

  const int rows = 21, columns = 200;
  const Values in = numbers(static_cast<size_t>(rows) * columns, 99);
  OnDevice<float> x(in);
  check("logarithm in one pass", [&] {
    OnDevice<float> y(in.size());
    softmax::log_forward(y, x, rows, columns, nullptr);
    return close(y.values(), reference(in, rows, columns, true));
  });
  check("gradient", [&] {
    const Values out = reference(in, rows, columns, false), grad = numbers(in.size(), 5);
    Values want(in.size());
    for (int r = 0; r < rows; ++r) {
      const size_t begin = static_cast<size_t>(r) * columns;
      double dot = 0;
      for (int c = 0; c < columns; ++c)
        dot += static_cast<double>(grad[begin + c]) * out[begin + c];
      for (int c = 0; c < columns; ++c)
        want[begin + c] = static_cast<float>((grad[begin + c] - dot) * out[begin + c]);
    }
    OnDevice<float> probability(out), upstream(grad), result(in.size());
    softmax::backward(result, upstream, probability, rows, columns, nullptr);
    return close(result.values(), want);
  });
  check("first maximum", [&] {
    std::vector<int> first(rows);
    for (int r = 0; r < rows; ++r) {
      const float* row = in.data() + static_cast<size_t>(r) * columns;
      first[r] = static_cast<int>(std::max_element(row, row + columns) - row);
    }
    OnDevice<int> index(rows);
    softmax::argmax(index, x, rows, columns, nullptr);
    return index.values() == first;
  });
  return program::status();
}
