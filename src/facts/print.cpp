// SPDX-License-Identifier: Apache-2.0
// Facts as text for a reader who wants to know what a rule sees. Device functions come as pseudo-C
// that keeps what is symbolic (warpSize, default widths) and shows what is implicit.

#include "facts/print.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

#include "core/sources.hpp"

namespace hipaudit {
namespace {

using kf::CrossKind;
using kf::Expr;
using kf::ExprId;
using kf::Function;
using kf::kNone;
using kf::Op;
using kf::Stmt;
using kf::StmtKind;

const char* name_of(CrossKind kind) {
  switch (kind) {
  case CrossKind::none: return "none";
  case CrossKind::shfl: return "shfl";
  case CrossKind::shfl_up: return "shfl_up";
  case CrossKind::shfl_down: return "shfl_down";
  case CrossKind::shfl_xor: return "shfl_xor";
  case CrossKind::ballot: return "ballot";
  case CrossKind::any: return "any";
  case CrossKind::all: return "all";
  case CrossKind::active_mask: return "active_mask";
  case CrossKind::match_any: return "match_any";
  case CrossKind::match_all: return "match_all";
  case CrossKind::reduce: return "reduce";
  case CrossKind::sync_warp: return "sync_warp";
  case CrossKind::barrier: return "barrier";
  }
  return "?";
}

const char* name_of(kf::AtomicKind kind) {
  switch (kind) {
  case kf::AtomicKind::none: return "none";
  case kf::AtomicKind::add: return "add";
  case kf::AtomicKind::sub: return "sub";
  case kf::AtomicKind::min: return "min";
  case kf::AtomicKind::max: return "max";
  case kf::AtomicKind::and_: return "and";
  case kf::AtomicKind::or_: return "or";
  case kf::AtomicKind::xor_: return "xor";
  case kf::AtomicKind::exch: return "exch";
  case kf::AtomicKind::cas: return "cas";
  case kf::AtomicKind::inc: return "inc";
  case kf::AtomicKind::dec: return "dec";
  }
  return "?";
}

const char* name_of(kf::Storage storage) {
  switch (storage) {
  case kf::Storage::param: return "param";
  case kf::Storage::local: return "local";
  case kf::Storage::shared: return "shared";
  case kf::Storage::dynamic_shared: return "dynamic_shared";
  case kf::Storage::constant: return "constant";
  case kf::Storage::global: return "global";
  case kf::Storage::captured: return "captured";
  }
  return "?";
}

const char* name_of(kf::FunctionKind kind) {
  switch (kind) {
  case kf::FunctionKind::kernel: return "kernel";
  case kf::FunctionKind::device: return "device";
  case kf::FunctionKind::host_device: return "host_device";
  case kf::FunctionKind::host: return "host";
  }
  return "?";
}

const char* name_of(StreamAtHand::Origin origin) {
  switch (origin) {
  case StreamAtHand::Origin::parameter: return "parameter";
  case StreamAtHand::Origin::local: return "local";
  case StreamAtHand::Origin::member: return "member";
  case StreamAtHand::Origin::getter: return "getter";
  }
  return "?";
}

const char* name_of(MacroFact::Kind kind) {
  switch (kind) {
  case MacroFact::Kind::defined: return "defined";
  case MacroFact::Kind::undefined: return "undefined";
  case MacroFact::Kind::tested: return "tested";
  case MacroFact::Kind::used: return "used";
  }
  return "?";
}

const char* name_of(CodeSide side) {
  switch (side) {
  case CodeSide::outside: return "outside";
  case CodeSide::host: return "host";
  case CodeSide::device: return "device";
  case CodeSide::both: return "both";
  }
  return "?";
}

const char* name_of(ConstantFact::Kind kind) {
  switch (kind) {
  case ConstantFact::Kind::macro: return "macro";
  case ConstantFact::Kind::variable: return "variable";
  case ConstantFact::Kind::enumerator: return "enumerator";
  case ConstantFact::Kind::function: return "function";
  }
  return "?";
}

const char* name_of(WaveSizeUse::Kind kind) {
  switch (kind) {
  case WaveSizeUse::Kind::value: return "value";
  case WaveSizeUse::Kind::array_bound: return "array bound";
  case WaveSizeUse::Kind::variable_bound: return "variable bound";
  case WaveSizeUse::Kind::constant: return "constant";
  case WaveSizeUse::Kind::template_argument: return "template argument";
  case WaveSizeUse::Kind::case_label: return "case label";
  case WaveSizeUse::Kind::copy: return "copy";
  case WaveSizeUse::Kind::deduced: return "deduced";
  case WaveSizeUse::Kind::variadic: return "variadic";
  case WaveSizeUse::Kind::assertion: return "assertion";
  case WaveSizeUse::Kind::refusal: return "refusal";
  }
  return "?";
}

/// Sign between the operands, or nothing.
const char* infix(Op op) {
  switch (op) {
  case Op::add: return "+";
  case Op::sub: return "-";
  case Op::mul: return "*";
  case Op::div: return "/";
  case Op::rem: return "%";
  case Op::shl: return "<<";
  case Op::shr: return ">>";
  case Op::bit_and: return "&";
  case Op::bit_or: return "|";
  case Op::bit_xor: return "^";
  case Op::lt: return "<";
  case Op::le: return "<=";
  case Op::gt: return ">";
  case Op::ge: return ">=";
  case Op::eq: return "==";
  case Op::ne: return "!=";
  case Op::logical_and: return "&&";
  case Op::logical_or: return "||";
  case Op::comma: return ",";
  default: return nullptr;
  }
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (c == '\r')
      out += "\\r";
    else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + '"';
}

const char* axis(std::int64_t value) {
  constexpr std::array<const char*, 3> kAxes = {"x", "y", "z"};
  return value >= 0 && value < 3 ? kAxes[static_cast<std::size_t>(value)] : "?";
}

class ExprPrinter {
 public:
  explicit ExprPrinter(const Function& function) : f_(function) {}

