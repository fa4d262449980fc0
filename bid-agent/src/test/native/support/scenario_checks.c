/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "scenario.h"

void sc_fail(struct scenario *s, const char *format, ...)
{
	va_list arguments;
	size_t used;

	if (s->report->error[0])
		return;
	snprintf(s->report->error, sizeof(s->report->error), "at %" PRIu64 " ns: ", s->now_ns);
	used = strlen(s->report->error);
	va_start(arguments, format);
	vsnprintf(s->report->error + used, sizeof(s->report->error) - used, format, arguments);
	va_end(arguments);
}

uint32_t sc_find(const struct scenario *s, const struct bid_request *request)
{
	uint32_t i = 0;

	while (i < s->outstanding && &s->asked[i]->data.node != request)
		i++;
	return i;
}

static void sc_check_barrier(struct scenario *s, const struct asked *asked, const char *what)
{
	if (!(asked->data.node.flags & BID_BARRIER))
		return;
	for (uint32_t i = 0; i < s->outstanding; i++) {
		const struct data_request *other = &s->asked[i]->data;
		uint64_t file = asked->data.node.file;

		if (other->node.op == BID_WRITE && other->node.sectors > 0 &&
		    other->begun < asked->data.begun && (file == 0 || file == other->node.file))
			sc_fail(s,
				"a barrier was %s before the write at %" PRIu64
				" that came before it",
				what, other->node.lba);
	}
}

static void sc_check_flush(struct scenario *s, struct asked *asked, enum bid_tier tier)
{
	if (asked->flushed & 1u << tier)
		sc_fail(s, "tier %d was flushed twice", tier);
	asked->flushed |= 1u << tier;
	asked->dispatched = false;
}

static void sc_check_member(struct scenario *s, const struct bid_request *head,
			    const struct bid_request *member, enum bid_tier tier)
{
	uint32_t i = sc_find(s, member);

	if (member->op != head->op)
		sc_fail(s, "a run reads and writes at %" PRIu64, head->run_lba);
	if (member->flags & BID_INNER)
		return;
	if (i == s->outstanding) {
		sc_fail(s, "a run at %" PRIu64 " has a member that is not outstanding",
			head->run_lba);
		return;
	}
	if (member->sectors == 0)
		sc_check_flush(s, s->asked[i], tier);
	if (s->asked[i]->dispatched)
		sc_fail(s, "request at %" PRIu64 " was dispatched twice", member->lba);
	s->asked[i]->dispatched = true;
	s->report->merged += member != head;
	sc_check_barrier(s, s->asked[i], "dispatched");
}

static void sc_check_place(struct scenario *s, const struct bid_request *head, enum bid_tier tier)
{
	bool flush = head->flags & BID_BARRIER;

	if ((head->run_sectors == 0 && !flush) || head->run_sectors > BID_REQUEST_MAX_SECTORS) {
		sc_fail(s, "a run of %u sectors", head->run_sectors);
		return;
	}
	if (flush && head->run_sectors == 0)
		return; /* its address says nothing */
	if (bid_run_end(head) > s->setup.device[tier].sectors) {
		sc_fail(s, "a run past the end of tier %d", tier);
		return;
	}
	if (tier == BID_TIER_HDD && head->run_lba < s->base) {
		sc_fail(s, "a run at %" PRIu64 ", which nobody wants", head->run_lba);
		return;
	}
	for (uint64_t i = head->run_lba; tier == BID_TIER_HDD && i < bid_run_end(head); i++)
		if (!s->wanted[head->op][i - s->base])
			sc_fail(s, "a run at %" PRIu64 " of %u sectors, which nobody wants",
				head->run_lba, head->run_sectors);
}

void sc_check_run(struct scenario *s, const struct bid_request *head, enum bid_tier tier)
{
	uint32_t members = 0;
	bool wanted = false;

	sc_check_place(s, head, tier);
	for (const struct bid_request *member = head; member; member = member->merged) {
		wanted |= !bid_request_cancelled(member);
		sc_check_member(s, head, member, tier);
		if (tier == BID_TIER_HDD && (member->lba < head->run_lba ||
					     member->lba + member->sectors > bid_run_end(head)))
			sc_fail(s, "a member at %" PRIu64 " lies outside its run", member->lba);
		if (++members > REQUESTS_MAX + AREA_MAX)
			sc_fail(s, "a run without end");
		if (s->report->error[0])
			return;
	}
	if (!wanted)
		sc_fail(s, "a run at %" PRIu64 ", all of it cancelled", head->run_lba);
}

struct asked *sc_check_finished(struct scenario *s, struct bid_request *request)
{
	uint32_t i = sc_find(s, request);
	struct asked *asked;
	char fault[128];

	if (i == s->outstanding) {
		sc_fail(s, "something is finished that is not outstanding");
		return NULL;
	}
	asked = s->asked[i];
	sc_check_barrier(s, asked, "finished");
	if (request->sectors == 0 && request->status == 0 && s->ssd_flushed < asked->to_flush)
		sc_fail(s, "a flush left out what had been written to the SSD");
	s->report->failed += request->status != 0 && request->status != -ECANCELED;
	s->report->cancelled += request->status == -ECANCELED;
	if (!data_oracle_finish(s->oracle, &asked->data, fault, sizeof(fault)))
		sc_fail(s, "%s", fault);
	return asked;
}
