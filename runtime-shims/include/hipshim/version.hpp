// SPDX-License-Identifier: Apache-2.0
//
// hipshim's version, by semantic versioning. CMake and packages read it here.
//
//   major   what compiles or is computed today may not tomorrow. It is the number of the inline
//           namespace, so objects built with two majors live in one program, each with its own
//   minor   more functions, none changed
//   patch   neither
//
// Names in a namespace `detail` and macros of config.hpp are not part of it.
#ifndef HIPSHIM_VERSION_HPP
#define HIPSHIM_VERSION_HPP

#define HIPSHIM_VERSION_MAJOR 1
#define HIPSHIM_VERSION_MINOR 0
#define HIPSHIM_VERSION_PATCH 0

#endif  // HIPSHIM_VERSION_HPP
