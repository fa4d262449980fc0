/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: rule D8 of the delta log (docs/bid-delta.md) as a model of which all states are
 * looked at. Two volumes, of which the second may be away when the DataNode starts and come back
 * while it runs; a log A on a device that may not be mounted, and a log B that is made at the same
 * path when it is not. The DataNode marks volumes, logs, brings home, ends in order, is killed, or
 * its machine loses power at any time. Two things may never be: a volume whose unfinished blocks
 * are taken for whole while a log has bytes that they need; and a log that is begun while a volume
 * that is there needs another one.
 *
 * Each part of the rule can be left out. Then one of these must be found.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define VOLUMES  2u
#define STATES   (1u << 14)
#define HASH_MAX (STATES - 1)

enum part {
	ALL_PARTS,
	PART_FIRST,    /* the mark is there before a record is */
	PART_DURABLE,  /* ... and durable */
	PART_STAYS,    /* another log's mark is not overwritten */
	PART_HOME,     /* a mark goes when all is home */
	PART_NOT_USED, /* with another log's mark on a volume none is made or used */
	PART_HELD,     /* a volume with the mark of a log that is not in use is held */
	PARTS
};

enum log { NO_LOG, LOG_A, LOG_B };
enum runs { DOWN, STOCK, WITH_LOG };

struct volume {
	uint8_t mark;    /* as the kernel has it */
	uint8_t durable; /* as the disk has it */
	uint8_t needs;   /* bit per log */
	uint8_t held;
};

struct state {
	struct volume volume[VOLUMES];
	uint8_t mounted; /* A's device */
	uint8_t made;    /* there is a B */
	uint8_t away;    /* the second volume */
	uint8_t runs;
	uint8_t log; /* that runs */
};

static struct state *states;
static uint32_t *table; /* places in states, and 1 */
static uint32_t count;
static enum part broken;
static bool wrong;

static bool t_has(enum part part)
{
	return broken != part;
}

static uint8_t t_bit(uint8_t log)
{
	return (uint8_t)(1u << log);
}

static bool t_is_there(const struct state *state, uint32_t volume)
{
	return !volume || !state->away;
}

static void t_judge(const struct state *state)
{
	for (uint32_t i = 0; i < VOLUMES; i++) {
		const struct volume *volume = &state->volume[i];
		bool served = state->runs != DOWN && !volume->held && t_is_there(state, i);
		uint8_t lacks = volume->needs;

		/* What the log in use has was written since: the kernel has it too. */
		if (state->runs == WITH_LOG)
			lacks &= (uint8_t)~t_bit(state->log);
		wrong = wrong || (served && lacks);
	}
}

/* A log takes records from here on: what if a volume needs another one? */
static void t_judge_use(const struct state *state, uint8_t log)
{
	for (uint32_t i = 0; i < VOLUMES; i++) {
		uint8_t others = state->volume[i].needs & (uint8_t)~t_bit(log);

		wrong = wrong || (t_is_there(state, i) && others);
	}
}

static void t_reach(const struct state *state)
{
	const uint8_t *bytes = (const uint8_t *)state;
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < sizeof(*state); i++)
		hash = (hash ^ bytes[i]) * 16777619u;
	for (hash &= HASH_MAX; table[hash]; hash = (hash + 1) & HASH_MAX) {
		if (!memcmp(&states[table[hash] - 1], state, sizeof(*state)))
			return;
	}
	assert_in_range(count, 0, STATES / 2);
	states[count++] = *state;
	table[hash] = count;
	t_judge(state);
}

static uint8_t t_at_path(const struct state *state)
{
	return state->mounted ? LOG_A : state->made ? LOG_B : NO_LOG;
}

/* Brings home what the log has of the volumes that are there. Whether it has nothing else. */
static bool t_recover(struct state *state, uint8_t log)
{
	bool whole = true;

	for (uint32_t i = 0; i < VOLUMES; i++) {
		struct volume *volume = &state->volume[i];

		if (!t_is_there(state, i)) {
			whole = whole && !(volume->needs & t_bit(log));
			continue;
		}
		volume->needs &= (uint8_t)~t_bit(log);
		if (volume->mark == log)
			volume->mark = volume->durable = NO_LOG;
	}
	return whole;
}

static bool t_other_is_marked(const struct state *state, uint8_t log)
{
	for (uint32_t i = 0; i < VOLUMES; i++) {
		if (t_is_there(state, i) && state->volume[i].mark && state->volume[i].mark != log)
			return true;
	}
	return false;
}

