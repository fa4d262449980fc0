/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: the rules of the delta log (docs/bid-delta.md) as a model so small that all its
 * states can be looked at. One block of four units in two chunks, its checksum file with a sum per
 * chunk, a log of two segments of two commits each. A client writes, syncs by the log or at home,
 * the kernel writes units and sums back when it likes, segments are cleaned and used again, and in
 * every state the machine may crash: with the commit under way on the disk as a whole, or torn.
 * Then recovery runs, is cut after any step, and runs again. What was acknowledged must be there.
 * One thing is HDFS's own: a sync at home whose last chunk is partial is lost down to that chunk's
 * beginning when later bytes reach the disk without their sum.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model_search.h"

#define UNITS    4u
#define CHUNK    2u /* units */
#define CHUNKS   (UNITS / CHUNK)
#define SEGMENTS 2u
#define COMMITS  2u /* of a segment */
#define LAPS_MAX 5u /* segments that are begun in one history */
#define NO_SUM   0xfu

/* What a faulty log would leave out. */
enum rule {
	ALL_RULES,
	RULE_WAIT,     /* D1: acknowledge when the commit is durable */
	RULE_CLEAN,    /* D2: reuse a segment when its bytes are at home */
	RULE_SEQUENCE, /* D4: no record of another lap */
	RULE_WHOLE,    /* D1: a torn commit is not applied */
	RULE_VERIFY,   /* D7: a pair that verifies is left alone */
	RULE_CUT,      /* D7: what was replayed is cut to the length that was synced */
	RULE_SUMS,     /* D7: sums are replayed with their data */
	RULE_CARRY, /* D2: the sum of a partial chunk stays in the log while its block is written */
	RULES
};

struct commit {
	uint8_t sequence; /* of the segment it was written in; 0: none */
	uint8_t from;     /* units [from, length) */
	uint8_t length;   /* of the block after it */
	uint8_t sum[CHUNKS];
	uint8_t drop; /* what was before it is durable at home */
};

struct segment {
	uint8_t sequence; /* 0: never begun */
	uint8_t tail;     /* as its head says */
	struct commit commit[COMMITS];
};

struct state {
	uint8_t written;     /* units in the kernel's cache */
	uint8_t sum[CHUNKS]; /* units that a chunk's sum is of, in the cache */
	uint8_t disk;        /* bit per unit: it is on the disk */
	uint8_t disk_sum[CHUNKS];
	uint8_t logged; /* units that a commit, or home, has */
	uint8_t acknowledged;
	uint8_t at_home; /* the last sync was */
	uint8_t last;    /* sequence of the segment with the last commit that is no drop; 0: none */
	uint8_t tail;
	uint8_t newest;    /* sequence */
	uint8_t commits;   /* of the newest segment, durable */
	uint8_t in_flight; /* the next one is being written */
	uint8_t drop_due;
	struct segment segment[SEGMENTS];
};

/* A block on the disk, as a crash leaves it and recovery changes it. */
struct home {
	uint8_t units;
	uint8_t sum[CHUNKS];
};

static uint32_t broken; /* enum rule */
static bool lost;

static uint8_t t_min(uint8_t one, uint8_t other)
{
	return one < other ? one : other;
}

static struct segment *t_segment(struct state *state, uint8_t sequence)
{
	return &state->segment[(sequence - 1u) % SEGMENTS];
}

/* ---- what HDFS makes of a block ---- */

static uint8_t t_end(const struct home *home)
{
	uint8_t end = 0;

	for (uint8_t i = 0; i < UNITS; i++)
		end = home->units >> i & 1 ? (uint8_t)(i + 1) : end;
	return end;
}

/* Whether the chunk's sum is of the units that the file has there, and all of them. */
static bool t_chunk_is_right(const struct home *home, uint8_t chunk, uint8_t end)
{
	uint8_t first = (uint8_t)(chunk * CHUNK);
	uint8_t units = t_min((uint8_t)(end - first), CHUNK);

	for (uint8_t i = 0; i < units; i++) {
		if (!(home->units >> (first + i) & 1))
			return false;
	}
	return home->sum[chunk] == units;
}

/* Units from the beginning on that verify. */
static uint8_t t_verified(const struct home *home)
{
	uint8_t end = t_end(home);

	for (uint8_t chunk = 0; chunk * CHUNK < end; chunk++) {
		if (!t_chunk_is_right(home, chunk, end))
			return (uint8_t)(chunk * CHUNK);
	}
	return end;
}

/* ---- recovery ---- */

struct replay {
	const struct commit *commit[SEGMENTS * COMMITS + 1];
	uint8_t count;
	uint8_t length;
};

