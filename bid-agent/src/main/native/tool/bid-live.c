/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * bid-live: sequential readers, and writers that sync, on a modelled disk in real time, once under
 * each policy. Every byte that is read is compared.
 */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bid/policies.h"
#include "dispatch/volume.h"
#include "policies/rivals.h"

#define READ_BYTES  65536u
#define WRITE_BYTES 4096u
#define MIB         (UINT64_C(1) << 20)
#define ACTORS_MAX  64u
#define MS          UINT64_C(1000000)
/* Bytes of a writer's file, all over which it writes. */
#define WRITTEN_BYTES (64 * MIB)

struct arguments {
	uint64_t readers;
	uint64_t mib; /* that each reads */
	uint64_t writers;
	uint64_t sync_ms; /* of the disk's time, from one write and sync to the next */
	uint64_t scale;
	uint64_t ncq;
	const char *disk;
	const char *dir;
};

struct stage {
	const struct arguments *arguments;
	struct volume *volume;
	atomic_uint reading; /* readers that are not done */
};

struct actor {
	struct stage *stage;
	uint64_t number;
	int fd;
	struct volume_file *file;
	pthread_t thread;
	uint64_t syncs;
	int error;
};

static const struct bid_policy *const policies[] = {&noop_policy, &mq_deadline_policy, &bfq_policy,
						    &bid_hdd_policy, &bid_announced_policy};
#define POLICIES (sizeof(policies) / sizeof(policies[0]))
/* What the others are compared with: the best of the first so many. */
#define PEERS 3u

static bool parse_number(const char *text, uint64_t least, uint64_t most, const char *what,
			 uint64_t *number)
{
	char *end;

	errno = 0;
	*number = strtoull(text, &end, 10);
	if (errno == 0 && end != text && !*end && *number >= least && *number <= most)
		return true;
	fprintf(stderr, "bid-live: %s is '%s', not %" PRIu64 " to %" PRIu64 "\n", what, text, least,
		most);
	return false;
}

/* By position: ./tierline bid-live has the options. */
static bool parse_arguments(int count, char **values, struct arguments *arguments)
{
	if (count != 9) {
		fputs("bid-live: eight arguments are needed; it is run by ./tierline bid-live\n",
		      stderr);
		return false;
	}
	arguments->disk = values[5];
	arguments->dir = values[8];
	return parse_number(values[1], 1, ACTORS_MAX / 2, "--readers", &arguments->readers) &&
	       parse_number(values[2], 1, 4096, "--mib", &arguments->mib) &&
	       parse_number(values[3], 0, ACTORS_MAX / 2, "--writers", &arguments->writers) &&
	       parse_number(values[4], 1, 10000, "--sync-ms", &arguments->sync_ms) &&
	       parse_number(values[6], 1, 32, "--ncq", &arguments->ncq) &&
	       parse_number(values[7], 1, 100, "--scale", &arguments->scale);
}

/* ---- data ---- */

static uint64_t word_of(uint64_t file, uint64_t place)
{
	return (file << 40 | place) * UINT64_C(0x9e3779b97f4a7c15);
}

static void fill(uint64_t *words, uint64_t file, uint64_t offset, size_t bytes)
{
	for (size_t i = 0; i < bytes / sizeof(*words); i++)
		words[i] = word_of(file, offset / sizeof(*words) + i);
}

static bool is_right(const uint64_t *words, uint64_t file, uint64_t offset, size_t bytes)
{
	for (size_t i = 0; i < bytes / sizeof(*words); i++)
		if (words[i] != word_of(file, offset / sizeof(*words) + i))
			return false;
	return true;
}

/* A file without a name that holds its data, or a negative errno. */
static int make_file(const char *dir, uint64_t number, uint64_t bytes)
{
	static uint64_t words[MIB / sizeof(uint64_t)];
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/bid-live-XXXXXX", dir);
	fd = mkstemp(path);
	if (fd < 0)
		return -errno;
	unlink(path);
	for (uint64_t at = 0; at < bytes; at += MIB) {
		fill(words, number, at, MIB);
		if (pwrite(fd, words, MIB, (off_t)at) != (ssize_t)MIB) {
			close(fd);
			return -EIO;
		}
	}
	return fd;
}

