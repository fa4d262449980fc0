/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "streams.h"

#define MS UINT64_C(1000000)
/* More than an SSD is asked for at a time. */
#define LIVE_SSD_DEPTH 32u

struct run {
	struct stage stage;
	uint32_t count;
	uint32_t started;
	struct stream stream[LIVE_STREAMS_MAX];
};

static int open_emulated(const struct live_load *load, struct device *device,
			 struct backend **backend)
{
	return backend_open_emulated(device, load->scale * 1000, backend);
}

/* A second tier for policies that have one, with a log that is gone when it is closed. */
static int open_second(const struct live_load *load, const struct live_files *files,
		       struct volume_second_tier *second, char *path, size_t path_size,
		       char *message, size_t message_size)
{
	const struct device_options ssd = {
		.ncq_depth = LIVE_SSD_DEPTH, .write_cache = -1, .read_ahead = -1};
	struct device *device;
	int error = device_open(load->ssd, &ssd, &device, message, message_size);

	if (error)
		return error;
	snprintf(path, path_size, "%s/bid-live-log-%ld", files->folder, (long)getpid());
	second->path = path;
	second->bytes = (uint64_t)load->log_mib << 20;
	return open_emulated(load, device, &second->backend);
}

static int open_with_tiers(const struct live_load *load, const struct live_files *files,
			   const struct live_contender *contender, struct backend *backend,
			   struct volume **volume, char *message, size_t message_size)
{
	struct volume_options options = {.policy = contender->policy,
					 .setup.settings = contender->settings};
	char path[4096];
	int error = 0;

	if (contender->policy->returned && load->ssd)
		error = open_second(load, files, &options.second, path, sizeof(path), message,
				    message_size);
	if (error) {
		backend->ops->close(backend);
		return error;
	}
	error = volume_open(&options, backend, volume);
	if (options.second.path)
		unlink(path);
	return error;
}

/* With the throttle in front of it. */
static int open_volume(const struct live_load *load, const struct live_contender *contender,
		       struct stage *stage, char *message, size_t message_size)
{
	const struct device_options disk = {
		.ncq_depth = load->ncq, .write_cache = -1, .read_ahead = -1};
	struct backend *backend;
	struct device *device;
	int error = device_open(load->disk, &disk, &device, message, message_size);

	if (error)
		return error;
	throttle_init(&stage->throttle, contender->policy, device, load->scale);
	error = open_emulated(load, device, &backend);
	if (error == 0)
		error = open_with_tiers(load, stage->files, contender, backend, &stage->volume,
					message, message_size);
	if (error)
		throttle_destroy(&stage->throttle);
	return error;
}

static void place_streams(struct run *run)
{
	const struct live_load *load = run->stage.load;

	run->count = load->readers + load->writers + (load->sync_ms > 0);
	for (uint32_t i = 0; i < run->count; i++) {
		struct stream *stream = &run->stream[i];

		stream->stage = &run->stage;
		stream->number = i;
		stream->kind = i < load->readers                   ? LIVE_READER
			       : i < load->readers + load->writers ? LIVE_WRITER
								   : LIVE_SYNCER;
		writing_init(&stream->writing, &run->stage.dirty, i);
	}
}

static void pass_disk_ms(const struct live_load *load, uint32_t ms)
{
	uint64_t ns = ms * MS / load->scale;
	struct timespec left = {.tv_sec = (time_t)(ns / (1000 * MS)),
				.tv_nsec = (long)(ns % (1000 * MS))};

	while (nanosleep(&left, &left) < 0)
		;
}

/* Starts all and lets them run for as long as the load says. Returns 0 or a negative errno. */
static int run_streams(struct run *run)
{
	const struct live_load *load = run->stage.load;
	int error = 0;

	while (error == 0 && run->started < run->count) {
		struct stream *stream = &run->stream[run->started];

		error = -pthread_create(&stream->thread, NULL, stream_run, stream);
		run->started += error == 0;
	}
	if (error == 0) {
		pass_disk_ms(load, load->warm_ms);
		atomic_store(&run->stage.measures, true);
		pass_disk_ms(load, load->measured_ms);
		atomic_store(&run->stage.measures, false);
	}
	atomic_store(&run->stage.over, true);
	volume_end(run->stage.volume);
	for (uint32_t i = 0; i < run->started; i++) {
		pthread_join(run->stream[i].thread, NULL);
		if (error == 0)
			error = run->stream[i].error;
	}
	return error;
}

static void tell(const struct run *run, struct live_figures *figures)
{
	struct volume_statistics statistics;

	volume_statistics(run->stage.volume, &statistics);
	*figures = (struct live_figures){
		.measured_ns = run->stage.load->measured_ms * MS,
		.bytes_written = atomic_load(&run->stage.dirty.bytes_taken),
		.bytes_ahead = statistics.bytes_ahead,
		.busy_ns = statistics.busy_ns,
		.late_ns = statistics.late_ns,
		.bytes_redirected = statistics.bytes_redirected,
		.bytes_home = statistics.bytes_brought_home,
		.streams = run->count,
	};
	for (uint32_t i = 0; i < run->count; i++) {
		const struct stream *stream = &run->stream[i];

		if (stream->kind == LIVE_READER)
			figures->bytes_read += stream->bytes;
		else if (stream->kind == LIVE_SYNCER)
			figures->syncs += stream->requests;
		figures->stream[i] = (struct live_stream_figures){
			.kind = stream->kind,
			.bytes = stream->bytes,
			.requests = stream->requests,
			.p50_ns = sim_histogram_quantile_ns(&stream->latency, 0.5),
			.p95_ns = sim_histogram_quantile_ns(&stream->latency, 0.95),
			.p99_ns = sim_histogram_quantile_ns(&stream->latency, 0.99),
			.max_ns = stream->latency.max_ns,
		};
	}
}

static int run_on(struct run *run, struct live_figures *figures)
{
	struct stage *stage = &run->stage;
	int error = dirty_init(&stage->dirty, stage->host, stage->volume, &stage->throttle,
			       &stage->measures);

	if (error)
		return error;
	place_streams(run);
	error = run_streams(run);
	dirty_destroy(&stage->dirty);
	if (error == 0)
		tell(run, figures);
	for (uint32_t i = 0; i < run->count; i++) {
		writing_destroy(&run->stream[i].writing);
		sim_histogram_free(&run->stream[i].latency);
	}
	return error;
}

int live_run(const struct live_load *load, const struct live_files *files,
	     const struct live_contender *contender, struct live_figures *figures, char *error,
	     size_t error_size)
{
	struct run *run = calloc(1, sizeof(*run));
	int result;

	if (error_size > 0)
		error[0] = '\0';
	if (!run)
		return -ENOMEM;
	run->stage.load = load;
	run->stage.files = files;
	run->stage.host = contender->host;
	result = open_volume(load, contender, &run->stage, error, error_size);
	if (result == 0) {
		result = run_on(run, figures);
		volume_close(run->stage.volume);
		throttle_destroy(&run->stage.throttle);
	}
	free(run);
	return result;
}
