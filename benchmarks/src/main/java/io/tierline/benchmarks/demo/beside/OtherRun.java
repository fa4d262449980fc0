/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo.beside;

/**
 * What one of the other jobs has done beside the chain's job of its phase.
 *
 * @param name as in the source's list
 * @param phase in which it ran, from 0
 * @param bytes that it read, or wrote
 */
public record OtherRun(String name, int phase, long bytes) {}
