/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

/**
 * What a volume has counted since it was opened.
 *
 * @param requests answered, whatever with
 * @param bytesRead given to callers
 * @param bytesWritten taken from callers
 * @param bytesWrittenBack of the kernel's cache, written in the scheduler's turn
 * @param syncs that succeeded
 * @param failed answered with an error
 * @param cancelled answered with {@link CancelledException}
 * @param waits of callers, for room
 * @param transfers with the disk
 * @param bytesAhead read before they were asked for
 * @param bytesFromMemory of those, asked for then
 * @param bytesLent that are held, read and not asked for yet
 * @param nanos that have passed by the clock of the engine in C; an emulated disk has its own
 * @param nanosBusy of these, how long an emulated disk had something to do
 * @param nanosLate how long what an emulated disk had done was not noticed. A small part of {@code
 *     nanosBusy}, or the delays are not those of the model
 * @param nanosPositioning of an emulated disk, from its commands to their first sectors
 * @param armMovements of its arm
 * @param armPerMille where that is on its way from the outermost track, 0, to the innermost
 */
public record VolumeStatistics(
    long requests,
    long bytesRead,
    long bytesWritten,
    long bytesWrittenBack,
    long syncs,
    long failed,
    long cancelled,
    long waits,
    long transfers,
    long bytesAhead,
    long bytesFromMemory,
    long bytesLent,
    long nanos,
    long nanosBusy,
    long nanosLate,
    long nanosPositioning,
    long armMovements,
    long armPerMille) {}
