/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.rating.Medium;

/**
 * What was chosen for one replica.
 *
 * @param medium where it goes
 * @param quotient the lineage quotient it was chosen by
 * @param rating the medium's refactored PR in MiB/s; 0 when no storage is known yet
 */
public record ReplicaChoice(Medium medium, double quotient, double rating) {}
