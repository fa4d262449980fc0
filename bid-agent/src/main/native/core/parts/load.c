/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "load.h"

struct load_values {
	uint64_t tag_pressure_percent;
};

static const struct bid_tunable load_entries[] = {
	BID_TUNABLE(
		load_values, tag_pressure_percent, "bid", "tag-pressure", "%", 75, 1, 100,
		"Part of the request queue that may be in use before staging ends and something is "
		"dispatched. More gathers longer; less keeps room for the next reader."),
};
const struct bid_tunable_table bid_load_tunables = BID_TUNABLE_TABLE(load_values, load_entries);

void load_init(struct bid_load *load, const struct bid_settings *settings, uint32_t max_outstanding)
{
	struct load_values values;

	bid_settings_read(settings, &bid_load_tunables, &values);
	load->pressure = (uint32_t)bid_quotient(max_outstanding * values.tag_pressure_percent, 100);
	load->kick_ns = BID_NEVER;
	bid_list_init(&load->finished);
}
