/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import io.tierline.ldm.namenode.policy.StoragePolicyAgreement;
import io.tierline.ldm.placement.Decider;
import io.tierline.ldm.placement.DecisionGuard;

/**
 * What a placement is decided by.
 *
 * @param guard how long a decision may take
 * @param agreement where the policy that is set on a directory leaves room for one
 */
public record Deciding(Decider decider, DecisionGuard guard, StoragePolicyAgreement agreement) {}
