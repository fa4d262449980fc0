/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * bid-live: streams of a DataNode on a modelled disk in real time, under one contender after the
 * other. Every byte that is read is compared.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contenders.h"
#include "live/live.h"

struct arguments {
	struct live_load load;
	const char *folder;
	char **contenders;
	int contender_count;
};

/* ---- what is asked for ---- */

static bool parse_number(const char *text, uint64_t least, uint64_t most, const char *what,
			 uint32_t *number)
{
	unsigned long long value;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno == 0 && end != text && !*end && value >= least && value <= most) {
		*number = (uint32_t)value;
		return true;
	}
	fprintf(stderr, "bid-live: %s is '%s', not %" PRIu64 " to %" PRIu64 "\n", what, text, least,
		most);
	return false;
}

/* By position: ./tierline bid-live has the options. */
static bool parse_arguments(int count, char **values, struct arguments *arguments)
{
	struct live_load *load = &arguments->load;

	if (count < 15) {
		fputs("bid-live: thirteen arguments and contenders are needed; it is run by "
		      "./tierline bid-live\n",
		      stderr);
		return false;
	}
	load->disk = values[1];
	load->ssd = values[11];
	arguments->folder = values[13];
	arguments->contenders = &values[14];
	arguments->contender_count = count - 14;
	return parse_number(values[2], 1, 32, "--ncq", &load->ncq) &&
	       parse_number(values[3], 1, 100, "--scale", &load->scale) &&
	       parse_number(values[4], 0, 32, "--readers", &load->readers) &&
	       parse_number(values[5], 0, 31, "--writers", &load->writers) &&
	       parse_number(values[6], 0, 90, "--small-writes", &load->small_percent) &&
	       parse_number(values[7], 0, 10000, "--sync-ms", &load->sync_ms) &&
	       parse_number(values[8], 0, 600000, "--warm-up", &load->warm_ms) &&
	       parse_number(values[9], 1, 600000, "--seconds", &load->measured_ms) &&
	       parse_number(values[10], 1, 1024, "--block-mib", &load->block_mib) &&
	       parse_number(values[12], 4, 4096, "--ssd-log", &load->log_mib);
}

static const struct live_host *host_find(const char *name, size_t length)
{
	for (size_t i = 0; i < live_host_count; i++)
		if (strlen(live_hosts[i].name) == length &&
		    strncmp(live_hosts[i].name, name, length) == 0)
			return &live_hosts[i];
	return NULL;
}

/* NAME=VALUE, ended by a colon or by the end. */
static bool parse_setting(const char *text, const struct contender *contender,
			  struct bid_settings *settings)
{
	const struct bid_tunable *tunable;
	char name[64];
	size_t length = strcspn(text, "=:");
	uint64_t value;
	char *end;

	if (text[length] != '=' || length >= sizeof(name))
		return false;
	memcpy(name, text, length);
	name[length] = '\0';
	tunable = contender_tunable(contender, name);
	value = strtoull(text + length + 1, &end, 10);
	return tunable && end != text + length + 1 && (*end == ':' || !*end) &&
	       value >= tunable->min && value <= tunable->max &&
	       bid_settings_set(settings, tunable->name, value) == 0;
}

/* HOST/POLICY[:TUNABLE=VALUE]... */
static bool parse_contender(const char *text, struct live_contender *parsed)
{
	size_t host_length = strcspn(text, "/");
	const char *policy = text[host_length] ? text + host_length + 1 : text;
	const struct contender *contender = contender_find(policy, strcspn(policy, ":"));
	const char *setting = strchr(policy, ':');

	*parsed = (struct live_contender){.host = host_find(text, host_length)};
	if (!parsed->host || !contender || !contender->policy ||
	    (contender->needs_ssd && !contender->policy->returned)) {
		fprintf(stderr, "bid-live: there is no contender '%s'\n", text);
		return false;
	}
	parsed->policy = contender->policy;
	for (; setting; setting = strchr(setting + 1, ':')) {
		if (parse_setting(setting + 1, contender, &parsed->settings))
			continue;
		fprintf(stderr, "bid-live: '%s' is no setting of '%s'\n", setting + 1, text);
		return false;
	}
	return true;
}

