/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What brings the log's oldest segments home: reads what still lives there, writes it to the disk
 * in order of address, and syncs the files. Then the segment is below the tail; and when the SSD
 * has a head that says so, what lived there lives on the disk. Of a log that has failed all is
 * brought home, and its file removed.
 */
#ifndef DISPATCH_TIER_HOME_H
#define DISPATCH_TIER_HOME_H

#include "tier.h"

/* Goes on while the log is short of segments or the disk is idle. */
void home_go_on(struct tier *tier, bool idle);
/* Its transfer is done. */
void home_moved(struct tier *tier);
/* Tells the core of what has come to live on the disk again. */
void home_settle(struct tier *tier, uint64_t now_ns);

#endif
