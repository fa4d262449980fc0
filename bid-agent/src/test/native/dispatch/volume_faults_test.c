/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: what fails and what nobody wants any more: whoever fails is told, what is cancelled
 * is answered once, and closing answers everything.
 */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "scripted_backend.h"
#include "tested_policies.h"
#include "volume_fixture.h"

/* ---- what fails ---- */

static void failures_of_the_back_end_are_told(void **state)
{
	struct scripted *scripted = scripted_open();
	struct volume *volume = t_volume(&bid_announced_policy, &scripted->backend);
	int fd = t_written(MIB, 3);
	struct volume_file *file = t_file(volume, fd);
	unsigned char memory[4096];

	(void)state;
	assert_int_equal(volume_announce(volume, file, 1, 0, MIB, BID_FOREGROUND), 0);
	assert_int_equal(t_call(volume, file, VOLUME_READ, 1, 0, 4096, memory), 4096);
	scripted_set_result(scripted, -EIO, UINT64_MAX);
	assert_int_equal(t_call(volume, file, VOLUME_READ, 2, 4096, 4096, memory), -EIO);
	assert_int_equal(t_call(volume, file, VOLUME_SYNC, 1, 0, 0, NULL), -EIO);
	scripted_set_result(scripted, -ENOSPC, UINT64_MAX);
	assert_int_equal(t_call(volume, file, VOLUME_WRITE, 1, 4096, 4096, memory), -ENOSPC);
	scripted_set_result(scripted, 1, UINT64_MAX);
	assert_int_equal(t_call(volume, file, VOLUME_READ, 2, 4096, 4096, memory), 4096);
	t_expect(memory, 4096, 4096, 3);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
}

/* Of reads that became one run the one at the bad byte fails, and no other. */
static void a_bad_sector_fails_who_reads_it_alone(void **state)
{
	struct scripted *scripted = scripted_open();
	struct volume *volume = t_volume(&noop_policy, &scripted->backend);
	int fd = t_written(MIB, 3);
	struct volume_file *file = t_file(volume, fd);
	unsigned char *memory = malloc(MIB);
	struct answers first, rest[8];

	(void)state;
	assert_non_null(memory);
	t_answers_init(&first);
	scripted_hold(scripted, true);
	assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, 900000, 512, memory, &first), 0);
	for (uint64_t i = 0; i < 8; i++) {
		t_answers_init(&rest[i]);
		assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, i * 4096, 4096,
					  memory + i * 4096, &rest[i]),
				 0);
	}
	scripted_set_result(scripted, -EIO, 3 * 4096 + 5);
	scripted_hold(scripted, false);
	for (uint64_t i = 0; i < 8; i++) {
		t_await(&rest[i], 1);
		assert_int_equal(rest[i].last, i == 3 ? -EIO : 4096);
		if (i != 3)
			t_expect(memory + i * 4096, i * 4096, 4096, 3);
	}
	t_await(&first, 1);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
	free(memory);
}

/* ---- what nobody wants any more ---- */

static void what_waits_is_answered_at_once_and_what_is_under_way_when_it_ends(void **state)
{
	struct scripted *scripted = scripted_open();
	struct volume *volume = t_volume(&noop_policy, &scripted->backend);
	int fd = t_written(MIB, 3);
	struct volume_file *file = t_file(volume, fd);
	unsigned char memory[8192];
	struct answers flying, waiting, other;

	(void)state;
	t_answers_init(&flying);
	t_answers_init(&waiting);
	t_answers_init(&other);
	scripted_hold(scripted, true);
	assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, 0, 512, memory, &flying), 0);
	scripted_await(scripted, 1);
	assert_int_equal(t_submit(volume, file, VOLUME_WRITE, 1, 65536, 512, memory, &waiting), 0);
	assert_int_equal(t_submit(volume, file, VOLUME_READ, 2, 300000, 512, memory + 4096, &other),
			 0);
	volume_cancel_stream(volume, 1);
	t_await(&waiting, 1);
	assert_int_equal(waiting.last, -ECANCELED);
	assert_int_equal(t_count(&flying), 0);
	scripted_hold(scripted, false);
	t_await(&flying, 1);
	assert_int_equal(flying.last, -ECANCELED);
	t_await(&other, 1);
	assert_int_equal(other.last, 512);
	/* The write never happened. */
	assert_int_equal(t_call(volume, file, VOLUME_READ, 2, 65536, 512, memory), 512);
	t_expect(memory, 65536, 512, 3);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
}

