/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A drive's files: which there are, and where.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/description.h"
#include "device/disksim.h"
#include "device/hdd.h"
#include "disksim_internal.h"

struct seek_path {
	char path[4096];
};

static int disksim_load(const char *path, struct disksim_text *text, const struct failure *failure)
{
	char *loaded;
	int error;

	if (!path)
		return 0;
	error = description_read_file(path, &loaded, &text->size, failure);
	if (error)
		return error;
	text->name = path;
	text->text = loaded;
	return 0;
}

/* A file that stands beside another. */
static void disksim_beside(const char *path, const char *name, struct seek_path *beside)
{
	const char *slash = strrchr(path, '/');

	(void)snprintf(beside->path, sizeof(beside->path), "%.*s%s",
		       *name == '/' || !slash ? 0 : (int)(slash + 1 - path), path, name);
}

/* Whether the model has its seek curve in a file, and the one it names, beside it; "": none. */
static int disksim_seek_file(const struct disksim_text *model, bool *wanted,
			     struct seek_path *named, const struct failure *failure)
{
	const struct parameter *disk;
	const struct parameter *mechanics;
	const struct parameter *type;
	const struct parameter *curve;
	struct parameter root;
	int error = parameters_parse(model->text, model->size, model->name, &root, failure);

	disk = error ? NULL : disksim_block(&root, "dm_disk");
	mechanics = disk ? parameter_find(disk, "Mechanical Model") : NULL;
	type = mechanics ? parameter_find(mechanics, "Seek type") : NULL;
	curve = mechanics ? parameter_find(mechanics, "Full seek curve") : NULL;
	*wanted = type && type->kind == PARAMETER_WORD && !strcmp(type->text, "extracted");
	named->path[0] = 0;
	if (curve && curve->kind == PARAMETER_WORD)
		disksim_beside(model->name, curve->text, named);
	parameters_free(&root);
	return error;
}

/* A curve that is given comes before the one that the model names. */
static int disksim_load_seek(const struct disksim_text *model, const char *given,
			     struct seek_path *named, struct disksim_text *seek,
			     const struct failure *failure)
{
	bool wanted;
	int error = disksim_seek_file(model, &wanted, named, failure);

	if (error || !wanted)
		return error;
	return disksim_load(given ? given : *named->path ? named->path : NULL, seek, failure);
}

int disksim_describe_files(const char *model_path, const char *seek_path, const char *specs_path,
			   struct hdd_description *description, const struct failure *failure)
{
	struct disksim_text model = {0};
	struct disksim_text seek = {0};
	struct disksim_text specs = {0};
	struct seek_path named;
	int error = disksim_load(model_path, &model, failure);

	if (!error)
		error = disksim_load_seek(&model, seek_path, &named, &seek, failure);
	if (!error)
		error = disksim_load(specs_path, &specs, failure);
	if (!error)
		error = disksim_describe(&model, &seek, &specs, description, failure);
	free((void *)model.text);
	free((void *)seek.text);
	free((void *)specs.text);
	return error;
}

int disksim_open(const char *model_path, const struct device_options *options,
		 struct device **device, const struct failure *failure)
{
	struct hdd_description description;
	char seek[4096];
	char specs[4096];
	int stem = (int)(strlen(model_path) - strlen(".model"));
	int error;

	(void)snprintf(seek, sizeof(seek), "%.*s.seek", stem, model_path);
	(void)snprintf(specs, sizeof(specs), "%.*s.diskspecs", stem, model_path);
	error = disksim_describe_files(model_path, access(seek, R_OK) ? NULL : seek,
				       access(specs, R_OK) ? NULL : specs, &description, failure);
	if (error)
		return error;
	error = hdd_open(&description, options, device, failure);
	hdd_description_free(&description);
	return error;
}
