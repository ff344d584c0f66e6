// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <rocrand/rocrand.h>
#include <rocrand/rocrand_kernel.h>
