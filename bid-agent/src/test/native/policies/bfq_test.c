/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The BFQ-like policy: whom it idles for, how long turns are, who gets what share.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "policy_rig.h"

#define OUTSTANDING  1024u
#define READ_SECTORS 256u
/* One read at 150 MB/s. */
#define READ_NS (READ_SECTORS * UINT64_C(3413))
/* Where the file of a reader begins. */
#define FILE_LBA(reader) ((reader)*UINT64_C(10000000))

static void open_rig(struct policy_rig *rig, uint64_t budget_sectors)
{
	struct bid_setup setup;

	rig_setup_default(&setup, OUTSTANDING);
	bid_settings_set(&setup.settings, "merge", 1);
	bid_settings_set(&setup.settings, "bfq-budget", budget_sectors);
	rig_open(rig, &bfq_policy, &setup);
}

static uint64_t serve_stream(struct policy_rig *rig)
{
	struct bid_request *head = rig_serve(rig, READ_NS);

	return head ? head->stream : 0;
}

/* A reader of a file in a loop: the next read comes when the last one is done and thought about. */
struct reader {
	uint64_t stream;
	uint64_t lba;
	uint64_t step; /* from one read to the next; READ_SECTORS: sequential */
	uint64_t think_ns;
	uint64_t next_ns; /* when it will read; BID_NEVER: it waits */
	uint64_t sectors_read;
	enum bid_class service_class;
};

static struct reader sequential_reader(uint64_t stream)
{
	return (struct reader){
		.stream = stream,
		.lba = FILE_LBA(stream),
		.step = READ_SECTORS,
		.think_ns = 1 * RIG_MS,
	};
}

struct tally {
	uint64_t switches; /* from one stream to another */
	uint64_t runs;
};

static void issue_due(struct policy_rig *rig, struct reader *readers, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct reader *reader = &readers[i];

		if (reader->next_ns > rig->now_ns)
			continue;
		rig_insert_class(rig, reader->service_class, reader->stream, BID_READ, reader->lba,
				 READ_SECTORS);
		reader->lba += reader->step;
		reader->next_ns = BID_NEVER;
	}
}

static void advance(struct policy_rig *rig, const struct reader *readers, size_t count)
{
	uint64_t next_ns = rig->policy->next_timer_ns(rig->state, rig->now_ns);

	for (size_t i = 0; i < count; i++)
		if (readers[i].next_ns < next_ns)
			next_ns = readers[i].next_ns;
	assert_true(next_ns != BID_NEVER);
	if (next_ns > rig->now_ns)
		rig->now_ns = next_ns;
}

/* The readers read for so long; a run elsewhere than the last one ended costs a positioning. */
static struct tally run_readers(struct policy_rig *rig, struct reader *readers, size_t count,
				uint64_t until_ns)
{
	struct tally tally = {0, 0};
	uint64_t last_stream = 0;
	uint64_t position = 0;

	while (rig->now_ns < until_ns) {
		struct bid_request *head;

		issue_due(rig, readers, count);
		head = rig_dispatch(rig);
		if (!head) {
			advance(rig, readers, count);
			continue;
		}
		rig->now_ns += READ_NS + (head->run_lba == position ? 0 : 12 * RIG_MS);
		rig_complete(rig, head);
		position = bid_run_end(head);
		tally.runs++;
		tally.switches += head->stream != last_stream;
		last_stream = head->stream;
		for (size_t i = 0; i < count; i++)
			if (readers[i].stream == head->stream) {
				readers[i].sectors_read += head->run_sectors;
				readers[i].next_ns = rig->now_ns + readers[i].think_ns;
			}
	}
	return tally;
}

static void a_sequential_reader_is_waited_for(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, 0);
	rig_insert(&rig, 1, BID_READ, FILE_LBA(1), READ_SECTORS);
	rig_insert(&rig, 2, BID_READ, FILE_LBA(2), READ_SECTORS);
	assert_int_equal(serve_stream(&rig), 1);
	assert_null(rig_dispatch(&rig));
	assert_int_equal(bfq_policy.next_timer_ns(rig.state, rig.now_ns), rig.now_ns + 8 * RIG_MS);
	rig.now_ns += 2 * RIG_MS;
	rig_insert(&rig, 1, BID_READ, FILE_LBA(1) + READ_SECTORS, READ_SECTORS);
	assert_int_equal(serve_stream(&rig), 1);
	rig.now_ns += 8 * RIG_MS;
	assert_int_equal(serve_stream(&rig), 2);
	rig_close(&rig);
}

