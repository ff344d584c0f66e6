// SPDX-License-Identifier: Apache-2.0
#include "reduce.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

namespace hipaudit::property {

namespace {

using Ids = std::set<int>;

int count(const std::vector<Statement>& block) {
  int n = 0;
  for (const Statement& s : block) {
    ++n;
    for (const auto& body : s.bodies) n += count(body);
  }
  return n;
}

/// `id` counts statements in the order of the text.
std::vector<Statement> without(const std::vector<Statement>& block, const Ids& removed, int& id,
                               std::vector<std::string>& gone) {
  std::vector<Statement> out;
  for (const Statement& s : block) {
    // The end of a turn stays where the hardware has it.
    if (removed.count(id++) != 0 && s.heads.front() != "__syncwarp();") {
      for (const auto& body : s.bodies) id += count(body);
      if (!s.declares.empty()) gone.push_back(s.declares);
      continue;
    }
    Statement kept{s.heads, {}, s.tail, s.declares};
    for (const auto& body : s.bodies) kept.bodies.push_back(without(body, removed, id, gone));
    out.push_back(std::move(kept));
  }
  return out;
}

/// False where something that is gone is still used.
bool take_away(const Kernel& kernel, const Ids& removed, Kernel& out) {
  out = kernel;
  int id = 0;
  std::vector<std::string> gone;
  out.body = without(kernel.body, removed, id, gone);
  const std::string text = body_text(out);
  return std::none_of(gone.begin(), gone.end(),
                      [&](const std::string& name) { return mentions(text, name); });
}

void replace_word(std::string& text, const std::string& word, const std::string& by) {
  const auto is_word = [](char c) {
    return (std::isalnum(static_cast<unsigned char>(c)) != 0) || c == '_';
  };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    const std::size_t end = at + word.size();
    const bool whole =
        (at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]));
    if (whole) text.replace(at, word.size(), by);
    at += whole ? by.size() : word.size();
  }
}
void replace_word(std::vector<Statement>& block, const std::string& word, const std::string& by) {
  for (Statement& s : block) {
    for (std::string& head : s.heads) replace_word(head, word, by);
    for (auto& body : s.bodies) replace_word(body, word, by);
    replace_word(s.tail, word, by);
  }
}

/// Many variants of one kernel stand in one unit.
Kernel renamed(Kernel k, int number) {
  const std::string suffix = "_" + std::to_string(number);
  std::vector<std::string> names{k.name};
  for (const Helper& h : k.helpers) {
    names.push_back(h.name);
    names.push_back(h.name + "_result");
  }
  for (const std::string& name : names) {
    const std::string by = name + suffix;
    replace_word(k.body, name, by);
    replace_word(k.launch, name, by);
    for (Helper& h : k.helpers) {
      replace_word(h.text, name, by);
      replace_word(h.name, name, by);
    }
  }
  k.name += suffix;
  k.index = number;
  return k;
}

/// Positions of the sets whose removal keeps what is looked for.
std::vector<std::size_t> tried(const Kernel& kernel, const std::vector<Ids>& sets,
                               const Oracle& shows) {
  std::vector<Kernel> variants;
  std::vector<std::size_t> of;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    Kernel k;
    if (!take_away(kernel, sets[i], k)) continue;
    variants.push_back(renamed(k, static_cast<int>(i)));
    of.push_back(i);
  }
  std::vector<std::size_t> good;
  if (variants.empty()) return good;
  const std::vector<bool> answers = shows(variants);
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (answers[i]) good.push_back(of[i]);
  return good;
}

}  // namespace

Kernel reduce(const Kernel& kernel, const Oracle& shows) {
  Kernel smallest = kernel;
  for (int round = 0; round < 12; ++round) {
    // Those that can go alone, and then as many of them together as can.
    std::vector<Ids> alone;
    for (int id = count(smallest.body); id-- > 0;) alone.push_back({id});
    const auto can_go = tried(smallest, alone, shows);
    if (can_go.empty()) break;
    std::vector<Ids> together;
    Ids sum;
    for (const std::size_t i : can_go) {
      sum.insert(alone[i].begin(), alone[i].end());
      together.push_back(sum);
    }
    const auto good = tried(smallest, together, shows);
    Kernel next;
    take_away(smallest, good.empty() ? together.front() : together[good.back()], next);
    smallest = next;
  }
  return smallest;
}

}  // namespace hipaudit::property
