/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * /sys/block/DISK/queue/iosched
 */
#include <linux/module.h>

#include "queue.h"

static const struct bid_tunable *bid_tunable_of(const char *name)
{
	const struct bid_tunable_table *const *table = policy->tunables;
	const struct bid_tunable *entry = bid_tunable_find(&bid_disk_tunables, name);

	while (!entry && *table)
		entry = bid_tunable_find(*table++, name);
	return entry;
}

static ssize_t bid_show(struct elevator_queue *elevator, char *page, const char *name)
{
	struct bid_queue *bid = elevator->elevator_data;
	u64 value;

	mutex_lock(&bid->remake_lock);
	value = bid_settings_get(&bid->setup.settings, bid_tunable_of(name));
	mutex_unlock(&bid->remake_lock);
	return sysfs_emit(page, "%llu\n", value);
}

/* Sets a tunable, or leaves all as it was. */
static int bid_set(struct bid_queue *bid, const struct bid_tunable *entry, u64 value)
{
	struct bid_settings *settings = &bid->setup.settings;
	u64 before;
	int error;

	if (value < entry->min || value > entry->max)
		return -EINVAL;
	mutex_lock(&bid->remake_lock);
	before = bid_settings_get(settings, entry);
	error = bid_settings_set(settings, entry->name, value);
	if (!error && value != before) {
		error = bid_make_anew(bid);
		if (error)
			bid_settings_set(settings, entry->name, before);
	}
	mutex_unlock(&bid->remake_lock);
	return error;
}

static ssize_t bid_store(struct elevator_queue *elevator, const char *page, size_t count,
			 const char *name)
{
	u64 value;
	int error = kstrtou64(page, 0, &value);

	if (!error)
		error = bid_set(elevator->elevator_data, bid_tunable_of(name), value);
	return error ? error : count;
}

static ssize_t bid_counts_show(struct elevator_queue *elevator, char *page)
{
	struct bid_queue *bid = elevator->elevator_data;
	struct bid_counts counts;

	spin_lock_irq(&bid->lock);
	counts = bid->counts;
	spin_unlock_irq(&bid->lock);
	return sysfs_emit(
		page,
		"staged %llu\npassed %llu\nwaited %llu\njoined %llu\nruns %llu\nrests %llu\n"
		"requeued %llu\nplaces %u\n",
		counts.staged, counts.passed, counts.waited, counts.joined, counts.runs,
		counts.rests, counts.requeued, bid->setup.max_outstanding);
}

/* All that can be set, under the names and in the units of docs/bid-tunables.md. */
#define BID_SET_IN_SYSFS(each)                                                                     \
	each(bytes_per_second, "bytes-per-second") each(continuation, "continuation") each(        \
		continuation_wait_max, "continuation-wait-max") each(guard_balancer,               \
								     "guard-balancer")             \
		each(guard_foreground, "guard-foreground") each(guard_log, "guard-log") each(      \
			guard_write, "guard-write") each(latency_guard, "latency-guard")           \
			each(learned_wait, "learned-wait") each(merge, "merge") each(              \
				order_slack, "order-slack") each(positioning, "positioning")       \
				each(run_by_device, "run-by-device") each(run_max, "run-max")      \
					each(run_max_time, "run-max-time")                         \
						each(split_streams, "split-streams")               \
							each(write_batch, "write-batch")           \
								each(write_places, "write-places")

#define BID_ATTRIBUTE_FUNCTIONS(file, name)                                                        \
	static ssize_t bid_##file##_show(struct elevator_queue *elevator, char *page)              \
	{                                                                                          \
		return bid_show(elevator, page, name);                                             \
	}                                                                                          \
	static ssize_t bid_##file##_store(struct elevator_queue *elevator, const char *page,       \
					  size_t count)                                            \
	{                                                                                          \
		return bid_store(elevator, page, count, name);                                     \
	}

BID_SET_IN_SYSFS(BID_ATTRIBUTE_FUNCTIONS)

#define BID_ATTRIBUTE(file, name) __ATTR(file, 0644, bid_##file##_show, bid_##file##_store),

struct elv_fs_entry bid_attributes[] = {
	BID_SET_IN_SYSFS(BID_ATTRIBUTE) __ATTR(counts, 0444, bid_counts_show, NULL), __ATTR_NULL};
