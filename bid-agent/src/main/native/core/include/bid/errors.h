/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The numbers of errors, which the core returns negated: the platform's own, no call of its libc.
 */
#ifndef BID_ERRORS_H
#define BID_ERRORS_H

#ifdef __KERNEL__
#include <linux/errno.h>
#else
#include <errno.h>
#endif

#endif
