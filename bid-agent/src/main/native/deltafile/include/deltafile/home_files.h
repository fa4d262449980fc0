/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Streams' files on volumes of a DataNode. A volume is found by the storage identifier in its
 * current/VERSION: among the folders that are given, else where it was when the log was written.
 * A stream without an identifier lies below its root.
 */
#ifndef DELTAFILE_HOME_FILES_H
#define DELTAFILE_HOME_FILES_H

#include <limits.h>
#include <stdbool.h>

#include "delta/home.h"

struct home_files {
	struct delta_home home;
	char *const *folders; /* of volumes that may have moved */
	int folder_count;
	bool makes_missing; /* files that are not there, when the log has all of them */
	int root;
	int fd[2];
	char name[2][PATH_MAX];
};

/* Whether the folder is the volume of that storage; of none: whether it is there. */
bool home_files_is_volume(const char *folder, const struct delta_text *storage);
/* The folders stay as long as it is used. */
void home_files_init(struct home_files *files, char *const *folders, int folder_count,
		     bool makes_missing);

#endif
