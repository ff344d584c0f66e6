// SPDX-License-Identifier: Apache-2.0
// Decides whether work that goes to the null stream was meant for the one stream its function has.
// *Work* is a launch, an asynchronous copy or memset, or a device-wide hipCUB call. A stream is *at
// hand* when the text at the work could name it; it *carries* what is given to it.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <tuple>

#include "match/rule.hpp"

namespace hipaudit {

extern const Rule rule_stream_ignored;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

A launch, an asynchronous copy or memset, or a hipCUB device call on the null stream, in a function that
has exactly one stream at hand (a parameter, a local, a member, or what a getter such as
`at::cuda::getCurrentCUDAStream()` returns) and gives that stream its other work. Also functions without
a stream whose neighbours launch on the current stream of PyTorch, or on a stream that callers give them:
one finding for the function.

## Why it is wrong on AMD

The rules are those of CUDA, so the defect is often as old as the code: null-stream work waits for blocking
streams and they for it, which serialises; a non-blocking stream (frameworks use these) is not ordered with
it at all, which is a race. Ports bring new cases: `hipLaunchKernelGGL(k, grid, block, 0, 0, ...)` spells out
the null stream, a copy that gained a stream in the port leaves its launch behind, and AMD's scheduling makes
a race visible that never lost on NVIDIA.

## Example

```cpp
void run(float* dst, const float* src, int n, hipStream_t stream) {
  hipMemcpyAsync(dst, src, n * sizeof(float), hipMemcpyHostToDevice, stream);
  scale<<<(n + 255) / 256, 256>>>(dst, n);  // does not wait for the copy
}
```

## Use instead

```cpp
void run(float* dst, const float* src, int n, hipStream_t stream) {
  hipMemcpyAsync(dst, src, n * sizeof(float), hipMemcpyHostToDevice, stream);
  scale<<<(n + 255) / 256, 256, 0, stream>>>(dst, n);
}
```

## Fix safety

Unsafe: it gives the work the stream. What follows and relied on the null stream's waiting may need a
synchronisation of its own.

## Not reported

- functions that use the null stream throughout, `main`, and tests
- functions with more than one stream, or with a stream that can only be null
- work that is followed at once by hipDeviceSynchronize or a blocking copy
- the branch beside one that launches the same kernel on the stream
- work whose stream is used in branches alone that exclude it: the two never run both
- functions without a stream that order their work themselves, with hipDeviceSynchronize, blocking copies,
  hipMalloc or hipFree, also in a function of the unit that they call
- work before a local stream's first use, after its last, or after its synchronisation

## References

- HIP documentation, "Asynchronous concurrent execution" and "Stream management"
- CUDA Runtime API, "Stream synchronization behavior"
- openvdb/fvdb-core pull request 587: launches that omitted the current stream
)md";

std::string without_suffix(const std::string& name) {
  return name.ends_with("_spt") ? name.substr(0, name.size() - 4) : name;
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return text.starts_with(prefix); });
}

/// Asynchronous work that takes a stream as an argument.
bool is_async_call(const HostCall& call) {
  const std::string name = without_suffix(call.name);
  if (name.starts_with("hipMem") && name.ends_with("Async")) return true;
  if (name == "hipMallocAsync" || name == "hipFreeAsync") return true;
  return starts_with_any(call.qualified, {"hipcub::Device"});
}

bool waits_for_null_stream(const HostCall& call) {
  const std::string name = without_suffix(call.name);
  if (name == "hipDeviceSynchronize" || name == "hipMemcpy" || name == "hipMemcpyDtoH"
      || name == "hipMemcpyHtoD" || name == "hipMemcpy2D" || name == "hipMemcpyFromSymbol"
      || name == "hipMemcpyToSymbol")
    return true;
  return name == "hipStreamSynchronize" && !call.args.empty() && call.args[0].is_null;
}

/// Copies, allocations and frees that wait for the null stream, or that it waits for.
bool blocks(const HostCall& call) {
  const std::string name = without_suffix(call.name);
  if (name.ends_with("Async") || name == "hipMemcpyWithStream") return false;
  return starts_with_any(name, {"hipMemcpy", "hipMemset", "hipMalloc", "hipFree"});
}

