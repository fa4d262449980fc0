/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "policy_scenario.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bid/request_queue.h"
#include "data_oracle.h"

#define AREA         4096u /* sectors of the HDD: few, so that requests overlap */
#define STREAMS_MAX  12u
#define REQUESTS_MAX 64u
#define DEPTH_MAX    32u
#define MS           UINT64_C(1000000)
/* Rounds of the loop in which no caller's request comes, is dispatched or is finished. */
#define IDLE_ROUNDS_MAX 5000u

struct asked {
	struct data_request data;
	bool dispatched;
	uint32_t flushed;  /* of a flush: tiers that it went to, a bit for each */
	uint32_t to_flush; /* of a flush: writes to the SSD that had ended when it came */
};

struct flight {
	struct bid_request *head;
	struct data_run data;
	uint64_t done_ns;
	uint32_t flushes; /* of a flush: writes to the SSD that had ended when it began */
};

struct stream {
	uint64_t next_lba;
	uint64_t announced_end; /* 0: it has announced nothing */
	uint64_t favourite_lba; /* what it announces again and again */
	uint8_t op;
	uint8_t service_class;
	bool random;
};

struct scenario {
	const struct scenario_choices *choices;
	struct scenario_report *report;
	struct bid_setup setup;
	struct bid_request_queue queue;
	void *state;
	struct stream stream[STREAMS_MAX];
	uint32_t streams;
	uint32_t remaining;         /* requests to come */
	uint32_t announces_once_in; /* so many requests */
	uint32_t barriers_once_in;
	uint32_t fails_once_in; /* so many runs; 0: none does */
	uint32_t cancels_once_in;
	uint32_t files;       /* that writes and barriers are of */
	uint32_t ssd_writes;  /* that have ended */
	uint32_t ssd_flushed; /* of those, the last one known to be safe */
	uint64_t next_arrival_ns;
	struct asked *asked[REQUESTS_MAX]; /* outstanding */
	uint32_t outstanding;
	struct flight flight[BID_TIERS][DEPTH_MAX];
	uint32_t flying[BID_TIERS];
	uint64_t now_ns;
	uint64_t base;       /* first sector of the HDD that is used */
	uint64_t reread_lba; /* at last everything is read once more, up to there */
	uint32_t idle_rounds;
	struct data_oracle *oracle;
	bool wanted[2][AREA]; /* by enum bid_op: ever asked for or announced */
};

static uint64_t sc_below(const struct scenario *s, uint64_t bound)
{
	return s->choices->below(s->choices->context, bound);
}

/* Once in a while: one time of so many. */
static bool sc_once_in(const struct scenario *s, uint64_t times)
{
	return sc_below(s, times) == times - 1;
}

/* The first thing that is wrong is what is reported. */
__attribute__((format(printf, 2, 3))) static void sc_fail(struct scenario *s, const char *format,
							  ...)
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

static void sc_note(struct scenario *s, uint64_t value)
{
	s->report->order = (s->report->order ^ value) * UINT64_C(0x100000001b3);
}

/* ---- the set-up ---- */

static uint64_t sc_choose_value(const struct scenario *s, const struct bid_tunable *entry)
{
	uint64_t span = entry->max - entry->min;

	switch (sc_below(s, 3)) {
	case 0:
		return entry->min;
	case 1:
		return entry->min + span / (2 + sc_below(s, 1000));
	default:
		return entry->max;
	}
}

/* Half of all scenarios run with defaults, the others with some tunables anywhere in range. */
static void sc_choose_tunables(struct scenario *s, const struct bid_policy *policy)
{
	const struct bid_tunable_table *const *table = policy->tunables;
	bool defaults = sc_below(s, 2) == 0;

	for (; !defaults && table && *table; table++) {
		for (size_t i = 0; i < (*table)->count; i++) {
			const struct bid_tunable *entry = &(*table)->entry[i];

			if (sc_once_in(s, 4))
				bid_settings_set(&s->setup.settings, entry->name,
						 sc_choose_value(s, entry));
		}
	}
}

