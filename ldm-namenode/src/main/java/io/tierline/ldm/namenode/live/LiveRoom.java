/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.live;

import io.tierline.ldm.foresight.OutputHistory;

/**
 * What this room offers to requests.
 *
 * @param jobs what is seen of jobs
 * @param intake where sources tell of them
 * @param expiry when registrations end by themselves
 * @param jobExpiry when single jobs of them do
 * @param outputs how much jobs write
 */
public record LiveRoom(
    LiveService jobs,
    ReportIntake intake,
    Workflows workflows,
    RegistrationExpiry expiry,
    JobExpiry jobExpiry,
    OutputHistory outputs) {}
