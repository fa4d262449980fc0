/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.oozie.coord.IncludedFiles;
import io.tierline.ldm.oozie.coord.ObservedRuns;
import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What an Oozie server is followed with.
 *
 * @param files what definitions include
 * @param observed what runs have taken so far
 * @param toldJobs of what the NameNode was told before
 * @param refreshMillis after that time what still runs is told again, lest it be forgotten
 * @param millis a clock that only goes forward, in milliseconds
 * @param now the time of day
 */
record OozieParts(
    OozieLink link,
    OoziePoller.Sink sink,
    IncludedFiles files,
    ObservedRuns observed,
    ToldJobs toldJobs,
    OozieSettings settings,
    long refreshMillis,
    GatewayMetrics metrics,
    LongSupplier millis,
    Supplier<Instant> now) {}