static void sc_choose_setup(struct scenario *s, const struct bid_policy *policy)
{
	/* At the front, across 2^63, and up to the last address there is. */
	static const uint64_t bases[] = {0, 0, (UINT64_C(1) << 63) - AREA / 2, UINT64_MAX - AREA};
	struct bid_device_profile *hdd = &s->setup.device[BID_TIER_HDD];
	struct bid_device_profile *ssd = &s->setup.device[BID_TIER_SSD];

	s->base = bases[sc_below(s, sizeof(bases) / sizeof(bases[0]))];
	s->reread_lba = s->base;
	*hdd = (struct bid_device_profile){.sectors = s->base + AREA,
					   .positioning_ns = 12 * MS,
					   .bytes_per_second = 150000000,
					   .depth = sc_below(s, 2) ? DEPTH_MAX : 1,
					   .rotational = true};
	if (s->choices->depth)
		hdd->depth = s->choices->depth;
	if (sc_below(s, 4))
		*ssd = (struct bid_device_profile){.sectors = 1 + sc_below(s, AREA),
						   .positioning_ns = MS / 10,
						   .bytes_per_second = 500000000,
						   .depth = 1 + (uint32_t)sc_below(s, DEPTH_MAX)};
	s->setup.max_outstanding = 1 + (uint32_t)sc_below(s, REQUESTS_MAX);
	s->setup.max_streams = 1 + (uint32_t)sc_below(s, 2 * STREAMS_MAX);
	sc_choose_tunables(s, policy);
}

static void sc_choose_streams(struct scenario *s)
{
	s->streams = 1 + (uint32_t)sc_below(s, sc_below(s, 2) ? STREAMS_MAX : 2);
	s->announces_once_in = sc_below(s, 2) ? 6 : 2;
	s->barriers_once_in = sc_below(s, 2) ? 25 : 400;
	s->fails_once_in = sc_below(s, 2) ? 2 + (uint32_t)sc_below(s, 20) : 0;
	s->cancels_once_in = sc_below(s, 2) ? 2 + (uint32_t)sc_below(s, 40) : 0;
	s->files = sc_below(s, 2) ? 1 + (uint32_t)sc_below(s, 3) : 0;
	s->remaining = 1 + (uint32_t)sc_below(s, s->choices->requests ? s->choices->requests : 80);
	for (uint32_t i = 0; i < s->streams; i++)
		s->stream[i] = (struct stream){.next_lba = s->base + sc_below(s, AREA),
					       .favourite_lba = s->base + sc_below(s, AREA / 4),
					       .op = (uint8_t)sc_below(s, 2),
					       .service_class = (uint8_t)sc_below(s, BID_CLASSES),
					       .random = sc_once_in(s, 3)};
}

/* ---- what is asked ---- */

static void sc_want(struct scenario *s, uint8_t op, uint64_t lba, uint64_t sectors)
{
	for (uint64_t i = lba - s->base; i < lba - s->base + sectors; i++)
		s->wanted[op][i] = true;
}

static uint32_t sc_choose_sectors(const struct scenario *s, uint64_t lba, uint64_t end)
{
	static const uint32_t most[] = {8, 8, 64, 128, BID_REQUEST_MAX_SECTORS};
	uint64_t sectors = 1 + sc_below(s, most[sc_below(s, 5)]);

	return (uint32_t)(sectors < end - lba ? sectors : end - lba);
}

/* A transfer begins: the stream says what it will ask, and mostly keeps its word. */
static void sc_announce(struct scenario *s, uint32_t i)
{
	struct stream *stream = &s->stream[i];
	struct bid_announcement announcement = {.stream = i,
						.lba = stream->favourite_lba,
						.op = stream->op,
						.service_class = stream->service_class};

	if (sc_below(s, 2))
		announcement.lba = s->base + sc_below(s, AREA);
	announcement.sectors = 1 + sc_below(s, s->base + AREA - announcement.lba);
	stream->next_lba = announcement.lba;
	stream->announced_end = announcement.lba + announcement.sectors;
	sc_want(s, announcement.op, announcement.lba, announcement.sectors);
	bid_request_queue_announce(&s->queue, &announcement, s->now_ns);
}

static uint8_t sc_choose_flags(const struct scenario *s, uint8_t op)
{
	if (sc_once_in(s, s->barriers_once_in))
		return BID_BARRIER;
	if (op == BID_READ)
		return sc_once_in(s, 6) ? BID_AHEAD : BID_SYNC;
	return sc_once_in(s, 4) ? BID_SYNC : 0;
}

static struct asked *sc_make_request(struct scenario *s, uint32_t i)
{
	struct stream *stream = &s->stream[i];
	struct asked *asked = calloc(1, sizeof(*asked));
	struct bid_request *node = &asked->data.node;
	uint64_t end = stream->announced_end ? stream->announced_end : s->base + AREA;