bool synchronises(const HostCall& call) {
  const std::string name = without_suffix(call.name);
  return name == "hipDeviceSynchronize" || name == "hipStreamSynchronize"
         || name == "hipEventSynchronize";
}

bool is_null_text(std::string_view text) {
  return text == "0" || text == "nullptr" || text == "NULL" || text == "hipStreamDefault"
         || text == "{}" || text == "hipStreamLegacy" || text == "(hipStream_t)0"
         || text == "hipStream_t(0)" || text == "static_cast<hipStream_t>(0)";
}

bool is_current_getter(std::string_view text) {
  return text.find("getCurrent") != std::string_view::npos
         && text.find("Stream") != std::string_view::npos;
}

/// Text of a stream as it is compared: at::cuda's streams are used through `.stream()` as well.
std::string normal(std::string text) {
  if (text.starts_with("this->")) text.erase(0, 6);
  if (text.ends_with(".stream()")) text.resize(text.size() - 9);
  std::erase(text, ' ');
  return text;
}

/// One piece of work or one use of a stream, in the order of the text.
struct Item {
  Span at;  ///< where it takes effect
  const Launch* launch = nullptr;
  const HostCall* call = nullptr;
  const Arg* stream = nullptr;  ///< the stream argument; null: takes none
  bool work = false;

  [[nodiscard]] bool on_null() const { return stream != nullptr && stream->is_null; }
  [[nodiscard]] bool tainted() const { return launch != nullptr ? launch->tainted : call->tainted; }
  [[nodiscard]] const Where& where() const {
    return launch != nullptr ? launch->where : call->where;
  }
  [[nodiscard]] std::string name() const {
    return launch != nullptr ? launch->kernel : without_suffix(call->name);
  }
};

struct Scene {
  const HostFunction* host = nullptr;
  std::vector<Item> items;
};

/// Whether no run of the function comes to both places.
bool exclude_each_other(const HostFunction& host, const Span& a, const Span& b) {
  return std::ranges::any_of(host.choices, [&](const Choice& choice) {
    const auto arm = [&](const Span& at) {
      return std::ranges::find_if(choice.arms, [&](const Span& s) { return s.contains(at); });
    };
    const auto end = choice.arms.end();
    return arm(a) != arm(b) && arm(a) != end && arm(b) != end;
  });
}

/// Whether a run of the function may leave out this place. What stands behind an early return,
/// where that branch ends, is what the function is for.
bool is_optional(const HostFunction& host, const Span& at) {
  return std::ranges::any_of(host.choices, [&](const Choice& choice) {
    for (std::size_t i = 0; i < choice.arms.size(); ++i)
      if (choice.arms[i].contains(at))
        return i == 0 || choice.arms[i].begin != choice.arms[i - 1].end;
    return false;
  });
}

/// The functions that are worth a look, with what they do.
std::map<std::string, Scene> scenes(const Facts& facts) {
  std::map<std::string, Scene> out;
  for (const HostFunction& host : facts.host_functions) {
    const Span& at = host.where.best();
    if (!at.valid() || at.file >= facts.files.size() || !facts.files[at.file].project) continue;
    out[host.key].host = &host;
  }
  for (const Launch& launch : facts.launches)
    if (const auto found = out.find(launch.host); found != out.end())
      found->second.items.push_back(
          {launch.where.expansion, &launch, nullptr, &launch.stream, true});
  for (const HostCall& call : facts.host_calls) {
    const auto found = out.find(call.host);
    if (found == out.end()) continue;
    const std::string name = without_suffix(call.name);
    if (name.starts_with("hipLaunch") || name.starts_with("hipExtLaunch")) continue;
    Item item{call.where.expansion, nullptr, &call, nullptr, is_async_call(call)};
    for (const Arg& arg : call.args)
      if (arg.is_stream) item.stream = &arg;
    found->second.items.push_back(item);
  }
  for (auto& [key, scene] : out)
    std::sort(scene.items.begin(), scene.items.end(), [](const Item& a, const Item& b) {
      return std::tuple(a.at.begin, a.at.end, a.launch != nullptr, a.name())
             < std::tuple(b.at.begin, b.at.end, b.launch != nullptr, b.name());
    });
  return out;
}

