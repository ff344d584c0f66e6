// SPDX-License-Identifier: Apache-2.0
// Which cross-lane operations go wrong on a wider wave.
//
// A block is run as CUDA and on the wider wave, on the same made-up data. When what others can see
// (memory, return values, calls that are not known) is the same, all is right; also when code that
// reckons with warpSize spreads the same values over other addresses. Else it is run once more for
// each operation, with that one alone on the wider wave: where what others see is another, the
// operation is wrong by itself. Lanes whose value nobody sees do not matter.
#include "lanes/verdict.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "facts/query.hpp"
#include "lanes/machine.hpp"
#include "lanes/names.hpp"

namespace hipaudit {

namespace {

using kf::Function;
using kf::kNone;
using lanes::Exchange;
using lanes::kMaxLanes;
using lanes::Library;
using lanes::Shape;
using lanes::SiteInfo;
using lanes::Trace;
using lanes::World;
using lanes::Write;

/// Expressions evaluated per run of one root, and in all its runs.
constexpr unsigned kBudget = 60000;
constexpr unsigned kRootBudget = 400000;
/// ... and in more of them while all looks right.
constexpr unsigned kMoreBudget = 80000;
/// Instantiations of one pattern that are judged.
constexpr int kMaxInstances = 3;
/// Sites judged per root: more are unrolled tables.
constexpr std::size_t kMaxSites = 64;

struct Graph {
  std::unordered_map<std::string, std::size_t> index;
  std::vector<std::vector<std::size_t>> callees;
  std::vector<char> called;
  std::vector<char> reaches;  ///< holds or calls something that spans the wave

