// SPDX-License-Identifier: Apache-2.0
// Source positions as plain values: a file by index, a range by byte offsets. No Clang.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace hipaudit {

/// Index into a FileTable. Only meaningful together with the table it came from.
using FileId = std::uint32_t;
inline constexpr FileId kNoFile = 0xffffffffU;

/// Half-open byte range [begin, end) of one file.
struct Span {
  FileId file = kNoFile;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] bool valid() const { return file != kNoFile && begin <= end; }
  [[nodiscard]] bool contains(const Span& other) const {
    return file == other.file && begin <= other.begin && other.end <= end;
  }
  auto operator<=>(const Span&) const = default;
};

/// Where a construct was written (`spelling`) and where it takes effect (`expansion`). The two
/// differ only for text that came out of a macro body: then `spelling` lies in the #define and
/// `expansion` is the outermost macro use. Text passed as a macro argument is spelled at the use.
/// `spelling` is invalid when the construct has no contiguous text (pasted or half in a macro).
struct Where {
  Span spelling;
  Span expansion;
  bool in_macro_body = false;

  [[nodiscard]] const Span& best() const { return spelling.valid() ? spelling : expansion; }
  auto operator<=>(const Where&) const = default;
};

/// A file known to one unit or, after merging, to the whole run.
struct FileInfo {
  std::string path;        ///< absolute, symbolic links resolved: the file's identity
  bool project = false;    ///< below the root and not a system header: findings and fixes allowed
  bool generated = false;  ///< says of itself that it is generated: findings, never fixes
  bool operator==(const FileInfo&) const = default;
};

/// Files of one unit or run, looked up by identity.
class FileTable {
 public:
  /// Index of the file with this path, added when new. A file is a project file, or generated, as
  /// soon as one unit says so.
  FileId intern(const FileInfo& info);
  [[nodiscard]] FileId find(const std::string& path) const;
  [[nodiscard]] const FileInfo& operator[](FileId id) const { return files_[id]; }
  [[nodiscard]] std::size_t size() const { return files_.size(); }
  [[nodiscard]] const std::vector<FileInfo>& all() const { return files_; }
  /// Take over a whole table; the order of `files` gives the indices.
  void assign(std::vector<FileInfo> files);

 private:
  std::vector<FileInfo> files_;
  std::unordered_map<std::string, FileId> index_;
};

}  // namespace hipaudit
