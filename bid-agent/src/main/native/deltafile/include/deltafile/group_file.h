/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A group log in a file: made when there is none, recovered when there is one. A log that recovery
 * could not bring home as a whole, or that is damaged, is left as it is and not used.
 *
 * A volume whose blocks may need the log has its mark. While one of the volumes has the mark of
 * another log, none is made, and one that is there is brought home and not used.
 */
#ifndef DELTAFILE_GROUP_FILE_H
#define DELTAFILE_GROUP_FILE_H

#include "deltafile/group_log.h"
#include "deltafile/opening.h"

struct group_file_options {
	const char *path;
	uint64_t bytes; /* of the file; of one that is there its own length counts */
	uint32_t segment_bytes;
	char *const *folders; /* of volumes */
	int folder_count;
	bool only_drain; /* a log that is there is brought home and emptied, none is made or begun
			  */
	struct opening *opening; /* who waits for it; NULL, nobody */
	struct group_log_options log;
};

/* What recovery has found. */
struct group_file_recovery {
	uint8_t uuid[DELTA_UUID_BYTES]; /* of the log, if there is one */
	uint64_t streams;               /* blocks that the log was needed for; of these */
	uint64_t replayed;
	uint64_t lost; /* whose volume is not there, that have a gap, or an error */
};

struct group_file;

/*
 * Returns 0; or a negative errno with its reason. file: NULL when it was only to be drained. What
 * was not brought home yet when it was given up stays in the log, and its volumes' marks stay.
 */
int group_file_open(const struct group_file_options *options, struct group_file **file,
		    struct group_file_recovery *recovery, char *reason, size_t reason_size);
struct group_log *group_file_log(struct group_file *file);
/* Once all streams are closed. */
void group_file_close(struct group_file *file);

#endif