  explicit Graph(const Facts& facts) {
    const auto& fs = facts.functions;
    callees.resize(fs.size());
    called.assign(fs.size(), 0);
    reaches.assign(fs.size(), 0);
    for (std::size_t i = 0; i < fs.size(); ++i) index.emplace(fs[i].key, i);
    std::vector<std::vector<std::size_t>> callers(fs.size());
    std::vector<std::size_t> work;
    for (std::size_t i = 0; i < fs.size(); ++i)
      for (const kf::Expr& e : fs[i].exprs) {
        if (!reaches[i]
            && (lanes::spans_the_wave(e) || e.op == kf::Op::warp_size || e.op == kf::Op::lane_id)) {
          reaches[i] = 1;
          work.push_back(i);
        }
        if (e.callee.empty()) continue;
        if (const auto to = index.find(e.callee); to != index.end() && to->second != i) {
          callees[i].push_back(to->second);
          callers[to->second].push_back(i);
          called[to->second] = 1;
        }
      }
    while (!work.empty()) {
      const std::size_t at = work.back();
      work.pop_back();
      for (const std::size_t up : callers[at])
        if (!reaches[up]) {
          reaches[up] = 1;
          work.push_back(up);
        }
    }
  }
};

struct LaunchShapes {
  bool any = false;
  bool all_known = true;
  std::array<std::int64_t, 3> dims{64, 1, 1};
  std::vector<std::array<std::int64_t, 3>> others;
};

/// Other blocks than the largest that a kernel is tried in.
constexpr std::size_t kMoreShapes = 3;

std::unordered_map<std::string, LaunchShapes> launch_shapes(const Facts& facts) {
  std::unordered_map<std::string, LaunchShapes> out;
  for (const Launch& launch : facts.launches) {
    const auto note = [&](const std::string& key) {
      LaunchShapes& s = out[key];
      if (!launch.block_dims) {
        s.any = true;
        s.all_known = false;
        return;
      }
      const auto threads = [](const std::array<std::int64_t, 3>& d) { return d[0] * d[1] * d[2]; };
      auto dims = *launch.block_dims;
      // Of several launches the one with most threads: it has whole waves.
      if (!s.any || threads(dims) > threads(s.dims)) std::swap(dims, s.dims);
      if (s.any && dims != s.dims && s.others.size() < kMoreShapes
          && std::ranges::find(s.others, dims) == s.others.end())
        s.others.push_back(dims);
      s.any = true;
    };
    if (!launch.kernel_key.empty()) note(launch.kernel_key);
    // A launch of an instantiation counts for its pattern.
    const auto angle = launch.kernel_key.find('<');
    if (angle != std::string::npos) note(launch.kernel_key.substr(0, angle));
  }
  return out;
}

/// Threads of other waves matter.
bool uses_the_block(const Function& f) {
  return std::ranges::any_of(f.exprs,
                             [](const kf::Expr& e) {
                               return e.op == kf::Op::block_dim
                                      || (e.op == kf::Op::cross
                                          && e.cross == kf::CrossKind::barrier);
                             })
         || std::ranges::any_of(f.vars, [](const kf::Var& v) {
              return v.storage == kf::Storage::shared || v.storage == kf::Storage::dynamic_shared;
            });
}

Shape launched(const std::array<std::int64_t, 3>& d) {
  Shape shape;
  shape.known = true;
  // Of a block that is too large, the last wave stays as it is.
  const std::int64_t cut = kMaxLanes - 64 + (d[0] % 64 != 0 ? d[0] % 64 : 64);
  shape.block = {static_cast<int>(d[0] > kMaxLanes ? cut : d[0]), 1, 1};
  if (d[0] * d[1] * d[2] <= kMaxLanes)
    shape.block = {static_cast<int>(d[0]), static_cast<int>(d[1]), static_cast<int>(d[2])};
  else if (d[1] * d[2] > 1)
    shape.block[1] = std::max(1, kMaxLanes / shape.block[0]);
  return shape;
}

Shape shape_for(const Function& f, const LaunchShapes* launches, bool uses_y) {
  Shape shape;
  if (launches && launches->any && launches->all_known
      && std::ranges::all_of(launches->dims, [](std::int64_t d) { return d > 0; }))
    return launched(launches->dims);
  if (f.max_threads && *f.max_threads > 0 && *f.max_threads <= 32)
    shape.block = {static_cast<int>(*f.max_threads), 1, 1};
  else if (uses_y)
    shape.block = {32, 4, 1};
  else if (f.kind != kf::FunctionKind::kernel && !uses_the_block(f))
    shape.block = {64, 1, 1};  // two warps, or one wave
  return shape;
}

bool is_poison(const lanes::Value& v) { return (v.taint & lanes::kPoison) != 0; }

/// Lanes whose stores, calls or results differ.
struct Differences {
  std::set<int> memory;
  std::set<int> calls;
  std::set<int> returns;
  bool only_undefined = true;  ///< memory differs where the wave leaves what is undefined
  [[nodiscard]] bool none() const { return memory.empty() && calls.empty() && returns.empty(); }
  [[nodiscard]] bool is_undefined() const {
    return only_undefined && !memory.empty() && calls.empty() && returns.empty();
  }
  [[nodiscard]] bool only_returns() const { return memory.empty() && calls.empty(); }
  [[nodiscard]] std::vector<int> lanes() const {
    std::set<int> all = memory;
    all.insert(calls.begin(), calls.end());
    all.insert(returns.begin(), returns.end());
    return {all.begin(), all.end()};
  }
};

/// Lanes that make other calls, or with other arguments.
void differing_calls(const Trace& a, const Trace& b, std::set<int>& out) {
  static const std::vector<std::vector<std::uint64_t>> none;
  const auto compare = [&](const auto& left, const auto& right) {
    for (std::size_t l = 0; l < std::max(left.size(), right.size()); ++l) {
      const bool both = l < left.size() && l < right.size();
      const bool same =
          both ? left[l] == right[l] : (l < left.size() ? left[l].empty() : right[l].empty());
      if (!same) out.insert(static_cast<int>(l));
    }
  };
  for (const auto& [at, lanes] : a.calls) {
    const auto found = b.calls.find(at);
    compare(lanes, found == b.calls.end() ? none : found->second);
  }
  for (const auto& [at, lanes] : b.calls)
    if (!a.calls.count(at)) compare(none, lanes);
}

/// A reduction downwards.
bool leaves_it_in_lane_0(const Trace& cuda) { return cuda.only_down && cuda.deltas.size() >= 3; }

Differences differences(const Trace& cuda, const Trace& other) {
  Differences out;
  for (const auto& [at, w] : cuda.memory) {
    if (is_poison(w.value)) continue;
    const auto found = other.memory.find(at);
    if (found == other.memory.end())
      out.memory.insert(w.lane);
    else if (found->second.value.bits != w.value.bits || is_poison(found->second.value))
      out.memory.insert(found->second.lane);
    else
      continue;
    if (found == other.memory.end() || !is_poison(found->second.value)) out.only_undefined = false;
  }
  for (const auto& [at, w] : other.memory)
    if (!cuda.memory.count(at)) {
      out.memory.insert(w.lane);
      if (!is_poison(w.value)) out.only_undefined = false;
    }
  differing_calls(cuda, other, out.calls);
  // Nobody is seen to use what the function returns.
  const bool reduction = leaves_it_in_lane_0(cuda);
  for (std::size_t l = 0; l < cuda.returned.size(); ++l) {
    if (!cuda.returns[l] || is_poison(cuda.returned[l])) continue;
    if (reduction && l % 32 != 0) continue;
    if (l >= other.returned.size() || !other.returns[l]
        || other.returned[l].bits != cuda.returned[l].bits || is_poison(other.returned[l]))
      out.returns.insert(static_cast<int>(l));
  }
  return out;
}

/// The memory of one parameter or array.
struct Region {
  std::vector<std::pair<std::uint64_t, const Write*>> cuda;
  std::vector<std::pair<std::uint64_t, const Write*>> target;
};

/// Where both write they agree, and what only one writes is what the other writes elsewhere: each
/// wave stores the block's total.
bool same_values(const Region& r) {
  std::unordered_map<std::uint64_t, std::uint64_t> target;
  std::unordered_set<std::uint64_t> cuda_values;
  std::unordered_set<std::uint64_t> target_values;
  for (const auto& [at, w] : r.target) {
    target.emplace(at, w->value.bits);
    target_values.insert(w->value.bits);
  }
  std::size_t common = 0;
  for (const auto& [at, w] : r.cuda) {
    cuda_values.insert(w->value.bits);
    const auto found = target.find(at);
    if (found == target.end()) {
      if (!target_values.count(w->value.bits)) return false;
      continue;
    }
    if (found->second != w->value.bits) return false;
    ++common;
  }
  if (common == 0) return false;
  return std::ranges::all_of(target_values,
                             [&](std::uint64_t v) { return cuda_values.count(v) != 0; });
}

/// The same contributions at other addresses: code whose lanes and strides follow warpSize writes
/// fewer, larger results. Each region agrees where both write, or as a whole.
bool same_contributions(const Trace& cuda, const Trace& target) {
  if (cuda.memory.empty() || target.memory.empty()) return false;
  std::map<std::uint64_t, Region> regions;
  for (const auto& [at, w] : cuda.memory) {
    if (is_poison(w.value)) continue;
    regions[at >> 32].cuda.emplace_back(at, &w);
  }
  for (const auto& [at, w] : target.memory) {
    if (is_poison(w.value)) return false;
    regions[at >> 32].target.emplace_back(at, &w);
  }
  for (auto& [id, r] : regions) {
    if (r.cuda.empty() || r.target.empty()) return false;
    if (same_values(r)) continue;
    const auto folded = [&](auto op) {
      const auto fold = [&](const auto& list) {
        std::uint64_t total = list.front().second->value.bits;
        for (std::size_t i = 1; i < list.size(); ++i) total = op(total, list[i].second->value.bits);
        return total;
      };
      return fold(r.cuda) == fold(r.target);
    };
    const auto as_signed = [](std::uint64_t v) { return static_cast<std::int64_t>(v); };
    if (folded([](std::uint64_t a, std::uint64_t b) { return a + b; })) continue;
    if (folded(
            [&](std::uint64_t a, std::uint64_t b) { return as_signed(a) < as_signed(b) ? b : a; })
        && folded(
            [&](std::uint64_t a, std::uint64_t b) { return as_signed(a) < as_signed(b) ? a : b; }))
      continue;
    return false;
  }
  return true;
}

std::string lanes_text(const std::vector<int>& lanes) { return kf::lane_range(lanes); }

/// "lanes 32-63 read lane 0 instead of lane 32", from the first exchange that differs.
bool describe_sources(const SiteInfo& cuda, const SiteInfo& target, int wave, LaneVerdict& out) {
  const bool moves = cuda.function->exprs[cuda.expr].cross != kf::CrossKind::shfl;
  for (std::size_t i = 0; i < std::min(cuda.exchanges.size(), target.exchanges.size()); ++i) {
    struct Group {
      std::vector<int> lanes;
      std::vector<int> cuda;
      std::vector<int> target;
    };
    std::map<std::pair<int, int>, Group> groups;  // by distance, so that rotations stay together
    bool any = false;
    const auto& a = cuda.exchanges[i].from;
    const auto& b = target.exchanges[i].from;
    for (int l = 0; l < std::min<int>(wave, static_cast<int>(a.size())); ++l) {
      const int c = a[static_cast<std::size_t>(l)];
      const int t = b[static_cast<std::size_t>(l)];
      if (c == t || c < 0 || t < 0) continue;
      any = true;
      Group& g = groups[{moves && c == l ? 1 : 0, c - t}];
      g.lanes.push_back(l);
      g.cuda.push_back(c);
      g.target.push_back(t);
    }
    if (!any) continue;
    const auto span = [](const std::vector<int>& v) {
      const bool one = std::ranges::all_of(v, [&](int lane) { return lane == v[0]; });
      return one ? "lane " + std::to_string(v[0]) : lanes_text(v);
    };
    std::string text;
    for (const auto& [key, g] : groups) {
      std::string line =
          lanes_text(g.lanes) + (g.lanes.size() == 1 ? " reads " : " read ") + span(g.target);
      line += key.first == 1 ? (g.lanes.size() == 1 ? " instead of keeping its own value"
                                                    : " instead of keeping their own values")
                             : " instead of " + span(g.cuda);
      if (text.empty()) text = line;
      if (out.details.size() < 6) out.details.push_back(line);
    }
    out.effect = text;
    return true;
  }
  return false;
}

void describe(const SiteInfo& cuda, const SiteInfo& target, int wave, LaneVerdict& out) {
  const kf::Expr& e = cuda.function->exprs[cuda.expr];
  if (kf::is_shuffle(e)) {
    // Lane numbers that data decides are samples, and say nothing.
    if (!cuda.source_is_data && describe_sources(cuda, target, wave, out)) return;
    out.effect = "lanes 32-" + std::to_string(wave - 1)
                 + " read a lane of the lower half: the lane number is taken modulo "
                 + std::to_string(wave) + " instead of 32";
    out.details.emplace_back(
        "the source lane is computed at run time; values differ between the halves of the wave");
    return;
  }
  const std::string span = std::to_string(wave);
  switch (e.cross) {
  case kf::CrossKind::any:
  case kf::CrossKind::all:
    out.effect = "each half of the wave gets the vote of all " + span + " lanes";
    break;
  case kf::CrossKind::reduce:
    out.effect = "each half of the wave gets the result of all " + span + " lanes";
    break;
  default: out.effect = "the set names the lanes of all " + span + ", not of the caller's 32";
  }
}

class Judge {
 public:
  Judge(const Facts& facts, int wave)
      : facts_(facts), wave_(wave), library_(facts), graph_(facts), shapes_(launch_shapes(facts)) {}