static void t_take(struct replay *replay, const struct commit *commit)
{
	if (commit->drop) {
		replay->count = 0;
		replay->length = 0;
		return;
	}
	replay->commit[replay->count++] = commit;
	replay->length = commit->length;
}

/* Reads the log. torn: the commit under way did not arrive whole. */
static void t_read_log(struct state *state, bool torn, struct replay *replay)
{
	uint8_t first = state->newest ? t_segment(state, state->newest)->tail : 1;

	memset(replay, 0, sizeof(*replay));
	for (uint8_t sequence = first; sequence <= state->newest; sequence++) {
		struct segment *segment = t_segment(state, sequence);
		bool is_newest = sequence == state->newest;

		for (uint8_t i = 0; i < COMMITS; i++) {
			const struct commit *commit = &segment->commit[i];
			bool flies = is_newest && state->in_flight && i == state->commits;
			bool fits = broken == RULE_SEQUENCE || commit->sequence == sequence;

			if (!commit->sequence || !fits)
				break;
			if (flies && torn && broken != RULE_WHOLE)
				break;
			t_take(replay, commit);
		}
	}
}

/* Units of it that a torn commit brings where nobody looks whether it is whole: none. */
static void t_apply(struct home *home, const struct commit *commit, bool whole)
{
	for (uint8_t unit = commit->from; whole && unit < commit->length; unit++)
		home->units |= (uint8_t)(1u << unit);
	for (uint8_t chunk = 0; chunk < CHUNKS; chunk++) {
		if (commit->sum[chunk] != NO_SUM && broken != RULE_SUMS)
			home->sum[chunk] = commit->sum[chunk];
	}
}

static void t_cut(struct home *home, uint8_t length)
{
	home->units &= (uint8_t)((1u << length) - 1);
	for (uint8_t chunk = 0; chunk < CHUNKS; chunk++) {
		if (chunk * CHUNK >= length)
			home->sum[chunk] = 0;
	}
}

/* Replays, but for what comes after so many steps. */
static void t_recover(struct state *state, bool torn, struct home *home, uint8_t steps)
{
	struct replay replay;

	t_read_log(state, torn, &replay);
	if (!replay.count)
		return;
	if (broken != RULE_VERIFY && t_verified(home) >= replay.length)
		return;
	for (uint8_t i = 0; i < replay.count; i++) {
		bool last_is_torn =
			torn && i + 1 == replay.count &&
			replay.commit[i] ==
				&t_segment(state, state->newest)->commit[state->commits];

		if (steps-- == 0)
			return;
		t_apply(home, replay.commit[i], !last_is_torn);
	}
	if (steps > 0 && broken != RULE_CUT)
		t_cut(home, replay.length);
}

/* What HDFS promises by itself when the last sync was at home, else all. */
static uint8_t t_needed(const struct state *state)
{
	bool torn = state->at_home && state->written > state->acknowledged;

	return (uint8_t)(state->acknowledged - (torn ? state->acknowledged % CHUNK : 0));
}

static void t_crash(const struct state *state, bool torn)
{
	for (uint8_t steps = 0; steps <= SEGMENTS * COMMITS + 2; steps++) {
		struct state copy = *state;
		struct home home = {.units = state->disk};

		memcpy(home.sum, state->disk_sum, sizeof(home.sum));
		t_recover(&copy, torn, &home, steps);
		/* Cut there, and begun again. */
		t_recover(&copy, torn, &home, UINT8_MAX);
		lost |= t_verified(&home) < t_needed(state);
	}
}

/* ---- what happens; each returns whether it can ---- */

static bool t_write(struct state *state)
{
	uint8_t chunk = state->written / CHUNK;

	if (state->written == UNITS)
		return false;
	state->written++;
	state->sum[chunk]++;
	return true;
}

static bool t_begin_segment(struct state *state)
{
	uint8_t sequence = (uint8_t)(state->newest + 1);
	struct segment *segment = t_segment(state, sequence);

	if (state->in_flight || sequence > LAPS_MAX ||
	    (segment->sequence && segment->sequence >= state->tail))
		return false;
	/* Others' commits may have filled the last one. Of this one only the head is written: old
	   commits stay where they are. */
	segment->sequence = sequence;
	segment->tail = state->tail;
	state->newest = sequence;
	state->commits = 0;
	return true;
}

static bool t_has_room(const struct state *state)
{
	return !state->in_flight && state->commits < COMMITS;
}

static void t_put(struct state *state, struct commit commit)
{
	commit.sequence = state->newest;
	t_segment(state, state->newest)->commit[state->commits] = commit;
	state->in_flight = 1;
}

