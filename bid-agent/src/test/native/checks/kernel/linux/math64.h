/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#ifndef KERNEL_MATH64_H
#define KERNEL_MATH64_H

#include <linux/types.h>

uint64_t div64_u64(uint64_t dividend, uint64_t divisor);

#endif
