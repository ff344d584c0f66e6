// SPDX-License-Identifier: Apache-2.0
// Runs one block of a kernel in kernel form, lane by lane, over symbolic terms.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "facts/facts.hpp"
#include "lanes/term.hpp"

namespace hipaudit::lanes {

/// Functions by key; patterns of instantiations are found too.
class Library {
 public:
  explicit Library(const Facts& facts);
  [[nodiscard]] const kf::Function* find(const std::string& key) const;

 private:
  std::unordered_map<std::string, const kf::Function*> by_key_;
};

struct Shape {
  std::array<int, 3> block = {64, 1, 1};
  bool known = false;  ///< from a launch seen in the sources
  [[nodiscard]] int lanes() const { return block[0] * block[1] * block[2]; }
};

/// Something that others can see: a store, an atomic, a return value, an unknown call.
struct Sink {
  kf::ExprId at = kf::kNone;  ///< in `function`; kNone for a return
  const kf::Function* function = nullptr;
  int lane = 0;
  int turn = 0;  ///< how often this site was reached before
  TermId condition = 0;
  TermId address = 0;
  TermId value = 0;
  bool is_return = false;
};

/// One execution of a shuffle: where each lane reads, or -1 (inactive) or -2 (not a constant).
struct Exchange {
  std::vector<int> cuda;
  std::vector<int> target;
};

/// A shuffle site of the evaluated code that takes the default width.
struct SiteInfo {
  Where callee;
  const kf::Function* function = nullptr;
  kf::ExprId expr = kf::kNone;
  std::vector<Exchange> exchanges;
  bool wide = false;           ///< reaches 32 lanes or more: written for 64
  bool symbolic = false;       ///< its lane argument is not a constant
  bool masked_source = false;  ///< symbolic, but cut to 0..31 in the text
  bool same_source = true;     ///< all lanes name the same lane
};

struct Trace {
  std::vector<Sink> sinks;
  std::map<Where, SiteInfo> sites;
  bool uses_warp_size = false;
  bool uses_64 = false;  ///< lane arithmetic by 64
  bool uses_y = false;
  bool guessed = false;           ///< lane of a parameter guessed by its name
  std::string gave_up;            ///< reason, when evaluation was cut short
  std::set<std::int64_t> deltas;  ///< constant deltas of default-width down/up shuffles
  bool only_down = true;
};

/// Evaluate `root` for one block. Shuffles whose site is in `wide_sites` exchange over waves of
/// `wave` lanes, all others over CUDA's 32.
[[nodiscard]] Trace evaluate(const Library& library, const kf::Function& root, const Shape& shape,
                             int wave, const std::set<Where>& wide_sites, Terms& terms,
                             unsigned budget);

}  // namespace hipaudit::lanes
