/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: where a filter of system calls forbids a part of io_uring, files are served by
 * threads, and who wants io_uring alone is told.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tested_policies.h"
#include "volume_fixture.h"

#define SKIPPED 77
/* A child whose request is never answered is ended by a signal. */
#define SECONDS 20

static bool forbid(uint32_t call, uint32_t error)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {.len = sizeof(filter) / sizeof(filter[0]),
					   .filter = filter};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* Ends with 0 when all is as it should be. */
static int serve_without(uint32_t call, uint32_t error)
{
	const struct bid_device_profile profile = {.depth = 2};
	unsigned char memory[4096] = {0};
	struct backend *backend;
	struct volume *volume;
	struct volume_file *file;
	bool fine;
	int fd;

	alarm(SECONDS);
	if (!forbid(call, error))
		return SKIPPED;
	if (backend_open_files(&profile, BACKEND_IO_URING, false, &backend) != -(int)error)
		return 1;
	if (backend_open_files(&profile, BACKEND_ANY_ENGINE, false, &backend) ||
	    strcmp(backend->name, "threads") != 0)
		return 2;
	volume = t_volume(&bid_announced_policy, backend);
	fd = t_written(4096, 5);
	file = t_file(volume, fd);
	fine = t_call(volume, file, VOLUME_READ, 1, 0, 4096, memory) == 4096;
	t_expect(memory, 0, 4096, 5);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
	return fine ? 0 : 3;
}

static void serve_by_threads_without(uint32_t call, uint32_t error)
{
	pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (child == 0)
		_exit(serve_without(call, error));
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == SKIPPED)
		skip();
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void without_rings_threads_serve(void **state)
{
	(void)state;
	serve_by_threads_without(SYS_io_uring_setup, EPERM);
	serve_by_threads_without(SYS_io_uring_setup, ENOSYS);
}

/* The ring is there, but takes nothing. */
static void with_a_ring_that_may_not_be_entered_threads_serve(void **state)
{
	(void)state;
	serve_by_threads_without(SYS_io_uring_enter, EPERM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_rings_threads_serve),
		cmocka_unit_test(with_a_ring_that_may_not_be_entered_threads_serve),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
