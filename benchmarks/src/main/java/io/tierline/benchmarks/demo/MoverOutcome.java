/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

/**
 * What Hadoop's Mover did.
 *
 * @param changedBlocks blocks of the chain that have other replicas than before
 * @param controlMoved whether it moved a file that it had reason to move; if not, the first number
 *     says nothing
 */
record MoverOutcome(long changedBlocks, boolean controlMoved) {}
