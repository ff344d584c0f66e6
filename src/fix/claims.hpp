// SPDX-License-Identifier: Apache-2.0
// Which edits can stand beside one another. A fix claims its edits whole; what collides with an
// earlier claim is refused whole.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/finding.hpp"

namespace hipaudit::fix {

/// Whether the two edits cannot both be made. Equal edits of a range are one edit; an insertion at
/// the edge of a replaced range stands before or behind it.
[[nodiscard]] inline bool collide(const Edit& a, const Edit& b) {
  if (a.range.file != b.range.file || a == b) return false;
  const bool a_inserts = a.range.begin == a.range.end;
  const bool b_inserts = b.range.begin == b.range.end;
  if (a_inserts && b_inserts) return a.range.begin == b.range.begin;
  return a.range.begin < b.range.end && b.range.begin < a.range.end;
}

class Claims {
 public:
  /// Claims the edits for `owner`, or names the owner whose claim is in the way. Edits of one fix
  /// must not collide among themselves: then the owner named is `owner`.
  std::optional<std::size_t> claim(const std::vector<Edit>& edits, std::size_t owner) {
    const std::set<Edit> wanted(edits.begin(), edits.end());
    for (auto a = wanted.begin(); a != wanted.end(); ++a)
      for (auto b = std::next(a); b != wanted.end(); ++b)
        if (collide(*a, *b)) return owner;
    for (const Edit& edit : wanted) {
      // Any claim of the same file that starts before this one ends may reach into it.
      const auto file = taken_.find(edit.range.file);
      if (file == taken_.end()) continue;
      for (const auto& [taken, holder] : file->second) {
        if (taken.range.begin > edit.range.end) break;
        if (collide(taken, edit)) return holder;
        // A shared insertion may be half of a pair, `f(` ... `)`, whose other half differs: it is
        // shared only by fixes one of which holds the other.
        const bool insertion = edit.range.begin == edit.range.end;
        if (insertion && taken == edit && !nested(wanted, owners_[holder])) return holder;
      }
    }
    for (const Edit& edit : wanted) taken_[edit.range.file].emplace(edit, owner);
    owners_[owner] = wanted;
    return std::nullopt;
  }

  [[nodiscard]] std::map<FileId, std::set<Edit>> edits() const {
    std::map<FileId, std::set<Edit>> out;
    for (const auto& [file, taken] : taken_)
      for (const auto& [edit, holder] : taken) out[file].insert(edit);
    return out;
  }

 private:
  static bool nested(const std::set<Edit>& a, const std::set<Edit>& b) {
    return std::includes(a.begin(), a.end(), b.begin(), b.end())
           || std::includes(b.begin(), b.end(), a.begin(), a.end());
  }

  std::map<FileId, std::multimap<Edit, std::size_t>> taken_;
  std::map<std::size_t, std::set<Edit>> owners_;
};

}  // namespace hipaudit::fix
