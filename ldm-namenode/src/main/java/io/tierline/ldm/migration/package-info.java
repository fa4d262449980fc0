/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Migration: which replicas of managed blocks move between tiers as their coming uses change, and
 * what keeps the moves from hurting the cluster. Knows no Hadoop and no clock.
 *
 * <p>Large since a plan, its moves, their pace and what bounds them are values that the adapters
 * carry about; each is small.
 */
@NullMarked
package io.tierline.ldm.migration;

import org.jspecify.annotations.NullMarked;
