/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import io.tierline.ldm.device.DeviceReports;
import io.tierline.ldm.kept.SpendingKeeper;

/**
 * What this room offers to requests.
 *
 * @param table what lies behind the table of storages
 * @param devices what agents have measured
 * @param refresh has decisions go by the storages of now
 */
public record PlacementRoom(
    PlacementAdvisor advisor,
    StorageTableUpdater table,
    DeviceReports devices,
    WearKeeper wear,
    SpendingKeeper spending,
    Runnable refresh) {}
