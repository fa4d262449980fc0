/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * When requests are late.
 */
#include "guard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define NOW UINT64_C(1000000000)

static struct bid_request request_of(enum bid_op op, enum bid_class service_class)
{
	return (struct bid_request){.op = (uint8_t)op,
				    .service_class = (uint8_t)service_class,
				    .flags = op == BID_READ ? BID_SYNC : 0};
}

/* Its guard, when the sweeps take so long. */
static uint64_t guard_ns(enum bid_op op, enum bid_class service_class, bool light,
			 uint64_t ready_ns, uint64_t lazy_ns)
{
	const uint64_t swept_ns[SWEEP_KINDS] = {[SWEEP_READY] = ready_ns, [SWEEP_LAZY] = lazy_ns};
	const struct bid_settings settings = {.count = 0};
	struct bid_request request = request_of(op, service_class);
	struct bid_guard guard;

	guard_init(&guard, &settings);
	return guard_expiry_ns(&guard, &request, light, swept_ns, NOW) - NOW;
}

static void a_guard_grows_to_one_and_a_half_sweeps_of_lazy_writes_to_three(void **state)
{
	(void)state;
	assert_int_equal(guard_ns(BID_READ, BID_FOREGROUND, false, 0, 0), 500 * BID_MS);
	assert_int_equal(guard_ns(BID_READ, BID_FOREGROUND, false, 333 * BID_MS, 0), 500 * BID_MS);
	assert_int_equal(guard_ns(BID_READ, BID_FOREGROUND, false, 800 * BID_MS, 0), 1200 * BID_MS);
	assert_int_equal(guard_ns(BID_WRITE, BID_FOREGROUND, false, 0, 1200 * BID_MS),
			 3600 * BID_MS);
}

static void a_lazy_write_is_late_after_its_deadline_whatever_a_sweep_takes(void **state)
{
	(void)state;
	assert_int_equal(guard_ns(BID_WRITE, BID_FOREGROUND, false, 0, 4 * BID_SECOND),
			 5 * BID_SECOND);
}

static void each_kind_goes_by_its_own_sweep(void **state)
{
	(void)state;
	assert_int_equal(guard_ns(BID_READ, BID_FOREGROUND, false, 0, 9 * BID_SECOND),
			 500 * BID_MS);
	assert_int_equal(guard_ns(BID_WRITE, BID_FOREGROUND, false, 9 * BID_SECOND, 0),
			 3 * BID_SECOND);
}

static void logs_and_who_asks_for_little_wait_for_no_sweep(void **state)
{
	(void)state;
	assert_int_equal(guard_ns(BID_READ, BID_LOG, false, 9 * BID_SECOND, 0), 50 * BID_MS);
	assert_int_equal(guard_ns(BID_READ, BID_FOREGROUND, true, 9 * BID_SECOND, 0), 50 * BID_MS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_guard_grows_to_one_and_a_half_sweeps_of_lazy_writes_to_three),
		cmocka_unit_test(a_lazy_write_is_late_after_its_deadline_whatever_a_sweep_takes),
		cmocka_unit_test(each_kind_goes_by_its_own_sweep),
		cmocka_unit_test(logs_and_who_asks_for_little_wait_for_no_sweep),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
