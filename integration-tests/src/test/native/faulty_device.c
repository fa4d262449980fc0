/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A device that is slow, full or broken, for a process that is started with this library in
 * LD_PRELOAD. TIERLINE_FAULTS names a file of words, which is read at each call that they may
 * concern; without the variable, or the file, everything is as ever.
 *
 *	path TEXT	files whose path has it are on the device; needed for all but the very last
 *	error NUMBER	writes and syncs fail with that errno
 *	delay US	writes and syncs take so long, and nothing on the machine is made durable:
 *			an SSD whose cache survives a loss of power
 *	indirect	O_DIRECT is refused, as by a file system that has none
 *	denied		who would open it to write has no right to
 *	hang		writes and syncs do not come back; a file beside the words, with the ending
 *			.hung, says that one has come
 *	after NUMBER	so many writes and syncs of the process come first, to which nothing happens
 *	no-io_uring	at the start of the process: the kernel forbids io_uring, as the filter of
 *			a container does
 *
 *	cc -shared -fPIC -O2 -o faulty_device.so faulty_device.c
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define TEXT_MAX 4096

struct faults {
	char path[TEXT_MAX];
	int error;
	long delay_us;
	bool indirect;
	bool denied;
	bool hang;
	bool hang_reads;
	int after;
	bool no_io_uring;
};

/* Writes and syncs of files on the device, by all threads. */
static int calls;

/* ---- what is wrong ---- */

static ssize_t read_file(const char *name, char *text)
{
	long fd = syscall(SYS_openat, AT_FDCWD, name, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? -1 : syscall(SYS_read, fd, text, TEXT_MAX - 1);

	if (fd >= 0)
		syscall(SYS_close, fd);
	if (length >= 0)
		text[length] = '\0';
	return length;
}

static bool read_faults(struct faults *faults)
{
	const char *name = getenv("TIERLINE_FAULTS");
	char text[TEXT_MAX];
	char *rest = NULL;

	*faults = (struct faults){0};
	if (!name || read_file(name, text) <= 0)
		return false;
	for (char *word = strtok_r(text, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
		char *value = rest;

		if (!strcmp(word, "indirect"))
			faults->indirect = true;
		else if (!strcmp(word, "denied"))
			faults->denied = true;
		else if (!strcmp(word, "hang"))
			faults->hang = true;
		else if (!strcmp(word, "hang-reads"))
			faults->hang_reads = true;
		else if (!strcmp(word, "no-io_uring"))
			faults->no_io_uring = true;
		else if (!(value = strtok_r(NULL, " \n", &rest)))
			break;
		else if (!strcmp(word, "path"))
			snprintf(faults->path, sizeof(faults->path), "%s", value);
		else if (!strcmp(word, "error"))
			faults->error = atoi(value);
		else if (!strcmp(word, "delay"))
			faults->delay_us = atol(value);
		else if (!strcmp(word, "after"))
			faults->after = atoi(value);
	}
	return true;
}

static bool is_on_device(const struct faults *faults, int fd)
{
	char link[64];
	char path[TEXT_MAX];
	ssize_t length;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	length = readlink(link, path, sizeof(path) - 1);
	if (length < 0)
		return false;
	path[length] = '\0';
	return faults->path[0] && strstr(path, faults->path);
}

/* Says that a call hangs, which ends with the process. */
static _Noreturn void hang(void)
{
	char name[TEXT_MAX];

	snprintf(name, sizeof(name), "%s.hung", getenv("TIERLINE_FAULTS"));
	syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, name, O_CREAT | O_WRONLY | O_CLOEXEC, 0644));
	for (;;)
		pause();
}

/* Of a write or a sync. Returns true when it is to fail, with errno. */
static bool is_failed(int fd, struct faults *faults, bool *is_modelled)
{
	*is_modelled = false;
	if (!read_faults(faults) || !is_on_device(faults, fd))
		return false;
	if (__atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED) < faults->after)
		return false;
	if (faults->hang)
		hang();
	if (faults->delay_us) {
		const struct timespec time = {.tv_sec = faults->delay_us / 1000000,
					      .tv_nsec = faults->delay_us % 1000000 * 1000};

		*is_modelled = true;
		nanosleep(&time, NULL);
	}
	errno = faults->error;
	return faults->error != 0;
}

/* ---- what the process calls ---- */

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset)
{
	struct faults faults;
	bool modelled;

	return is_failed(fd, &faults, &modelled) ? -1
						 : syscall(SYS_pwrite64, fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t offset)
{
	return pwrite(fd, bytes, count, offset);
}

ssize_t pread(int fd, void *bytes, size_t count, off_t offset)
{
	struct faults faults;

	if (read_faults(&faults) && faults.hang_reads && is_on_device(&faults, fd))
		hang();
	return syscall(SYS_pread64, fd, bytes, count, offset);
}

ssize_t pread64(int fd, void *bytes, size_t count, off_t offset)
{
	return pread(fd, bytes, count, offset);
}

static int sync_file(long call, int fd)
{
	struct faults faults;
	bool modelled;

	if (is_failed(fd, &faults, &modelled))
		return -1;
	return modelled ? 0 : (int)syscall(call, fd);
}

int fsync(int fd)
{
	return sync_file(SYS_fsync, fd);
}

int fdatasync(int fd)
{
	return sync_file(SYS_fdatasync, fd);
}

static int open_file(int folder, const char *path, int flags, mode_t mode)
{
	struct faults faults;

	if ((flags & O_ACCMODE) != O_RDONLY && read_faults(&faults) && faults.path[0] &&
	    strstr(path, faults.path)) {
		if (faults.denied) {
			errno = EACCES;
			return -1;
		}
		if (faults.indirect && flags & O_DIRECT) {
			errno = EINVAL;
			return -1;
		}
		/* The kernel's cache is the device's, which needs no flush. */
		if (faults.delay_us)
			flags &= ~(O_DIRECT | O_DSYNC);
	}
	return (int)syscall(SYS_openat, folder, path, flags, mode);
}

static mode_t mode_of(int flags, va_list more)
{
	return flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
	va_list more;
	int fd;

	va_start(more, flags);
	fd = open_file(AT_FDCWD, path, flags, mode_of(flags, more));
	va_end(more);
	return fd;
}

int open64(const char *path, int flags, ...)
{
	va_list more;
	int fd;

	va_start(more, flags);
	fd = open_file(AT_FDCWD, path, flags, mode_of(flags, more));
	va_end(more);
	return fd;
}

/* ---- the kernel's filter ---- */

__attribute__((constructor)) static void begin(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {.len = sizeof(filter) / sizeof(*filter), .filter = filter};
	struct faults faults;

	/* A sleep of 30 us is not to be one of 80. */
	prctl(PR_SET_TIMERSLACK, 1);
	if (!read_faults(&faults) || !faults.no_io_uring)
		return;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		perror("faulty_device: no filter");
}
