/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What Java calls (io.tierline.bid.delta.command.CommandNative), as library.c.
 */
#include <errno.h>
#include <jni.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "command/delta_command.h"
#include "descriptor.h"

/* Places in the array of texts; from the last one on a volume's folder each. */
enum { TEXT_ACTION, TEXT_PATH, TEXT_FOLDERS };

#define TEXTS_MAX 4096

/* Written by way of a descriptor of its own: Java's stays open. NULL: errno says why. */
static FILE *stream_of(JNIEnv *env, jobject descriptor)
{
	int fd = dup(descriptor_number(env, descriptor));
	FILE *stream = fd >= 0 ? fdopen(fd, "w") : NULL;

	if (!stream && fd >= 0)
		(void)close(fd);
	return stream;
}

static char *text_at(JNIEnv *env, jobjectArray texts, jsize at)
{
	jbyteArray bytes = (*env)->GetObjectArrayElement(env, texts, at);
	jsize length = bytes ? (*env)->GetArrayLength(env, bytes) : 0;
	char *text = bytes ? malloc((size_t)length + 1) : NULL;

	if (text) {
		(*env)->GetByteArrayRegion(env, bytes, 0, length, (jbyte *)text);
		text[length] = '\0';
	}
	if (bytes)
		(*env)->DeleteLocalRef(env, bytes);
	return text;
}

static int run_into(JNIEnv *env, char **texts, jsize count, jobject out, jobject err)
{
	FILE *to_out = stream_of(env, out);
	FILE *to_err = stream_of(env, err);
	int status = -EIO;

	if (to_out && to_err)
		status = delta_command(texts[TEXT_ACTION], texts[TEXT_PATH], texts + TEXT_FOLDERS,
				       (int)count - TEXT_FOLDERS, to_out, to_err);
	if (to_out && fclose(to_out))
		status = -EIO;
	if (to_err && fclose(to_err))
		status = -EIO;
	return status;
}

JNIEXPORT jint JNICALL Java_io_tierline_bid_delta_command_CommandNative_run(
	JNIEnv *env, jclass type, jobjectArray texts, jobject out, jobject err)
{
	jsize count = texts ? (*env)->GetArrayLength(env, texts) : 0;
	jint status = -ENOMEM;
	jsize got = 0;
	char **copies;

	(void)type;
	if (count < TEXT_FOLDERS || count > TEXTS_MAX || !out || !err)
		return -EINVAL;
	copies = calloc((size_t)count, sizeof(*copies));
	for (; copies && got < count; got++) {
		copies[got] = text_at(env, texts, got);
		if (!copies[got])
			break;
	}
	if (copies && got == count)
		status = run_into(env, copies, count, out, err);
	for (jsize i = 0; i < got; i++)
		free(copies[i]);
	free(copies);
	return status;
}
