/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "marks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void marks_init(struct marks *marks, const uint8_t *uuid, const char *log)
{
	*marks = (struct marks){0};
	memcpy(marks->mark.uuid, uuid, DELTA_UUID_BYTES);
	snprintf(marks->mark.log, sizeof(marks->mark.log), "%s", log);
	pthread_mutex_init(&marks->lock, NULL);
	pthread_cond_init(&marks->changed, NULL);
}

/* The volume of that folder, made when it is not known; NULL: there is no memory. Under the lock.
 */
static struct marked *find(struct marks *marks, const struct delta_text *folder)
{
	struct marked *at = marks->first;

	while (at && (strlen(at->folder) != folder->length ||
		      memcmp(at->folder, folder->bytes, folder->length)))
		at = at->next;
	if (at)
		return at;
	at = calloc(1, sizeof(*at) + folder->length + 1);
	if (!at)
		return NULL;
	memcpy(at->folder, folder->bytes, folder->length);
	at->next = marks->first;
	marks->first = at;
	return at;
}

/* Under the lock, but for the time that the disk takes. */
static int put(struct marks *marks, struct marked *volume)
{
	int error;

	volume->state = MARKED_SOON;
	pthread_mutex_unlock(&marks->lock);
	error = delta_mark_put(volume->folder, &marks->mark);
	/* The log has ended meanwhile: nobody else takes it away. */
	pthread_mutex_lock(&marks->lock);
	if (!error && marks->ended) {
		error = -ESTALE;
		marks_take(volume->folder, marks->mark.uuid);
	}
	volume->state = error ? MARKED_NOT : MARKED_DURABLY;
	pthread_cond_broadcast(&marks->changed);
	return error;
}

int marks_put(struct marks *marks, const struct delta_definition *definition)
{
	struct marked *volume;
	int error = 0;

	pthread_mutex_lock(&marks->lock);
	volume = find(marks, &definition->root);
	while (volume && volume->state == MARKED_SOON)
		pthread_cond_wait(&marks->changed, &marks->lock);
	if (!volume)
		error = -ENOMEM;
	else if (marks->ended)
		error = -ESTALE;
	else if (volume->state == MARKED_NOT)
		error = put(marks, volume);
	pthread_mutex_unlock(&marks->lock);
	return error;
}

void marks_end(struct marks *marks)
{
	pthread_mutex_lock(&marks->lock);
	marks->ended = true;
	for (struct marked *at = marks->first; at; at = at->next) {
		if (at->state != MARKED_DURABLY)
			continue;
		at->state = MARKED_NOT;
		pthread_mutex_unlock(&marks->lock);
		marks_take(at->folder, marks->mark.uuid);
		pthread_mutex_lock(&marks->lock);
	}
	pthread_mutex_unlock(&marks->lock);
}

void marks_free(struct marks *marks)
{
	while (marks->first) {
		struct marked *next = marks->first->next;

		free(marks->first);
		marks->first = next;
	}
	pthread_cond_destroy(&marks->changed);
	pthread_mutex_destroy(&marks->lock);
}

const char *marks_of_other(char *const *folders, int count, const uint8_t *uuid)
{
	for (int i = 0; i < count; i++) {
		struct delta_mark mark;
		int error = delta_mark_read(folders[i], &mark);

		/* One that cannot be read may name any. */
		if (error != -ENOENT && (error || !uuid || !delta_mark_names(&mark, uuid)))
			return folders[i];
	}
	return NULL;
}

void marks_take(const char *folder, const uint8_t *uuid)
{
	struct delta_mark mark;

	/* What stays by an error asks for a log that is there. */
	if (!delta_mark_read(folder, &mark) && delta_mark_names(&mark, uuid))
		(void)delta_mark_remove(folder);
}
