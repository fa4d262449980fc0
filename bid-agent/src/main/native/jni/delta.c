/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What Java calls (io.tierline.bid.delta.DeltaNative), as library.c.
 */
#include <errno.h>
#include <jni.h>
#include <stdlib.h>

#include "descriptor.h"
#include "shell/delta.h"

#define NATIVE(name) Java_io_tierline_bid_delta_DeltaNative_##name

/* Places in the array of numbers that a log is opened with, and of what recovery has found. */
enum {
	OPEN_BYTES,
	OPEN_SEGMENT_BYTES,
	OPEN_SLOW_MS,
	OPEN_IDLE_MS,
	OPEN_DAY_BYTES,
	OPEN_ONLY_DRAIN,
	OPEN_NUMBERS
};
enum { FOUND_STREAMS, FOUND_REPLAYED, FOUND_LOST, FOUND_UUID, FOUND_NUMBERS = FOUND_UUID + 2 };
/* Of a stream's. */
enum { STREAM_BLOCK, STREAM_STAMP, STREAM_CHUNK, STREAM_NUMBERS };
/* Places in the array of a stream's names. */
enum { NAME_POOL, NAME_VOLUME, NAME_ROOT, NAME_DATA, NAME_CHECKSUM, NAMES };

#define STATISTICS   14
#define FOLDERS_MAX  4096
#define REASON_BYTES 256

/* ---- texts ---- */

/* A copy of an array of bytes as text, to be freed; NULL: there is none, or no memory. */
static char *text_of(JNIEnv *env, jbyteArray array, jsize *length)
{
	char *text;

	*length = array ? (*env)->GetArrayLength(env, array) : 0;
	text = array ? malloc((size_t)*length + 1) : NULL;
	if (!text)
		return NULL;
	(*env)->GetByteArrayRegion(env, array, 0, *length, (jbyte *)text);
	text[*length] = '\0';
	return text;
}

static char *text_at(JNIEnv *env, jobjectArray array, jsize at, jsize *length)
{
	jbyteArray element = (*env)->GetObjectArrayElement(env, array, at);
	char *text = text_of(env, element, length);

	if (element)
		(*env)->DeleteLocalRef(env, element);
	return text;
}

/* ---- logs ---- */

/* A half of an identifier, its first byte the highest. */
static jlong half_of(const uint8_t *uuid)
{
	uint64_t half = 0;

	for (int i = 0; i < 8; i++)
		half = half << 8 | uuid[i];
	return (jlong)half;
}

static jlong open_in(JNIEnv *env, struct group_file_options *options, jlongArray found,
		     jobjectArray reason)
{
	struct group_file_recovery recovery;
	char text[REASON_BYTES];
	jlong handle = shell_log_open(options, &recovery, text, sizeof(text));
	const jlong numbers[FOUND_NUMBERS] = {[FOUND_STREAMS] = (jlong)recovery.streams,
					      [FOUND_REPLAYED] = (jlong)recovery.replayed,
					      [FOUND_LOST] = (jlong)recovery.lost,
					      [FOUND_UUID] = half_of(recovery.uuid),
					      [FOUND_UUID + 1] = half_of(recovery.uuid + 8)};
	jstring told;

	(*env)->SetLongArrayRegion(env, found, 0, FOUND_NUMBERS, numbers);
	if (handle >= 0)
		return handle;
	told = (*env)->NewStringUTF(env, text);
	if (told)
		(*env)->SetObjectArrayElement(env, reason, 0, told);
	return handle;
}

static jlong open_with_folders(JNIEnv *env, struct group_file_options *options,
			       jobjectArray folders, jlongArray found, jobjectArray reason)
{
	jsize count = (*env)->GetArrayLength(env, folders);
	char **names = calloc((size_t)count + 1, sizeof(*names));
	jlong handle = -ENOMEM;
	jsize got = 0;

	for (; names && got < count; got++) {
		jsize length;

		names[got] = text_at(env, folders, got, &length);
		if (!names[got])
			break;
	}
	if (names && got == count) {
		options->folders = names;
		options->folder_count = count;
		handle = open_in(env, options, found, reason);
	}
	for (jsize i = 0; i < got; i++)
		free(names[i]);
	free(names);
	return handle;
}

/* Memory that who waits for the log has too; NULL: it is none, or too short. */
static struct opening *opening_of(JNIEnv *env, jobject memory)
{
	void *at = memory ? (*env)->GetDirectBufferAddress(env, memory) : NULL;

	return at && (uintptr_t)at % _Alignof(struct opening) == 0 &&
			       (*env)->GetDirectBufferCapacity(env, memory) >=
				       (jlong)sizeof(struct opening)
		       ? at
		       : NULL;
}

