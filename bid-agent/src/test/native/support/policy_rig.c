/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "policy_rig.h"

#include <stdio.h>
#include <stdlib.h>

static void *rig_allocate(size_t count, size_t size)
{
	void *memory = calloc(count, size);

	if (!memory) {
		fprintf(stderr, "policy_rig: no memory for %zu times %zu bytes\n", count, size);
		abort();
	}
	return memory;
}

void rig_setup_default(struct bid_setup *setup, uint32_t max_outstanding)
{
	*setup = (struct bid_setup){
		.device[BID_TIER_HDD] =
			{
				.sectors = UINT64_C(1) << 31,
				.positioning_ns = 12 * RIG_MS,
				.bytes_per_second = 150000000,
				.depth = 1,
				.rotational = true,
			},
		.max_outstanding = max_outstanding,
		.max_streams = max_outstanding,
	};
	bid_settings_set(&setup->settings, "merge", 0);
}

void rig_open(struct policy_rig *rig, const struct bid_policy *policy,
	      const struct bid_setup *setup)
{
	rig->policy = policy;
	rig->state = rig_allocate(1, policy->state_bytes(setup));
	rig->now_ns = 0;
	rig->requests_max = 16 * setup->max_outstanding;
	rig->requests = rig_allocate(rig->requests_max, sizeof(*rig->requests));
	rig->requests_used = 0;
	if (policy->init(rig->state, setup) != 0) {
		fprintf(stderr, "policy_rig: %s refuses its set-up\n", policy->name);
		abort();
	}
}

void rig_close(struct policy_rig *rig)
{
	free(rig->state);
	free(rig->requests);
}

static struct bid_request *rig_add(struct policy_rig *rig, const struct bid_request *wanted)
{
	struct bid_request *request;

	if (rig->requests_used == rig->requests_max) {
		fprintf(stderr, "policy_rig: more than %u requests\n", rig->requests_max);
		abort();
	}
	request = &rig->requests[rig->requests_used++];
	*request = *wanted;
	bid_request_init(request);
	rig->policy->insert(rig->state, request, rig->now_ns);
	return request;
}

struct bid_request *rig_insert_class(struct policy_rig *rig, enum bid_class service_class,
				     uint64_t stream, enum bid_op op, uint64_t lba,
				     uint32_t sectors)
{
	struct bid_request wanted = {
		.stream = stream,
		.lba = lba,
		.arrival_ns = rig->now_ns,
		.sectors = sectors,
		.op = (uint8_t)op,
		.flags = op == BID_READ ? BID_SYNC : 0,
		.service_class = (uint8_t)service_class,
	};

	return rig_add(rig, &wanted);
}

struct bid_request *rig_insert_at(struct policy_rig *rig, uint64_t arrival_ns, uint64_t stream,
				  enum bid_op op, uint64_t lba, uint32_t sectors)
{
	rig->now_ns = arrival_ns;
	return rig_insert_class(rig, BID_FOREGROUND, stream, op, lba, sectors);
}

struct bid_request *rig_insert(struct policy_rig *rig, uint64_t stream, enum bid_op op,
			       uint64_t lba, uint32_t sectors)
{
	return rig_insert_class(rig, BID_FOREGROUND, stream, op, lba, sectors);
}

struct bid_request *rig_dispatch(struct policy_rig *rig)
{
	return rig->policy->dispatch(rig->state, BID_TIER_HDD, rig->now_ns);
}

void rig_complete(struct policy_rig *rig, struct bid_request *head)
{
	if (rig->policy->completed)
		rig->policy->completed(rig->state, head, rig->now_ns);
}

struct bid_request *rig_serve(struct policy_rig *rig, uint64_t service_ns)
{
	struct bid_request *head = rig_dispatch(rig);

	if (!head)
		return NULL;
	rig->now_ns += service_ns;
	rig_complete(rig, head);
	return head;
}
