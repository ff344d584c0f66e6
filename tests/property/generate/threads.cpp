// SPDX-License-Identifier: Apache-2.0
// Where a thread is: numbers of threads, lanes and warps, as they are spelled.
#include "generate/generator.hpp"

namespace hipaudit::property {

Value Generator::value_of(Text text, Range r32, Range r64, Uniform u, Type t) {
  return {std::move(text), t, r32, r64, u};
}

void Generator::prologue() {
  const Range threads{0, threads_ - 1};
  Text tid = "threadIdx.x";
  if (shape_.y > 1) {
    const Text width = chance(60) ? "blockDim.x" : str(shape_.x);
    tid = chance(50) ? "threadIdx.y * " + width + " + threadIdx.x"
                     : "threadIdx.x + threadIdx.y * " + width;
  }
  tid_ = named("tid", tid, {threads, threads, Uniform::none});
  lane_ = named("lane", lane_text(), lane_range_);
  warp_ = named("warp", warp_text(), {warps(), warps(), Uniform::warp});
  const Text size = !kernel_.launch_seen || chance(60)
                        ? (shape_.y > 1 ? "blockDim.x * blockDim.y" : "blockDim.x")
                        : str(threads_);
  const Range all{0, kBlocks * threads_ - 1};
  gid_ = named("gid", "blockIdx.x * " + (shape_.y > 1 ? "(" + size + ")" : size) + " + tid",
               {all, all, Uniform::none});
  const int count = random_.between(1, 2);
  for (int i = 0; i < count; ++i) declare(load(), "v", true);
  if (chance(35)) declare_as(random_.of({Type::u32, Type::i64, Type::u64, Type::f32}), load(), "x");
}

Value Generator::named(const char* name_of_it, const Text& text, Ranges r) {
  const Type t = chance(80) ? Type::i32 : Type::u32;
  emit((chance(30) ? "const " : "") + Text(name(t)) + " " + name_of_it + " = " + text + ";",
       name_of_it);
  Value v = value_of(name_of_it, r.at32, r.at64, r.uniform, t);
  variables_.push_back({v});
  return v;
}

Text Generator::lane_text() {
  lane_range_ = {{0, 31}, {0, 31}, Uniform::none};
  if (shape_.x == 32 && shape_.y > 1 && chance(45)) {
    note("lane threadIdx.x");
    return "threadIdx.x";
  }
  if (threads_ == 32 && chance(30)) {
    note("lane threadIdx.x");
    return "threadIdx.x";
  }
  const int pick = random_.below(careful() ? 78 : 120);
  if (pick < 28) {
    note("lane & 31");
    return chance(75) ? "tid & 31" : "tid & (" + thirty_two() + " - 1)";
  }
  if (pick < 55) {
    note("lane % 32");
    return "tid % " + thirty_two();
  }
  if (pick < 62) {
    note("lane by a helper");
    const Text f = helper_name("lane_id");
    helper(f, "__device__ " + Text(random_.of({"", "__forceinline__ "})) + "int " + f
                  + "(int t) { return t & 31; }\n");
    return f + "(tid)";
  }
  lane_range_.at64 = {0, 63};
  if (pick < 90) {
    note("lane % warpSize");
    return chance(70) ? "tid % warpSize" : "tid & (warpSize - 1)";
  }
  note("__lane_id");
  return "__lane_id()";
}

Text Generator::warp_text() {
  if (shape_.x == 32 && shape_.y > 1 && chance(45)) return "threadIdx.y";
  const bool real = lane_range_.at64.hi == 63 ? chance(70) : chance(8);
  if (real) {
    note("warp / warpSize");
    return "tid / warpSize";
  }
  note("warp / 32");
  return chance(50) ? "tid >> 5" : "tid / " + thirty_two();
}

Value Generator::lane() {
  if (chance(75)) return lane_;
  const int pick = random_.below(careful() ? 2 : 4);
  if (pick == 0) return value_of("(tid & 31)", {0, 31}, {0, 31}, Uniform::none, tid_.type);
  if (pick == 1) {
    if (shape_.y > 1) return value_of("(tid % 32)", {0, 31}, {0, 31}, Uniform::none, tid_.type);
    note("lane by threadIdx.x");
    return value_of(random_.of({"(threadIdx.x & 31)", "(threadIdx.x % 32)"}), {0, 31}, {0, 31},
                    Uniform::none, Type::u32);
  }
  if (pick == 2) {
    note("lane % warpSize");
    return value_of("(tid % warpSize)", {0, 31}, {0, 63}, Uniform::none, tid_.type);
  }
  note("__lane_id");
  return value_of("__lane_id()", {0, 31}, {0, 63}, Uniform::none, Type::u32);
}

Value Generator::block_index() {
  return value_of("blockIdx.x", {0, kBlocks - 1}, {0, kBlocks - 1}, Uniform::block, Type::u32);
}

Value Generator::global_warp() {
  const Range r{0, kBlocks * 4 - 1};
  return value_of("(blockIdx.x * 4 + warp)", r, r, Uniform::warp, Type::u32);
}

}  // namespace hipaudit::property