static void concurrent_sequential_readers_get_long_turns(void **unused)
{
	struct reader readers[4];
	struct policy_rig rig;
	struct tally tally;

	(void)unused;
	open_rig(&rig, 0);
	for (uint64_t i = 0; i < 4; i++)
		readers[i] = sequential_reader(i + 1);
	tally = run_readers(&rig, readers, 4, 20000 * RIG_MS);
	/* A slice is 125 ms, a read and the thought after it 1.9 ms. */
	assert_true(tally.runs / tally.switches > 40);
	for (size_t i = 0; i < 4; i++)
		assert_true(readers[i].sectors_read * 5 > readers[(i + 1) % 4].sectors_read * 4);
	rig_close(&rig);
}

static void a_budget_used_up_ends_the_turn(void **unused)
{
	uint64_t streams[24];
	struct policy_rig rig;

	(void)unused;
	/* Two thirds of it at first: 8 reads. */
	open_rig(&rig, 12 * READ_SECTORS);
	for (uint64_t i = 0; i < 16; i++) {
		/* With gaps, or they would merge. */
		rig_insert(&rig, 1, BID_READ, FILE_LBA(1) + i * 300, READ_SECTORS);
		rig_insert(&rig, 2, BID_READ, FILE_LBA(2) + i * 300, READ_SECTORS);
	}
	for (size_t i = 0; i < 24; i++)
		streams[i] = serve_stream(&rig);
	for (size_t i = 0; i < 8; i++) {
		assert_int_equal(streams[i], 1);
		assert_int_equal(streams[8 + i], 2);
		assert_int_equal(streams[16 + i], 1);
	}
	rig_close(&rig);
}

static void the_slice_ends_a_turn_that_the_budget_does_not(void **unused)
{
	uint64_t served = 0;
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, 1 << 20);
	for (uint64_t i = 0; i < 100; i++)
		rig_insert(&rig, 1, BID_READ, FILE_LBA(1) + i * 300, READ_SECTORS);
	rig_insert(&rig, 2, BID_READ, FILE_LBA(2), READ_SECTORS);
	while (rig_serve(&rig, 10 * RIG_MS)->stream == 1)
		served++;
	assert_int_equal(served, 13);
	rig_close(&rig);
}

static void a_seeky_queue_is_not_waited_for(void **unused)
{
	struct reader reader = sequential_reader(1);
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, 0);
	reader.step = 100000;
	run_readers(&rig, &reader, 1, 1000 * RIG_MS);
	rig.now_ns += 1000 * RIG_MS;
	assert_null(rig_dispatch(&rig));
	rig_insert(&rig, 1, BID_READ, 5, READ_SECTORS);
	rig_insert(&rig, 2, BID_READ, FILE_LBA(2), READ_SECTORS);
	assert_int_equal(serve_stream(&rig), 1);
	assert_int_equal(serve_stream(&rig), 2);
	rig_close(&rig);
}

static void who_thinks_longer_than_it_pays_is_not_waited_for(void **unused)
{
	struct reader reader = sequential_reader(1);
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, 0);
	reader.think_ns = 30 * RIG_MS;
	run_readers(&rig, &reader, 1, 1000 * RIG_MS);
	rig.now_ns += 1000 * RIG_MS;
	assert_null(rig_dispatch(&rig));
	rig_insert(&rig, 1, BID_READ, reader.lba, READ_SECTORS);
	rig_insert(&rig, 2, BID_READ, FILE_LBA(2), READ_SECTORS);
	assert_int_equal(serve_stream(&rig), 1);
	assert_int_equal(serve_stream(&rig), 2);
	rig_close(&rig);
}

static void writes_get_less_than_reads_but_are_not_starved(void **unused)
{
	struct reader readers[2] = {sequential_reader(1), sequential_reader(2)};
	uint64_t written = 0;
	uint64_t read = 0;
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, 0);
	for (uint64_t i = 0; i < 900; i++)
		rig_insert(&rig, 3, BID_WRITE, FILE_LBA(3) + i * 1100, 1024);
	run_readers(&rig, readers, 2, 4000 * RIG_MS);
	read = readers[0].sectors_read + readers[1].sectors_read;
	for (uint32_t i = 0; i < 900; i++)
		if (rig.requests[i].queue && bid_list_empty(&rig.requests[i].link))
			written += rig.requests[i].sectors;
	assert_true(written > 20 * 1024);
	assert_true(written < read);
	rig_close(&rig);
}