/// Tests and benchmarks choose the null stream on purpose.
bool is_test(const Facts& facts, const HostFunction& host) {
  const std::string& path = facts.files[host.where.best().file].path;
  const auto slash = path.rfind('/');
  std::string file = path.substr(slash + 1);
  std::string folder;
  if (slash != std::string::npos) {
    const auto before = path.rfind('/', slash - 1);
    folder = path.substr(before + 1, slash - before - 1);
  }
  const auto lower = [](std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  };
  file = lower(file);
  folder = lower(folder);
  static const std::set<std::string, std::less<>> kFolders = {
      "test", "tests", "unittest", "unittests", "unit_tests", "bench", "benchmark", "benchmarks"};
  if (kFolders.contains(folder)) return true;
  if (file.starts_with("test_") || file.find("_test.") != std::string::npos
      || file.find("benchmark") != std::string::npos || file.find("unittest") != std::string::npos)
    return true;
  const std::string name = lower(host.name);
  return name.starts_with("test") || name.find("::test") != std::string::npos;
}

/// Whether the stream can be something else than null: a local that only ever holds null is none.
bool can_be_real(const StreamAtHand& stream, const Scene& scene, std::string_view text) {
  if (stream.origin != StreamAtHand::Origin::local) return true;
  if (!stream.init.empty() && !is_null_text(stream.init)) return true;
  for (const Item& item : scene.items)
    if (item.call != nullptr)
      for (const Arg& arg : item.call->args)
        if (arg.text == "&" + stream.text) return true;
  // Assigned later, or handed out by address to something that is not a HIP call.
  const std::size_t from = stream.where.best().end;
  const std::size_t to = std::min<std::size_t>(stream.scope.end, text.size());
  for (std::size_t at = text.find(stream.text, from); at < to;
       at = text.find(stream.text, at + 1)) {
    std::size_t after = at + stream.text.size();
    while (after < to && text[after] == ' ') ++after;
    if (after + 1 < to && text[after] == '=' && text[after + 1] != '=') return true;
    if (at > 0 && text[at - 1] == '&') return true;
  }
  return false;
}

bool is_created_here(const StreamAtHand& stream, const Scene& scene) {
  return std::any_of(scene.items.begin(), scene.items.end(), [&](const Item& item) {
    return item.call != nullptr && item.call->name.starts_with("hipStreamCreate")
           && !item.call->args.empty() && item.call->args[0].text == "&" + stream.text;
  });
}

/// Distinct streams that the function can name; none when one of them is a collection.
std::vector<const StreamAtHand*> distinct_streams(const Scene& scene, std::string_view text) {
  std::vector<const StreamAtHand*> out;
  std::set<std::string> seen;
  std::set<std::string> initialisers;
  for (const StreamAtHand& stream : scene.host->streams)
    if (stream.origin == StreamAtHand::Origin::local) initialisers.insert(normal(stream.init));
  for (const StreamAtHand& stream : scene.host->streams) {
    if (stream.text.ends_with("[]")) return {};
    if (!can_be_real(stream, scene, text)) continue;
    const std::string name = normal(stream.text);
    // `auto stream = ctx.stream();` is one stream, not two.
    if (stream.origin == StreamAtHand::Origin::getter && initialisers.contains(name)) continue;
    if (stream.origin == StreamAtHand::Origin::member && initialisers.contains(name)) continue;
    if (stream.origin == StreamAtHand::Origin::getter
        && name.find("getDefault") != std::string::npos)
      continue;
    if (seen.insert(name).second) out.push_back(&stream);
  }
  // `stream.stream()` of a stream object is that stream.
  const auto all = out;
  std::erase_if(out, [&](const StreamAtHand* stream) {
    return stream->origin == StreamAtHand::Origin::getter
           && std::any_of(all.begin(), all.end(), [&](const StreamAtHand* other) {
                return other != stream
                       && normal(stream->text).starts_with(normal(other->text) + ".");
              });
  });
  return out;
}

