/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * bid-bench: what a request costs in each policy, in CPU time. README.md beside this file
 * describes options and output.
 *
 * A closed loop: every stream has a request outstanding (small numbers of streams several, 256 in
 * all) and issues its next one, the following 64 KiB, when one is finished and 16 of anybody's have
 * been after it: were it at once, a policy that stays with a stream would never stage anything.
 * Even streams read, odd ones write, each announces the 64 MiB that it goes through. The devices
 * take one request at a time and as long as a disk would, in virtual time, so that waits and
 * deadlines play their part.
 *
 * Measured is the whole loop; noop shows what of it is the loop's and the request queue's.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bid/request_queue.h"
#include "contenders.h"

#define REQUEST_SECTORS    128u
#define ANNOUNCED_REQUESTS 1024u
#define OUTSTANDING_MIN    256u
#define THINK_REQUESTS     16u                 /* a power of two */
#define AREA_SECTORS       (UINT64_C(1) << 34) /* 8 TiB, shared by the streams */
#define POSITIONING_NS     UINT64_C(8000000)
#define BYTES_PER_SECOND   UINT64_C(150000000)
#define SSD_SERVICE_NS     UINT64_C(100000)
#define STREAMS_MAX        1000000u
#define CASES_MAX          16u

enum { EXIT_FAILED = 1, EXIT_USAGE = 2 };

struct options {
	const char *policies; /* names, separated by commas; NULL: all */
	uint32_t streams[CASES_MAX];
	size_t cases;
	uint32_t repeats;
	uint32_t requests;
};

struct bench_stream {
	uint64_t first_lba;
	uint32_t issued;
};

struct bench {
	struct bid_setup setup;
	struct bid_request_queue queue;
	void *state;
	struct bid_request *requests;
	struct bench_stream *streams;
	uint32_t stream_count;
	uint32_t outstanding;
	struct bid_request *thinking[THINK_REQUESTS]; /* finished, to be issued again; a ring */
	struct bid_request *flight[BID_TIERS];
	uint64_t done_ns[BID_TIERS];
	uint64_t arm_lba;
	uint64_t now_ns;
	uint64_t finished;
};

/* ---- the loop ---- */

static void bench_issue(struct bench *bench, struct bid_request *request)
{
	struct bench_stream *stream = &bench->streams[request->stream];
	uint32_t in_area = (uint32_t)(AREA_SECTORS / bench->stream_count / REQUEST_SECTORS);

	request->lba = stream->first_lba + (uint64_t)(stream->issued % in_area) * REQUEST_SECTORS;
	if (stream->issued % ANNOUNCED_REQUESTS == 0) {
		const struct bid_announcement announcement = {
			.stream = request->stream,
			.lba = request->lba,
			.sectors = ANNOUNCED_REQUESTS * REQUEST_SECTORS,
			.op = request->op,
			.service_class = request->service_class,
		};

		bid_request_queue_announce(&bench->queue, &announcement, bench->now_ns);
	}
	stream->issued++;
	bid_request_queue_insert(&bench->queue, request, bench->now_ns);
}

static uint64_t bench_service_ns(struct bench *bench, enum bid_tier tier,
				 const struct bid_request *head)
{
	uint64_t ns = (uint64_t)head->run_sectors * BID_SECTOR_BYTES * 1000000 /
		      (BYTES_PER_SECOND / 1000);

	if (tier == BID_TIER_SSD)
		return SSD_SERVICE_NS;
	if (head->run_lba != bench->arm_lba)
		ns += POSITIONING_NS;
	bench->arm_lba = bid_run_end(head);
	return ns;
}

static void bench_dispatch(struct bench *bench, enum bid_tier tier)
{
	struct bid_request *head;

	if (bench->flight[tier] || bench->setup.device[tier].sectors == 0)
		return;
	head = bid_request_queue_dispatch(&bench->queue, tier, bench->now_ns);
	if (!head)
		return;
	bench->flight[tier] = head;
	bench->done_ns[tier] = bench->now_ns + bench_service_ns(bench, tier, head);
}

/* Goes to the next completion or, while the disk has nothing to do, timer. */
static int bench_advance(struct bench *bench)
{
	uint64_t next = BID_NEVER;

	if (!bench->flight[BID_TIER_HDD])
		next = bid_request_queue_next_timer_ns(&bench->queue, bench->now_ns);
	for (int tier = 0; tier < BID_TIERS; tier++)
		if (bench->flight[tier] && bench->done_ns[tier] < next)
			next = bench->done_ns[tier];
	if (next == BID_NEVER)
		return -EDEADLK;
	if (next > bench->now_ns)
		bench->now_ns = next;
	return 0;
}

