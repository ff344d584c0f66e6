// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "match/rule.hpp"
#include "match/waits.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
Warps of 32 threads that wait for one another inside a wave of 64: roles by `threadIdx.x / 32` (or
`>> 5`, a warp number, `threadIdx.y` in blocks of 32 columns) of which one polls a flag that the other
sets, or which meet at PTX's named barriers (`bar.sync 1, 64`, `bar.arrive`, `mbarrier.try_wait`); and
warps that wait for the flag of another warp before they set their own.

## Why it is wrong on AMD
On a wave of 64, warps 2k and 2k+1 of CUDA are one wave with one program counter. While one of them
spins the other stands still, and cannot set what is waited for: the wave hangs. This was safe on every
NVIDIA GPU, also before Volta, because a warp never waited for itself.

## Example
```cpp
const int warp = threadIdx.x / 32;
if (warp == 0) {
  buffer[threadIdx.x] = load();
  __threadfence_block();
  ready = 1;
} else {
  while (ready == 0) {}   // warp 1 is in the wave of warp 0
  use(buffer);
}
```

## Use instead
Give each role whole waves of 64 threads, on every target:
```cpp
const int role = threadIdx.x / 64;
```
with the block's size and the buffers to match; or let all threads load, meet at `__syncthreads()`, and
then compute.

## Fix safety
Manual: there is no local rewrite. The split into roles, the launch and the sizes of the buffers
belong together.

## Not reported
* Roles that part only at `__syncthreads` which all threads reach; a `__syncthreads` on both ways is
  barrier-divergent.
* Roles of a multiple of 64 threads, or of `warpSize`; blocks of 32 threads; flags of other blocks.
* Flags that are set before anyone waits, and polls through inline assembly (`ld.volatile`).

## References
* HIP documentation, "Cooperative groups": no independent thread scheduling on AMD GPUs
  (https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_runtime_api/cooperative_groups.html).
* PTX ISA, `barrier`: named barriers of a subset of warps; LLVM, "AMDGPU Execution Synchronization":
  GFX6 to GFX11 have the one barrier of the workgroup
  (https://llvm.org/docs/AMDGPUExecutionSynchronization.html).
)md";

