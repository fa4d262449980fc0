/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Where files lie on a disk, as far as an order by position needs it.
 */
#ifndef DISPATCH_ADDRESS_H
#define DISPATCH_ADDRESS_H

#include "dispatch/backend.h"

/*
 * The sector of the file's first byte, so that its sectors follow each other from there: where the
 * kernel says that most of it lies (FIEMAP), else somewhere on the disk, which the numbers of
 * files spread over it; so are those of a disk that is not the machine's own. No two files need lie
 * apart: an address says where to move the arm, never whose data they are.
 */
uint64_t address_of_file(int fd, uint64_t number, const struct backend *backend);

#endif
