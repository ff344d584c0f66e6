// SPDX-License-Identifier: Apache-2.0
// A source file in memory for tests, with spans found by their text.
#pragma once

#include <string>
#include <utility>

#include "core/sources.hpp"
#include "facts/facts.hpp"

namespace hipaudit::test {

struct Code {
  Facts facts;
  Sources sources;

  FileId add(const std::string& path, std::string text, bool project = true) {
    sources.overlay(path, std::move(text));
    return facts.files.intern({path, project, false});
  }

  /// The `nth` (from 0) occurrence of `needle` in `file`.
  Span span(FileId file, const std::string& needle, int nth = 0) const {
    const std::string_view text = sources.text(facts.files[file].path);
    std::size_t at = text.find(needle);
    for (; nth > 0 && at != std::string_view::npos; --nth) at = text.find(needle, at + 1);
    if (at == std::string_view::npos) return {};
    return {file, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + needle.size())};
  }

  Where where(FileId file, const std::string& needle, int nth = 0) const {
    const Span s = span(file, needle, nth);
    return {s, s, false};
  }
};

}  // namespace hipaudit::test