/* ---- what comes out ---- */

static double mb_per_s(uint64_t bytes, uint64_t ns)
{
	return (double)bytes * 1000.0 / (double)ns;
}

static double ms(uint64_t ns)
{
	return (double)ns / 1e6;
}

static double mib(uint64_t bytes)
{
	return (double)bytes / 1048576.0;
}

static void print_bound(uint64_t bytes_per_second)
{
	printf("contender\tstream\tkind\tmb_per_s\trequests\tp50_ms\tp95_ms\tp99_ms\tmax_ms\t"
	       "written_mb_per_s\tsyncs\tahead_mib\tlate_percent\tssd_mib\thome_mib\n"
	       "bound\tall\t-\t%.2f\t-\t-\t-\t-\t-\t-\t-\t-\t-\t-\t-\n",
	       (double)bytes_per_second / 1e6);
}

static void print_figures(const char *contender, const struct live_figures *figures)
{
	static const char *const kinds[] = {"reader", "writer", "syncer"};

	printf("%s\tall\t-\t%.2f\t-\t-\t-\t-\t-\t%.2f\t%" PRIu64 "\t%" PRIu64
	       "\t%.2f\t%.2f\t%.2f\n",
	       contender, mb_per_s(figures->bytes_read, figures->measured_ns),
	       mb_per_s(figures->bytes_written, figures->measured_ns), figures->syncs,
	       figures->bytes_ahead >> 20,
	       figures->busy_ns > 0 ? 100.0 * (double)figures->late_ns / (double)figures->busy_ns
				    : 0.0,
	       mib(figures->bytes_redirected), mib(figures->bytes_home));
	for (uint32_t i = 0; i < figures->streams; i++) {
		const struct live_stream_figures *stream = &figures->stream[i];

		printf("%s\t%" PRIu32 "\t%s\t%.2f\t%" PRIu64
		       "\t%.3f\t%.3f\t%.3f\t%.3f\t-\t-\t-\t-\t-\t-\n",
		       contender, i, kinds[stream->kind],
		       mb_per_s(stream->bytes, figures->measured_ns), stream->requests,
		       ms(stream->p50_ns), ms(stream->p95_ns), ms(stream->p99_ns),
		       ms(stream->max_ns));
	}
}

static int fail(const char *what, int error, const char *message)
{
	if (message[0])
		fprintf(stderr, "bid-live: %s\n", message);
	else
		fprintf(stderr, "bid-live: %s: %s\n", what,
			error == -EILSEQ ? "other data than were written" : strerror(-error));
	return 1;
}

static int run_all(const struct arguments *arguments, const struct live_contender *chosen)
{
	struct live_files *files;
	uint64_t bytes_per_second;
	char message[256] = "";
	int error = live_bound(&arguments->load, &bytes_per_second, message, sizeof(message));

	if (error)
		return fail(arguments->load.disk, error, message);
	error = live_files_make(arguments->folder, &arguments->load, &files);
	if (error)
		return fail(arguments->folder, error, "");
	print_bound(bytes_per_second);
	for (int i = 0; error == 0 && i < arguments->contender_count; i++) {
		struct live_figures figures;

		error = live_run(&arguments->load, files, &chosen[i], &figures, message,
				 sizeof(message));
		if (error) {
			fail(arguments->contenders[i], error, message);
			break;
		}
		print_figures(arguments->contenders[i], &figures);
		fprintf(stderr, "progress\t%d\t%s\n", 100 * (i + 1) / arguments->contender_count,
			arguments->contenders[i]);
	}
	live_files_free(files);
	return error ? 1 : 0;
}

int main(int count, char **values)
{
	struct arguments arguments;
	struct live_contender *chosen;
	int status = 2;
	bool known = true;

	if (!parse_arguments(count, values, &arguments))
		return 2;
	chosen = calloc((size_t)arguments.contender_count, sizeof(*chosen));
	if (!chosen)
		return 1;
	for (int i = 0; known && i < arguments.contender_count; i++)
		known = parse_contender(arguments.contenders[i], &chosen[i]);
	if (known)
		status = run_all(&arguments, chosen);
	free(chosen);
	return status;
}
