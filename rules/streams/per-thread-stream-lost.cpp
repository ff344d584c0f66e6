// SPDX-License-Identifier: Apache-2.0
// Decides whether CUDA's per-thread default stream survived the port: whole, half or not at all.
// A *per-thread file* is the main file of a command with -fgpu-default-stream=per-thread (or any
// file, when every command says so).
#include <algorithm>
#include <set>

#include "match/rule.hpp"

namespace hipaudit {

extern const Rule rule_per_thread_stream_lost;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

- `CUDA_API_PER_THREAD_DEFAULT_STREAM`, defined in the source or on the command line
- `HIP_API_PER_THREAD_DEFAULT_STREAM` defined without `-fgpu-default-stream=per-thread`
- with that flag: calls such as `hipMallocAsync(&p, n, 0)` that stay on the legacy stream
- with that flag: `hipStreamLegacy` passed to a call that turns it into the per-thread stream

## Why it is wrong on AMD

HIP does not know CUDA's macro, and hipify does not translate it: all threads share the legacy default
stream again. HIP's own macro, defined by hand, redirects only the copy, memset, event and stream calls
to their `_spt` forms; `<<<>>>` launches stay on the legacy stream until the compiler is told
`-fgpu-default-stream=per-thread`, which also defines the macro. With the flag, only a fixed list of
calls is redirected: hipMallocAsync, hipFreeAsync, hipMemPrefetchAsync, the peer and the HtoD/DtoH/DtoD
copies and others still read a null stream as the legacy one, which waits for every blocking stream. And
the redirected ones treat `hipStreamLegacy` as the per-thread stream, too.

## Example

```cpp
#define CUDA_API_PER_THREAD_DEFAULT_STREAM
#include <hip/hip_runtime.h>

void worker(float* data, int n) {
  scale<<<(n + 255) / 256, 256>>>(data, n);  // the legacy stream: workers wait for one another
}
```

## Use instead

```cpp
// compile with -fgpu-default-stream=per-thread
#include <hip/hip_runtime.h>

void worker(float* data, int n) {
  scale<<<(n + 255) / 256, 256>>>(data, n);
}
```

## Fix safety

A null stream of a call that is not redirected becomes `hipStreamPerThread`: safe, it is the stream that
CUDA uses there. What needs the compiler's flag is shown only; renaming the macro alone would make half of
the program per-thread.

## Not reported

- the macro on a line that HIP does not compile (`#ifdef __CUDACC__`)
- `HIP_API_PER_THREAD_DEFAULT_STREAM` defined where every command that compiles the file has the flag
- explicit streams

## References

- HIP documentation, "Stream management" and hip/amd_detail/amd_hip_runtime_pt_api.h
- Clang documentation, `-fgpu-default-stream`
- CUDA Runtime API, "API synchronization behavior" and "Stream synchronization behavior"
)md";

/// The calls without an `_spt` form, whose null stream stays the legacy one.
const std::set<std::string, std::less<>>& legacy_calls() {
  static const std::set<std::string, std::less<>> kCalls = {
      "hipMallocAsync",        "hipFreeAsync",         "hipMallocFromPoolAsync",
      "hipMemPrefetchAsync",   "hipMemcpyPeerAsync",   "hipMemcpyWithStream",
      "hipMemcpyHtoDAsync",    "hipMemcpyDtoHAsync",   "hipMemcpyDtoDAsync",
      "hipMemsetD8Async",      "hipMemsetD16Async",    "hipMemsetD32Async",
      "hipModuleLaunchKernel", "hipExtLaunchKernel",   "hipStreamAttachMemAsync",
      "hipStreamWaitValue32",  "hipStreamWaitValue64", "hipStreamWriteValue32",
      "hipStreamWriteValue64"};
  return kCalls;
}

class Units {
 public:
  explicit Units(const Facts& facts) {
    for (const CommandFact& command : facts.commands) {
      (command.per_thread_stream ? per_thread_ : legacy_).insert(command.main_file);
    }
  }
  [[nodiscard]] bool any() const { return !per_thread_.empty(); }
  [[nodiscard]] bool is_per_thread(const std::string& path) const {
    if (per_thread_.contains(path)) return !legacy_.contains(path);
    return legacy_.empty() && !per_thread_.empty();
  }

 private:
  std::set<std::string> per_thread_;
  std::set<std::string> legacy_;
};

bool is_project(const Facts& facts, const Where& where) {
  const Span& span = where.best();
  return span.valid() && span.file < facts.files.size() && facts.files[span.file].project;
}

Fix flag_fix() { return {Safety::manual, "compile with -fgpu-default-stream=per-thread", {}, {}}; }

