/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What Java calls (io.tierline.bid.volume.Native); delta.c and delta_command.c know JNI, too.
 * Nothing is thrown here: errors are returned as negative errno, which Java makes exceptions of.
 */
#include <errno.h>
#include <jni.h>
#include <stdio.h>
#include <string.h>

#include "descriptor.h"
#include "shell/shell.h"

#define NATIVE(name) Java_io_tierline_bid_volume_Native_##name

/* Places in the array of numbers that a volume is opened with, as NativeVolume fills it. */
enum {
	OPEN_ENGINE,
	OPEN_DIRECT,
	OPEN_ROTATIONAL,
	OPEN_CAPACITY,
	OPEN_BYTES_PER_SECOND,
	OPEN_POSITIONING_NS,
	OPEN_DEPTH,
	OPEN_MAX_BYTES,
	OPEN_MAX_REQUESTS,
	OPEN_TIME_PER_MILLE,
	OPEN_BOUNDS, /* from here on four for each class */
	BOUNDS_OF_CLASS = 4,
	OPEN_NUMBERS = OPEN_BOUNDS + BOUNDS_OF_CLASS * BID_CLASSES
};

#define STATISTICS 18

/* VOLUME_WRITE_BACK that somebody waits for. */
#define WRITE_BACK_WAITED 4

JNIEXPORT jint JNICALL NATIVE(abi)(JNIEnv *env, jclass type)
{
	(void)env;
	(void)type;
	return SHELL_ABI;
}

JNIEXPORT jstring JNICALL NATIVE(version)(JNIEnv *env, jclass type)
{
	(void)type;
	return (*env)->NewStringUTF(env, BID_VERSION);
}

JNIEXPORT jstring JNICALL NATIVE(errorText)(JNIEnv *env, jclass type, jint number)
{
	char text[128];

	(void)type;
	if (strerror_r(number, text, sizeof(text)) != 0)
		snprintf(text, sizeof(text), "error %d", (int)number);
	return (*env)->NewStringUTF(env, text);
}

/* ---- volumes ---- */

static void read_bounds(const jlong *from, struct bid_class_bounds *bounds)
{
	bounds->share_percent = (uint32_t)from[0];
	bounds->requests_max = (uint32_t)from[1];
	bounds->sectors_max = (uint64_t)from[2] / BID_SECTOR_BYTES;
	bounds->sectors_per_second = (uint64_t)from[3] / BID_SECTOR_BYTES;
	/* Less than a request may have, or than a sector, would let nothing in. */
	if (from[2] > 0 && bounds->sectors_max < BID_REQUEST_MAX_SECTORS)
		bounds->sectors_max = BID_REQUEST_MAX_SECTORS;
	if (from[3] > 0 && bounds->sectors_per_second == 0)
		bounds->sectors_per_second = 1;
}

static void read_options(const jlong *from, struct shell_options *options)
{
	options->engine = (enum shell_engine)from[OPEN_ENGINE];
	options->direct = from[OPEN_DIRECT] != 0;
	options->profile.rotational = from[OPEN_ROTATIONAL] != 0;
	options->profile.sectors = (uint64_t)from[OPEN_CAPACITY] / BID_SECTOR_BYTES;
	options->profile.bytes_per_second = (uint64_t)from[OPEN_BYTES_PER_SECOND];
	options->profile.positioning_ns = (uint64_t)from[OPEN_POSITIONING_NS];
	/*
	 * No turn_ns: by it the core would learn where the platter of a disk is that takes one
	 * request at a time, from when its reads end. Here a disk takes many, addresses are those
	 * of a partition or made up, and threads are between the disk and the clock.
	 */
	options->profile.depth = (uint32_t)from[OPEN_DEPTH];
	options->ncq_depth = options->profile.depth;
	options->max_bytes = (uint64_t)from[OPEN_MAX_BYTES];
	options->max_requests = (uint32_t)from[OPEN_MAX_REQUESTS];
	options->time_per_mille = (uint32_t)from[OPEN_TIME_PER_MILLE];
	for (int i = 0; i < BID_CLASSES; i++)
		read_bounds(&from[OPEN_BOUNDS + i * BOUNDS_OF_CLASS], &options->bounds[i]);
}

static jlong open_named(JNIEnv *env, struct shell_options *options, jobjectArray reason)
{
	char text[256];
	jlong handle = shell_open(options, text, sizeof(text));
	jstring told;

	if (handle >= 0)
		return handle;
	told = (*env)->NewStringUTF(env, text);
	if (told)
		(*env)->SetObjectArrayElement(env, reason, 0, told);
	return handle;
}

JNIEXPORT jlong JNICALL NATIVE(open)(JNIEnv *env, jclass type, jstring policy, jstring model,
				     jlongArray numbers, jobjectArray reason)
{
	struct shell_options options = {0};
	jlong values[OPEN_NUMBERS];
	jlong handle = -ENOMEM;

	(void)type;
	if (!policy || !model || !numbers || !reason ||
	    (*env)->GetArrayLength(env, numbers) != OPEN_NUMBERS ||
	    (*env)->GetArrayLength(env, reason) != 1)
		return -EINVAL;
	(*env)->GetLongArrayRegion(env, numbers, 0, OPEN_NUMBERS, values);
	if ((*env)->ExceptionCheck(env))
		return -EINVAL;
	read_options(values, &options);
	options.policy = (*env)->GetStringUTFChars(env, policy, NULL);
	if (!options.policy)
		return handle;
	options.model = (*env)->GetStringUTFChars(env, model, NULL);
	if (options.model) {
		handle = open_named(env, &options, reason);
		(*env)->ReleaseStringUTFChars(env, model, options.model);
	}
	(*env)->ReleaseStringUTFChars(env, policy, options.policy);
	return handle;
}