  std::string print(ExprId id) const { return print(id, 0); }

 private:
  // Trees are shallow; a limit keeps a malformed one from running away.
  static constexpr int kMaxDepth = 200;

  std::string type(std::uint32_t index) const {
    if (index >= f_.types.size()) return "?";
    return f_.types[index].text.empty() ? "?" : f_.types[index].text;
  }
  std::string var(kf::VarId id) const {
    if (id >= f_.vars.size()) return "?";
    return f_.vars[id].name.empty() ? "v" + std::to_string(id) : f_.vars[id].name;
  }

  std::string list(const Expr& e, int depth) const {
    std::string out = "(";
    bool first = true;
    for (const ExprId arg : e.args) {
      if (arg == kNone) continue;
      if (!first) out += ", ";
      first = false;
      out += print(arg, depth);
    }
    return out + ")";
  }

  std::string cross(const Expr& e, int depth) const {
    std::string out = name_of(e.cross);
    if (e.cross == CrossKind::reduce && !e.text.empty()) out += "[" + e.text + "]";
    if (e.cross == CrossKind::barrier && !e.text.empty()) out = e.text;
    if (e.sync_form) out += "_sync";
    if (e.tile == 255)
      out += "<tile ?>";
    else if (e.tile != 0)
      out += "<tile " + std::to_string(e.tile) + ">";
    return out + list(e, depth);
  }

  std::string print(ExprId id, int depth) const {
    if (id == kNone) return "none";
    if (id >= f_.exprs.size() || depth > kMaxDepth) return "?";
    const Expr& e = f_.exprs[id];
    const auto arg = [&](std::size_t i) {
      return i < e.args.size() ? print(e.args[i], depth + 1) : std::string("?");
    };
    if (const char* sign = infix(e.op)) {
      const std::string gap = e.op == Op::comma ? "" : " ";
      return "(" + arg(0) + gap + sign + " " + arg(1) + ")";
    }
    switch (e.op) {
    case Op::constant: return std::to_string(e.value);
    case Op::floating: return e.text.empty() ? "<floating>" : e.text;
    case Op::string: return quoted(e.text);
    case Op::template_param: return "<" + e.text + ">";
    case Op::local: return var(e.var);
    case Op::global: return "::" + e.text;
    case Op::this_: return "this";
    case Op::thread_idx: return std::string("threadIdx.") + axis(e.value);
    case Op::block_idx: return std::string("blockIdx.") + axis(e.value);
    case Op::block_dim: return std::string("blockDim.") + axis(e.value);
    case Op::grid_dim: return std::string("gridDim.") + axis(e.value);
    case Op::warp_size: return "warpSize";
    case Op::lane_id: return "lane_id";
    case Op::index: return arg(0) + "[" + arg(1) + "]";
    case Op::deref: return "*" + arg(0);
    case Op::member: return arg(0) + "." + e.text;
    case Op::load: return "load " + arg(0);
    case Op::addr: return "&" + arg(0);
    case Op::cast:
      return std::string(e.explicit_cast ? "cast" : "as") + "<" + type(e.type) + ">(" + arg(0)
             + ")";
    case Op::neg: return "-" + arg(0);
    case Op::bit_not: return "~" + arg(0);
    case Op::logical_not: return "!" + arg(0);
    case Op::select: return "(" + arg(0) + " ? " + arg(1) + " : " + arg(2) + ")";
    case Op::assign: return "(" + arg(0) + (e.post ? " =old= " : " = ") + arg(1) + ")";
    case Op::init_list: {
      std::string out = list(e, depth + 1);
      out.front() = '{';
      out.back() = '}';
      return out;
    }
    case Op::cross: return cross(e, depth + 1);
    case Op::atomic: return std::string("atomic_") + name_of(e.atomic) + list(e, depth + 1);
    case Op::call: return (e.text.empty() ? "<call>" : e.text) + list(e, depth + 1);
    case Op::lambda: return "lambda" + list(e, depth + 1);
    case Op::opaque: return "opaque[" + e.text + "]" + list(e, depth + 1);
    default: return "?";
    }
  }

