// SPDX-License-Identifier: Apache-2.0
// Variables, and what they may be assigned.
#include <algorithm>

#include "generate/generator.hpp"

namespace hipaudit::property {

namespace {

/// A condition's variable stands in it: `auto` would be bool.
bool has_bool(const Text& e) {
  for (std::size_t i = 0; i + 1 < e.size(); ++i)
    if (e[i] == 'p' && e[i + 1] >= '0' && e[i + 1] <= '9') return true;
  return false;
}

}  // namespace

Text bare(const Text& e) {
  if (e.size() < 2 || e[0] != '(' || e.back() != ')') return e;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < e.size(); ++i) {
    depth += e[i] == '(' ? 1 : e[i] == ')' ? -1 : 0;
    if (depth == 0) return e;
  }
  return e.substr(1, e.size() - 2);
}

Variable& Generator::declare(Value value, const char* prefix, bool writable, const Text& type) {
  const Text name_of_it = fresh(prefix);
  const Text written = !type.empty()                                        ? type
                       : has_bool(value.text)                               ? name(value.type)
                       : chance(12)                                         ? "auto"
                       : value.type == Type::i32 && has_type_ && chance(40) ? "T"
                                                                            : name(value.type);
  emit(written + " " + name_of_it + " = " + value.text + ";", name_of_it);
  value.text = name_of_it;
  value.uniform = std::max(value.uniform, flow_.uniform);
  variables_.push_back({std::move(value), writable});
  return variables_.back();
}

Variable& Generator::declare_as(Type t, const Value& value, const char* prefix) {
  const auto v = convert(value, t);
  return v ? declare(*v, prefix, true, name(t)) : declare(value, prefix, true, name(value.type));
}

Variable* Generator::writable(const std::function<bool(const Variable&)>& fits) {
  std::vector<Variable*> list;
  for (Variable& v : variables_)
    if (v.writable && fits(v)) list.push_back(&v);
  return list.empty()
             ? nullptr
             : list[static_cast<std::size_t>(random_.below(static_cast<int>(list.size())))];
}

const Variable* Generator::readable(const std::function<bool(const Variable&)>& fits) {
  std::vector<const Variable*> list;
  for (const Variable& v : variables_)
    if (fits(v)) list.push_back(&v);
  // Newer ones more often: results of results.
  if (list.empty()) return nullptr;
  const int n = static_cast<int>(list.size());
  return list[static_cast<std::size_t>(std::max(random_.below(n), random_.below(n)))];
}

bool Generator::assign(Variable& x, Value e, bool add) {
  if (add) {
    const auto sum = binary(x.value, random_.of({"+", "+", "^", "-", "|"}), e);
    if (!sum) return false;
    e = *sum;
  }
  auto fitted = convert(e, x.value.type);
  if (!fitted) return false;
  if (x.frozen && !(fitted->at32.in(x.value.at32) && fitted->at64.in(x.value.at64))) {
    if (x.value.type == Type::f32) return false;
    const auto cut = binary(e, "&", number(1023));
    if (!cut) return false;
    e = *cut;
    fitted = convert(e, x.value.type);
    if (!fitted || !fitted->at32.in(x.value.at32) || !fitted->at64.in(x.value.at64)) return false;
  }
  emit(x.value.text + " = " + bare(e.text) + ";");
  const bool replaces = nested_ == 0;
  x.value.at32 = replaces ? fitted->at32 : join(x.value.at32, fitted->at32);
  x.value.at64 = replaces ? fitted->at64 : join(x.value.at64, fitted->at64);
  const Uniform now = std::max(e.uniform, flow_.uniform);
  x.value.uniform = replaces ? now : std::max(x.value.uniform, now);
  x.mask = x.some_lane = false;
  return true;
}

Variable* Generator::accumulator() {
  Variable* x = writable([](const Variable& v) { return v.value.type != Type::f32; });
  if (x && !loops_.empty() && !x->frozen) x = nullptr;
  if (!x) {
    if (!loops_.empty()) return nullptr;
    x = &declare(value_of("0", {0, 0}, {0, 0}, Uniform::block), "c", true, "int");
  }
  freeze(*x);
  return x;
}

void Generator::freeze(Variable& x) {
  if (x.frozen) return;
  x.frozen = true;
  const Range held = x.value.type == Type::f32 ? Range{-64, 64}
                     : is_signed(x.value.type) ? Range{0, 1023}
                                               : limits(x.value.type);
  x.value.at32 = join(x.value.at32, held);
  x.value.at64 = join(x.value.at64, held);
  x.value.uniform = Uniform::none;
  x.mask = x.some_lane = false;
}

}  // namespace hipaudit::property
