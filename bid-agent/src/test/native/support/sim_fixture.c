/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Runs hand-made traces.
 */
#include "sim_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "sim/constant_device.h"

static int record_list_next(struct trace_source *source, struct trace_record *record)
{
	struct record_list *list = (struct record_list *)source;

	if (list->next == list->count)
		return 0;
	*record = list->records[list->next++];
	list->source.counts.records++;
	return 1;
}

static void record_list_close(struct trace_source *source)
{
	(void)source;
}

void record_list_open(struct record_list *list, const struct trace_record *records, size_t count)
{
	*list = (struct record_list){
		.source = {.next = record_list_next, .close = record_list_close},
		.records = records,
		.count = count,
	};
}

struct sim_setup fixture_setup(const struct bid_policy *policy, enum sim_loop loop)
{
	struct sim_constant_device constants = {.tracks = 1000,
						.track_sectors = FIXTURE_SECTORS / 1000,
						.positioning_ns = FIXTURE_MS,
						.sector_ns = FIXTURE_US,
						.depth = 1};
	struct sim_setup setup = {
		.policy = policy, .loop = loop, .outstanding = 256, .processes_max = 64};

	bid_settings_set(&setup.settings, "merge", 0);
	bid_settings_set(&setup.settings, "wbt-latency", 0);
	assert_int_equal(sim_constant_device_open(&constants, &setup.device[BID_TIER_HDD]), 0);
	return setup;
}

void fixture_close(struct sim_setup *setup)
{
	setup->device[BID_TIER_HDD]->ops->close(setup->device[BID_TIER_HDD]);
}

static void log_finished(void *context, uint64_t now_ns, const struct bid_request *request,
			 uint64_t issued_ns)
{
	struct finish_log *log = context;

	if (!log || log->count == sizeof(log->entry) / sizeof(log->entry[0]))
		return;
	log->entry[log->count].stream = request->stream;
	log->entry[log->count].lba = request->lba;
	log->entry[log->count].sectors = request->sectors;
	log->entry[log->count].issued_ns = issued_ns;
	log->entry[log->count++].finished_ns = now_ns;
}

struct sim_result *fixture_run(const struct sim_setup *setup, const struct trace_record *records,
			       size_t count, struct finish_log *log)
{
	struct sim_observer observer = {.finished = log_finished, .context = log};
	struct record_list list;
	struct sim_result *result;
	char error[512];
	int code;

	if (log)
		log->count = 0;
	record_list_open(&list, records, count);
	code = sim_run(setup, &list.source, &observer, &result, error, sizeof(error));
	if (code < 0)
		fail_msg("%s: %d %s", setup->policy->name, code, error);
	return result;
}

int fixture_run_failing(const struct sim_setup *setup, const struct trace_record *records,
			size_t count, char *error, size_t error_size)
{
	struct record_list list;
	struct sim_result *result;
	int code;

	record_list_open(&list, records, count);
	code = sim_run(setup, &list.source, NULL, &result, error, error_size);
	assert_true(code < 0);
	assert_null(result);
	return code;
}
