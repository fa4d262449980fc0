/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "bid/request_queue.h"

void bid_request_split(struct bid_request *request, struct bid_request *rest, uint32_t sectors)
{
	rest->stream = request->stream;
	rest->lba = request->lba + sectors;
	rest->arrival_ns = request->arrival_ns;
	rest->sectors = request->sectors - sectors;
	rest->op = request->op;
	rest->flags = request->flags;
	rest->service_class = request->service_class;
	rest->file = request->file;
	request->sectors = sectors;
	bid_request_init(request);
	bid_request_init(rest);
}

static bool run_may_join(const struct bid_request *head, const struct bid_request *request)
{
	return head->op == request->op && !((head->flags | request->flags) & BID_BARRIER) &&
	       head->run_sectors + request->run_sectors <= BID_REQUEST_MAX_SECTORS;
}

static void run_join(struct bid_request *head, struct bid_request *request)
{
	head->run_sectors += request->run_sectors;
	head->merged_last->merged = request;
	head->merged_last = request->merged_last;
}

bool bid_run_join_back(struct bid_request *head, struct bid_request *request)
{
	if (bid_run_end(head) != request->run_lba || !run_may_join(head, request))
		return false;
	run_join(head, request);
	return true;
}

bool bid_run_join_front(struct bid_request *head, struct bid_request *request)
{
	if (bid_run_end(request) != head->run_lba || !run_may_join(head, request))
		return false;
	head->run_lba = request->run_lba;
	run_join(head, request);
	return true;
}
