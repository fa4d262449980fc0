/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "device/device.h"
#include "live/live.h"

#define PLACES  32u
#define NCQ_MAX 32u
#define MIB     UINT64_C(2048) /* in sectors */

/* The drive has all the requests it takes until the last one; returns when that is done. */
static uint64_t read_block(struct device *disk, uint64_t lba, uint64_t sectors, uint64_t now_ns)
{
	struct bid_request request[NCQ_MAX];
	struct bid_request *unused[NCQ_MAX];
	uint32_t depth = disk->profile.depth < NCQ_MAX ? disk->profile.depth : NCQ_MAX;
	uint32_t count = 0;
	uint64_t end = lba + sectors;

	while (count < depth) {
		unused[count] = &request[count];
		count++;
	}
	while (lba < end || count < depth) {
		struct bid_request *done;

		for (; lba < end && count > 0; lba += BID_REQUEST_MAX_SECTORS) {
			struct bid_request *one = unused[--count];

			*one = (struct bid_request){
				.lba = lba, .sectors = BID_REQUEST_MAX_SECTORS, .op = BID_READ};
			bid_request_init(one);
			disk->ops->submit(disk, one, now_ns);
		}
		now_ns = disk->ops->next_completion_ns(disk);
		while ((done = disk->ops->complete(disk, now_ns)))
			unused[count++] = done;
	}
	return now_ns;
}

int live_bound(const struct live_load *load, uint64_t *bytes_per_second, char *error,
	       size_t error_size)
{
	const struct device_options options = {
		.ncq_depth = load->ncq, .write_cache = -1, .read_ahead = -1};
	uint64_t sectors = load->block_mib * MIB;
	struct device *disk;
	uint64_t now_ns = 0;
	int result = device_open(load->disk, &options, &disk, error, error_size);

	if (result)
		return result;
	for (uint64_t i = 0; i < PLACES; i++)
		now_ns = read_block(disk, (disk->profile.sectors - sectors) / PLACES * i, sectors,
				    now_ns);
	disk->ops->close(disk);
	*bytes_per_second = PLACES * sectors * BID_SECTOR_BYTES * 1000 / (now_ns / 1000000);
	return 0;
}
