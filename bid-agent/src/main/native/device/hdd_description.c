/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include <stdlib.h>
#include <string.h>

#include "device/hdd_description.h"

void hdd_description_free(struct hdd_description *description)
{
	for (size_t i = 0; i < description->zone_count; i++) {
		free(description->zones[i].slips);
		free(description->zones[i].defects);
	}
	free(description->zones);
	free(description->seek.points);
	memset(description, 0, sizeof(*description));
}
