// SPDX-License-Identifier: Apache-2.0
// Decides whether a value may be used as a stream handle in the call that gets it: creation flags,
// legacy handles, the null stream where there must be a real one, and handles already destroyed.
#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>

#include "match/rule.hpp"

namespace hipaudit {

extern const Rule rule_stream_handle_misuse;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

- `hipStreamDefault` or `hipStreamNonBlocking`, which are creation flags, passed as a stream
- `hipStreamLegacy` passed to hipStreamGetFlags, hipStreamGetPriority or hipStreamDestroy
- hipStreamBeginCapture on the null stream; hipStreamGetFlags of the null stream
- hipStreamWaitEvent with flags other than 0
- a stream used after hipStreamDestroy or hipDeviceReset in the same block

## Why it is wrong on AMD

`hipStreamDefault` is 0, so it compiles and names the null stream; `hipStreamNonBlocking`, cast to a
handle, is 1, which is `hipStreamLegacy` or no stream at all. `hipStreamLegacy` passes the validity check of
the three calls above, which then follow it as a pointer. The null stream cannot be captured. HIP knows no
flags for hipStreamWaitEvent and returns hipErrorInvalidValue, so the wait does not happen. A destroyed
handle gave an error code before ROCm 7; since then the runtime no longer checks and crashes.

## Example

```cpp
hipMemcpyAsync(dst, src, bytes, hipMemcpyDeviceToDevice, hipStreamDefault);
hipStreamWaitEvent(compute, ready, 1);
hipStreamDestroy(copy);
hipStreamSynchronize(copy);
```

## Use instead

```cpp
hipMemcpyAsync(dst, src, bytes, hipMemcpyDeviceToDevice, nullptr);
hipStreamWaitEvent(compute, ready, 0);
hipStreamSynchronize(copy);
hipStreamDestroy(copy);
```

## Fix safety

`hipStreamDefault` as a handle becomes `nullptr`: safe, it is the same value. The rest is shown only.

## Not reported

- `hipStreamDefault` as the flags of hipStreamCreateWithFlags or hipStreamCreateWithPriority
- a stream that is created or assigned again before its next use, or destroyed under a condition
- elements of arrays of streams

## References

- HIP documentation, "Stream management" and "HIP 7.0 changes"
- hip/hip_runtime_api.h: hipStreamDefault, hipStreamNonBlocking, hipStreamLegacy
)md";

/// A written stream argument, of a call or a launch.
struct Use {
  const Arg* arg = nullptr;
  std::string name;  ///< of the call, or of the kernel
  bool tainted = false;
  std::string function;  ///< that holds it
};

bool is_project(const Facts& facts, const Span& span) {
  return span.valid() && span.file < facts.files.size() && facts.files[span.file].project;
}

bool names(const std::string& text, std::string_view word) {
  const auto part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !part(text[at - 1])) && (end == text.size() || !part(text[end]))) return true;
  }
  return false;
}

std::string without_suffix(const std::string& name) {
  return name.ends_with("_spt") ? name.substr(0, name.size() - 4) : name;
}

Finding report(const Where& where, const std::string& function, bool tainted, std::string message) {
  Finding finding = match::finding(rule_stream_handle_misuse, where, nullptr, std::move(message));
  finding.function = function;
  if (tainted) finding.confidence = Confidence::likely;
  return finding;
}

Fix manual(std::string title) { return {Safety::manual, std::move(title), {}, {}}; }

void flag_as_handle(const Context& context, const Use& use, std::vector<Finding>& out) {
  const Arg& arg = *use.arg;
  if (!arg.written || !is_project(context.facts, arg.where.best())) return;
  if (names(arg.text, "hipStreamDefault")) {
    Finding finding = report(arg.where, use.function, use.tainted,
                             "hipStreamDefault is a creation flag; as a stream of " + use.name
                                 + " its value 0 names the null stream");
    finding.severity = Severity::note;  // it works: the value is the right one
    if (arg.text == "hipStreamDefault" && !use.tainted && !arg.where.in_macro_body
        && match::can_edit(context.facts, arg.where))
      finding.fixes.push_back(
          {Safety::safe, "write nullptr, the same stream", {{arg.where.spelling, "nullptr"}}, {}});
    out.push_back(std::move(finding));
  } else if (names(arg.text, "hipStreamNonBlocking")) {
    Finding finding = report(arg.where, use.function, use.tainted,
                             "hipStreamNonBlocking is a creation flag; as a stream of " + use.name
                                 + " its value 1 is no stream of this program");
    finding.fixes.push_back(manual("create a stream with this flag and pass that"));
    out.push_back(std::move(finding));
  }
}

