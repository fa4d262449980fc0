/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Binary traces of two CPUs: the first two bytes say how long the first file is.
 */
#include <stdint.h>

#include "trace_checks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct trace_options options = {.device_sectors = UINT64_C(1) << 40};
	struct memory_file file[2] = {{.name = "0"}, {.name = "1"}};
	struct trace_run run;

	if (size < 2)
		return 0;
	file[0].size = (size_t)data[0] << 8 | data[1];
	data += 2;
	size -= 2;
	if (file[0].size > size)
		file[0].size = size;
	file[0].bytes = data;
	file[1].bytes = data + file[0].size;
	file[1].size = size - file[0].size;
	trace_run_files(file, 2, &options, &run);
	trace_check_run(&run, &options);
	trace_run_free(&run);
	return 0;
}
