/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The worked example of Mishra 2018, every figure of it, as bid-sim prints it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "sim/worked_example.h"

/* The line that begins so must be there and go on so. */
static void expect_line(const char *start, const char *rest)
{
	FILE *file = tmpfile();
	char line[1024];
	bool found = false;

	assert_non_null(file);
	assert_int_equal(sim_worked_example_print(file), 0);
	rewind(file);
	while (!found && fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		found = strncmp(line, start, strlen(start)) == 0;
	}
	fclose(file);
	if (!found)
		fail_msg("no line begins with %s", start);
	assert_string_equal(line + strlen(start), rest);
}

static void noop_keeps_the_order_of_arrival(void **state)
{
	(void)state;
	expect_line("example\tnoop\toff\thdd\t",
		    "B1 A1 A2 A3 C1 B2 B3 A4 A5 A6 C2 B4\t71 3 3 3 16 71 72 72 4 4 4 16 72\t"
		    "7\t273\t39.000\t2.73\t-\t40.000\t-\t-");
}

static void deadline_serves_what_has_expired_and_then_sorted_batches(void **state)
{
	(void)state;
	expect_line("example\tdeadline\toff\thdd\t",
		    "B1 A1 A2 A3 C1 A4 A5 A6 B2 B3 C2 B4\t71 3 3 3 16 4 4 4 71 72 72 16 72\t"
		    "7\t273\t39.000\t2.73\t-\t40.000\t-\t-");
}

static void cfq_moves_8_times_over_275_tracks(void **state)
{
	(void)state;
	expect_line("example\tcfq\toff\thdd\t",
		    "A1 A2 C1 B1 B2 A3 A4 C2 B3 B4 A5 A6\t3 3 16 71 71 72 3 4 16 72 72 4 4\t"
		    "8\t275\t34.375\t2.75\t-\t40.000\t-\t-");
}

static void bid_serves_each_process_in_one_piece(void **state)
{
	(void)state;
	expect_line("example\tbid-published\toff\thdd\t",
		    "B1 B2 B3 B4 A1 A2 A3 A4 A5 A6 C1 C2\t71 71 72 72 72 3 3 3 4 4 4 16 16\t"
		    "4\t83\t20.750\t0.83\t-\t40.000\t-\t-");
	expect_line("example\tbid-published\ton\thdd\t",
		    "B1+B2+B3+B4 A1 A2 A3 A4 A5 A6 C1 C2\t71 72 3 3 3 4 4 4 16 16\t"
		    "4\t83\t20.750\t0.83\t-\t160.000\t-\t-");
}

static void hybrid_sends_only_what_packs_badly_to_the_ssd(void **state)
{
	(void)state;
	expect_line("example\tbid-published-hybrid\toff\thybrid\t",
		    "C1@ssd C2@ssd B1 B2 B3 B4 A1 A2 A3 A4 A5 A6\t71 71 72 72 72 3 3 3 4 4 4\t"
		    "3\t71\t23.667\t0.71\t-\t40.000\t4.000\tC");
	expect_line("example\tbid-published-hybrid\ton\thybrid\t",
		    "C1@ssd C2@ssd B1+B2+B3+B4 A1 A2 A3 A4 A5 A6\t71 72 3 3 3 4 4 4\t"
		    "3\t71\t23.667\t0.71\t-\t160.000\t4.000\tC");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(noop_keeps_the_order_of_arrival),
		cmocka_unit_test(deadline_serves_what_has_expired_and_then_sorted_batches),
		cmocka_unit_test(cfq_moves_8_times_over_275_tracks),
		cmocka_unit_test(bid_serves_each_process_in_one_piece),
		cmocka_unit_test(hybrid_sends_only_what_packs_badly_to_the_ssd),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
