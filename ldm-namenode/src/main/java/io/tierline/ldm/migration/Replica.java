/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import io.tierline.ldm.rating.Medium;

/**
 * Where one replica of a block lies.
 *
 * @param node the DataNode's identity
 * @param rack its network location
 * @param medium what the volume is made of
 */
public record Replica(String node, String rack, Medium medium) {}
