/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The worked example of Mishra 2018 (chapter 3): twelve requests of three processes on a disk of
 * 100 tracks of 100 sectors, all waiting when the disk becomes free.
 */
#ifndef SIM_WORKED_EXAMPLE_H
#define SIM_WORKED_EXAMPLE_H

#include <stdio.h>

/* Runs it for the source's policies and prints what each did. Returns 0 or a negative errno. */
int sim_worked_example_print(FILE *out);

#endif
