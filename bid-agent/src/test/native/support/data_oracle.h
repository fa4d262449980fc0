/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Follows every sector from who wrote it to who reads it. Two devices hold for each sector which
 * write it came of; runs move sectors in pieces at any time between their dispatch and their end;
 * reads carry away what they find. A read of a sector may get any write that was on its way at the
 * same time, or of those that ended before it began any but one that another had overwritten:
 * ended, and begun after that one had ended (a regular register: Lamport, "On interprocess
 * communication", 1986). While nobody writes a sector, all reads of it get the same.
 *
 * What a policy reads ahead lies in memory of the oracle's until the policy releases it; a read
 * that is finished without any of its sectors having been in a run is served from the memory that
 * it names, which AddressSanitizer watches.
 *
 * A run may fail for some of its members. What a write that failed left behind is any of its
 * sectors or none, as is what was cancelled; what a read that failed got is nobody's data. Who
 * fails must have been in a run that failed.
 */
#ifndef DATA_ORACLE_H
#define DATA_ORACLE_H

#include <stddef.h>

#include "bid/policy.h"

struct data_oracle;
struct data_place;
struct data_memory;

/* A caller's request and what the oracle knows of it. */
struct data_request {
	struct bid_request node;
	uint32_t id;
	uint32_t begun;
	uint32_t moved;           /* sectors that runs have moved for it */
	bool failed;              /* a run of it did */
	bool left_out;            /* cancelled, and not served any more */
	struct data_place *place; /* by sector */
};

/* A run with a device. */
struct data_run {
	struct bid_request *head;
	enum bid_tier tier;
	uint32_t moved;            /* sectors of the run */
	bool backwards;            /* its last sectors first */
	struct data_memory *ahead; /* of a run of the policy's own: what it got */
};

/* Sectors of the HDD from base on; ends the program when memory is short. */
struct data_oracle *data_oracle_open(uint64_t base, uint32_t sectors, uint32_t ssd_sectors);
void data_oracle_close(struct data_oracle *oracle);

/* The request is about to be inserted. */
void data_oracle_begin(struct data_oracle *oracle, struct data_request *request);
/* Frees what the oracle knows of a request, finished or not. */
void data_oracle_forget(struct data_request *request);

/* Lends memory to a run of the policy's own. leave_out: members that are cancelled are not served.
 */
struct data_run data_oracle_dispatch(struct data_oracle *oracle, struct bid_request *head,
				     enum bid_tier tier, bool backwards, bool leave_out);
/* So many more sectors of the run are moved, as far as there are any. */
void data_oracle_move(struct data_oracle *oracle, struct data_run *run, uint32_t sectors);
/* The device is done with the run, its members' statuses set: before the policy is told. */
void data_oracle_complete(struct data_oracle *oracle, struct data_run *run);
/* The policy needs the memory no longer. */
void data_oracle_release(struct data_oracle *oracle, struct bid_chunk *chunk);
/* Whether any memory is lent. */
bool data_oracle_lends(const struct data_oracle *oracle);

/* The request is finished. Returns whether all is well, or why not in words. */
bool data_oracle_finish(struct data_oracle *oracle, struct data_request *request, char *error,
			size_t error_size);

#endif
