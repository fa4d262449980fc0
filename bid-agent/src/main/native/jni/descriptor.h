/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#ifndef DESCRIPTOR_H
#define DESCRIPTOR_H

#include <jni.h>

/* The number that the kernel knows a java.io.FileDescriptor by; -1: it is closed. */
static inline int descriptor_number(JNIEnv *env, jobject descriptor)
{
	jclass type = (*env)->GetObjectClass(env, descriptor);
	jfieldID field = (*env)->GetFieldID(env, type, "fd", "I");

	if (field)
		return (*env)->GetIntField(env, descriptor, field);
	(*env)->ExceptionClear(env);
	return -1;
}

#endif
