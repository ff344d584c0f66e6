// SPDX-License-Identifier: Apache-2.0
// Text of source files by path, read once, with an overlay for text that is not written yet.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/span.hpp"

namespace hipaudit {

/// 1-based line and byte column.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  auto operator<=>(const Position&) const = default;
};

class Sources {
 public:
  /// Put `text` in front of what is on disk.
  void overlay(const std::string& path, std::string text);
  [[nodiscard]] const std::map<std::string, std::string>& overlays() const { return overlay_; }

  /// The bytes of a file; empty when it cannot be read.
  [[nodiscard]] std::string_view text(const std::string& path) const;
  [[nodiscard]] std::string_view text(const std::string& path, std::uint32_t begin,
                                      std::uint32_t end) const;
  [[nodiscard]] Position position(const std::string& path, std::uint32_t offset) const;
  /// The line that holds `offset`, without its end of line.
  [[nodiscard]] std::string_view line_at(const std::string& path, std::uint32_t offset) const;
  /// Line `number` (1-based), without its end of line; empty past the end.
  [[nodiscard]] std::string_view line(const std::string& path, std::uint32_t number) const;

 private:
  struct Entry {
    std::string text;
    std::vector<std::uint32_t> starts;  // offset of each line
  };
  const Entry& entry(const std::string& path) const;
  std::map<std::string, std::string> overlay_;
  mutable std::map<std::string, std::unique_ptr<Entry>> cache_;
};

/// `path` relative to `root` with `/` separators, or absolute when outside.
[[nodiscard]] std::string shown_path(const std::string& root, const std::string& path);

}  // namespace hipaudit