  const Function& f_;
};

std::string type_text(const Function& f, std::uint32_t index) {
  return index < f.types.size() && !f.types[index].text.empty() ? f.types[index].text : "?";
}

std::string declaration(const Function& f, kf::VarId id) {
  if (id >= f.vars.size()) return "?";
  const kf::Var& v = f.vars[id];
  std::string out;
  if (v.is_volatile) out += "volatile ";
  out += type_text(f, v.type) + " " + (v.name.empty() ? "v" + std::to_string(id) : v.name);
  for (const std::int64_t extent : v.extents)
    out += extent < 0 ? "[]" : "[" + std::to_string(extent) + "]";
  // Where it matters: elsewhere it follows from the type.
  const bool shared = v.storage == kf::Storage::shared || v.storage == kf::Storage::dynamic_shared;
  if (shared && v.align != 0) out += " align " + std::to_string(v.align);
  return out;
}

class StmtPrinter {
 public:
  explicit StmtPrinter(const Function& function) : f_(function), exprs_(function) {}

  std::string print() {
    visit(f_.root, 1);
    return std::move(out_);
  }

 private:
  static constexpr unsigned kMaxDepth = 200;

  void line(unsigned depth, const std::string& text) {
    out_.append(depth * 2, ' ');
    out_ += text;
    out_ += '\n';
  }
  void all(const std::vector<kf::StmtId>& stmts, unsigned depth) {
    for (const kf::StmtId id : stmts) visit(id, depth);
  }

  void visit(kf::StmtId id, unsigned depth) {
    if (id == kNone) return;
    if (id >= f_.stmts.size() || depth > kMaxDepth) return line(depth, "?");
    const Stmt& s = f_.stmts[id];
    const std::string taint = s.tainted ? "  [tainted]" : "";
    const auto e = [&](ExprId expr) { return exprs_.print(expr); };
    switch (s.kind) {
    case StmtKind::block: all(s.body, depth); break;
    case StmtKind::decl: {
      std::string text = declaration(f_, s.var);
      if (s.var < f_.vars.size() && f_.vars[s.var].storage != kf::Storage::local)
        text = std::string(name_of(f_.vars[s.var].storage)) + " " + text;
      if (s.a != kNone) text += " = " + e(s.a);
      line(depth, text + taint);
      break;
    }
    case StmtKind::eval: {
      std::string text = e(s.a);
      const bool assigns = s.a < f_.exprs.size() && f_.exprs[s.a].op == Op::assign;
      if (assigns) text = text.substr(1, text.size() - 2);
      line(depth, text + taint);
      break;
    }
    case StmtKind::if_:
      line(depth, "if " + e(s.a) + taint);
      all(s.body, depth + 1);
      if (!s.other.empty()) {
        line(depth, "else");
        all(s.other, depth + 1);
      }
      break;
    case StmtKind::loop: {
      std::string text = s.post_test ? "loop until not" : "loop while";
      text += " " + (s.a == kNone ? std::string("true") : e(s.a));
      if (s.b != kNone) text += " step " + e(s.b);
      line(depth, text + taint);
      all(s.body, depth + 1);
      break;
    }
    case StmtKind::switch_:
      line(depth, "switch " + e(s.a) + taint);
      all(s.body, depth + 1);
      break;
    case StmtKind::case_: line(depth, "case " + e(s.a) + ":" + taint); break;
    case StmtKind::default_: line(depth, "default:" + taint); break;
    case StmtKind::return_:
      line(depth, (s.a == kNone ? std::string("return") : "return " + e(s.a)) + taint);
      break;
    case StmtKind::break_: line(depth, "break" + taint); break;
    case StmtKind::continue_: line(depth, "continue" + taint); break;
    case StmtKind::asm_: {
      std::string text = "asm " + quoted(s.text);
      for (std::size_t i = 0; i < s.exprs.size(); ++i) {
        text += i == 0 ? " : " : ", ";
        if (i < s.constraints.size()) text += quoted(s.constraints[i]) + " ";
        text += e(s.exprs[i]);
      }
      line(depth, text + taint);
      break;
    }
    case StmtKind::opaque: line(depth, "opaque[" + s.text + "]" + taint); break;
    }
  }

