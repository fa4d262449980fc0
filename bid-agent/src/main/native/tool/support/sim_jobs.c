/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Each run is a forked process: runs share nothing, use as many cores as they are given, and the
 * failure of one leaves the others alone. Each writes into temporary files that the parent joins in
 * the order of the command line, and its progress into a page that all share.
 */
#include "sim_jobs.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sim_job.h"

struct jobs {
	const struct sim_options *options;
	struct sim_job *job;
	struct sim_scan *scan; /* of each workload */
	size_t workloads;
	pid_t *pid; /* 0: not running */
	size_t count;
	size_t started;
	size_t ended;
	bool failed;
	FILE *permille_file;
	_Atomic uint32_t *permille; /* of each job; shared */
	FILE *processes;
	FILE *arm;
};

static int complain(int code, const char *what)
{
	fprintf(stderr, "bid-sim: %s: %s\n", what, strerror(-code));
	return code;
}

/* Shared memory by way of a temporary file: POSIX has no anonymous mapping. */
static int share_progress(struct jobs *jobs)
{
	size_t bytes = jobs->count * sizeof(*jobs->permille);

	jobs->permille_file = tmpfile();
	if (!jobs->permille_file || ftruncate(fileno(jobs->permille_file), (off_t)bytes) < 0)
		return -errno;
	jobs->permille = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
			      fileno(jobs->permille_file), 0);
	if (jobs->permille == MAP_FAILED) {
		jobs->permille = NULL;
		return -errno;
	}
	return 0;
}

static int open_output(const char *path, FILE **file)
{
	*file = NULL;
	if (!path)
		return 0;
	*file = fopen(path, "w");
	return *file ? 0 : complain(-errno, path);
}

static int prepare_job(struct jobs *jobs, size_t index, size_t workload)
{
	const struct sim_options *options = jobs->options;
	struct sim_job *job = &jobs->job[index];

	job->report.options = options;
	job->report.choice = &options->choice[index % options->choice_count];
	job->report.workload = sim_options_workload_name(options, workload);
	job->workload = workload;
	job->scan = &jobs->scan[workload];
	job->permille = &jobs->permille[index];
	job->figures = tmpfile();
	job->processes = jobs->processes ? tmpfile() : NULL;
	job->arm = jobs->arm ? tmpfile() : NULL;
	if (!job->figures || (jobs->processes && !job->processes) || (jobs->arm && !job->arm))
		return complain(-errno, "temporary file");
	return 0;
}

static int prepare_workload(struct jobs *jobs, size_t workload)
{
	size_t contenders_each = jobs->options->choice_count;
	char error[1024];
	int result =
		sim_job_scan(jobs->options, workload, &jobs->scan[workload], error, sizeof(error));

	if (result < 0) {
		fprintf(stderr, "bid-sim: %s\n", error);
		return result;
	}
	for (size_t i = 0; result == 0 && i < contenders_each; i++)
		result = prepare_job(jobs, workload * contenders_each + i, workload);
	return result;
}

static int prepare(struct jobs *jobs, const struct sim_options *options)
{
	size_t workloads = options->workload_count ? options->workload_count : 1;
	int result;

	*jobs = (struct jobs){.options = options,
			      .workloads = workloads,
			      .count = workloads * options->choice_count};
	jobs->job = calloc(jobs->count, sizeof(*jobs->job));
	jobs->pid = calloc(jobs->count, sizeof(*jobs->pid));
	jobs->scan = calloc(workloads, sizeof(*jobs->scan));
	if (!jobs->job || !jobs->pid || !jobs->scan)
		return complain(-ENOMEM, "runs");
	result = share_progress(jobs);
	if (result < 0)
		return complain(result, "temporary file");
	result = open_output(options->processes_path, &jobs->processes);
	if (result == 0)
		result = open_output(options->arm_path, &jobs->arm);
	for (size_t i = 0; result == 0 && i < workloads; i++)
		result = prepare_workload(jobs, i);
	return result;
}

static int flush_job(const struct sim_job *job)
{
	if (fflush(job->figures) != 0 || (job->processes && fflush(job->processes) != 0) ||
	    (job->arm && fflush(job->arm) != 0))
		return -errno;
	return 0;
}

/* In the child: never returns. */
static void run_job(const struct sim_job *job)
{
	char error[1024] = "";
	int result;

	/* When the parent is killed nobody wants the figures any more. */
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	result = sim_job_run(job, error, sizeof(error));
	if (result == 0) {
		result = flush_job(job);
		if (result < 0)
			complain(result, "temporary file");
	} else {
		fprintf(stderr, "bid-sim: %s on %s: %s\n", job->report.choice->name,
			job->report.workload, error);
	}
	_exit(result < 0);
}

