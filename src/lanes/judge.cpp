// SPDX-License-Identifier: Apache-2.0
#include "lanes/judge.hpp"

#include <algorithm>

#include "facts/query.hpp"
#include "lanes/names.hpp"

namespace hipaudit::lanes {

namespace {

/// Expressions evaluated in further runs of one root while all looks right.
constexpr unsigned kMoreBudget = 80000;

/// What callers that are not seen decide is not worth as much.
unsigned share(const Case& c, unsigned budget) { return c.open_ended() ? budget / 3 : budget; }

/// Instantiations of one pattern that are judged.
constexpr std::size_t kMaxInstances = 3;
/// Sites judged per root: more are unrolled tables.
constexpr std::size_t kMaxSites = 64;

bool reached_all(const kf::Function& f, const std::vector<Trace>& traces) {
  return std::ranges::all_of(f.exprs, [&](const kf::Expr& e) {
    return !spans_the_wave(e) || std::ranges::any_of(traces, [&](const Trace& t) {
      return t.sites.count(site_of(f, e)) != 0;
    });
  });
}

bool uses_wave(const Case& c) {
  return std::ranges::any_of(c.cuda, [](const Trace& t) { return !t.by_wave.empty(); });
}

std::vector<Place> places(const std::vector<Trace>& traces, std::set<Place> Trace::* which) {
  std::set<Place> all;
  for (const Trace& t : traces) all.insert((t.*which).begin(), (t.*which).end());
  std::vector<Place> out(all.begin(), all.end());
  // By position, not by address: the same input gives the same order.
  std::ranges::sort(out, {}, [](const Place& p) {
    return std::pair(p.first->where, p.first->exprs[p.second].where);
  });
  return out;
}

bool reads_inactive(const KernelVerdict& kernel) {
  return kernel.known_shape && std::ranges::any_of(kernel.faults, [](const WaveFault& f) {
           return f.kind == WaveFault::Kind::inactive_source && f.on_64 && !f.on_32;
         });
}

/// `if (warpSize > 32) v += __shfl_xor(v, 32);` beside a tree from 16 is the step it leaves out.
bool goes_on(const Trace& trace, const SiteInfo& tree) {
  const auto kind = [](const SiteInfo& s) { return s.function->exprs[s.expr].cross; };
  return std::ranges::any_of(trace.sites, [&](const auto& other) {
    const SiteInfo& s = other.second;
    return s.function == tree.function && kind(s) == kind(tree) && s.deltas.size() == 1
           && s.deltas.count(32);
  });
}

/// A tree of shuffles that starts, or ends, at 16: a reduction or scan of 32 lanes. Written as a
/// loop, it is one operation; by hand, one for each distance.
void trees_from_16(const std::vector<Trace>& traces, std::vector<Place>& out) {
  struct Tree {
    std::set<std::int64_t> deltas;
    std::vector<Place> from_16;
  };
  std::map<std::pair<const kf::Function*, kf::CrossKind>, Tree> by_hand;
  const auto add = [&](const Place& place) {
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
  std::vector<Place> places;
  for (const auto& [key, tree] : by_hand)
    if (!tree.deltas.count(32) && tree.deltas.size() >= 3)
      places.insert(places.end(), tree.from_16.begin(), tree.from_16.end());
  // By position, not by address.
  std::ranges::sort(places, {}, [](const Place& p) {
    return std::pair(p.first->where, p.first->exprs[p.second].where);
  });
  for (const Place& place : places) add(place);
}

bool same_layout(const std::vector<Trace>& cuda, const std::vector<Trace>& target) {
  for (std::size_t i = 0; i < cuda.size(); ++i) {
    if (cuda[i].memory.size() != target[i].memory.size()) return false;
    for (const auto& [at, w] : cuda[i].memory)
      if (!target[i].memory.count(at)) return false;
  }
  return true;
}

void add_fault(std::vector<WaveFault>& out, WaveFault::Kind kind, const Place& at, bool wide,
               const EventInfo& info) {
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

void faults(const Trace& cuda, const Trace& target, std::vector<WaveFault>& out) {
  for (const bool wide : {true, false}) {
    const Trace& trace = wide ? target : cuda;
    for (const auto& [event, info] : trace.events) {
      using Kind = Event::Kind;
      if (event.kind == Kind::ended_barrier) continue;
      const WaveFault::Kind kind = event.kind == Kind::out_of_range ? WaveFault::Kind::out_of_range
                                   : event.kind == Kind::unwritten  ? WaveFault::Kind::unwritten
                                   : event.kind == Kind::divergent_barrier
                                       ? WaveFault::Kind::divergent_barrier
                                       : WaveFault::Kind::racing_stores;
      add_fault(out, kind, {event.function, event.at}, wide, info);
    }
    for (const auto& [where, site] : trace.sites)
      if (site.reads_inactive)
        add_fault(out, WaveFault::Kind::inactive_source, {site.function, site.expr}, wide, {});
  }
}

bool goes_past_the_end(const Trace& t) {
  return std::ranges::any_of(
      t.events, [](const auto& event) { return event.first.kind == Event::Kind::out_of_range; });
}

const EventInfo* unwritten_read(const Trace& trace, const WaveFault& fault) {
  for (const auto& [event, info] : trace.events)
    if (event.kind == Event::Kind::unwritten && event.function == fault.function
        && event.at == fault.at)
      return &info;
  return nullptr;
}

/// Data that CUDA's kernel is not made for leaves slots empty at every wave size. One run in which
/// the two differ tells. In a larger block more waves fill more slots, so that in a part of it only
/// slots that data chooses tell.
void weigh_empty_slot(const Case& c, const std::vector<Trace>& target, WaveFault& fault) {
  const std::vector<Trace>& cuda = c.cuda;
  const bool whole = c.shape.known && !c.shape.cut;
  fault.on_32 = fault.on_64 = true;
  for (std::size_t i = 0; i < cuda.size(); ++i) {
    if (goes_past_the_end(cuda[i]) || goes_past_the_end(target[i])) continue;
    const EventInfo* on_32 = unwritten_read(cuda[i], fault);
    const EventInfo* on_64 = unwritten_read(target[i], fault);
    if ((on_32 == nullptr) == (on_64 == nullptr)) continue;
    if (!whole && !(on_64 != nullptr ? on_64 : on_32)->by_data) continue;
    fault.on_32 = on_32 != nullptr;
    fault.on_64 = on_64 != nullptr;
    const EventInfo& shown = on_64 != nullptr ? *on_64 : *on_32;
    fault.lanes = shown.lanes;
    fault.index = shown.index;
    return;
  }
}

void show_execution(const Case& c, const Compared& all, KernelVerdict& kernel) {
  kernel.execution = all.why.empty() ? Outcome::right : Outcome::unknown;
  kernel.execution_unknown = all.why;
  for (std::size_t i = 0; i < c.cuda.size(); ++i) {
    const Trace& target = all.target[i];
    const bool without_end = (target.cut_loops && !c.cuda[i].cut_loops)
                             || (goes_past_the_end(target) && !goes_past_the_end(c.cuda[i]));
    if (!target.gave_up.empty() || (all.differ[i].none() && !without_end)) continue;
    const bool undefined = all.differ[i].is_undefined() && !without_end;
    if (!undefined && !has_coins(c.seeds[i])) {
      kernel.execution = Outcome::wrong;
      kernel.execution_unknown.clear();
      return;
    }
    kernel.execution = Outcome::unknown;
    kernel.execution_unknown =
        undefined ? "what it leaves is undefined" : "data may never be what makes it differ";
  }
}

}  // namespace

bool any(const std::vector<Trace>& traces, bool Trace::* flag) {
  return std::ranges::any_of(traces, [&](const Trace& t) { return t.*flag; });
}

SiteInfo merged(const std::vector<Trace>& traces, const Where& where) {
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

namespace {

/// sum<int> and sum<float>: which lanes do what is the same.
bool differ_in_types_only(const kf::Function& a, const kf::Function& b) {
  const auto same_arg = [](const kf::TemplateArg& x, const kf::TemplateArg& y) {
    return x.value == y.value;
  };
  const auto same_expr = [](const kf::Expr& x, const kf::Expr& y) {
    return x.op == y.op && x.value == y.value && x.cross == y.cross && x.atomic == y.atomic
           && x.args == y.args && x.callee.empty() == y.callee.empty();
  };
  return std::ranges::equal(a.template_args, b.template_args, same_arg)
         && std::ranges::equal(a.exprs, b.exprs, same_expr) && a.stmts.size() == b.stmts.size();
}

}  // namespace

Verdicts Judge::run() {
  find_instances();
  std::unordered_map<std::string, std::vector<const kf::Function*>> instances;
  const auto consider = [&](std::size_t i, bool roots_only) {
    const kf::Function& f = facts_.functions[i];
    if (!graph_.reaches[i]) return;
    if (f.is_pattern && instantiated_.count(f.key)) return;
    if (roots_only && f.kind != kf::FunctionKind::kernel && graph_.called[i]) return;
    if (!f.pattern.empty()) {
      auto& judged = instances[f.pattern];
      const auto alike = [&](const kf::Function* other) { return differ_in_types_only(*other, f); };
      if (judged.size() >= kMaxInstances || (roots_only && std::ranges::any_of(judged, alike)))
        return;
      judged.push_back(&f);
    }
    root(f, graph_.called[i] != 0);
  };
  for (std::size_t i = 0; i < facts_.functions.size(); ++i) consider(i, true);
  // Operations that no root reached: judge the function that holds them by itself.
  for (std::size_t i = 0; i < facts_.functions.size(); ++i) {
    const kf::Function& f = facts_.functions[i];
    if (verdicts_.kernel(f.key)) continue;
    const bool missing = std::ranges::any_of(f.exprs, [&](const kf::Expr& e) {
      return spans_the_wave(e) && !verdicts_.find(site_of(f, e));
    });
    if (missing) consider(i, false);
  }
  return std::move(verdicts_);
}

void Judge::find_instances() {
  for (const kf::Function& f : facts_.functions)
    if (!f.pattern.empty()) instantiated_.insert(f.pattern);
  // Instances that the host picks by the wave size: k<32> and k<64> side by side.
  std::map<std::pair<std::string, std::size_t>, std::set<std::int64_t>> values;
  for (const kf::Function& f : facts_.functions)
    for (std::size_t i = 0; i < f.template_args.size(); ++i)
      if (!f.pattern.empty() && f.template_args[i].value
          && (is_warp_size_name(f.template_args[i].name)
              || is_wave_size_name(f.template_args[i].name)))
        values[{f.pattern, i}].insert(*f.template_args[i].value);
  for (const auto& [key, set] : values)
    if (set.count(32) && set.count(64)) by_wave_.insert(key);
}

bool Judge::for_another_wave(const kf::Function& f) const {
  for (std::size_t i = 0; i < f.template_args.size(); ++i)
    if (by_wave_.count({f.pattern, i}) && f.template_args[i].value != wave_) return true;
  return false;
}

bool Judge::for_this_wave(const kf::Function& f) const {
  for (std::size_t i = 0; i < f.template_args.size(); ++i)
    if (by_wave_.count({f.pattern, i}) && f.template_args[i].value == wave_) return true;
  return false;
}

const LaunchShapes* Judge::launches_of(const kf::Function& f) const {
  if (const auto found = shapes_.find(f.key); found != shapes_.end()) return &found->second;
  if (const auto found = shapes_.find(f.pattern); found != shapes_.end()) return &found->second;
  return nullptr;
}

Trace Judge::run_in(Case& c, const World& world, unsigned seed, unsigned budget) {
  Trace t = lanes::run(library_, *c.f, c.shape, world, seed, budget);
  c.spent += t.spent;
  return t;
}

std::string Judge::begin(Case& c, unsigned max_seeds) {
  std::string why;
  unsigned budget = kBudget;
  for (unsigned seed = 0; seed < kFirstMore; ++seed) {
    if (seed >= max_seeds
        && (c.cuda.empty() || (reached_all(*c.f, c.cuda) && !any(c.cuda, &Trace::cut_loops))))
      break;
    if (c.spent > share(c, kRootBudget / 6) && !c.cuda.empty()) break;
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

void Judge::all_are(const Case& c, Outcome outcome, const std::string& why) {
  LaneVerdict verdict;
  verdict.wave = wave_;
  verdict.outcome = outcome;
  verdict.effect = why;
  verdict.context = c.f->name;
  for (const Trace& t : c.cuda)
    for (const auto& [where, site] : t.sites) verdicts_.add(where, verdict);
  if (outcome != Outcome::right)
    for (const kf::Expr& e : c.f->exprs)
      if (spans_the_wave(e)) verdicts_.add(site_of(*c.f, e), verdict);
  KernelVerdict kernel;
  kernel.verdict = verdict;
  kernel.known_shape = c.shape.known;
  kernel.block = c.shape.block;
  kernel.threads = c.shape.lanes();
  kernel.execution_unknown = why;
  verdicts_.add_kernel(c.f->key, std::move(kernel));
}

void Judge::root(const kf::Function& f, bool called) {
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

void Judge::in_other_shapes(const kf::Function& f, const LaunchShapes& launches, bool called) {
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

void Judge::compare(Case& c, std::size_t i, Compared& all) {
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

void Judge::look_further(Case& c, Compared& all) {
  const unsigned limit = c.spent + share(c, kMoreBudget);
  for (unsigned seed = kFirstMore; seed < kSeeds && c.spent < limit; ++seed) {
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

void Judge::judge(Case& c, bool called) {
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
  for (WaveFault& fault : kernel.faults)
    if (fault.kind == WaveFault::Kind::unwritten) weigh_empty_slot(c, target, fault);
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

void Judge::whole_kernel(const Case& c, bool returns_only, KernelVerdict& kernel) {
  LaneVerdict& v = kernel.verdict;
  if (!kernel.culprits.empty()) {
    v = *verdicts_.find(kernel.culprits.front());
  } else if (!kernel.by_wave.empty() && kernel.by_32.empty() && !reads_inactive(kernel)) {
    v.outcome = Outcome::unknown;
    v.effect = "computed with warpSize";
  } else if (any(c.cuda, &Trace::native_lanes)) {
    v.outcome = Outcome::unknown;
    v.effect = "exchanges by AMD's own lane instructions are not modelled";
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

}  // namespace hipaudit::lanes