static void bench_complete(struct bench *bench, enum bid_tier tier)
{
	struct bid_request *head = bench->flight[tier];

	if (!head || bench->done_ns[tier] > bench->now_ns)
		return;
	bench->flight[tier] = NULL;
	bid_request_queue_completed(&bench->queue, head, bench->now_ns);
}

/* The stream of a finished request thinks; that of the one whose place it takes goes on. */
static void bench_think(struct bench *bench, struct bid_request *request)
{
	struct bid_request **place = &bench->thinking[bench->finished++ % THINK_REQUESTS];
	struct bid_request *next = *place;

	*place = request;
	if (next)
		bench_issue(bench, next);
}

/* Until that many more requests are finished. */
static int bench_run(struct bench *bench, uint64_t requests)
{
	uint64_t end = bench->finished + requests;
	struct bid_request *request;
	int result = 0;

	while (!result && bench->finished < end) {
		bench_dispatch(bench, BID_TIER_HDD);
		bench_dispatch(bench, BID_TIER_SSD);
		result = bench_advance(bench);
		bench_complete(bench, BID_TIER_HDD);
		bench_complete(bench, BID_TIER_SSD);
		while ((request = bid_request_queue_take_finished(&bench->queue))) {
			bench_think(bench, request);
		}
	}
	return result;
}

/* ---- a case ---- */

static void bench_set_up(struct bench *bench, const struct contender *contender, uint32_t streams)
{
	bench->stream_count = streams;
	bench->outstanding = streams < OUTSTANDING_MIN ? OUTSTANDING_MIN : streams;
	bench->setup.device[BID_TIER_HDD] =
		(struct bid_device_profile){.sectors = AREA_SECTORS,
					    .positioning_ns = POSITIONING_NS,
					    .bytes_per_second = BYTES_PER_SECOND,
					    .depth = 1,
					    .rotational = true};
	if (contender->needs_ssd)
		bench->setup.device[BID_TIER_SSD] =
			(struct bid_device_profile){.sectors = AREA_SECTORS / 16,
						    .positioning_ns = SSD_SERVICE_NS,
						    .bytes_per_second = 4 * BYTES_PER_SECOND,
						    .depth = 1};
	bench->setup.max_outstanding = bench->outstanding;
	bench->setup.max_streams = streams;
}

static int bench_open(struct bench *bench, const struct contender *contender, uint32_t streams)
{
	bench_set_up(bench, contender, streams);
	bench->state = calloc(1, contender->policy->state_bytes(&bench->setup));
	bench->requests = calloc(bench->outstanding, sizeof(bench->requests[0]));
	bench->streams = calloc(streams, sizeof(bench->streams[0]));
	if (!bench->state || !bench->requests || !bench->streams)
		return -ENOMEM;
	for (uint32_t i = 0; i < streams; i++)
		bench->streams[i].first_lba =
			AREA_SECTORS / streams / REQUEST_SECTORS * REQUEST_SECTORS * i;
	for (uint32_t i = 0; i < bench->outstanding; i++) {
		struct bid_request *request = &bench->requests[i];

		request->stream = i % streams;
		request->sectors = REQUEST_SECTORS;
		request->op = request->stream % 2 ? BID_WRITE : BID_READ;
		request->flags = request->op == BID_READ ? BID_SYNC : 0;
	}
	return bid_request_queue_init(&bench->queue, contender->policy, bench->state,
				      &bench->setup);
}

static void bench_close(struct bench *bench)
{
	free(bench->state);
	free(bench->requests);
	free(bench->streams);
}

static double cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* One measurement, after a round of all streams that fills memory and caches. */
static int bench_measure(const struct contender *contender, uint32_t streams, uint32_t requests,
			 double *ns_per_request)
{
	struct bench bench = {0};
	int result = bench_open(&bench, contender, streams);
	double before;

	for (uint32_t i = 0; !result && i < bench.outstanding; i++)
		bench_issue(&bench, &bench.requests[i]);
	if (!result)
		result = bench_run(&bench, bench.outstanding);
	if (!result) {
		uint64_t finished = bench.finished;

		before = cpu_ns();
		result = bench_run(&bench, requests);
		*ns_per_request = (cpu_ns() - before) / (double)(bench.finished - finished);
	}
	bench_close(&bench);
	return result;
}