static void t_hold(struct state *state)
{
	for (uint32_t i = 0; i < VOLUMES; i++) {
		struct volume *volume = &state->volume[i];

		volume->held = t_has(PART_HELD) && t_is_there(state, i) && volume->mark &&
			       !(state->runs == WITH_LOG && volume->mark == state->log);
	}
}

/* The DataNode opens the log at the path, or makes one. */
static void t_open(struct state *state)
{
	uint8_t log = t_at_path(state);
	bool refused = t_other_is_marked(state, log) && t_has(PART_NOT_USED);

	state->runs = STOCK;
	state->log = NO_LOG;
	if (!log && !refused) {
		state->made = true;
		log = LOG_B;
	}
	if (log && t_recover(state, log) && !refused) {
		state->runs = WITH_LOG;
		state->log = log;
		t_judge_use(state, log);
	}
	t_hold(state);
}

static void t_write(const struct state *state, uint32_t i)
{
	struct state next = *state;
	struct volume *volume = &next.volume[i];
	uint8_t log = state->log;

	if (!volume->mark || (volume->mark != log && !t_has(PART_STAYS))) {
		volume->mark = log;
		t_reach(&next);
	}
	next = *state;
	if (volume->mark != volume->durable) {
		volume->durable = volume->mark;
		t_reach(&next);
	}
	next = *state;
	/* A record. */
	if ((volume->mark == log || !t_has(PART_FIRST)) &&
	    (volume->durable == log || !t_has(PART_DURABLE) || !t_has(PART_FIRST))) {
		volume->needs |= t_bit(log);
		t_reach(&next);
	}
	next = *state;
	/* Brought home. */
	volume->needs &= (uint8_t)~t_bit(log);
	t_reach(&next);
}

/* In order, or since the log has failed. */
static void t_end_log(const struct state *state, enum runs then)
{
	struct state next = *state;

	for (uint32_t i = 0; i < VOLUMES; i++) {
		struct volume *volume = &next.volume[i];

		/* What cannot be brought home stays needed, and so does the mark. */
		if (volume->needs & t_bit(state->log) && t_has(PART_HOME))
			return;
		if (t_is_there(state, i) && volume->mark == state->log)
			volume->mark = volume->durable = NO_LOG;
	}
	next.runs = then;
	next.log = NO_LOG;
	t_reach(&next);
}

static void t_die(const struct state *state, bool power)
{
	struct state next = *state;

	next.runs = DOWN;
	next.log = NO_LOG;
	for (uint32_t i = 0; i < VOLUMES; i++) {
		next.volume[i].held = false;
		if (power)
			next.volume[i].mark = next.volume[i].durable;
	}
	t_reach(&next);
}

static void t_while_down(const struct state *state)
{
	struct state next = *state;

	next.mounted = !state->mounted;
	t_reach(&next);
	next = *state;
	next.away = !state->away;
	t_reach(&next);
	next = *state;
	t_open(&next);
	t_reach(&next);
}

/* The second volume is added to the DataNode that runs. */
static void t_add(const struct state *state)
{
	struct state next = *state;

	next.away = false;
	if (state->runs == STOCK && next.volume[1].mark)
		t_open(&next);
	t_hold(&next);
	t_reach(&next);
}

static void t_step(const struct state *state)
{
	if (state->runs == DOWN) {
		t_while_down(state);
		return;
	}
	t_die(state, false);
	t_die(state, true);
	if (state->away)
		t_add(state);
	if (state->runs != WITH_LOG)
		return;
	for (uint32_t i = 0; i < VOLUMES; i++) {
		if (t_is_there(state, i))
			t_write(state, i);
	}
	t_end_log(state, DOWN);
	t_end_log(state, STOCK);
}

static bool t_is_wrong(enum part part)
{
	struct state first;

	memset(&first, 0, sizeof(first));
	first.mounted = true;
	states = malloc(STATES * sizeof(*states));
	table = calloc(STATES, sizeof(*table));
	assert_non_null(states);
	assert_non_null(table);
	count = 0;
	broken = part;
	wrong = false;
	t_reach(&first);
	for (uint32_t i = 0; i < count && !wrong; i++) {
		const struct state state = states[i];

		t_step(&state);
	}
	free(states);
	free(table);
	return wrong;
}

static void no_log_that_is_needed_is_passed_over(void **state)
{
	(void)state;
	assert_false(t_is_wrong(ALL_PARTS));
	assert_in_range(count, 500, STATES);
}

static void each_part_is_needed(void **state)
{
	(void)state;
	for (enum part part = ALL_PARTS + 1; part < PARTS; part++) {
		if (!t_is_wrong(part))
			fail_msg("part %d is not needed", (int)part);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_log_that_is_needed_is_passed_over),
		cmocka_unit_test(each_part_is_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
