/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "data_oracle.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* What a sector holds: who wrote it, and as which sector. */
#define VALUE_NONE UINT64_C(0)
/* Flash that was never written. */
#define VALUE_ERASED UINT64_MAX
/* Who wrote what was there at first: before all. */
#define FIRST_WRITE 1u

/* Of a request and a sector of it. */
struct data_place {
	uint64_t value;    /* read: what it got; write: what is to be there */
	uint32_t floor;    /* read: a write that ended before this was overwritten when it began */
	uint32_t preceded; /* read: the same of a write that began before this (of barriers) */
	uint32_t changes;  /* read: of the sector when it began */
	bool moved;
};

struct data_sector {
	uint32_t floor;
	uint32_t preceded;
	uint32_t changes;    /* writes begun and ended */
	uint32_t writing;    /* writes on their way */
	uint32_t settled_at; /* changes when settled was read */
	uint64_t settled;
};

/* Times are counted in events; 0: before all. */
struct data_write {
	uint32_t begun;
	uint32_t ended; /* UINT32_MAX: not yet */
};

/* What was read ahead. */
struct data_memory {
	struct bid_chunk chunk;
	struct bid_link lent;
	uint64_t lba;
	uint32_t sectors;
	uint64_t value[];
};

struct data_oracle {
	uint64_t base;
	uint32_t sectors;
	uint32_t ssd_sectors;
	uint32_t now;
	struct data_sector *sector;
	uint64_t *media[BID_TIERS];
	struct bid_link lent;     /* memory */
	struct data_write *write; /* by id */
	uint32_t writes;
	uint32_t writes_max;
};

static void *do_allocate(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size);

	if (!memory) {
		fprintf(stderr, "data_oracle: no memory for %zu times %zu bytes\n", count, size);
		abort();
	}
	return memory;
}

static uint64_t value_of(uint32_t id, uint64_t sector)
{
	return (uint64_t)id << 32 | sector;
}

static struct data_request *do_request_of(struct bid_request *node)
{
	return bid_container_of(node, struct data_request, node);
}

struct data_oracle *data_oracle_open(uint64_t base, uint32_t sectors, uint32_t ssd_sectors)
{
	struct data_oracle *oracle = do_allocate(1, sizeof(*oracle));

	oracle->base = base;
	oracle->sectors = sectors;
	oracle->ssd_sectors = ssd_sectors;
	oracle->sector = do_allocate(sectors, sizeof(*oracle->sector));
	oracle->media[BID_TIER_HDD] = do_allocate(sectors, sizeof(uint64_t));
	oracle->media[BID_TIER_SSD] = do_allocate(ssd_sectors, sizeof(uint64_t));
	bid_list_init(&oracle->lent);
	for (uint32_t i = 0; i < sectors; i++) {
		oracle->media[BID_TIER_HDD][i] = value_of(FIRST_WRITE, i);
		oracle->sector[i].settled_at = UINT32_MAX;
	}
	for (uint32_t i = 0; i < ssd_sectors; i++)
		oracle->media[BID_TIER_SSD][i] = VALUE_ERASED;
	oracle->writes_max = 64;
	oracle->write = do_allocate(oracle->writes_max, sizeof(*oracle->write));
	oracle->writes = FIRST_WRITE + 1;
	return oracle;
}

static struct data_memory *memory_of(struct bid_chunk *chunk)
{
	return bid_container_of(chunk, struct data_memory, chunk);
}

void data_oracle_release(struct data_oracle *oracle, struct bid_chunk *chunk)
{
	struct data_memory *memory = memory_of(chunk);

	(void)oracle;
	bid_list_remove(&memory->lent);
	free(memory);
}

bool data_oracle_lends(const struct data_oracle *oracle)
{
	return !bid_list_empty(&oracle->lent);
}

void data_oracle_close(struct data_oracle *oracle)
{
	while (data_oracle_lends(oracle))
		data_oracle_release(
			oracle,
			&bid_container_of(oracle->lent.next, struct data_memory, lent)->chunk);
	for (int tier = 0; tier < BID_TIERS; tier++)
		free(oracle->media[tier]);
	free(oracle->sector);
	free(oracle->write);
	free(oracle);
}

/* ---- requests begin ---- */

static void write_begins(struct data_oracle *oracle, struct data_request *request)
{
	uint32_t first = (uint32_t)(request->node.lba - oracle->base);

	if (oracle->writes == oracle->writes_max) {
		oracle->writes_max *= 2;
		oracle->write = realloc(oracle->write, oracle->writes_max * sizeof(*oracle->write));
		if (!oracle->write)
			abort();
	}
	request->id = oracle->writes++;
	oracle->write[request->id] =
		(struct data_write){.begun = request->begun, .ended = UINT32_MAX};
	for (uint32_t i = 0; i < request->node.sectors; i++) {
		request->place[i].value = value_of(request->id, first + i);
		oracle->sector[first + i].writing++;
		oracle->sector[first + i].changes++;
	}
}

