/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "disk.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define DISK_PATH_MAX 1024u

static bool path_of(char path[DISK_PATH_MAX], const char *directory, const char *name)
{
	return snprintf(path, DISK_PATH_MAX, "%s/%s", directory, name) < (int)DISK_PATH_MAX;
}

/* Reads DIRECTORY/dev, "major:minor". */
static bool read_device(const char *directory, uint32_t *device)
{
	char path[DISK_PATH_MAX];
	unsigned int major;
	unsigned int minor;
	FILE *file;
	int fields;

	file = path_of(path, directory, "dev") ? fopen(path, "r") : NULL;
	if (!file)
		return false;
	fields = fscanf(file, "%u:%u", &major, &minor);
	fclose(file);
	*device = major << 20 | minor;
	return fields == 2;
}

static bool is_partition(const char *directory)
{
	char path[DISK_PATH_MAX];

	return path_of(path, directory, "partition") && !access(path, F_OK);
}

static void find_partitions(const char *directory, struct disk *disk)
{
	char path[DISK_PATH_MAX];
	struct dirent *entry;
	DIR *entries = opendir(directory);

	if (!entries)
		return;
	while (disk->partitions < DISK_PARTITIONS_MAX && (entry = readdir(entries))) {
		if (path_of(path, directory, entry->d_name) && is_partition(path) &&
		    read_device(path, &disk->partition[disk->partitions]))
			disk->partitions++;
	}
	closedir(entries);
}

int disk_find(const char *sysfs, const char *name, struct disk *disk, char *error,
	      size_t error_size)
{
	char directory[DISK_PATH_MAX];
	const char *base = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;

	disk->partitions = 0;
	if (snprintf(directory, sizeof(directory), "%s/class/block/%s", sysfs, base) >=
		    (int)sizeof(directory) ||
	    !*base || *base == '.' || !read_device(directory, &disk->device)) {
		snprintf(error, error_size, "%s: no such block device; lsblk lists them", name);
		return -ENODEV;
	}
	if (is_partition(directory)) {
		snprintf(error, error_size, "%s: is a partition; name its disk", name);
		return -EINVAL;
	}
	find_partitions(directory, disk);
	return 0;
}

bool disk_has(const struct disk *disk, uint32_t device)
{
	if (device == disk->device)
		return true;
	for (uint32_t i = 0; i < disk->partitions; i++) {
		if (disk->partition[i] == device)
			return true;
	}
	return false;
}
