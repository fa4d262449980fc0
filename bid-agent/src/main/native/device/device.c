/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include <stdlib.h>
#include <string.h>

#include "device/description.h"
#include "device/disksim.h"
#include "presets.h"

static int device_open_text(const char *text, size_t size, const char *name,
			    const struct device_options *options, struct device **device,
			    const struct failure *failure)
{
	struct description description;
	int error = description_parse(text, size, name, &description, failure);

	if (error)
		return error;
	error = description_open(&description, options, device, failure);
	description_free(&description);
	return error;
}

static int device_open_file(const char *path, const struct device_options *options,
			    struct device **device, const struct failure *failure)
{
	char *text;
	size_t size;
	int error = description_read_file(path, &text, &size, failure);

	if (error)
		return error;
	error = device_open_text(text, size, path, options, device, failure);
	free(text);
	return error;
}

int device_open(const char *name_or_path, const struct device_options *options,
		struct device **device, char *error, size_t error_size)
{
	const struct failure failure = {error, error_size};
	size_t length = strlen(name_or_path);

	for (size_t i = 0; i < device_preset_count; i++) {
		if (!strcmp(device_presets[i].name, name_or_path))
			return device_open_text(preset_texts[i], strlen(preset_texts[i]),
						name_or_path, options, device, &failure);
	}
	if (length > 6 && !strcmp(name_or_path + length - 6, ".model"))
		return disksim_open(name_or_path, options, device, &failure);
	return device_open_file(name_or_path, options, device, &failure);
}
