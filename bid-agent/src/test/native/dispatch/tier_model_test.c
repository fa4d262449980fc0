/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: the rules of a volume's second tier (docs/bid-live.md) as a model so small that all
 * its states can be looked at. One sector is written up to four times, to the SSD or to the disk; a
 * log of three segments of two commits each; the kernel writes back when it likes, segments come
 * home and are used again. In every state the sector is read, the process may be killed and the
 * machine may lose its power, with the commit under way on the SSD as a whole, or torn. Recovery is
 * cut after any step, and begun again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model_search.h"

#define WRITES   4u
#define SEGMENTS 3u
#define COMMITS  2u /* of a segment */
#define LAPS_MAX 7u /* segments that are begun in one history */
#define GARBAGE  0xffu

/* What a faulty tier would leave out. */
enum rule {
	ALL_RULES,
	RULE_WAIT,     /* T1: a write is answered when its commit is durable */
	RULE_HOME,     /* T2: a segment is given up when what lives there is at home ... */
	RULE_SYNC,     /* T2: ... and durable there */
	RULE_HEAD,     /* T3: what came home lives there when a head on the SSD says so */
	RULE_FLIGHT,   /* T3: and nobody is writing to it on the SSD */
	RULE_REUSE,    /* T4: a segment is used again when nothing lives there */
	RULE_SEQUENCE, /* T5: no record of another lap */
	RULE_WHOLE,    /* T5: a torn commit is not applied */
	RULES
};

enum flight { NO_FLIGHT, FLIES_TO_SSD, FLIES_TO_DISK };
enum home { HOME_RESTS, HOME_WRITTEN, HOME_SYNCED };

struct commit {
	uint8_t sequence; /* 0: none */
	uint8_t write;
};

struct segment {
	uint8_t sequence; /* 0: never begun */
	uint8_t tail;     /* as its head says */
	struct commit commit[COMMITS];
};

struct state {
	uint8_t begun;    /* the last write */
	uint8_t answered; /* the last that was */
	uint8_t durable;  /* that was promised to outlive a loss of power */
	uint8_t cache;    /* what the kernel has of the file */
	uint8_t disk;     /* what the disk has */
	uint8_t flight;
	uint8_t put;      /* the write under way is in a commit, which is being written */
	uint8_t arriving; /* it was not mapped when it was begun */
	uint8_t mapped;   /* the sector lives on the SSD, ... */
	uint8_t at;       /* ... in the segment of that sequence number, ... */
	uint8_t at_commit;
	uint8_t newest; /* sequence */
	uint8_t commits;
	uint8_t tail; /* segments below it are not needed */
	uint8_t home;
	struct segment segment[SEGMENTS];
};

static uint32_t broken; /* enum rule */
static bool lost;

static struct segment *t_segment(struct state *state, uint8_t sequence)
{
	return &state->segment[sequence % SEGMENTS];
}

static uint8_t t_head_tail(struct state *state)
{
	return t_segment(state, state->newest)->tail;
}

/* ---- recovery ---- */

/* Replays what the log has onto the file, but for what comes after so many records. */
static uint8_t t_recover(struct state *state, bool torn, uint8_t file, uint8_t steps)
{
	for (uint8_t sequence = t_head_tail(state); sequence <= state->newest; sequence++) {
		const struct segment *segment = t_segment(state, sequence);

		for (uint8_t i = 0; segment->sequence == sequence && i < COMMITS; i++) {
			const struct commit *commit = &segment->commit[i];
			bool flies = state->put && sequence == state->newest && i == state->commits;

			if (!commit->sequence ||
			    (commit->sequence != sequence && broken != RULE_SEQUENCE))
				break;
			if (flies && torn && broken != RULE_WHOLE)
				break;
			if (steps-- == 0)
				return file;
			file = flies && torn ? GARBAGE : commit->write;
		}
	}
	return file;
}

static void t_crash_with(const struct state *state, bool torn, uint8_t file, uint8_t least)
{
	for (uint8_t steps = 0; steps <= SEGMENTS * COMMITS; steps++) {
		struct state copy = *state;
		/* Cut there, and begun again. */
		uint8_t cut = t_recover(&copy, torn, file, steps);
		uint8_t recovered = t_recover(&copy, torn, cut, UINT8_MAX);

		lost |= recovered < least || recovered > state->begun;
	}
}

static void t_crash(const struct state *state, bool torn)
{
	t_crash_with(state, torn, state->cache, state->answered);
	t_crash_with(state, torn, state->disk, state->durable);
}

/* Who reads gets the last write that was answered, or one that is under way. */
static void t_read(struct state *state)
{
	uint8_t found = state->cache;

	if (state->mapped) {
		const struct commit *commit =
			&t_segment(state, state->at)->commit[state->at_commit];

		found = commit->sequence == state->at ? commit->write : GARBAGE;
	}
	lost |= found < state->answered || found > state->begun;
}

/* ---- what happens; each returns whether it can ---- */

static bool t_begin_write(struct state *state, enum flight flight)
{
	if (state->flight != NO_FLIGHT || state->begun == WRITES)
		return false;
	/* What lives on the SSD is written there. */
	if (state->mapped && flight == FLIES_TO_DISK)
		return false;
	state->begun++;
	state->flight = (uint8_t)flight;
	state->arriving = !state->mapped;
	if (broken == RULE_WAIT && flight == FLIES_TO_SSD)
		state->answered = state->begun;
	return true;
}

