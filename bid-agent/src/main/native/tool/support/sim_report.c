/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The columns, in one table, so that header and lines cannot differ.
 */
#include "sim_report.h"

#include <inttypes.h>

/* A line's sources: result and processor time of a simulation, or a bound. */
struct figure {
	const struct sim_report *report;
	const struct sim_result *result;
	const struct sim_bound *bound;
	double cpu_seconds;
};

typedef void figure_fn(FILE *out, const struct figure *figure);

struct column {
	const char *name;
	figure_fn *write;
	bool of_bounds; /* bounds have it too */
};

static double ms(uint64_t ns)
{
	return (double)ns / 1e6;
}

static void write_count(FILE *out, uint64_t value)
{
	fprintf(out, "%" PRIu64, value);
}

static void write_contender(FILE *out, const struct figure *figure)
{
	fputs(figure->report->choice->name, out);
}

static void write_workload(FILE *out, const struct figure *figure)
{
	fputs(figure->report->workload, out);
}

static void write_loop(FILE *out, const struct figure *figure)
{
	fputs(figure->report->options->loop == SIM_OPEN_LOOP ? "open" : "closed", out);
}

static void write_addresses(FILE *out, const struct figure *figure)
{
	fputs(trace_addresses_name(figure->report->options->addresses), out);
}

static void write_disk(FILE *out, const struct figure *figure)
{
	fputs(figure->report->options->disk, out);
}

static void write_ssd(FILE *out, const struct figure *figure)
{
	fputs(figure->report->choice->contender->needs_ssd ? figure->report->options->ssd : "-",
	      out);
}

static void write_ncq(FILE *out, const struct figure *figure)
{
	write_count(out, figure->report->options->device.ncq_depth);
}

static void write_outstanding(FILE *out, const struct figure *figure)
{
	write_count(out, figure->report->options->outstanding);
}

static void write_seed(FILE *out, const struct figure *figure)
{
	write_count(out, figure->report->options->seed);
}

static void write_seconds(FILE *out, const struct figure *figure)
{
	fprintf(out, "%.6f",
		figure->bound ? (double)figure->bound->bound_ns / 1e9
			      : sim_result_seconds(figure->result));
}

static void write_requests(FILE *out, const struct figure *figure)
{
	write_count(out, figure->bound ? figure->bound->requests : figure->result->requests);
}

static void write_bytes_read(FILE *out, const struct figure *figure)
{
	write_count(out, figure->bound ? figure->bound->bytes[BID_READ]
				       : figure->result->bytes[BID_READ]);
}

static void write_bytes_written(FILE *out, const struct figure *figure)
{
	write_count(out, figure->bound ? figure->bound->bytes[BID_WRITE]
				       : figure->result->bytes[BID_WRITE]);
}

static void write_arm_movements(FILE *out, const struct figure *figure)
{
	write_count(out, figure->result->device[BID_TIER_HDD].arm_movements);
}

static void write_arm_distance(FILE *out, const struct figure *figure)
{
	write_count(out, figure->result->device[BID_TIER_HDD].arm_distance_tracks);
}

static void write_arm_mean(FILE *out, const struct figure *figure)
{
	fprintf(out, "%.3f", sim_result_mean_distance_tracks(figure->result));
}

static void write_sweeps(FILE *out, const struct figure *figure)
{
	fprintf(out, "%.3f", sim_result_seek_sweeps(figure->result));
}

static void write_seconds_of(FILE *out, uint64_t ns)
{
	fprintf(out, "%.6f", (double)ns / 1e9);
}

static void write_busy(FILE *out, const struct figure *figure, enum bid_tier tier)
{
	write_seconds_of(out, figure->result->device[tier].busy_ns);
}

static void write_hdd_busy(FILE *out, const struct figure *figure)
{
	write_busy(out, figure, BID_TIER_HDD);
}

static void write_ssd_busy(FILE *out, const struct figure *figure)
{
	write_busy(out, figure, BID_TIER_SSD);
}

static void write_positioning_read(FILE *out, const struct figure *figure)
{
	write_seconds_of(out, figure->result->device[BID_TIER_HDD].positioning_ns[BID_READ]);
}

static void write_positioning_write(FILE *out, const struct figure *figure)
{
	write_seconds_of(out, figure->result->device[BID_TIER_HDD].positioning_ns[BID_WRITE]);
}

static void write_media_read(FILE *out, const struct figure *figure)
{
	write_seconds_of(out, figure->result->device[BID_TIER_HDD].media_ns[BID_READ]);
}