void wrong_call(const Context& context, const HostCall& call, const std::string& function,
                std::vector<Finding>& out) {
  if (!is_project(context.facts, call.where.best()) || call.args.empty()) return;
  const std::string name = without_suffix(call.name);
  const Arg& first = call.args[0];
  const bool legacy = names(first.text, "hipStreamLegacy");
  if (legacy
      && (name == "hipStreamGetFlags" || name == "hipStreamGetPriority"
          || name == "hipStreamDestroy")) {
    Finding finding =
        report(first.where, function, call.tainted,
               name + " follows hipStreamLegacy as a pointer to address 1 and crashes");
    finding.fixes.push_back(manual("leave the call out: the legacy stream has no such property"));
    out.push_back(std::move(finding));
  } else if (name == "hipStreamGetFlags" && first.is_null) {
    Finding finding = report(first.where, function, call.tainted,
                             "hipStreamGetFlags of the null stream returns hipErrorInvalidValue "
                             "and leaves its result unset");
    finding.severity = Severity::warning;
    out.push_back(std::move(finding));
  } else if (name == "hipStreamBeginCapture" && (first.is_null || legacy)) {
    Finding finding = report(first.where, function, call.tainted,
                             "the null stream cannot be captured: hipStreamBeginCapture returns "
                             "hipErrorStreamCaptureUnsupported");
    finding.fixes.push_back(manual("capture a stream made by hipStreamCreate"));
    out.push_back(std::move(finding));
  } else if (name == "hipStreamWaitEvent" && call.args.size() > 2 && call.args[2].written
             && call.args[2].value.value_or(0) != 0) {
    Finding finding = report(call.args[2].where, function, call.tainted,
                             "HIP has no flags for hipStreamWaitEvent: flags "
                                 + std::to_string(*call.args[2].value)
                                 + " return hipErrorInvalidValue and the stream does not wait");
    finding.fixes.push_back(manual("pass 0"));
    out.push_back(std::move(finding));
  }
}

/// A name or a chain of members; elements and results of calls are not one known stream.
bool is_plain_name(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-'
           || c == '>' || c == ':';
  }) && !std::isdigit(static_cast<unsigned char>(text[0]));
}

/// Whether the statement at `begin` stands by itself in its block, not under an `if` without
/// braces.
bool stands_alone(std::string_view text, std::uint32_t begin) {
  std::size_t at = begin;
  while (at > 0) {
    const char c = text[at - 1];
    if (std::isspace(static_cast<unsigned char>(c))) {
      --at;
      continue;
    }
    if (at >= 6 && text.substr(at - 6, 6) == "(void)") {
      at -= 6;
      continue;
    }
    return c == ';' || c == '{' || c == '}';
  }
  return false;
}

/// Whether `name` gets a new value in the text: `s = ...`, or anything done to `&s`.
bool set_again(std::string_view text, const std::string& name) {
  const auto part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    std::size_t after = at + name.size();
    if ((at > 0 && part(text[at - 1])) || (after < text.size() && part(text[after]))) continue;
    if (at > 0 && text[at - 1] == '&') return true;
    while (after < text.size() && std::isspace(static_cast<unsigned char>(text[after]))) ++after;
    if (after < text.size() && text[after] == '='
        && (after + 1 == text.size() || text[after + 1] != '='))
      return true;
  }
  return false;
}

/// Whether the text between two statements of a block may leave it: `return` before the use itself
/// does not.
bool leaves(std::string_view between) {
  for (const std::string_view word : {"return", "goto", "case ", "break"})
    if (const auto at = between.find(word);
        at != std::string_view::npos && between.find(';', at) != std::string_view::npos)
      return true;
  return false;
}

