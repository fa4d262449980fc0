/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import java.util.Map;

/**
 * What a workload took.
 *
 * @param jobSeconds of each job, from its submission, or its nominal time, to its end
 * @param seconds of all of it; of jobs that have their times, those of all jobs together
 * @param chainSeconds of the jobs of the chain together
 * @param otherSeconds of the other jobs together
 * @param traffic bytes read and written
 * @param diskBusy the share of the time that disks worked, the mean of all
 * @param ssdBusy the same of SSDs
 * @param ssdBytes what lies on SSDs at the end
 * @param mostSlots of a node that were taken at a time
 * @param events of the simulation
 */
public record Outcome(
    Map<String, Double> jobSeconds,
    double seconds,
    double chainSeconds,
    double otherSeconds,
    Traffic traffic,
    double diskBusy,
    double ssdBusy,
    long ssdBytes,
    int mostSlots,
    long events) {}
