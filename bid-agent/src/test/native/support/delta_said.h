/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#ifndef DELTA_SAID_H
#define DELTA_SAID_H

#include <stddef.h>

/*
 * Runs what an operator runs on a log; what it returns. Both its outputs go to text, as many bytes
 * as there is room for. folder: those of volumes, with a blank between.
 */
int delta_said(const char *action, const char *path, const char *folder, char *text, size_t size);

#endif