/// Whether `item` gives its work to `stream`, or at least names it (events, waits, callees).
bool names_stream(const Item& item, const std::string& stream) {
  if (item.stream == nullptr || item.stream->is_null || !item.stream->written) return false;
  // Asking for its flags or destroying it gives it nothing to do.
  const std::string name = item.name();
  if (name.starts_with("hipStream") && name != "hipStreamSynchronize" && name != "hipStreamQuery"
      && name != "hipStreamAddCallback" && name != "hipStreamAttachMemAsync"
      && !starts_with_any(name, {"hipStreamWait", "hipStreamWrite"}))
    return false;
  const std::string text = normal(item.stream->text);
  return text == stream || text == "*" + stream;
}

bool carries(const Item& item, const std::string& stream) {
  if (!names_stream(item, stream)) return false;
  if (item.work) return true;
  // A project function or a library that gets the stream works on it.
  const std::string name = item.name();
  return !name.starts_with("hipStream") && !name.starts_with("hipEvent");
}

class Judge {
 public:
  Judge(const Context& context, std::vector<Finding>& out)
      : context_(context), facts_(context.facts), out_(out), scenes_(scenes(context.facts)) {}

  void run() {
    for (const auto& [key, scene] : scenes_)
      if (scene.host->is_main) mains_.insert(scene.host->where.best().file);
    for (const auto& [key, scene] : scenes_) {
      if (scene.host->is_main || scene.items.empty() || is_test(facts_, *scene.host)) continue;
      const std::string_view text =
          context_.sources.text(facts_.files[scene.host->where.best().file].path);
      const auto streams = distinct_streams(scene, text);
      if (streams.size() == 1)
        own_stream(scene, *streams[0], text);
      else if (scene.host->streams.empty())
        neighbours_stream(scene);
    }
  }

 private:
  /// The function has one stream and uses it for something else.
  void own_stream(const Scene& scene, const StreamAtHand& stream, std::string_view text) {
    const std::string name = normal(stream.text);
    for (const Item& item : scene.items)
      if (item.call != nullptr && item.call->name.starts_with("hipStreamBeginCapture")) return;
    const bool own = is_created_here(stream, scene);
    for (const Item& item : scene.items) {
      if (!item.work || !item.on_null() || !at_hand(stream, item)) continue;
      if (beside_its_twin(scene, item, name, text)) continue;
      const Scene run = beside(scene, item);
      const auto uses = [&](const Item& other) { return names_stream(other, name); };
      const auto first = std::ranges::find_if(run.items, uses);
      if (first == run.items.end() || waited_for(run, item)) continue;
      const auto last = std::find_if(run.items.rbegin(), run.items.rend(), uses);
      if (own && !in_the_middle(run, item, *first, *last)) continue;
      report(run, item, stream, name);
    }
  }

  /// What a run of the function that comes to `item` may do besides.
  static Scene beside(const Scene& scene, const Item& item) {
    Scene run{scene.host, {}};
    for (const Item& other : scene.items)
      if (!exclude_each_other(*scene.host, item.at, other.at)) run.items.push_back(other);
    return run;
  }

  static bool at_hand(const StreamAtHand& stream, const Item& item) {
    if (stream.origin == StreamAtHand::Origin::member
        || stream.origin == StreamAtHand::Origin::getter
        || stream.origin == StreamAtHand::Origin::parameter)
      return true;
    return stream.scope.contains(item.at) && stream.where.expansion.end <= item.at.begin;
  }

  /// The next call makes the host wait for the null stream, so its use is deliberate.
  static bool waited_for(const Scene& scene, const Item& item) {
    const Item* next = nullptr;
    for (const Item& other : scene.items) {
      if (other.at.begin < item.at.end || other.call == nullptr) continue;
      const std::string name = other.name();
      if (!name.starts_with("hip") || name.starts_with("hipGetLastError")
          || name.starts_with("hipPeekAtLastError") || name.starts_with("hipGetErrorString"))
        continue;
      next = &other;
      break;
    }
    return next != nullptr && waits_for_null_stream(*next->call);
  }

