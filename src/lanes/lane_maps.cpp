// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "facts/query.hpp"
#include "lanes/judge.hpp"

namespace hipaudit::lanes {

std::vector<LaneMap> Judge::maps(const std::function<bool(const Where&)>& wanted) {
  find_instances();
  const Verdicts verdicts = Judge(facts_, wave_).run();
  std::map<Where, LaneMap> out;
  for (std::size_t i = 0; i < facts_.functions.size(); ++i) {
    const kf::Function& f = facts_.functions[i];
    if (!graph_.reaches[i] || (f.is_pattern && instantiated_.count(f.key))) continue;
    if (f.kind != kf::FunctionKind::kernel && graph_.called[i]) continue;
    map_root(f, wanted, verdicts, out);
  }
  std::vector<LaneMap> list;
  for (auto& [where, map] : out) list.push_back(std::move(map));
  return list;
}

void Judge::map_root(const kf::Function& f, const std::function<bool(const Where&)>& wanted,
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

LaneMap Judge::map_site(Case& c, std::size_t run, const Where& where, const SiteInfo& cuda,
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

}  // namespace hipaudit::lanes
