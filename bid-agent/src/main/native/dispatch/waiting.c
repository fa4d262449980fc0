/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "waiting.h"

void waiting_init(struct waiting *waiting)
{
	for (int class = 0; class < BID_CLASSES; class ++) {
		bid_list_init(&waiting->urgent[class]);
		bid_list_init(&waiting->lazy[class]);
	}
	waiting->lazy_inside = 0;
}

static struct part *part_of_link(struct bid_link *link)
{
	return part_of(bid_container_of(link, struct bid_request, link));
}

static struct part *first_of(const struct bid_link *list)
{
	return bid_list_empty(list) ? NULL : part_of_link(list->next);
}

static struct bid_link *list_of(struct waiting *waiting, const struct part *part)
{
	uint8_t class = part->request.service_class;

	if (class >= BID_CLASSES)
		class = BID_FOREGROUND;
	return part->lazy ? &waiting->lazy[class] : &waiting->urgent[class];
}

static bool is_sync(const struct part *part)
{
	return part->operation->asked.op == VOLUME_SYNC;
}

/* Somebody waits for the writes to the file from now on. */
static void hurry_file(struct waiting *waiting, uint64_t file)
{
	for (int class = 0; class < BID_CLASSES; class ++) {
		struct bid_link *link = waiting->lazy[class].next;

		while (link != &waiting->lazy[class]) {
			struct part *part = part_of_link(link);

			link = link->next;
			if (part->request.file != file)
				continue;
			bid_list_remove(&part->request.link);
			part->lazy = false;
			bid_list_append(list_of(waiting, part), &part->request.link);
		}
	}
}

void waiting_add(struct waiting *waiting, struct part *part)
{
	if (is_sync(part))
		hurry_file(waiting, part->request.file);
	part->lazy = operation_is_lazy(&part->operation->asked);
	bid_list_append(list_of(waiting, part), &part->request.link);
}

/* Those to a sync's file that came before it are in no other list: it has hurried them. */
static bool overtakes_write(const struct waiting *waiting, const struct part *sync)
{
	for (int class = 0; class < BID_CLASSES; class ++) {
		const struct bid_link *list = &waiting->urgent[class];

		for (struct bid_link *link = list->next; link != list; link = link->next) {
			const struct part *part = part_of_link(link);

			if (part->request.op == BID_WRITE && !is_sync(part) &&
			    part->request.file == sync->request.file &&
			    part->operation->number < sync->operation->number)
				return true;
		}
	}
	return false;
}

struct part *waiting_next(const struct waiting *waiting, int service_class, uint32_t lazy_max)
{
	struct part *urgent = first_of(&waiting->urgent[service_class]);
	struct part *lazy = first_of(&waiting->lazy[service_class]);

	if (waiting->lazy_inside > 0 && waiting->lazy_inside >= lazy_max)
		lazy = NULL;
	if (lazy && (!urgent || lazy->operation->number < urgent->operation->number))
		return lazy;
	return urgent && is_sync(urgent) && overtakes_write(waiting, urgent) ? NULL : urgent;
}

void waiting_enter(struct waiting *waiting, struct part *part)
{
	bid_list_remove(&part->request.link);
	waiting->lazy_inside += part->lazy;
}

void waiting_return(struct waiting *waiting, struct part *part)
{
	waiting_leave(waiting, part);
	bid_list_insert_before(list_of(waiting, part)->next, &part->request.link);
}

void waiting_leave(struct waiting *waiting, const struct part *part)
{
	waiting->lazy_inside -= part->lazy;
}