  /// if (stream) k<<<g, b, 0, stream>>>(p); else k<<<g, b>>>(p);
  static bool beside_its_twin(const Scene& scene, const Item& item, const std::string& stream,
                              std::string_view text) {
    for (const Item& other : scene.items) {
      if (!names_stream(other, stream) || other.name() != item.name()) continue;
      const Item& before = other.at.begin < item.at.begin ? other : item;
      const Item& after = other.at.begin < item.at.begin ? item : other;
      if (before.at.file != after.at.file || after.at.begin > text.size()
          || before.at.end > after.at.begin)
        continue;
      const std::string_view between = text.substr(before.at.end, after.at.begin - before.at.end);
      for (const std::string_view word : {"else", "case ", "default", "return", "#e"})
        if (between.find(word) != std::string_view::npos) return true;
    }
    return false;
  }

  /// Between two uses of a stream that the function made itself, with no synchronisation since.
  static bool in_the_middle(const Scene& scene, const Item& item, const Item& first,
                            const Item& last) {
    if (item.at.begin < first.at.begin || item.at.begin > last.at.begin) return false;
    bool busy = false;
    for (const Item& other : scene.items) {
      if (other.at.begin >= item.at.begin) break;
      if (other.call != nullptr && synchronises(*other.call))
        busy = false;
      else if (other.work && !other.on_null())
        busy = true;
    }
    if (!busy) return false;
    // A use that only cleans up does not count as going on.
    return std::any_of(scene.items.begin(), scene.items.end(), [&](const Item& other) {
      return other.at.begin > item.at.begin && other.work && !other.on_null();
    });
  }

  void report(const Scene& scene, const Item& item, const StreamAtHand& stream,
              const std::string& name) {
    const Item* neighbour = nullptr;
    std::vector<Related> related;
    bool work = false;
    for (const Item& other : scene.items) {
      if (!names_stream(other, name)) continue;
      const bool better = carries(other, name) && !work;
      if (neighbour == nullptr || better) neighbour = &other;
      work = work || carries(other, name);
      if (related.size() < 3)
        related.push_back({other.where().best(), other.name() + " uses `" + stream.text + "`"});
    }
    Finding finding = start(scene, item,
                            item.name() + " runs on the null stream although `" + stream.text
                                + "` is at hand and " + neighbour->name()
                                + (work                                          ? " works on it"
                                   : neighbour->name() == "hipStreamSynchronize" ? " waits for it"
                                                                                 : " uses it"));
    const bool explicit_null = item.stream->written && !in_launch_macro(item);
    if (!work || explicit_null || item.tainted() || scene.host->tainted)
      finding.confidence = Confidence::likely;
    finding.related = std::move(related);
    finding.details.push_back("if `" + stream.text
                              + "` is non-blocking the two are not ordered: a race; if it is "
                                "blocking they never overlap");
    if (!item.tainted() && !scene.host->tainted) add_fix(item, stream.text, finding);
    out_.push_back(std::move(finding));
  }