static void read_begins(const struct data_oracle *oracle, struct data_request *request)
{
	uint32_t first = (uint32_t)(request->node.lba - oracle->base);

	for (uint32_t i = 0; i < request->node.sectors; i++)
		request->place[i] = (struct data_place){
			.value = VALUE_NONE,
			.floor = oracle->sector[first + i].floor,
			.preceded = oracle->sector[first + i].preceded,
			.changes = oracle->sector[first + i].changes,
		};
}

void data_oracle_begin(struct data_oracle *oracle, struct data_request *request)
{
	request->begun = ++oracle->now;
	request->moved = 0;
	request->failed = false;
	request->left_out = false;
	request->place = do_allocate(request->node.sectors, sizeof(*request->place));
	if (request->node.op == BID_WRITE)
		write_begins(oracle, request);
	else
		read_begins(oracle, request);
}

void data_oracle_forget(struct data_request *request)
{
	free(request->place);
	request->place = NULL;
}

/* ---- runs move data ---- */

static struct data_memory *memory_lend(struct data_oracle *oracle, struct bid_request *head)
{
	struct data_memory *memory =
		do_allocate(1, sizeof(*memory) + head->run_sectors * sizeof(memory->value[0]));

	memory->lba = head->run_lba;
	memory->sectors = head->run_sectors;
	bid_list_append(&oracle->lent, &memory->lent);
	bid_list_init(&memory->chunk.link);
	head->chunk[0] = &memory->chunk;
	return memory;
}

static bool is_ahead(const struct bid_request *head)
{
	return (head->flags & BID_INNER) && !head->owner;
}

static struct data_request *caller_of(struct bid_request *member)
{
	return do_request_of(member->owner ? member->owner : member);
}

struct data_run data_oracle_dispatch(struct data_oracle *oracle, struct bid_request *head,
				     enum bid_tier tier, bool backwards, bool leave_out)
{
	struct data_run run = {.head = head, .tier = tier, .backwards = backwards};

	if (is_ahead(head))
		run.ahead = memory_lend(oracle, head);
	for (struct bid_request *m = head; m && leave_out && !run.ahead; m = m->merged)
		caller_of(m)->left_out |= bid_request_cancelled(m);
	return run;
}

/* The member of the run that has its n-th sector, and which of its own sectors that is. */
static struct bid_request *member_at(const struct data_run *run, uint32_t n, uint32_t *offset)
{
	uint64_t first = run->head->lba;

	for (const struct bid_request *m = run->head; m; m = m->merged)
		if (m->lba < first)
			first = m->lba;
	for (struct bid_request *m = run->head; m; m = m->merged) {
		if (first + n < m->lba || first + n >= m->lba + m->sectors)
			continue;
		*offset = (uint32_t)(first + n - m->lba);
		return m;
	}
	return NULL;
}

static void move_sector(struct data_oracle *oracle, struct data_run *run, uint32_t n)
{
	uint64_t address = run->head->run_lba + n;
	uint64_t *media;
	struct data_request *request;
	struct data_place *place;
	uint32_t offset = 0;
	struct bid_request *member = member_at(run, n, &offset);

	if (run->tier == BID_TIER_HDD)
		address -= oracle->base;
	/* What is wrong with such a run is the scenario's to find. */
	if (!member ||
	    address >= (run->tier == BID_TIER_HDD ? oracle->sectors : oracle->ssd_sectors))
		return;
	media = &oracle->media[run->tier][address];
	if (run->ahead) {
		run->ahead->value[n] = *media;
		return;
	}
	request = caller_of(member);
	if (request->left_out || member->status != 0)
		return;
	offset += (uint32_t)(member->lba - request->node.lba);
	place = &request->place[offset];
	if (request->node.op == BID_WRITE)
		*media = place->value;
	else
		place->value = *media;
	request->moved += !place->moved;
	place->moved = true;
}

void data_oracle_move(struct data_oracle *oracle, struct data_run *run, uint32_t sectors)
{
	uint32_t length = run->head->run_sectors;

	for (; sectors > 0 && run->moved < length; sectors--, run->moved++)
		move_sector(oracle, run, run->backwards ? length - 1 - run->moved : run->moved);
}

/* The member's sectors are not what they should be. */
static void fail_member(struct bid_request *member)
{
	struct data_request *request = caller_of(member);
	uint64_t offset = member->lba - request->node.lba;

	for (uint64_t i = offset; i < offset + member->sectors; i++) {
		struct data_place *place = &request->place[i];

		request->moved -= place->moved;
		place->moved = false;
		if (request->node.op == BID_READ)
			place->value = VALUE_ERASED;
	}
}

