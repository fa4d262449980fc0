/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Writes a generated workload as CSV, or says what generated or recorded ones are made of.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bid/request.h"
#include "trace/csv_writer.h"
#include "workload/statistics.h"
#include "workload/workload.h"

/* 250 GB, the source's drive. */
#define DEVICE_SECTORS_DEFAULT UINT64_C(488397168)
#define SEED_DEFAULT           1u
#define EXIT_USAGE             2

struct arguments {
	struct workload_options options;
	enum { GENERATE, DESCRIBE, MEASURE } what;
	char **names; /* of workloads, or of files */
	int count;
};

static const char usage[] =
	"usage: bid-gen [--seed N] [--scale X] [--device-sectors N] NAME > FILE.csv\n"
	"       bid-gen [...] --describe [NAME...]\n"
	"       bid-gen --measure TRACE...\n"
	"       bid-gen --list\n";

static void list(void)
{
	for (size_t i = 0; i < workload_count; i++)
		printf("%-20s %s\n", workload_list[i].name, workload_list[i].summary);
}

static int write_csv(struct trace_source *source)
{
	struct trace_record record;
	int result;

	result = trace_csv_write_header(stdout);
	while (result == 0 && source->next(source, &record) == 1)
		result = trace_csv_write(stdout, &record);
	return result ? result : fflush(stdout);
}

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_table_head(void)
{
	puts("| workload | requests | processes | announced | MiB read | MiB written "
	     "| reads, % of requests | sequential reads % | sequential writes % "
	     "| switches % | readahead, % of read bytes | gap p50 ms | p90 | p99 "
	     "| seconds | MB/s |");
	puts("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
}

static void print_table_row(const char *name, const struct statistics *s)
{
	double seconds = (double)s->duration_ns / 1e9;
	uint64_t bytes = s->op_bytes[BID_READ] + s->op_bytes[BID_WRITE];

	printf("| %s | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64, name,
	       s->requests, s->processes, s->announcements, s->op_bytes[BID_READ] >> 20,
	       s->op_bytes[BID_WRITE] >> 20);
	printf(" | %.0f | %.0f | %.0f | %.0f | %.0f",
	       percent(s->op_requests[BID_READ], s->requests),
	       percent(s->op_sequential[BID_READ], s->op_requests[BID_READ]),
	       percent(s->op_sequential[BID_WRITE], s->op_requests[BID_WRITE]),
	       percent(s->switches, s->requests), percent(s->ahead_bytes, s->op_bytes[BID_READ]));
	printf(" | %.2f | %.1f | %.0f | %.1f | %.0f |\n", (double)s->gap_p50_ns / 1e6,
	       (double)s->gap_p90_ns / 1e6, (double)s->gap_p99_ns / 1e6, seconds,
	       seconds > 0 ? (double)bytes / seconds / 1e6 : 0);
}

static void print_sizes(const char *name, const struct statistics *s)
{
	uint64_t pieces = 0;

	for (int i = 0; i < STATISTICS_SIZES; i++)
		pieces += s->size_requests[i];
	printf("| %s |", name);
	for (int i = 0; i < STATISTICS_SIZES; i++)
		printf(" %.1f |", percent(s->size_requests[i], pieces));
	putchar('\n');
}

static int fail(const char *message)
{
	fprintf(stderr, "bid-gen: %s\n", message);
	return EXIT_FAILURE;
}

static int generate(const struct arguments *arguments)
{
	struct trace_source *source;
	char error[512];
	int result;

	if (workload_open(arguments->names[0], &arguments->options, &source, error,
			  sizeof(error)) != 0)
		return fail(error);
	result = write_csv(source);
	source->close(source);
	return result == 0 ? EXIT_SUCCESS : fail("cannot write");
}

static int open_one(const struct arguments *arguments, const char *name,
		    struct trace_source **source, char *error, size_t error_size)
{
	const struct trace_options options = {.device_sectors = 0};

	if (arguments->what == MEASURE)
		return trace_open(&name, 1, &options, source, error, error_size);
	return workload_open(name, &arguments->options, source, error, error_size);
}

static int measure_one(const struct arguments *arguments, const char *name,
		       struct statistics *statistics)
{
	struct trace_source *source;
	char error[512];
	int result;

	if (open_one(arguments, name, &source, error, sizeof(error)) != 0)
		return fail(error);
	result = statistics_measure(source, statistics);
	if (result != 0)
		fail(result == -ENOMEM ? "out of memory" : source->error);
	source->close(source);
	return result == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* NAME of DIRECTORY/NAME.ftrace */
static const char *short_name(const char *path, char *name, size_t size)
{
	const char *slash = strrchr(path, '/');

	snprintf(name, size, "%s", slash ? slash + 1 : path);
	name[strcspn(name, ".")] = '\0';
	return name;
}

static int print_all(const struct arguments *arguments)
{
	struct statistics *all = calloc((size_t)arguments->count + 1, sizeof(*all));
	char name[64];
	int result = all ? EXIT_SUCCESS : fail("out of memory");

	print_table_head();
	for (int i = 0; i < arguments->count && result == EXIT_SUCCESS; i++) {
		result = measure_one(arguments, arguments->names[i], &all[i]);
		if (result == EXIT_SUCCESS)
			print_table_row(short_name(arguments->names[i], name, sizeof(name)),
					&all[i]);
	}
	puts("\n| % of requests, KiB | 4 | 8 | 16 | 32 | 64 | 128 | 256 | 512 |\n"
	     "|---|---|---|---|---|---|---|---|---|");
	for (int i = 0; i < arguments->count && result == EXIT_SUCCESS; i++)
		print_sizes(short_name(arguments->names[i], name, sizeof(name)), &all[i]);
	free(all);
	return result;
}

static int describe_all(const struct arguments *arguments)
{
	struct arguments all = *arguments;
	char *names[32];

	all.names = names;
	all.count = 0;
	for (size_t i = 0; i < workload_count && all.count < 32; i++)
		names[all.count++] = (char *)workload_list[i].name;
	return print_all(&all);
}

/* A whole number and nothing else. */
static int take_number(const char *text, uint64_t *number)
{
	char *end;

	errno = 0;
	*number = strtoull(text, &end, 10);
	return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 ? EXIT_SUCCESS
									  : EXIT_USAGE;
}

static int take_scale(const char *text, double *scale)
{
	char *end;

	*scale = strtod(text, &end);
	return end != text && *end == '\0' ? EXIT_SUCCESS : EXIT_USAGE;
}

/* Takes one option. Returns EXIT_SUCCESS or EXIT_USAGE. */
static int take_option(int option, struct arguments *arguments)
{
	switch (option) {
	case 's':
		return take_number(optarg, &arguments->options.seed);
	case 'x':
		return take_scale(optarg, &arguments->options.scale);
	case 'd':
		return take_number(optarg, &arguments->options.device_sectors);
	case 'D':
		arguments->what = DESCRIBE;
		return EXIT_SUCCESS;
	case 'm':
		arguments->what = MEASURE;
		return EXIT_SUCCESS;
	case 'l':
		list();
		exit(EXIT_SUCCESS);
	case 'h':
		fputs(usage, stdout);
		exit(EXIT_SUCCESS);
	default:
		return EXIT_USAGE;
	}
}

static int parse(int argc, char **argv, struct arguments *arguments)
{
	static const struct option options[] = {
		{"seed", required_argument, NULL, 's'},
		{"scale", required_argument, NULL, 'x'},
		{"device-sectors", required_argument, NULL, 'd'},
		{"describe", no_argument, NULL, 'D'},
		{"measure", no_argument, NULL, 'm'},
		{"list", no_argument, NULL, 'l'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
		if (take_option(option, arguments) != EXIT_SUCCESS)
			return EXIT_USAGE;
	arguments->names = argv + optind;
	arguments->count = argc - optind;
	if (arguments->what == GENERATE)
		return arguments->count == 1 ? EXIT_SUCCESS : EXIT_USAGE;
	return arguments->what == MEASURE && arguments->count == 0 ? EXIT_USAGE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	struct arguments arguments = {
		.options = {SEED_DEFAULT, DEVICE_SECTORS_DEFAULT, 1.0},
	};

	if (parse(argc, argv, &arguments) != EXIT_SUCCESS) {
		fputs(usage, stderr);
		return EXIT_USAGE;
	}
	if (arguments.what == GENERATE)
		return generate(&arguments);
	return arguments.count ? print_all(&arguments) : describe_all(&arguments);
}
