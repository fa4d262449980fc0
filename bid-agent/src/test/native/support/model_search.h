/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Rules as a model so small that all its states can be looked at, breadth first. Each rule can be
 * left out; then a state must be found that loses something: else the model would not need the
 * rule, or the search would find nothing.
 */
#ifndef MODEL_SEARCH_H
#define MODEL_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct model {
	size_t state_bytes; /* states are equal if all their bytes are: no padding */
	size_t choices;     /* steps that may be tried in a state */
	/* Makes the first state of one that is all zero. */
	void (*begin)(void *state);
	/* Whether all that may happen in this state loses nothing. */
	bool (*is_safe)(const void *state);
	/* Takes a step; false: it cannot be taken in this state, which is not used any more. */
	bool (*step)(void *state, size_t choice);
	uint32_t *left_out; /* the rule that the model does without; 0: none */
	uint32_t rules;     /* one more than the last rule */
};

/* Fails the test if any state loses something with all rules, or if there are few of them. */
void model_assert_safe(const struct model *model);
/* Fails the test if no state loses something with one rule left out, whichever it is. */
void model_assert_needs_each_rule(const struct model *model);

#endif
