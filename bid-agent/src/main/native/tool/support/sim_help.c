/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "sim_help.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "sim_option_rows.h"

enum { TEXT_COLUMN = 32, WIDTH = 80 };

struct help_row {
	const char *name;
	const char *value; /* NULL: takes none */
	const char *text;  /* NULL: not told */
};

#define HELP_ROW(code, name, value, text) {name, value, text},
static const struct help_row rows[] = {SIM_OPTION_ROWS(HELP_ROW)};
static const struct help_row own_rows[] = {SIM_OWN_ROWS(HELP_ROW)};
#undef HELP_ROW

/* Words fill the lines of the right-hand column. */
static void print_text(const char *text, int column)
{
	while (*text) {
		int length = (int)strcspn(text, " ");
		int start = column < TEXT_COLUMN ? TEXT_COLUMN : column + 1;

		if (start + length > WIDTH) {
			putchar('\n');
			column = 0;
			start = TEXT_COLUMN;
		}
		printf("%*s%.*s", start - column, "", length, text);
		column = start + length;
		text += length;
		text += strspn(text, " ");
	}
	putchar('\n');
}

static void print_rows(const struct help_row *first, size_t count)
{
	for (const struct help_row *row = first; row < first + count; row++) {
		if (row->text)
			print_text(row->text, printf("  --%s%s%s", row->name, row->value ? " " : "",
						     row->value ? row->value : ""));
	}
}

void sim_help_print(void)
{
	puts("Options of the simulator, bid-sim:");
	print_rows(rows, sizeof(rows) / sizeof(rows[0]));
	puts("What ./tierline gives it by itself (alone it runs in an open loop):");
	print_rows(own_rows, sizeof(own_rows) / sizeof(own_rows[0]));
}
