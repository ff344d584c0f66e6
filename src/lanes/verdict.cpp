// SPDX-License-Identifier: Apache-2.0
// Which shuffles go wrong on a wider wave.
//
// The block is evaluated as CUDA, and with all shuffle sites exchanging over the wider wave. When
// what others can see (stores, atomics, return values, unknown calls) stays the same, all are
// right. Else it is evaluated once more for each site, with that site alone on the wider wave:
// where what others see is another, the site is wrong by itself and giving it width 32 mends it.
// Lanes whose value nobody sees do not matter.
#include "lanes/verdict.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "facts/query.hpp"
#include "lanes/evaluate.hpp"

namespace hipaudit {

namespace {

using kf::Function;
using kf::kNone;
using lanes::Exchange;
using lanes::Kind;
using lanes::Library;
using lanes::Shape;
using lanes::Sink;
using lanes::SiteInfo;
using lanes::TermId;
using lanes::Terms;
using lanes::Trace;

/// Expressions evaluated per run of one root.
constexpr unsigned kBudget = 60000;
/// Instantiations of one pattern that are judged.
constexpr int kMaxInstances = 3;
/// Sites judged per root: more are unrolled tables.
constexpr std::size_t kMaxSites = 40;
constexpr int kMaxLanes = 256;

bool judged_shuffle(const kf::Expr& e) {
  return kf::is_shuffle(e) && e.tile == 0 && e.args.size() == 4 && e.args[3] == kNone;
}

struct Graph {
  std::unordered_map<std::string, std::size_t> index;
  std::vector<std::vector<std::size_t>> callees;
  std::vector<char> called;
  std::vector<char> reaches;  ///< holds or calls something that holds a judged shuffle

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
        if (judged_shuffle(e) && !reaches[i]) {
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
  bool all_at_most_32 = true;
  std::array<std::int64_t, 3> dims{64, 1, 1};
};

std::unordered_map<std::string, LaunchShapes> launch_shapes(const Facts& facts) {
  std::unordered_map<std::string, LaunchShapes> out;
  for (const Launch& launch : facts.launches) {
    const auto note = [&](const std::string& key) {
      LaunchShapes& s = out[key];
      s.any = true;
      if (!launch.block_dims) {
        s.all_known = s.all_at_most_32 = false;
        return;
      }
      s.dims = *launch.block_dims;
      const std::int64_t n = s.dims[0] * s.dims[1] * s.dims[2];
      if (n > 32) s.all_at_most_32 = false;
    };
    if (!launch.kernel_key.empty()) note(launch.kernel_key);
    // A launch of an instantiation counts for its pattern.
    const auto angle = launch.kernel_key.find('<');
    if (angle != std::string::npos) note(launch.kernel_key.substr(0, angle));
  }
  return out;
}

Shape shape_for(const Function& f, const LaunchShapes* launches, bool uses_y) {
  Shape shape;
  if (launches && launches->any && launches->all_known) {
    const auto& d = launches->dims;
    if (d[0] > 0 && d[1] > 0 && d[2] > 0) {
      shape.known = true;
      shape.block = {static_cast<int>(std::min<std::int64_t>(d[0], kMaxLanes)), 1, 1};
      if (d[0] * d[1] * d[2] <= kMaxLanes)
        shape.block = {static_cast<int>(d[0]), static_cast<int>(d[1]), static_cast<int>(d[2])};
      else if (d[1] * d[2] > 1)
        shape.block[1] = std::max(1, kMaxLanes / shape.block[0]);
      return shape;
    }
  }
  if (f.max_threads && *f.max_threads > 0 && *f.max_threads <= 32)
    shape.block = {static_cast<int>(*f.max_threads), 1, 1};
  else if (uses_y)
    shape.block = {32, 2, 1};
  return shape;
}

/// Whether a sum counts something twice: what lanes past the end of a reduction hold.
bool counts_twice(const Terms& terms, TermId id) {
  const lanes::Term& t = terms[id];
  if (t.kind != Kind::sum) return false;
  for (std::size_t i = 1; i < t.args.size(); ++i)
    if (t.args[i] == t.args[i - 1] && !terms.is_constant(t.args[i])) return true;
  return false;
}

using SinkKey = std::tuple<const Function*, kf::ExprId, int, int>;

SinkKey key_of(const Sink& s) { return {s.function, s.at, s.lane, s.turn}; }

/// Lanes at which what others see differs; empty when nothing does.
/// What a function returns counts only where `returns_matter`.
std::vector<int> differences(const Terms& terms, const Trace& cuda, const Trace& other,
                             bool open_ended, bool returns_matter = true) {
  std::map<SinkKey, const Sink*> expected;
  for (const Sink& s : cuda.sinks) expected[key_of(s)] = &s;
  std::set<int> lanes;
  std::set<SinkKey> seen;
  const bool reduction = cuda.only_down && cuda.deltas.size() >= 3;
  const auto demanded = [&](const Sink& s) {
    if (s.value == terms.poison() || s.condition == terms.poison()) return false;
    if (!s.is_return || !open_ended) return true;
    if (!returns_matter) return false;
    // Nobody is seen to use this value: a reduction downwards leaves it in lane 0.
    if (reduction && s.lane % 32 != 0) return false;
    return !counts_twice(terms, s.value);
  };
  for (const Sink& s : other.sinks) {
    seen.insert(key_of(s));
    const auto found = expected.find(key_of(s));
    if (found == expected.end()) {
      lanes.insert(s.lane);
      continue;
    }
    const Sink& e = *found->second;
    if (!demanded(e)) continue;
    if (e.condition != s.condition || e.address != s.address || e.value != s.value)
      lanes.insert(s.lane);
  }
  for (const auto& [key, sink] : expected)
    if (!seen.count(key) && demanded(*sink)) lanes.insert(sink->lane);
  return {lanes.begin(), lanes.end()};
}

std::string lanes_text(const std::vector<int>& lanes) { return kf::lane_range(lanes); }

/// "lanes 32-63 read lane 0 instead of lane 32", from the first exchange that differs.
void describe(const SiteInfo& site, int wave, LaneVerdict& out) {
  const bool moves = site.function && site.function->exprs[site.expr].cross != kf::CrossKind::shfl;
  for (const Exchange& x : site.exchanges) {
    struct Group {
      std::vector<int> lanes;
      std::vector<int> cuda;
      std::vector<int> target;
    };
    std::map<std::pair<int, int>, Group> groups;  // by distance, so that rotations stay together
    std::vector<int> all;
    for (int l = 0; l < std::min<int>(wave, static_cast<int>(x.cuda.size())); ++l) {
      const int c = x.cuda[static_cast<std::size_t>(l)];
      const int t = x.target[static_cast<std::size_t>(l)];
      if (c == t || c < 0) continue;
      all.push_back(l);
      Group& g = groups[{moves && c == l ? 1 : 0, c - t}];
      g.lanes.push_back(l);
      g.cuda.push_back(c);
      g.target.push_back(t);
    }
    if (all.empty()) continue;
    const auto span = [](const std::vector<int>& v) {
      const bool one = std::all_of(v.begin(), v.end(), [&](int i) { return i == v[0]; });
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
    return;
  }
  out.effect = "lanes " + std::to_string(32) + "-" + std::to_string(wave - 1)
               + " read a lane of the lower half: the lane number is taken modulo "
               + std::to_string(wave) + " instead of 32";
  out.details.push_back(
      "the source lane is computed at run time; values differ between the halves of the wave");
}

class Judge {
 public:
  Judge(const Facts& facts, int wave)
      : facts_(facts), wave_(wave), library_(facts), graph_(facts), shapes_(launch_shapes(facts)) {}

  Verdicts run() {
    std::unordered_set<std::string> instantiated;
    for (const Function& f : facts_.functions)
      if (!f.pattern.empty()) instantiated.insert(f.pattern);
    std::unordered_map<std::string, int> instances;
    const auto consider = [&](std::size_t i, bool roots_only) {
      const Function& f = facts_.functions[i];
      if (!graph_.reaches[i]) return;
      if (f.is_pattern && instantiated.count(f.key)) return;
      if (roots_only && f.kind != kf::FunctionKind::kernel && graph_.called[i]) return;
      if (!f.pattern.empty() && ++instances[f.pattern] > kMaxInstances) return;
      root(f, graph_.called[i] != 0);
    };
    for (std::size_t i = 0; i < facts_.functions.size(); ++i) consider(i, true);
    // Shuffles that no root reached: judge the function that holds them by itself.
    for (std::size_t i = 0; i < facts_.functions.size(); ++i) {
      const Function& f = facts_.functions[i];
      bool missing = false;
      for (const kf::Expr& e : f.exprs)
        if (judged_shuffle(e) && !verdicts_.find(site_of(f, e))) missing = true;
      if (missing) consider(i, false);
    }
    return std::move(verdicts_);
  }

 private:
  static const Where& site_of(const Function& f, const kf::Expr& e) {
    return e.site != kNone ? f.sites[e.site].callee : e.where;
  }

  const LaunchShapes* launches_of(const Function& f) const {
    if (const auto found = shapes_.find(f.key); found != shapes_.end()) return &found->second;
    if (const auto found = shapes_.find(f.pattern); found != shapes_.end()) return &found->second;
    return nullptr;
  }

  void all_unknown(const Function& f, const Trace& trace, const std::string& why) {
    LaneVerdict verdict;
    verdict.wave = wave_;
    verdict.outcome = Outcome::unknown;
    verdict.effect = why;
    verdict.context = f.name;
    for (const auto& [where, site] : trace.sites) verdicts_.add(where, verdict);
    for (const kf::Expr& e : f.exprs)
      if (judged_shuffle(e)) verdicts_.add(site_of(f, e), verdict);
  }

  void root(const Function& f, bool called) {
    const LaunchShapes* launches = launches_of(f);
    Terms terms;
    Shape shape = shape_for(f, launches, false);
    if (shape.lanes() < 1) return;
    Trace cuda = lanes::evaluate(library_, f, shape, wave_, {}, terms, kBudget);
    if (cuda.uses_y && !shape.known) {
      shape = shape_for(f, launches, true);
      terms = Terms();
      cuda = lanes::evaluate(library_, f, shape, wave_, {}, terms, kBudget);
    }
    if (!cuda.gave_up.empty()) return all_unknown(f, cuda, cuda.gave_up);
    if (cuda.uses_64) return all_unknown(f, cuda, "lane arithmetic by 64");
    const bool wide = std::any_of(cuda.sites.begin(), cuda.sites.end(),
                                  [](const auto& s) { return s.second.wide; });
    if (wide) return all_unknown(f, cuda, "exchanges over 64 lanes");
    if (cuda.sites.size() > kMaxSites) return all_unknown(f, cuda, "too many shuffles");
    const bool kernel = f.kind == kf::FunctionKind::kernel;
    // Values that a function returns to callers that are not seen.
    const bool open_ended = !kernel;
    std::set<Where> every;
    for (const auto& [where, site] : cuda.sites) every.insert(where);
    Trace widened;
    if (shape.lanes() > 32)
      widened = lanes::evaluate(library_, f, shape, wave_, every, terms, kBudget);
    const bool all_right =
        shape.lanes() <= 32
        || (widened.gave_up.empty() && differences(terms, cuda, widened, open_ended).empty());
    OtherShapes other_shapes;
    for (const auto& [where, site] : cuda.sites) {
      LaneVerdict verdict;
      verdict.wave = wave_;
      verdict.context = f.name;
      Trace alone;
      if (!all_right && every.size() > 1)
        alone = lanes::evaluate(library_, f, shape, wave_, {where}, terms, kBudget);
      const Trace& other = every.size() > 1 ? alone : widened;
      std::vector<int> lanes;
      if (!all_right && other.gave_up.empty()) lanes = differences(terms, cuda, other, open_ended);
      if (!other.gave_up.empty()) {
        verdict.outcome = Outcome::unknown;
        verdict.effect = other.gave_up;
      } else if (lanes.empty()) {
        verdict.outcome = Outcome::right;
      } else if (open_ended && moves_by_distance(site)
                 && differences(terms, cuda, other, true, false).empty()) {
        // On CUDA the lanes at the edge of the warp keep their own value, which callers seldom use.
        verdict.outcome = Outcome::unknown;
        verdict.effect = "callers that are not seen decide whether the edge of the warp matters";
      } else if (cuda.uses_y && !shape.known
                 && right_in_another_shape(f, where, open_ended, other_shapes)) {
        verdict.outcome = Outcome::unknown;
        verdict.effect = "the shape of the block decides";
      } else if (cuda.uses_warp_size) {
        verdict.outcome = Outcome::unknown;
        verdict.effect = "computed with warpSize";
      } else if (site.symbolic
                 && !(
                     reads_a_lane(site)
                     && (site.masked_source || index_is_32(f, site) || named_for_the_warp(site)))) {
        verdict.outcome = Outcome::unknown;
        verdict.effect = "the source lane is not known";
      } else {
        verdict.outcome = Outcome::wrong;
        const bool sure = shape.known && !cuda.guessed && !site.symbolic && (kernel || !called);
        verdict.confidence = sure && kernel ? Confidence::certain : Confidence::likely;
        describe(site, wave_, verdict);
      }
      verdicts_.add(where, std::move(verdict));
    }
  }

  struct InShape {
    Shape shape;
    Terms terms;
    Trace cuda;
  };
  using OtherShapes = std::vector<InShape>;

  /// Blocks of two dimensions whose rows are not a warp: in one of these shapes the lanes that
  /// somebody reads may be others.
  bool right_in_another_shape(const Function& f, const Where& site, bool open_ended,
                              OtherShapes& shapes) {
    if (shapes.empty())
      for (const int row : {16, 8, 4}) {
        InShape in;
        in.shape.block = {row, 64 / row, 1};
        in.cuda = lanes::evaluate(library_, f, in.shape, wave_, {}, in.terms, kBudget);
        shapes.push_back(std::move(in));
      }
    return std::ranges::any_of(shapes, [&](InShape& in) {
      if (!in.cuda.gave_up.empty()) return false;
      const Trace other = lanes::evaluate(library_, f, in.shape, wave_, {site}, in.terms, kBudget);
      return other.gave_up.empty() && differences(in.terms, in.cuda, other, open_ended).empty();
    });
  }

  /// __shfl names a lane; the others name a distance, which says nothing when it is not known.
  static bool reads_a_lane(const SiteInfo& site) {
    return site.function && site.expr != kNone
           && site.function->exprs[site.expr].cross == kf::CrossKind::shfl;
  }

  /// The lane argument stems from 32-lane logic: cut to 31, or a ffs of a 32-bit mask.
  bool index_is_32(const Function&, const SiteInfo& site) const {
    if (!site.function || site.expr == kNone) return false;
    const Function& f = *site.function;
    const std::vector<kf::ExprId> initial = kf::single_initialisers(f);
    bool narrow = false;
    bool wide = false;
    std::function<void(kf::ExprId, int)> look = [&](kf::ExprId id, int depth) {
      if (id == kNone || depth > 6) return;
      kf::walk(f, id, [&](kf::ExprId e) {
        const kf::Expr& x = f.exprs[e];
        if (x.op == kf::Op::warp_size) wide = true;
        if (x.op == kf::Op::call
            && (x.text == "__ffsll" || x.text == "__clzll" || x.text == "__popcll"))
          wide = true;
        if (x.op == kf::Op::call && (x.text == "__ffs" || x.text == "__clz")) narrow = true;
        if (x.op == kf::Op::local && x.var < initial.size() && initial[x.var] != kNone)
          look(initial[x.var], depth + 1);
      });
    };
    look(f.exprs[site.expr].args[2], 0);
    return narrow && !wide;
  }

  static bool moves_by_distance(const SiteInfo& site) {
    if (!site.function || site.expr == kNone) return false;
    const kf::CrossKind kind = site.function->exprs[site.expr].cross;
    return kind == kf::CrossKind::shfl_up || kind == kf::CrossKind::shfl_down;
  }

  /// One lane for the whole block: whatever its number, one half of the wave reads the other.
  static bool named_for_the_warp(const SiteInfo& site) {
    if (!site.same_source || !site.function || site.expr == kNone) return false;
    const Function& f = *site.function;
    bool given = true;
    kf::walk(f, f.exprs[site.expr].args[2],
             [&](kf::ExprId e) { given = given && f.exprs[e].op != kf::Op::template_param; });
    return given;
  }

  const Facts& facts_;
  int wave_;
  Library library_;
  Graph graph_;
  std::unordered_map<std::string, LaunchShapes> shapes_;
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

const LaneVerdict* Verdicts::find(const Where& callee) const {
  const auto found = by_site_.find(callee);
  return found == by_site_.end() ? nullptr : &found->second;
}

Verdicts evaluate_lanes(const Facts& facts, int wave) {
  // A wave of 32 lanes gives every shuffle the lanes that CUDA gives it.
  if (wave <= 32) return {};
  return Judge(facts, wave).run();
}

}  // namespace hipaudit
