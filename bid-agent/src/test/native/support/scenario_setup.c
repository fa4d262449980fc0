/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "scenario.h"

static uint64_t sc_choose_value(const struct scenario *s, const struct bid_tunable *entry)
{
	uint64_t span = entry->max - entry->min;

	switch (sc_below(s, 3)) {
	case 0:
		return entry->min;
	case 1:
		return entry->min + span / (2 + sc_below(s, 1000));
	default:
		return entry->max;
	}
}

/* Half of all scenarios run with defaults, the others with some tunables anywhere in range. */
static void sc_choose_tunables(struct scenario *s, const struct bid_policy *policy)
{
	const struct bid_tunable_table *const *table = policy->tunables;
	bool defaults = sc_below(s, 2) == 0;

	for (; !defaults && table && *table; table++) {
		for (size_t i = 0; i < (*table)->count; i++) {
			const struct bid_tunable *entry = &(*table)->entry[i];

			if (sc_once_in(s, 4))
				bid_settings_set(&s->setup.settings, entry->name,
						 sc_choose_value(s, entry));
		}
	}
}

void sc_choose_setup(struct scenario *s, const struct bid_policy *policy)
{
	/* At the front, across 2^63, and up to the last address there is. */
	static const uint64_t bases[] = {0, 0, (UINT64_C(1) << 63) - AREA / 2,
					 UINT64_MAX - AREA_MAX};
	struct bid_device_profile *hdd = &s->setup.device[BID_TIER_HDD];
	struct bid_device_profile *ssd = &s->setup.device[BID_TIER_SSD];

	s->base = bases[sc_below(s, sizeof(bases) / sizeof(bases[0]))];
	s->reread_lba = s->base;
	s->area = sc_below(s, 3) ? AREA : LONG_AREA;
	s->caches = sc_below(s, 2);
	*hdd = (struct bid_device_profile){.sectors = s->base + s->area,
					   .positioning_ns = 12 * MS,
					   .bytes_per_second = 150000000,
					   .depth = sc_below(s, 2) ? DEPTH_MAX : 1,
					   .rotational = true};
	if (s->choices->depth)
		hdd->depth = s->choices->depth;
	s->turns = sc_below(s, 2);
	hdd->turn_ns = s->turns || sc_below(s, 2) ? TURN_NS : 0;
	if (sc_below(s, 4))
		*ssd = (struct bid_device_profile){.sectors = 1 + sc_below(s, s->area),
						   .positioning_ns = MS / 10,
						   .bytes_per_second = 500000000,
						   .depth = 1 + (uint32_t)sc_below(s, DEPTH_MAX)};
	s->setup.max_outstanding = 1 + (uint32_t)sc_below(s, REQUESTS_MAX);
	s->setup.max_streams = 1 + (uint32_t)sc_below(s, 2 * STREAMS_MAX);
	sc_choose_tunables(s, policy);
}

static void sc_write_long_runs(struct stream *stream)
{
	stream->writes_long_runs = true;
	stream->op = BID_WRITE;
	stream->random = false;
}

void sc_choose_streams(struct scenario *s)
{
	s->streams = 1 + (uint32_t)sc_below(s, sc_below(s, 2) ? STREAMS_MAX : 2);
	s->announces_once_in = sc_below(s, 2) ? 6 : 2;
	s->barriers_once_in = sc_below(s, 2) ? 25 : 400;
	s->fails_once_in = sc_below(s, 2) ? 2 + (uint32_t)sc_below(s, 20) : 0;
	s->cancels_once_in = sc_below(s, 2) ? 2 + (uint32_t)sc_below(s, 40) : 0;
	s->files = sc_below(s, 2) ? 1 + (uint32_t)sc_below(s, 3) : 0;
	s->remaining = 1 + (uint32_t)sc_below(s, s->choices->requests ? s->choices->requests : 80);
	for (uint32_t i = 0; i < s->streams; i++)
		s->stream[i] = (struct stream){.next_lba = s->base + sc_below(s, s->area),
					       .favourite_lba = s->base + sc_below(s, s->area / 4),
					       .op = (uint8_t)sc_below(s, 2),
					       .service_class = (uint8_t)sc_below(s, BID_CLASSES),
					       .random = sc_once_in(s, 3)};
	for (uint32_t i = 0; s->area == LONG_AREA && i < s->streams; i++)
		if (sc_below(s, 2))
			sc_write_long_runs(&s->stream[i]);
}