  const Function& f_;
  ExprPrinter exprs_;
  std::string out_;
};

class FactsPrinter {
 public:
  FactsPrinter(const Facts& facts, const std::string& root) : facts_(facts), root_(root) {}

  std::string print() {
    files();
    section("functions", facts_.functions, [&](const Function& f) {
      std::string text = at(f.where) + " " + print_function(f);
      text.pop_back();
      for (std::size_t i = text.find('\n'); i != std::string::npos; i = text.find('\n', i + 1))
        text.insert(i + 1, "  ");
      return text;
    });
    section("host functions", facts_.host_functions, [&](const HostFunction& f) {
      std::string text =
          at(f.where) + " " + f.name
          + flags({{f.is_pattern, "pattern"}, {f.is_main, "main"}, {f.tainted, "tainted"}});
      for (const StreamAtHand& s : f.streams)
        text += "\n    stream " + std::string(name_of(s.origin)) + " " + s.text;
      for (const Choice& choice : f.choices) {
        text += "\n    choice";
        for (const Span& arm : choice.arms) text += " " + at({arm, arm, false});
      }
      return text;
    });
    section("launches", facts_.launches, [&](const Launch& l) {
      std::string text = at(l.where) + " " + l.kernel + "<<<" + arg(l.grid) + ", " + arg(l.block)
                         + ", " + arg(l.shared) + ", " + arg(l.stream) + ">>>";
      if (l.grid_dims)
        text += " grid " + std::to_string((*l.grid_dims)[0]) + "x"
                + std::to_string((*l.grid_dims)[1]) + "x" + std::to_string((*l.grid_dims)[2]);
      if (l.block_dims)
        text += " block " + std::to_string((*l.block_dims)[0]) + "x"
                + std::to_string((*l.block_dims)[1]) + "x" + std::to_string((*l.block_dims)[2]);
      if (l.wave_threads)
        text += " threads " + std::to_string((*l.wave_threads)[0]) + " at 32 lanes, "
                + std::to_string((*l.wave_threads)[1]) + " at 64";
      return text + flags({{l.macro_form, "macro"}, {l.tainted, "tainted"}});
    });
    section("host calls", facts_.host_calls, [&](const HostCall& c) {
      std::string text = at(c.where) + " " + c.qualified + "(";
      for (std::size_t i = 0; i < c.args.size(); ++i) {
        if (i != 0) text += ", ";
        if (i < c.params.size() && !c.params[i].empty()) text += c.params[i] + ": ";
        text += arg(c.args[i]);
      }
      text += ")";
      if (!c.result_var.empty()) text += " -> " + c.result_var;
      return text + flags({{c.tainted, "tainted"}});
    });
    section("macros", facts_.macros, [&](const MacroFact& m) {
      std::string text = at(m.where) + " " + name_of(m.kind) + " " + m.name;
      if (m.function_like) {
        text += "(";
        for (std::size_t i = 0; i < m.params.size(); ++i)
          text += (i == 0 ? "" : ", ") + m.params[i];
        text += ")";
      }
      if (!m.body.empty()) text += " = " + m.body;
      if (!m.condition.empty()) text += " in " + m.condition;
      if (m.definition.valid()) text += " of " + at(m.definition);
      return text;
    });
    section("includes", facts_.includes, [&](const IncludeFact& i) {
      return at(i.where) + " " + (i.angled ? "<" + i.name + ">" : "\"" + i.name + "\"")
             + flags({{!i.found, "missing"}, {i.skeleton, "skeleton"}});
    });
    section("library types", facts_.library_types, [&](const LibraryType& t) {
      std::string text = at(t.where) + " " + t.name + " width "
                         + (t.dependent_width ? "dependent"
                            : t.width         ? std::to_string(*t.width)
                                              : "default");
      if (!t.storage_index.empty()) text += " storage[" + t.storage_index + "]";
      for (const std::string& hint : t.lane_hints) text += " {" + hint + "}";
      if (!t.function.empty()) text += " in " + t.function;
      return text;
    });
    section("identifiers", facts_.identifiers, [&](const IdentifierFact& i) {
      return at(i.where) + " " + i.name + flags({{i.is_call, "call"}, {i.resolved, "resolved"}});
    });
    constants();
    commands();
    units();
    return std::move(out_);
  }

