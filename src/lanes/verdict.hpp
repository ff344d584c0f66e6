// SPDX-License-Identifier: Apache-2.0
// What each cross-lane operation computes under CUDA (32 lanes) and on a wave of another size.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/finding.hpp"
#include "facts/facts.hpp"

namespace hipaudit {

enum class Outcome : std::uint8_t {
  right,    ///< every demanded lane gets what it gets on CUDA
  wrong,    ///< some demanded lane gets another value
  unknown,  ///< could not be decided; `effect` says why
};

struct LaneVerdict {
  Outcome outcome = Outcome::unknown;
  Confidence confidence = Confidence::certain;
  int wave = 64;
  std::string effect;  ///< of `right`: on what condition; else e.g. "lanes 32-63 read lane 0
                       ///< instead of lane 32"
  std::vector<std::string> details;  ///< the map, a line per group of lanes
  std::string context;               ///< kernel or function in which it was decided
  std::vector<int> lanes;            ///< whose stores, calls or results differ; first ones
};

/// Something that goes wrong in a kernel by itself, whatever is compared.
struct WaveFault {
  enum class Kind : std::uint8_t {
    out_of_range,       ///< an index past the end of a local or shared array
    unwritten,          ///< a shared slot is read that nothing wrote
    divergent_barrier,  ///< lanes of one wave at a barrier while others are elsewhere
    racing_stores,      ///< lanes store different values to one address
    inactive_source,    ///< a shuffle reads a lane that is not active or does not exist
  };
  Kind kind = Kind::out_of_range;
  /// With waves of 32, and with the wider wave. Of `unwritten`: by a run in which the two differ,
  /// if there is one.
  bool on_32 = false;
  bool on_64 = false;
  const kf::Function* function = nullptr;
  kf::ExprId at = kf::kNone;
  std::vector<int> lanes;
  std::string name;         ///< of the array
  std::int64_t index = 0;   ///< first element in question
  std::int64_t extent = 0;  ///< elements of the array
};

/// A whole kernel (or a function that nothing calls).
struct KernelVerdict {
  using Place = std::pair<const kf::Function*, kf::ExprId>;
  LaneVerdict verdict;
  /// What execution shows: whether memory is at `wave` lanes what it is at 32. Unlike `verdict`, it
  /// does not ask whether the code lays its results out by the wave on purpose.
  Outcome execution = Outcome::unknown;
  std::string execution_unknown;  ///< why
  bool known_shape = false;       ///< of the block, from a launch seen in the sources
  std::array<int, 3> block{};     ///< that was run
  int threads = 0;                ///< of it
  bool same_layout = false;       ///< both stored to the same addresses
  std::vector<Place> by_wave;     ///< where it reckons with warpSize or __lane_id() ...
  std::vector<Place> by_32;       ///< ... and with 32: tid % 32, a tree of shuffles from 16
  std::vector<Place> by_64;
  std::vector<Place> operations;  ///< that span the wave
  std::vector<WaveFault> faults;
  std::vector<Where> culprits;  ///< operations that are wrong by themselves
};

/// Verdicts by site. A site is the spelling span of the operation's name (so that a pattern, its
/// instantiations and the kernels that inline it share one).
class Verdicts {
 public:
  void add(const Where& callee, LaneVerdict verdict);
  void add_kernel(const std::string& key, KernelVerdict verdict);
  /// The worst verdict over all contexts: wrong before unknown before right.
  [[nodiscard]] const LaneVerdict* find(const Where& callee) const;
  /// Of the function with this key, when it was judged as a whole.
  [[nodiscard]] const KernelVerdict* kernel(const std::string& key) const;
  [[nodiscard]] const std::map<std::string, KernelVerdict>& kernels() const { return kernels_; }

 private:
  std::map<Where, LaneVerdict> by_site_;
  std::map<std::string, KernelVerdict> kernels_;
};

/// Run every function of `facts` that holds a cross-lane operation, as CUDA and at `wave` lanes.
[[nodiscard]] Verdicts evaluate_lanes(const Facts& facts, int wave);

/// What one execution of an operation gives each lane.
struct LaneMap {
  struct Row {
    int lane = 0;
    int cuda = -1;    ///< shuffles: the lane read on CUDA; -1 none (not active)
    int target = -1;  ///< ... on the wave
    std::uint64_t cuda_value = 0;
    std::uint64_t target_value = 0;
    bool demanded = false;  ///< somebody sees what this lane gets
  };
  Where site;
  std::string operation;  ///< "__shfl_down"
  std::string context;
  int wave = 64;
  int executions = 0;
  bool is_shuffle = false;
  LaneVerdict verdict;
  std::vector<Row> rows;  ///< of the first execution that differs, else of the first
};

/// Maps of the operations whose site is `wanted`.
[[nodiscard]] std::vector<LaneMap> map_lanes(const Facts& facts, int wave,
                                             const std::function<bool(const Where&)>& wanted);

}  // namespace hipaudit