static void complete_ahead(struct data_run *run)
{
	for (uint32_t i = 0; run->head->status != 0 && i < run->ahead->sectors; i++)
		run->ahead->value[i] = VALUE_ERASED;
}

void data_oracle_complete(struct data_oracle *oracle, struct data_run *run)
{
	struct bid_request *head = run->head;
	int32_t status = bid_run_status(head);

	data_oracle_move(oracle, run, head->run_sectors);
	if (run->ahead) {
		complete_ahead(run);
		return;
	}
	for (struct bid_request *m = head; m && status != 0; m = m->merged) {
		/* What goes to the SSD for the first time fails as a whole. */
		if (m->status != 0 || run->tier == BID_TIER_SSD)
			caller_of(m)->failed = true;
		if (m->status != 0)
			fail_member(m);
	}
}

/* ---- requests end ---- */

/* The sectors of a write that failed or was cancelled may hold it or not. */
static bool write_finishes(struct data_oracle *oracle, const struct data_request *request,
			   char *error, size_t error_size)
{
	uint32_t first = (uint32_t)(request->node.lba - oracle->base);
	bool written = request->node.status == 0;

	oracle->write[request->id].ended = ++oracle->now;
	for (uint32_t i = 0; i < request->node.sectors; i++) {
		struct data_sector *sector = &oracle->sector[first + i];

		if (written && !request->place[i].moved) {
			snprintf(error, error_size,
				 "a write is finished before sector %" PRIu32 " is written",
				 first + i);
			return false;
		}
		sector->writing--;
		sector->changes++;
		if (written && sector->floor < request->begun)
			sector->floor = request->begun;
		if (written && (request->node.flags & BID_BARRIER) && request->node.file == 0 &&
		    sector->preceded < request->begun)
			sector->preceded = request->begun;
	}
	return true;
}

/* What is wrong with the value that a read got of a sector; NULL: nothing. */
static const char *read_fault(struct data_oracle *oracle, const struct data_place *place,
			      uint32_t n)
{
	struct data_sector *sector = &oracle->sector[n];
	uint64_t id = place->value >> 32;
	const struct data_write *write;

	if (place->value == VALUE_ERASED)
		return "gets what was never written";
	if ((uint32_t)place->value != n || id >= oracle->writes)
		return "gets another sector";
	write = &oracle->write[id];
	if (write->ended < place->floor || write->begun < place->preceded)
		return "gets what was there before a write";
	if (sector->writing > 0 || sector->changes != place->changes)
		return NULL;
	if (sector->settled_at == sector->changes && sector->settled != place->value)
		return "gets another value than a read before, with no write between";
	sector->settled_at = sector->changes;
	sector->settled = place->value;
	return NULL;
}

static uint64_t value_read_ahead(const struct bid_request *node, uint64_t lba)
{
	for (int i = 0; i < BID_CHUNKS; i++) {
		const struct data_memory *memory =
			node->chunk[i] ? memory_of(node->chunk[i]) : NULL;

		if (memory && lba >= memory->lba && lba - memory->lba < memory->sectors)
			return memory->value[lba - memory->lba];
	}
	return VALUE_NONE;
}

static bool read_finishes(struct data_oracle *oracle, struct data_request *request, char *error,
			  size_t error_size)
{
	const struct bid_request *node = &request->node;
	uint32_t first = (uint32_t)(node->lba - oracle->base);

	for (uint32_t i = 0; i < node->sectors; i++) {
		struct data_place *place = &request->place[i];
		const char *fault;

		if (request->moved == 0)
			place->value = value_read_ahead(node, node->lba + i);
		fault = place->value == VALUE_NONE ? "is finished before it is read"
						   : read_fault(oracle, place, first + i);
		if (fault) {
			snprintf(error, error_size, "a read of sector %" PRIu32 " %s (%s)",
				 first + i, fault,
				 request->moved == 0 ? "from the buffer" : "from a device");
			return false;
		}
	}
	return true;
}

bool data_oracle_finish(struct data_oracle *oracle, struct data_request *request, char *error,
			size_t error_size)
{
	int32_t status = request->node.status;
	bool cancelled = request->node.flags & BID_CANCELLED;

	if (cancelled != (status == -ECANCELED) ||
	    (status != 0 && !cancelled && !request->failed)) {
		snprintf(error, error_size, "a request of sector %" PRIu64 " ends with %d",
			 request->node.lba - oracle->base, status);
		return false;
	}
	if (request->node.op == BID_WRITE)
		return write_finishes(oracle, request, error, error_size);
	return status != 0 || read_finishes(oracle, request, error, error_size);
}