  Verdicts run() {
    find_instances();
    std::unordered_map<std::string, int> instances;
    const auto consider = [&](std::size_t i, bool roots_only) {
      const Function& f = facts_.functions[i];
      if (!graph_.reaches[i]) return;
      if (f.is_pattern && instantiated_.count(f.key)) return;
      if (roots_only && f.kind != kf::FunctionKind::kernel && graph_.called[i]) return;
      if (!f.pattern.empty() && ++instances[f.pattern] > kMaxInstances) return;
      root(f, graph_.called[i] != 0);
    };
    for (std::size_t i = 0; i < facts_.functions.size(); ++i) consider(i, true);
    // Operations that no root reached: judge the function that holds them by itself.
    for (std::size_t i = 0; i < facts_.functions.size(); ++i) {
      const Function& f = facts_.functions[i];
      if (verdicts_.kernel(f.key)) continue;
      const bool missing = std::ranges::any_of(f.exprs, [&](const kf::Expr& e) {
        return lanes::spans_the_wave(e) && !verdicts_.find(lanes::site_of(f, e));
      });
      if (missing) consider(i, false);
    }
    return std::move(verdicts_);
  }

  std::vector<LaneMap> maps(const std::function<bool(const Where&)>& wanted) {
    find_instances();
    const Verdicts verdicts = Judge(facts_, wave_).run();
    std::map<Where, LaneMap> out;
    for (std::size_t i = 0; i < facts_.functions.size(); ++i) {
      const Function& f = facts_.functions[i];
      if (!graph_.reaches[i] || (f.is_pattern && instantiated_.count(f.key))) continue;
      if (f.kind != kf::FunctionKind::kernel && graph_.called[i]) continue;
      map_root(f, wanted, verdicts, out);
    }
    std::vector<LaneMap> list;
    for (auto& [where, map] : out) list.push_back(std::move(map));
    return list;
  }

 private:
  void find_instances() {
    for (const Function& f : facts_.functions)
      if (!f.pattern.empty()) instantiated_.insert(f.pattern);
    // Instances that the host picks by the wave size: k<32> and k<64> side by side.
    std::map<std::pair<std::string, std::size_t>, std::set<std::int64_t>> values;
    for (const Function& f : facts_.functions)
      for (std::size_t i = 0; i < f.template_args.size(); ++i)
        if (!f.pattern.empty() && f.template_args[i].value
            && (lanes::is_warp_size_name(f.template_args[i].name)
                || lanes::is_wave_size_name(f.template_args[i].name)))
          values[{f.pattern, i}].insert(*f.template_args[i].value);
    for (const auto& [key, set] : values)
      if (set.count(32) && set.count(64)) by_wave_.insert(key);
  }

  /// An instance made for another wave than the one that is judged.
  bool for_another_wave(const Function& f) const {
    for (std::size_t i = 0; i < f.template_args.size(); ++i)
      if (by_wave_.count({f.pattern, i}) && f.template_args[i].value != wave_) return true;
    return false;
  }
  /// An instance made for this wave: nothing to compare with CUDA.
  bool for_this_wave(const Function& f) const {
    for (std::size_t i = 0; i < f.template_args.size(); ++i)
      if (by_wave_.count({f.pattern, i}) && f.template_args[i].value == wave_) return true;
    return false;
  }

