/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#ifndef DEVICE_PRESETS_H
#define DEVICE_PRESETS_H

#include "device/device.h"

/* The descriptions of device_presets, in the same order. */
extern const char *const preset_texts[];

#endif
