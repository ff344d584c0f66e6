// SPDX-License-Identifier: Apache-2.0
// The vocabulary of rules: which functions to judge, and edits that keep a call's text whole.

#include "match/rule.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace hipaudit::match {
namespace {

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

std::vector<const Function*> judged_functions(const Facts& facts) {
  std::set<std::string_view> instantiated;
  for (const Function& f : facts.functions)
    if (!f.pattern.empty()) instantiated.insert(kf::base_key(f.pattern));
  // Of a body that differs by pass, the device passes hold the truth.
  std::set<std::string_view> on_device;
  for (const Function& f : facts.functions)
    if ((f.passes & 6U) != 0) on_device.insert(kf::base_key(f.key));
  std::vector<const Function*> out;
  for (const Function& f : facts.functions) {
    if (f.is_pattern && instantiated.contains(kf::base_key(f.key))) continue;
    if (f.passes == 1U && on_device.contains(kf::base_key(f.key))) continue;
    out.push_back(&f);
  }
  return out;
}

std::vector<const Function*> judged_functions(const Facts& facts, int wave) {
  std::vector<const Function*> out = judged_functions(facts);
  // Bodies that of the device passes only those of the other wave size have; the host pass may
  // share them.
  std::erase_if(out, [&](const Function* f) { return (f->passes & 6U) == (wave == 64 ? 4U : 2U); });
  return out;
}

bool is_launch_of(const Launch& launch, const Function& f) {
  const std::string_view key = kf::base_key(launch.kernel_key);
  if (key.empty()) return launch.kernel == f.name;
  return key == kf::base_key(f.key) || key == kf::base_key(f.pattern);
}

const Function* find_function(const Facts& facts, const std::string& key) {
  if (key.empty()) return nullptr;
  if (facts.by_key.size() == facts.functions.size()) {
    const auto at = std::lower_bound(facts.by_key.begin(), facts.by_key.end(), key,
                                     [&](std::uint32_t index, const std::string& wanted) {
                                       return facts.functions[index].key < wanted;
                                     });
    if (at != facts.by_key.end() && facts.functions[*at].key == key) return &facts.functions[*at];
    return nullptr;
  }
  const auto at = std::find_if(facts.functions.begin(), facts.functions.end(),
                               [&](const Function& f) { return f.key == key; });
  return at == facts.functions.end() ? nullptr : &*at;
}

bool names_a_warp(std::string_view name) {
  const std::string lower = lower_case(name);
  const auto has = [&](std::string_view part) { return lower.find(part) != std::string::npos; };
  // Images are warped too, and waves have lengths.
  if (has("warp") && !has("affine") && !has("perspective") && !has("warped") && !has("warping"))
    return true;
  for (std::size_t at = lower.find("lane"); at != std::string::npos;
       at = lower.find("lane", at + 1))
    if (at == 0 || lower[at - 1] != 'p') return true;
  if (has("wavefront") || has("wavesize") || has("wave_size") || has("waveid") || has("numwaves"))
    return true;
  // "wave" as a word of its own: wave, wave_id, num_waves, kWaveSize.
  for (std::size_t at = lower.find("wave"); at != std::string::npos;
       at = lower.find("wave", at + 1)) {
    const auto letter = [&](std::size_t i) {
      return i < name.size() && std::isalpha(static_cast<unsigned char>(name[i])) != 0;
    };
    const auto upper = [&](std::size_t i) {
      return i < name.size() && std::isupper(static_cast<unsigned char>(name[i])) != 0;
    };
    std::size_t end = at + 4;
    if (end < lower.size() && lower[end] == 's' && !letter(end + 1)) ++end;
    const bool starts = at == 0 || !letter(at - 1) || (upper(at) && !upper(at - 1));
    const bool ends = !letter(end) || (upper(end) && !upper(end - 1));
    if (starts && ends) return true;
  }
  return false;
}

bool names_a_warp_sync(std::string_view name) {
  std::string lower;
  for (const char c : name)
    if (c != '_') lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const std::string_view part : {"shfl", "shuffle", "ballot", "mask", "any", "all", "threads"})
    if (lower.find(part) != std::string::npos) return false;
  for (const std::string_view part : {"syncwarp", "warpsync", "syncwave", "wavesync"})
    if (lower.find(part) != std::string::npos) return true;
  return false;
}

bool can_edit(const Facts& facts, const Where& where) {
  const Span& span = where.spelling;
  if (!span.valid() || span.file >= facts.files.size()) return false;
  const FileInfo& file = facts.files[span.file];
  return file.project && !file.generated;
}

Span argument_span(const kf::Site& site, std::size_t index) {
  if (index >= site.args.size() || !site.callee.spelling.valid()) return {};
  const Where& arg = site.args[index];
  const auto inside = [&](const Span& span) {
    return span.valid() && span.file == site.callee.spelling.file
           && span.begin >= site.callee.spelling.end
           && (!site.rparen.valid()
               || (span.file == site.rparen.file && span.end <= site.rparen.begin));
  };
  if (inside(arg.spelling)) return arg.spelling;
  if (!site.callee.in_macro_body && inside(arg.expansion)) return arg.expansion;
  return {};
}

Edit rename_callee(const kf::Site& site, std::string text) {
  return {site.callee.spelling, std::move(text)};
}

Edit insert_last_argument(const kf::Site& site, std::string text) {
  Span at = site.rparen;
  at.end = at.begin;
  return {at, std::move(text)};
}

Edit remove_argument(const kf::Site& site, std::size_t index) {
  Span range = argument_span(site, index);
  if (!range.valid()) return {};
  if (index + 1 < site.args.size()) {
    const Span next = argument_span(site, index + 1);
    if (!next.valid() || next.begin < range.end) return {};
    range.end = next.begin;
  } else if (index > 0) {
    const Span previous = argument_span(site, index - 1);
    if (!previous.valid() || previous.end > range.begin) return {};
    range.begin = previous.end;
  }
  return {range, ""};
}

IncludeRequest include_for(const Where& where, std::string header) {
  return {where.best().file, std::move(header)};
}

std::vector<std::string> targets_with_wave(const Context& context, int lanes) {
  return names_with_wave(context.targets, lanes);
}

Finding finding(const Rule& rule, const Where& where, const Function* f, std::string message) {
  Finding out;
  out.rule = rule.id;
  out.severity = rule.severity;
  out.confidence = f != nullptr && f->tainted ? Confidence::likely : Confidence::certain;
  out.where = where;
  out.message = std::move(message);
  if (f != nullptr) out.function = f->name;
  return out;
}

}  // namespace hipaudit::match
