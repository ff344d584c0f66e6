// SPDX-License-Identifier: Apache-2.0
// Lines end at "\n"; a "\r" before it belongs to the end of line. Columns count bytes.
#include "core/sources.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace hipaudit {
namespace {

std::string read_file(const std::string& path) {
  // Reading a directory through a stream throws, so look first.
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return {};
  std::ifstream in(path, std::ios::binary);
  if (!in) return {};
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

void Sources::overlay(const std::string& path, std::string text) {
  cache_.erase(path);
  overlay_[path] = std::move(text);
}

const Sources::Entry& Sources::entry(const std::string& path) const {
  std::unique_ptr<Entry>& slot = cache_[path];
  if (slot) return *slot;
  slot = std::make_unique<Entry>();
  const auto over = overlay_.find(path);
  slot->text = over != overlay_.end() ? over->second : read_file(path);
  slot->starts.push_back(0);
  for (std::size_t at = slot->text.find('\n'); at != std::string::npos;
       at = slot->text.find('\n', at + 1)) {
    slot->starts.push_back(static_cast<std::uint32_t>(at + 1));
  }
  return *slot;
}

std::string_view Sources::text(const std::string& path) const { return entry(path).text; }

std::string_view Sources::text(const std::string& path, std::uint32_t begin,
                               std::uint32_t end) const {
  const std::string_view all = entry(path).text;
  if (begin > end || begin > all.size()) return {};
  return all.substr(begin, end - begin);
}

Position Sources::position(const std::string& path, std::uint32_t offset) const {
  const std::vector<std::uint32_t>& starts = entry(path).starts;
  const auto next = std::upper_bound(starts.begin(), starts.end(), offset);
  const auto line = static_cast<std::uint32_t>(next - starts.begin());
  return {line, offset - *std::prev(next) + 1};
}

std::string_view Sources::line_at(const std::string& path, std::uint32_t offset) const {
  return line(path, position(path, offset).line);
}

std::string_view Sources::line(const std::string& path, std::uint32_t number) const {
  const Entry& file = entry(path);
  if (number == 0 || number > file.starts.size()) return {};
  const std::string_view all = file.text;
  const std::uint32_t begin = file.starts[number - 1];
  std::string_view found = all.substr(begin, all.find('\n', begin) - begin);
  if (!found.empty() && found.back() == '\r') found.remove_suffix(1);
  return found;
}

std::string shown_path(const std::string& root, const std::string& path) {
  if (root.empty()) return path;
  std::string prefix = root;
  if (prefix.back() != '/') prefix += '/';
  if (path.size() > prefix.size() && path.compare(0, prefix.size(), prefix) == 0) {
    return path.substr(prefix.size());
  }
  return path;
}

}  // namespace hipaudit