JNIEXPORT jlong JNICALL NATIVE(open)(JNIEnv *env, jclass type, jbyteArray path, jlongArray numbers,
				     jobjectArray folders, jlongArray found, jobjectArray reason,
				     jobject opening)
{
	struct group_file_options options = {0};
	jlong values[OPEN_NUMBERS];
	jlong handle = -ENOMEM;
	jsize length;
	char *name;

	(void)type;
	if (!path || !numbers || !folders || !found || !reason ||
	    (*env)->GetArrayLength(env, numbers) != OPEN_NUMBERS ||
	    (*env)->GetArrayLength(env, found) != FOUND_NUMBERS ||
	    (*env)->GetArrayLength(env, reason) != 1 ||
	    (*env)->GetArrayLength(env, folders) > FOLDERS_MAX)
		return -EINVAL;
	options.opening = opening_of(env, opening);
	(*env)->GetLongArrayRegion(env, numbers, 0, OPEN_NUMBERS, values);
	if (!options.opening || values[OPEN_SEGMENT_BYTES] < (jlong)DELTA_SEGMENT_BYTES_MIN ||
	    values[OPEN_SEGMENT_BYTES] > (jlong)DELTA_SEGMENT_BYTES_MAX || values[OPEN_BYTES] < 0 ||
	    values[OPEN_SLOW_MS] <= 0 || values[OPEN_IDLE_MS] <= 0 || values[OPEN_DAY_BYTES] < 0)
		return -EINVAL;
	options.bytes = (uint64_t)values[OPEN_BYTES];
	options.segment_bytes = (uint32_t)values[OPEN_SEGMENT_BYTES];
	options.only_drain = values[OPEN_ONLY_DRAIN] != 0;
	options.log.slow_ms = (uint64_t)values[OPEN_SLOW_MS];
	options.log.idle_ms = (uint64_t)values[OPEN_IDLE_MS];
	options.log.day_bytes = (uint64_t)values[OPEN_DAY_BYTES];
	name = text_of(env, path, &length);
	options.path = name;
	if (name)
		handle = open_with_folders(env, &options, folders, found, reason);
	free(name);
	return handle;
}

JNIEXPORT jint JNICALL NATIVE(close)(JNIEnv *env, jclass type, jlong log)
{
	(void)env;
	(void)type;
	return shell_log_close(log);
}

JNIEXPORT jint JNICALL NATIVE(statistics)(JNIEnv *env, jclass type, jlong log, jlongArray to)
{
	struct group_log_statistics now;
	int error;

	(void)type;
	if (!to || (*env)->GetArrayLength(env, to) != STATISTICS)
		return -EINVAL;
	error = shell_log_statistics(log, &now);
	if (!error) {
		const jlong values[STATISTICS] = {
			(jlong)now.syncs,         (jlong)now.bytes_synced,
			(jlong)now.commits,       (jlong)now.bytes_written,
			(jlong)now.too_long,      (jlong)now.no_room,
			(jlong)now.over_budget,   (jlong)now.homes,
			(jlong)now.home_failures, (jlong)now.segments,
			(jlong)now.segments_free, (jlong)now.streams,
			(jlong)now.oldest_ms,     (jlong)now.failed};

		(*env)->SetLongArrayRegion(env, to, 0, STATISTICS, values);
	}
	return error;
}

/* ---- streams ---- */

/* The names' bytes are to be freed. False: one is missing or too long. */
static bool get_names(JNIEnv *env, jobjectArray names, struct delta_text *texts)
{
	bool all = true;

	for (jsize i = 0; i < NAMES; i++) {
		jsize length;

		texts[i].bytes = text_at(env, names, i, &length);
		texts[i].length = (uint16_t)length;
		all = all && texts[i].bytes && length <= (jsize)DELTA_TEXT_MAX;
	}
	return all;
}

JNIEXPORT jlong JNICALL NATIVE(openStream)(JNIEnv *env, jclass type, jlong log, jlongArray numbers,
					   jobjectArray names, jobject data, jobject sums)
{
	struct delta_text texts[NAMES];
	jlong values[STREAM_NUMBERS];
	jlong handle = -EINVAL;
	int fd[2];

	(void)type;
	if (!numbers || !names || !data || !sums ||
	    (*env)->GetArrayLength(env, numbers) != STREAM_NUMBERS ||
	    (*env)->GetArrayLength(env, names) != NAMES)
		return handle;
	(*env)->GetLongArrayRegion(env, numbers, 0, STREAM_NUMBERS, values);
	fd[0] = descriptor_number(env, data);
	fd[1] = descriptor_number(env, sums);
	if (get_names(env, names, texts) && values[STREAM_CHUNK] > 0 &&
	    values[STREAM_CHUNK] <= (jlong)UINT32_MAX) {
		const struct delta_definition definition = {.block = (uint64_t)values[STREAM_BLOCK],
							    .stamp = (uint64_t)values[STREAM_STAMP],
							    .pool = texts[NAME_POOL],
							    .volume = texts[NAME_VOLUME],
							    .root = texts[NAME_ROOT],
							    .data = texts[NAME_DATA],
							    .checksum = texts[NAME_CHECKSUM]};

		handle = shell_stream_open(log, &definition, fd, (uint32_t)values[STREAM_CHUNK]);
	}
	for (int i = 0; i < NAMES; i++)
		free((void *)(uintptr_t)texts[i].bytes);
	return handle;
}

JNIEXPORT jlong JNICALL NATIVE(put)(JNIEnv *env, jclass type, jlong stream)
{
	(void)env;
	(void)type;
	return shell_stream_put(stream);
}

JNIEXPORT jint JNICALL NATIVE(await)(JNIEnv *env, jclass type, jlong stream, jlong commit)
{
	(void)env;
	(void)type;
	return shell_stream_await(stream, commit);
}

/* What takes the stream's number alone. */
#define OF_STREAM(name, function)                                                                  \
	JNIEXPORT jint JNICALL NATIVE(name)(JNIEnv * env, jclass type, jlong stream)               \
	{                                                                                          \
		(void)env;                                                                         \
		(void)type;                                                                        \
		return function(stream);                                                           \
	}

OF_STREAM(synced, shell_stream_synced)
OF_STREAM(closeStream, shell_stream_close)