/* ---- who reads and who writes ---- */

static int64_t ask(const struct actor *actor, enum volume_op op, uint64_t offset, uint32_t length,
		   void *memory)
{
	const struct volume_request request = {.op = op,
					       .file = actor->file,
					       .stream = actor->number,
					       .service_class =
						       op == VOLUME_READ ? BID_FOREGROUND : BID_LOG,
					       .offset = offset,
					       .length = length,
					       .memory = memory};

	return volume_call(actor->stage->volume, &request);
}

static void *read_all(void *context)
{
	struct actor *actor = context;
	uint64_t words[READ_BYTES / sizeof(uint64_t)];
	uint64_t bytes = actor->stage->arguments->mib * MIB;

	actor->error = volume_announce(actor->stage->volume, actor->file, actor->number, 0, bytes,
				       BID_FOREGROUND);
	for (uint64_t at = 0; at < bytes && !actor->error; at += READ_BYTES) {
		int64_t result = ask(actor, VOLUME_READ, at, READ_BYTES, words);

		if (result != READ_BYTES)
			actor->error = result < 0 ? (int)result : -EIO;
		else if (!is_right(words, actor->number, at, READ_BYTES))
			actor->error = -EILSEQ;
	}
	atomic_fetch_sub(&actor->stage->reading, 1);
	return NULL;
}

static void *write_and_sync(void *context)
{
	struct actor *actor = context;
	const struct arguments *arguments = actor->stage->arguments;
	uint64_t pause_ns = arguments->sync_ms * MS / arguments->scale;
	const struct timespec pause = {.tv_sec = (time_t)(pause_ns / (1000 * MS)),
				       .tv_nsec = (long)(pause_ns % (1000 * MS))};
	uint64_t words[WRITE_BYTES / sizeof(uint64_t)];
	uint64_t at = actor->number;

	while (atomic_load(&actor->stage->reading) > 0 && !actor->error) {
		int64_t result;

		at = at * UINT64_C(6364136223846793005) + 1442695040888963407u;
		fill(words, actor->number, 0, WRITE_BYTES);
		result = ask(actor, VOLUME_WRITE,
			     (at >> 20) % (WRITTEN_BYTES / WRITE_BYTES) * WRITE_BYTES, WRITE_BYTES,
			     words);
		if (result == WRITE_BYTES)
			result = ask(actor, VOLUME_SYNC, 0, 0, NULL);
		if (result < 0)
			actor->error = (int)result;
		actor->syncs++;
		nanosleep(&pause, NULL);
	}
	return NULL;
}

/* ---- a run ---- */

struct outcome {
	double mb_per_s;
	uint64_t syncs;
	uint64_t ahead_mib;
};

static int open_volume(const struct arguments *arguments, const struct bid_policy *policy,
		       struct volume **volume)
{
	const struct device_options disk = {
		.ncq_depth = (uint32_t)arguments->ncq, .write_cache = -1, .read_ahead = -1};
	const struct volume_options options = {.policy = policy};
	struct backend *backend;
	struct device *device;
	char message[256];
	int error = device_open(arguments->disk, &disk, &device, message, sizeof(message));

	if (error) {
		fprintf(stderr, "bid-live: %s\n", message);
		return error;
	}
	error = backend_open_emulated(device, (uint32_t)arguments->scale * 1000, &backend);
	return error ? error : volume_open(&options, backend, volume);
}

static int start_all(struct actor *actors, const struct arguments *arguments, uint32_t *started)
{
	uint32_t count = (uint32_t)(arguments->readers + arguments->writers);
	int error = 0;

	while (error == 0 && *started < count) {
		struct actor *actor = &actors[*started];

		error = volume_file_open(actor->stage->volume, actor->fd, &actor->file);
		if (error)
			break;
		error = -pthread_create(&actor->thread, NULL,
					*started < arguments->readers ? read_all : write_and_sync,
					actor);
		if (error)
			volume_file_close(actor->file);
		*started += error == 0;
	}
	return error;
}

