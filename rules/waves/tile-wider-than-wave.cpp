// SPDX-License-Identifier: Apache-2.0
// Decides whether a tile or a shuffle is wider than a wave of a selected target.
#include <map>
#include <string>

#include "match/wave_guard.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

`tiled_partition<64>` and shuffles of width 64 in code that is compiled for a target whose waves have 32 lanes:
gfx10, gfx11 and gfx12.

## Why it is wrong on AMD

No instruction crosses waves. HIP checks that a tile has at most 64 threads on every target, so a tile of 64
compiles for a wave of 32; its shuffles then have width 64 where 32 lanes are, and a vote of it speaks of 32
threads. `sync()` of such a tile is a fence of one wave and does not wait for the other. The same holds for a
width of 64 that is written at a shuffle: HIP does not check it.

## Example

```cpp
auto tile = cg::tiled_partition<64>(cg::this_thread_block());
for (int d = 32; d > 0; d /= 2) v += tile.shfl_down(v, d);   // 32 reads the own value on gfx1100
```

## Use instead

```cpp
auto tile = cg::tiled_partition<32>(cg::this_thread_block());
for (int d = 16; d > 0; d /= 2) v += tile.shfl_down(v, d);
```

Or take 64 where the wave has 64, by a template parameter that the host picks by
`hipDeviceAttributeWarpSize`.

## Fix safety

Manual: the steps over the tile and the storage of its results have to follow.

## Not reported

- when all targets have waves of 64
- behind a test of the wave size, or of the architecture by the preprocessor, and in kernels that have an
  instance for each size
- tiles whose width is a named constant for the wave size: hardcoded-wave64 reports the constant

## References

- HIP documentation, "Cooperative groups"; hip_cooperative_groups_helper.h: the tile size is checked against 64
- HIP C++ language extensions, "Warp cross-lane functions": width is a power of two up to warpSize
)md";

using namespace match;
using kf::kNone;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_tile_wider_than_wave) = {
    .id = "tile-wider-than-wave",
    .topic = "waves",
    .summary = "a tile or a shuffle of 64 lanes on a target whose waves have 32",
    .severity = Severity::error,
    .fix = Safety::manual,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls) | bit(FactKind::macros),
    .doc = kDoc,
    .judge = judge,
};

namespace {

/// Lanes of the tile that a call of tiled_partition makes; 0 when it does not say.
int tile_lanes(const Context& context, const Function& f, ExprId id) {
  const Expr& e = f.exprs[id];
  if (!is_call(e, {"tiled_partition"})) return 0;
  // tiled_partition(group, 64)
  if (e.args.size() == 2) {
    const auto lanes = constant(f, e.args[1]);
    return lanes && *lanes > 0 && *lanes <= 1024 ? static_cast<int>(*lanes) : 0;
  }
  // The instance's key: path:offset<64, thread_block>
  const std::size_t open = e.callee.find('<');
  if (open == std::string::npos) {
    const std::string text = shown_text(context, e.where, 80);
    return text.find("tiled_partition<64>") != std::string::npos ? 64 : 0;
  }
  int lanes = 0;
  for (std::size_t i = open + 1; i < e.callee.size() && e.callee[i] >= '0' && e.callee[i] <= '9';
       ++i)
    lanes = std::min(lanes * 10 + (e.callee[i] - '0'), 4096);
  return lanes;
}

/// Text between the angle brackets, or of the last argument: how the width is written.
std::string written_width(const Context& context, const Function& f, const Expr& e) {
  if (is_shuffle(e)) return shown_text(context, f.exprs[skip_casts(f, e.args[3])].where, 60);
  const std::string text = shown_text(context, e.where, 200);
  const std::size_t open = text.find('<');
  const std::size_t close = text.find('>', open == std::string::npos ? 0 : open);
  if (open == std::string::npos || close == std::string::npos) {
    return e.args.size() == 2 ? shown_text(context, f.exprs[e.args[1]].where, 60) : "";
  }
  return text.substr(open + 1, close - open - 1);
}

bool is_wide(const Context& context, const Function& f, ExprId id) {
  const Expr& e = f.exprs[id];
  if (tile_lanes(context, f, id) == 64) return true;
  if (!is_shuffle(e) || e.tile != 0 || e.args.size() < 4 || e.args[3] == kNone) return false;
  return constant(f, e.args[3]) == 64;
}

/// The tile is only asked who it is: no operation needs its 64 lanes together.
bool only_ranks(const Function& f, ExprId id) {
  if (!is_call(f.exprs[id], {"tiled_partition"})) return false;
  for (const Expr& e : f.exprs) {
    if (e.op == kf::Op::cross && e.tile == 64) return false;
    if (e.op != kf::Op::call || e.args.empty()) continue;
    const std::string& object = f.type_of(e.args[0]).text;
    const bool tile = object.find("thread_block_tile") != std::string::npos
                      || object.find("thread_group") != std::string::npos
                      || object.find("tiled_group") != std::string::npos;
    if (tile
        && !is_call(e, {"thread_rank", "size", "num_threads", "meta_group_rank", "meta_group_size",
                        "tiled_partition"}))
      return false;
  }
  // A tile that leaves the function by value is used elsewhere.
  for (const kf::Stmt& s : f.stmts)
    if (s.kind == kf::StmtKind::return_ && s.a != kNone) {
      bool returned = false;
      walk(f, s.a, [&](ExprId at) {
        returned = returned || f.type_of(at).text.find("thread_block_tile") != std::string::npos;
      });
      if (returned) return false;
    }
  return true;
}

void judge(const Context& context, std::vector<Finding>& out) {
  if (!any_wave(context.targets, 32)) return;
  const LaneMaskFlow flow(context.facts);
  for (const FunctionView& view : flow.functions()) {
    const Function& f = *view.f;
    if (!compiled_for(context, f, 32)) continue;
    // One function has one idea of the width: its first place carries the finding.
    std::map<Span, ExprId> places;
    for (ExprId id = 0; id < f.exprs.size(); ++id) {
      const Expr& e = f.exprs[id];
      if (!view.reached(id) || !is_wide(context, f, id) || only_ranks(f, id)) continue;
      if (!is_reportable(context.facts, &f, e.where)) continue;
      if (names_wave_size(written_width(context, f, e))) continue;
      if (chosen_by_wave(context, view, id) || launched_by_query(context, f)) continue;
      places.emplace(e.where.best(), id);
    }
    if (places.empty()) continue;
    const Expr& e = f.exprs[places.begin()->second];
    const bool shuffle = is_shuffle(e);
    const std::string names = wave32_names(context);
    Finding found = finding(rule_tile_wider_than_wave, e.where, &f,
                            shuffle ? "a shuffle of width 64 reaches 32 lanes on " + names
                                          + ": lanes of the other half are in another wave"
                                    : "a tile of 64 threads is two waves on " + names
                                          + ": its shuffles and votes reach 32 of them");
    found.targets = targets_with_wave(context, 32);
    found.details.push_back("gfx10 and later have waves of 32 lanes in HIP; no instruction moves a "
                            "value to another wave");
    if (f.tainted || e.tainted || !f.pattern.empty()) found.confidence = Confidence::likely;
    for (const auto& [span, id] : places) {
      if (id != places.begin()->second) {
        found.related.push_back({span, "64 lanes here, too"});
        found.owns.push_back(span);
      }
    }
    found.fixes.push_back(
        {Safety::manual, "use 32, or pick 64 where hipDeviceAttributeWarpSize says so", {}, {}});
    out.push_back(std::move(found));
  }
}

}  // namespace
}  // namespace hipaudit
