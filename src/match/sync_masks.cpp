// SPDX-License-Identifier: Apache-2.0
#include "match/sync_masks.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <tuple>

namespace hipaudit::match {
namespace {

using kf::kNone;
using kf::Op;

/// What tells one definition from another.
struct Key {
  SyncMask::From from = SyncMask::From::literal;
  Span at;           ///< of the definition; empty for literals and globals
  std::string text;  ///< of literals and globals
  bool editable = true;
  auto operator<=>(const Key&) const = default;
};

const kf::Site* site_of(const Function& f, ExprId cross) {
  const std::uint32_t site = f.exprs[cross].site;
  return site == kNone ? nullptr : &f.sites[site];
}

Where written_mask(const Function& f, const SyncCall& call) {
  const kf::Site* site = site_of(f, call.cross);
  if (site != nullptr && !site->args.empty()) return site->args[0];
  return f.exprs[call.mask].where;
}

std::string_view last_part(std::string_view qualified) {
  const std::size_t colons = qualified.rfind("::");
  return colons == std::string_view::npos ? qualified : qualified.substr(colons + 2);
}

/// Name of the object-like macro whose body holds `at`, read from the directive's text; empty for
/// function-like macros and where there is none.
std::string constant_macro(const Context& context, const Span& at) {
  const std::string_view text = context.sources.text(context.facts.files[at.file].path);
  std::size_t begin = std::min<std::size_t>(at.begin, text.size());
  const auto continued = [&](std::size_t newline) {
    std::size_t last = newline;
    if (last > 0 && text[last - 1] == '\r') --last;
    return last > 0 && text[last - 1] == '\\';
  };
  while (begin > 0 && (text[begin - 1] != '\n' || continued(begin - 1))) --begin;
  const auto blanks = [&] {
    while (begin < at.begin && (text[begin] == ' ' || text[begin] == '\t')) ++begin;
  };
  const auto word = [&](std::string_view w) {
    if (text.substr(begin, w.size()) != w) return false;
    begin += w.size();
    return true;
  };
  blanks();
  if (!word("#")) return {};
  blanks();
  if (!word("define")) return {};
  blanks();
  std::size_t end = begin;
  while (end < at.begin
         && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
    ++end;
  return end < at.begin && text[end] == '(' ? std::string{}
                                            : std::string(text.substr(begin, end - begin));
}

bool in_project(const Facts& facts, const Span& at) {
  return at.valid() && at.file < facts.files.size() && facts.files[at.file].project;
}

struct Definition {
  Key key;
  Where where;
  std::string name;
};

Definition definition_of(const Context& context, const FunctionView& view, const SyncCall& call) {
  const Function& f = *view.f;
  Definition d;
  d.where = written_mask(f, call);
  d.name = shown_text(context, d.where);
  const Expr& mask = f.exprs[call.mask];
  // FULL_MASK: the text lies in a #define.
  if (d.where.in_macro_body && d.where.spelling.valid()
      && in_project(context.facts, d.where.spelling)) {
    d.key.from = SyncMask::From::macro;
    d.key.at = d.where.spelling;
    const std::string macro = constant_macro(context, d.where.spelling);
    if (!macro.empty()) d.name = macro;
    if (mask.op == Op::constant && mask.var == kNone) return d;
  }
  // constexpr unsigned kAll = 0xffffffff;
  if (mask.op == Op::constant && mask.var != kNone) {
    const kf::Var& var = f.vars[mask.var];
    d.key.from = SyncMask::From::variable;
    d.name = var.name;
    if (in_project(context.facts, var.where.best())) {
      d.where = var.where;
      d.key.at = var.where.best();
    } else {
      d.key.text = var.name;
    }
    return d;
  }
  if (mask.op == Op::load && !mask.args.empty()) {
    const Expr& place = f.exprs[mask.args[0]];
    if (place.op == Op::local) {
      const kf::Var& var = f.vars[place.var];
      d.key.from =
          var.storage == kf::Storage::param ? SyncMask::From::parameter : SyncMask::From::variable;
      if (var.where.best().valid() && in_project(context.facts, var.where.best())) {
        d.where = var.where;
        d.key.at = var.where.best();
      }
      d.name = var.name;
      return d;
    }
    if (place.op == Op::global) {
      d.key.from = SyncMask::From::variable;
      d.key.text = place.text;
      d.name = std::string(last_part(place.text));
      if (place.var != kNone && in_project(context.facts, f.vars[place.var].where.best())) {
        d.where = f.vars[place.var].where;
        d.key.at = d.where.best();
        d.key.text.clear();
      }
      return d;
    }
  }
  if (d.key.from == SyncMask::From::macro) return d;
  d.key.from = SyncMask::From::literal;
  d.key.at = {d.where.best().file, 0, 0};
  d.key.text = d.name;
  return d;
}

}  // namespace

bool project_defines(const Facts& facts, const Function& f, ExprId cross) {
  const Expr& e = f.exprs[cross];
  if (!e.dependent) return false;
  return std::any_of(facts.functions.begin(), facts.functions.end(), [&](const Function& g) {
    return last_part(g.name) == e.text && in_project(facts, g.where.best());
  });
}

std::vector<SyncMask>
sync_masks(const Context& context, const LaneMaskFlow& flow,
           const std::function<bool(const FunctionView&, const SyncCall&)>& wanted) {
  std::map<Key, SyncMask> by_key;
  std::set<std::tuple<Key, Span, Span>> seen;
  for (std::size_t i = 0; i < flow.functions().size(); ++i) {
    const FunctionView& view = flow.functions()[i];
    const Function& f = *view.f;
    for (ExprId id = 0; id < f.exprs.size(); ++id) {
      const Expr& e = f.exprs[id];
      if (!view.reached(id) || e.op != Op::cross || !e.sync_form || e.tile != 0) continue;
      if (e.args.empty() || e.args[0] == kNone) continue;
      const SyncCall call{i, id, skip_implicit(f, e.args[0])};
      const kf::Site* site = site_of(f, id);
      const Where at = site != nullptr ? site->callee : e.where;
      if (!is_reportable(context.facts, &f, at) || !wanted(view, call)) continue;
      Definition d = definition_of(context, view, call);
      d.key.editable = to_warp32(context.facts, f, id).has_value();
      if (!seen.emplace(d.key, at.best(), at.expansion).second) continue;
      SyncMask& group = by_key[d.key];
      if (group.calls.empty()) {
        group.from = d.key.from;
        group.where = d.where;
        group.name = d.name;
        group.editable = d.key.editable;
      }
      group.calls.push_back(call);
    }
  }
  std::vector<SyncMask> out;
  for (auto& [key, group] : by_key) {
    const auto position = [&](const SyncCall& call) {
      const Function& f = *flow.functions()[call.function].f;
      const Span at = written_mask(f, call).expansion;
      return std::tuple(at.file, at.begin, call.function, call.cross);
    };
    std::sort(group.calls.begin(), group.calls.end(),
              [&](const SyncCall& a, const SyncCall& b) { return position(a) < position(b); });
    // The first use stands for a literal.
    if (group.from == SyncMask::From::literal || !key.text.empty()) {
      const SyncCall& first = group.calls.front();
      group.where = written_mask(*flow.functions()[first.function].f, first);
    }
    out.push_back(std::move(group));
  }
  return out;
}

namespace {

/// Some call stands in code that reckons in hardware waves.
bool speaks_of_waves(const LaneMaskFlow& flow, const SyncMask& mask) {
  return std::any_of(mask.calls.begin(), mask.calls.end(), [&](const SyncCall& call) {
    return speaks_of_waves(flow.functions()[call.function]);
  });
}

/// Rename every call to hipshim::warp32, or to the built-in without mask and with width 32.
std::optional<Fix> warp32_calls(const Context& context, const LaneMaskFlow& flow,
                                const SyncMask& mask) {
  Fix fix;
  fix.safety = Safety::safe;
  fix.title = "make the calls on 32-lane warps with hipshim::warp32";
  const auto add = [&](const Edit& edit) {
    if (std::find(fix.edits.begin(), fix.edits.end(), edit) == fix.edits.end())
      fix.edits.push_back(edit);
  };
  for (const SyncCall& call : mask.calls) {
    const FunctionView& view = flow.functions()[call.function];
    const Function& f = *view.f;
    const auto rename = to_warp32(context.facts, f, call.cross);
    if (!rename) return std::nullopt;
    const Expr& e = f.exprs[call.cross];
    const kf::Site& site = f.sites[e.site];
    const bool plain = context.prefer_builtins && is_shuffle(e) && !site.callee.in_macro_body
                       && site.rparen.valid() && site.args.size() >= 3;
    if (plain) {
      std::string name = warp32_name(e);
      name = "__" + name.substr(name.rfind(':') + 1);
      name = name.substr(0, name.rfind("_sync"));
      add(rename_callee(site, name));
      add(remove_argument(site, 0));
      if (site.args.size() == 3) add(insert_last_argument(site, ", 32"));
    } else {
      add(*rename);
      const IncludeRequest include = include_for(site.callee, "hipshim/warp32.hpp");
      if (std::find(fix.includes.begin(), fix.includes.end(), include) == fix.includes.end())
        fix.includes.push_back(include);
    }
    if (!site.callee.in_macro_body) continue;
    // A wrapper macro may be used with other masks elsewhere.
    for (std::size_t i = 0; i < flow.functions().size(); ++i) {
      const FunctionView& other = flow.functions()[i];
      for (ExprId id = 0; id < other.f->exprs.size(); ++id) {
        const Expr& o = other.f->exprs[id];
        if (o.op != Op::cross || !o.sync_form || o.site == kNone || o.args.empty()
            || other.f->sites[o.site].callee.best() != site.callee.best())
          continue;
        if (follows_wave(flow, i, id)) return std::nullopt;
        const auto mine = o.args[0] == kNone ? std::nullopt : mask_bits(*other.f, o.args[0]);
        if (mine && *mine > 0xffffffffULL
            && !is_narrow_integer(other.f->type_of(skip_implicit(*other.f, o.args[0]))))
          fix.safety = Safety::unsafe;
      }
    }
  }
  if (speaks_of_waves(flow, mask)) fix.safety = Safety::unsafe;
  return fix;
}

/// Name all 64 lanes where the mask is written.
std::optional<Fix> full_wave_mask(const Context& context, const LaneMaskFlow& flow,
                                  const SyncMask& mask) {
  Fix fix;
  fix.safety = Safety::unsafe;
  fix.title = "name all 64 lanes of the wave";
  for (const SyncCall& call : mask.calls) {
    const Function& f = *flow.functions()[call.function].f;
    const auto bits = mask_bits(f, call.mask);
    if (!bits || (*bits & 0xffffffffULL) != 0xffffffffULL) return std::nullopt;
    if (f.exprs[call.mask].op != Op::constant) return std::nullopt;
    const Where at = written_mask(f, call);
    if (!can_edit(context.facts, at)) return std::nullopt;
    const Edit edit{at.best(), "0xffffffffffffffffULL"};
    if (std::find(fix.edits.begin(), fix.edits.end(), edit) == fix.edits.end())
      fix.edits.push_back(edit);
  }
  return fix;
}

}  // namespace

std::vector<Fix> mask_remedies(const Context& context, const LaneMaskFlow& flow,
                               const SyncMask& mask) {
  std::vector<Fix> fixes;
  auto wide = full_wave_mask(context, flow, mask);
  if (std::ranges::any_of(mask.calls, [&](const SyncCall& call) {
        return follows_wave(flow, call.function, call.cross);
      })) {
    fixes.push_back(
        wide
            ? std::move(*wide)
            : Fix{Safety::manual, "name all lanes of the wave: make it a mask of 64 bits", {}, {}});
    return fixes;
  }
  auto narrow = warp32_calls(context, flow, mask);
  if (wide && speaks_of_waves(flow, mask)) fixes.push_back(std::move(*wide));
  if (narrow) fixes.push_back(std::move(*narrow));
  return fixes;
}

}  // namespace hipaudit::match
