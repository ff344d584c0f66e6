// SPDX-License-Identifier: Apache-2.0
#include "lanes/describe.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "facts/query.hpp"

namespace hipaudit::lanes {

namespace {

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

}  // namespace

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

}  // namespace hipaudit::lanes
