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
 * One of the other jobs, done.
 *
 * @param name as in the source's list
 * @param phase in which it ran, from 0
 * @param seconds from the phase's start to the end of its last stream
 */
public record OtherRun(String name, int phase, double seconds) {}
