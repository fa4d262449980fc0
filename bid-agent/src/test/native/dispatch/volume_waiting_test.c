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

/* ---- writes that nobody waits for ---- */

enum { LAZY_MAX = 2, OUTSTANDING = 4, APART = 65536 };

static uint32_t t_lazy_max(const void *state, bool sync, uint8_t service_class)
{
	(void)state;
	(void)service_class;
	return sync ? UINT32_MAX : LAZY_MAX;
}

/* A volume that keeps what it is given, under a policy that grants such writes so many places. */
struct limited {
	struct bid_policy policy;
	struct scripted *scripted;
	struct volume *volume;
	struct volume_file *file;
	struct volume_file *other;
	struct answers answers;
	int fd[2];
};

static unsigned char limited_memory[512];

static void limited_open(struct limited *limited, uint32_t max_outstanding, uint64_t max_bytes,
			 uint32_t max_requests)
{
	struct volume_options options = {.policy = &limited->policy,
					 .setup = {.max_outstanding = max_outstanding},
					 .max_bytes = max_bytes,
					 .max_requests = max_requests};

	limited->policy = noop_policy;
	limited->policy.write_limit = t_lazy_max;
	limited->scripted = scripted_open();
	limited->scripted->backend.profile.depth = 64;
	t_answers_init(&limited->answers);
	assert_int_equal(volume_open(&options, &limited->scripted->backend, &limited->volume), 0);
	for (int i = 0; i < 2; i++)
		limited->fd[i] = t_written(MIB, 1);
	limited->file = t_file(limited->volume, limited->fd[0]);
	limited->other = t_file(limited->volume, limited->fd[1]);
	scripted_hold(limited->scripted, true);
}

/* So many have been answered, all as they should. */
static void limited_close(struct limited *limited, uint32_t answers, uint32_t cancelled)
{
	scripted_hold(limited->scripted, false);
	t_await(&limited->answers, answers);
	assert_int_equal(limited->answers.failed, 0);
	assert_int_equal(limited->answers.cancelled, cancelled);
	volume_file_close(limited->file);
	volume_file_close(limited->other);
	volume_close(limited->volume);
	for (int i = 0; i < 2; i++)
		close(limited->fd[i]);
}

static int t_ask(struct limited *limited, struct volume_file *file, enum volume_op op,
		 uint64_t stream, bool background)
{
	static uint64_t places;
	const bool sync = op == VOLUME_SYNC;
	const struct volume_request request = {.op = op,
					       .file = file,
					       .stream = stream,
					       .background = background,
					       .no_wait = true,
					       .offset = sync ? 0 : ++places % 15 * APART,
					       .length = sync ? 0 : sizeof(limited_memory),
					       .memory = limited_memory,
					       .answer = t_answer,
					       .context = &limited->answers};

	return volume_submit(limited->volume, &request);
}

static void t_ask_lazy_writes(struct limited *limited, struct volume_file *file, int count)
{
	for (int i = 0; i < count; i++)
		assert_int_equal(t_ask(limited, file, VOLUME_WRITE, 1, true), 0);
}

static void t_expect_order(struct limited *limited, const char *letters)
{
	static const char letter_of[] = {
		[BACKEND_READ] = 'r', [BACKEND_WRITE] = 'w', [BACKEND_SYNC] = 's'};
	char order[9] = {0};

	for (uint32_t i = 0; i < limited->scripted->ended && i < 8; i++)
		order[i] = letter_of[limited->scripted->order[i]];
	assert_string_equal(order, letters);
}

static void reads_pass_writes_that_nobody_waits_for_and_have_their_places(void **state)
{
	struct limited limited;

	(void)state;
	limited_open(&limited, OUTSTANDING, 0, 0);
	t_ask_lazy_writes(&limited, limited.file, 4);
	assert_int_equal(t_ask(&limited, limited.file, VOLUME_READ, 2, false), 0);
	/* Who waits for his write has every place that is left. */
	assert_int_equal(t_ask(&limited, limited.file, VOLUME_WRITE, 3, false), 0);
	scripted_await(limited.scripted, LAZY_MAX + 2);
	scripted_hold(limited.scripted, false);
	t_await(&limited.answers, 6);
	t_expect_order(&limited, "wwrwww");
	limited_close(&limited, 6, 0);
}

