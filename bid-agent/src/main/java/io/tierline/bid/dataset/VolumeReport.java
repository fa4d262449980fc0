/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import io.tierline.bid.volume.VolumeStatistics;

/**
 * What a scheduled volume does.
 *
 * @param storage the identifier of its storage
 * @param engine which one runs
 * @param isFailed whether nothing is given to the scheduler any more, after failures in a row
 * @param streams transfers that are open
 * @param foregroundBytes read by the scheduler for clients
 * @param balancerBytes read by the scheduler for copies and scans
 * @param stockBytes read in stock's way
 * @param fallbacks transfers that went on in stock's way
 * @param scheduler its own figures
 */
public record VolumeReport(
    String storage,
    String engine,
    boolean isFailed,
    long streams,
    long foregroundBytes,
    long balancerBytes,
    long stockBytes,
    long fallbacks,
    VolumeStatistics scheduler) {}
