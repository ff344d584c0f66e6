// SPDX-License-Identifier: Apache-2.0
#pragma once
extern "C" { void roctracer_start(); void roctracer_stop(); }
