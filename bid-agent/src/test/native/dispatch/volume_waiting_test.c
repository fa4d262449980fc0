/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: who waits in front of a volume and of its core: no more is taken than there is room
 * for, and what goes in first.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "scripted_backend.h"
#include "tested_policies.h"
#include "volume_fixture.h"

static void no_more_is_taken_than_there_is_room_for(void **state)
{
	const struct volume_options options = {
		.policy = &noop_policy, .max_bytes = 8192, .max_requests = 3};
	struct scripted *scripted = scripted_open();
	struct volume *volume = NULL;
	struct volume_file *file;
	unsigned char memory[65536];
	struct answers answers;
	int fd = t_written(MIB, 1);

	(void)state;
	t_answers_init(&answers);
	assert_int_equal(volume_open(&options, &scripted->backend, &volume), 0);
	file = t_file(volume, fd);
	scripted_hold(scripted, true);
	/* Longer than the bound: alone. */
	assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, 0, 65536, memory, &answers), 0);
	assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, 0, 1, memory, &answers), -EAGAIN);
	scripted_hold(scripted, false);
	t_await(&answers, 1);
	scripted_hold(scripted, true);
	assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, 0, 4096, memory, &answers), 0);
	assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, 0, 4097, memory, &answers),
			 -EAGAIN);
	for (int i = 0; i < 2; i++)
		assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, 0, 1, memory, &answers), 0);
	assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, 0, 1, memory, &answers), -EAGAIN);
	scripted_hold(scripted, false);
	t_await(&answers, 4);
	assert_int_equal(answers.failed, 0);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
}

/* The answer holds the volume's thread until it is let go. */
struct held_answer {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool is_answering;
	bool may_end;
};

static void t_held_answer(void *context, int64_t result)
{
	struct held_answer *held = context;

	(void)result;
	pthread_mutex_lock(&held->lock);
	held->is_answering = true;
	pthread_cond_broadcast(&held->changed);
	while (!held->may_end)
		pthread_cond_wait(&held->changed, &held->lock);
	pthread_mutex_unlock(&held->lock);
}

static void *t_cancel_once_more(void *context)
{
	volume_cancel_stream(context, 9);
	return NULL;
}

static uint64_t t_waits(struct volume *volume)
{
	struct volume_statistics statistics;

	volume_statistics(volume, &statistics);
	return statistics.waits;
}

static void no_more_is_said_than_is_heard(void **state)
{
	const struct volume_options options = {.policy = &noop_policy, .max_requests = 3};
	struct scripted *scripted = scripted_open();
	struct held_answer held = {.lock = PTHREAD_MUTEX_INITIALIZER,
				   .changed = PTHREAD_COND_INITIALIZER};
	unsigned char memory[512];
	struct volume_request request = {.op = VOLUME_READ,
					 .length = sizeof(memory),
					 .memory = memory,
					 .answer = t_held_answer,
					 .context = &held};
	struct volume *volume = NULL;
	int fd = t_written(MIB, 1);
	pthread_t caller;

	(void)state;
	assert_int_equal(volume_open(&options, &scripted->backend, &volume), 0);
	request.file = t_file(volume, fd);
	assert_int_equal(volume_submit(volume, &request), 0);
	pthread_mutex_lock(&held.lock);
	while (!held.is_answering)
		pthread_cond_wait(&held.changed, &held.lock);
	pthread_mutex_unlock(&held.lock);
	volume_cancel_stream(volume, 9);
	volume_cancel_file(volume, request.file);
	assert_int_equal(volume_announce(volume, request.file, 9, 0, 512, BID_FOREGROUND), 0);
	assert_int_equal(t_waits(volume), 0);
	assert_int_equal(pthread_create(&caller, NULL, t_cancel_once_more, volume), 0);
	while (t_waits(volume) == 0)
		sched_yield();
	pthread_mutex_lock(&held.lock);
	held.may_end = true;
	pthread_cond_broadcast(&held.changed);
	pthread_mutex_unlock(&held.lock);
	pthread_join(caller, NULL);
	volume_file_close(request.file);
	volume_close(volume);
	close(fd);
}

/* The second write waits in front of the core for its class's bound; a sync of another class comes.
 */
static void a_sync_waits_for_the_writes_before_it_in_whatever_class(void **state)
{
	const struct volume_options options = {
		.policy = &noop_policy,
		.setup = {.class_bounds = {[BID_BALANCER] = {.requests_max = 1}}}};
	struct scripted *scripted = scripted_open();
	struct volume *volume = NULL;
	struct volume_request request = {.op = VOLUME_WRITE,
					 .service_class = BID_BALANCER,
					 .length = 512,
					 .answer = t_answer};
	unsigned char memory[1024] = {0};
	struct answers answers;
	int fd = t_written(MIB, 1);

	(void)state;
	t_answers_init(&answers);
	assert_int_equal(volume_open(&options, &scripted->backend, &volume), 0);
	request.file = t_file(volume, fd);
	request.context = &answers;
	scripted_hold(scripted, true);
	for (uint64_t i = 0; i < 2; i++) {
		request.offset = i * 65536;
		request.memory = memory + i * 512;
		assert_int_equal(volume_submit(volume, &request), 0);
	}
	scripted_await(scripted, 1);
	assert_int_equal(t_submit(volume, request.file, VOLUME_SYNC, 1, 0, 0, NULL, &answers), 0);
	scripted_hold(scripted, false);
	t_await(&answers, 3);
	assert_int_equal(answers.failed + answers.cancelled, 0);
	assert_int_equal(scripted->ended, 3);
	assert_int_equal(scripted->order[0], BACKEND_WRITE);
	assert_int_equal(scripted->order[1], BACKEND_WRITE);
	assert_int_equal(scripted->order[2], BACKEND_SYNC);
	volume_file_close(request.file);
	volume_close(volume);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_more_is_taken_than_there_is_room_for),
		cmocka_unit_test(no_more_is_said_than_is_heard),
		cmocka_unit_test(a_sync_waits_for_the_writes_before_it_in_whatever_class),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