  /// The function has no stream, but its neighbours launch on one: on the current stream of their
  /// framework, or on one that their callers give them.
  void neighbours_stream(const Scene& scene) {
    if (orders_itself(scene)) return;
    std::vector<const Item*> ignoring;
    bool tainted = scene.host->tainted;
    for (const Item& item : scene.items) {
      if (item.launch == nullptr || !item.on_null() || waited_for(scene, item)) continue;
      ignoring.push_back(&item);
      tainted = tainted || item.tainted();
    }
    if (ignoring.empty()) return;
    const FileId file = scene.host->where.best().file;
    const Users& users = users_near(file);
    const bool current = users.current.size() >= (is_framework_file(file) ? 1U : 2U);
    if (!current && (users.given.size() < 3 || mains_.contains(file))) return;
    const Item& first = *ignoring.front();
    Finding finding = start(
        scene, first,
        first.name() + " runs on the null stream while its neighbours run on "
            + (current ? "the current stream of the framework" : "a stream that they are given"));
    finding.confidence = Confidence::likely;
    for (std::size_t i = 1; i < ignoring.size(); ++i)
      finding.related.push_back({ignoring[i]->where().best(), "so does " + ignoring[i]->name()});
    const auto& uses = current ? users.current : users.given;
    for (std::size_t i = 0; i < uses.size() && i < 3; ++i)
      finding.related.push_back({uses[i].span, uses[i].name + " runs on " + uses[i].stream});
    finding.details.push_back(
        current ? "the current stream need not be the null stream, and frameworks make "
                  "non-blocking ones: what was computed before need not be finished"
                : "callers who use a stream of their own get work that is not ordered with it, or "
                  "that waits for everything");
    if (!current) {
      finding.fixes.push_back(
          {Safety::manual, "give " + scene.host->name + " the caller's stream", {}, {}});
    } else if (!tainted && !users.getter.empty()) {
      Fix fix{Safety::unsafe, "run it on `" + users.getter + "`", {}, {}};
      bool whole = true;
      for (const Item* item : ignoring) whole = add_edit(*item, users.getter, fix) && whole;
      if (whole) finding.fixes.push_back(std::move(fix));
    }
    out_.push_back(std::move(finding));
  }

  /// The function was written for the null stream: what it calls besides waits for that, or makes
  /// it wait. A synchronisation that depends on something is a check of errors.
  bool orders_itself(const Scene& scene, int depth = 0) const {
    for (const Item& item : scene.items) {
      if (item.call == nullptr) continue;
      if (blocks(*item.call)) return true;
      if (waits_for_null_stream(*item.call) && !is_optional(*scene.host, item.at)) return true;
    }
    return depth < 2
           && std::ranges::any_of(
               scene.host->calls,
               [&](const std::string& key) {
                 const auto callee = scenes_.find(key);
                 return callee != scenes_.end() && orders_itself(callee->second, depth + 1);
               });
  }

  /// A launch on a stream that was not made in its function.
  struct StreamUse {
    Span span;
    std::string name;
    std::string stream;
    bool operator<(const StreamUse& other) const {
      return std::tie(span, name, stream) < std::tie(other.span, other.name, other.stream);
    }
  };
  struct Users {
    std::vector<StreamUse> current;  ///< on the framework's current stream, in the same folder
    std::vector<StreamUse> given;    ///< on a parameter, in the same file
    std::string getter;              ///< how this file writes the current stream, if it does
  };

  [[nodiscard]] const std::string& path(FileId file) const { return facts_.files[file].path; }
  [[nodiscard]] std::string folder(FileId file) const {
    return path(file).substr(0, path(file).rfind('/') + 1);
  }

  /// The file includes PyTorch's headers, so that its launches belong to PyTorch's streams.
  bool is_framework_file(FileId file) {
    if (framework_files_.empty()) {
      framework_files_.insert(kNoFile);
      for (const IncludeFact& include : facts_.includes)
        if (starts_with_any(include.name, {"ATen/", "c10/", "torch/"}))
          framework_files_.insert(include.where.best().file);
    }
    return framework_files_.contains(file);
  }

