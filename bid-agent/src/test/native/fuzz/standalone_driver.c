/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Runs a fuzz target where there is no libFuzzer: NAME RUNS SEED CORPUS plays each file of the
 * corpus as it is, then RUNS mutations of them that depend on SEED alone. It knows nothing of
 * coverage; what it finds is what lies near to the corpus. A crash ends it, and the same arguments
 * lead there again.
 */
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "test_random.h"

#define INPUT_MAX  65536u
#define FILES_MAX  1024u
#define PATH_BYTES 4096u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
	uint8_t *data;
	size_t size;
};

struct corpus {
	struct input file[FILES_MAX];
	char *name[FILES_MAX];
	size_t count;
};

static int read_file(const char *path, struct input *input)
{
	FILE *file = fopen(path, "rb");

	if (!file)
		return -errno;
	input->data = malloc(INPUT_MAX);
	input->size = input->data ? fread(input->data, 1, INPUT_MAX, file) : 0;
	fclose(file);
	return input->data ? 0 : -ENOMEM;
}

static int compare_names(const void *one, const void *other)
{
	return strcmp(*(char *const *)one, *(char *const *)other);
}

/* Names in order, so that a run does not depend on the file system's. */
static int list_corpus(struct corpus *corpus, const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;

	if (!dir)
		return -errno;
	while (corpus->count < FILES_MAX && (entry = readdir(dir))) {
		char path[PATH_BYTES];
		struct stat status;

		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
			corpus->name[corpus->count++] = strdup(path);
	}
	closedir(dir);
	qsort(corpus->name, corpus->count, sizeof(corpus->name[0]), compare_names);
	return corpus->count > 0 ? 0 : -ENOENT;
}

static int read_corpus(struct corpus *corpus, const char *folder)
{
	int result = list_corpus(corpus, folder);

	for (size_t i = 0; !result && i < corpus->count; i++)
		result = read_file(corpus->name[i], &corpus->file[i]);
	return result;
}

static void close_corpus(struct corpus *corpus)
{
	for (size_t i = 0; i < corpus->count; i++) {
		free(corpus->file[i].data);
		free(corpus->name[i]);
	}
}

/* ---- mutations; each keeps size within INPUT_MAX ---- */

static void set_byte(struct input *input, struct test_random *random)
{
	static const uint8_t edges[] = {0x00, 0x01, 0x7f, 0x80, 0xff, '\n', ' ', '0', '9', '-'};
	size_t at = test_random_below(random, input->size);

	if (test_random_below(random, 2))
		input->data[at] = edges[test_random_below(random, sizeof(edges))];
	else
		input->data[at] ^= (uint8_t)(1u << test_random_below(random, 8));
}

static void erase(struct input *input, struct test_random *random)
{
	size_t at = test_random_below(random, input->size);
	size_t count = 1 + test_random_below(random, input->size - at);

	memmove(input->data + at, input->data + at + count, input->size - at - count);
	input->size -= count;
}

/* Puts bytes of another input (or of itself) in, or over what is there. */
static void splice(struct input *input, const struct input *other, struct test_random *random)
{
	size_t from = test_random_below(random, other->size);
	size_t count = 1 + test_random_below(random, other->size - from);
	size_t at = test_random_below(random, input->size + 1);
	bool over = test_random_below(random, 2);

	if (count > INPUT_MAX - input->size)
		count = INPUT_MAX - input->size;
	if (!over || at + count > input->size) {
		memmove(input->data + at + count, input->data + at, input->size - at);
		input->size += count;
	}
	memmove(input->data + at, other->data + from, count);
}

static void mutate(struct input *input, const struct corpus *corpus, struct test_random *random)
{
	const struct input *other = &corpus->file[test_random_below(random, corpus->count)];

	switch (input->size ? test_random_below(random, 6) : 5) {
	case 0:
		input->size = test_random_below(random, input->size + 1);
		break;
	case 1:
		erase(input, random);
		break;
	case 2:
		if (other->size > 0)
			splice(input, other, random);
		break;
	case 5:
		if (input->size < INPUT_MAX)
			input->data[input->size++] = (uint8_t)test_random_next(random);
		break;
	default:
		set_byte(input, random);
		break;
	}
}

/* The target gets memory of just the input's size, so that reading past it is noticed. */
static int play(const struct input *input)
{
	uint8_t *copy = malloc(input->size ? input->size : 1);

	if (!copy)
		return -ENOMEM;
	memcpy(copy, input->data, input->size);
	LLVMFuzzerTestOneInput(copy, input->size);
	free(copy);
	return 0;
}

static int play_mutations(const struct corpus *corpus, unsigned long runs, uint64_t seed)
{
	struct test_random random = {seed};
	struct input input = {malloc(INPUT_MAX), 0};
	int result = input.data ? 0 : -ENOMEM;

	for (unsigned long run = 0; !result && run < runs; run++) {
		const struct input *base = &corpus->file[test_random_below(&random, corpus->count)];

		memcpy(input.data, base->data, base->size);
		input.size = base->size;
		for (uint64_t i = 1 + test_random_below(&random, 8); i > 0; i--)
			mutate(&input, corpus, &random);
		result = play(&input);
	}
	free(input.data);
	return result;
}

int main(int argc, char **argv)
{
	struct corpus *corpus = calloc(1, sizeof(*corpus));
	int result = corpus ? 0 : -ENOMEM;

	if (argc != 4) {
		fprintf(stderr, "usage: %s RUNS SEED CORPUS\n", argv[0]);
		free(corpus);
		return 2;
	}
	if (!result)
		result = read_corpus(corpus, argv[3]);
	for (size_t i = 0; !result && i < corpus->count; i++)
		result = play(&corpus->file[i]);
	if (!result)
		result = play_mutations(corpus, strtoul(argv[1], NULL, 10),
					strtoull(argv[2], NULL, 10));
	if (result)
		fprintf(stderr, "%s: %s\n", argv[3], strerror(-result));
	else
		printf("%zu files and %s mutations of them, seed %s\n", corpus->count, argv[1],
		       argv[2]);
	if (corpus)
		close_corpus(corpus);
	free(corpus);
	return result ? 1 : 0;
}