static int start_job(struct jobs *jobs)
{
	pid_t pid = fork();

	if (pid < 0)
		return complain(-errno, "fork");
	if (pid == 0)
		run_job(&jobs->job[jobs->started]);
	jobs->pid[jobs->started++] = pid;
	return 0;
}

/* Takes a child that has ended, if there is one. Returns whether there was. */
static bool reap_job(struct jobs *jobs)
{
	int status;
	pid_t pid = waitpid(-1, &status, WNOHANG);

	if (pid <= 0)
		return false;
	for (size_t i = 0; i < jobs->started; i++) {
		if (jobs->pid[i] != pid)
			continue;
		jobs->pid[i] = 0;
		jobs->ended++;
		if (WIFSIGNALED(status))
			fprintf(stderr, "bid-sim: %s on %s: ended by signal %d\n",
				jobs->job[i].report.choice->name, jobs->job[i].report.workload,
				WTERMSIG(status));
		if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
			jobs->failed = true;
	}
	return true;
}

static void print_progress(const struct jobs *jobs)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < jobs->count; i++)
		sum += atomic_load(&jobs->permille[i]);
	fprintf(stderr, "progress\t%d\t%zu of %zu runs\n", (int)(sum / 10 / jobs->count),
		jobs->ended, jobs->count);
}

static int run_all(struct jobs *jobs)
{
	enum { POLL_MS = 20, PROGRESS_POLLS = 25 };
	unsigned int polls = 0;

	fflush(NULL); /* or each child would write it again */
	while (jobs->ended < jobs->count) {
		struct timespec poll = {.tv_nsec = POLL_MS * 1000000L};

		if (jobs->started < jobs->count &&
		    jobs->started - jobs->ended < jobs->options->jobs) {
			int result = start_job(jobs);

			if (result < 0)
				return result;
			continue;
		}
		if (reap_job(jobs))
			continue;
		nanosleep(&poll, NULL);
		if (++polls % PROGRESS_POLLS == 0)
			print_progress(jobs);
	}
	print_progress(jobs);
	return 0;
}

static void append_file(FILE *to, FILE *from)
{
	char buffer[65536];
	size_t length;

	rewind(from);
	while ((length = fread(buffer, 1, sizeof(buffer), from)) > 0)
		fwrite(buffer, 1, length, to);
}

static void write_outputs(struct jobs *jobs)
{
	sim_report_figure_header(stdout);
	if (jobs->processes)
		sim_report_process_header(jobs->processes);
	if (jobs->arm)
		fputs("header\tcontender\tworkload\tms\ttrack\n", jobs->arm);
	for (size_t i = 0; i < jobs->count; i++) {
		append_file(stdout, jobs->job[i].figures);
		if (jobs->processes)
			append_file(jobs->processes, jobs->job[i].processes);
		if (jobs->arm)
			append_file(jobs->arm, jobs->job[i].arm);
	}
}

static int close_file(FILE *file, const char *name)
{
	bool bad;

	if (!file)
		return 0;
	bad = ferror(file) != 0;
	bad = fclose(file) != 0 || bad;
	return bad ? complain(-EIO, name) : 0;
}

static int release(struct jobs *jobs)
{
	int result = 0;

	for (size_t i = 0; jobs->job && i < jobs->count; i++) {
		close_file(jobs->job[i].figures, "temporary file");
		close_file(jobs->job[i].processes, "temporary file");
		close_file(jobs->job[i].arm, "temporary file");
	}
	if (close_file(jobs->processes, jobs->options->processes_path) < 0 ||
	    close_file(jobs->arm, jobs->options->arm_path) < 0)
		result = -EIO;
	if (jobs->permille)
		munmap((void *)jobs->permille, jobs->count * sizeof(*jobs->permille));
	close_file(jobs->permille_file, "temporary file");
	for (size_t i = 0; jobs->scan && i < jobs->workloads; i++)
		sim_slots_free(jobs->scan[i].slots);
	free(jobs->scan);
	free(jobs->job);
	free(jobs->pid);
	return result;
}

int sim_jobs_run(const struct sim_options *options)
{
	struct jobs jobs;
	int result = prepare(&jobs, options);
	int released;

	if (result == 0)
		result = run_all(&jobs);
	if (result == 0) {
		write_outputs(&jobs);
		if (fflush(stdout) != 0)
			result = complain(-errno, "standard output");
	}
	if (result == 0 && jobs.failed)
		result = -EIO;
	released = release(&jobs);
	return result < 0 ? result : released;
}
