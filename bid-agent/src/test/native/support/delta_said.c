/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "delta_said.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/delta_command.h"

int delta_said(const char *action, const char *path, const char *folder, char *text, size_t size)
{
	char words[1024];
	char *folders[8];
	char *rest = NULL;
	int folder_count = 0;
	FILE *out = tmpfile();
	size_t count;
	int status;

	if (!out)
		abort();
	snprintf(words, sizeof(words), "%s", folder);
	for (char *word = strtok_r(words, " ", &rest); word && folder_count < 8;
	     word = strtok_r(NULL, " ", &rest))
		folders[folder_count++] = word;
	status = delta_command(action, path, folders, folder_count, out, out);
	rewind(out);
	count = fread(text, 1, size - 1, out);
	text[count] = '\0';
	if (fclose(out))
		abort();
	return status;
}