 private:
  void constants() {
    section("constants", facts_.constants, [&](const ConstantFact& c) {
      std::string text = at(c.where) + " " + to_string(c.pass) + " " + name_of(c.kind) + " "
                         + c.name + " = " + c.text;
      if (c.value) text += " {" + std::to_string(*c.value) + "}";
      if (!c.condition.empty()) text += " if " + c.condition;
      if (!c.function.empty()) text += " in " + c.function;
      return text + flags({{c.device_only, "device only"}});
    });
    section("constant uses", facts_.constant_uses, [&](const ConstantUse& u) {
      std::string text =
          at(u.where) + " " + to_string(u.pass) + " " + name_of(u.side) + " " + u.name;
      if (!u.function.empty()) text += " in " + u.function;
      if (u.owner.valid()) text += " for " + at(u.owner);
      return text
             + flags(
                 {{u.directive, "directive"}, {u.assertion, "assertion"}, {u.launch, "launch"}});
    });
    section("wave size uses", facts_.wave_size_uses, [&](const WaveSizeUse& u) {
      std::string text =
          at(u.where) + " " + name_of(u.side) + " " + u.source + " as " + name_of(u.kind);
      if (!u.name.empty()) text += " of " + u.name;
      if (u.expected) text += " " + std::to_string(*u.expected);
      if (!u.function.empty()) text += " in " + u.function;
      if (u.owner.valid()) text += " for " + at(u.owner);
      return text + flags({{u.launch, "launch"}});
    });
  }

  std::string path(FileId file) const {
    if (file >= facts_.files.size()) return "?";
    return relative(facts_.files[file].path);
  }
  std::string relative(const std::string& full) const {
    const std::string prefix = root_.empty() || root_.back() == '/' ? root_ : root_ + "/";
    return !prefix.empty() && full.starts_with(prefix) ? full.substr(prefix.size()) : full;
  }

  // line:column where the file can be read, else the byte offset.
  std::string at(const Span& span) const {
    if (!span.valid()) return "?";
    std::string text = path(span.file) + ":";
    if (span.file < facts_.files.size()) {
      const std::string& full = facts_.files[span.file].path;
      if (span.begin < sources_.text(full).size()) {
        const Position p = sources_.position(full, span.begin);
        return text + std::to_string(p.line) + ":" + std::to_string(p.column);
      }
    }
    return text + "@" + std::to_string(span.begin);
  }
  std::string at(const Where& where) const {
    if (where.in_macro_body && where.spelling.valid())
      return at(where.spelling) + " (used at " + at(where.expansion) + ")";
    return at(where.best());
  }

  static std::string flags(std::initializer_list<std::pair<bool, const char*>> all) {
    std::string out;
    for (const auto& [set, name] : all)
      if (set) out += std::string(" [") + name + "]";
    return out;
  }

  static std::string arg(const Arg& a) {
    if (!a.written) return "default";
    std::string out = a.text.empty() ? "?" : a.text;
    if (a.is_null)
      out += " {null}";
    else if (a.value && out != std::to_string(*a.value))
      out += " {" + std::to_string(*a.value) + "}";
    return out;
  }

  // By path and offset, so that the order in which units were read does not show.
  template <class Fact, class Print>
  void section(const char* title, const std::vector<Fact>& facts, Print print) {
    if (facts.empty()) return;
    using Key = std::tuple<std::string, std::uint32_t, std::uint32_t, std::string>;
    std::vector<Key> lines;
    lines.reserve(facts.size());
    for (const Fact& fact : facts) {
      const Span& span = fact.where.best();
      lines.emplace_back(span.valid() ? path(span.file) : std::string(), span.begin, span.end,
                         print(fact));
    }
    std::sort(lines.begin(), lines.end());
    out_ += std::string(title) + "\n";
    for (const Key& line : lines) out_ += "  " + std::get<3>(line) + "\n";
  }

