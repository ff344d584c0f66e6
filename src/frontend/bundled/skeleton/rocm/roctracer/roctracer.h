// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <roctracer/roctracer_ext.h>
