// SPDX-License-Identifier: Apache-2.0
#pragma once
// Multiplies n values on the device; false if that failed.
bool scale(float* values, int n);
