// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "match/rule.hpp"
#include "match/waits.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
A loop in which lanes of one wave wait for one another:
* a spin lock that several lanes take and that its holder frees after the loop:
  `while (atomicCAS(lock, 0, 1) != 0);`, `while (!try_lock(p));`, `do ... while (atomicExch(p, 1))`,
  `for (;;) if (atomicCAS(...) == 0) break;`, in helpers and methods too;
* a loop on a flag, a ticket or a turn that another lane of the same wave sets on the other way of a
  branch or after its own loop.

## Why it is wrong on AMD
The lanes of a wave share one program counter; there is no independent thread scheduling as on NVIDIA
since Volta. The lane that gets the lock is switched off until the others leave the loop too, and they
spin until it frees the lock, which comes after the loop: the wave never ends. In
`if (lane == 0) flag = 1; else while (flag == 0);` the compiler may put either way first.

A lock that one lane of each 32 takes (`threadIdx.x % 32 == 0`) has two takers in a wave of 64.

## Example
```cpp
while (atomicCAS(lock, 0, 1) != 0) {}   // the winner waits here for the losers
*sum += x[i];
__threadfence();
atomicExch(lock, 0);                    // never reached
```

## Use instead
Free the lock in the turn that got it, so that the loop ends for the winner with its work done:
```cpp
bool done = false;
while (!done) {
  if (atomicCAS(lock, 0, 1) == 0) {
    *sum += x[i];
    __threadfence();
    atomicExch(lock, 0);
    done = true;
  }
  hipshim::warp32::sync();              // keeps the compiler from moving the release out of the loop
}
```
Better: no lock. `atomicAdd` for a sum, one taker per block (`if (threadIdx.x == 0)`) for longer work,
a reduction over the wave before it. For flags: let the lane that sets the flag do so before the loop,
or exchange the value by a shuffle.

## Fix safety
Manual: what lies between the lock and its release has to move into the loop.

## Not reported
* A lock that one thread of a block or of a wave takes: behind `threadIdx.x == 0`,
  `threadIdx.x % warpSize == 0`, `lane == leader`, a test of an atomic's result, in blocks of one thread.
* The rewritten form, with the release in the branch that got the lock.
* Hash tables that probe another slot each turn, and loops that repeat an update
  (`old = atomicCAS(p, assumed, f(assumed))`): the winner leaves without needing the losers.
* An array with a lock for each lane; flags of other blocks (`flags[blockIdx.x]`).
* Atomics through `__hip_atomic_*` and `__atomic_*`, and flags read through inline assembly.

## References
* HIP documentation, "Cooperative groups": AMD GPUs have no independent thread scheduling, and code
  that relies on it can deadlock
  (https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_runtime_api/cooperative_groups.html).
* HIP issue 3301 (https://github.com/ROCm/hip/issues/3301); llvm-project issue 62386 on the barrier
  behind the release.
* Measured: clang 22 compiles the example for gfx90a to a loop that ends with `s_andn2_b64 exec`,
  `s_cbranch_execnz`, and puts `global_atomic_swap`, the release, behind it; of the flag above it puts
  the waiting way first.
)md";

using namespace match;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_intra_wave_lock) = {
    .id = "intra-wave-lock",
    .topic = "waves",
    .summary = "lanes of one wave spin for what another lane does after the loop",
    .severity = Severity::error,
    .fix = Safety::manual,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

class Judge {
 public:
  explicit Judge(const Context& context)
      : context_(context), flow_(context.facts), waits_(context, flow_) {}

  void run(std::vector<Finding>& out) {
    std::map<Span, Finding> found;
    for (const Wait& wait : waits_.locks()) add(found, wait, lock(wait));
    for (const Wait& wait : waits_.polls())
      if (wait.grain == Grain::lane) add(found, wait, flag(wait));
    for (auto& [span, finding] : found) out.push_back(std::move(finding));
  }

 private:
  [[nodiscard]] const Function& at(std::size_t function) const {
    return *flow_.functions()[function].f;
  }
  [[nodiscard]] const Where& where(const Event& e) const {
    return at(e.inner_function).exprs[e.inner].where;
  }
  [[nodiscard]] std::string text(const Event& e) const {
    return "`" + shown_text(context_, where(e)) + "`";
  }

  void add(std::map<Span, Finding>& found, const Wait& wait, Finding finding) {
    const Function& inner = at(wait.wait.inner_function);
    if (!is_reportable(context_.facts, &inner, where(wait.wait))) return;
    if (flow_.only_small_blocks(wait.function) && wait.together < 2) return;
    const Function& f = at(wait.function);
    // Through helpers: where it is called.
    if (wait.wait.inner_function != wait.function)
      finding.related.push_back({f.exprs[wait.wait.at].where.best(), "taken here in " + f.name});
    finding.related.push_back(
        {f.exprs[wait.release.at].where.best(),
         wait.wait.kind == Event::Kind::take ? "freed here, after the loop" : "set here"});
    if (wait.release.inner_function != wait.function)
      finding.related.push_back({where(wait.release).best(), "by this"});
    if (f.tainted || inner.tainted) finding.confidence = Confidence::likely;
    const auto [known, fresh] = found.emplace(where(wait.wait).best(), finding);
    if (fresh) return;
    for (const Related& more : finding.related)
      if (std::ranges::find(known->second.related, more) == known->second.related.end())
        known->second.related.push_back(more);
  }

  Finding lock(const Wait& wait) const {
    const bool pair = wait.grain == Grain::warp;
    std::string message =
        text(wait.wait) + " is a spin lock between lanes of one wave: who gets it "
        + "waits for the others to leave the loop, before " + text(wait.release) + " frees it";
    if (pair)
      message = text(wait.wait) + " is taken by one lane of each 32, which is "
                + std::to_string(wait.together) + " of a 64-lane wave: who gets it waits for the "
                + "other to leave the loop, before " + text(wait.release) + " frees it";
    Finding out =
        finding(rule_intra_wave_lock, where(wait.wait), &at(wait.wait.inner_function), message);
    if (pair) out.targets = targets_with_wave(context_, 64);
    out.details.push_back("up to " + std::to_string(wait.together)
                          + " lanes of a wave get here together, and share one program counter");
    out.details.push_back("free it in the turn that got it: if (atomicCAS(...) == free) { ...; "
                          "free; done = true; }");
    return out;
  }

  Finding flag(const Wait& wait) const {
    Finding out = finding(rule_intra_wave_lock, where(wait.wait), &at(wait.wait.inner_function),
                          "lanes wait in a loop on " + text(wait.wait)
                              + " for other lanes of their wave, which set it by "
                              + text(wait.release) + " only on the other way or after the loop");
    out.confidence = Confidence::likely;
    out.details.push_back(
        "a wave has one program counter: while some lanes spin, the others stand still");
    return out;
  }

  const Context& context_;
  LaneMaskFlow flow_;
  Waits waits_;
};

void judge(const Context& context, std::vector<Finding>& out) { Judge(context).run(out); }

}  // namespace
}  // namespace hipaudit
