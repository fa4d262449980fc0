/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include <stdarg.h>
#include <stdio.h>

#include "engine.h"

int sim_fail(struct sim_engine *engine, int code, const char *format, ...)
{
	va_list arguments;
	int length = snprintf(engine->error, engine->error_size,
			      "at %.6f s: ", (double)engine->now_ns / 1e9);

	if (length > 0 && (size_t)length < engine->error_size) {
		va_start(arguments, format);
		vsnprintf(engine->error + length, engine->error_size - (size_t)length, format,
			  arguments);
		va_end(arguments);
	}
	return code;
}
