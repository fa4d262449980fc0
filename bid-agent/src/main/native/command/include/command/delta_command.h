/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What an operator does with a delta log that no process has open: look at it, and empty it
 * (docs/bid-delta.md, "The command").
 */
#ifndef COMMAND_DELTA_COMMAND_H
#define COMMAND_DELTA_COMMAND_H

#include <stdio.h>

/*
 * action: check, dump, repair, drain, forget. path: the log's file; of forget a volume's folder.
 * folders: of volumes that may have moved. What went wrong goes to err, a line that begins with the
 * path. To out go lines of fields separated by tabs, first their names:
 *   check        one line of counts
 *   dump         of each record segment, commit, stream, kind, offset, bytes, file
 *   drain,       of each block that the log had block, stamp, bytes, fate, error, file. The log is
 *   repair       emptied if each fate is at-home, brought-home or deleted; by repair also with gap,
 *                not with no-volume or failed
 *   forget       the identifier and the path of the log that the volume had named
 * Returns EXIT_SUCCESS or EXIT_FAILURE; -EINVAL: there is no such action. Damage that check has
 * counted, and blocks that are not whole at home, are no failure here: who calls looks at the
 * lines.
 */
int delta_command(const char *action, const char *path, char **folders, int folder_count, FILE *out,
		  FILE *err);

#endif
