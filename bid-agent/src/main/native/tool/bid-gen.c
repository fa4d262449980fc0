/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Writes a generated workload as CSV, or says what workloads are made of.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bid/request.h"
#include "workload/statistics.h"
#include "workload/workload.h"

/* 250 GB, the source's drive. */
#define DEVICE_SECTORS_DEFAULT UINT64_C(488397168)
#define SEED_DEFAULT	       1u
#define EXIT_USAGE	       2

struct arguments {
	struct workload_options options;
	bool describe;
	const char *name; /* NULL: all */
};

static const char usage[] =
	"usage: bid-gen [--seed N] [--scale X] [--device-sectors N] NAME > FILE.csv\n"
	"       bid-gen [...] --describe [NAME]\n"
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

	puts("time_ns,process,lba,sectors,kind,op,flags,class");
	while ((result = source->next(source, &record)) == 1)
		printf("%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%d,%c,%d,%d\n",
		       record.time_ns, record.process, record.lba, record.sectors, record.kind,
		       record.op == BID_READ ? 'r' : 'w', record.flags, record.service_class);
	return result;
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
	printf(" | %.0f | %.0f | %.0f | %.0f | %.0f", percent(s->op_requests[BID_READ], s->requests),
	       percent(s->op_sequential[BID_READ], s->op_requests[BID_READ]),
	       percent(s->op_sequential[BID_WRITE], s->op_requests[BID_WRITE]),
	       percent(s->switches, s->requests),
	       percent(s->ahead_bytes, s->op_bytes[BID_READ]));
	printf(" | %.2f | %.1f | %.0f | %.1f | %.0f |\n", (double)s->gap_p50_ns / 1e6,
	       (double)s->gap_p90_ns / 1e6, (double)s->gap_p99_ns / 1e6, seconds,
	       seconds > 0 ? (double)bytes / seconds / 1e6 : 0);
}

static void print_sizes(const char *name, const struct statistics *s)
{
	printf("| %s |", name);
	for (int i = 0; i < STATISTICS_SIZES; i++)
		printf(" %.1f |", percent(s->size_requests[i], s->requests));
	putchar('\n');
}

static int run(const char *name, const struct arguments *arguments,
	       int (*use)(struct trace_source *source, void *result), void *result)
{
	struct trace_source *source;
	char error[512];

	if (workload_open(name, &arguments->options, &source, error, sizeof(error)) != 0) {
		fprintf(stderr, "bid-gen: %s\n", error);
		return EXIT_FAILURE;
	}
	if (use(source, result) != 0) {
		fprintf(stderr, "bid-gen: %s: out of memory\n", name);
		return EXIT_FAILURE;
	}
	source->close(source);
	return EXIT_SUCCESS;
}

static int use_csv(struct trace_source *source, void *result)
{
	(void)result;
	return write_csv(source);
}

static int use_statistics(struct trace_source *source, void *result)
{
	return statistics_measure(source, result);
}

static int describe(const struct arguments *arguments)
{
	struct statistics *all = calloc(workload_count, sizeof(*all));

	if (!all)
		return EXIT_FAILURE;
	print_table_head();
	for (size_t i = 0; i < workload_count; i++) {
		const char *name = workload_list[i].name;

		if (arguments->name && strcmp(name, arguments->name) != 0)
			continue;
		if (run(name, arguments, use_statistics, &all[i]) != EXIT_SUCCESS) {
			free(all);
			return EXIT_FAILURE;
		}
		print_table_row(name, &all[i]);
	}
	puts("\n| % of requests, KiB | 4 | 8 | 16 | 32 | 64 | 128 | 256 | 512 | more |\n"
	     "|---|---|---|---|---|---|---|---|---|---|");
	for (size_t i = 0; i < workload_count; i++)
		if (all[i].requests > 0)
			print_sizes(workload_list[i].name, &all[i]);
	free(all);
	return EXIT_SUCCESS;
}

static int parse(int argc, char **argv, struct arguments *arguments)
{
	static const struct option options[] = {
		{ "seed", required_argument, NULL, 's' },
		{ "scale", required_argument, NULL, 'x' },
		{ "device-sectors", required_argument, NULL, 'd' },
		{ "describe", no_argument, NULL, 'D' },
		{ "list", no_argument, NULL, 'l' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (option) {
		case 's':
			arguments->options.seed = strtoull(optarg, NULL, 10);
			break;
		case 'x':
			arguments->options.scale = strtod(optarg, NULL);
			break;
		case 'd':
			arguments->options.device_sectors = strtoull(optarg, NULL, 10);
			break;
		case 'D':
			arguments->describe = true;
			break;
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
	arguments->name = argv[optind];
	return arguments->describe || argc == optind + 1 ? EXIT_SUCCESS : EXIT_USAGE;
}

int main(int argc, char **argv)
{
	struct arguments arguments = {
		.options = { SEED_DEFAULT, DEVICE_SECTORS_DEFAULT, 1.0 },
	};

	if (parse(argc, argv, &arguments) != EXIT_SUCCESS) {
		fputs(usage, stderr);
		return EXIT_USAGE;
	}
	if (arguments.describe)
		return describe(&arguments);
	return run(arguments.name, &arguments, use_csv, NULL);
}