  void files() {
    std::vector<std::string> lines;
    for (const FileInfo& file : facts_.files.all())
      if (file.project)
        lines.push_back(relative(file.path) + (file.generated ? " [generated]" : ""));
    if (lines.empty()) return;
    std::sort(lines.begin(), lines.end());
    out_ += "files\n";
    for (const std::string& line : lines) out_ += "  " + line + "\n";
  }

  void commands() {
    if (facts_.commands.empty()) return;
    std::vector<std::string> lines;
    for (const CommandFact& c : facts_.commands) {
      std::string text = relative(c.main_file);
      const auto add = [&](const char* label, const std::vector<std::string>& words) {
        if (words.empty()) return;
        text += std::string(" ") + label;
        for (const std::string& word : words) text += " " + word;
      };
      if (c.per_thread_stream) text += " per-thread-stream";
      add("targets", c.targets);
      add("defines", c.defines);
      add("leftover", c.leftover_options);
      lines.push_back(std::move(text));
    }
    std::sort(lines.begin(), lines.end());
    out_ += "commands\n";
    for (const std::string& line : lines) out_ += "  " + line + "\n";
  }

  void units() {
    if (facts_.units.empty()) return;
    std::vector<std::string> lines;
    for (const UnitReport& u : facts_.units) {
      std::string text = relative(u.file) + " (command: " + u.command + ")";
      for (const std::string& note : u.notes) text += "\n    note: " + note;
      for (const PassReport& p : u.passes) {
        constexpr std::array<const char*, 3> kKinds = {"host", "wave64", "wave32"};
        constexpr std::array<const char*, 4> kStatus = {"complete", "skeleton", "partial",
                                                        "failed"};
        text += std::string("\n    ") + kKinds[static_cast<std::size_t>(p.kind)]
                + (p.target.empty() ? "" : " " + p.target) + ": "
                + kStatus[static_cast<std::size_t>(p.status)] + ", " + std::to_string(p.functions)
                + " functions";
        if (p.functions_tainted != 0)
          text += ", " + std::to_string(p.functions_tainted) + " tainted";
        if (p.functions_lost != 0) text += ", " + std::to_string(p.functions_lost) + " lost";
        for (const std::string& reason : p.reasons) text += "\n      " + reason;
        for (const std::string& header : p.skeletons) text += "\n      skeleton " + header;
      }
      lines.push_back(std::move(text));
    }
    std::sort(lines.begin(), lines.end());
    out_ += "units\n";
    for (const std::string& line : lines) out_ += "  " + line + "\n";
  }

  const Facts& facts_;
  std::string root_;
  Sources sources_;
  std::string out_;
};

}  // namespace

std::string print_expr(const Function& function, ExprId id) {
  return ExprPrinter(function).print(id);
}

std::string print_name(const Function& f) {
  if (f.template_args.empty()) return f.name;
  std::string out = f.name + "<";
  for (std::size_t i = 0; i < f.template_args.size(); ++i) {
    const kf::TemplateArg& a = f.template_args[i];
    if (i != 0) out += ", ";
    if (!a.name.empty()) out += a.name + " = ";
    out += a.value ? std::to_string(*a.value) : a.text;
  }
  return out + ">";
}

std::string print_function(const Function& f) {
  std::string out =
      std::string(name_of(f.kind)) + " " + type_text(f, f.return_type) + " " + print_name(f) + "(";
  for (std::size_t i = 0; i < f.params.size(); ++i)
    out += (i == 0 ? "" : ", ") + declaration(f, f.params[i]);
  out += ")";
  if (f.max_threads) out += " launch_bounds " + std::to_string(*f.max_threads);
  if (f.is_pattern) out += " [pattern]";
  if (f.is_lambda) out += " [lambda]";
  if (f.tainted) out += " [tainted]";
  out += "\n";
  // Shared memory and globals may be declared without a statement in the body.
  std::vector<bool> shown(f.vars.size(), false);
  for (const kf::VarId id : f.params)
    if (id < shown.size()) shown[id] = true;
  for (const Stmt& s : f.stmts)
    if (s.kind == StmtKind::decl && s.var < shown.size()) shown[s.var] = true;
  for (kf::VarId id = 0; id < f.vars.size(); ++id)
    if (!shown[id])
      out += std::string("  uses ") + name_of(f.vars[id].storage) + " " + declaration(f, id) + "\n";
  return out + StmtPrinter(f).print();
}

std::string print_facts(const Facts& facts, const std::string& root) {
  return FactsPrinter(facts, root).print();
}

}  // namespace hipaudit
