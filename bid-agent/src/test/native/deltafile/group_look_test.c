/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: a log that somebody else overwrites while it is used, and one that nobody does.
 */
#include <errno.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "group_rig.h"

static void give_up_when_overwritten(uint64_t offset)
{
	struct machine machine;
	struct block block;

	machine_start_looking(&machine, MACHINE_LONG_MS, MACHINE_LONG_MS, 1);
	block_begin(&machine, &block, 1);
	block_append(&block, 100);
	assert_int_equal(block_sync(&block), 0);
	machine_overwrite(&machine, offset);
	/* Without anybody's asking, and the block goes home. */
	while (!machine_statistics(&machine).failed || machine_statistics(&machine).homes < 1)
		sched_yield();
	assert_int_equal(machine_statistics(&machine).failed, EBADMSG);
	assert_int_equal(block_sync(&block), -EBADMSG);
	assert_int_equal(block_end(&block), 0);
	machine_stop(&machine);
}

static void a_log_that_is_overwritten_is_given_up(void **state)
{
	/* The first commit is the checkpoint of a page, the second one the sync. */
	const uint64_t head = delta_segment_offset(&machine_geometry, 1);

	(void)state;
	give_up_when_overwritten(0);
	give_up_when_overwritten(head);
	give_up_when_overwritten(head + 2ull * DELTA_PAGE);
}

/* Also while its segments are used again and again. */
static void a_log_that_nobody_overwrites_is_found_as_it_was(void **state)
{
	struct machine machine;
	struct block block;

	(void)state;
	machine_start_looking(&machine, MACHINE_LONG_MS, MACHINE_LONG_MS, 1);
	block_begin(&machine, &block, 1);
	while (machine_statistics(&machine).bytes_written <
		       4 * delta_file_bytes(&machine_geometry) ||
	       machine_reads(&machine) < 100) {
		int error;

		block_append(&block, 50000);
		error = block_sync(&block);
		assert_true(error == 0 || error == -ENOSPC || error == -EFBIG);
		if (error)
			group_stream_synced(block.stream);
	}
	assert_int_equal(machine_statistics(&machine).failed, 0);
	assert_int_equal(block_end(&block), 0);
	machine_stop(&machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_log_that_is_overwritten_is_given_up),
		cmocka_unit_test(a_log_that_nobody_overwrites_is_found_as_it_was),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