  const LaunchShapes* launches_of(const Function& f) const {
    if (const auto found = shapes_.find(f.key); found != shapes_.end()) return &found->second;
    if (const auto found = shapes_.find(f.pattern); found != shapes_.end()) return &found->second;
    return nullptr;
  }

  /// One root in one shape: its runs as CUDA, by seed.
  struct Case {
    const Function* f = nullptr;
    Shape shape;
    std::vector<unsigned> seeds;
    std::vector<Trace> cuda;
    unsigned spent = 0;
    [[nodiscard]] bool open_ended() const { return f->kind != kf::FunctionKind::kernel; }
  };

  Trace run_in(Case& c, const World& world, unsigned seed, unsigned budget = kBudget) {
    Trace t = lanes::run(library_, *c.f, c.shape, world, seed, budget);
    c.spent += t.spent;
    return t;
  }

  static bool reached_all(const Function& f, const std::vector<Trace>& traces) {
    return std::ranges::all_of(f.exprs, [&](const kf::Expr& e) {
      return !lanes::spans_the_wave(e) || std::ranges::any_of(traces, [&](const Trace& t) {
        return t.sites.count(lanes::site_of(f, e)) != 0;
      });
    });
  }

  /// Runs as CUDA; why not, when none ended.
  std::string begin(Case& c, unsigned max_seeds = lanes::kFirstCoin) {
    std::string why;
    unsigned budget = kBudget;
    for (unsigned seed = 0; seed < lanes::kFirstMore; ++seed) {
      if (seed >= max_seeds
          && (c.cuda.empty() || (reached_all(*c.f, c.cuda) && !any(c.cuda, &Trace::cut_loops))))
        break;
      // What callers that are not seen decide is not worth as much.
      if (c.spent > kRootBudget / (c.open_ended() ? 10 : 6) && !c.cuda.empty()) break;
      Trace t = run_in(c, World::cuda(), seed, budget);
      if (!t.gave_up.empty()) {
        why = t.gave_up;
        if (seed >= 2 && c.cuda.empty()) break;
        // What is too large once often is again; the next seed's counts are no smaller.
        budget = kBudget / 4;
        if (c.cuda.empty()) seed = 1;
        continue;
      }
      c.seeds.push_back(seed);
      c.cuda.push_back(std::move(t));
    }
    return c.cuda.empty() ? why : std::string();
  }

  static bool uses_wave(const Case& c) {
    return std::ranges::any_of(c.cuda, [](const Trace& t) { return !t.by_wave.empty(); });
  }
  static std::vector<lanes::Place> places(const std::vector<Trace>& traces,
                                          std::set<lanes::Place> Trace::* which) {
    std::set<lanes::Place> all;
    for (const Trace& t : traces) all.insert((t.*which).begin(), (t.*which).end());
    std::vector<lanes::Place> out(all.begin(), all.end());
    // By position, not by address: the same input gives the same order.
    std::ranges::sort(out, {}, [](const lanes::Place& p) {
      return std::pair(p.first->where, p.first->exprs[p.second].where);
    });
    return out;
  }

  static bool any(const std::vector<Trace>& traces, bool Trace::* flag) {
    return std::ranges::any_of(traces, [&](const Trace& t) { return t.*flag; });
  }

  /// The operation over all runs.
  static SiteInfo merged(const std::vector<Trace>& traces, const Where& where) {
    SiteInfo out;
    for (const Trace& t : traces) {
      const auto found = t.sites.find(where);
      if (found == t.sites.end()) continue;
      const SiteInfo& s = found->second;
      if (!out.function) out = s;
      out.reaches_32 = out.reaches_32 || s.reaches_32;
      out.source_is_data = out.source_is_data || s.source_is_data;
      out.source_unmodelled = out.source_unmodelled || s.source_unmodelled;
      out.same_source = out.same_source && s.same_source;
    }
    return out;
  }

  void all_are(const Case& c, Outcome outcome, const std::string& why) {
    LaneVerdict verdict;
    verdict.wave = wave_;
    verdict.outcome = outcome;
    verdict.effect = why;
    verdict.context = c.f->name;
    for (const Trace& t : c.cuda)
      for (const auto& [where, site] : t.sites) verdicts_.add(where, verdict);
    if (outcome != Outcome::right)
      for (const kf::Expr& e : c.f->exprs)
        if (lanes::spans_the_wave(e)) verdicts_.add(lanes::site_of(*c.f, e), verdict);
    KernelVerdict kernel;
    kernel.verdict = verdict;
    kernel.known_shape = c.shape.known;
    kernel.block = c.shape.block;
    kernel.threads = c.shape.lanes();
    kernel.execution_unknown = why;
    verdicts_.add_kernel(c.f->key, std::move(kernel));
  }

  void root(const Function& f, bool called) {
    const LaunchShapes* launches = launches_of(f);
    Case c;
    c.f = &f;
    c.shape = shape_for(f, launches, false);
    if (c.shape.lanes() < 1) return;
    if (for_another_wave(f) || for_this_wave(f)) {
      begin(c, 1);
      return all_are(c, Outcome::right, "made for waves of one size");
    }
    std::string why = begin(c);
    if (!c.shape.known && any(c.cuda, &Trace::uses_y)) {
      c = Case{&f, shape_for(f, launches, true), {}, {}, 0};
      why = begin(c);
    }
    if (!why.empty()) return all_are(c, Outcome::unknown, why);
    judge(c, called);
    if (launches && c.shape.known) in_other_shapes(f, *launches, called);
  }

  /// What is right in the largest block need not be in another that is launched.
  void in_other_shapes(const Function& f, const LaunchShapes& launches, bool called) {
    for (const auto& dims : launches.others) {
      const KernelVerdict before = *verdicts_.kernel(f.key);
      if (before.execution != Outcome::right) return;
      if (std::ranges::any_of(dims, [](std::int64_t d) { return d < 1; })) continue;
      Case c;
      c.f = &f;
      c.shape = launched(dims);
      if (begin(c, 2).empty()) judge(c, called);
      if (verdicts_.kernel(f.key)->execution != Outcome::wrong) verdicts_.add_kernel(f.key, before);
    }
  }

