/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * When a request should be served at the latest, as far as the load allows.
 */
#ifndef BID_CORE_GUARD_H
#define BID_CORE_GUARD_H

#include "deadline.h"
#include "unit.h"

struct bid_guard_tunables {
	uint64_t latency_guard;
	uint64_t class_ns[BID_CLASSES];
	uint64_t write_ns;
};

extern const struct bid_tunable_table bid_guard_tunables;

struct bid_guard {
	struct bid_guard_tunables t;
	struct bid_deadline_tunables deadline; /* what stands in for guards that are off */
	uint64_t write_ns;                     /* of writes that nobody waits for, at present */
};

void guard_init(struct bid_guard *guard, const struct bid_settings *settings);
/* The guard of a class; of one that there is not, the foreground's. */
uint64_t guard_of_class_ns(const struct bid_guard *guard, uint8_t service_class);
/* The time; swept_ns: how long a sweep of each kind takes. */
uint64_t guard_expiry_ns(const struct bid_guard *guard, const struct bid_request *request,
			 bool light, const uint64_t swept_ns[SWEEP_KINDS], uint64_t now_ns);
/*
 * Whether the stream, this request of it included, asks for little: a leaky bucket of what it asked
 * for. Serving such streams at once costs the others next to nothing, even when they write and wait
 * for nothing.
 */
bool guard_stream_is_light(struct bid_stream *stream, const struct bid_request *request,
			   uint64_t now_ns);

#endif
