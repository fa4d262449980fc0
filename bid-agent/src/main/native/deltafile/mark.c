/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "deltafile/mark.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "deltafile/whole.h"

#define FIRST_LINE "# Blocks here may need this delta log: see hdfs biddelta\n"
#define UUID_KEY   "uuid="
#define LOG_KEY    "log="

/* ---- as text ---- */

static bool get_uuid(const char *text, uint8_t *uuid)
{
	for (unsigned int i = 0; i < DELTA_UUID_BYTES; i++) {
		unsigned int byte;

		if (sscanf(text + (size_t)i * 2, "%2x", &byte) != 1)
			return false;
		uuid[i] = (uint8_t)byte;
	}
	return true;
}

static void get_line(char *line, struct delta_mark *mark)
{
	line[strcspn(line, "\r\n")] = '\0';
	if (!strncmp(line, UUID_KEY, strlen(UUID_KEY)) &&
	    !get_uuid(line + strlen(UUID_KEY), mark->uuid))
		memset(mark->uuid, 0, sizeof(mark->uuid));
	if (!strncmp(line, LOG_KEY, strlen(LOG_KEY)))
		snprintf(mark->log, sizeof(mark->log), "%.*s", PATH_MAX - 1,
			 line + strlen(LOG_KEY));
}

static int put_text(FILE *file, const struct delta_mark *mark)
{
	bool put = fputs(FIRST_LINE UUID_KEY, file) >= 0;

	for (unsigned int i = 0; put && i < DELTA_UUID_BYTES; i++)
		put = fprintf(file, "%02x", mark->uuid[i]) > 0;
	put = put && fprintf(file, "\n" LOG_KEY "%s\n", mark->log) > 0;
	return put && !fflush(file) ? 0 : -EIO;
}

/* ---- as a file ---- */

/* Where the mark is, or lies while it is made. */
static int name_in(const char *folder, const char *end, char *name, size_t bytes)
{
	int length = snprintf(name, bytes, "%s/" DELTA_MARK_NAME "%s", folder, end);

	return length < 0 || (size_t)length >= bytes ? -ENAMETOOLONG : 0;
}

int delta_mark_read(const char *folder, struct delta_mark *mark)
{
	char line[sizeof(LOG_KEY) + PATH_MAX];
	char name[PATH_MAX];
	int error = name_in(folder, "", name, sizeof(name));
	FILE *file;

	*mark = (struct delta_mark){0};
	if (error)
		return error;
	file = fopen(name, "re");
	if (!file)
		return -errno;
	while (fgets(line, sizeof(line), file))
		get_line(line, mark);
	(void)fclose(file);
	return 0;
}

bool delta_mark_names(const struct delta_mark *mark, const uint8_t *uuid)
{
	return !memcmp(mark->uuid, uuid, DELTA_UUID_BYTES);
}

static int write_file(const char *name, const struct delta_mark *mark)
{
	FILE *file = fopen(name, "we");
	int error;

	if (!file)
		return -errno;
	error = put_text(file, mark);
	if (!error)
		error = whole_sync(fileno(file));
	if (fclose(file) && !error)
		error = -EIO;
	return error;
}

int delta_mark_put(const char *folder, const struct delta_mark *mark)
{
	struct delta_mark there;
	char made[PATH_MAX];
	char name[PATH_MAX];
	int error = delta_mark_read(folder, &there);

	if (error && error != -ENOENT)
		return error;
	if (!error && !delta_mark_names(&there, mark->uuid))
		return -EEXIST;
	error = name_in(folder, "", name, sizeof(name));
	if (!error)
		error = name_in(folder, ".new", made, sizeof(made));
	/* Also one that is there: whoever made it may have ended before it was durable. */
	if (!error)
		error = write_file(made, mark);
	if (!error && rename(made, name))
		error = -errno;
	return error ? error : whole_sync_parent(AT_FDCWD, name);
}

int delta_mark_remove(const char *folder)
{
	char name[PATH_MAX];
	int error = name_in(folder, "", name, sizeof(name));

	if (!error && unlink(name) && errno != ENOENT)
		error = -errno;
	return error;
}
