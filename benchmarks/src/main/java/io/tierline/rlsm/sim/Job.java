/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

/**
 * A compaction that was started.
 *
 * @param read bytes that it reads
 * @param written bytes that it writes
 * @param files that it writes, at least 0
 * @param large whether it is only for HBase's threads for long compactions
 * @param commit puts its output in place of its input
 * @param cancel has its input as it was
 */
record Job(long read, long written, int files, boolean large, Runnable commit, Runnable cancel) {}
