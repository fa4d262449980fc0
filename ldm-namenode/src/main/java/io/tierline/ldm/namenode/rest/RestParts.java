/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.device.DeviceReports;
import io.tierline.ldm.guard.Chores;
import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.kept.SpendingKeeper;
import io.tierline.ldm.namenode.access.Authorities;
import io.tierline.ldm.namenode.access.LimitsByUser;
import io.tierline.ldm.namenode.access.Ownership;
import io.tierline.ldm.namenode.config.Reconfiguration;
import io.tierline.ldm.namenode.live.JobExpiry;
import io.tierline.ldm.namenode.live.LiveService;
import io.tierline.ldm.namenode.live.RegistrationExpiry;
import io.tierline.ldm.namenode.live.ReportIntake;
import io.tierline.ldm.namenode.live.Workflows;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.migration.MigrationService;
import io.tierline.ldm.namenode.namespace.Localiser;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.namenode.placement.StorageTableUpdater;
import io.tierline.ldm.namenode.placement.WearKeeper;
import io.tierline.ldm.namenode.policy.StoragePolicyAgreement;
import io.tierline.ldm.namenode.state.StateLifeCycle;
import io.tierline.ldm.namenode.uninstall.Uninstall;
import io.tierline.ldm.state.KeptLineage;
import org.apache.hadoop.hdfs.server.namenode.NameNode;

/**
 * What REST answers from. For this room alone: what stands below it is given what it needs, and
 * knows of no such thing.
 *
 * @param refreshTable has decisions go by the storages of now
 */
public record RestParts(
    NameNode nameNode,
    PlacementAdvisor advisor,
    Ownership owners,
    Authorities authorities,
    LimitsByUser limits,
    Localiser localiser,
    StoragePolicyAgreement agreement,
    MigrationService migration,
    StateLifeCycle state,
    KeptLineage lineage,
    LiveService live,
    ReportIntake intake,
    Workflows workflows,
    RegistrationExpiry expiry,
    JobExpiry jobExpiry,
    Uninstall uninstall,
    DeviceReports devices,
    StorageTableUpdater storages,
    SpendingKeeper spending,
    WearKeeper wear,
    LdmMetrics metrics,
    HostGuard hostGuard,
    Chores chores,
    Reconfiguration reconfiguration,
    CsrfGuard csrfGuard,
    RequestPool requests,
    Runnable refreshTable) {}