void leftover_macro(const Context& context, const Units& units, std::vector<Finding>& out) {
  std::set<std::string> defined_in;
  for (const MacroFact& macro : context.facts.macros) {
    if (macro.kind != MacroFact::Kind::defined || !is_project(context.facts, macro.where)) continue;
    const std::string& path = context.facts.files[macro.where.best().file].path;
    const bool cuda = macro.name == "CUDA_API_PER_THREAD_DEFAULT_STREAM";
    const bool hip = macro.name == "HIP_API_PER_THREAD_DEFAULT_STREAM";
    if ((!cuda && !hip) || units.is_per_thread(path)) continue;
    Finding finding = match::finding(
        rule_per_thread_stream_lost, macro.where, nullptr,
        cuda ? "HIP does not read " + macro.name
                   + ": null-stream work of all threads goes to the one legacy stream"
             : macro.name
                   + " moves copies to the per-thread stream, but `<<<>>>` launches stay on the "
                     "legacy stream without -fgpu-default-stream=per-thread");
    finding.details.push_back(
        cuda ? "renaming it to HIP_API_PER_THREAD_DEFAULT_STREAM moves copies only; the flag moves "
               "launches, too, and defines that macro"
             : "the flag defines the macro itself; the definition here can go");
    finding.fixes.push_back(flag_fix());
    out.push_back(std::move(finding));
  }
}

/// -DCUDA_API_PER_THREAD_DEFAULT_STREAM in a command: reported at the top of its main file.
void leftover_define(const Context& context, std::vector<Finding>& out) {
  for (const CommandFact& command : context.facts.commands) {
    if (command.per_thread_stream) continue;
    for (const std::string& define : command.defines) {
      const std::string name = define.substr(0, define.find('='));
      const bool cuda = name == "CUDA_API_PER_THREAD_DEFAULT_STREAM";
      if (!cuda && name != "HIP_API_PER_THREAD_DEFAULT_STREAM") continue;
      const FileId file = context.facts.files.find(command.main_file);
      if (file == kNoFile || !context.facts.files[file].project) continue;
      Where where;
      where.spelling = where.expansion = {file, 0, 0};
      Finding finding = match::finding(
          rule_per_thread_stream_lost, where, nullptr,
          cuda ? "the command defines " + name
                     + ", which HIP does not read: null-stream work of all threads goes to the one "
                       "legacy stream"
               : "the command defines " + name
                     + " without -fgpu-default-stream=per-thread: launches stay on the legacy "
                       "stream");
      finding.fixes.push_back(flag_fix());
      out.push_back(std::move(finding));
    }
  }
}

std::string without_suffix(const std::string& name) {
  return name.ends_with("_spt") ? name.substr(0, name.size() - 4) : name;
}

void per_thread_calls(const Context& context, const Units& units, std::vector<Finding>& out) {
  if (!units.any()) return;
  const Facts& facts = context.facts;
  for (const HostCall& call : facts.host_calls) {
    if (!is_project(facts, call.where)) continue;
    if (!units.is_per_thread(facts.files[call.where.best().file].path)) continue;
    const std::string name = without_suffix(call.name);
    for (std::size_t i = 0; i < call.args.size(); ++i) {
      const Arg& arg = call.args[i];
      if (!arg.is_stream) continue;
      if (arg.is_null && legacy_calls().contains(name)) {
        Finding finding = match::finding(
            rule_per_thread_stream_lost, call.callee, nullptr,
            name
                + " has no per-thread form: its null stream is the legacy one, while launches and "
                  "copies of this file use the per-thread stream");
        finding.function = {};
        finding.details.push_back(
            "the legacy stream waits for all blocking streams, and they for it: threads wait for "
            "one another");
        if (call.tainted) {
          finding.confidence = Confidence::likely;
        } else {
          Fix fix{Safety::safe, "pass hipStreamPerThread", {}, {}};
          if (arg.written && match::can_edit(facts, arg.where) && !arg.where.in_macro_body)
            fix.edits.push_back({arg.where.spelling, "hipStreamPerThread"});
          else if (!arg.written && i == call.written && call.rparen.valid()
                   && facts.files[call.rparen.file].project)
            fix.edits.push_back(
                {{call.rparen.file, call.rparen.begin, call.rparen.begin}, ", hipStreamPerThread"});
          if (!fix.edits.empty()) finding.fixes.push_back(std::move(fix));
        }
        out.push_back(std::move(finding));
      } else if (arg.text.find("hipStreamLegacy") != std::string::npos
                 && !legacy_calls().contains(name)) {
        Finding finding = match::finding(
            rule_per_thread_stream_lost, arg.where, nullptr,
            "with -fgpu-default-stream=per-thread " + name
                + " takes hipStreamLegacy for the per-thread stream: the order with legacy-stream "
                  "work is lost");
        finding.fixes.push_back(
            {Safety::manual,
             "make a blocking stream that stands for the legacy one, or compile "
             "this file without the flag",
             {},
             {}});
        out.push_back(std::move(finding));
      }
    }
  }
}

void judge(const Context& context, std::vector<Finding>& out) {
  const Units units(context.facts);
  leftover_macro(context, units, out);
  leftover_define(context, out);
  per_thread_calls(context, units, out);
}

}  // namespace

HIPAUDIT_RULE(rule_per_thread_stream_lost) = {
    .id = "per-thread-stream-lost",
    .topic = "streams",
    .summary = "CUDA's per-thread default stream is lost or half converted",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::host_calls) | bit(FactKind::macros) | bit(FactKind::commands),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
