/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What differs between the kernels that this has been tried on. Headers that a kernel keeps for
 * itself come out of its own source when the module is built (headers.sh).
 */
#ifndef BID_KMOD_COMPAT_H
#define BID_KMOD_COMPAT_H

#include <linux/blk-mq.h>
#include <linux/version.h>

#include "blk-mq.h"
#include "blk-mq-sched.h"
#include "elevator.h"

#define BID_KERNEL(major, minor)                                                                   \
	(LINUX_VERSION_CODE >= KERNEL_VERSION(major, minor, 0) &&                                  \
	 LINUX_VERSION_CODE < KERNEL_VERSION(major, (minor) + 1, 0))

#if BID_KERNEL(6, 1)

/* How the block layer says where to insert. */
typedef bool bid_insert_flags;
#define BID_INSERT_AT_HEAD true

/* The request was prepared for a scheduler, which will be told when it ends. */
#define BID_PREPARED RQF_ELVPRIV

#elif BID_KERNEL(6, 12)

typedef blk_insert_t bid_insert_flags;
#define BID_INSERT_AT_HEAD BLK_MQ_INSERT_AT_HEAD
#define BID_PREPARED       RQF_USE_SCHED

#else
#error "bid-iosched is for Linux 6.1 and 6.12: no other block layer has been tried"
#endif

#endif