  /// The runs of a case at the wider wave beside those as CUDA.
  struct Compared {
    std::vector<Trace> target;
    std::vector<Differences> differ;
    bool same = true;
    bool spread = true;  ///< or the same contributions at other addresses
    bool shown = false;  ///< a difference, by runs that ended
    std::string why;     ///< some run cannot be compared
  };

  void compare(Case& c, std::size_t i, Compared& all) {
    all.target.push_back(run_in(c, World::target(wave_), c.seeds[i]));
    const Trace& target = all.target.back();
    all.differ.push_back(differences(c.cuda[i], target));
    const bool equal = all.differ.back().none();
    const bool endless = target.cut_loops && !c.cuda[i].cut_loops;
    all.same = all.same && equal;
    all.spread = all.spread && uses_wave(c) && (equal || same_contributions(c.cuda[i], target));
    if (endless) all.why = "a loop does not end";
    if (!target.gave_up.empty())
      all.why = target.gave_up;
    else if (endless || !equal)
      all.shown = true;
  }

  /// More data for what is small and looks right: what differs with it is kept.
  void look_further(Case& c, Compared& all) {
    const unsigned limit = c.spent + kMoreBudget;
    for (unsigned seed = lanes::kFirstMore; seed < lanes::kSeeds && c.spent < limit; ++seed) {
      Trace cuda = run_in(c, World::cuda(), seed);
      if (!cuda.gave_up.empty()) return;
      c.seeds.push_back(seed);
      c.cuda.push_back(std::move(cuda));
      compare(c, c.cuda.size() - 1, all);
      if (all.shown || !all.why.empty()) return;
      c.seeds.pop_back();
      c.cuda.pop_back();
      all.target.pop_back();
      all.differ.pop_back();
    }
  }

  static void show_execution(const Case& c, const Compared& all, KernelVerdict& kernel) {
    kernel.execution = all.why.empty() ? Outcome::right : Outcome::unknown;
    kernel.execution_unknown = all.why;
    for (std::size_t i = 0; i < c.cuda.size(); ++i) {
      const Trace& target = all.target[i];
      const bool without_end = (target.cut_loops && !c.cuda[i].cut_loops)
                               || (goes_past_the_end(target) && !goes_past_the_end(c.cuda[i]));
      if (!target.gave_up.empty() || (all.differ[i].none() && !without_end)) continue;
      const bool undefined = all.differ[i].is_undefined() && !without_end;
      if (!undefined && !lanes::has_coins(c.seeds[i])) {
        kernel.execution = Outcome::wrong;
        kernel.execution_unknown.clear();
        return;
      }
      kernel.execution = Outcome::unknown;
      kernel.execution_unknown =
          undefined ? "what it leaves is undefined" : "data may never be what makes it differ";
    }
  }
  static bool goes_past_the_end(const Trace& t) {
    return std::ranges::any_of(t.events, [](const auto& event) {
      return event.first.kind == lanes::Event::Kind::out_of_range;
    });
  }

  void judge(Case& c, bool called) {
    std::set<Where> sites;
    for (const Trace& t : c.cuda)
      for (const auto& [where, site] : t.sites) sites.insert(where);
    Compared all;
    for (std::size_t i = 0; i < c.cuda.size(); ++i) compare(c, i, all);
    if (!all.shown && all.why.empty()) look_further(c, all);
    const std::vector<Trace>& target = all.target;
    const std::vector<Differences>& differ = all.differ;
    const std::string& why = all.why;
    KernelVerdict kernel;
    show_execution(c, all, kernel);
    kernel.verdict.wave = wave_;
    kernel.verdict.context = c.f->name;
    kernel.known_shape = c.shape.known;
    kernel.block = c.shape.block;
    kernel.threads = c.shape.lanes();
    kernel.by_wave = places(c.cuda, &Trace::by_wave);
    kernel.by_32 = places(c.cuda, &Trace::by_32);
    kernel.by_64 = places(c.cuda, &Trace::by_64);
    trees_from_16(target, kernel.by_32);
    for (const Where& where : sites) {
      const SiteInfo site = merged(c.cuda, where);
      kernel.operations.emplace_back(site.function, site.expr);
    }
    kernel.same_layout = same_layout(c.cuda, target);
    for (std::size_t i = 0; i < c.cuda.size(); ++i) faults(c.cuda[i], target[i], kernel.faults);
    for (WaveFault& fault : kernel.faults) {
      if (fault.kind != WaveFault::Kind::unwritten) continue;
      // Data that CUDA's kernel is not made for leaves slots empty at every wave size.
      for (std::size_t i = 0; i < c.cuda.size(); ++i) {
        if (leaves_arrays(c.cuda[i]) || leaves_arrays(target[i])) continue;
        const lanes::EventInfo* on_32 = unwritten_read(c.cuda[i], fault);
        const lanes::EventInfo* on_64 = unwritten_read(target[i], fault);
        if ((on_32 == nullptr) == (on_64 == nullptr)) continue;
        fault.on_32 = on_32 != nullptr;
        fault.on_64 = on_64 != nullptr;
        const lanes::EventInfo& shown = on_64 != nullptr ? *on_64 : *on_32;
        fault.lanes = shown.lanes;
        fault.index = shown.index;
        break;
      }
    }
    if (why.empty() && (all.same || all.spread)) {
      const bool assumed = c.open_ended() && std::ranges::any_of(c.cuda, &leaves_it_in_lane_0);
      kernel.verdict.outcome = Outcome::right;
      kernel.verdict.effect = uses_wave(c) ? "computed with warpSize"
                              : assumed    ? "taken to be read in the first lane of each 32"
                                           : "";
      all_are(c, Outcome::right, kernel.verdict.effect);
      verdicts_.add_kernel(c.f->key, std::move(kernel));
      return;
    }
    const auto give_up = [&](const char* reason) {
      all_are(c, Outcome::unknown, reason);
      kernel.verdict.outcome = Outcome::unknown;
      kernel.verdict.effect = reason;
      verdicts_.add_kernel(c.f->key, std::move(kernel));
    };
    if (!kernel.by_64.empty()) return give_up("lane arithmetic by 64");
    for (const Where& where : sites)
      if (merged(c.cuda, where).reaches_32) return give_up("exchanges over 64 lanes");
    if (sites.size() > kMaxSites) return give_up("too many operations");
    if (!why.empty()) return give_up(why.c_str());
    for (const Differences& d : differ)
      for (const int lane : d.lanes())
        if (kernel.verdict.lanes.size() < 64
            && std::ranges::find(kernel.verdict.lanes, lane) == kernel.verdict.lanes.end())
          kernel.verdict.lanes.push_back(lane);
    OtherShapes other_shapes;
    for (const Where& where : sites) {
      LaneVerdict verdict = judge_site(c, where, called, kernel, target, other_shapes);
      if (verdict.outcome == Outcome::wrong) kernel.culprits.push_back(where);
      verdicts_.add(where, std::move(verdict));
    }
    const bool returns_only =
        std::ranges::all_of(differ, [](const Differences& d) { return d.only_returns(); });
    whole_kernel(c, returns_only, kernel);
    verdicts_.add_kernel(c.f->key, std::move(kernel));
  }

