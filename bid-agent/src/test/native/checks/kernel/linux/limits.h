/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#ifndef KERNEL_LIMITS_H
#define KERNEL_LIMITS_H

#define U32_MAX 0xffffffffU
#define U64_MAX 0xffffffffffffffffULL

#endif