static void shares_follow_the_weights_of_the_classes(void **unused)
{
	struct reader readers[2] = {sequential_reader(1), sequential_reader(2)};
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, 0);
	readers[1].service_class = BID_BALANCER;
	run_readers(&rig, readers, 2, 30000 * RIG_MS);
	/* 40 to 20. */
	assert_true(readers[0].sectors_read * 10 > readers[1].sectors_read * 17);
	assert_true(readers[0].sectors_read * 10 < readers[1].sectors_read * 23);
	rig_close(&rig);
}

static void a_seeky_process_does_not_hold_the_disk_for_its_share_of_sectors(void **unused)
{
	struct reader readers[2] = {sequential_reader(1), sequential_reader(2)};
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, 0);
	readers[1].step = 100000;
	run_readers(&rig, readers, 2, 20000 * RIG_MS);
	assert_true(readers[0].sectors_read > 4 * readers[1].sectors_read);
	rig_close(&rig);
}

/* Two threads that read one file, each every other piece of it, are served as one reader. */
static void streams_that_interleave_share_a_queue(void **unused)
{
	struct reader readers[2] = {sequential_reader(1), sequential_reader(2)};
	struct policy_rig rig;
	struct tally tally;

	(void)unused;
	open_rig(&rig, 0);
	readers[0].step = 2 * READ_SECTORS;
	readers[1].step = 2 * READ_SECTORS;
	readers[1].lba = readers[0].lba + READ_SECTORS;
	tally = run_readers(&rig, readers, 2, 5000 * RIG_MS);
	/* Alternately, at full speed, not in turns of 125 ms with a jump over a gap at each read.
	 */
	assert_true(tally.switches * 10 > tally.runs * 9);
	assert_true(tally.runs > 4000 / 2);
	rig_close(&rig);
}

static void more_streams_than_are_remembered_are_served_all_the_same(void **unused)
{
	struct bid_setup setup;
	struct policy_rig rig;
	uint64_t served = 0;

	(void)unused;
	rig_setup_default(&setup, 4);
	setup.max_streams = 3;
	rig_open(&rig, &bfq_policy, &setup);
	for (uint64_t stream = 1; stream <= 64; stream++) {
		rig_insert(&rig, stream, BID_READ, stream * 100000, 8);
		if (stream % 4 != 0)
			continue;
		for (int tries = 0; tries < 20 && served < stream; tries++) {
			if (rig_serve(&rig, RIG_MS))
				served++;
			else
				rig.now_ns = bfq_policy.next_timer_ns(rig.state, rig.now_ns);
		}
		assert_int_equal(served, stream);
	}
	rig_close(&rig);
}

/* Depth 1: as long as the guest is served there is nothing that a timer could bring about. */
static void no_timer_runs_while_a_guest_fills_the_device(void **unused)
{
	struct bid_request *guest;
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, 0);
	rig_insert(&rig, 1, BID_READ, FILE_LBA(1), READ_SECTORS);
	rig_insert(&rig, 2, BID_READ, FILE_LBA(1) + READ_SECTORS + 8, READ_SECTORS);
	assert_int_equal(serve_stream(&rig), 1);
	guest = rig_dispatch(&rig);
	assert_non_null(guest);
	assert_int_equal(guest->stream, 2);
	assert_int_equal(bfq_policy.next_timer_ns(rig.state, rig.now_ns), BID_NEVER);
	rig.now_ns += READ_NS;
	rig_complete(&rig, guest);
	assert_int_equal(bfq_policy.next_timer_ns(rig.state, rig.now_ns),
			 rig.now_ns - READ_NS + 8 * RIG_MS);
	rig_close(&rig);
}

static void ten_thousand_sequential_readers_are_all_served(void **unused)
{
	struct bid_setup setup;
	struct policy_rig rig;
	uint64_t served = 0;

	(void)unused;
	rig_setup_default(&setup, 10000);
	rig_open(&rig, &bfq_policy, &setup);
	for (uint64_t stream = 1; stream <= 10000; stream++)
		rig_insert(&rig, stream, BID_READ, stream * 100000, READ_SECTORS);
	while (served < 10000) {
		uint64_t timer_ns;

		if (rig_serve(&rig, READ_NS)) {
			served++;
			continue;
		}
		timer_ns = bfq_policy.next_timer_ns(rig.state, rig.now_ns);
		assert_true(timer_ns != BID_NEVER && timer_ns > rig.now_ns);
		rig.now_ns = timer_ns;
	}
	rig_close(&rig);
}