struct Later {
  const Arg* arg = nullptr;
  std::uint32_t branch = 0;
  bool has_branch = false;
  std::string name;
};

void use_after_end(const Context& context, const std::vector<const HostCall*>& calls,
                   const std::vector<const Launch*>& launches, const std::string& function,
                   std::vector<Finding>& out) {
  const Facts& facts = context.facts;
  std::vector<std::pair<Span, Later>> uses;
  for (const HostCall* call : calls)
    for (const Arg& arg : call->args)
      if (arg.is_stream && arg.written && is_plain_name(arg.text))
        uses.push_back(
            {call->where.expansion, {&arg, call->branch, true, without_suffix(call->name)}});
  for (const Launch* launch : launches)
    if (launch->stream.written && is_plain_name(launch->stream.text))
      uses.push_back({launch->where.expansion, {&launch->stream, 0, false, launch->kernel}});
  std::sort(uses.begin(), uses.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first, a.second.name) < std::tie(b.first, b.second.name);
  });

  for (const HostCall* call : calls) {
    const std::string name = without_suffix(call->name);
    const bool destroy = name == "hipStreamDestroy" && !call->args.empty();
    if ((!destroy && name != "hipDeviceReset") || call->tainted) continue;
    const Span& at = call->where.expansion;
    if (!is_project(facts, at)) continue;
    if (destroy && (!is_plain_name(call->args[0].text) || call->args[0].is_null)) continue;
    const std::string& path = facts.files[at.file].path;
    const std::string_view text = context.sources.text(path);
    if (!stands_alone(text, at.begin)) continue;
    for (const auto& [span, later] : uses) {
      if (span.file != at.file || span.begin < at.end) continue;
      const std::string& stream = later.arg->text;
      if (destroy && stream != call->args[0].text) continue;
      if (later.arg->is_null || stream.starts_with("hipStream")) continue;
      // Only in the block that ended the stream: other paths may not have passed there.
      if (later.has_branch && later.branch != call->branch) continue;
      const std::string_view between = text.substr(at.end, span.begin - at.end);
      const auto opened = std::count(between.begin(), between.end(), '{');
      const auto closed = std::count(between.begin(), between.end(), '}');
      if (opened != closed) continue;
      if (set_again(between, stream) || leaves(between)) break;
      if (!destroy && !set_again(text.substr(0, at.begin), stream)) continue;
      Finding finding = report(later.arg->where, function, false,
                               later.name + " uses `" + stream + "` after " + name
                                   + (destroy ? "" : " destroyed all streams")
                                   + ": ROCm 7 follows the dangling handle and crashes");
      finding.details.push_back("before ROCm 7 the call returns an error and does nothing");
      finding.related.push_back({call->where.best(), "the stream ends here"});
      out.push_back(std::move(finding));
      break;
    }
  }
}

void judge(const Context& context, std::vector<Finding>& out) {
  const Facts& facts = context.facts;
  std::map<std::string, std::vector<const HostCall*>> calls;
  std::map<std::string, std::vector<const Launch*>> launches;
  std::map<std::string, std::string> host_names;
  for (const HostFunction& host : facts.host_functions) host_names[host.key] = host.name;
  for (const HostCall& call : facts.host_calls) {
    calls[call.host].push_back(&call);
    wrong_call(context, call, host_names[call.host], out);
    const std::string name = without_suffix(call.name);
    // The launch fact of these says the same.
    if (name.starts_with("hipLaunchKernel") || name.starts_with("hipLaunchCooperativeKernel"))
      continue;
    for (const Arg& arg : call.args)
      if (arg.is_stream)
        flag_as_handle(context, {&arg, name, call.tainted, host_names[call.host]}, out);
  }
  for (const Launch& launch : facts.launches) {
    launches[launch.host].push_back(&launch);
    flag_as_handle(context,
                   {&launch.stream, launch.kernel, launch.tainted, host_names[launch.host]}, out);
  }
  for (const auto& [host, of_host] : calls)
    use_after_end(context, of_host, launches[host], host_names[host], out);
}

}  // namespace

HIPAUDIT_RULE(rule_stream_handle_misuse) = {
    .id = "stream-handle-misuse",
    .topic = "streams",
    .summary = "a value that is no usable stream handle is used as one",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