static bool t_begin_commit(struct state *state)
{
	struct commit commit = {.from = state->logged, .length = state->written};

	if (!t_has_room(state) || state->drop_due || state->logged == state->written)
		return false;
	for (uint8_t chunk = 0; chunk < CHUNKS; chunk++) {
		bool touched =
			chunk * CHUNK < state->written && (chunk + 1) * CHUNK > state->logged;

		commit.sum[chunk] = touched ? state->sum[chunk] : NO_SUM;
	}
	t_put(state, commit);
	if (broken == RULE_WAIT)
		state->acknowledged = commit.length;
	return true;
}

static bool t_begin_drop(struct state *state)
{
	if (!t_has_room(state) || !state->drop_due)
		return false;
	t_put(state, (struct commit){.drop = 1});
	return true;
}

/* Before the segment with the last sync goes: its length and the sum of its last chunk again. */
static bool t_begin_carry(struct state *state)
{
	uint8_t length = state->acknowledged;
	struct commit commit = {.from = length, .length = length, .sum = {NO_SUM, NO_SUM}};

	if (!t_has_room(state) || state->drop_due || state->last != state->tail ||
	    state->tail == state->newest)
		return false;
	commit.sum[(length - 1) / CHUNK] = (uint8_t)((length - 1) % CHUNK + 1);
	t_put(state, commit);
	return true;
}

static bool t_end_commit(struct state *state)
{
	const struct commit *commit = &t_segment(state, state->newest)->commit[state->commits];

	if (!state->in_flight)
		return false;
	state->in_flight = 0;
	state->commits++;
	if (commit->drop) {
		state->drop_due = 0;
		state->last = 0;
		return true;
	}
	state->last = state->newest;
	state->logged = commit->length;
	state->acknowledged = commit->length;
	state->at_home = 0;
	return true;
}

static void t_sync_home(struct state *state)
{
	state->disk = (uint8_t)((1u << state->written) - 1);
	memcpy(state->disk_sum, state->sum, sizeof(state->sum));
}

/* As HDFS does it, with a drop that nobody waits for. */
static bool t_sync_at_home(struct state *state)
{
	if (state->in_flight || state->logged == state->written)
		return false;
	t_sync_home(state);
	state->drop_due = state->last > 0;
	state->logged = state->written;
	state->acknowledged = state->written;
	state->at_home = 1;
	return true;
}

static bool t_clean(struct state *state)
{
	bool carried = state->last != state->tail || broken == RULE_CARRY;

	if (state->tail >= state->newest || !carried)
		return false;
	if (broken != RULE_CLEAN)
		t_sync_home(state);
	state->tail++;
	return true;
}

static bool t_write_back_unit(struct state *state, uint8_t unit)
{
	if (unit >= state->written || state->disk >> unit & 1)
		return false;
	state->disk |= (uint8_t)(1u << unit);
	return true;
}

static bool t_write_back_sum(struct state *state, uint8_t chunk)
{
	if (state->disk_sum[chunk] == state->sum[chunk])
		return false;
	state->disk_sum[chunk] = state->sum[chunk];
	return true;
}

typedef bool (*step_fn)(struct state *state);

static const step_fn steps_of_log[] = {t_write,       t_begin_segment, t_begin_commit, t_begin_drop,
				       t_begin_carry, t_end_commit,    t_sync_at_home, t_clean};

#define LOG_STEPS (sizeof(steps_of_log) / sizeof(steps_of_log[0]))
#define CHOICES   (LOG_STEPS + UNITS + CHUNKS)

static bool t_step(void *of, size_t choice)
{
	struct state *state = of;

	if (choice < LOG_STEPS)
		return steps_of_log[choice](state);
	choice -= LOG_STEPS;
	return choice < UNITS ? t_write_back_unit(state, (uint8_t)choice)
			      : t_write_back_sum(state, (uint8_t)(choice - UNITS));
}

/* ---- all states ---- */

static void t_begin(void *state)
{
	struct state *first = state;

	first->tail = 1;
	first->newest = 1;
	first->segment[0].sequence = 1;
	first->segment[0].tail = 1;
}

static bool t_is_safe(const void *of)
{
	const struct state *state = of;

	lost = false;
	t_crash(state, false);
	if (state->in_flight)
		t_crash(state, true);
	return !lost;
}

static const struct model model = {
	.state_bytes = sizeof(struct state),
	.choices = CHOICES,
	.begin = t_begin,
	.is_safe = t_is_safe,
	.step = t_step,
	.left_out = &broken,
	.rules = RULES,
};

static void nothing_acknowledged_is_lost_in_any_state(void **context)
{
	(void)context;
	model_assert_safe(&model);
}

static void without_any_one_rule_something_is_lost(void **context)
{
	(void)context;
	model_assert_needs_each_rule(&model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_acknowledged_is_lost_in_any_state),
		cmocka_unit_test(without_any_one_rule_something_is_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