  const Users& users_near(FileId file) {
    const auto [at, fresh] = users_.try_emplace(file);
    Users& users = at->second;
    if (!fresh) return users;
    const bool framework = is_framework_file(file);
    for (const auto& [key, scene] : scenes_) {
      const FileId other = scene.host->where.best().file;
      const bool same_folder = framework || folder(other) == folder(file);
      if (!same_folder || is_test(facts_, *scene.host)) continue;
      for (const StreamAtHand& stream : scene.host->streams) {
        const std::string& made_by =
            stream.origin == StreamAtHand::Origin::getter ? stream.text : stream.init;
        if (framework && is_current_getter(made_by))
          users.current.push_back({stream.where.best(), scene.host->name, "`" + made_by + "`"});
      }
      for (const Item& item : scene.items) {
        if (item.launch == nullptr || item.on_null() || !item.stream->written) continue;
        std::string getter = is_current_getter(item.stream->text) ? item.stream->text : "";
        bool given = false;
        for (const StreamAtHand& stream : scene.host->streams) {
          if (normal(stream.text) != normal(item.stream->text)) continue;
          if (is_current_getter(stream.init)) getter = stream.init;
          given = given || stream.origin == StreamAtHand::Origin::parameter;
        }
        const StreamUse use{item.where().best(), item.name(), "`" + item.stream->text + "`"};
        if (!getter.empty()) {
          users.current.push_back(use);
          // A getter with arguments may name what other functions do not have.
          std::string_view self_contained = getter;
          if (self_contained.ends_with(".stream()")) self_contained.remove_suffix(9);
          if (other == file && users.getter.empty() && self_contained.ends_with("()")
              && self_contained.find_first_of(".->") == std::string_view::npos)
            users.getter = getter;
        } else if (given && other == file) {
          users.given.push_back(use);
        }
      }
    }
    // Neighbours of the same file first.
    for (auto* uses : {&users.current, &users.given})
      std::sort(uses->begin(), uses->end(), [&](const StreamUse& a, const StreamUse& b) {
        if ((a.span.file == file) != (b.span.file == file)) return a.span.file == file;
        return a < b;
      });
    return users;
  }

  static bool in_launch_macro(const Item& item) {
    return item.launch != nullptr && item.launch->macro_form;
  }

  static Finding start(const Scene& scene, const Item& item, std::string message) {
    Where where = item.where();
    if (item.call != nullptr) where = item.call->callee;
    Finding finding = match::finding(rule_stream_ignored, where, nullptr, std::move(message));
    finding.function = scene.host->name;
    return finding;
  }

  bool is_project(const Span& span) const {
    return span.valid() && span.file < facts_.files.size() && facts_.files[span.file].project
           && !facts_.files[span.file].generated;
  }

  void add_fix(const Item& item, const std::string& stream, Finding& finding) const {
    Fix fix{Safety::unsafe, "run it on `" + stream + "`", {}, {}};
    if (add_edit(item, stream, fix)) finding.fixes.push_back(std::move(fix));
  }

  /// Whether the item's text can be edited; then the edit that gives it the stream is in `fix`.
  bool add_edit(const Item& item, const std::string& stream, Fix& fix) const {
    const Arg& arg = *item.stream;
    const auto before = [](const Span& span) { return Span{span.file, span.begin, span.begin}; };
    if (arg.written) {
      if (arg.where.in_macro_body || !is_project(arg.where.spelling)) return false;
      fix.edits.push_back({arg.where.spelling, stream});
    } else if (item.launch != nullptr) {
      if (item.launch->where.in_macro_body || !is_project(item.launch->config_end)) return false;
      fix.edits.push_back({before(item.launch->config_end),
                           item.launch->shared.written ? ", " + stream : ", 0, " + stream});
    } else {
      // Only when the stream is the next argument that the call would take.
      const HostCall& call = *item.call;
      const auto index = static_cast<std::size_t>(&arg - call.args.data());
      if (index != call.written || call.where.in_macro_body || !is_project(call.rparen))
        return false;
      fix.edits.push_back({before(call.rparen), ", " + stream});
    }
    return true;
  }

  const Context& context_;
  const Facts& facts_;
  std::vector<Finding>& out_;
  std::map<std::string, Scene> scenes_;
  std::map<FileId, Users> users_;
  std::set<FileId> framework_files_;
  std::set<FileId> mains_;
};

void judge(const Context& context, std::vector<Finding>& out) { Judge(context, out).run(); }

}  // namespace

HIPAUDIT_RULE(rule_stream_ignored) = {
    .id = "stream-ignored",
    .topic = "streams",
    .summary = "work on the null stream although a stream is at hand and used by its neighbours",
    .severity = Severity::warning,
    .fix = Safety::unsafe,
    .needs = bit(FactKind::host_calls) | bit(FactKind::includes),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
