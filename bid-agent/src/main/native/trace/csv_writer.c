/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "trace/csv_writer.h"

#include <errno.h>
#include <inttypes.h>

#include "csv_words.h"

static int written(int result)
{
	if (result >= 0)
		return 0;
	return errno ? -errno : -EIO;
}

int trace_csv_write_header(FILE *out)
{
	return written(fputs("time_ns,process,op,lba,sectors,flags,latency_ns,class\n", out));
}

int trace_csv_write(FILE *out, const struct trace_record *record)
{
	char flags[32];

	csv_flag_words(record, flags);
	return written(fprintf(
		out, "%" PRIu64 ",%" PRIu64 ",%s,%" PRIu64 ",%" PRIu64 ",%s,%" PRIu64 ",%s\n",
		record->time_ns, record->process, csv_op_word(record), record->lba, record->sectors,
		flags, record->latency_ns, csv_class_word(record)));
}
