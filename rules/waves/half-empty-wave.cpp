// SPDX-License-Identifier: Apache-2.0
// Decides whether a launch leaves a good part of its waves without threads.
#include <algorithm>
#include <map>
#include <string>

#include "match/wave_guard.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

Launches whose blocks leave a quarter or more of their lanes empty on a selected target, because the number of
threads is no multiple of the wave: 32 threads where the wave has 64, 96 threads, 5 x 5. The kernel has to be
seen, and to work lane by lane or in shared memory.

## Why it is wrong on AMD

A block is made of whole waves, and a wave of 64 lanes with 32 threads takes the time and the registers of a
full one. CUDA's block of one warp fills half of it, so half of the arithmetic units idle.

## Example

```cpp
row_sum<<<rows, 32, 0, stream>>>(x, out);      // one warp for each row
```

## Use instead

```cpp
dim3 block(32, 2);                              // two rows in each wave
row_sum<<<(rows + 1) / 2, block, 0, stream>>>(x, out, rows);
```

The kernel takes its row from `blockIdx.x * blockDim.y + threadIdx.y` then; shuffles of width 32 stay right.

## Fix safety

Manual: kernel and launch change together.

## Not reported

- blocks of one thread, and launches of fewer than eight blocks
- blocks whose last wave alone is not full and that leave less than a quarter of all lanes empty
- blocks whose size follows the wave size, or is not a constant
- kernels that are not seen in the unit

## References

- HIP documentation, "Performance guidelines": block sizes are multiples of the wave size
- AMD Instinct MI200 ISA: a wave is 64 work-items, masked by EXEC
)md";

using namespace match;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_half_empty_wave) = {
    .id = "half-empty-wave",
    .topic = "waves",
    .summary = "a launch leaves a quarter or more of the lanes of its waves empty",
    .severity = Severity::perf,
    .fix = Safety::manual,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

const Function* kernel_of(const Facts& facts, const Launch& launch) {
  if (const Function* f = find_function(facts, launch.kernel_key)) return f;
  for (const Function& f : facts.functions)
    if (f.kind == kf::FunctionKind::kernel
        && (f.pattern == launch.kernel_key && !f.pattern.empty()))
      return &f;
  return nullptr;
}

/// Each thread has work of its own.
bool works_by_thread(const Function& f) {
  return std::any_of(f.exprs.begin(), f.exprs.end(), [](const Expr& e) {
    return e.op == kf::Op::thread_idx || e.op == kf::Op::lane_id
           || is_call(e, {"thread_rank", "thread_index"});
  });
}

/// So few blocks that most of the device is idle anyway.
bool few_blocks(const Launch& launch) {
  constexpr std::int64_t kFew = 8;
  return launch.grid_dims
         && (*launch.grid_dims)[0] * (*launch.grid_dims)[1] * (*launch.grid_dims)[2] < kFew;
}

void judge(const Context& context, std::vector<Finding>& out) {
  std::map<Span, Finding> found;
  for (const Launch& launch : context.facts.launches) {
    if (launch.tainted || !launch.block_dims || launch.wave_threads) continue;
    const auto& dims = *launch.block_dims;
    const std::int64_t threads = dims[0] * dims[1] * dims[2];
    if (threads < 2 || threads > 1024 || few_blocks(launch)) continue;
    if (!is_reportable(context.facts, nullptr, launch.block.where)) continue;
    const Function* kernel = kernel_of(context.facts, launch);
    if (kernel == nullptr || kernel->tainted || !works_by_thread(*kernel)) continue;
    std::vector<std::string> targets;
    std::int64_t wave = 0;
    for (const Target& target : context.targets) {
      const std::int64_t lanes = (threads + target.wave - 1) / target.wave * target.wave;
      if ((lanes - threads) * 4 < lanes) continue;
      targets.push_back(target.name);
      wave = std::max<std::int64_t>(wave, target.wave);
    }
    if (targets.empty()) continue;
    const std::int64_t waves = (threads + wave - 1) / wave;
    Finding made = finding(rule_half_empty_wave, launch.block.where, nullptr,
                           "a block of " + std::to_string(threads) + " threads takes "
                               + std::to_string(waves) + (waves == 1 ? " wave" : " waves") + " of "
                               + std::to_string(wave) + " lanes on " + targets.front() + ": "
                               + std::to_string((waves * wave - threads) * 100 / (waves * wave))
                               + "% of the lanes are empty");
    for (const HostFunction& host : context.facts.host_functions)
      if (host.key == launch.host) made.function = host.name;
    made.targets = targets;
    made.related.push_back({kernel->where.best(), "the kernel that is launched"});
    made.fixes.push_back(
        {Safety::manual,
         "put the work of "
             + std::to_string(std::max<std::int64_t>(2, (wave + threads - 1) / threads))
             + " blocks into one",
         {},
         {}});
    found.try_emplace(launch.block.where.best(), std::move(made));
  }
  for (auto& [span, made] : found) out.push_back(std::move(made));
}

}  // namespace
}  // namespace hipaudit
