/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The base types, and what a program and a kernel module have differently. A kernel's build has
 * none of the compiler's headers, and for some machines of 32 bits no 64-bit division.
 */
#ifndef BID_BASE_H
#define BID_BASE_H

#ifdef __KERNEL__
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/stddef.h>
#include <linux/types.h>

#define UINT32_MAX  U32_MAX
#define UINT64_MAX  U64_MAX
#define UINT64_C(n) n##ULL
#else
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#endif

/* To be used for each division of 64 bits whose divisor is no constant power of two. */
static inline uint64_t bid_quotient(uint64_t dividend, uint64_t divisor)
{
#ifdef __KERNEL__
	return div64_u64(dividend, divisor);
#else
	return dividend / divisor;
#endif
}

#endif