  void whole_kernel(const Case& c, bool returns_only, KernelVerdict& kernel) {
    LaneVerdict& v = kernel.verdict;
    if (!kernel.culprits.empty()) {
      v = *verdicts_.find(kernel.culprits.front());
    } else if (!kernel.by_wave.empty() && kernel.by_32.empty() && !reads_inactive(kernel)) {
      v.outcome = Outcome::unknown;
      v.effect = "computed with warpSize";
    } else if (c.open_ended() && returns_only) {
      v.outcome = Outcome::unknown;
      v.effect = "callers that are not seen decide";
    } else {
      v.outcome = Outcome::wrong;
      v.confidence =
          c.shape.known && !any(c.cuda, &Trace::guessed) && !any(c.cuda, &Trace::unmodelled)
              ? Confidence::certain
              : Confidence::likely;
      v.effect = "what " + kf::thread_range(v.lanes) + (v.lanes.size() == 1 ? " stores" : " store")
                 + " is not what CUDA stores";
    }
  }

  static bool reads_inactive(const KernelVerdict& kernel) {
    return kernel.known_shape && std::ranges::any_of(kernel.faults, [](const WaveFault& f) {
             return f.kind == WaveFault::Kind::inactive_source && f.on_64 && !f.on_32;
           });
  }

  /// A tree of shuffles that starts, or ends, at 16: a reduction or scan of 32 lanes. Written as a
  /// loop, it is one operation; by hand, one for each distance.
  static void trees_from_16(const std::vector<Trace>& traces, std::vector<lanes::Place>& out) {
    struct Tree {
      std::set<std::int64_t> deltas;
      std::vector<lanes::Place> from_16;
    };
    std::map<std::pair<const Function*, kf::CrossKind>, Tree> by_hand;
    const auto add = [&](const lanes::Place& place) {
      if (std::ranges::find(out, place) == out.end()) out.push_back(place);
    };
    for (const Trace& t : traces)
      for (const auto& [where, s] : t.sites) {
        if (s.deltas.empty() || goes_on(t, s)) continue;
        if (s.deltas.count(16) && !s.deltas.count(32) && s.deltas.size() >= 3)
          add({s.function, s.expr});
        if (s.deltas.size() != 1) continue;
        Tree& tree = by_hand[{s.function, s.function->exprs[s.expr].cross}];
        tree.deltas.insert(s.deltas.begin(), s.deltas.end());
        if (s.deltas.count(16)) tree.from_16.emplace_back(s.function, s.expr);
      }
    std::vector<lanes::Place> places;
    for (const auto& [key, tree] : by_hand)
      if (!tree.deltas.count(32) && tree.deltas.size() >= 3)
        places.insert(places.end(), tree.from_16.begin(), tree.from_16.end());
    // By position, not by address.
    std::ranges::sort(places, {}, [](const lanes::Place& p) {
      return std::pair(p.first->where, p.first->exprs[p.second].where);
    });
    for (const lanes::Place& place : places) add(place);
  }

  /// `if (warpSize > 32) v += __shfl_xor(v, 32);` beside a tree from 16 is the step it leaves out.
  static bool goes_on(const Trace& trace, const SiteInfo& tree) {
    const auto kind = [](const SiteInfo& s) { return s.function->exprs[s.expr].cross; };
    return std::ranges::any_of(trace.sites, [&](const auto& other) {
      const SiteInfo& s = other.second;
      return s.function == tree.function && kind(s) == kind(tree) && s.deltas.size() == 1
             && s.deltas.count(32);
    });
  }

  static bool same_layout(const std::vector<Trace>& cuda, const std::vector<Trace>& target) {
    for (std::size_t i = 0; i < cuda.size(); ++i) {
      if (cuda[i].memory.size() != target[i].memory.size()) return false;
      for (const auto& [at, w] : cuda[i].memory)
        if (!target[i].memory.count(at)) return false;
    }
    return true;
  }

  static void faults(const Trace& cuda, const Trace& target, std::vector<WaveFault>& out) {
    for (const bool wide : {true, false}) {
      const Trace& trace = wide ? target : cuda;
      for (const auto& [event, info] : trace.events) {
        using Kind = lanes::Event::Kind;
        if (event.kind == Kind::ended_barrier) continue;
        const WaveFault::Kind kind =
            event.kind == Kind::out_of_range        ? WaveFault::Kind::out_of_range
            : event.kind == Kind::unwritten         ? WaveFault::Kind::unwritten
            : event.kind == Kind::divergent_barrier ? WaveFault::Kind::divergent_barrier
                                                    : WaveFault::Kind::racing_stores;
        add_fault(out, kind, {event.function, event.at}, wide, info);
      }
      for (const auto& [where, site] : trace.sites)
        if (site.reads_inactive)
          add_fault(out, WaveFault::Kind::inactive_source, {site.function, site.expr}, wide, {});
    }
  }

  static bool leaves_arrays(const Trace& trace) {
    return std::ranges::any_of(trace.events, [](const auto& event) {
      return event.first.kind == lanes::Event::Kind::out_of_range;
    });
  }