static int measure_case(const struct contender *contender, uint32_t streams,
			const struct options *options)
{
	for (uint32_t repeat = 1; repeat <= options->repeats; repeat++) {
		double ns_per_request = 0;
		int result = bench_measure(contender, streams, options->requests, &ns_per_request);

		if (result) {
			fprintf(stderr, "bid-bench: %s with %" PRIu32 " streams: %s\n",
				contender->name, streams, strerror(-result));
			return result;
		}
		printf("%s\t%" PRIu32 "\t%" PRIu32 "\t%.1f\n", contender->name, streams, repeat,
		       ns_per_request);
		fflush(stdout);
	}
	return 0;
}

/* ---- the command line ---- */

static void print_help(void)
{
	puts("usage: bid-bench [options]\n"
	     "\n"
	     "  --policy NAME,...   contenders (all)\n"
	     "  --streams N,...     streams, 1 to 1000000 (256,1000,10000)\n"
	     "  --requests N        requests of a measurement (500000)\n"
	     "  --repeats N         measurements of each case (3)\n"
	     "  --help              this");
}

static bool is_listed(const char *list, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
		if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
			return true;
	return false;
}

static bool names_are_known(const char *list)
{
	const char *at = list;

	while (at) {
		const char *comma = strchr(at, ',');
		size_t length = comma ? (size_t)(comma - at) : strlen(at);
		const struct contender *contender = contender_find(at, length);

		if (!contender || !contender->policy) {
			fprintf(stderr, "bid-bench: no policy %.*s\n", (int)length, at);
			return false;
		}
		at = comma ? comma + 1 : NULL;
	}
	return true;
}

/* Reads a number up to a comma or the end; returns what follows it, NULL when it is none. */
static const char *parse_number(const char *text, uint32_t max, uint32_t *number)
{
	char *end;
	unsigned long long value;

	if (*text < '0' || *text > '9')
		return NULL;
	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno || value < 1 || value > max || (*end && *end != ','))
		return NULL;
	*number = (uint32_t)value;
	return end;
}

static bool parse_one(const char *text, uint32_t max, uint32_t *number)
{
	const char *end = parse_number(text, max, number);

	return end && !*end;
}

static bool parse_streams(const char *text, struct options *options)
{
	options->cases = 0;
	while (options->cases < CASES_MAX) {
		text = parse_number(text, STREAMS_MAX, &options->streams[options->cases]);
		if (!text)
			return false;
		options->cases++;
		if (!*text)
			return true;
		text++;
	}
	return false;
}

static bool parse_option(const char *name, const char *value, struct options *options)
{
	if (strcmp(name, "--policy") == 0) {
		options->policies = value;
		return names_are_known(value);
	}
	if ((strcmp(name, "--streams") == 0 && parse_streams(value, options)) ||
	    (strcmp(name, "--requests") == 0 && parse_one(value, UINT32_MAX, &options->requests)) ||
	    (strcmp(name, "--repeats") == 0 && parse_one(value, 1000, &options->repeats)))
		return true;
	fprintf(stderr, "bid-bench: %s %s is nothing I know; --help lists what I do\n", name,
		value);
	return false;
}

static int measure_all(const struct options *options)
{
	size_t done = 0;

	puts("contender\tstreams\trepeat\tns_per_request");
	for (size_t i = 0; i < contender_count; i++) {
		if (!contenders[i].policy ||
		    (options->policies && !is_listed(options->policies, contenders[i].name)))
			continue;
		for (size_t j = 0; j < options->cases; j++)
			if (measure_case(&contenders[i], options->streams[j], options))
				return EXIT_FAILED;
		fprintf(stderr, "progress\t%zu\t%s\n", ++done * 100 / contender_count,
			contenders[i].name);
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct options options = {
		.streams = {256, 1000, 10000}, .cases = 3, .repeats = 3, .requests = 500000};

	for (int i = 1; i < argc; i += 2) {
		if (strcmp(argv[i], "--help") == 0) {
			print_help();
			return 0;
		}
		if (i + 1 == argc) {
			fprintf(stderr, "bid-bench: %s needs a value\n", argv[i]);
			return EXIT_USAGE;
		}
		if (!parse_option(argv[i], argv[i + 1], &options))
			return EXIT_USAGE;
	}
	return measure_all(&options);
}
