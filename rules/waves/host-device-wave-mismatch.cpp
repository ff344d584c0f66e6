// SPDX-License-Identifier: Apache-2.0
// Decides whether a constant is one number where kernels are compiled and another where the host
// reckons their launches.
#include <algorithm>
#include <map>

#include "match/constants.hpp"
#include "match/rule.hpp"

namespace hipaudit {

extern const Rule rule_host_device_wave_mismatch;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

A wave width as a macro, `constexpr`, `const`, static member, enumerator or constant function that has one
value in the device pass and another in the host pass, and that host code uses: in launch arithmetic, sizes
of shared memory, template arguments of kernels, tests. Reported once, at the first definition, with the
uses on both sides; what is derived from it (`256 / WARP_SIZE`) is followed.

Also host code that takes the width from `__AMDGCN_WAVEFRONT_SIZE`, `rocprim::warp_size()` or
`C10_WARP_SIZE`, which are constants of the compiler there and not of the GPU.

## Why it is wrong on AMD

`__GFX9__`, `__gfx90a__` and their kind exist only while device code is compiled. In the host pass the
`#else` is compiled: a header that says 64 in kernels on gfx90a says 32 to the code that launches them. One
binary may also hold code for targets of both widths; no constant of the host can be right for both.

## Example

```cpp
#if defined(__GFX9__)
#define WARP_SIZE 64
#else
#define WARP_SIZE 32
#endif

__global__ void row_sums(const float* x, float* out, int n);  // one row per WARP_SIZE threads

void launch(const float* x, float* out, int rows, int n) {
  row_sums<<<rows, WARP_SIZE>>>(x, out, n);  // 32 threads for a kernel of 64 lanes
}
```

## Use instead

```cpp
int wave_size(int device) {
  int lanes = 0;
  (void)hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, device);
  return lanes;
}

void launch(const float* x, float* out, int rows, int n, int device) {
  row_sums<<<rows, wave_size(device)>>>(x, out, n);
}
```

Where the host needs a constant, pass both as template arguments and choose by the query:
`lanes == 64 ? k<64> : k<32>`. Where the algorithm is one for 32 lanes, say 32 on both sides.

## Fix safety

Manual: which of the host's uses want the size of the GPU is not in the code.

## Not reported

- a constant that only device code, assertions or `__host__ __device__` functions use
- a function that asks the device on the host and is a constant in device code
- a constant that is 64 on every AMD target, host included

## References

- HIP documentation, "HIP C++ language extensions", warpSize
- HIP documentation, "HIP porting guide", identifying architecture features
- rocPRIM documentation 6.1, intrinsics: `warp_size()` is deprecated for `host_warp_size()`
- pytorch/pytorch #158271: `C10_WARP_SIZE` on the host is no constant
)md";

bool is_role(std::int64_t value) {
  return value == 32 || value == 64 || value == 31 || value == 63 || value == 5 || value == 6;
}

class Judge {
 public:
  Judge(const Context& context, std::vector<Finding>& out)
      : context_(context), out_(out), constants_(context.facts) {}

  void run() {
    for (std::size_t i = 0; i < constants_.all().size(); ++i)
      if (differs(i) && !is_derived(i) && !is_device_only(i)) differing(i);
    for (std::size_t i = 0; i < constants_.all().size(); ++i) lost_macro(i);
    library();
  }

 private:
  static constexpr std::size_t kShown = 12;

  struct Values {
    std::int64_t host = 0;
    std::optional<std::int64_t> wave64;
    std::optional<std::int64_t> wave32;
  };

  std::optional<Values> values_of(std::size_t i) const {
    const match::NamedConstant& c = constants_.all()[i];
    const auto host = c.value_in(PassKind::host);
    if (!host) return std::nullopt;
    return Values{*host, c.value_in(PassKind::wave64), c.value_in(PassKind::wave32)};
  }

  bool differs(std::size_t i) const {
    const auto values = values_of(i);
    if (!values) return false;
    return (values->wave64 && *values->wave64 != values->host)
           || (values->wave32 && *values->wave32 != values->host);
  }

  /// A __device__ function or variable: what looks like a use in host code is in code whose side
  /// is not known (a marker of a missing header), or resolves to the host's overload.
  bool is_device_only(std::size_t i) const {
    const auto& definitions = constants_.all()[i].definitions;
    return std::any_of(definitions.begin(), definitions.end(),
                       [](const ConstantFact* d) { return d->device_only; });
  }

  /// Another constant that differs is part of its definition.
  bool is_derived(std::size_t i) const {
    const auto& bases = constants_.all()[i].bases;
    return std::any_of(bases.begin(), bases.end(), [&](std::size_t base) { return differs(base); });
  }

