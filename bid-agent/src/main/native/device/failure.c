/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include <stdarg.h>
#include <stdio.h>

#include "device/failure.h"

int failure_at(const struct failure *failure, int code, const char *file, unsigned int line,
	       const char *format, ...)
{
	char reason[256];
	va_list arguments;

	va_start(arguments, format);
	(void)vsnprintf(reason, sizeof(reason), format, arguments);
	va_end(arguments);
	if (!failure->size)
		return code;
	if (line)
		(void)snprintf(failure->text, failure->size, "%s:%u: %s", file, line, reason);
	else
		(void)snprintf(failure->text, failure->size, "%s: %s", file, reason);
	return code;
}