	if (stream->next_lba >= end || stream->random) {
		stream->announced_end = 0;
		end = s->base + AREA;
		stream->next_lba = s->base + sc_below(s, AREA);
	}
	node->stream = i;
	node->lba = stream->next_lba;
	node->sectors = sc_choose_sectors(s, node->lba, end);
	node->op = sc_once_in(s, 8) ? (uint8_t)sc_below(s, 2) : stream->op;
	node->service_class = stream->service_class;
	node->flags = sc_choose_flags(s, node->op);
	if ((node->flags & BID_BARRIER) && sc_below(s, 2))
		node->sectors = 0; /* a flush without data */
	node->file = s->files ? sc_below(s, s->files + 1) : 0;
	stream->next_lba += node->sectors;
	return asked;
}

static void sc_insert(struct scenario *s, struct asked *asked)
{
	struct bid_request *node = &asked->data.node;
	bool barrier = node->flags & BID_BARRIER;
	int result;

	sc_want(s, node->op, node->lba, node->sectors);
	data_oracle_begin(s->oracle, &asked->data);
	asked->to_flush = s->ssd_writes;
	s->asked[s->outstanding++] = asked;
	s->idle_rounds = 0;
	s->report->inserted++;
	s->report->barriers += barrier;
	result = bid_request_queue_insert(&s->queue, node, s->now_ns);
	if (result)
		sc_fail(s, "insert returned %d with %u outstanding", result, s->outstanding - 1);
}

static void sc_choose_next_arrival(struct scenario *s)
{
	static const uint64_t gaps[] = {1, 1, MS / 10, 3 * MS, 30 * MS, 900 * MS};

	s->next_arrival_ns = s->now_ns + sc_below(s, gaps[sc_below(s, 6)]);
}

static void sc_arrive(struct scenario *s)
{
	uint32_t i = (uint32_t)sc_below(s, s->streams);

	if (sc_once_in(s, s->announces_once_in))
		sc_announce(s, i);
	sc_insert(s, sc_make_request(s, i));
	s->remaining--;
	sc_choose_next_arrival(s);
}

/* ---- what is dispatched ---- */

/* The place of a caller's request among the outstanding ones; their number when it is not there. */
static uint32_t sc_find(const struct scenario *s, const struct bid_request *request)
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

static void sc_check_run(struct scenario *s, const struct bid_request *head, enum bid_tier tier)
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
		if (++members > REQUESTS_MAX + AREA)
			sc_fail(s, "a run without end");
		if (s->report->error[0])
			return;
	}
	if (!wanted)
		sc_fail(s, "a run at %" PRIu64 ", all of it cancelled", head->run_lba);
}

static void sc_note_run(struct scenario *s, const struct bid_request *head, enum bid_tier tier)
{
	sc_note(s, s->now_ns);
	sc_note(s, head->run_lba);
	sc_note(s, head->run_sectors);
	sc_note(s, head->op + 2u * tier);
	s->report->inner += (head->flags & BID_INNER) != 0;
	s->report->ssd += tier == BID_TIER_SSD;
	if (!(head->flags & BID_INNER))
		s->idle_rounds = 0;
}

static uint64_t sc_choose_service_ns(const struct scenario *s)
{
	static const uint64_t most[] = {1, MS / 10, 2 * MS, 20 * MS, 200 * MS};

	return 1 + sc_below(s, most[sc_below(s, 5)]);
}

/* ---- what is done ---- */

/* Devices fail as they please: a whole run, or any of its members. */
static void sc_choose_statuses(struct scenario *s, struct bid_request *head)
{
	bool whole;

	if (s->fails_once_in == 0 || !sc_once_in(s, s->fails_once_in))
		return;
	whole = sc_below(s, 2);
	for (struct bid_request *member = head; member; member = member->merged)
		if (whole || sc_below(s, 2))
			member->status = -EIO;
}

static void sc_complete_flush(struct scenario *s, const struct flight *flight, enum bid_tier tier)
{
	struct asked *asked = s->asked[sc_find(s, flight->head)];

	if (flight->head->status != 0)
		asked->data.failed = true;
	else if (tier == BID_TIER_SSD && s->ssd_flushed < flight->flushes)
		s->ssd_flushed = flight->flushes;
}

