// SPDX-License-Identifier: Apache-2.0
// Whole idioms on the lanes of a warp, for rules that replace them.
#pragma once

#include "lanes/idiom.hpp"
