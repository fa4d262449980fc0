/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: the inside of a volume on a clock that is the test's, which leaps at each moment at
 * which it is looked at in turn. Whatever becomes due by that, nothing stands still: while a
 * request is not answered there is something to wait for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "scheduler.h"
#include "tested_policies.h"

enum { STREAMS = 3, READS = 4, READ_BYTES = 64 * 1024, STEPS_MAX = 10000 };

#define STREAM_BYTES (UINT64_C(64) << 20) /* from one stream to the next */
#define LEAP_NS      UINT64_C(10000000000)

/* ---- a back end that is done at once, and its clock ---- */

struct leaping {
	struct backend backend;
	struct bid_link done;
	uint64_t now_ns;
	uint64_t looks; /* at the clock, so far */
	uint64_t leaps_at;
};

static void leaping_submit(struct backend *backend, struct backend_transfer *transfer)
{
	struct leaping *leaping = (struct leaping *)backend;

	transfer->result = transfer->length;
	bid_list_append(&leaping->done, &transfer->link);
}

static struct backend_transfer *leaping_take_done(struct backend *backend)
{
	struct leaping *leaping = (struct leaping *)backend;
	struct bid_link *first = bid_list_take_first(&leaping->done);

	return first ? bid_container_of(first, struct backend_transfer, link) : NULL;
}

/* Time goes on while a step is made. */
static uint64_t leaping_now_ns(const struct backend *backend)
{
	struct leaping *leaping = (struct leaping *)(uintptr_t)backend;

	leaping->now_ns += leaping->looks++ == leaping->leaps_at ? LEAP_NS : 1000;
	return leaping->now_ns;
}

static const struct backend_ops leaping_ops = {
	.submit = leaping_submit,
	.take_done = leaping_take_done,
	.now_ns = leaping_now_ns,
};

/* ---- a scheduler with streams that each ask for one read after the other ---- */

struct reader {
	uint64_t stream;
	uint32_t asked;
	uint32_t answered;
	char *memory;
};

static uint32_t t_answers;

static void t_answer(void *context, int64_t result)
{
	struct reader *reader = context;

	assert_int_equal(result, READ_BYTES);
	reader->answered++;
	t_answers++;
}

static void t_answered(void *context, const struct operation *operation)
{
	(void)context;
	(void)operation;
}

/* Whether anybody still waits for an answer. */
static bool t_ask(struct scheduler *scheduler, struct volume_file *file, struct reader *readers)
{
	bool waits = false;

	for (uint64_t i = 0; i < STREAMS; i++) {
		struct reader *reader = &readers[i];
		const struct volume_request request = {
			.op = VOLUME_READ,
			.file = file,
			.stream = i + 1,
			.offset = i * STREAM_BYTES + (uint64_t)reader->asked * READ_BYTES,
			.length = READ_BYTES,
			.memory = reader->memory,
			.answer = t_answer,
			.context = reader};

		if (reader->asked == reader->answered && reader->asked < READS) {
			struct operation *operation = operation_new(&request);

			assert_non_null(operation);
			reader->asked++;
			scheduler_add(scheduler, operation);
		}
		waits = waits || reader->asked > reader->answered;
	}
	return waits;
}

/* Until all is answered, as a volume's thread goes on. How often the clock was looked at. */
static uint64_t t_run(const struct bid_policy *policy, int fd, uint64_t leaps_at)
{
	struct leaping leaping = {
		.backend = {.ops = &leaping_ops,
			    .name = "leaping",
			    .profile = {.sectors = 1u << 30, .depth = 1, .rotational = true},
			    .ready_fd = -1,
			    .time_per_mille = 1000},
		.leaps_at = leaps_at};
	const struct bid_setup setup = {.max_outstanding = 64, .max_streams = 64};
	static char memory[READ_BYTES];
	struct reader readers[STREAMS] = {{0}};
	struct scheduler scheduler;
	struct file_table table;
	struct volume_file *file;
	uint32_t steps = 0;

	for (int i = 0; i < STREAMS; i++)
		readers[i].memory = memory;
	bid_list_init(&leaping.done);
	file_table_init(&table, &leaping.backend);
	assert_int_equal(file_open(&table, fd, &file), 0);
	assert_int_equal(scheduler_open(&scheduler, policy, &setup, &leaping.backend, NULL,
					t_answered, NULL),
			 0);
	for (; t_ask(&scheduler, file, readers); steps++) {
		const uint32_t answers = t_answers;
		uint64_t next_ns;

		scheduler_step(&scheduler);
		next_ns = scheduler_next_ns(&scheduler);
		if (!bid_list_empty(&leaping.done) || t_answers > answers)
			continue;
		if (next_ns == BID_NEVER || steps == STEPS_MAX)
			fail_msg("%s stands still where the clock leaps at look %llu", policy->name,
				 (unsigned long long)leaps_at);
		if (next_ns > leaping.now_ns)
			leaping.now_ns = next_ns;
	}
	scheduler_cancel_all(&scheduler);
	scheduler_end(&scheduler);
	scheduler_close(&scheduler);
	file_let_go(file);
	file_table_free(&table);
	return leaping.looks;
}

static void nothing_stands_still_whenever_the_clock_leaps(void **state)
{
	char path[] = "/tmp/scheduler-test-XXXXXX";
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	unlink(path);
	for (size_t i = 0; i < policies_under_test_count; i++) {
		const struct bid_policy *policy = policies_under_test[i];
		uint64_t looks = t_run(policy, fd, UINT64_MAX);

		for (uint64_t leaps_at = 0; leaps_at < looks; leaps_at++)
			t_run(policy, fd, leaps_at);
	}
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_stands_still_whenever_the_clock_leaps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
