/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: the live rig's streams under each host, on a disk whose time passes 100 times as
 * fast: right data, and each kind of stream gets on. How fast it is says bid-live.
 */
#include "live/live.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bid/policies.h"
#include "files.h"
#include "policies/rivals.h"
#include "tier_rig.h"

#include <unistd.h>

static const struct live_load small_load = {.disk = "hdd-16t",
					    .ncq = 32,
					    .scale = 100,
					    .readers = 2,
					    .writers = 2,
					    .small_percent = 30,
					    .sync_ms = 50,
					    .measured_ms = 4000,
					    .block_mib = 1};

static const struct live_host *host(const char *name)
{
	for (size_t i = 0; i < live_host_count; i++)
		if (strcmp(live_hosts[i].name, name) == 0)
			return &live_hosts[i];
	fail_msg("there is no host %s", name);
	return NULL;
}

/* Whether there was time for each stream on this machine. */
static bool all_got_on(const struct live_figures *figures)
{
	for (uint32_t i = 0; i < figures->streams; i++)
		if (figures->stream[i].requests == 0)
			return false;
	return true;
}

/* Runs for as long as it takes: tests run beside others. */
static void run_until(const struct live_load *small, const struct live_files *files,
		      const struct live_contender *contender, struct live_figures *figures,
		      bool (*enough)(const struct live_figures *figures))
{
	struct live_load load = *small;
	char error[128];

	do {
		assert_true(load.measured_ms < 600000);
		assert_int_equal(live_run(&load, files, contender, figures, error, sizeof(error)),
				 0);
		assert_int_equal(figures->measured_ns, load.measured_ms * UINT64_C(1000000));
		load.measured_ms *= 2;
	} while (!enough(figures));
}

static void each_stream_gets_on_under_each_host(void **state)
{
	struct live_figures *figures = malloc(sizeof(*figures));
	struct live_files *files;

	(void)state;
	assert_int_equal(live_files_make("/tmp", &small_load, &files), 0);
	for (size_t i = 0; i < live_host_count; i++) {
		const struct live_host *host = &live_hosts[i];
		const struct live_contender contender = {
			.host = host,
			.policy = host->announces ? &bid_announced_policy : &bfq_policy};

		run_until(&small_load, files, &contender, figures, all_got_on);
		assert_int_equal(figures->streams, 5);
		assert_int_equal(figures->syncs, figures->stream[4].requests);
		for (uint32_t s = 0; s < figures->streams; s++) {
			assert_true(figures->stream[s].p50_ns <= figures->stream[s].p99_ns);
			assert_true(figures->stream[s].p99_ns <= figures->stream[s].max_ns);
		}
		assert_int_equal(figures->bytes_ahead > 0, host->announces);
	}
	free(figures);
	live_files_free(files);
}

static bool has_written(const struct live_figures *figures)
{
	return figures->bytes_written > 0;
}

static bool has_redirected(const struct live_figures *figures)
{
	return figures->bytes_redirected > 0 && figures->bytes_read > 0;
}

static void small_writes_go_to_the_ssd(void **state)
{
	const struct live_contender contender = {.host = host("direct"),
						 .policy = &bid_hybrid_policy};
	struct live_figures *figures = malloc(sizeof(*figures));
	struct live_load load = small_load;
	struct live_files *files;

	(void)state;
	if (!tier_rig_is_possible()) {
		free(figures);
		skip();
	}
	load.ssd = "ssd-nvme";
	load.log_mib = 4;
	load.small_percent = 50;
	assert_int_equal(live_files_make("/tmp", &load, &files), 0);
	run_until(&load, files, &contender, figures, has_redirected);
	free(figures);
	live_files_free(files);
}

static void writes_reach_the_disk(void **state)
{
	static const char *const hosts[] = {"kernel", "batch", "direct"};
	struct live_figures *figures = malloc(sizeof(*figures));
	struct live_load load = small_load;
	struct live_files *files;

	(void)state;
	load.readers = 0;
	load.sync_ms = 0;
	load.small_percent = 0;
	assert_int_equal(live_files_make("/tmp", &load, &files), 0);
	for (size_t i = 0; i < sizeof(hosts) / sizeof(hosts[0]); i++) {
		const struct live_contender contender = {.host = host(hosts[i]),
							 .policy = &mq_deadline_policy};

		run_until(&load, files, &contender, figures, has_written);
		assert_int_equal(figures->bytes_read, 0);
	}
	free(figures);
	live_files_free(files);
}

static void other_data_are_found_out(void **state)
{
	const struct live_contender contender = {.host = host("kernel"), .policy = &noop_policy};
	struct live_figures *figures = malloc(sizeof(*figures));
	struct live_load load = small_load;
	struct live_files *files;
	char error[128];
	int result;

	(void)state;
	load.writers = 0;
	load.sync_ms = 0;
	load.small_percent = 0;
	assert_int_equal(live_files_make("/tmp", &load, &files), 0);
	assert_int_equal(pwrite(files->fd[1], "x", 1, 500000), 1);
	do {
		assert_true(load.measured_ms < 600000);
		load.measured_ms *= 2;
		result = live_run(&load, files, &contender, figures, error, sizeof(error));
	} while (result == 0);
	assert_int_equal(result, -EILSEQ);
	free(figures);
	live_files_free(files);
}

static void a_bound_is_what_the_disk_reads_in_sequence(void **state)
{
	struct live_load load = small_load;
	uint64_t bytes_per_second = 0;
	char error[128] = "";

	(void)state;
	load.block_mib = 64;
	assert_int_equal(live_bound(&load, &bytes_per_second, error, sizeof(error)), 0);
	/* The data sheet's 261 MB/s are those of the outer edge. */
	assert_true(bytes_per_second > 150000000 && bytes_per_second < 261000000);
	load.disk = "no-such-disk";
	assert_true(live_bound(&load, &bytes_per_second, error, sizeof(error)) < 0);
	assert_non_null(strstr(error, "no-such-disk"));
}

static void too_many_streams_and_none_are_refused(void **state)
{
	struct live_load load = small_load;
	struct live_files *files;

	(void)state;
	load.readers = LIVE_STREAMS_MAX;
	assert_int_equal(live_files_make("/tmp", &load, &files), -E2BIG);
	load = (struct live_load){.block_mib = 1};
	assert_int_equal(live_files_make("/tmp", &load, &files), -E2BIG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_stream_gets_on_under_each_host),
		cmocka_unit_test(small_writes_go_to_the_ssd),
		cmocka_unit_test(writes_reach_the_disk),
		cmocka_unit_test(other_data_are_found_out),
		cmocka_unit_test(a_bound_is_what_the_disk_reads_in_sequence),
		cmocka_unit_test(too_many_streams_and_none_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
