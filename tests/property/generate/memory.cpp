// SPDX-License-Identifier: Apache-2.0
// Shared memory, atomics and stores.
#include "generate/generator.hpp"

namespace hipaudit::property {

void Generator::shared() {
  if (!barrier_allowed() || !loops_.empty()) return compute();
  note("shared array");
  note("__syncthreads");
  const Text s = fresh("s");
  const int pick = random_.below(100);
  const Variable* v = readable([](const Variable& x) { return !x.mask; });
  const Value x = v ? v->value : tid_;
  const Text t = name(x.type);
  Value read = value_of({}, x.at32, join(x.at64, x.at32), Uniform::none, x.type);
  if (pick < 45) {
    emit("__shared__ " + t + " " + s + "[" + str(threads_) + "];", s);
    emit(s + "[tid] = " + x.text + ";");
    emit("__syncthreads();");
    Text i;
    switch (random_.below(5)) {
    case 0: i = "tid ^ " + str(random_.of({1, 16, 31})); break;
    case 1: i = str(threads_ - 1) + " - (tid % " + str(threads_) + ")"; break;
    case 2: i = "(tid & ~31) + ((" + lane_.text + " + 1) & 31)"; break;
    case 3: i = "(tid + 32) % " + str(threads_); break;
    default: i = "a[gid] & 31"; break;
    }
    read.text = s + "[" + i + "]";
  } else if (pick < 65) {
    emit("__shared__ " + t + " " + s + "[4];", s);
    emit("if (" + lane().text + " == " + str(random_.of({0, 0, 31})) + ") " + s
         + "[warp] = " + x.text + ";");
    emit("__syncthreads();");
    read.text = s + "[" + Text(chance(60) ? "warp" : "0") + "]";
    read.uniform = read.text == s + "[0]" ? Uniform::block : Uniform::warp;
  } else if (pick < 82) {
    note("shared array 2-D");
    emit("__shared__ " + t + " " + s + "[4][32];", s);
    emit(s + "[warp][" + lane_.text + "] = " + x.text + ";");
    emit("__syncthreads();");
    read.text = s + "[" + random_.of({"warp", "0"}) + "]["
                + random_.of({"31 - (tid & 31)", "tid & 15", "5"}) + "]";
  } else {
    note("atomic to shared");
    const Text op = random_.of({"atomicAdd", "atomicAdd", "atomicMax", "atomicOr"});
    note(op.c_str());
    emit("__shared__ unsigned " + s + "[4];", s);
    emit("if (tid < 4) " + s + "[tid] = 0;");
    emit("__syncthreads();");
    const Condition c = condition(1);
    const Value e = *binary(integer_variable(), "&", number(255));
    const Text what = operand(c.flow, [&] {
      const Text cast = "(unsigned)" + e.text;
      return op + "(&" + s + "[" + random_.of({"warp", "tid & 3", "0"}) + "], " + cast + ")";
    });
    emit("if (" + bare(c.text) + ") " + what + ";");
    emit("__syncthreads();");
    read = value_of(s + "[" + random_.of({"warp", "tid & 3", "0"}) + "]", limits(Type::u32),
                    limits(Type::u32), Uniform::none, Type::u32);
  }
  declare(read, "v");
  // What was read may be written by the next use.
  if (chance(40)) emit("__syncthreads();");
}

void Generator::atomic() {
  if (regions_ >= kMostRegions) return;
  const Value v = leaf();
  note("atomic to global");
  const Text region = next_region();
  const Text at =
      region + " + "
      + Text(random_.of({"blockIdx.x", "(tid & 3)", "(blockIdx.x * 4 + warp)", "(a[gid] & 7)"}));
  const bool real = v.type == Type::f32;
  const bool small = v.at32.in({-4096, 4096}) && v.at64.in({-4096, 4096});
  if (real && small && loops_.empty()) {
    note("atomicAdd");
    emit("atomicAdd(&fout[" + at + "], " + bare(v.text) + ");");
    return;
  }
  if (real) return;
  const Text op = random_.of({"atomicAdd", "atomicAdd", "atomicMax", "atomicOr"});
  note(op.c_str());
  const Text array = v.type == Type::i32 ? "out" : v.type == Type::u32 ? "uout" : "lout";
  const Text text = v.type == Type::i64 ? "(unsigned long long)" + v.text : bare(v.text);
  emit(op + "(&" + array + "[" + at + "], " + text + ");");
}

void Generator::store_somewhere() {
  const Variable* v = readable([](const Variable& x) { return x.writable || x.mask; });
  if (v) store(Value(v->value), true);
}

void Generator::store(const Value& v, bool all) {
  if (regions_ >= kMostRegions) return;
  const Text array = v.type == Type::i32   ? "out"
                     : v.type == Type::u32 ? "uout"
                     : v.type == Type::f32 ? "fout"
                                           : "lout";
  const Text region = next_region();
  note("store");
  const bool by_warp = !all && chance(60);
  if (by_warp) note("store by warp");
  emit(array + "[" + region + (by_warp ? " + blockIdx.x * 4 + warp" : " + gid") + "] = " + v.text
       + ";");
}

bool Generator::add_to_block(const Value& v) {
  const bool small = v.at32.in({-8192, 8192}) && v.at64.in({-8192, 8192});
  if (regions_ >= kMostRegions || v.type == Type::i64) return false;
  if (v.type == Type::f32 && (!small || !loops_.empty())) return false;
  const Text array = v.type == Type::i32   ? "out["
                     : v.type == Type::u32 ? "uout["
                     : v.type == Type::f32 ? "fout["
                                           : "lout[";
  note("atomicAdd");
  note("atomic to global");
  emit("atomicAdd(&" + array + next_region() + " + blockIdx.x], " + bare(v.text) + ");");
  return true;
}

}  // namespace hipaudit::property
