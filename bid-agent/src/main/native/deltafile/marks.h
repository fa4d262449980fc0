/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The marks of the volumes that a log's blocks are on. From any thread.
 */
#ifndef MARKS_H
#define MARKS_H

#include <pthread.h>

#include "deltafile/mark.h"

enum marked_state { MARKED_NOT, MARKED_SOON, MARKED_DURABLY };

/* A volume. It stays until all ends. */
struct marked {
	struct marked *next;
	enum marked_state state;
	char folder[];
};

struct marks {
	struct delta_mark mark; /* this log's */
	pthread_mutex_t lock;   /* not held while a disk is waited for */
	pthread_cond_t changed; /* a volume's state */
	struct marked *first;
	bool ended;
};

void marks_init(struct marks *marks, const uint8_t *uuid, const char *log);
/*
 * Has the stream's volume marked; once for each. Returns 0 when that is durable; -ESTALE when the
 * log is at its end; or why it cannot be.
 */
int marks_put(struct marks *marks, const struct delta_definition *definition);
/* Nothing of the log is needed any more: takes the marks away, and makes no more. */
void marks_end(struct marks *marks);
void marks_free(struct marks *marks);

/* The first of the folders whose mark names another log than that (NULL: any log); NULL: none. */
const char *marks_of_other(char *const *folders, int count, const uint8_t *uuid);
/* Takes away the folder's mark if it names that log. */
void marks_take(const char *folder, const uint8_t *uuid);

#endif
