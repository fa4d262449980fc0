/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "transfer.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

bool transfer_goes_on(struct backend_transfer *transfer, int64_t returned)
{
	if (returned == -EINTR || returned == -EAGAIN)
		return true;
	if (returned < 0) {
		/* What is left at a file's end is too short for O_DIRECT. */
		bool at_end =
			transfer->op == BACKEND_READ && transfer->moved > 0 && returned == -EINVAL;

		transfer->result = at_end ? transfer->moved : returned;
		return false;
	}
	transfer->moved += (uint32_t)returned;
	transfer->result = transfer->moved;
	if (transfer->op == BACKEND_SYNC || transfer->op == BACKEND_WRITE_BACK ||
	    transfer->moved == transfer->length)
		return false;
	if (returned > 0)
		return true;
	if (transfer->op == BACKEND_WRITE)
		transfer->result = -EIO;
	return false;
}

static int64_t transfer_ask(const struct backend_transfer *transfer)
{
	size_t length = transfer->length - transfer->moved;
	off_t offset = (off_t)(transfer->offset + transfer->moved);
	int64_t returned;

	/* Only a read and a write have memory: nothing is to be added to it otherwise. */
	if (transfer->op == BACKEND_READ)
		returned = pread(transfer->fd, (char *)transfer->memory + transfer->moved, length,
				 offset);
	else if (transfer->op == BACKEND_WRITE)
		returned = pwrite(transfer->fd, (char *)transfer->memory + transfer->moved, length,
				  offset);
	else if (transfer->op == BACKEND_WRITE_BACK)
		returned =
			sync_file_range(transfer->fd, offset, (off_t)length, TRANSFER_WRITE_BACK);
	else
		returned = fdatasync(transfer->fd);
	return returned < 0 ? -errno : returned;
}

void transfer_do(struct backend_transfer *transfer)
{
	while (transfer_goes_on(transfer, transfer_ask(transfer)))
		;
}