static void a_new_process_goes_first_with_low_latency(void **unused)
{
	struct reader readers[2] = {sequential_reader(1), sequential_reader(2)};
	struct bid_setup setup;
	struct policy_rig rig;

	(void)unused;
	rig_setup_default(&setup, OUTSTANDING);
	bid_settings_set(&setup.settings, "bfq-low-latency", 1);
	rig_open(&rig, &bfq_policy, &setup);
	run_readers(&rig, readers, 1, 8000 * RIG_MS);
	readers[0].sectors_read = 0;
	run_readers(&rig, readers, 2, 11000 * RIG_MS);
	assert_true(readers[1].sectors_read > 8 * readers[0].sectors_read);
	rig_close(&rig);
}

static uint32_t write_limit(const struct policy_rig *rig, bool sync)
{
	return bfq_policy.write_limit(rig->state, sync, BID_FOREGROUND);
}

static void open_full_rig(struct policy_rig *rig, bool low_latency)
{
	struct bid_setup setup;

	rig_setup_default(&setup, 256);
	bid_settings_set(&setup.settings, "bfq-low-latency", low_latency);
	bid_settings_set(&setup.settings, "merge", 1);
	rig_open(rig, &bfq_policy, &setup);
}

static void writes_take_half_of_the_queue_and_three_quarters_when_waited_for(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_full_rig(&rig, false);
	assert_int_equal(write_limit(&rig, false), 128);
	assert_int_equal(write_limit(&rig, true), 192);
	/* Alone they have all of that; a reader beside them halves their share. */
	for (uint64_t i = 0; i < 70; i++)
		rig_insert(&rig, 1, BID_WRITE, 1000 * i, 8);
	assert_int_equal(write_limit(&rig, false), 128);
	rig_insert(&rig, 2, BID_READ, 5000000, 8);
	assert_int_equal(write_limit(&rig, false), 0);
	assert_int_equal(write_limit(&rig, true), 192);
	/* Each class has a share of its own. */
	assert_int_equal(bfq_policy.write_limit(rig.state, false, BID_LOG), 128);
	rig_close(&rig);
}

/* A half of the writes' half, and one for each of four words of the tag map. */
static void a_share_is_by_what_is_inside_and_grows_again(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_full_rig(&rig, false);
	rig_insert(&rig, 2, BID_READ, 5000000, 8);
	for (uint64_t i = 0; i < 67; i++)
		rig_insert(&rig, 1, BID_WRITE, 1000 * i, 8);
	/* Merged, they take no place. */
	for (uint64_t i = 1; i <= 10; i++)
		rig_insert(&rig, 1, BID_WRITE, 8 * i, 8);
	assert_int_equal(bfq_policy.write_runs(rig.state), 67);
	assert_int_equal(write_limit(&rig, false), 128);
	rig_insert(&rig, 1, BID_WRITE, 1000 * 67, 8);
	assert_int_equal(write_limit(&rig, false), 0);
	for (int served = 0; served < 69;) {
		if (rig_serve(&rig, RIG_MS))
			served++;
		else
			rig.now_ns += RIG_MS; /* the reader is waited for */
	}
	assert_int_equal(write_limit(&rig, false), 128);
	rig_close(&rig);
}

static void writes_take_less_while_somebody_is_raised(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_full_rig(&rig, true);
	rig_insert(&rig, 2, BID_READ, 5000000, 8);
	assert_int_equal(write_limit(&rig, false), 48);
	assert_int_equal(write_limit(&rig, true), 96);
	rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sequential_reader_is_waited_for),
		cmocka_unit_test(concurrent_sequential_readers_get_long_turns),
		cmocka_unit_test(a_budget_used_up_ends_the_turn),
		cmocka_unit_test(the_slice_ends_a_turn_that_the_budget_does_not),
		cmocka_unit_test(a_seeky_queue_is_not_waited_for),
		cmocka_unit_test(who_thinks_longer_than_it_pays_is_not_waited_for),
		cmocka_unit_test(writes_get_less_than_reads_but_are_not_starved),
		cmocka_unit_test(shares_follow_the_weights_of_the_classes),
		cmocka_unit_test(a_seeky_process_does_not_hold_the_disk_for_its_share_of_sectors),
		cmocka_unit_test(streams_that_interleave_share_a_queue),
		cmocka_unit_test(more_streams_than_are_remembered_are_served_all_the_same),
		cmocka_unit_test(no_timer_runs_while_a_guest_fills_the_device),
		cmocka_unit_test(ten_thousand_sequential_readers_are_all_served),
		cmocka_unit_test(a_new_process_goes_first_with_low_latency),
		cmocka_unit_test(writes_take_half_of_the_queue_and_three_quarters_when_waited_for),
		cmocka_unit_test(a_share_is_by_what_is_inside_and_grows_again),
		cmocka_unit_test(writes_take_less_while_somebody_is_raised),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
