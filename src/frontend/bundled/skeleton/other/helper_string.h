// SPDX-License-Identifier: Apache-2.0
#pragma once
bool checkCmdLineFlag(const int, const char **, const char *); int getCmdLineArgumentInt(const int, const char **, const char *); float getCmdLineArgumentFloat(const int, const char **, const char *); bool getCmdLineArgumentString(const int, const char **, const char *, char **); template <class T> bool getCmdLineArgumentValue(const int, const char **, const char *, T *); char *sdkFindFilePath(const char *, const char *); int stringRemoveDelimiter(char, const char *);
