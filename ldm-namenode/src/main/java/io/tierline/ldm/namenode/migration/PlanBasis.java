/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.migration;

import io.tierline.ldm.namenode.access.Ownership;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.namenode.placement.StorageTableUpdater;
import io.tierline.ldm.namenode.policy.StoragePolicyAgreement;

/**
 * What plans, and what they would do, are made from.
 *
 * @param owners whose word counts at a path
 * @param agreement where the policy that is set on a directory leaves room for moves
 */
public record PlanBasis(
    PlacementAdvisor advisor,
    Ownership owners,
    StoragePolicyAgreement agreement,
    StorageTableUpdater storages) {}
