/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import io.tierline.ldm.graph.Vertex;

/**
 * What the path index answers with.
 *
 * @param root the path under which the blocks lie: what a job produces, or a part of it that is
 *     read apart
 * @param vertex its place in the block graph
 */
public record ManagedDataset(String root, Vertex vertex) {}
