// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hip/amd_detail/texture_fetch_functions.h>
