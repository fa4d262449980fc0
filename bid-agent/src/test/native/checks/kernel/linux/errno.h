/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#ifndef KERNEL_ERRNO_H
#define KERNEL_ERRNO_H

#define EINVAL    22
#define ENOSPC    28
#define ERANGE    34
#define EAGAIN    11
#define ECANCELED 125

#endif