  /// 64 and 32, or a mask or shift made of them, follow the wave; other pairs tell the passes
  /// apart.
  bool follows_wave(std::size_t i, const Values& v) const {
    const match::NamedConstant& c = constants_.all()[i];
    if (!is_role(v.host) || (v.wave64 && !is_role(*v.wave64)) || (v.wave32 && !is_role(*v.wave32)))
      return false;
    const bool sizes = v.host == 32 || v.host == 64;
    return sizes || match::names_a_warp(c.name);
  }

  void differing(std::size_t i) {
    const auto values = values_of(i);
    const match::NamedConstant& c = constants_.all()[i];
    if (!values || !follows_wave(i, *values)) return;
    std::vector<const ConstantUse*> host;
    std::vector<const ConstantUse*> device;
    split(constants_.reached(i), host, device);
    if (host.empty() || (device.empty() && !match::names_a_warp(c.name))) return;

    const bool wrong64 = values->wave64 && *values->wave64 != values->host;
    const std::int64_t there = wrong64 ? *values->wave64 : *values->wave32;
    const auto names = match::targets_with_wave(context_, wrong64 ? 64 : 32);
    const std::string target =
        names.empty() ? (wrong64 ? "gfx9" : "gfx10 and later") : names.front();
    const auto direct = static_cast<std::size_t>(std::count_if(
        host.begin(), host.end(), [&](const ConstantUse* use) { return use->name == c.name; }));
    const std::string count = std::to_string(direct) + (direct == 1 ? " place" : " places");
    const std::string use = direct != 0 ? "which uses it in " + count
                                        : "which uses " + host.front()->name + ", made of it";
    Finding finding =
        start(c, c.name + " is " + std::to_string(there) + " in kernels on " + target + " and "
                     + std::to_string(values->host) + " in host code, " + use);
    const bool launch = reaches_launch(host);
    finding.confidence = launch && !device.empty() ? Confidence::certain : Confidence::likely;
    finding.targets = names;
    finding.details.push_back("host pass: " + std::to_string(values->host) + per_pass(*values));
    std::string tested;
    for (const std::string& name : c.selectors()) tested += (tested.empty() ? "" : ", ") + name;
    if (!tested.empty())
      finding.details.push_back("decided by " + tested + ", which no host pass defines");
    relate(finding, host, "host code uses ");
    relate(finding, device, "device code uses ");
    remedy(finding);
    out_.push_back(std::move(finding));
  }

  static std::string per_pass(const Values& v) {
    std::string text;
    if (v.wave64) text += "; device pass for 64 lanes: " + std::to_string(*v.wave64);
    if (v.wave32) text += "; device pass for 32 lanes: " + std::to_string(*v.wave32);
    return text;
  }

  static void split(const std::vector<const ConstantUse*>& uses,
                    std::vector<const ConstantUse*>& host,
                    std::vector<const ConstantUse*>& device) {
    for (const ConstantUse* use : uses) {
      if (use->assertion) continue;
      if (use->side == CodeSide::host)
        host.push_back(use);
      else if (use->side == CodeSide::device || use->side == CodeSide::both)
        device.push_back(use);
    }
  }

  static bool reaches_launch(const std::vector<const ConstantUse*>& uses) {
    return std::any_of(uses.begin(), uses.end(),
                       [](const ConstantUse* use) { return use->launch; });
  }

  Finding start(const match::NamedConstant& c, std::string message) const {
    Finding finding = match::finding(rule_host_device_wave_mismatch, c.definitions.front()->where,
                                     nullptr, std::move(message));
    finding.function = c.definitions.front()->function;
    return finding;
  }

  static void relate(Finding& finding, const std::vector<const ConstantUse*>& uses,
                     const std::string& what) {
    for (std::size_t k = 0; k < uses.size() && k < kShown; ++k) {
      const Where& where = uses[k]->where;
      finding.related.push_back({where.in_macro_body ? where.expansion : where.best(),
                                 what + uses[k]->name + (uses[k]->launch ? " for a launch" : "")});
    }
  }

  static void remedy(Finding& finding) {
    finding.fixes.push_back({Safety::manual,
                             "ask for hipDeviceAttributeWarpSize in host code, and leave the "
                             "constant to device code",
                             {},
                             {}});
  }

