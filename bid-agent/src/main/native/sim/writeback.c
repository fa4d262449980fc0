/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Writeback throttling of Linux (block/blk-wbt.c and blk-rq-qos.c; the same in 6.1 and 6.12). It is
 * on by default with none, mq-deadline and kyber where CONFIG_BLK_WBT_MQ is set, as distributions
 * do, and off with BFQ (bfq_init_queue). Buffered writes, as all are here,
 * are let in
 *
 *  - up to a depth of 16 or the device's, whichever is less (2 for a device that takes one at a
 *    time: rq_depth_calc_max_depth), when somebody waits for them: fsync's writeback has REQ_SYNC,
 *    which is throttled all the same; only O_DIRECT, which has REQ_IDLE as well, is not
 *    (wbt_should_throttle, get_limit);
 *  - up to half of that otherwise, and a quarter while a read was issued or finished within 100 ms
 *    (wbt_wait, wbt_done, calc_wb_limits, close_io);
 *  - with the drive's write cache on, and once somebody has had to wait, only when none is left
 *    (wbt_rqw_done) or the depth has grown (rwb_wake_all).
 *
 * Every 100 ms the depth is halved when the fastest read of the window took the device longer than
 * the target, 75 ms for rotational disks, and doubled when it did not or nobody read, up to three
 * quarters of the device's (wb_timer_fn, latency_exceeded, scale_up, scale_down).
 *
 * Left out: writers that balance_dirty_pages has put to sleep lift the limit to the depth
 * (wb_recent_wait), the simulator has no page cache; windows shorter than 100 ms under pressure; a
 * read that has not come back yet counts only once it has.
 */
#include "writeback.h"

enum {
	DEPTH_DEFAULT = 16,
	WRITES_MIN = 3,          /* a window with fewer says nothing of reads beside writes */
	UNKNOWN_WINDOWS_MAX = 5, /* without a word the depth goes back to the default */
	SCALE_MAX = 31,
};

static const uint64_t WINDOW_NS = 100000000;
static const uint64_t CLOSE_NS = 100000000;

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* Sets the depth of the present step (rq_depth_calc_max_depth). Whether it is the most there is. */
static bool scale(struct sim_writeback *writeback)
{
	uint32_t base = least(DEPTH_DEFAULT, writeback->queue_depth);
	int step = writeback->scale_step;
	uint32_t most;
	uint64_t depth;

	if (writeback->queue_depth == 1) {
		writeback->depth_max = step > 0 ? 1 : 2;
		return step <= 0;
	}
	if (step >= 0) {
		writeback->depth_max = 1 + ((base - 1) >> least((uint32_t)step, SCALE_MAX));
		return false;
	}
	most = 3 * writeback->queue_depth / 4;
	depth = 1 + ((uint64_t)(base - 1) << least((uint32_t)-step, SCALE_MAX));
	writeback->depth_max = depth > most ? most : (uint32_t)depth;
	return depth > most;
}

/* Without effect it leaves the count of unknown windows as it is (scale_up, scale_down). */
static void scale_up(struct sim_writeback *writeback)
{
	if (writeback->scaled_max)
		return;
	writeback->scale_step--;
	writeback->scaled_max = scale(writeback);
	writeback->unknown_windows = 0;
	writeback->sleepers = false;
}

static void scale_down(struct sim_writeback *writeback, bool hard)
{
	if (writeback->depth_max == 1)
		return;
	if (writeback->scale_step < 0 && hard)
		writeback->scale_step = 0;
	else
		writeback->scale_step++;
	writeback->scaled_max = false;
	writeback->unknown_windows = 0;
	scale(writeback);
}

static void scale_back(struct sim_writeback *writeback)
{
	if (++writeback->unknown_windows < UNKNOWN_WINDOWS_MAX)
		return;
	if (writeback->scale_step > 0)
		scale_up(writeback);
	else if (writeback->scale_step < 0)
		scale_down(writeback, false);
}

/* What the window that is over says. */
static void judge(struct sim_writeback *writeback)
{
	bool telling = writeback->reads > 0 && writeback->writes >= WRITES_MIN;

	if (telling && writeback->read_least_ns > writeback->target_ns)
		scale_down(writeback, true);
	else if (telling || writeback->writes > 0 || writeback->inflight > 0)
		scale_up(writeback);
	else
		scale_back(writeback);
}

static void pass_time(struct sim_writeback *writeback, uint64_t now_ns)
{
	if (now_ns < writeback->window_ends_ns)
		return;
	judge(writeback);
	writeback->window_ends_ns = now_ns + WINDOW_NS;
	writeback->reads = 0;
	writeback->writes = 0;
}

void sim_writeback_init(struct sim_writeback *writeback, uint64_t target_ns,
			const struct device *disk)
{
	*writeback = (struct sim_writeback){.target_ns = target_ns,
					    .queue_depth = disk->profile.depth,
					    .write_cache = disk->write_cache_sectors > 0,
					    .window_ends_ns = WINDOW_NS};
	scale(writeback);
}

static uint32_t limit(const struct sim_writeback *writeback, bool sync, uint64_t now_ns)
{
	bool close = writeback->read_seen && now_ns - writeback->read_ns < CLOSE_NS;

	if (sync)
		return writeback->depth_max;
	if (writeback->depth_max <= 2)
		return close ? 1 : writeback->depth_max;
	return close ? (writeback->depth_max + 3) / 4 : (writeback->depth_max + 1) / 2;
}

bool sim_writeback_allows(struct sim_writeback *writeback, bool sync, uint32_t places,
			  uint64_t now_ns)
{
	uint32_t taken = least(writeback->inflight, places);

	if (writeback->target_ns == 0)
		return true;
	pass_time(writeback, now_ns);
	if (taken == 0)
		writeback->sleepers = false;
	if (writeback->sleepers || taken >= limit(writeback, sync, now_ns)) {
		writeback->sleepers = writeback->write_cache;
		return false;
	}
	return true;
}

static void note_read(struct sim_writeback *writeback, uint64_t now_ns)
{
	writeback->read_ns = now_ns;
	writeback->read_seen = true;
}

void sim_writeback_entered(struct sim_writeback *writeback, bool throttled, bool read,
			   uint64_t now_ns)
{
	writeback->inflight += throttled;
	if (read)
		note_read(writeback, now_ns);
}

void sim_writeback_finished(struct sim_writeback *writeback, bool throttled, bool read,
			    uint64_t device_ns, uint64_t now_ns)
{
	writeback->inflight -= throttled;
	writeback->writes += !read;
	if (!read)
		return;
	note_read(writeback, now_ns);
	if (writeback->reads++ == 0 || device_ns < writeback->read_least_ns)
		writeback->read_least_ns = device_ns;
}
