/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#ifndef KERNEL_STDDEF_H
#define KERNEL_STDDEF_H

#define NULL                   ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)

#endif
