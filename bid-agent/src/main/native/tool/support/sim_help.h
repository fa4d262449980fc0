/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What bid-sim --help says.
 */
#ifndef TOOL_SIM_HELP_H
#define TOOL_SIM_HELP_H

/* Prints all options to standard output. */
void sim_help_print(void);

#endif