static bool t_begin_on_ssd(struct state *state)
{
	return t_begin_write(state, FLIES_TO_SSD);
}

static bool t_begin_on_disk(struct state *state)
{
	return t_begin_write(state, FLIES_TO_DISK);
}

static bool t_put(struct state *state)
{
	if (state->flight != FLIES_TO_SSD || state->put || state->commits == COMMITS)
		return false;
	t_segment(state, state->newest)->commit[state->commits] =
		(struct commit){.sequence = state->newest, .write = state->begun};
	state->put = 1;
	return true;
}

static bool t_arrive(struct state *state)
{
	if (!state->put)
		return false;
	state->put = 0;
	state->flight = NO_FLIGHT;
	/* Written in place: the core does not map it anew. */
	state->mapped |= state->arriving;
	state->at = state->newest;
	state->at_commit = state->commits++;
	state->answered = state->begun;
	state->durable = state->begun;
	return true;
}

static bool t_write_disk(struct state *state)
{
	if (state->flight != FLIES_TO_DISK)
		return false;
	state->cache = state->begun;
	state->flight = NO_FLIGHT;
	state->answered = state->begun;
	return true;
}

static bool t_sync(struct state *state)
{
	if (state->disk == state->cache && state->durable == state->answered)
		return false;
	state->disk = state->cache;
	state->durable = state->answered;
	return true;
}

static bool t_write_back(struct state *state)
{
	if (state->disk == state->cache)
		return false;
	state->disk = state->cache;
	return true;
}

static bool t_begin_segment(struct state *state)
{
	uint8_t sequence = (uint8_t)(state->newest + 1);
	struct segment *segment = t_segment(state, sequence);
	bool needed = segment->sequence && segment->sequence >= state->tail;
	bool lives = state->mapped && segment->sequence == state->at;

	if (state->put || sequence > LAPS_MAX || needed || (lives && broken != RULE_REUSE))
		return false;
	/* Of this one only the head is written: old commits stay where they are. */
	segment->sequence = sequence;
	segment->tail = state->tail;
	state->newest = sequence;
	state->commits = 0;
	return true;
}

static bool t_lives_in_tail(const struct state *state)
{
	return state->mapped && state->at == state->tail;
}

static bool t_home_write(struct state *state)
{
	if (state->home != HOME_RESTS || state->tail >= state->newest || !t_lives_in_tail(state) ||
	    broken == RULE_HOME)
		return false;
	state->cache = t_segment(state, state->at)->commit[state->at_commit].write;
	state->home = HOME_WRITTEN;
	return true;
}

static bool t_home_sync(struct state *state)
{
	if (state->home != HOME_WRITTEN)
		return false;
	if (broken != RULE_SYNC)
		state->disk = state->cache;
	state->home = HOME_SYNCED;
	return true;
}

/* Nothing lives in the oldest segment but what has come home. */
static bool t_move_tail(struct state *state)
{
	bool is_home = state->home == HOME_SYNCED || !t_lives_in_tail(state);

	if (state->tail >= state->newest || state->home == HOME_WRITTEN ||
	    (!is_home && broken != RULE_HOME))
		return false;
	state->home = HOME_RESTS;
	state->tail++;
	return true;
}

/* The core is told that the sector lives on the disk again. */
static bool t_settle(struct state *state)
{
	uint8_t end = broken == RULE_HEAD ? state->tail : t_head_tail(state);

	if (!state->mapped || state->at >= end ||
	    (state->flight == FLIES_TO_SSD && !state->arriving && broken != RULE_FLIGHT))
		return false;
	state->mapped = 0;
	return true;
}

typedef bool (*step_fn)(struct state *state);

static const step_fn steps[] = {
	t_begin_on_ssd, t_begin_on_disk, t_put,        t_arrive,    t_write_disk, t_sync,
	t_write_back,   t_begin_segment, t_home_write, t_home_sync, t_move_tail,  t_settle,
};

#define STEPS (sizeof(steps) / sizeof(steps[0]))

/* ---- all states ---- */

static void t_begin(void *state)
{
	struct state *first = state;

	first->tail = 1;
	first->newest = 1;
	t_segment(first, 1)->sequence = 1;
	t_segment(first, 1)->tail = 1;
}

static bool t_is_safe(const void *of)
{
	const struct state *state = of;
	struct state read = *state;

	lost = false;
	t_read(&read);
	t_crash(state, false);
	if (state->put)
		t_crash(state, true);
	return !lost;
}

static bool t_step(void *state, size_t choice)
{
	return steps[choice](state);
}

static const struct model model = {
	.state_bytes = sizeof(struct state),
	.choices = STEPS,
	.begin = t_begin,
	.is_safe = t_is_safe,
	.step = t_step,
	.left_out = &broken,
	.rules = RULES,
};

static void nothing_is_lost_in_any_state(void **context)
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
		cmocka_unit_test(nothing_is_lost_in_any_state),
		cmocka_unit_test(without_any_one_rule_something_is_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