JNIEXPORT jstring JNICALL NATIVE(engine)(JNIEnv *env, jclass type, jlong volume)
{
	const char *name = shell_engine(volume);

	(void)type;
	return name ? (*env)->NewStringUTF(env, name) : NULL;
}

static jint tell(JNIEnv *env, const struct volume_statistics *of, jlongArray to)
{
	const jlong values[STATISTICS] = {(jlong)of->requests,
					  (jlong)of->bytes_read,
					  (jlong)of->bytes_written,
					  (jlong)of->bytes_written_back,
					  (jlong)of->syncs,
					  (jlong)of->failed,
					  (jlong)of->cancelled,
					  (jlong)of->waits,
					  (jlong)of->transfers,
					  (jlong)of->bytes_ahead,
					  (jlong)of->bytes_from_memory,
					  (jlong)of->bytes_lent,
					  (jlong)of->now_ns,
					  (jlong)of->busy_ns,
					  (jlong)of->late_ns,
					  (jlong)of->positioning_ns,
					  (jlong)of->arm_movements,
					  (jlong)of->arm_per_mille};

	(*env)->SetLongArrayRegion(env, to, 0, STATISTICS, values);
	return 0;
}

static bool has_statistics(JNIEnv *env, jlongArray to)
{
	return to && (*env)->GetArrayLength(env, to) == STATISTICS;
}

JNIEXPORT jint JNICALL NATIVE(statistics)(JNIEnv *env, jclass type, jlong volume, jlongArray to)
{
	struct volume_statistics statistics;
	int error;

	(void)type;
	if (!has_statistics(env, to))
		return -EINVAL;
	error = shell_statistics(volume, &statistics);
	return error ? error : tell(env, &statistics, to);
}

JNIEXPORT jint JNICALL NATIVE(close)(JNIEnv *env, jclass type, jlong volume, jlongArray last)
{
	struct volume_statistics statistics;
	int error;

	(void)type;
	if (!has_statistics(env, last))
		return -EINVAL;
	error = shell_close(volume, &statistics);
	return error ? error : tell(env, &statistics, last);
}

JNIEXPORT jint JNICALL NATIVE(cancelStream)(JNIEnv *env, jclass type, jlong volume, jlong stream)
{
	(void)env;
	(void)type;
	return shell_cancel_stream(volume, (uint64_t)stream);
}

/* ---- files ---- */

JNIEXPORT jlong JNICALL NATIVE(openFile)(JNIEnv *env, jclass type, jlong volume, jobject descriptor)
{
	int number;

	(void)type;
	if (!descriptor)
		return -EINVAL;
	number = descriptor_number(env, descriptor);
	return number < 0 ? -EBADF : shell_open_file(volume, number);
}

JNIEXPORT jint JNICALL NATIVE(closeFile)(JNIEnv *env, jclass type, jlong file)
{
	(void)env;
	(void)type;
	return shell_close_file(file);
}

JNIEXPORT jlong JNICALL NATIVE(fileLength)(JNIEnv *env, jclass type, jlong file)
{
	(void)env;
	(void)type;
	return shell_file_length(file);
}

JNIEXPORT jint JNICALL NATIVE(cancelFile)(JNIEnv *env, jclass type, jlong file)
{
	(void)env;
	(void)type;
	return shell_cancel_file(file);
}

/* Where the buffer's bytes from that position on are; NULL: it has not so many, or is not direct.
 */
static void *direct_memory(JNIEnv *env, jobject buffer, jint position, jint length)
{
	jlong capacity = buffer ? (*env)->GetDirectBufferCapacity(env, buffer) : -1;
	char *memory = capacity > 0 ? (*env)->GetDirectBufferAddress(env, buffer) : NULL;

	if (!memory || position < 0 || length < 0 || (jlong)position + length > capacity)
		return NULL;
	return memory + position;
}

JNIEXPORT jlong JNICALL NATIVE(call)(JNIEnv *env, jclass type, jlong file, jint op, jlong stream,
				     jint service, jlong offset, jobject memory, jint position,
				     jint length)
{
	bool waited = op == WRITE_BACK_WAITED;
	struct volume_request request = {.op = waited ? VOLUME_WRITE_BACK : (enum volume_op)op,
					 .stream = (uint64_t)stream,
					 .service_class = (uint8_t)service,
					 .background = op == VOLUME_WRITE_BACK,
					 .offset = (uint64_t)offset,
					 .length = (uint32_t)length};

	(void)type;
	if (offset < 0 || length < 0 || service < 0 || service >= BID_CLASSES)
		return -EINVAL;
	if (op == VOLUME_READ || op == VOLUME_WRITE) {
		request.memory = direct_memory(env, memory, position, length);
		if (!request.memory)
			return -EINVAL;
	}
	return shell_call(file, &request);
}

JNIEXPORT jint JNICALL NATIVE(announce)(JNIEnv *env, jclass type, jlong file, jlong stream,
					jint service, jlong offset, jlong length)
{
	(void)env;
	(void)type;
	if (offset < 0 || length < 0 || service < 0 || service >= BID_CLASSES)
		return -EINVAL;
	return shell_announce(file, (uint64_t)stream, (uint64_t)offset, (uint64_t)length,
			      (uint8_t)service);
}