static void write_media_write(FILE *out, const struct figure *figure)
{
	write_seconds_of(out, figure->result->device[BID_TIER_HDD].media_ns[BID_WRITE]);
}

static void write_kept_idle(FILE *out, const struct figure *figure)
{
	write_seconds_of(out, figure->result->kept_idle_ns);
}

static void write_hdd_bytes_read(FILE *out, const struct figure *figure)
{
	write_count(out,
		    figure->result->traffic[BID_TIER_HDD].sectors[BID_READ] * BID_SECTOR_BYTES);
}

static void write_stretch(FILE *out, const struct figure *figure, enum bid_op op)
{
	fprintf(out, "%.3f", sim_result_stretch_sectors(figure->result, op));
}

static void write_stretch_read(FILE *out, const struct figure *figure)
{
	write_stretch(out, figure, BID_READ);
}

static void write_stretch_write(FILE *out, const struct figure *figure)
{
	write_stretch(out, figure, BID_WRITE);
}

static void write_mean(FILE *out, const struct figure *figure, enum bid_op op)
{
	fprintf(out, "%.4f", sim_histogram_mean_ns(&figure->result->latency[op]) / 1e6);
}

static void write_quantile(FILE *out, const struct figure *figure, enum bid_op op, double part)
{
	fprintf(out, "%.4f", ms(sim_histogram_quantile_ns(&figure->result->latency[op], part)));
}

static void write_mean_read(FILE *out, const struct figure *figure)
{
	write_mean(out, figure, BID_READ);
}

static void write_p50_read(FILE *out, const struct figure *figure)
{
	write_quantile(out, figure, BID_READ, 0.5);
}

static void write_p99_read(FILE *out, const struct figure *figure)
{
	write_quantile(out, figure, BID_READ, 0.99);
}

static void write_max_read(FILE *out, const struct figure *figure)
{
	fprintf(out, "%.4f", ms(figure->result->latency[BID_READ].max_ns));
}

static void write_mean_write(FILE *out, const struct figure *figure)
{
	write_mean(out, figure, BID_WRITE);
}

static void write_p50_write(FILE *out, const struct figure *figure)
{
	write_quantile(out, figure, BID_WRITE, 0.5);
}

static void write_p99_write(FILE *out, const struct figure *figure)
{
	write_quantile(out, figure, BID_WRITE, 0.99);
}

static void write_max_write(FILE *out, const struct figure *figure)
{
	fprintf(out, "%.4f", ms(figure->result->latency[BID_WRITE].max_ns));
}

static void write_processes(FILE *out, const struct figure *figure)
{
	write_count(out, figure->result->process_count);
}

static void write_worst_p99(FILE *out, const struct figure *figure)
{
	enum { REQUESTS_MIN = 100 }; /* below it a p99 is a maximum */

	fprintf(out, "%.4f", ms(sim_result_worst_p99_ns(figure->result, REQUESTS_MIN)));
}

static void write_queue_full_waits(FILE *out, const struct figure *figure)
{
	write_count(out, figure->result->queue_full_waits);
}

static void write_redirected(FILE *out, const struct figure *figure)
{
	write_count(out,
		    figure->result->traffic[BID_TIER_SSD].sectors[BID_WRITE] * BID_SECTOR_BYTES);
}

static void write_ssd_read_fraction(FILE *out, const struct figure *figure)
{
	fprintf(out, "%.6f", sim_result_ssd_read_fraction(figure->result));
}

static void write_packing(FILE *out, const struct figure *figure)
{
	fprintf(out, "%.3f", sim_result_packing_sectors(figure->result));
}

static void write_run_sectors(FILE *out, const struct figure *figure)
{
	fprintf(out, "%.3f", sim_result_run_sectors(figure->result));
}

static void write_skipped(FILE *out, const struct figure *figure)
{
	write_count(out, figure->bound ? figure->bound->skipped : figure->result->skipped);
}

static void write_events(FILE *out, const struct figure *figure)
{
	write_count(out, figure->result->events);
}

static void write_events_per_second(FILE *out, const struct figure *figure)
{
	double seconds = figure->cpu_seconds;

	fprintf(out, "%.0f", seconds > 0 ? (double)figure->result->events / seconds : 0);
}

