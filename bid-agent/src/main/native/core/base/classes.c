/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "classes.h"

#include "bid/errors.h"

static struct bid_class_state *class_of(struct bid_request_queue *queue,
					const struct bid_request *request)
{
	return &queue->of_class[request->service_class < BID_CLASSES ? request->service_class
								     : BID_FOREGROUND];
}

static bool bound_holds(uint64_t bound)
{
	return bound == 0 || bound >= BID_REQUEST_MAX_SECTORS;
}

int classes_init(struct bid_request_queue *queue, const struct bid_setup *setup)
{
	uint32_t shares = 0;

	queue->max_sectors = setup->max_sectors > 0 ? setup->max_sectors : UINT64_MAX;
	queue->sectors = 0;
	queue->bounded = false;
	for (int i = 0; i < BID_CLASSES; i++) {
		const struct bid_class_bounds *bounds = &setup->class_bounds[i];

		if (!bound_holds(bounds->sectors_max) || bounds->share_percent > 100)
			return -EINVAL;
		shares += bounds->share_percent;
		queue->bounded |= bounds->sectors_max > 0 || bounds->sectors_per_second > 0 ||
				  bounds->requests_max > 0 || bounds->share_percent > 0;
		queue->of_class[i] = (struct bid_class_state){
			.bounds = *bounds,
			.places = (uint32_t)bid_quotient(
				(uint64_t)setup->max_outstanding * bounds->share_percent, 100),
		};
	}
	return shares > 100 || !bound_holds(setup->max_sectors) ? -EINVAL : 0;
}

bool bid_request_queue_full(const struct bid_request_queue *queue)
{
	return queue->outstanding >= queue->limit;
}

/* Places that are kept for the other classes and not taken by them. */
static uint32_t kept_for_others(const struct bid_request_queue *queue,
				const struct bid_class_state *of_class)
{
	uint32_t kept = 0;

	for (int i = 0; i < BID_CLASSES; i++) {
		const struct bid_class_state *other = &queue->of_class[i];

		if (other != of_class && other->requests < other->places)
			kept += other->places - other->requests;
	}
	return kept;
}

/* Whether the bounds of its class let the request in. */
static bool class_has_room(const struct bid_request_queue *queue, struct bid_class_state *of_class,
			   const struct bid_request *request, uint64_t now_ns)
{
	const struct bid_class_bounds *bounds = &of_class->bounds;

	of_class->waits_for_rate = false;
	if (queue->outstanding + kept_for_others(queue, of_class) >= queue->limit ||
	    (bounds->requests_max > 0 && of_class->requests >= bounds->requests_max) ||
	    (bounds->sectors_max > 0 && of_class->sectors + request->sectors > bounds->sectors_max))
		return false;
	if (bounds->sectors_per_second == 0)
		return true;
	of_class->waits_for_rate = now_ns < of_class->let_in_ns;
	return !of_class->waits_for_rate;
}

bool classes_have_room(struct bid_request_queue *queue, const struct bid_request *request,
		       uint64_t now_ns)
{
	if (bid_request_queue_full(queue) || queue->max_sectors - queue->sectors < request->sectors)
		return false;
	return !queue->bounded || class_has_room(queue, class_of(queue, request), request, now_ns);
}

void classes_count_in(struct bid_request_queue *queue, const struct bid_request *request,
		      uint64_t now_ns)
{
	struct bid_class_state *of_class = class_of(queue, request);
	uint64_t rate = of_class->bounds.sectors_per_second;

	queue->outstanding++;
	queue->sectors += request->sectors;
	of_class->requests++;
	of_class->sectors += request->sectors;
	if (rate > 0)
		of_class->let_in_ns = now_ns + bid_quotient(request->sectors * BID_SECOND, rate);
}

void classes_count_out(struct bid_request_queue *queue, const struct bid_request *request)
{
	struct bid_class_state *of_class = class_of(queue, request);

	queue->outstanding--;
	queue->sectors -= request->sectors;
	of_class->requests--;
	of_class->sectors -= request->sectors;
}

uint64_t classes_next_ns(const struct bid_request_queue *queue, uint64_t now_ns)
{
	uint64_t next_ns = BID_NEVER;

	for (int i = 0; queue->bounded && i < BID_CLASSES; i++) {
		const struct bid_class_state *of_class = &queue->of_class[i];

		if (of_class->waits_for_rate && of_class->let_in_ns > now_ns &&
		    of_class->let_in_ns < next_ns)
			next_ns = of_class->let_in_ns;
	}
	return next_ns;
}
