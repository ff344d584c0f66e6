// SPDX-License-Identifier: Apache-2.0
// The judge's own header: runs a block as CUDA and on the wider wave, and says what of it goes
// wrong.
//   judge.cpp       which functions are run, in which shapes and with which data; whole kernels
//   judge_site.cpp  one operation
//   lane_maps.cpp   what one execution of an operation gives each lane
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "facts/facts.hpp"
#include "lanes/call_graph.hpp"
#include "lanes/differences.hpp"
#include "lanes/launch_shapes.hpp"
#include "lanes/machine.hpp"
#include "lanes/verdict.hpp"

namespace hipaudit::lanes {

/// Expressions evaluated per run of one root, and in all its runs.
inline constexpr unsigned kBudget = 60000;
inline constexpr unsigned kRootBudget = 400000;

/// One root in one shape: its runs as CUDA, by seed.
struct Case {
  const kf::Function* f = nullptr;
  Shape shape;
  std::vector<unsigned> seeds;
  std::vector<Trace> cuda;
  unsigned spent = 0;
  [[nodiscard]] bool open_ended() const { return f->kind != kf::FunctionKind::kernel; }
};

/// The runs of a case at the wider wave beside those as CUDA.
struct Compared {
  std::vector<Trace> target;
  std::vector<Differences> differ;
  bool same = true;
  bool spread = true;  ///< or the same contributions at other addresses
  bool shown = false;  ///< a difference, by runs that ended
  std::string why;     ///< some run cannot be compared
};

/// In some run.
[[nodiscard]] bool any(const std::vector<Trace>& traces, bool Trace::* flag);

/// The operation over all runs.
[[nodiscard]] SiteInfo merged(const std::vector<Trace>& traces, const Where& where);

/// Judges the functions of some facts at `wave` lanes.
class Judge {
 public:
  Judge(const Facts& facts, int wave)
      : facts_(facts), wave_(wave), library_(facts), graph_(facts), shapes_(launch_shapes(facts)) {}

  Verdicts run();

  std::vector<LaneMap> maps(const std::function<bool(const Where&)>& wanted);

 private:
  // judge.cpp
  void find_instances();
  /// An instance made for another wave than the one that is judged.
  bool for_another_wave(const kf::Function& f) const;
  /// An instance made for this wave: nothing to compare with CUDA.
  bool for_this_wave(const kf::Function& f) const;
  const LaunchShapes* launches_of(const kf::Function& f) const;
  Trace run_in(Case& c, const World& world, unsigned seed, unsigned budget = kBudget);
  /// Runs as CUDA; why not, when none ended.
  std::string begin(Case& c, unsigned max_seeds = kFirstCoin);
  void all_are(const Case& c, Outcome outcome, const std::string& why);
  void root(const kf::Function& f, bool called);
  /// What is right in the largest block need not be in another that is launched.
  void in_other_shapes(const kf::Function& f, const LaunchShapes& launches, bool called);
  void compare(Case& c, std::size_t i, Compared& all);
  /// More data for what is small and looks right: what differs with it is kept.
  void look_further(Case& c, Compared& all);
  void judge(Case& c, bool called);
  void whole_kernel(const Case& c, bool returns_only, KernelVerdict& kernel);

  // judge_site.cpp
  using OtherShapes = std::vector<Case>;
  LaneVerdict judge_site(Case& c, const Where& where, bool called, const KernelVerdict& kernel,
                         const std::vector<Trace>& target, std::vector<Case>& other_shapes);
  /// With this operation alone back on 32 lanes the wave computes what CUDA does.
  bool mended(Case& c, const Where& where, const std::vector<Trace>& target);
  /// Blocks of two dimensions whose rows are not a warp: in one of these shapes the lanes that
  /// somebody reads may be others.
  bool right_in_another_shape(const Case& c, const Where& site, OtherShapes& shapes);

  // lane_maps.cpp
  void map_root(const kf::Function& f, const std::function<bool(const Where&)>& wanted,
                const Verdicts& verdicts, std::map<Where, LaneMap>& out);
  LaneMap map_site(Case& c, std::size_t run, const Where& where, const SiteInfo& cuda,
                   const SiteInfo& target, const Verdicts& verdicts);

  const Facts& facts_;
  int wave_;
  Library library_;
  CallGraph graph_;
  std::unordered_map<std::string, LaunchShapes> shapes_;
  std::unordered_set<std::string> instantiated_;
  std::set<std::pair<std::string, std::size_t>> by_wave_;
  Verdicts verdicts_;
};

}  // namespace hipaudit::lanes
