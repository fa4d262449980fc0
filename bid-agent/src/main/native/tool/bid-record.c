/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Records the block requests of a disk of the running machine as a CSV trace. The command
 * ./tierline bid-record starts it and has the options; here they come by position: the device, the
 * trace, seconds (empty where they were not given), and the command to run, if any. Whatever it
 * sets up in tracefs goes when it ends.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "trace/csv_writer.h"
#include "trace/recorder.h"

struct recording {
	const char *device;
	const char *out;
	char **command;     /* NULL: none */
	uint64_t seconds;   /* 0: until the command ends, or a signal */
	uint64_t started_s; /* of the monotonic clock */
	pid_t child;        /* 0: none, or it has ended */
	int child_status;
};

/* All that a signal handler may touch. */
static volatile sig_atomic_t interrupted;

static void on_signal(int signal_number)
{
	(void)signal_number;
	interrupted = 1;
}

static int complain(const char *what)
{
	fprintf(stderr, "bid-record: %s\n", what);
	return 2;
}

static uint64_t now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec;
}

static bool seconds_of(const char *text, uint64_t *seconds)
{
	char *end;

	errno = 0;
	*seconds = strtoull(text, &end, 10);
	return !errno && end != text && !*end && *text != '-' && *seconds;
}

/* Returns 0, or 2 for a wrong command line. */
static int parse(int argc, char **argv, struct recording *recording)
{
	if (argc < 4)
		return complain("is started by ./tierline bid-record");
	recording->device = argv[1];
	recording->out = argv[2];
	if (*argv[3] && !seconds_of(argv[3], &recording->seconds))
		return complain("--seconds needs a whole number from 1; see --help");
	if (argc > 4)
		recording->command = argv + 4;
	if (!recording->seconds && !recording->command)
		return complain("--seconds or a command is needed; see --help");
	return 0;
}

static bool child_has_ended(struct recording *recording)
{
	if (!recording->child)
		return recording->command != NULL;
	if (waitpid(recording->child, &recording->child_status, WNOHANG) == 0)
		return false;
	recording->child = 0;
	return true;
}

static bool should_stop(void *context)
{
	struct recording *recording = context;

	if (interrupted || child_has_ended(recording))
		return true;
	return recording->seconds && now_s() - recording->started_s >= recording->seconds;
}

static int start_command(struct recording *recording)
{
	recording->started_s = now_s();
	if (!recording->command)
		return 0;
	recording->child = fork();
	if (recording->child < 0) {
		recording->child = 0;
		return -errno;
	}
	if (recording->child)
		return 0;
	/* What the recorder ignores its command may need. */
	signal(SIGPIPE, SIG_DFL);
	execvp(recording->command[0], recording->command);
	fprintf(stderr, "bid-record: %s: %s\n", recording->command[0], strerror(errno));
	_exit(127);
}

/* Writes all requests. Returns 0 or a negative errno with a message. */
static int write_requests(struct trace_source *source, FILE *out, const char *name, char *error,
			  size_t error_size)
{
	struct trace_record record;
	int result = trace_csv_write_header(out);
	int more = 0;

	while (!result && (more = source->next(source, &record)) == 1)
		result = trace_csv_write(out, &record);
	if (!result && !more && fflush(out))
		result = -errno;
	if (result)
		snprintf(error, error_size, "%s: %s", name, strerror(-result));
	else if (more < 0)
		snprintf(error, error_size, "%s", source->error);
	return result ? result : more;
}

static void report(const struct recording *recording, const struct trace_counts *counts,
		   uint64_t lost)
{
	fprintf(stderr,
		"bid-record: %s: %" PRIu64 " requests, %" PRIu64 " without a completion, %" PRIu64
		" events lost, %" PRIu64 " lines unreadable\n",
		recording->device, counts->records, counts->unpaired, lost,
		counts->skipped_corrupt);
}

/* Records into a file that is made only now: a wrong device leaves an older one alone. */
static int record_to(struct recording *recording, struct trace_source *source, char *error,
		     size_t error_size)
{
	FILE *out = strcmp(recording->out, "-") ? fopen(recording->out, "w") : stdout;
	int result;

	if (!out) {
		result = -errno;
		snprintf(error, error_size, "%s: %s", recording->out, strerror(-result));
		return result;
	}
	result = start_command(recording);
	if (result)
		snprintf(error, error_size, "%s: %s", recording->command[0], strerror(-result));
	else
		result = write_requests(source, out, recording->out, error, error_size);
	if (out != stdout)
		fclose(out);
	return result;
}

/* Returns 0 or a negative errno with a message. */
static int record(struct recording *recording, char *error, size_t error_size)
{
	struct trace_recorder_options how = {.device = recording->device,
					     .stop = should_stop,
					     .context = recording,
					     .own_process = (uint64_t)getpid()};
	struct trace_options options = {0};
	struct trace_source *source;
	struct trace_events *events;
	int result;

	result = trace_recorder_start(&how, &events, &options.device, error, error_size);
	if (result)
		return result;
	result = trace_requests_open(events, &options, &source, error, error_size);
	if (result)
		return result;
	result = record_to(recording, source, error, error_size);
	if (!result)
		report(recording, &source->counts, trace_recorder_lost(events));
	source->close(source);
	return result;
}

static void catch_signals(void)
{
	struct sigaction action = {.sa_handler = on_signal};

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	action.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &action, NULL);
}

int main(int argc, char **argv)
{
	struct recording recording = {0};
	char error[600];
	int result = parse(argc, argv, &recording);

	if (result)
		return result;
	catch_signals();
	result = record(&recording, error, sizeof(error));
	if (recording.child)
		waitpid(recording.child, &recording.child_status, 0);
	if (result) {
		fprintf(stderr, "bid-record: %s\n", error);
		return 1;
	}
	if (WIFEXITED(recording.child_status))
		return WEXITSTATUS(recording.child_status);
	return 128 + WTERMSIG(recording.child_status);
}
