// SPDX-License-Identifier: Apache-2.0
//
// Plain C++ with the package: headers are found, and the version is the one that CMake saw.
#include <cstdio>
#include <cstring>
#include <hipshim/atomic.hpp>
#include <hipshim/transfer.hpp>
#include <hipshim/warp32.hpp>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

int main() {
  const char* version =
      TEXT(HIPSHIM_VERSION_MAJOR) "." TEXT(HIPSHIM_VERSION_MINOR) "." TEXT(HIPSHIM_VERSION_PATCH);
  int counter = 2;
  const int before = hipshim::atomic::add(&counter, 3);
  std::printf("header %s, package %s, counter %d\n", version, PACKAGE_VERSION, counter);
  return std::strcmp(version, PACKAGE_VERSION) == 0 && before == 2 && counter == 5 ? 0 : 1;
}