static void sc_complete(struct scenario *s, enum bid_tier tier, uint32_t i)
{
	struct flight flight = s->flight[tier][i];

	s->flight[tier][i] = s->flight[tier][--s->flying[tier]];
	sc_choose_statuses(s, flight.head);
	if (flight.head->sectors == 0)
		sc_complete_flush(s, &flight, tier);
	else if (flight.head->op == BID_WRITE && tier == BID_TIER_SSD)
		s->ssd_writes++;
	data_oracle_complete(s->oracle, &flight.data);
	bid_request_queue_completed(&s->queue, flight.head, s->now_ns);
}

static bool sc_complete_due(struct scenario *s)
{
	for (int tier = 0; tier < BID_TIERS; tier++) {
		for (uint32_t i = 0; i < s->flying[tier]; i++) {
			if (s->flight[tier][i].done_ns <= s->now_ns) {
				sc_complete(s, (enum bid_tier)tier, i);
				return true;
			}
		}
	}
	return false;
}

static void sc_free(struct asked *asked)
{
	data_oracle_forget(&asked->data);
	free(asked);
}

static void sc_finish(struct scenario *s, struct bid_request *request)
{
	uint32_t i = sc_find(s, request);
	struct asked *asked;
	char fault[128];

	if (i == s->outstanding) {
		sc_fail(s, "something is finished that is not outstanding");
		return;
	}
	asked = s->asked[i];
	sc_check_barrier(s, asked, "finished");
	if (request->sectors == 0 && request->status == 0 && s->ssd_flushed < asked->to_flush)
		sc_fail(s, "a flush left out what had been written to the SSD");
	s->report->failed += request->status != 0 && request->status != -ECANCELED;
	s->report->cancelled += request->status == -ECANCELED;
	if (!data_oracle_finish(s->oracle, &asked->data, fault, sizeof(fault)))
		sc_fail(s, "%s", fault);
	sc_note(s, request->lba);
	s->asked[i] = s->asked[--s->outstanding];
	s->idle_rounds = 0;
	sc_free(asked);
}

/* ---- the loop ---- */

/* All that came by chance is done. */
static bool sc_rereads(const struct scenario *s)
{
	return s->remaining == 0 && s->reread_lba < s->base + AREA;
}

static bool sc_may_arrive(const struct scenario *s)
{
	return sc_rereads(s) ? s->outstanding == 0
			     : s->remaining > 0 && !bid_request_queue_full(&s->queue);
}

/* One of the reads that see what has become of all writes. */
static void sc_reread(struct scenario *s)
{
	struct asked *asked = calloc(1, sizeof(*asked));

	asked->data.node = (struct bid_request){
		.lba = s->reread_lba, .sectors = AREA / 4, .op = BID_READ, .flags = BID_SYNC};
	s->reread_lba += AREA / 4;
	s->fails_once_in = 0;
	s->cancels_once_in = 0;
	sc_insert(s, asked);
}

static uint64_t sc_next_event_ns(struct scenario *s)
{
	uint64_t next = bid_request_queue_next_timer_ns(&s->queue, s->now_ns);

	if (next <= s->now_ns)
		sc_fail(s, "a timer of the past");
	if (sc_may_arrive(s) && s->next_arrival_ns < next)
		next = s->next_arrival_ns;
	for (int tier = 0; tier < BID_TIERS; tier++)
		for (uint32_t i = 0; i < s->flying[tier]; i++)
			if (s->flight[tier][i].done_ns < next)
				next = s->flight[tier][i].done_ns;
	return next;
}

static void sc_take_finished(struct scenario *s)
{
	struct bid_request *request;

	while (!s->report->error[0] && (request = bid_request_queue_take_finished(&s->queue)))
		sc_finish(s, request);
}

/* When all that has finished is taken, with its data. */
static void sc_take_released(struct scenario *s)
{
	struct bid_chunk *chunk;

	while ((chunk = bid_request_queue_take_released(&s->queue)))
		data_oracle_release(s->oracle, chunk);
}

static void sc_dispatch(struct scenario *s, enum bid_tier tier)
{
	while (!s->report->error[0] && s->flying[tier] < s->setup.device[tier].depth) {
		struct bid_request *head = bid_request_queue_dispatch(&s->queue, tier, s->now_ns);

		if (!head)
			return;
		/* What the policy served itself on the way may have let it past a barrier. */
		sc_take_finished(s);
		sc_check_run(s, head, tier);
		sc_note_run(s, head, tier);
		s->flight[tier][s->flying[tier]++] = (struct flight){
			.head = head,
			.data = data_oracle_dispatch(s->oracle, head, tier, sc_below(s, 2),
						     sc_below(s, 2)),
			.flushes = s->ssd_writes,
			.done_ns = s->now_ns + sc_choose_service_ns(s)};
	}
}