static void what_the_kernel_is_to_write_back_is_such_a_write(void **state)
{
	struct limited limited;

	(void)state;
	limited_open(&limited, OUTSTANDING, 0, 0);
	for (int i = 0; i < 4; i++)
		assert_int_equal(t_ask(&limited, limited.file, VOLUME_WRITE_BACK, 1, true), 0);
	assert_int_equal(t_ask(&limited, limited.file, VOLUME_READ, 2, false), 0);
	scripted_await(limited.scripted, LAZY_MAX + 1);
	scripted_hold(limited.scripted, false);
	t_await(&limited.answers, 5);
	assert_int_equal(limited.scripted->order[LAZY_MAX], BACKEND_READ);
	limited_close(&limited, 5, 0);
}

/* Below the limit they go in turn, or reads that go on for ever would keep them out for ever. */
static void below_the_limit_the_one_that_came_first_goes_first(void **state)
{
	struct limited limited;

	(void)state;
	limited_open(&limited, 1, 0, 0);
	assert_int_equal(t_ask(&limited, limited.file, VOLUME_READ, 2, false), 0);
	scripted_await(limited.scripted, 1);
	t_ask_lazy_writes(&limited, limited.file, 1);
	assert_int_equal(t_ask(&limited, limited.file, VOLUME_READ, 2, false), 0);
	t_ask_lazy_writes(&limited, limited.file, 1);
	scripted_hold(limited.scripted, false);
	t_await(&limited.answers, 4);
	t_expect_order(&limited, "rwrw");
	limited_close(&limited, 4, 0);
}

static void a_sync_has_the_writes_before_it_let_in_past_the_limit(void **state)
{
	struct limited limited;

	(void)state;
	limited_open(&limited, 16, 0, 0);
	t_ask_lazy_writes(&limited, limited.other, 3);
	t_ask_lazy_writes(&limited, limited.file, 3);
	assert_int_equal(t_ask(&limited, limited.file, VOLUME_SYNC, 2, false), 0);
	/* Those that its file has, though the other's wait on; then what came after it. */
	scripted_await(limited.scripted, LAZY_MAX + 3);
	assert_int_equal(t_ask(&limited, limited.file, VOLUME_READ, 2, false), 0);
	scripted_await(limited.scripted, LAZY_MAX + 4);
	limited_close(&limited, 8, 0);
}

static void what_waits_for_the_limit_can_be_cancelled(void **state)
{
	struct limited limited;

	(void)state;
	limited_open(&limited, 16, 0, 0);
	t_ask_lazy_writes(&limited, limited.other, 3);
	t_ask_lazy_writes(&limited, limited.file, 2);
	volume_cancel_file(limited.volume, limited.file);
	t_await(&limited.answers, 2);
	volume_cancel_stream(limited.volume, 1);
	/* All but what is under way. */
	t_await(&limited.answers, 3);
	t_ask_lazy_writes(&limited, limited.file, 1);
	scripted_hold(limited.scripted, false);
	/* Those that were cancelled take no places. */
	t_await(&limited.answers, 6);
	t_expect_order(&limited, "www");
	limited_close(&limited, 6, 5);
}

static void reads_have_their_part_of_the_room_in_front_of_the_core_as_well(void **state)
{
	struct limited limited;

	(void)state;
	limited_open(&limited, OUTSTANDING, 0, 6);
	t_ask_lazy_writes(&limited, limited.file, 3);
	assert_int_equal(t_ask(&limited, limited.file, VOLUME_WRITE, 1, true), -EAGAIN);
	for (int i = 0; i < 3; i++)
		assert_int_equal(t_ask(&limited, limited.file, VOLUME_READ, 2, false), 0);
	assert_int_equal(t_ask(&limited, limited.file, VOLUME_READ, 2, false), -EAGAIN);
	limited_close(&limited, 6, 0);
	limited_open(&limited, OUTSTANDING, 6 * sizeof(limited_memory), 0);
	t_ask_lazy_writes(&limited, limited.file, 3);
	assert_int_equal(t_ask(&limited, limited.file, VOLUME_WRITE, 1, true), -EAGAIN);
	assert_int_equal(t_ask(&limited, limited.file, VOLUME_WRITE, 1, false), 0);
	limited_close(&limited, 4, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_more_is_taken_than_there_is_room_for),
		cmocka_unit_test(no_more_is_said_than_is_heard),
		cmocka_unit_test(a_sync_waits_for_the_writes_before_it_in_whatever_class),
		cmocka_unit_test(reads_pass_writes_that_nobody_waits_for_and_have_their_places),
		cmocka_unit_test(what_the_kernel_is_to_write_back_is_such_a_write),
		cmocka_unit_test(below_the_limit_the_one_that_came_first_goes_first),
		cmocka_unit_test(a_sync_has_the_writes_before_it_let_in_past_the_limit),
		cmocka_unit_test(what_waits_for_the_limit_can_be_cancelled),
		cmocka_unit_test(reads_have_their_part_of_the_room_in_front_of_the_core_as_well),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
