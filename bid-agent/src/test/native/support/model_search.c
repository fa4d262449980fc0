/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "model_search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PLACES    (1u << 23)
#define HASH_MASK (PLACES - 1)
#define MOST      (PLACES / 2)
/* With fewer the model would not have been looked at. */
#define MANY 10000u

struct search {
	const struct model *model;
	char *states;
	uint32_t *table; /* numbers of states, and 1 */
	uint32_t count;
};

static char *state_at(const struct search *search, uint32_t number)
{
	return search->states + number * search->model->state_bytes;
}

static uint32_t hash_of(const char *state, size_t bytes)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < bytes; i++)
		hash = (hash ^ (uint8_t)state[i]) * UINT64_C(0x100000001b3);
	return (uint32_t)(hash >> 20);
}

/* Adds the state behind the last, if it is new. */
static void search_add(struct search *search, const char *state)
{
	size_t bytes = search->model->state_bytes;
	uint32_t at = hash_of(state, bytes) & HASH_MASK;

	for (; search->table[at]; at = (at + 1) & HASH_MASK)
		if (!memcmp(state_at(search, search->table[at] - 1), state, bytes))
			return;
	/* One is kept free for the next step. */
	assert_true(search->count < MOST - 1);
	memmove(state_at(search, search->count), state, bytes);
	search->table[at] = ++search->count;
}

static void take_steps(struct search *search, uint32_t number)
{
	const struct model *model = search->model;

	for (size_t choice = 0; choice < model->choices; choice++) {
		char *next = state_at(search, search->count);

		memcpy(next, state_at(search, number), model->state_bytes);
		if (model->step(next, choice))
			search_add(search, next);
	}
}

/* Whether all states are safe, until one is not; and how many were found. */
static bool all_are_safe(const struct model *model, uint32_t left_out, uint32_t *count)
{
	struct search search = {.model = model,
				.states = malloc(MOST * model->state_bytes),
				.table = calloc(PLACES, sizeof(*search.table))};
	bool safe = true;

	assert_true(search.states && search.table);
	*model->left_out = left_out;
	memset(search.states, 0, model->state_bytes);
	model->begin(search.states);
	search_add(&search, search.states);
	for (uint32_t i = 0; i < search.count && safe; i++) {
		safe = model->is_safe(state_at(&search, i));
		if (safe)
			take_steps(&search, i);
	}
	*count = search.count;
	free(search.states);
	free(search.table);
	return safe;
}

void model_assert_safe(const struct model *model)
{
	uint32_t count;

	assert_true(all_are_safe(model, 0, &count));
	print_message("%u states\n", count);
	assert_true(count > MANY);
}

void model_assert_needs_each_rule(const struct model *model)
{
	for (uint32_t rule = 1; rule < model->rules; rule++) {
		uint32_t count;
		bool safe = all_are_safe(model, rule, &count);

		print_message("rule %u left out: %s after %u states\n", rule,
			      safe ? "not lost" : "lost", count);
		assert_false(safe);
	}
}
