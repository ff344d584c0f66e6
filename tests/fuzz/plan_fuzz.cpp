// SPDX-License-Identifier: Apache-2.0
// Property: whatever overlapping edits are asked for, each planned fix is in the new text whole,
// and everything outside of the planned edits is as it was.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "fix/fix.hpp"

using namespace hipaudit;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  // First the text, ended by a zero; then edits: fix, begin, length, letter.
  std::size_t at = 0;
  const auto next = [&]() -> unsigned { return at < size ? data[at++] : 0U; };
  std::string text;
  while (at < size && data[at] != 0) text += static_cast<char>(data[at++]);
  ++at;
  if (text.find('#') != std::string::npos) return 0;  // backslashes of macros may move
  Sources sources;
  sources.overlay("/a", text);
  FileTable files;
  const FileId file = files.intern({"/a", true, false});
  std::vector<Finding> findings;
  while (at < size) {
    const std::size_t index = next() % 8;
    while (findings.size() <= index)
      findings.emplace_back().fixes.push_back({Safety::safe, "", {}, {}});
    const auto begin = static_cast<std::uint32_t>(next() % (text.size() + 1));
    const auto end =
        static_cast<std::uint32_t>(std::min<std::size_t>(begin + next() % 8, text.size()));
    const std::string replacement(next() % 3, static_cast<char>('A' + next() % 4));
    findings[index].fixes[0].edits.push_back({{file, begin, end}, replacement});
  }

  const Plan plan = hipaudit::plan(findings, files, sources, Safety::unsafe);
  std::vector<Edit> edits;
  for (const PlannedFix& fix : plan.fixes)
    edits.insert(edits.end(), fix.fix.edits.begin(), fix.fix.edits.end());
  std::sort(edits.begin(), edits.end());
  edits.erase(std::unique(edits.begin(), edits.end()), edits.end());
  std::string expected = text;
  for (std::size_t i = edits.size(); i-- > 0;) {
    if (i + 1 < edits.size() && edits[i].range.end > edits[i + 1].range.begin) std::abort();
    expected.replace(edits[i].range.begin, edits[i].range.end - edits[i].range.begin,
                     edits[i].text);
  }
  const auto after = apply(plan.fixes, files, sources);
  const auto got = after.find("/a");
  if ((got == after.end() ? text : got->second) != expected) std::abort();
  return 0;
}