  static const lanes::EventInfo* unwritten_read(const Trace& trace, const WaveFault& fault) {
    for (const auto& [event, info] : trace.events)
      if (event.kind == lanes::Event::Kind::unwritten && event.function == fault.function
          && event.at == fault.at)
        return &info;
    return nullptr;
  }

  static void add_fault(std::vector<WaveFault>& out, WaveFault::Kind kind, const lanes::Place& at,
                        bool wide, const lanes::EventInfo& info) {
    auto found = std::ranges::find_if(out, [&](const WaveFault& f) {
      return f.kind == kind && f.function == at.first && f.at == at.second;
    });
    if (found == out.end()) {
      WaveFault fault;
      fault.kind = kind;
      fault.function = at.first;
      fault.at = at.second;
      fault.lanes = info.lanes;
      fault.name = info.name;
      fault.index = info.index;
      fault.extent = info.extent;
      out.push_back(std::move(fault));
      found = out.end() - 1;
    }
    (wide ? found->on_64 : found->on_32) = true;
  }

  LaneVerdict judge_site(Case& c, const Where& where, bool called, const KernelVerdict& kernel,
                         const std::vector<Trace>& target, std::vector<Case>& other_shapes) {
    LaneVerdict verdict;
    verdict.wave = wave_;
    verdict.context = c.f->name;
    const SiteInfo site = merged(c.cuda, where);
    World alone = World::cuda();
    alone.wave = wave_;
    alone.except = {where};
    std::optional<Trace> witness;
    std::size_t at = 0;
    bool returns_only = true;
    bool incomplete = false;
    for (std::size_t i = 0; i < c.cuda.size(); ++i) {
      if (!c.cuda[i].sites.count(where)) continue;
      Trace t;
      if (c.spent < kRootBudget) t = run_in(c, alone, c.seeds[i]);
      if (c.spent >= kRootBudget || !t.gave_up.empty()) {
        incomplete = true;
        continue;
      }
      const Differences d = differences(c.cuda[i], t);
      if (d.none()) continue;
      verdict.lanes = d.lanes();
      returns_only = d.only_returns();
      witness = std::move(t);
      at = i;
      if (!returns_only) break;
    }
    const auto unknown = [&](const char* why) {
      verdict.outcome = Outcome::unknown;
      verdict.effect = why;
      return verdict;
    };
    if (!witness && incomplete) return unknown("too large to evaluate");
    if (!witness) {
      verdict.outcome = Outcome::right;
      return verdict;
    }
    const kf::Expr& e = site.function->exprs[site.expr];
    // On CUDA the lanes at the edge of the warp keep their own value, which callers seldom use.
    if (c.open_ended() && moves_by_distance(site) && returns_only)
      return unknown("callers that are not seen decide whether the edge of the warp matters");
    if (c.open_ended() && kf::is_lane_mask(e) && returns_only
        && c.f->types[c.f->return_type].bytes != 4)
      return unknown("callers that are not seen decide what they make of 64 votes");
    if (!c.shape.known && any(c.cuda, &Trace::uses_y)
        && right_in_another_shape(c, where, other_shapes))
      return unknown("the shape of the block decides");
    if (!kernel.by_wave.empty() && !mended(c, where, target))
      return unknown("computed with warpSize");
    if (kf::is_shuffle(e) && (site.source_is_data || site.source_unmodelled)
        && !(reads_a_lane(site)
             && (is_masked(site) || index_is_32(site) || named_for_the_warp(site))))
      return unknown("the source lane is not known");
    verdict.outcome = Outcome::wrong;
    const bool sure = c.shape.known && !any(c.cuda, &Trace::guessed)
                      && !any(c.cuda, &Trace::unmodelled) && !site.source_is_data;
    verdict.confidence =
        sure && !c.open_ended() && !called ? Confidence::certain : Confidence::likely;
    describe(c.cuda[at].sites.at(where), witness->sites.at(where), wave_, verdict);
    return verdict;
  }

  /// With this operation alone back on 32 lanes the wave computes what CUDA does.
  bool mended(Case& c, const Where& where, const std::vector<Trace>& target) {
    for (std::size_t i = 0; i < c.cuda.size(); ++i) {
      if (differences(c.cuda[i], target[i]).none()) continue;
      World world = World::target(wave_);
      world.except = {where};
      const Trace t = run_in(c, world, c.seeds[i]);
      if (!t.gave_up.empty()) return false;
      if (!differences(c.cuda[i], t).none() && !same_contributions(c.cuda[i], t)) return false;
    }
    return true;
  }

  using OtherShapes = std::vector<Case>;

  /// Blocks of two dimensions whose rows are not a warp: in one of these shapes the lanes that
  /// somebody reads may be others.
  bool right_in_another_shape(const Case& c, const Where& site, OtherShapes& shapes) {
    if (shapes.empty())
      for (const int row : {16, 8, 4}) {
        Case in;
        in.f = c.f;
        in.shape.block = {row, 64 / row, 1};
        begin(in, 2);
        shapes.push_back(std::move(in));
      }
    World alone = World::cuda();
    alone.wave = wave_;
    alone.except = {site};
    return std::ranges::any_of(shapes, [&](Case& in) {
      if (in.cuda.empty()) return false;
      for (std::size_t i = 0; i < in.cuda.size(); ++i) {
        const Trace other = run_in(in, alone, in.seeds[i]);
        if (!other.gave_up.empty() || !differences(in.cuda[i], other).none()) return false;
      }
      return true;
    });
  }

  /// __shfl names a lane; the others name a distance, which says nothing when it is not known.
  static bool reads_a_lane(const SiteInfo& site) {
    return site.function->exprs[site.expr].cross == kf::CrossKind::shfl;
  }
  static bool moves_by_distance(const SiteInfo& site) {
    const kf::CrossKind kind = site.function->exprs[site.expr].cross;
    return kind == kf::CrossKind::shfl_up || kind == kf::CrossKind::shfl_down;
  }

  /// `x & 31`, `x % 32` as the lane argument.
  static bool is_masked(const SiteInfo& site) {
    const Function& f = *site.function;
    const kf::Expr& e = f.exprs[kf::skip_casts(f, f.exprs[site.expr].args[2])];
    if (e.op != kf::Op::bit_and && e.op != kf::Op::rem) return false;
    return std::ranges::any_of(e.args, [&](kf::ExprId arg) {
      const auto c = kf::constant(f, arg);
      return c && ((e.op == kf::Op::bit_and && *c == 31) || (e.op == kf::Op::rem && *c == 32));
    });
  }

