// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/span.hpp"

namespace hipaudit {

FileId FileTable::intern(const FileInfo& info) {
  const auto [known, added] = index_.try_emplace(info.path, static_cast<FileId>(files_.size()));
  if (added) {
    files_.push_back(info);
  } else {
    files_[known->second].project |= info.project;
    files_[known->second].generated |= info.generated;
  }
  return known->second;
}

FileId FileTable::find(const std::string& path) const {
  const auto known = index_.find(path);
  return known == index_.end() ? kNoFile : known->second;
}

void FileTable::assign(std::vector<FileInfo> files) {
  files_ = std::move(files);
  index_.clear();
  for (FileId id = 0; id < files_.size(); ++id) index_.try_emplace(files_[id].path, id);
}

}  // namespace hipaudit
