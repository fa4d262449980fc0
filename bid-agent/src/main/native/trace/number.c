/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "number.h"

/* Larger powers of ten are beyond 64 bits whatever they multiply. */
#define EXPONENT_MAX 60

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool append_digit(uint64_t *value, char digit)
{
	uint64_t units = (uint64_t)(digit - '0');

	if (*value > (UINT64_MAX - units) / 10)
		return false;
	*value = *value * 10 + units;
	return true;
}

bool trace_read_unsigned(const char **text, uint64_t *value)
{
	const char *at = *text;

	if (!is_digit(*at))
		return false;
	*value = 0;
	for (; is_digit(*at); at++) {
		if (!append_digit(value, *at))
			return false;
	}
	*text = at;
	return true;
}

bool trace_parse_unsigned(const char *text, uint64_t *value)
{
	return trace_read_unsigned(&text, value) && !*text;
}

/* Digits of a fraction that no longer fit are below a nanosecond and dropped. */
static int read_fraction(const char **text, uint64_t *value)
{
	int digits = 0;
	bool fits = true;

	for (; is_digit(**text); (*text)++) {
		fits = fits && digits < EXPONENT_MAX && append_digit(value, **text);
		if (fits)
			digits++;
	}
	return digits;
}

static bool read_exponent(const char **text, int *exponent)
{
	bool negative = false;
	uint64_t value;

	(*text)++;
	if (**text == '-' || **text == '+') {
		negative = **text == '-';
		(*text)++;
	}
	if (!trace_read_unsigned(text, &value))
		return false;
	if (value > EXPONENT_MAX)
		value = EXPONENT_MAX;
	*exponent += negative ? -(int)value : (int)value;
	return true;
}

static bool scale(uint64_t *value, int exponent)
{
	for (; exponent > 0 && *value; exponent--) {
		if (!append_digit(value, '0'))
			return false;
	}
	for (; exponent < 0 && *value; exponent++)
		*value /= 10;
	return true;
}

bool trace_parse_scaled(const char *text, int decimals, uint64_t *value)
{
	int exponent = decimals;

	if (!trace_read_unsigned(&text, value))
		return false;
	if (*text == '.') {
		text++;
		exponent -= read_fraction(&text, value);
	}
	if ((*text == 'e' || *text == 'E') && !read_exponent(&text, &exponent))
		return false;
	return !*text && scale(value, exponent);
}
