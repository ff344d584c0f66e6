// SPDX-License-Identifier: Apache-2.0
#include "lanes/launch_shapes.hpp"

#include <algorithm>

namespace hipaudit::lanes {

namespace {

/// Other blocks than the largest that a kernel is tried in.
constexpr std::size_t kMoreShapes = 3;

/// Threads of other waves matter.
bool uses_the_block(const kf::Function& f) {
  return std::ranges::any_of(f.exprs,
                             [](const kf::Expr& e) {
                               return e.op == kf::Op::block_dim
                                      || (e.op == kf::Op::cross
                                          && e.cross == kf::CrossKind::barrier);
                             })
         || std::ranges::any_of(f.vars, [](const kf::Var& v) {
              return v.storage == kf::Storage::shared || v.storage == kf::Storage::dynamic_shared;
            });
}

}  // namespace

std::unordered_map<std::string, LaunchShapes> launch_shapes(const Facts& facts) {
  std::unordered_map<std::string, LaunchShapes> out;
  for (const Launch& launch : facts.launches) {
    const auto note = [&](const std::string& key) {
      LaunchShapes& s = out[key];
      if (!launch.block_dims) {
        s.any = true;
        s.all_known = false;
        return;
      }
      const auto threads = [](const std::array<std::int64_t, 3>& d) { return d[0] * d[1] * d[2]; };
      auto dims = *launch.block_dims;
      // Of several launches the one with most threads: it has whole waves.
      if (!s.any || threads(dims) > threads(s.dims)) std::swap(dims, s.dims);
      if (s.any && dims != s.dims && s.others.size() < kMoreShapes
          && std::ranges::find(s.others, dims) == s.others.end())
        s.others.push_back(dims);
      s.any = true;
    };
    if (!launch.kernel_key.empty()) note(launch.kernel_key);
    // A launch of an instantiation counts for its pattern.
    const auto angle = launch.kernel_key.find('<');
    if (angle != std::string::npos) note(launch.kernel_key.substr(0, angle));
  }
  return out;
}

Shape launched(const std::array<std::int64_t, 3>& d) {
  Shape shape;
  shape.known = true;
  // Of a block that is too large, the last wave stays as it is.
  const std::int64_t cut = kMaxLanes - 64 + (d[0] % 64 != 0 ? d[0] % 64 : 64);
  shape.block = {static_cast<int>(d[0] > kMaxLanes ? cut : d[0]), 1, 1};
  if (d[0] * d[1] * d[2] <= kMaxLanes)
    shape.block = {static_cast<int>(d[0]), static_cast<int>(d[1]), static_cast<int>(d[2])};
  else if (d[1] * d[2] > 1)
    shape.block[1] = std::max(1, kMaxLanes / shape.block[0]);
  shape.cut = d[0] * d[1] * d[2] > shape.lanes();
  return shape;
}

Shape shape_for(const kf::Function& f, const LaunchShapes* launches, bool uses_y) {
  Shape shape;
  if (launches && launches->any && launches->all_known
      && std::ranges::all_of(launches->dims, [](std::int64_t d) { return d > 0; }))
    return launched(launches->dims);
  if (f.max_threads && *f.max_threads > 0 && *f.max_threads <= 32)
    shape.block = {static_cast<int>(*f.max_threads), 1, 1};
  else if (uses_y)
    shape.block = {32, 4, 1};
  else if (f.kind != kf::FunctionKind::kernel && !uses_the_block(f))
    shape.block = {64, 1, 1};  // two warps, or one wave
  return shape;
}

}  // namespace hipaudit::lanes
