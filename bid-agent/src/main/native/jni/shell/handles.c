/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "handles.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#define PLACES_FIRST   64u
#define GENERATION_MAX 0x7fffffffu

/* One place of the table; handles that it had before differ in their generation. */
struct place {
	void *pointer;
	handle_dispose_fn *dispose;
	int64_t owner;
	enum handle_kind kind; /* HANDLE_NONE: it is free */
	uint32_t generation;
	uint32_t uses;
	bool retired;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* for what follows */
static pthread_cond_t let_go = PTHREAD_COND_INITIALIZER;
static struct place *places;
static uint32_t place_count;
static uint32_t taken;

/* NULL: there is no such handle, or there was. */
static struct place *place_of(int64_t handle)
{
	uint64_t number = (uint64_t)handle & UINT32_MAX;
	struct place *place;

	if (handle <= 0 || number == 0 || number > place_count)
		return NULL;
	place = &places[number - 1];
	return place->kind != HANDLE_NONE && place->generation == (uint64_t)handle >> 32 ? place
											 : NULL;
}

/* The same, of what is not retired. */
static struct place *place_alive(int64_t handle, enum handle_kind kind)
{
	struct place *place = place_of(handle);

	return place && place->kind == kind && !place->retired ? place : NULL;
}

static bool places_grow(void)
{
	uint32_t count = place_count ? place_count * 2 : PLACES_FIRST;
	struct place *grown = realloc(places, count * sizeof(*grown));

	if (!grown)
		return false;
	for (uint32_t i = place_count; i < count; i++)
		grown[i] = (struct place){.kind = HANDLE_NONE};
	places = grown;
	place_count = count;
	return true;
}

/* NULL: there is no memory. */
static struct place *place_free(void)
{
	for (uint32_t i = 0; i < place_count; i++)
		if (places[i].kind == HANDLE_NONE)
			return &places[i];
	return places_grow() ? place_free() : NULL;
}

static int64_t handle_new_locked(const struct place *wanted)
{
	const struct place *owner = place_of(wanted->owner);
	struct place *place;
	uint32_t generation;

	if (wanted->owner && (!owner || owner->retired))
		return -ESTALE;
	place = place_free();
	if (!place)
		return -ENOMEM;
	generation = place->generation == GENERATION_MAX ? 1 : place->generation + 1;
	*place = *wanted;
	place->generation = generation;
	taken++;
	return (int64_t)((uint64_t)generation << 32 | (uint64_t)(place - places + 1));
}

int64_t handle_new(enum handle_kind kind, void *pointer, handle_dispose_fn *dispose, int64_t owner)
{
	const struct place wanted = {
		.pointer = pointer, .dispose = dispose, .owner = owner, .kind = kind};
	int64_t handle;

	pthread_mutex_lock(&lock);
	handle = handle_new_locked(&wanted);
	pthread_mutex_unlock(&lock);
	return handle;
}

/* Under the lock. */
static void place_use(struct place *place)
{
	struct place *owner = place_of(place->owner);

	place->uses++;
	if (owner)
		owner->uses++;
}

void *handle_use(int64_t handle, enum handle_kind kind, void **owner)
{
	struct place *place;
	void *pointer = NULL;

	pthread_mutex_lock(&lock);
	place = place_alive(handle, kind);
	if (place) {
		const struct place *of = place_of(place->owner);

		place_use(place);
		pointer = place->pointer;
		if (owner)
			*owner = of ? of->pointer : NULL;
	}
	pthread_mutex_unlock(&lock);
	return pointer;
}

/* What is to be disposed of, whose place is free now; NULL: nothing. Under the lock. */
static struct place place_let_go(struct place *place)
{
	struct place old = {.kind = HANDLE_NONE};

	if (--place->uses > 0 || !place->retired)
		return old;
	old = *place;
	place->kind = HANDLE_NONE;
	taken--;
	return old;
}

void handle_let_go(int64_t handle)
{
	struct place *place;
	struct place old;
	int64_t owner;

	pthread_mutex_lock(&lock);
	place = place_of(handle);
	owner = place->owner;
	old = place_let_go(place);
	pthread_mutex_unlock(&lock);
	/* Its owner is used until that is over. */
	if (old.kind != HANDLE_NONE)
		old.dispose(old.pointer);
	pthread_mutex_lock(&lock);
	place = place_of(owner);
	/* Who closes the owner uses it himself, so this is never the last use of a retired one. */
	if (place)
		place->uses--;
	pthread_cond_broadcast(&let_go);
	pthread_mutex_unlock(&lock);
}

bool handle_retire(int64_t handle, enum handle_kind kind)
{
	struct place *place;

	pthread_mutex_lock(&lock);
	place = place_alive(handle, kind);
	if (place) {
		place_use(place);
		place->retired = true;
	}
	pthread_mutex_unlock(&lock);
	return place != NULL;
}

/* One that belongs to the handle, retired now and used by the caller; 0: there is none. */
static int64_t retire_one_owned(int64_t handle)
{
	int64_t found = 0;

	pthread_mutex_lock(&lock);
	for (uint32_t i = 0; i < place_count && !found; i++) {
		struct place *place = &places[i];

		if (place->kind == HANDLE_NONE || place->owner != handle || place->retired)
			continue;
		place_use(place);
		place->retired = true;
		found = (int64_t)((uint64_t)place->generation << 32 | (i + 1));
	}
	pthread_mutex_unlock(&lock);
	return found;
}

void handle_retire_owned(int64_t handle)
{
	int64_t owned;

	while ((owned = retire_one_owned(handle)))
		handle_let_go(owned);
}

void handle_await_others(int64_t handle)
{
	pthread_mutex_lock(&lock);
	while (place_of(handle)->uses > 1)
		pthread_cond_wait(&let_go, &lock);
	pthread_mutex_unlock(&lock);
}

uint32_t handle_count(void)
{
	uint32_t count;

	pthread_mutex_lock(&lock);
	count = taken;
	pthread_mutex_unlock(&lock);
	return count;
}
