/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
/* What bid/base.h takes of a kernel, for a compiler that finds no other header. */
#ifndef KERNEL_TYPES_H
#define KERNEL_TYPES_H

typedef _Bool bool;
#define true 1
#define false 0

typedef __SIZE_TYPE__ size_t;
typedef unsigned long uintptr_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;

#endif
