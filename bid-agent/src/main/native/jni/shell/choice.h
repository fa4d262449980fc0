/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A policy, and what is set of it, by the text that Java gives.
 */
#ifndef SHELL_CHOICE_H
#define SHELL_CHOICE_H

#include "bid/policy.h"

/*
 * NAME, or NAME:TUNABLE=VALUE[:TUNABLE=VALUE]... as docs/bid-tunables.md has them. Returns 0;
 * -ENOENT: there is no such policy; -EINVAL: something else is not so, or out of range.
 */
int choice_parse(const char *text, const struct bid_policy **policy, struct bid_settings *settings);

#endif
