/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A flash disk's times: channels side by side, collection, write buffer.
 */
#include "device_steps.h"

#include <math.h>

#define SMALL                                                                                      \
	"kind = ssd\nsectors = 65536\npage_kib = 4\npages_per_block = 64\nchannels = 4\n"          \
	"read_ms = 0.1\nwrite_ms = 0.5\nerase_ms = 2\nspare = 0.1\ndepth = 32\n"
#define US 1000ull

static void pages_on_different_channels_are_read_side_by_side(void **state)
{
	struct device *device = t_open(SMALL);
	uint64_t now;

	(void)state;
	assert_int_equal(t_serve(device, BID_READ, 0, 8, 0), 100 * US);
	now = 1000 * US;
	assert_int_equal(t_serve(device, BID_READ, 0, 32, now) - now, 100 * US);
	now = 2000 * US;
	assert_int_equal(t_serve(device, BID_READ, 0, 64, now) - now, 200 * US);
	t_close(device);
}

static void a_channel_serves_one_page_after_the_other(void **state)
{
	struct device *device = t_open(SMALL);
	struct bid_request same[3];

	(void)state;
	for (int i = 0; i < 3; i++) {
		same[i] = (struct bid_request){.lba = 32ull * (unsigned int)i, .sectors = 8};
		bid_request_init(&same[i]);
		device->ops->submit(device, &same[i], 0);
	}
	for (uint64_t i = 0; i < 3; i++) {
		assert_int_equal(device->ops->next_completion_ns(device), 100 * US * (i + 1));
		assert_ptr_equal(device->ops->complete(device, 100 * US * (i + 1)), &same[i]);
	}
	assert_null(device->ops->complete(device, UINT64_MAX));
	t_close(device);
}

static void a_part_of_a_page_that_holds_data_is_read_before_it_is_written(void **state)
{
	struct device *device = t_open(SMALL);
	uint64_t now = t_serve(device, BID_WRITE, 0, 4, 0);

	(void)state;
	assert_int_equal(now, 500 * US);
	assert_int_equal(t_serve(device, BID_WRITE, 4, 4, now) - now, 600 * US);
	t_close(device);
}

static uint64_t overwrite(struct device *device, unsigned int writes)
{
	uint64_t random = 9;
	uint64_t now = 0;

	for (unsigned int i = 0; i < writes; i++)
		now = t_serve(device, BID_WRITE, t_random(&random) % 8192 * 8, 8, now);
	return now;
}

static void a_full_disk_pays_for_collection(void **state)
{
	struct device *empty = t_open(SMALL);
	struct device *full = t_open(SMALL "filled = 1\n");
	uint64_t fresh = overwrite(empty, 4000);
	uint64_t collected = overwrite(full, 20000);

	(void)state;
	assert_int_equal(fresh, 4000 * 500 * US);
	print_message("%.2f ms a page, 0.5 on an empty disk\n", (double)collected / 20000 / 1e6);
	assert_true(collected > 20000ull * 700 * US);
	assert_true(collected < 20000ull * 10000 * US);
	t_close(empty);
	t_close(full);
}

static void rewriting_in_order_moves_no_pages(void **state)
{
	struct device *device = t_open(SMALL "filled = 1\n");
	uint64_t now = 0;

	(void)state;
	for (unsigned int round = 0; round < 3; round++) {
		for (uint64_t lba = 0; lba < 65536; lba += 32)
			now = t_serve(device, BID_WRITE, lba, 32, now);
	}
	/* Each block of 64 pages is written and erased, none of its pages moved. */
	assert_true((double)now < 3 * 2048 * (0.5 + 2.0 / 64) * 1e6 * 1.02);
	t_close(device);
}

static void a_buffered_write_is_done_until_the_buffer_is_full(void **state)
{
	struct device *device = t_open(SMALL "write_buffer_kib = 64\nwrite_overhead_ms = 0.01\n");
	uint64_t now = 0;

	(void)state;
	for (uint64_t i = 0; i < 16; i++)
		now = t_serve(device, BID_WRITE, i * 8, 8, now);
	assert_int_equal(now, 160 * US);
	for (uint64_t i = 16; i < 1016; i++)
		now = t_serve(device, BID_WRITE, i * 8, 8, now);
	/* Four channels take a page each half millisecond. */
	assert_true(fabs((double)now / (1000 * 125e3) - 1) < 0.03);
	t_close(device);
}

static void a_read_goes_before_buffered_writes(void **state)
{
	struct device *device = t_open(SMALL "write_buffer_kib = 1024\nwrite_overhead_ms = 0.01\n");
	uint64_t now = 0;

	(void)state;
	for (uint64_t i = 0; i < 100; i++)
		now = t_serve(device, BID_WRITE, i * 8, 8, now);
	assert_true(t_serve(device, BID_READ, 40000, 8, now) - now <= 600 * US);
	t_close(device);
}

static void the_nvme_preset_has_the_figures_of_its_data_sheet(void **state)
{
	struct device *device = t_open_preset("ssd-nvme", NULL);
	double alone = 5000 / ((double)t_random_reads(device, 1, 5000) / 1e9);
	uint64_t now = 0;
	uint64_t end;
	unsigned int writes = 0;

	(void)state;
	assert_true(fabs(alone / 22000 - 1) < 0.05);
	assert_int_equal(device->profile.bytes_per_second / 10000000, 745);
	now = end = 100000000000ull;
	for (; writes < 5000; writes++)
		end = t_serve(device, BID_WRITE, writes * 8008ull, 8, end);
	assert_true(fabs(writes / ((double)(end - now) / 1e9) / 80000 - 1) < 0.05);
	now = end;
	for (writes = 0; writes < 8000; writes++)
		end = t_serve(device, BID_WRITE, writes * 1024ull, 1024, end);
	print_message("sequential writes %.0f MB/s\n",
		      writes * 524288.0 * 1e3 / (double)(end - now));
	assert_true(fabs(writes * 524288.0 * 1e3 / (double)(end - now) / 6900 - 1) < 0.1);
	t_close(device);
}

static void the_source_preset_has_the_times_of_the_source(void **state)
{
	struct device *device = t_open_preset("ssd-slc", NULL);
	uint64_t read = t_serve(device, BID_READ, 0, 8, 0);
	uint64_t written = t_serve(device, BID_WRITE, 0, 8, read);

	(void)state;
	assert_int_equal(read, 45 * US);
	assert_int_equal(written - read, 520 * US);
	assert_false(device->profile.rotational);
	t_close(device);
}

static void a_request_past_the_end_is_served(void **state)
{
	struct device *device = t_open(SMALL);

	(void)state;
	assert_true(t_serve(device, BID_WRITE, 65535, 8, 0) < 10000 * US);
	assert_true(t_serve(device, BID_READ, UINT64_MAX - 4, 4, 20000 * US) < 30000 * US);
	t_close(device);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pages_on_different_channels_are_read_side_by_side),
		cmocka_unit_test(a_channel_serves_one_page_after_the_other),
		cmocka_unit_test(a_part_of_a_page_that_holds_data_is_read_before_it_is_written),
		cmocka_unit_test(a_full_disk_pays_for_collection),
		cmocka_unit_test(rewriting_in_order_moves_no_pages),
		cmocka_unit_test(a_buffered_write_is_done_until_the_buffer_is_full),
		cmocka_unit_test(a_read_goes_before_buffered_writes),
		cmocka_unit_test(the_nvme_preset_has_the_figures_of_its_data_sheet),
		cmocka_unit_test(the_source_preset_has_the_times_of_the_source),
		cmocka_unit_test(a_request_past_the_end_is_served),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
