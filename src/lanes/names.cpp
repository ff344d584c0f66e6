// SPDX-License-Identifier: Apache-2.0
#include "lanes/names.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace hipaudit::lanes {

namespace {

std::string lower(std::string_view name) {
  std::string out(name);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

bool has(const std::string& name, const char* part) { return name.find(part) != std::string::npos; }

}  // namespace

std::optional<NamedLike> named_like(std::string_view written) {
  std::string name = lower(written);
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.starts_with("m_")) name.erase(0, 2);
  if (name.starts_with("get_")) name.erase(0, 4);
  if (has(name, "lane") && !has(name, "mask") && !has(name, "src") && !has(name, "num")
      && !has(name, "lanes"))
    return NamedLike::lane;
  for (const char* one : {"tid", "tx", "thread_id", "threadid", "tidx", "thread_idx", "threadidx"})
    if (name == one) return NamedLike::thread;
  for (const char* one : {"wid", "warpid", "warp_id", "warp_idx", "warpidx"})
    if (name == one) return NamedLike::warp;
  return std::nullopt;
}

bool is_warp_size_name(std::string_view written) {
  const std::string name = lower(written);
  return has(name, "warp") && has(name, "size");
}

bool is_wave_size_name(std::string_view written) {
  const std::string name = lower(written);
  return has(name, "wave") || name == "ws" || (has(name, "warp") && !has(name, "num"));
}

bool is_block_size_name(std::string_view written) {
  const std::string name = lower(written);
  return (has(name, "block") && (has(name, "size") || has(name, "dim") || has(name, "thread")))
         || has(name, "nthread") || has(name, "num_threads");
}

}  // namespace hipaudit::lanes
