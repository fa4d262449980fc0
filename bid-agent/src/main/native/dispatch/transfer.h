/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What every back end does with what the kernel returns.
 */
#ifndef DISPATCH_TRANSFER_H
#define DISPATCH_TRANSFER_H

#include <stdbool.h>

#include "dispatch/backend.h"

/* Pages that are being written as they were before are written again as they are. */
#define TRANSFER_WRITE_BACK                                                                        \
	(SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER)

static inline struct backend_transfer *transfer_of(struct bid_link *link)
{
	return link ? bid_container_of(link, struct backend_transfer, link) : NULL;
}

/*
 * The kernel has returned so much, or a negative errno, for what is left of the transfer. Whether
 * it has to be asked again for the rest; if not, the result is set.
 */
bool transfer_goes_on(struct backend_transfer *transfer, int64_t returned);

/* Does the whole transfer now; a sync as well. */
void transfer_do(struct backend_transfer *transfer);

#endif
