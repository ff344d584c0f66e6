// SPDX-License-Identifier: Apache-2.0
// Device functions, lambdas and functors that the kernel calls.
#include "generate/generator.hpp"

namespace hipaudit::property {

void Generator::cross_helper() {
  const Text f = helper_name("helper");
  const Value v = integer_variable();
  const Text t = name(v.type);
  const Text w = careful() ? ", 32" : "";
  note(w.empty() ? "width by default" : "width 32");
  switch (random_.of({0, 1, 2, 2, 2, 3, 4, 4, 5, 6, 7})) {
  case 0: {
    note("helper with a reference");
    crossing("__shfl_up");
    crossing("__shfl_down");
    helper(f, "__device__ void " + f + "(" + t + " v, " + t + "& before, " + t
                  + "& after) {\n  before = __shfl_up(v, 1" + w + ");\n  after = __shfl_down(v, 1"
                  + w + ");\n}\n");
    const Text x = fresh("v"), y = fresh("v");
    for (const Text& out : {x, y}) emit(t + " " + out + " = 0;", out);
    emit(f + "(" + v.text + ", " + x + ", " + y + ");");
    for (const Text& r : {x, y})
      variables_.push_back(
          {value_of(r, join(v.at32, {0, 0}), join(v.at64, {0, 0}), Uniform::none, v.type), true});
    return;
  }
  case 1: {
    note("helper with a struct");
    crossing("__shfl");
    crossing("__ballot");
    const bool wide = careful();
    helper(f, "struct " + f + "_result {\n  " + t + " first;\n  "
                  + (wide ? "unsigned long long" : "unsigned") + " lanes;\n};\n__device__ " + f
                  + "_result " + f + "(" + t + " v) {\n  " + f
                  + "_result r;\n  r.first = __shfl(v, 0" + w
                  + ");\n  r.lanes = __ballot(v > r.first);\n  return r;\n}\n");
    const Text x = fresh("r");
    emit(f + "_result " + x + " = " + f + "(" + v.text + ");", x);
    keep(value_of(x + ".first", v.at32, join(v.at64, {0, 0}),
                  loops_.empty() ? Uniform::warp : Uniform::none, v.type));
    note(wide ? "__popcll" : "__popc");
    note(wide ? "mask in 64 bits" : "mask in unsigned");
    keep(value_of((wide ? "__popcll(" : "__popc(") + x + ".lanes)", {0, 32}, {0, 64}, Uniform::none,
                  Type::u32));
    return;
  }
  case 2: {
    note("lambda");
    const Value e = [&] { return shuffle(value_of("x", v.at32, v.at64, Uniform::none, v.type)); }();
    emit("auto " + f + " = [" + Text(random_.of({"&", "="})) + "](" + t + " x) { return " + e.text
             + "; };",
         f);
    keep(value_of(f + "(" + v.text + ")", e.at32, e.at64, Uniform::none, e.type));
    if (chance(30)) keep(value_of(f + "(" + v.text + ")", e.at32, e.at64, Uniform::none, e.type));
    return;
  }
  case 3: {
    note("helper with a pointer");
    crossing("__shfl_xor");
    helper(f, "__device__ bool " + f + "(" + t + "* v) {\n  const " + t + " other = __shfl_xor(*v, "
                  + str(random_.of({1, 8, 16})) + w
                  + ");\n  if (other < *v) return false;\n  *v = other;\n  return true;\n}\n");
    const Text x = fresh("v");
    emit(t + " " + x + " = " + v.text + ";", x);
    const Text p = fresh("p");
    emit("const bool " + p + " = " + f + "(&" + x + ");", p);
    variables_.push_back({value_of(x, v.at32, join(v.at64, {0, 0}), Uniform::none, v.type), true});
    variables_.push_back({value_of(p, {0, 1}, {0, 1}, Uniform::none)});
    return;
  }
  case 4: {
    note("struct with a call operator");
    crossing("__shfl");
    helper(f, "struct " + f + " {\n  int from;\n  __device__ " + t + " operator()(" + t
                  + " v) const { return __shfl(v, from" + w + "); }\n};\n");
    const Text x = fresh("g");
    emit("const " + f + " " + x + "{"
             + Text(random_.of({"0", "n & 31", "(int)(tid & 31) ^ 1", "31"})) + "};",
         x);
    keep(value_of(x + "(" + v.text + ")", v.at32, join(v.at64, {0, 0}), Uniform::none, v.type));
    return;
  }
  case 5: {
    if (!cross_allowed() || (flow_.uniform == Uniform::none && !loops_.empty())) return compute();
    note("helper with an early return");
    crossing("__ballot", true);
    const bool wide = careful();
    note(wide ? "__popcll" : "__popc");
    helper(f, "__device__ int " + f + "(" + t + " v) {\n  if ((v & 1) == 0) return -1;\n  return "
                  + (wide ? "__popcll" : "__popc") + "(__ballot(v & 2));\n}\n");
    keep(value_of(f + "(" + v.text + ")", {-1, 32}, {-1, 64}, Uniform::none));
    return;
  }
  case 6: {
    note("helper template with a constant");
    crossing("__shfl_xor");
    helper(f, "template <int N, bool kWide = false>\n__device__ " + t + " " + f + "(" + t
                  + " v) {\n  return kWide ? __shfl_xor(v, N) : __shfl_xor(v, N, 32);\n}\n");
    keep(value_of(f + "<" + str(random_.of({1, 4, 16})) + (chance(50) ? ", true" : "") + ">("
                      + v.text + ")",
                  v.at32, join(v.at64, {0, 0}), Uniform::none, v.type));
    return;
  }
  default: {
    note("helper");
    crossing("__shfl");
    const Text g = helper_name("inner");
    helper(g, "__device__ inline int " + g + "(int lane, int by) { return (lane + by) & 31; }\n");
    helper(f, "__device__ " + t + " " + f + "(" + t
                  + " v, int lane, int by = 1) { return __shfl(v, " + g + "(lane, by)" + w
                  + "); }\n");
    keep(value_of(f + "(" + v.text + ", " + lane().text + random_.of({"", ", 3", ", n & 7"}) + ")",
                  v.at32, join(v.at64, {0, 0}), Uniform::none, v.type));
    return;
  }
  }
}

void Generator::pure_helper() {
  note("helper");
  const Text f = helper_name("pick");
  const Value x = integer_variable();
  const Text t = name(x.type);
  if (chance(50)) {
    note("switch");
    helper(f, "__device__ int " + f + "(" + t
                  + " x) {\n  switch (x & 3) {\n  case 0: return 7;\n  case 1: return "
                    "2;\n  default: break;\n  }\n  return (int)(x & 15);\n}\n");
  } else {
    note("helper with an early return");
    helper(f, "__device__ int " + f + "(" + t
                  + " x) {\n  if (x < 3) return 1;\n  int steps = 0;\n  for (" + t
                  + " i = x & 63; i > 0; i >>= 1) ++steps;\n  return steps;\n}\n");
  }
  keep(value_of(f + "(" + x.text + ")", {0, 15}, {0, 15}, x.uniform));
}

}  // namespace hipaudit::property
