/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "admission.h"

#include "bid/request.h"

static bool admission_extent(const struct trace_admission *admission, struct trace_counts *counts,
			     const struct trace_record *record)
{
	bool flush = record->kind == TRACE_REQUEST && (record->flags & BID_BARRIER);
	uint64_t limit = admission->device_sectors ? admission->device_sectors : UINT64_MAX;

	if (!record->sectors && flush)
		return true;
	if (!record->sectors) {
		counts->skipped_empty++;
		return false;
	}
	if (record->lba > limit || record->sectors > limit - record->lba) {
		counts->skipped_past_end++;
		return false;
	}
	return true;
}

bool trace_admit(struct trace_admission *admission, struct trace_counts *counts,
		 struct trace_record *record)
{
	uint64_t since;

	if (!admission_extent(admission, counts, record))
		return false;
	if (!admission->begun) {
		admission->begun = true;
		admission->first_ns = record->time_ns;
	}
	since = record->time_ns > admission->first_ns ? record->time_ns - admission->first_ns : 0;
	if (record->time_ns < admission->first_ns || since < admission->last_ns) {
		counts->out_of_order++;
		since = admission->last_ns;
	}
	admission->last_ns = since;
	record->time_ns = since;
	counts->records++;
	return true;
}
