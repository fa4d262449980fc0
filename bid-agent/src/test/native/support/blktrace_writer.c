/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "blktrace_writer.h"

#include <stdlib.h>
#include <string.h>

void blktrace_writer_raw(struct blktrace_writer *writer, uint32_t cpu, const void *bytes,
			 size_t size)
{
	size_t room = writer->cpu[cpu].room;

	while (room < writer->cpu[cpu].size + size)
		room = room ? room * 2 : 4096;
	if (room != writer->cpu[cpu].room) {
		writer->cpu[cpu].bytes = realloc(writer->cpu[cpu].bytes, room);
		writer->cpu[cpu].room = room;
	}
	if (!writer->cpu[cpu].bytes)
		abort();
	memcpy(writer->cpu[cpu].bytes + writer->cpu[cpu].size, bytes, size);
	writer->cpu[cpu].size += size;
}

static unsigned char *put(unsigned char *at, uint64_t value, unsigned int width, bool big_endian)
{
	for (unsigned int i = 0; i < width; i++)
		at[big_endian ? width - 1 - i : i] = (unsigned char)(value >> (8 * i));
	return at + width;
}

static uint32_t action_number(char action)
{
	static const char letters[] = "?QMFGSRDCPUTIXBA";
	const char *found = strchr(letters, action);

	return found ? (uint32_t)(found - letters) : 0;
}

void blktrace_writer_event(struct blktrace_writer *writer, const struct blktrace_event *event)
{
	static const unsigned char cgroup[8] = {1};
	uint32_t payload = event->payload_bytes + (event->cgroup ? 8u : 0u);
	uint32_t action = action_number(event->action) | event->category << 16;
	bool big = writer->big_endian;
	unsigned char record[48];
	unsigned char *at = record;

	at = put(at, 0x65617407, 4, big);
	at = put(at, ++writer->cpu[event->cpu].sequence, 4, big);
	at = put(at, event->time_ns, 8, big);
	at = put(at, event->sector, 8, big);
	at = put(at, event->sectors * (uint64_t)512, 4, big);
	at = put(at, action | (event->cgroup ? 0x100u : 0u), 4, big);
	at = put(at, event->pid, 4, big);
	at = put(at, event->device ? event->device : BLK_SDA, 4, big);
	at = put(at, event->cpu, 4, big);
	at = put(at, 0, 2, big);
	put(at, payload, 2, big);
	blktrace_writer_raw(writer, event->cpu, record, sizeof(record));
	if (event->cgroup)
		blktrace_writer_raw(writer, event->cpu, cgroup, sizeof(cgroup));
	if (event->payload_bytes)
		blktrace_writer_raw(writer, event->cpu, event->payload, event->payload_bytes);
}

void blktrace_writer_run(const struct blktrace_writer *writer, uint32_t missing,
			 const struct trace_options *options, struct trace_run *run)
{
	static const char *const names[BLKTRACE_CPUS] = {
		"sda.blktrace.0", "sda.blktrace.1", "sda.blktrace.2", "sda.blktrace.3",
		"sda.blktrace.4", "sda.blktrace.5", "sda.blktrace.6", "sda.blktrace.7"};
	struct memory_file files[BLKTRACE_CPUS];
	size_t count = 0;

	for (uint32_t i = 0; i < BLKTRACE_CPUS; i++) {
		if (!(missing & 1u << i))
			files[count++] = (struct memory_file){names[i], writer->cpu[i].bytes,
							      writer->cpu[i].size};
	}
	trace_run_files(files, count, options, run);
}

void blktrace_writer_free(struct blktrace_writer *writer)
{
	for (uint32_t i = 0; i < BLKTRACE_CPUS; i++)
		free(writer->cpu[i].bytes);
	memset(writer, 0, sizeof(*writer));
}