static void a_deleted_file_takes_its_requests_along(void **state)
{
	struct scripted *scripted = scripted_open();
	struct volume *volume = t_volume(&bid_announced_policy, &scripted->backend);
	int fds[2] = {t_written(MIB, 1), t_written(MIB, 2)};
	struct volume_file *gone = t_file(volume, fds[0]);
	struct volume_file *again = t_file(volume, fds[0]);
	struct volume_file *stays = t_file(volume, fds[1]);
	unsigned char memory[8192];
	struct answers of_gone, of_stays;

	(void)state;
	t_answers_init(&of_gone);
	t_answers_init(&of_stays);
	scripted_hold(scripted, true);
	for (uint64_t i = 0; i < 4; i++)
		assert_int_equal(t_submit(volume, i % 2 ? gone : again, VOLUME_READ, i, i * 65536,
					  512, memory + i * 512, &of_gone),
				 0);
	assert_int_equal(t_submit(volume, stays, VOLUME_READ, 1, 0, 512, memory + 4096, &of_stays),
			 0);
	volume_cancel_file(volume, gone);
	scripted_hold(scripted, false);
	t_await(&of_gone, 4);
	assert_int_equal(of_gone.cancelled, 4);
	t_await(&of_stays, 1);
	assert_int_equal(of_stays.last, 512);
	volume_file_close(gone);
	volume_file_close(again);
	volume_file_close(stays);
	volume_close(volume);
	close(fds[0]);
	close(fds[1]);
}

static void *t_close(void *volume)
{
	volume_close(volume);
	return NULL;
}

/* One run is under way, or what is read ahead is; all others wait. */
static void closing_answers_everything(void **state)
{
	struct scripted *scripted = scripted_open();
	struct volume *volume = t_volume(&bid_announced_policy, &scripted->backend);
	int fd = t_written(MIB, 1);
	struct volume_file *file = t_file(volume, fd);
	unsigned char *memory = malloc(MIB);
	struct answers answers;
	pthread_t thread;

	(void)state;
	assert_non_null(memory);
	t_answers_init(&answers);
	scripted_hold(scripted, true);
	assert_int_equal(volume_announce(volume, file, 1, 0, MIB, BID_FOREGROUND), 0);
	for (uint64_t i = 0; i < 32; i++)
		assert_int_equal(t_submit(volume, file, i % 4 ? VOLUME_READ : VOLUME_WRITE, i % 3,
					  i * 4096, 4096, memory + i * 4096, &answers),
				 0);
	assert_int_equal(t_submit(volume, file, VOLUME_SYNC, 1, 0, 0, NULL, &answers), 0);
	volume_file_close(file);
	scripted_await(scripted, 1);
	assert_int_equal(pthread_create(&thread, NULL, t_close, volume), 0);
	/* Those of a merged run wait for its end. */
	pthread_mutex_lock(&answers.lock);
	while (answers.cancelled == 0)
		pthread_cond_wait(&answers.changed, &answers.lock);
	pthread_mutex_unlock(&answers.lock);
	scripted_hold(scripted, false);
	pthread_join(thread, NULL);
	assert_int_equal(t_count(&answers), 33);
	assert_int_equal(answers.cancelled, 33);
	close(fd);
	free(memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(failures_of_the_back_end_are_told),
		cmocka_unit_test(a_bad_sector_fails_who_reads_it_alone),
		cmocka_unit_test(what_waits_is_answered_at_once_and_what_is_under_way_when_it_ends),
		cmocka_unit_test(a_deleted_file_takes_its_requests_along),
		cmocka_unit_test(closing_answers_everything),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