static void sc_check_count(struct scenario *s)
{
	if (s->queue.outstanding != s->outstanding || s->outstanding > s->setup.max_outstanding)
		sc_fail(s, "the queue counts %u, %u are outstanding", s->queue.outstanding,
			s->outstanding);
}

/* Devices move data when they please. */
static void sc_move_some(struct scenario *s)
{
	for (int tier = 0; tier < BID_TIERS; tier++)
		for (uint32_t i = 0; i < s->flying[tier]; i++)
			if (sc_once_in(s, 3))
				data_oracle_move(
					s->oracle, &s->flight[tier][i].data,
					(uint32_t)sc_below(s, 2 * BID_REQUEST_MAX_SECTORS));
}

/* Somebody goes away: wants one request no more, or nothing that he announced. */
static void sc_cancel_some(struct scenario *s)
{
	if (s->cancels_once_in == 0 || !sc_once_in(s, s->cancels_once_in))
		return;
	if (sc_below(s, 3) == 0)
		bid_request_queue_forget(&s->queue, sc_below(s, s->streams), s->now_ns);
	else if (s->outstanding > 0)
		bid_request_queue_cancel(&s->queue,
					 &s->asked[sc_below(s, s->outstanding)]->data.node);
}

/* One thing happens, or only time passes; then the policy is asked and what is finished taken. */
static void sc_round(struct scenario *s)
{
	uint64_t next = sc_next_event_ns(s);

	if (next == BID_NEVER) {
		sc_fail(s, "%u outstanding and nothing to wait for", s->outstanding);
		return;
	}
	s->now_ns = next > s->now_ns ? next : s->now_ns;
	sc_move_some(s);
	sc_cancel_some(s);
	if (!sc_complete_due(s) && sc_may_arrive(s) && s->next_arrival_ns <= s->now_ns) {
		if (sc_rereads(s))
			sc_reread(s);
		else
			sc_arrive(s);
	}
	sc_take_finished(s);
	sc_dispatch(s, BID_TIER_HDD);
	if (s->setup.device[BID_TIER_SSD].sectors > 0)
		sc_dispatch(s, BID_TIER_SSD);
	sc_take_finished(s);
	sc_take_released(s);
	sc_check_count(s);
	if (++s->idle_rounds > IDLE_ROUNDS_MAX)
		sc_fail(s, "%u outstanding and timers that lead to nothing", s->outstanding);
}

/* All go away: the policy keeps no memory then. */
static void sc_end(struct scenario *s)
{
	for (uint32_t i = 0; i < s->streams; i++)
		bid_request_queue_forget(&s->queue, i, s->now_ns);
	for (int tier = 0; tier < BID_TIERS; tier++)
		while (s->flying[tier] > 0)
			sc_complete(s, (enum bid_tier)tier, 0);
	sc_take_released(s);
	if (data_oracle_lends(s->oracle))
		sc_fail(s, "memory that nothing needs is not released");
}

static void sc_play(struct scenario *s, const struct bid_policy *policy)
{
	s->state = calloc(1, policy->state_bytes(&s->setup));
	if (!s->state) {
		sc_fail(s, "no memory for the state");
		return;
	}
	if (bid_request_queue_init(&s->queue, policy, s->state, &s->setup)) {
		s->report->refused = true;
		return;
	}
	sc_choose_streams(s);
	while (!s->report->error[0] && (s->remaining > 0 || s->outstanding > 0 || sc_rereads(s)))
		sc_round(s);
	sc_note(s, s->now_ns);
	if (!s->report->error[0])
		sc_end(s);
}

void scenario_run(const struct bid_policy *policy, const struct scenario_choices *choices,
		  struct scenario_report *report)
{
	struct scenario *s = calloc(1, sizeof(*s));

	*report = (struct scenario_report){.order = UINT64_C(0xcbf29ce484222325)};
	if (!s)
		abort();
	s->choices = choices;
	s->report = report;
	sc_choose_setup(s, policy);
	s->oracle =
		data_oracle_open(s->base, AREA, (uint32_t)s->setup.device[BID_TIER_SSD].sectors);
	sc_play(s, policy);
	for (uint32_t i = 0; i < s->outstanding; i++)
		sc_free(s->asked[i]);
	data_oracle_close(s->oracle);
	free(s->state);
	free(s);
}
