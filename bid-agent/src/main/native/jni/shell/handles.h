/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Numbers that stand for pointers. One that was retired stands for nothing, and is given out again
 * after 2^31 others of its place at the earliest. What is used stays until it is let go. From any
 * thread.
 */
#ifndef SHELL_HANDLES_H
#define SHELL_HANDLES_H

#include <stdbool.h>
#include <stdint.h>

enum handle_kind { HANDLE_NONE, HANDLE_VOLUME, HANDLE_FILE, HANDLE_LOG, HANDLE_STREAM };

/* Of what is retired and used by nobody any more. */
typedef void handle_dispose_fn(void *pointer);

/*
 * Returns a number above 0, -ENOMEM, or -ESTALE when the owner (0: none), which the caller uses, is
 * retired.
 */
int64_t handle_new(enum handle_kind kind, void *pointer, handle_dispose_fn *dispose, int64_t owner);
/* NULL: it stands for nothing of that kind. Else it, and its owner, are used. */
void *handle_use(int64_t handle, enum handle_kind kind, void **owner);
void handle_let_go(int64_t handle);
/*
 * Nobody gets it from now on; the caller uses it. False: it stood for nothing of that kind. Who
 * lets it go last disposes of it.
 */
bool handle_retire(int64_t handle, enum handle_kind kind);
/* Retires all that belongs to the handle. */
void handle_retire_owned(int64_t handle);
/* Waits until nobody but the caller uses it. */
void handle_await_others(int64_t handle);
/* How many are not disposed of. */
uint32_t handle_count(void);

#endif
