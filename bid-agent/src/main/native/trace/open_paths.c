/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Opens the files of a trace by their paths.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "trace/stream.h"
#include "trace/trace.h"

/* Linux's NR_CPUS on x86-64 is at most this. */
#define CPUS_MAX      8192u
#define PATH_TEXT_MAX 4096u

struct paths {
	FILE **file;
	char **name;
	size_t count;
	size_t room;
};

static void paths_free(struct paths *paths)
{
	for (size_t i = 0; i < paths->count; i++)
		free(paths->name[i]);
	free(paths->name);
	free(paths->file);
}

static bool paths_grow(struct paths *paths)
{
	size_t room = paths->room ? paths->room * 2 : 8;
	FILE **file = realloc(paths->file, room * sizeof(*file));
	char **name;

	if (!file)
		return false;
	paths->file = file;
	name = realloc(paths->name, room * sizeof(*name));
	if (!name)
		return false;
	paths->name = name;
	paths->room = room;
	return true;
}

/* Opens a file and adds it. Returns 0 or a negative errno. */
static int paths_add(struct paths *paths, const char *path)
{
	FILE *file = fopen(path, "rb");
	char *name;

	if (!file)
		return -errno;
	name = strdup(path);
	if (!name || (paths->count == paths->room && !paths_grow(paths))) {
		free(name);
		fclose(file);
		return -ENOMEM;
	}
	paths->file[paths->count] = file;
	paths->name[paths->count++] = name;
	return 0;
}

/* NAME.blktrace.N */
static bool is_cpu_file(const char *path)
{
	const char *number = strstr(path, ".blktrace.");

	if (!number)
		return false;
	number += strlen(".blktrace.");
	return *number && strspn(number, "0123456789") == strlen(number);
}

/* Adds the files of all CPUs that there are. Returns 0, or a negative errno: -ENOENT for none. */
static int paths_add_cpus(struct paths *paths, const char *base)
{
	char path[PATH_TEXT_MAX];
	size_t before = paths->count;
	int result;

	for (unsigned int cpu = 0; cpu < CPUS_MAX; cpu++) {
		if (snprintf(path, sizeof(path), "%s.blktrace.%u", base, cpu) >= (int)sizeof(path))
			return -ENAMETOOLONG;
		result = paths_add(paths, path);
		if (result && result != -ENOENT)
			return result;
	}
	return paths->count > before ? 0 : -ENOENT;
}

static int paths_collect(struct paths *paths, const char *const *given, size_t count,
			 const char **culprit)
{
	int result = 0;

	for (size_t i = 0; i < count; i++) {
		result = paths_add(paths, given[i]);
		if (result == -ENOENT && !is_cpu_file(given[i]))
			result = paths_add_cpus(paths, given[i]);
		else if (result == -ENOENT && count > 1)
			result = 0;
		if (result) {
			*culprit = given[i];
			return result;
		}
	}
	*culprit = count ? given[0] : "trace";
	return paths->count ? 0 : -ENOENT;
}

int trace_open(const char *const *paths, size_t count, const struct trace_options *options,
	       struct trace_source **source, char *error, size_t error_size)
{
	struct paths opened = {0};
	const char *culprit;
	int result = paths_collect(&opened, paths, count, &culprit);

	if (result) {
		snprintf(error, error_size, "%s: %s", culprit, strerror(-result));
		for (size_t i = 0; i < opened.count; i++)
			fclose(opened.file[i]);
	} else {
		result = trace_open_streams(opened.file, (const char *const *)opened.name,
					    opened.count, options, source, error, error_size);
	}
	paths_free(&opened);
	return result;
}