static const struct column columns[] = {
	{"contender", write_contender, true},
	{"workload", write_workload, true},
	{"loop", write_loop, true},
	{"disk", write_disk, true},
	{"ssd", write_ssd, true},
	{"ncq", write_ncq, true},
	{"outstanding", write_outstanding, true},
	{"seed", write_seed, true},
	{"seconds", write_seconds, true},
	{"requests", write_requests, true},
	{"bytes_read", write_bytes_read, true},
	{"bytes_written", write_bytes_written, true},
	{"arm_movements", write_arm_movements, false},
	{"arm_distance_tracks", write_arm_distance, false},
	{"arm_mean_distance_tracks", write_arm_mean, false},
	{"seek_sweeps", write_sweeps, false},
	{"hdd_busy_seconds", write_hdd_busy, false},
	{"ssd_busy_seconds", write_ssd_busy, false},
	{"read_positioning_seconds", write_positioning_read, false},
	{"read_media_seconds", write_media_read, false},
	{"write_positioning_seconds", write_positioning_write, false},
	{"write_media_seconds", write_media_write, false},
	{"kept_idle_seconds", write_kept_idle, false},
	{"hdd_bytes_read", write_hdd_bytes_read, false},
	{"read_stretch_sectors", write_stretch_read, false},
	{"write_stretch_sectors", write_stretch_write, false},
	{"mean_read_ms", write_mean_read, false},
	{"p50_read_ms", write_p50_read, false},
	{"p99_read_ms", write_p99_read, false},
	{"max_read_ms", write_max_read, false},
	{"mean_write_ms", write_mean_write, false},
	{"p50_write_ms", write_p50_write, false},
	{"p99_write_ms", write_p99_write, false},
	{"max_write_ms", write_max_write, false},
	{"processes", write_processes, false},
	{"worst_process_p99_ms", write_worst_p99, false},
	{"queue_full_waits", write_queue_full_waits, false},
	{"redirected_bytes", write_redirected, false},
	{"ssd_read_fraction", write_ssd_read_fraction, false},
	{"packing_sectors", write_packing, false},
	{"run_sectors", write_run_sectors, false},
	{"skipped_records", write_skipped, true},
	{"addresses", write_addresses, true},
	{"events", write_events, false},
	{"events_per_second", write_events_per_second, false},
};
enum { COLUMN_COUNT = sizeof(columns) / sizeof(columns[0]) };

void sim_report_figure_header(FILE *out)
{
	fputs("header", out);
	for (int i = 0; i < COLUMN_COUNT; i++)
		fprintf(out, "\t%s", columns[i].name);
	fputc('\n', out);
}

static void write_line(FILE *out, const struct figure *figure)
{
	fputs("figure", out);
	for (int i = 0; i < COLUMN_COUNT; i++) {
		fputc('\t', out);
		if (figure->bound && !columns[i].of_bounds)
			fputc('-', out);
		else
			columns[i].write(out, figure);
	}
	fputc('\n', out);
}

void sim_report_figures(FILE *out, const struct sim_report *report, const struct sim_result *result,
			double cpu_seconds)
{
	struct figure figure = {.report = report, .result = result, .cpu_seconds = cpu_seconds};

	write_line(out, &figure);
}

void sim_report_bound(FILE *out, const struct sim_report *report, const struct sim_bound *bound)
{
	struct figure figure = {.report = report, .bound = bound};

	write_line(out, &figure);
}

void sim_report_process_header(FILE *out)
{
	fputs("header\tcontender\tworkload\tprocess\trequests\tbytes_read\tbytes_written\t"
	      "bytes_per_second\tmean_ms\tp50_ms\tp99_ms\tmax_ms\n",
	      out);
}

static void write_process(FILE *out, const struct sim_report *report, const char *name,
			  const struct sim_process_figures *process)
{
	const struct sim_histogram *latency = &process->latency;
	double seconds = (double)(process->last_completed_ns - process->first_issued_ns) / 1e9;
	double bytes = (double)(process->bytes[BID_READ] + process->bytes[BID_WRITE]);

	fprintf(out, "process\t%s\t%s\t%s\t", report->choice->name, report->workload, name);
	fprintf(out, "%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%.0f", process->requests,
		process->bytes[BID_READ], process->bytes[BID_WRITE],
		seconds > 0 ? bytes / seconds : 0);
	fprintf(out, "\t%.4f\t%.4f\t%.4f\t%.4f\n", sim_histogram_mean_ns(latency) / 1e6,
		ms(sim_histogram_quantile_ns(latency, 0.5)),
		ms(sim_histogram_quantile_ns(latency, 0.99)), ms(latency->max_ns));
}

void sim_report_processes(FILE *out, const struct sim_report *report,
			  const struct sim_result *result)
{
	char name[24];

	for (size_t i = 0; i < result->process_count; i++) {
		snprintf(name, sizeof(name), "%" PRIu64, result->process[i].process);
		write_process(out, report, name, &result->process[i]);
	}
	if (result->other.requests > 0)
		write_process(out, report, "other", &result->other);
}
