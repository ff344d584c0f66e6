// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

// Memory of ones for the kernels, shown when the host function is done.
struct Memory {
  float* data = nullptr;
  Memory() {
    if (hipMalloc(reinterpret_cast<void**>(&data), 4096 * sizeof(float)) != hipSuccess) std::abort();
    for (int i = 0; i < 4096; ++i) data[i] = static_cast<float>(i);
  }
};

int main() {
  constexpr const char* kChoose = "the code is to choose a block that fits";
  HOST(from_properties, [](corpus::Output& output) {
    Memory x, out;
    from_properties(x.data, out.data, nullptr);
    output.values("out", out.data, 4096);
  }).unfixed(kChoose);
  HOST(from_query, [](corpus::Output& output) {
    Memory x, out, y;
    from_query(x.data, out.data, y.data, nullptr);
    output.values("out", out.data, 4096);
    output.values("y", y.data, 4096);
  }).unfixed(kChoose);
  HOST(dispatch, [](corpus::Output& output) {
    Memory x;
    dispatch(x.data, 32, nullptr);
    output.values("x", x.data, 1024);
  }).same("one program for both wave sizes: the table is that of 64 lanes");
  SKIP(transpose, "run by from_properties and from_query");
  SKIP(rows, "run by from_query");
  SKIP(by_head, "run by dispatch");
}