  /// The lane argument stems from 32-lane logic: a ffs or clz of a 32-bit mask.
  static bool index_is_32(const SiteInfo& site) {
    const Function& f = *site.function;
    const std::vector<kf::ExprId>& initial = kf::single_initialisers(f);
    bool narrow = false;
    bool wide = false;
    std::function<void(kf::ExprId, int)> look = [&](kf::ExprId id, int depth) {
      if (id == kNone || depth > 6) return;
      kf::walk(f, id, [&](kf::ExprId at) {
        const kf::Expr& x = f.exprs[at];
        if (x.op == kf::Op::warp_size || kf::is_call(x, {"__ffsll", "__clzll", "__popcll"}))
          wide = true;
        if (kf::is_call(x, {"__ffs", "__clz"})) narrow = true;
        if (x.op == kf::Op::local && x.var < initial.size() && initial[x.var] != kNone)
          look(initial[x.var], depth + 1);
      });
    };
    look(f.exprs[site.expr].args[2], 0);
    return narrow && !wide;
  }

  /// One lane for the whole block: whatever its number, one half of the wave reads the other.
  static bool named_for_the_warp(const SiteInfo& site) {
    if (!site.same_source) return false;
    const Function& f = *site.function;
    bool given = true;
    kf::walk(f, f.exprs[site.expr].args[2],
             [&](kf::ExprId e) { given = given && f.exprs[e].op != kf::Op::template_param; });
    return given;
  }

  void map_root(const Function& f, const std::function<bool(const Where&)>& wanted,
                const Verdicts& verdicts, std::map<Where, LaneMap>& out) {
    const LaunchShapes* launches = launches_of(f);
    Case c;
    c.f = &f;
    c.shape = shape_for(f, launches, false);
    if (c.shape.lanes() < 1) return;
    if (!begin(c, 2).empty()) return;
    if (!c.shape.known && any(c.cuda, &Trace::uses_y)) {
      c = Case{&f, shape_for(f, launches, true), {}, {}, 0};
      if (!begin(c, 2).empty()) return;
    }
    for (std::size_t i = 0; i < c.cuda.size(); ++i) {
      const Trace target = run_in(c, World::target(wave_), c.seeds[i]);
      for (const auto& [where, site] : c.cuda[i].sites) {
        if (!wanted(where) || out.count(where)) continue;
        const auto other = target.sites.find(where);
        if (other == target.sites.end()) continue;
        out[where] = map_site(c, i, where, site, other->second, verdicts);
      }
    }
  }

  LaneMap map_site(Case& c, std::size_t run, const Where& where, const SiteInfo& cuda,
                   const SiteInfo& target, const Verdicts& verdicts) {
    LaneMap map;
    map.site = where;
    map.operation = cuda.function->exprs[cuda.expr].text;
    map.is_shuffle = kf::is_shuffle(cuda.function->exprs[cuda.expr]);
    map.context = c.f->name;
    map.wave = wave_;
    map.executions = static_cast<int>(cuda.exchanges.size());
    if (const LaneVerdict* v = verdicts.find(where)) map.verdict = *v;
    std::size_t shown = 0;
    for (std::size_t i = 0; i < std::min(cuda.exchanges.size(), target.exchanges.size()); ++i)
      if (cuda.exchanges[i].from != target.exchanges[i].from
          || (!map.is_shuffle && cuda.exchanges[i].got != target.exchanges[i].got)) {
        shown = i;
        break;
      }
    if (shown >= cuda.exchanges.size() || shown >= target.exchanges.size()) return map;
    const Exchange& a = cuda.exchanges[shown];
    const Exchange& b = target.exchanges[shown];
    for (int l = 0; l < std::min(wave_, c.shape.lanes()); ++l) {
      const auto i = static_cast<std::size_t>(l);
      LaneMap::Row row;
      row.lane = l;
      row.cuda = a.from[i];
      row.target = b.from[i];
      row.cuda_value = a.got[i];
      row.target_value = b.got[i];
      if (a.from[i] >= 0) {
        World world = World::cuda();
        world.perturbed = {where, l};
        row.demanded = !differences(c.cuda[run], run_in(c, world, c.seeds[run])).none();
      }
      map.rows.push_back(row);
    }
    return map;
  }

  const Facts& facts_;
  int wave_;
  Library library_;
  Graph graph_;
  std::unordered_map<std::string, LaunchShapes> shapes_;
  std::unordered_set<std::string> instantiated_;
  std::set<std::pair<std::string, std::size_t>> by_wave_;
  Verdicts verdicts_;
};

int rank(Outcome o) { return o == Outcome::wrong ? 2 : o == Outcome::unknown ? 1 : 0; }

}  // namespace

void Verdicts::add(const Where& callee, LaneVerdict verdict) {
  const auto [found, added] = by_site_.try_emplace(callee, verdict);
  if (added) return;
  LaneVerdict& old = found->second;
  if (rank(verdict.outcome) > rank(old.outcome)
      || (verdict.outcome == old.outcome && verdict.confidence > old.confidence))
    old = std::move(verdict);
}

void Verdicts::add_kernel(const std::string& key, KernelVerdict verdict) {
  kernels_[key] = std::move(verdict);
}

const LaneVerdict* Verdicts::find(const Where& callee) const {
  const auto found = by_site_.find(callee);
  return found == by_site_.end() ? nullptr : &found->second;
}

const KernelVerdict* Verdicts::kernel(const std::string& key) const {
  const auto found = kernels_.find(key);
  return found == kernels_.end() ? nullptr : &found->second;
}

Verdicts evaluate_lanes(const Facts& facts, int wave) {
  // A wave of 32 lanes gives every operation the lanes that CUDA gives it.
  if (wave <= 32) return {};
  return Judge(facts, wave).run();
}

std::vector<LaneMap> map_lanes(const Facts& facts, int wave,
                               const std::function<bool(const Where&)>& wanted) {
  return Judge(facts, wave).maps(wanted);
}

}  // namespace hipaudit