  /// Made of __AMDGCN_WAVEFRONT_SIZE: 64 in host passes of old compilers, and what the #else says
  /// in those of new ones.
  void lost_macro(std::size_t i) {
    const match::NamedConstant& c = constants_.all()[i];
    if (differs(i) || is_device_only(i) || !match::names_a_warp(c.name)) return;
    const bool tested =
        std::any_of(c.definitions.begin(), c.definitions.end(), [](const ConstantFact* d) {
          return std::any_of(d->selectors.begin(), d->selectors.end(), [](const std::string& name) {
            return name.starts_with("__AMDGCN_WAVEFRONT_SIZE");
          });
        });
    const auto host_value = c.value_in(PassKind::host);
    if (!tested || !host_value) return;
    std::vector<const ConstantUse*> host;
    std::vector<const ConstantUse*> device;
    split(constants_.reached(i), host, device);
    if (host.empty()) return;
    const int other = *host_value == 32 ? 64 : 32;
    const auto names = match::targets_with_wave(context_, other);
    if (names.empty()) return;
    Finding finding =
        start(c, c.name + " is " + std::to_string(*host_value)
                     + " in host code whatever GPU runs: __AMDGCN_WAVEFRONT_SIZE, "
                       "which decides it, is no property of the GPU there ("
                     + names.front() + " has waves of " + std::to_string(other) + ")");
    finding.confidence = Confidence::likely;
    finding.targets = names;
    relate(finding, host, "host code uses ");
    remedy(finding);
    out_.push_back(std::move(finding));
  }

  /// rocprim::warp_size() and C10_WARP_SIZE in host code: one finding per file and name.
  void library() {
    std::map<std::pair<FileId, std::string>, std::vector<const WaveSizeUse*>> groups;
    for (const WaveSizeUse& use : context_.facts.wave_size_uses) {
      if (use.source != "rocprim::warp_size" && use.source != "C10_WARP_SIZE") continue;
      if (use.kind != WaveSizeUse::Kind::value || !is_host(use)) continue;
      groups[{use.where.best().file, use.source}].push_back(&use);
    }
    for (auto& [key, uses] : groups) {
      std::sort(uses.begin(), uses.end(),
                [](const WaveSizeUse* a, const WaveSizeUse* b) { return a->where < b->where; });
      const bool rocprim = key.second == "rocprim::warp_size";
      const auto narrow = match::targets_with_wave(context_, 32);
      if (narrow.empty()) continue;
      const bool launch = std::any_of(uses.begin(), uses.end(), [&](const WaveSizeUse* use) {
        return use->launch || owner_launches(*use);
      });
      Finding finding = match::finding(
          rule_host_device_wave_mismatch, uses.front()->where, nullptr,
          rocprim
              ? "rocprim::warp_size() in host code is 64 whatever GPU runs, also for the 32 lanes "
                "of "
                    + narrow.front()
              : "C10_WARP_SIZE in host code was 64 whatever GPU ran until PyTorch made it a query, "
                "also for the 32 lanes of "
                    + narrow.front());
      finding.function = uses.front()->function;
      finding.severity = Severity::warning;
      finding.confidence = rocprim || launch ? Confidence::likely : Confidence::possible;
      finding.targets = narrow;
      for (std::size_t k = 1; k < uses.size() && k <= kShown; ++k)
        finding.related.push_back({uses[k]->where.best(), "used in host code here, too"});
      finding.fixes.push_back({Safety::manual,
                               rocprim ? "ask for it with rocprim::host_warp_size()"
                                       : "use at::cuda::warp_size() in host code",
                               {},
                               {}});
      out_.push_back(std::move(finding));
    }
  }

  bool owner_launches(const WaveSizeUse& use) const {
    const auto owner = constants_.at(use.owner);
    return owner && reaches_launch(constants_.reached(*owner));
  }

  /// In host code, or in a constant that host code uses.
  bool is_host(const WaveSizeUse& use) const {
    if (use.side == CodeSide::host) return true;
    if (use.side != CodeSide::outside) return false;
    const auto owner = constants_.at(use.owner);
    if (!owner) return false;
    std::vector<const ConstantUse*> host;
    std::vector<const ConstantUse*> device;
    split(constants_.reached(*owner), host, device);
    return !host.empty();
  }

  const Context& context_;
  std::vector<Finding>& out_;
  match::Constants constants_;
};

void judge(const Context& context, std::vector<Finding>& out) { Judge(context, out).run(); }

}  // namespace

HIPAUDIT_RULE(rule_host_device_wave_mismatch) = {
    .id = "host-device-wave-mismatch",
    .topic = "waves",
    .summary = "a wave width that the host pass and the device pass see differently",
    .severity = Severity::error,
    .fix = Safety::manual,
    .needs = bit(FactKind::constants),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
