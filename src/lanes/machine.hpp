// SPDX-License-Identifier: Apache-2.0
// Runs one block of a kernel in kernel form, lane by lane, on made-up data.
//
// A run is a function of the kernel, the block's shape, a seed and a *world*: CUDA's 32 lanes, a
// wider wave, or anything between (one operation at a time on the wider wave). Two worlds with one
// seed read the same data, so whatever differs in what others can see is the wave's doing.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "facts/facts.hpp"
#include "lanes/values.hpp"

namespace hipaudit::lanes {

/// A function of HIP or of the C library whose meaning is known.
struct Signature;

/// What calls call: looked up once for all runs.
class Library {
 public:
  explicit Library(const Facts& facts);
  /// The function that an expression of these facts calls; none without a body.
  [[nodiscard]] const kf::Function* body(const kf::Expr& e) const;
  [[nodiscard]] const Signature* known(const kf::Expr& e) const;

  /// Which runs of a root have small counts: those from the first on that was too large as CUDA.
  /// All worlds of one seed have the same.
  struct Counts {
    bool small = false;
    std::set<unsigned> large;  ///< seeds that ran before
  };
  Counts& counts_of(const kf::Function& root, const std::array<int, 3>& block) const {
    return counts_[{&root, block}];
  }

 private:
  struct Target {
    const kf::Function* body = nullptr;
    const Signature* known = nullptr;
  };
  std::unordered_map<const kf::Expr*, Target> targets_;
  mutable std::map<std::pair<const kf::Function*, std::array<int, 3>>, Counts> counts_;
};

struct Shape {
  std::array<int, 3> block = {128, 1, 1};
  bool known = false;  ///< from a launch seen in the sources
  bool cut = false;    ///< the block that is launched is larger
  [[nodiscard]] int lanes() const { return block[0] * block[1] * block[2]; }
};

struct World {
  int wave = 32;           ///< lanes of the hardware's wave
  int warp_size = 32;      ///< what warpSize says
  bool wide = false;       ///< cross-lane operations go over `wave` lanes, else over 32 ...
  std::set<Where> except;  ///< ... and these the other way round
  /// Change what this operation gives to this lane, to see whether anybody looks at it.
  std::optional<std::pair<Where, int>> perturbed;

  [[nodiscard]] bool is_cuda() const { return !wide && wave == 32 && except.empty() && !perturbed; }
  static World cuda() { return {}; }
  static World target(int wave) { return {wave, wave, true, {}, std::nullopt}; }
};

/// A store to memory that others see: the last one to its address.
struct Write {
  Value value;
  int lane = 0;
  const kf::Function* function = nullptr;
  kf::ExprId at = kf::kNone;
};

/// One execution of a cross-lane operation. Per lane: the lane that it reads (shuffles) or the
/// value it gets; -1 where the lane is not active.
struct Exchange {
  std::vector<int> from;
  std::vector<std::uint64_t> got;
  bool operator==(const Exchange&) const = default;
};

struct SiteInfo {
  const kf::Function* function = nullptr;
  kf::ExprId expr = kf::kNone;
  std::vector<Exchange> exchanges;  ///< the first few
  bool reaches_32 = false;          ///< names a lane, or a distance, of 32 or more: written for 64
  bool source_is_data = false;      ///< its lane argument depends on data
  bool source_unmodelled = false;
  bool same_source = true;        ///< all lanes name the same lane
  bool reads_inactive = false;    ///< some lane reads one that is not active
  std::set<std::int64_t> deltas;  ///< constant distances of up, down and xor
};

/// Something that went wrong in a run by itself.
struct Event {
  enum class Kind : std::uint8_t {
    out_of_range,       ///< of a local or shared array
    unwritten,          ///< a slot of a shared array is read before anything is stored there
    divergent_barrier,  ///< some lanes of a wave are at a barrier and others elsewhere
    ended_barrier,      ///< ... where the others have returned
    racing_stores,      ///< lanes store different values to one address in one statement
  };
  Kind kind = Kind::out_of_range;
  const kf::Function* function = nullptr;
  kf::ExprId at = kf::kNone;
  auto operator<=>(const Event&) const = default;
};
struct EventInfo {
  std::vector<int> lanes;
  std::int64_t index = 0;   ///< out_of_range, unwritten: the element
  std::int64_t extent = 0;  ///< elements of the array
  std::string name;         ///< the array
  bool by_data = false;     ///< unwritten: data chose the element
};

/// A place in the code that was run.
using Place = std::pair<const kf::Function*, kf::ExprId>;

struct Trace {
  std::unordered_map<std::uint64_t, Write> memory;
  /// Calls of functions that are not known, by place and lane: digests of the arguments, in turn.
  std::map<Place, std::vector<std::vector<std::uint64_t>>> calls;
  std::vector<Value> returned;  ///< per lane, of a function that is no kernel
  Mask returns;
  std::map<Where, SiteInfo> sites;
  std::map<Event, EventInfo> events;
  std::set<Place> by_wave;  ///< warpSize, __lane_id()
  std::set<Place> by_32;    ///< lane arithmetic by 32
  std::set<Place> by_64;    ///< lane arithmetic by 64
  bool uses_y = false;
  bool guessed = false;
  bool unmodelled = false;    ///< a condition or an address depended on something not modelled
  bool native_lanes = false;  ///< AMD's own lane instructions, which are not modelled
  bool cut_loops = false;     ///< a loop that data ends was cut short
  bool only_down = true;      ///< shuffles of default width are all shfl_down
  std::set<std::int64_t> deltas;
  std::string gave_up;  ///< reason, when the run was cut short
  unsigned spent = 0;
};

/// From this seed on coins decide whether data equals a constant ...
inline constexpr unsigned kFirstCoin = 6;
/// ... and from this one on they do not.
inline constexpr unsigned kFirstMore = 10;
inline constexpr unsigned kSeeds = 200;
[[nodiscard]] bool has_coins(unsigned seed);

[[nodiscard]] Trace run(const Library& library, const kf::Function& root, const Shape& shape,
                        const World& world, unsigned seed, unsigned budget);

/// Shuffles that take the default width and votes: what exchanges over the whole wave.
[[nodiscard]] bool spans_the_wave(const kf::Expr& e);
/// What names the operation in the text.
[[nodiscard]] const Where& site_of(const kf::Function& f, const kf::Expr& e);

}  // namespace hipaudit::lanes
