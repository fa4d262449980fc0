/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Numbers in text, exactly: no locale, no rounding through floating point.
 */
#ifndef TRACE_NUMBER_H
#define TRACE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Reads decimal digits at *text and moves it behind them. False when there are none or they are
 * more than 64 bits.
 */
bool trace_read_unsigned(const char **text, uint64_t *value);

/* The whole text is one such number. */
bool trace_parse_unsigned(const char *text, uint64_t *value);

/*
 * The whole text is a number like 12, 0.5 or 1.5e-05; value is it times 10^decimals, cut to an
 * integer. False otherwise, or when it is more than 64 bits.
 */
bool trace_parse_scaled(const char *text, int decimals, uint64_t *value);

#endif
