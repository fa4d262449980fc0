/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta;

/**
 * What a log has done since it was opened, and what there is.
 *
 * @param syncs that it made durable
 * @param bytesSynced of blocks and of checksum files, in these
 * @param commits writes
 * @param bytesWritten in these, without heads of segments
 * @param tooLong syncs sent home for having more bytes than a record may have
 * @param noRoom syncs sent home as the log was full
 * @param overBudget syncs sent home as the day's bytes were written
 * @param homes blocks that were brought home
 * @param homeFailures blocks that could not be
 * @param segments of the log
 * @param segmentsFree of these
 * @param streams blocks that it knows
 * @param oldestMillis how long ago the oldest segment was begun; 0: it has no block
 * @param failed the system's number of the error with which it failed; 0: it works
 */
public record DeltaStatistics(
    long syncs,
    long bytesSynced,
    long commits,
    long bytesWritten,
    long tooLong,
    long noRoom,
    long overBudget,
    long homes,
    long homeFailures,
    long segments,
    long segmentsFree,
    long streams,
    long oldestMillis,
    long failed) {}