using namespace match;
using kf::kNone;
using kf::Op;
using kf::StmtId;
using kf::StmtKind;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_warp_roles_share_wave) = {
    .id = "warp-roles-share-wave",
    .topic = "waves",
    .summary = "32-thread warps that wait for one another are one wave of 64 lanes",
    .severity = Severity::error,
    .fix = Safety::manual,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

/// PTX that stops some of a block's warps until others come: "bar.sync" of "bar.sync 1, 64;".
/// Barrier 0 without a count is __syncthreads.
std::string named_barrier(const kf::Stmt& s) {
  if (s.kind != StmtKind::asm_) return {};
  constexpr std::array<std::string_view, 11> kNames = {
      "barrier.cta.sync", "barrier.cta.arrive", "barrier.sync",      "barrier.arrive",
      "bar.cta.sync",     "bar.cta.arrive",     "mbarrier.try_wait", "mbarrier.test_wait",
      "mbarrier.arrive",  "bar.sync",           "bar.arrive"};
  for (const std::string_view name : kNames) {
    const auto at = s.text.find(name);
    if (at == std::string::npos) continue;
    std::string_view rest = std::string_view(s.text).substr(at + name.size());
    if (rest.starts_with(".aligned")) rest.remove_prefix(8);
    const auto first = rest.find_first_not_of(" \t");
    if (first != std::string_view::npos) rest.remove_prefix(first);
    if (rest.starts_with("0;") || rest == "0") continue;
    return std::string(name);
  }
  return {};
}

struct Meeting {
  Where where;
  std::string name;
};

class Judge {
 public:
  explicit Judge(const Context& context)
      : context_(context), flow_(context.facts), waits_(context, flow_) {}

  void run(std::vector<Finding>& out) {
    if (!any_wave(context_.targets, 64)) return;
    for (const Wait& wait : waits_.polls())
      if (wait.grain == Grain::warp) flag(wait);
    meeting_.resize(flow_.functions().size());
    for (int level = 0; level < 4; ++level)
      for (std::size_t i = 0; i < flow_.functions().size(); ++i)
        if (!meeting_[i]) meeting_[i] = meeting_of(i);
    for (std::size_t i = 0; i < flow_.functions().size(); ++i)
      if (meeting_[i]) roles(i);
    for (auto& [span, finding] : found_) out.push_back(std::move(finding));
  }

 private:
  [[nodiscard]] const Function& at(std::size_t function) const {
    return *flow_.functions()[function].f;
  }

  void flag(const Wait& wait) {
    const Function& f = at(wait.function);
    const Function& inner = at(wait.wait.inner_function);
    const Where& where = inner.exprs[wait.wait.inner].where;
    const Where& set = at(wait.release.inner_function).exprs[wait.release.inner].where;
    if (!is_reportable(context_.facts, &inner, where) || flow_.only_small_blocks(wait.function))
      return;
    Finding out = finding(rule_warp_roles_share_wave, where, &inner,
                          "a 32-thread warp waits on `" + shown_text(context_, where)
                              + "` for another, which sets it by `" + shown_text(context_, set)
                              + "`: warps 2k and 2k+1 are one wave of 64 lanes on "
                              + wave64_names(context_) + ", which hangs");
    out.confidence = wait.exact && !f.tainted ? Confidence::certain : Confidence::likely;
    out.targets = targets_with_wave(context_, 64);
    out.details.push_back(
        "a wave has one program counter: while lanes 0-31 spin, lanes 32-63 stand still");
    out.related.push_back({f.exprs[wait.release.at].where.best(), "set here"});
    if (wait.wait.inner_function != wait.function)
      out.related.push_back({f.exprs[wait.wait.at].where.best(), "waited for here in " + f.name});
    found_.emplace(where.best(), std::move(out));
  }

  std::optional<Meeting> meeting_in(const Function& f, const std::vector<StmtId>& body) const {
    for (const StmtId id : body) {
      const kf::Stmt& s = f.stmts[id];
      if (const std::string name = named_barrier(s); !name.empty()) return Meeting{s.where, name};
      std::optional<Meeting> found;
      for (const ExprId root : {s.a, s.b})
        walk(f, root, [&](ExprId e) {
          const auto target = f.exprs[e].op == Op::call ? flow_.target(f.exprs[e]) : std::nullopt;
          if (!found && target && meeting_[*target])
            found = Meeting{f.exprs[e].where, meeting_[*target]->name};
        });
      if (!found) found = meeting_in(f, s.body);
      if (!found) found = meeting_in(f, s.other);
      if (found) return found;
    }
    return std::nullopt;
  }

  std::optional<Meeting> meeting_of(std::size_t function) const {
    const Function& f = at(function);
    return f.root == kNone ? std::nullopt : meeting_in(f, {f.root});
  }

  /// `if (warp == 0) { bar.arrive } else { bar.sync }`
  void roles(std::size_t function) {
    const Function& f = at(function);
    if (!is_reportable(context_.facts, &f, f.where) || flow_.only_small_blocks(function)) return;
    Uniformity u(flow_, function, block_shape(context_.facts, flow_, function), 64);
    for (StmtId id = 0; id < f.stmts.size(); ++id) {
      const kf::Stmt& s = f.stmts[id];
      if (s.kind != StmtKind::if_ || s.a == kNone || s.tainted) continue;
      const auto one = meeting_in(f, s.body);
      const auto other = meeting_in(f, s.other);
      if (!one || !other) continue;
      const Grain grain = u.grain(s.a);
      if (grain != Grain::warp && grain != Grain::lane) continue;
      const bool exact = u.is_exact(s.a);
      const std::string parted = exact ? u.parted_wave(u.view().guards[id], s.a) : "";
      if (exact && parted.empty()) continue;
      const Where& where = f.exprs[s.a].where;
      Finding out = finding(rule_warp_roles_share_wave, where, &f,
                            "`" + shown_text(context_, where)
                                + "` parts a 64-lane wave into roles that wait for one another ("
                                + one->name + ", " + other->name + "): on " + wave64_names(context_)
                                + " it cannot do both at once");
      out.confidence = exact && u.shape().known ? Confidence::certain : Confidence::likely;
      if (f.tainted) out.confidence = Confidence::likely;
      out.targets = targets_with_wave(context_, 64);
      if (exact) out.details.push_back(parted);
      out.related.push_back({one->where.best(), "one role: " + one->name});
      out.related.push_back({other->where.best(), "the other: " + other->name});
      found_.emplace(where.best(), std::move(out));
    }
  }

  const Context& context_;
  LaneMaskFlow flow_;
  Waits waits_;
  std::vector<std::optional<Meeting>> meeting_;
  std::map<Span, Finding> found_;
};

void judge(const Context& context, std::vector<Finding>& out) { Judge(context).run(out); }

}  // namespace
}  // namespace hipaudit
