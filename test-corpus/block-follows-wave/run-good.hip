// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

struct Memory {
  float* data = nullptr;
  Memory() {
    if (hipMalloc(reinterpret_cast<void**>(&data), 4096 * sizeof(float)) != hipSuccess) std::abort();
    for (int i = 0; i < 4096; ++i) data[i] = static_cast<float>(i);
  }
};

int main() {
  // hipSuccess is all that is asked of them: their blocks follow the wave.
  HOST(within, [](corpus::Output&) {
    Memory x, out, y;
    within(x.data, out.data, y.data, 16, nullptr);
  });
  HOST(tile, [](corpus::Output& output) {
    Memory x, out;
    tile(x.data, out.data, nullptr);
    output.values("out", out.data, 1024);
  });
  HOST(changed, [](corpus::Output& output) {
    Memory y;
    changed(y.data, 4, nullptr);
    output.values("y", y.data, 1024);
  });
  HOST(dispatch, [](corpus::Output& output) {
    Memory y;
    dispatch(y.data, 32, nullptr);
    output.values("y", y.data, 1024);
  });
  SKIP(transpose, "run by within and tile");
  SKIP(rows, "run by within, changed and dispatch");
}
