/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Addresses of a trace on a drive of another size.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim_fixture.h"
#include "test_random.h"
#include "trace/fit.h"

#define GIB (UINT64_C(1) << 21)

static void wrapped_addresses_begin_anew_and_end_within(void **unused)
{
	(void)unused;
	assert_int_equal(trace_fit_lba(TRACE_WRAP, 1000 * GIB, 100 * GIB, 7, 8), 7);
	assert_int_equal(trace_fit_lba(TRACE_WRAP, 1000 * GIB, 100 * GIB, 100 * GIB + 7, 8), 7);
	assert_int_equal(trace_fit_lba(TRACE_WRAP, 1000 * GIB, 100 * GIB, 200 * GIB - 4, 8),
			 100 * GIB - 8);
	/* Nothing longer than the drive fits. */
	assert_int_equal(trace_fit_lba(TRACE_WRAP, 1000 * GIB, 16, 100, 17), 100);
}

static void scaled_addresses_keep_runs_and_proportions(void **unused)
{
	uint64_t first = trace_fit_lba(TRACE_SCALE, 1000 * GIB, 100 * GIB, 500 * GIB + 16, 8);

	(void)unused;
	assert_int_equal(first, 50 * GIB + 16);
	assert_int_equal(trace_fit_lba(TRACE_SCALE, 1000 * GIB, 100 * GIB, 500 * GIB + 24, 8),
			 first + 8);
	/* A larger drive: the trace spreads over it. */
	assert_int_equal(trace_fit_lba(TRACE_SCALE, 100 * GIB, 1000 * GIB, 50 * GIB, 8), 500 * GIB);
}

static void the_last_address_there_is_can_be_scaled(void **unused)
{
	uint64_t lba = trace_fit_lba(TRACE_SCALE, UINT64_MAX, 100 * GIB, UINT64_C(1) << 63, 8);

	(void)unused;
	assert_true(lba >= 50 * GIB - GIB && lba <= 50 * GIB + GIB);
}

static void as_is_changes_nothing(void **unused)
{
	(void)unused;
	assert_int_equal(trace_fit_lba(TRACE_AS_IS, 1000, 10, 990, 8), 990);
}

static void whatever_fits_ends_within_the_drive(void **unused)
{
	struct test_random random = {.state = 7};

	(void)unused;
	for (int i = 0; i < 100000; i++) {
		uint64_t device = 1 + test_random_below(&random, i % 2 ? 1000 : 300 * GIB);
		uint64_t end = 9 + test_random_below(&random, i % 3 ? 5000 : 4000 * GIB);
		uint64_t sectors = 1 + test_random_below(&random, device < 8 ? device : 8);
		uint64_t lba = test_random_below(&random, end - 8);
		enum trace_addresses how = i % 5 ? TRACE_SCALE : TRACE_WRAP;

		assert_true(trace_fit_lba(how, end, device, lba, sectors) <= device - sectors);
	}
}

static void a_source_is_fitted_record_by_record(void **unused)
{
	struct trace_record records[] = {{.lba = 150, .sectors = 8}, {.lba = 20, .sectors = 8}};
	struct record_list list;
	struct trace_source *source;
	struct trace_record record;

	(void)unused;
	record_list_open(&list, records, 2);
	assert_int_equal(trace_fit(&list.source, TRACE_WRAP, 158, 100, &source), 0);
	assert_int_equal(source->next(source, &record), 1);
	assert_int_equal(record.lba, 50);
	assert_int_equal(source->next(source, &record), 1);
	assert_int_equal(record.lba, 20);
	assert_int_equal(source->next(source, &record), 0);
	assert_int_equal(source->counts.records, 2);
	source->close(source);
}

static void names_are_those_of_the_option(void **unused)
{
	enum trace_addresses addresses;

	(void)unused;
	for (int i = TRACE_AS_IS; i <= TRACE_SCALE; i++) {
		assert_int_equal(trace_addresses_of(trace_addresses_name((enum trace_addresses)i),
						    &addresses),
				 0);
		assert_int_equal(addresses, i);
	}
	assert_int_equal(trace_addresses_of("folded", &addresses), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wrapped_addresses_begin_anew_and_end_within),
		cmocka_unit_test(scaled_addresses_keep_runs_and_proportions),
		cmocka_unit_test(the_last_address_there_is_can_be_scaled),
		cmocka_unit_test(as_is_changes_nothing),
		cmocka_unit_test(whatever_fits_ends_within_the_drive),
		cmocka_unit_test(a_source_is_fitted_record_by_record),
		cmocka_unit_test(names_are_those_of_the_option),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