static int join_all(struct actor *actors, uint32_t started, struct outcome *outcome)
{
	int error = 0;

	for (uint32_t i = 0; i < started; i++) {
		pthread_join(actors[i].thread, NULL);
		volume_file_close(actors[i].file);
		outcome->syncs += actors[i].syncs;
		if (error == 0)
			error = actors[i].error;
	}
	return error;
}

static int run(const struct arguments *arguments, const struct bid_policy *policy, const int *fds,
	       struct outcome *outcome)
{
	struct stage stage = {.arguments = arguments};
	struct actor actors[ACTORS_MAX];
	struct volume_statistics statistics;
	uint32_t started = 0;
	int error = open_volume(arguments, policy, &stage.volume);
	int failed;

	if (error)
		return error;
	*outcome = (struct outcome){.syncs = 0};
	atomic_init(&stage.reading, (unsigned)arguments->readers);
	for (uint32_t i = 0; i < ACTORS_MAX; i++)
		actors[i] = (struct actor){.stage = &stage, .number = i, .fd = fds[i]};
	error = start_all(actors, arguments, &started);
	/* Nobody would end the writers otherwise. */
	if (error)
		atomic_store(&stage.reading, 0);
	failed = join_all(actors, started, outcome);
	volume_statistics(stage.volume, &statistics);
	volume_close(stage.volume);
	if (statistics.now_ns > 0)
		outcome->mb_per_s =
			(double)statistics.bytes_read * 1000.0 / (double)statistics.now_ns;
	outcome->ahead_mib = statistics.bytes_ahead / MIB;
	return error ? error : failed;
}

static int run_all(const struct arguments *arguments, const int *fds)
{
	struct outcome outcome[POLICIES];
	double best = 0;

	for (size_t i = 0; i < POLICIES; i++) {
		int error = run(arguments, policies[i], fds, &outcome[i]);

		if (error) {
			fprintf(stderr, "bid-live: %s: %s\n", policies[i]->name,
				error == -EILSEQ ? "other data than were written"
						 : strerror(-error));
			return error;
		}
		if (i < PEERS && outcome[i].mb_per_s > best)
			best = outcome[i].mb_per_s;
	}
	printf("policy\tmb_per_s\tratio\tsyncs\tahead_mib\n");
	for (size_t i = 0; i < POLICIES; i++)
		printf("%s\t%.1f\t%.2f\t%" PRIu64 "\t%" PRIu64 "\n", policies[i]->name,
		       outcome[i].mb_per_s, best > 0 ? outcome[i].mb_per_s / best : 0.0,
		       outcome[i].syncs, outcome[i].ahead_mib);
	return 0;
}

static int make_files(const struct arguments *arguments, int *fds)
{
	for (uint64_t i = 0; i < arguments->readers + arguments->writers; i++) {
		fds[i] = make_file(arguments->dir, i,
				   i < arguments->readers ? arguments->mib * MIB : WRITTEN_BYTES);
		if (fds[i] < 0) {
			fprintf(stderr, "bid-live: %s: %s\n", arguments->dir, strerror(-fds[i]));
			return fds[i];
		}
	}
	return 0;
}

int main(int count, char **values)
{
	struct arguments arguments;
	int fds[ACTORS_MAX];
	int error;

	if (!parse_arguments(count, values, &arguments))
		return 2;
	for (uint32_t i = 0; i < ACTORS_MAX; i++)
		fds[i] = -1;
	error = make_files(&arguments, fds);
	if (error == 0)
		error = run_all(&arguments, fds);
	for (uint32_t i = 0; i < ACTORS_MAX; i++)
		if (fds[i] >= 0)
			close(fds[i]);
	return error ? 1 : 0;
}
