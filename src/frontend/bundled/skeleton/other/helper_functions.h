// SPDX-License-Identifier: Apache-2.0
// Timers, images and command lines of the CUDA samples.
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <helper_timer.h>
#include <helper_string.h>
template <class T> bool sdkLoadPGM(const char *, T **, unsigned int *, unsigned int *); template <class T> bool sdkSavePGM(const char *, T *, unsigned int, unsigned int); template <class T> bool sdkLoadPPM4(const char *, T **, unsigned int *, unsigned int *); template <class T> bool sdkSavePPM4ub(const char *, T *, unsigned int, unsigned int);
bool sdkLoadPPM4ub(const char *, unsigned char **, unsigned int *, unsigned int *); bool sdkDumpBin(void *, unsigned int, const char *); template <class T> bool compareData(const T *, const T *, unsigned int, float, float); bool sdkCompareL2fe(const float *, const float *, unsigned int, float); bool compareL2fe(const float *, const float *, unsigned int, float);
